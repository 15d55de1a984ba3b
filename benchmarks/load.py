"""The load generator: four sockets a table, real actions, latencies from sending to seen by the three others."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from benchmarks.rawsocket import RawSocket
from benchmarks.tables import SEATS, BenchTable
from games import registry

GAME = registry.get("elements")
NO_EVENTS = b'data-events="[]"'
OVER = b'data-over="1"'
STEP_TIMEOUT_S = 10.0


@dataclass
class Figures:
    """What was measured, in seconds."""

    seen: list[float] = field(default_factory=list)
    acked: list[float] = field(default_factory=list)
    done: int = 0
    lost: int = 0
    errors: int = 0
    begun: float = 0.0
    ended: float = 0.0


class TablePlay:
    """One table: its sockets, its replica, and the action that is on its way."""

    def __init__(self, address: tuple[str, int], table: BenchTable, figures: Figures, number: int) -> None:
        self.address = address
        self.table = table
        self.figures = figures
        self.sockets: list[RawSocket] = []
        self.busy = False
        self.over = False
        self.rng = random.Random(number)
        self._ids = itertools.count()
        self._number = number
        self._match = 0
        self._sent_at = 0.0
        self._actor = 0
        self._missing: set[int] = set()
        self._acked = False
        self._finished: asyncio.Future[None] | None = None
        self.recording = False

    async def connect(self) -> None:
        """Four sockets at the current match's table, each with its first full message."""
        host = f"{self.address[0]}:{self.address[1]}"
        path = f"/ws/tische/{self.table.matches[self._match].table_code}/"
        loop = asyncio.get_running_loop()
        self.sockets = []
        full = [loop.create_future() for _ in range(SEATS)]
        for seat, cookie in enumerate(self.table.cookies):
            made = partial(RawSocket, host, path, cookie, self._reader(seat, full[seat]))
            _, socket = await loop.create_connection(made, *self.address)
            self.sockets.append(socket)
        await asyncio.wait_for(asyncio.gather(*(s.ready for s in self.sockets), *full), STEP_TIMEOUT_S)

    def _reader(self, seat: int, full: asyncio.Future[None]) -> Any:
        def read(data: bytes) -> None:
            if data[:1] == b"{":
                self._json(data)
                return
            if not full.done():
                if b'data-full="1"' in data[:200]:
                    full.set_result(None)
                return
            head = data[:260]
            if NO_EVENTS not in head or OVER in head:  # of a match's end another process shows everything
                self._seen(seat)

        return read

    def _json(self, data: bytes) -> None:
        kind = msgspec.json.decode(data).get("t")
        if kind == "ack" and not self._acked:
            self._acked = True
            if self.recording:
                self.figures.acked.append(time.perf_counter() - self._sent_at)
            self._check()
        elif kind == "no":
            self.figures.errors += 1
            print("refused:", data.decode())
            self._missing.clear()
            self._acked = True
            self._check()

    def _seen(self, seat: int) -> None:
        if seat in self._missing:
            self._missing.discard(seat)
            if not self._missing and self.recording:
                self.figures.seen.append(time.perf_counter() - self._sent_at)
            self._check()

    def _check(self) -> None:
        if self._acked and not self._missing and self._finished is not None and not self._finished.done():
            self._finished.set_result(None)

    async def play(self, scheduled: float | None = None) -> None:
        """One action, until it is acknowledged and the three others have seen it."""
        match = self.table.matches[self._match]
        pending = GAME.to_act(match.state)[0]
        action = self.rng.choice(GAME.actions(match.state, pending.seat))
        client_id = f"bench-{self._number}-{next(self._ids)}"
        frame = b'{"t":"act","id":"%s","d":%d,"a":%s}' % (
            client_id.encode(), pending.decision, GAME.encode_action(action),
        )  # fmt: skip
        self._missing = {s for s in range(SEATS) if s != pending.seat}
        self._acked = False
        self._finished = asyncio.get_running_loop().create_future()
        self._sent_at = scheduled or time.perf_counter()
        self.sockets[pending.seat].send(frame)
        GAME.apply(match.state, pending.seat, action, 0)
        try:
            await asyncio.wait_for(self._finished, STEP_TIMEOUT_S)
        except TimeoutError:
            self.figures.lost += 1
            self.over = True
            return
        if self.recording:
            self.figures.done += 1
        if GAME.outcome(match.state) is not None:
            await self._next_match()

    async def _next_match(self) -> None:
        self._match += 1
        for socket in self.sockets:
            socket.close()
        if self._match >= len(self.table.matches):
            self.over = True
        else:
            await self.connect()

    def close(self) -> None:
        for socket in self.sockets:
            socket.close()


async def saturate(plays: list[TablePlay], seconds: float, figures: Figures, begin: Callable[[], None]) -> None:
    """Every table acts again as soon as its last action was seen. ``begin`` is called when measuring begins."""
    await _warm(plays)
    begin()
    until = time.perf_counter() + seconds
    figures.begun = time.perf_counter()

    async def run(play: TablePlay) -> None:
        play.recording = True
        while time.perf_counter() < until and not play.over:
            await play.play()

    await asyncio.gather(*(run(p) for p in plays))
    figures.ended = time.perf_counter()


async def at_rate(
    plays: list[TablePlay], per_s: float, seconds: float, figures: Figures, begin: Callable[[], None]
) -> None:
    """Actions at fixed instants, spread over the tables; each is measured from its instant."""
    await _warm(plays)
    for play in plays:
        play.recording = True
    begin()
    figures.begun = time.perf_counter()
    tasks: set[asyncio.Task[None]] = set()
    order = itertools.cycle(plays)
    for number in range(int(per_s * seconds)):
        due = figures.begun + number / per_s
        pause = due - time.perf_counter()
        if pause > 0:
            await asyncio.sleep(pause)
        free = next((p for p in itertools.islice(order, len(plays)) if not p.busy and not p.over), None)
        if free is None:
            continue
        free.busy = True
        task = asyncio.create_task(_one(free, max(due, figures.begun)))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    figures.ended = time.perf_counter()


async def _one(play: TablePlay, due: float) -> None:
    try:
        await play.play(due)
    finally:
        play.busy = False


async def _warm(plays: list[TablePlay]) -> None:
    for play in plays:
        await play.connect()
    await asyncio.sleep(0.6)
    for play in plays:
        await play.play()
    await asyncio.sleep(0.3)
