"""The kill matrix: each process of the portal dies again and again in the middle of play."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import psycopg
import redis

from chaos import verdict
from chaos.diary import Diary
from chaos.findings import Part
from chaos.mirror import Mirror
from chaos.party import Party, everybody, parties_make, until
from chaos.people import Begun, Person, held, match_desert, user_make
from chaos.player import Player
from chaos.town import AWAY, Town
from chaos.watch import Stalls, Watch

THINK_S = (0.4, 1.0)
BETWEEN_S = (0.5, 1.5)
RETURN_S = 90.0
GIVE_UP_S = 30.0
"""So long a healing is waited for that is over its bound already, so that the report can say how long it took."""
LATE_MS = 1_000
ABANDONED_S = 45.0


@dataclass
class Score:
    """What happened to the portal after the kills of one victim, in seconds."""

    away: list[float] = field(default_factory=list)
    """From the kill to the process's return."""
    healed: list[float] = field(default_factory=list)
    """From the return until every socket was back and current and nothing was overdue."""


class Matrix:
    """A town in play and what it is hit with."""

    def __init__(self, town: Town, parties: list[Party], diary: Diary, bound_s: float, seed: int) -> None:
        self.town = town
        self.parties = parties
        self.diary = diary
        self.bound_s = bound_s
        self.rng = random.Random(seed)
        self.mirror = Mirror(town.database.url)
        self.scores: dict[str, Score] = {}
        self.wrong: list[str] = []
        self.deserted: list[Begun] = []
        self.deserters: list[Player] = []
        self._open: list[Party] = []
        self._late = 0
        self.watch = Watch(town.database.url, self._here)

    def _here(self) -> set[tuple[int, int]]:
        tables = {begun.code: begun.table_id for party in self.parties for begun in party.matches[-2:]}
        present = [*everybody(self.parties), *self.deserters]
        return {
            (tables[p.code], p.person.player_id)
            for p in present
            if p.line is not None and p.line.up and p.code in tables
        }

    # --- one kill --------------------------------------------------------------------------------

    async def strike(self, victim: str) -> None:
        """Kill, wait for the return and for the healing, note how long both took."""
        guests = await self._visit()
        killed_at = time.monotonic()
        returned = await self.town.hands(self._kill, victim, killed_at)
        for guest in guests:
            await guest.leave()  # while the server is away: nobody tells it
        if not await until(lambda: returned() is not None, RETURN_S, 0.02):
            self.wrong.append(f"{victim} did not return within {RETURN_S:.0f} s")
            return
        returned_at = returned() or 0.0
        healed_s = await self._heal(returned_at)
        score = self.scores.setdefault(victim, Score())
        score.away.append(returned_at - killed_at)
        score.healed.append(healed_s)
        if healed_s > self.bound_s:  # a starved machine does it too: the longest stall stands beside
            self.wrong.append(f"{victim}: {self._still(healed_s)} {healed_s:.1f} s after its return")
        await asyncio.sleep(self.rng.uniform(*BETWEEN_S))

    async def _visit(self) -> list[Player]:
        """Two spectators who will not come back after the kill: they must not haunt the lobby."""
        if not self.deserters:
            return []
        fresh = []
        for guest in self.rng.sample(self.deserters, min(2, len(self.deserters))):
            player = Player(self.town.address, guest.person, self.diary, think_s=THINK_S, acts=False)
            self.deserters[self.deserters.index(guest)] = player
            player.sit(self.rng.choice(self.parties).now.code)
            fresh.append(player)
        await until(lambda: all(player.back for player in fresh), 5)
        self.watch.note()
        return fresh

    def _kill(self, victim: str, at: float) -> Callable[[], float | None]:
        """Do it; what is given tells when the process was there again, None before."""
        if victim == "redis":
            self.town.broker.end(signal.SIGKILL)
            time.sleep(self.rng.uniform(0.0, 0.5))
            self.town.broker.start()
            return _once(lambda: True)
        if victim == "postgresql":
            self.town.database.end(signal.SIGQUIT)
            time.sleep(self.rng.uniform(0.0, 0.5))
            self.town.database.start()
            return _once(lambda: True)
        if victim == "asgi":
            self.town.portal.kill("asgi")
            return _once(lambda: any(p.whole_at > at for p in everybody(self.parties)))
        self.town.portal.kill(victim)
        if victim == "bots":
            known = self._bots_moved()
            return _once(lambda: self._bots_moved() > known)
        time.sleep(0.3)  # what beat has sent before its end is still swept
        beaten = self._beaten()
        return _once(lambda: self._beaten() not in (None, beaten))

    def _beaten(self) -> bytes | None:
        """What the sweep wrote last: beat sends it every second, a clock worker runs it."""
        from django.core.cache import cache

        from tables.tasks import BEAT_KEY

        with redis.Redis.from_url(self.town.broker.url) as client:
            found = client.get(cache.make_key(BEAT_KEY))
            return bytes(found) if isinstance(found, bytes) else None

    def _bots_moved(self) -> int:
        with psycopg.connect(self.town.database.url) as connection:
            row = connection.execute("SELECT max(id) FROM tables_record WHERE client_id LIKE 'bot:%'").fetchone()
            return int(row[0] or 0) if row else 0

    # --- healing ---------------------------------------------------------------------------------

    async def _heal(self, returned_at: float) -> float:
        """Seconds until everybody is back and current and nothing is overdue; at most ``GIVE_UP_S``."""
        self._open, self._late = list(self.parties), 0
        while (passed := time.monotonic() - returned_at) < GIVE_UP_S:
            matches = [party.now for party in self.parties]
            try:
                await asyncio.to_thread(self.mirror.read, matches)
                late = await asyncio.to_thread(self.mirror.overdue, matches, LATE_MS)
            except AWAY:
                await asyncio.sleep(0.1)
                continue
            far = {match.code: self.mirror.copies[match.match_id].position for match in matches}
            await asyncio.sleep(0.1)  # what was committed just now may be on its way
            self._open = [party for party in self._open if not _current(party, far)]
            self._late = late
            if not self._open and not late:
                return time.monotonic() - returned_at
        return passed

    def _still(self, seconds: float) -> str:
        if seconds < GIVE_UP_S:
            return "all was well only"
        away = sum(not player.back for player in everybody(self._open))
        first = f" ({self._behind(self._open[0])})" if self._open else ""
        return f"{len(self._open)} tables not current{first}, {away} sockets away, {self._late} matches overdue"

    def _behind(self, party: Party) -> str:
        """Which match it is, how far it is, and what each socket shows."""
        match = party.now
        shown = ", ".join(str(p.position) if p.code == match.code else f"{p.code}!" for p in party.players)
        return f"match {match.match_id} is at {self.mirror.copies[match.match_id].position}, shown: {shown}"


