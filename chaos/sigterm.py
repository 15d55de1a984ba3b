"""SIGTERM under load: players are told, clocks get the time back, nobody loses a turn, nothing acknowledged is lost."""

from __future__ import annotations

import asyncio
import signal
import time

from chaos import verdict
from chaos.diary import Diary
from chaos.findings import Part
from chaos.mirror import Mirror
from chaos.party import Party, everybody, parties_make, until
from chaos.people import STAKE, Kind
from chaos.town import Town, reads

THINK_S = (0.3, 0.8)
KINDS = (Kind(clock_s=20, stake=STAKE), Kind(clock_s=20), Kind(people=2, clock_s=20))
PLAY_S = 3.0
END_S = 20.0
RESTART = 1012
SERVED_MS = 2_000
"""Match time may move on by so much around a stop: half a second from tick to tick, and what is served at both ends."""


async def run(town: Town, *, tables: int, bound_s: float, down_s: float) -> Part:
    """End the whole portal in order in the middle of play, start it again ``down_s`` seconds later."""
    part = Part("sigterm", {"tables": tables, "asgi processes": town.processes, "down for, s": down_s})
    diary, mirror = Diary(), Mirror(town.database.url)
    parties = await parties_make(town, tables, diary, THINK_S, KINDS, name="S")
    players = everybody(parties)
    part.require(await until(lambda: all(p.back for p in players), 30), "not everybody got in at the start")
    await asyncio.sleep(PLAY_S)
    open_lines = [player.line for player in players if player.line is not None and player.line.up]
    asked_at = time.monotonic()
    town.portal.process.send_signal(signal.SIGTERM)
    ended = await until(lambda: town.portal.process.poll() is not None, END_S)
    part.rows["ended within, s"] = round(time.monotonic() - asked_at, 1)
    part.require(ended and town.portal.process.returncode == 0, f"exit code {town.portal.process.poll()} after SIGTERM")
    codes = [line.close_code for line in open_lines]
    part.rows["lines told to come back (1012)"] = f"{codes.count(RESTART)} of {len(codes)}"
    part.violations += [f"a line was closed with {code}" for code in codes if code != RESTART]
    await _come_back(part, town, parties, mirror, bound_s, down_s)
    await asyncio.sleep(PLAY_S)
    await _finish(part, parties, diary, mirror)
    return part


async def _come_back(
    part: Part, town: Town, parties: list[Party], mirror: Mirror, bound_s: float, down_s: float
) -> None:
    stopped_ms, left = await asyncio.to_thread(_clocks, town.database.url)
    await town.hands(town.stop)
    await asyncio.sleep(down_s)
    begun = time.monotonic()
    starting = asyncio.create_task(town.hands(town.start))
    players = everybody(parties)
    await until(lambda: any(player.back for player in players), 60, 0.02)
    started_at = time.monotonic()
    started_ms, _left = await asyncio.to_thread(_clocks, town.database.url)
    part.rows["start to first line, s"] = round(started_at - begun, 1)
    part.require(await until(lambda: all(player.back for player in players), 30), "not everybody came back")
    await asyncio.to_thread(mirror.read, [party.now for party in parties])
    far = {party.now.code: mirror.copies[party.now.match_id].position for party in parties}
    caught_up = await until(lambda: all(p.position >= far.get(p.code, 0) for p in players), 30)
    healed_s = time.monotonic() - started_at
    part.rows["first line to all back and current, s"] = round(healed_s, 2)
    part.require(caught_up and healed_s <= bound_s, f"all were back and current only after {healed_s:.1f} s")
    part.rows["running clocks at the stop"] = len(left)
    part.rows["match time over the stop, ms"] = started_ms - stopped_ms
    part.require(bool(left), "no clock ran at the stop")
    part.require(
        started_ms - stopped_ms <= SERVED_MS, f"match time moved on by {started_ms - stopped_ms} ms over the stop"
    )
    await starting


def _clocks(url: str) -> tuple[int, list[int]]:
    """Match time, and what is left of every running clock."""
    with reads(url) as connection:
        row = connection.execute("SELECT now_ms FROM tables_matchtime").fetchone()
        wakes = connection.execute(
            "SELECT wake_at_ms FROM tables_match WHERE status = 'running' AND wake_at_ms IS NOT NULL"
        ).fetchall()
        now = int(row[0]) if row else 0
        return now, [int(wake) - now for (wake,) in wakes]


async def _finish(part: Part, parties: list[Party], diary: Diary, mirror: Mirror) -> None:
    players = everybody(parties)
    for player in players:
        player.playing = False
    await until(lambda: all(player.waits is None for player in players), 10)
    for party in parties:
        await party.leave()
    every = [begun for party in parties for begun in party.matches]
    await asyncio.to_thread(mirror.read, every)
    mirror.close()
    verdict.journal_held(part, diary, mirror, {begun.match_id for begun in every})
    lost = sum(mirror.wakes[begun.match_id] for begun in every)
    part.rows["turns lost to the clock"] = lost
    part.require(not lost, f"{lost} turns were lost to the clock")
