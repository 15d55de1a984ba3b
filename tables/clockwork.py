"""The heap of near instants in each ``clock`` worker: when which match wants looking at.

Time is data (``Match.wake_at_ms``, ``bot_at_ms``); the heap only saves asking for it. Notices feed it, the sweep
task feeds what a lost notice or a dead holder left. A short lease in Redis saves double work; what keeps it right
is the journal's conditional update.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Iterable
from typing import Any

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from tables import matchtime
from tables.host import runtime
from tables.notices import MatchDue, Notice, RecordMade

log = logging.getLogger(__name__)

WAKE, BOT = "wake", "bot"
LEASE_MS = 2_000
LONGEST_SLEEP_S = 0.5

Due = tuple[int, str, int]
"""Absolute match time in ms, what is due, match id."""


class Clockwork:
    """Fires wakes itself and hands computers' moves to the ``bots`` queue. Lives on the runtime's loop."""

    def __init__(self) -> None:
        self._heap: list[Due] = []
        self._known: dict[tuple[str, int], int] = {}
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._redis = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
        self._run_task = asyncio.get_running_loop().create_task(self._run(), name="clockwork")

    def heard(self, notice: Notice) -> None:
        """Notices carry the next wake."""
        if isinstance(notice, RecordMade | MatchDue):
            self.feed([(WAKE, notice.match_id, notice.wake_at_ms), (BOT, notice.match_id, notice.bot_at_ms)])

    def feed(self, due: Iterable[tuple[str, int, int | None]]) -> None:
        """Take (what, match, when) in; a newer word on the same replaces the older one."""
        for what, match_id, when in due:
            if when is None:
                self._known.pop((what, match_id), None)
            elif self._known.get((what, match_id)) != when:
                self._known[what, match_id] = when
                heapq.heappush(self._heap, (when, what, match_id))
                self._wake.set()

    async def _run(self) -> None:
        while True:
            pause = LONGEST_SLEEP_S
            now = matchtime.clock.now_ms()
            while self._heap and self._heap[0][0] <= now:
                when, what, match_id = heapq.heappop(self._heap)
                if self._known.get((what, match_id)) == when:
                    del self._known[what, match_id]
                    self._later(self._fire(what, match_id, when))
            if self._heap:
                pause = min(pause, max(0.001, (self._heap[0][0] - now) / 1000))
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), pause)
            except TimeoutError:
                continue

    def _later(self, coroutine: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fire(self, what: str, match_id: int, when: int) -> None:
        if not await self._lease(what, match_id, when):
            return
        if what == WAKE:
            await runtime.host().wake(match_id)
        else:
            await asyncio.to_thread(self._queue_bot, match_id)

    async def _lease(self, what: str, match_id: int, when: int) -> bool:
        """Whether this worker does it. Without a broker everyone does: only one can win the update."""
        try:
            return bool(await self._redis.set(f"lease:{what}:{match_id}:{when}", 1, nx=True, px=LEASE_MS))
        except (RedisError, OSError):
            return True

    @staticmethod
    def _queue_bot(match_id: int) -> None:
        from tables.tasks import bot_move

        try:
            bot_move.apply_async((match_id,), expires=30, retry=False)
        except Exception as error:
            log.warning("a computer's move could not be queued: %s", type(error).__name__)