def _current(party: Party, far: dict[str, int]) -> bool:
    """Every socket of the table is there and shows at least what the database had."""
    wanted = far.get(party.now.code)
    return wanted is not None and all(
        player.back and player.code == party.now.code and player.position >= wanted for player in party.players
    )


def _once(condition: Callable[[], bool]) -> Callable[[], float | None]:
    """When the condition held first; a server that is away holds nothing."""
    found: list[float] = []

    def look() -> float | None:
        try:
            if not found and condition():
                found.append(time.monotonic())
        except (OSError, redis.RedisError, *AWAY):
            return None
        return found[0] if found else None

    return look


async def run(
    town: Town, *, kills: int, tables: int, bound_s: float, victims: tuple[str, ...], seed: int, minutes: float
) -> Part:
    """The whole matrix, round by round, so that no process is killed while it still recovers from the last time."""
    part = Part("kills", {"kills each": kills, "tables": tables, "asgi processes": town.processes})
    diary = Diary()
    parties = await parties_make(town, tables, diary, THINK_S)
    matrix = Matrix(town, parties, diary, bound_s, seed)
    people = [await town.orm(user_make, f"Wegx{a}{b}") for a in "abcd" for b in "abcd"]
    matrix.deserters = [Player(town.address, person, diary, think_s=THINK_S, acts=False) for person in people[:8]]
    part.require(await until(lambda: all(p.back for p in everybody(parties)), 30), "not everybody got in at the start")
    watching = asyncio.create_task(matrix.watch.run())
    stalls = Stalls()
    begun = time.monotonic()
    for number in range(kills):
        if time.monotonic() - begun > minutes * 60:
            part.rows["stopped after so many rounds, for time"] = number
            break
        matrix.deserted.append(await town.orm(match_desert, _pair(people[8:], number)))
        for victim in victims:
            await matrix.strike(victim)
    part.rows["seconds"] = round(time.monotonic() - begun)
    part.rows["the runner's own longest stall, s"] = stalls.end()
    await _finish(part, matrix)
    watching.cancel()
    part.rows["ghosts seen for at most, s"] = round(matrix.watch.oldest_ghost_s, 1)
    part.rows["looks at ledger and presence"] = matrix.watch.looks
    part.violations += matrix.wrong + matrix.watch.wrong
    part.rows["victims"] = [_row(victim, matrix.scores[victim]) for victim in victims if victim in matrix.scores]
    return part


def _pair(people: list[Person], number: int) -> list[Person]:
    """Two of them, others each time: a stake is 5 of 1000 Taler."""
    at = 2 * number % len(people)
    return people[at : at + 2]


async def _finish(part: Part, matrix: Matrix) -> None:
    """Let play stand still and compare all that is left."""
    town, parties = matrix.town, matrix.parties
    players = everybody(parties)
    for player in players:
        player.playing = False
    await until(lambda: all(player.waits is None for player in players), 10)
    codes = [begun.code for begun in matrix.deserted]
    end = time.monotonic() + ABANDONED_S
    while time.monotonic() < end and any(row[0] == "running" for row in (await town.orm(held, codes)).values()):
        await asyncio.sleep(0.5)
    await verdict.refunds_held(part, town, codes)
    await asyncio.to_thread(verdict.lobby_held, part, town, parties)
    for party in parties:
        await party.leave()
    every = [begun for party in parties for begun in party.matches]
    await asyncio.to_thread(matrix.mirror.read, every)
    matrix.mirror.close()
    verdict.journal_held(part, matrix.diary, matrix.mirror, {begun.match_id for begun in every})
    part.rows["lines that broke, by code"] = {str(code): n for code, n in matrix.diary.closes.items()}
    part.rows["log lines of errors"] = len(town.log_errors())


def _row(victim: str, score: Score) -> dict[str, object]:
    return {
        "killed": victim,
        "times": len(score.healed),
        "away max s": round(max(score.away), 2),
        "healed mean s": round(sum(score.healed) / len(score.healed), 2),
        "healed max s": round(max(score.healed), 2),
    }
