"""Hostile frames over real sockets: nothing breaks, nothing moves outside the rules, nobody else notices."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from typing import Any

from benchmarks.live import spent_s
from chaos import verdict
from chaos.attack import UNFINISHED
from chaos.diary import Diary
from chaos.findings import Part, percentile
from chaos.line import Line, connect
from chaos.mirror import Mirror
from chaos.nonsense import BROKEN
from chaos.party import Party, everybody, parties_make, until
from chaos.people import SEATS, Begun, Kind, Person, guest_make, match_begin, people_make
from chaos.town import Town
from chaos.watch import Stalls
from tests.support.live import ROOT

LIFTED = {"SOCKET_ACTIONS_PER_S": "100000", "SOCKET_ACTIONS_BURST": "100000"}
THINK_S = (0.15, 0.45)
ARENAS = 6
A_MATCH = 6_000
"""So many hostile things are thrown at an arena before it may need another match."""
MANY = 20_000
ROUNDS = 5
PER_S = 400.0
FLOOD = 400
GONE_S = 5.0
ADDRESS = "203.0.113.77"
WANTED = {"0", "1002", "1003", "1007", "1008", "1009", "1000", UNFINISHED}
"""Codes with which an attacker's line may end (0: an empty close, echoed), and none after bytes that are no frames."""


class Siege:
    """A town with honest tables, arenas of attackers, and what the attacks were."""

    def __init__(self, town: Town, part: Part, parties: list[Party], diary: Diary) -> None:
        self.town = town
        self.part = part
        self.parties = parties
        self.diary = diary
        self.attackers: list[dict[str, Any]] = []
        self.arenas: list[Begun] = []
        self.sums: dict[str, Counter[str]] = {name: Counter() for name in ("kinds", "answers", "closes", "refused")}
        self.lines = self.attacks = 0
        self.silent: list[str] = []

    async def arenas_make(self, things: int) -> None:
        """Tables at which only attackers sit, with matches enough for all that they will do."""
        matches = 1 + things // (ARENAS * A_MATCH)
        for number in range(ARENAS):
            people = await self.town.orm(people_make, Kind(), f"Boes{'abcdefgh'[number]}")
            begun = [await self.town.orm(match_begin, Kind(), people) for _ in range(matches)]
            self.arenas += begun
            for seat, person in enumerate(people):
                self.attackers.append(
                    {
                        "player": person.player_id,
                        "cookie": person.cookie,
                        "number": number * SEATS + seat + 1,
                        "tables": [one.code for one in begun],
                    }
                )

    async def attack(self, things: int, per_s: float) -> float:
        """One attack by a process of its own; its things a second."""
        self.attacks += 1
        plan = {
            "host": self.town.address[0],
            "port": self.town.port,
            "seed": self.attacks,
            "things": things,
            "per_s": per_s,
            "attackers": self.attackers,
            "others": [party.now.code for party in self.parties],
            "foreign": [*list(self.diary.acked)[-50:], *(party.now.code for party in self.parties[:5]), "bot:1:1"],
        }
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "chaos.attack", stdin=-1, stdout=-1, cwd=ROOT
        )
        answer, _ = await process.communicate(json.dumps(plan).encode())
        if process.returncode:
            self.part.violations.append(f"the attackers' own process ended with {process.returncode}")
            return 0.0
        found = json.loads(answer)
        for name, sums in self.sums.items():
            sums.update(found[name])
        self.lines += found["lines"]
        self.silent += found["silent"]
        return float(things / found["seconds"])

    def cpu_s(self) -> float:
        """What the ASGI processes have spent."""
        return sum(spent_s(self.town.portal.pids("asgi")))

    def report(self) -> None:
        """What was thrown and what came back."""
        self.part.rows |= {
            "hostile things sent": sum(self.sums["kinds"].values()),
            "over lines": self.lines,
            "of kinds": dict(self.sums["kinds"].most_common()),
            "answers": dict(self.sums["answers"].most_common()),
            "closed with": dict(self.sums["closes"].most_common()),
        }
        odd = {code: n for code, n in self.sums["closes"].items() if code not in WANTED}
        broken = self.sums["kinds"][BROKEN] + self.sums["kinds"]["control"]
        self.part.require(odd.pop("None", 0) <= broken, "lines ended without a code that should have had one")
        self.part.require(not odd, f"lines ended with {odd}")
        for last in self.silent:
            self.part.require(False, f"a line was neither answered nor closed; the last that went out: {last}")
        self.part.require(not self.sums["refused"], f"connections failed: {dict(self.sums['refused'])}")


async def run(town: Town, *, frames: int, tables: int, latency_bound: float) -> Part:
    """As in production; of many frames half come before, with the flood bound lifted, as fast as they are answered."""
    part = Part("frames", {"frames": frames, "honest tables": tables, "asgi processes": town.processes})
    fast = frames // 2 if frames >= MANY else 0
    await town.serve(LIFTED if fast else {})
    diary = Diary()
    parties = await parties_make(town, tables, diary, THINK_S, (Kind(), Kind(people=2)), name="F")
    players = everybody(parties)
    siege = Siege(town, part, parties, diary)
    await siege.arenas_make(frames)
    part.require(await until(lambda: all(p.back for p in players), 30), "not everybody got in at the start")
    if fast:
        part.rows["bound lifted: things a second"] = round(await siege.attack(fast, 0))
        await town.serve({})
        part.require(await until(lambda: all(p.back for p in players), 30), "not everybody came back")
    await _latency(siege, frames - fast, latency_bound)
    await _floods(part, town, parties, 10)
    siege.report()
    await _finish(siege)
    return part


async def _latency(siege: Siege, frames: int, bound: float) -> None:
    """Quiet and hostile windows in turn, so that what else the machine does falls on both."""
    diary, quiet, loud, apart = siege.diary, [], [], []
    rounds = ROUNDS if frames >= MANY // 2 else 2
    window_s = max(2.0, frames / rounds / PER_S)
    stalls, lines, cpu = Stalls(), siege.lines, [0.0, 0.0]
    await asyncio.sleep(2)
    for _ in range(rounds):
        at = siege.cpu_s()
        found = await _measured(diary, asyncio.sleep(window_s))
        between = siege.cpu_s()
        apart.append(percentile(found, 95))
        quiet += found
        loud += await _measured(diary, siege.attack(frames // rounds, PER_S))
        cpu = [cpu[0] + between - at, cpu[1] + siege.cpu_s() - between]
    before, under = percentile(quiet, 95), percentile(loud, 95)
    siege.part.rows |= {
        "bound as in production: things a second": PER_S,
        "seen p95 of the others, quiet, ms": round(before * 1000, 1),
        "seen p95 of the others, under attack, ms": round(under * 1000, 1),
        "ASGI CPU in these windows, s": f"{cpu[0]:.1f} and {cpu[1]:.1f}",
        "lines that attackers opened there": siege.lines - lines,
        "samples": f"{len(quiet)} and {len(loud)}",
        "quiet windows, p95 ms": f"{min(apart) * 1000:.1f} to {max(apart) * 1000:.1f}",
        "the runner's own longest stall, s": stalls.end(),
    }
    siege.part.require(
        bool(quiet and loud) and under <= before * bound,
        f"the others' p95 was {under * 1000:.1f} ms under attack, {before * 1000:.1f} before",
    )


async def _measured(diary: Diary, doing: Any) -> list[float]:
    diary.seen_s, diary.measuring = [], True
    await doing
    diary.measuring = False
    return diary.seen_s


async def _floods(part: Part, town: Town, parties: list[Party], times: int) -> None:
    """A flooding line is closed with 1008; its neighbour behind the same address stays. It may come back at once."""
    people: list[Person] = [await town.orm(guest_make, f"Flutx{letter}") for letter in "ab"]
    path = f"/ws/tische/{parties[0].now.code}/"
    heard: Counter[str] = Counter()
    neighbour = await connect(town.address, path, people[0].cookie, _count(heard, "neighbour"), ADDRESS)
    closed: Counter[int | None] = Counter()
    for _ in range(times):
        flooding = await connect(town.address, path, people[1].cookie, _count(heard, "flooding"), ADDRESS)
        for _ in range(FLOOD):
            flooding.send(b'{"t":"beat","at":1}')
        await asyncio.wait([flooding.closed], timeout=GONE_S)
        closed[flooding.close_code] += 1
        flooding.close()
        part.require(await _answers(neighbour, heard), "the neighbour of a flooding line was not answered")
    part.rows["floods closed with"] = {str(code): n for code, n in closed.items()}
    part.require(closed == {1008: times}, f"floods were closed with {dict(closed)}")
    part.require(neighbour.up, f"the neighbour of a flooding line was closed with {neighbour.close_code}")
    neighbour.close()


def _count(heard: Counter[str], who: str) -> Any:
    def hear(data: bytes) -> None:
        heard[who] += data.startswith(b'{"t":"beat"')

    return hear


async def _answers(line: Line, heard: Counter[str]) -> bool:
    known = heard["neighbour"]
    line.send(b'{"t":"beat","at":1}')
    return await until(lambda: heard["neighbour"] > known, GONE_S, 0.01)


async def _finish(siege: Siege) -> None:
    part, town, parties = siege.part, siege.town, siege.parties
    players = everybody(parties)
    for player in players:
        player.playing = False
    await until(lambda: all(player.waits is None for player in players), 10)
    for party in parties:
        await party.leave()
    errors = town.log_errors()
    part.rows["log lines of errors"] = len(errors)
    part.violations += [f"in the log: {line}" for line in errors]
    mirror = Mirror(town.database.url)
    good = [begun for party in parties for begun in party.matches]
    await asyncio.to_thread(mirror.read, good + siege.arenas)
    mirror.close()
    numbers = {one["number"]: one["player"] for one in siege.attackers}
    verdict.seats_held(part, mirror, numbers, {begun.match_id for begun in siege.arenas})
    verdict.journal_held(part, siege.diary, mirror, {begun.match_id for begun in good})
