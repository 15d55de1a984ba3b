"""The heap of near instants in each worker: when which match wants looking at.

``clock`` workers let time pass, ``bots`` workers make the computers' moves. Time is data (``Match.wake_at_ms``,
``bot_at_ms``); the heap only saves asking for it. Notices feed it, the sweep task feeds what a lost notice or a dead
holder left. A short lease in Redis saves double work; what keeps it right is the journal's conditional update.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Collection, Iterable
from typing import Any

import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from tables import matchtime
from tables.host import runtime
from tables.host.cache import trouble
from tables.notices import BotsDue, MatchDue, Notice, RecordMade

log = logging.getLogger(__name__)

WAKE, BOT = "wake", "bot"
WARM, WARM_MS = "warm-", 500
"""So long before it is due, a match is brought into memory."""
SWEPT = "swept-"
THOUGHTS = 2
"""Computers that a worker has in work at once: one thinks, one waits for the database."""
LEASE_MS = 2_000
LONGEST_SLEEP_S = 0.5

Due = tuple[int, str, int]
"""Absolute match time in ms, what is due, match id."""


class Clockwork:
    """Fires what is due of its ``kinds`` (``WAKE``, ``BOT``). Lives on the runtime's loop."""

    def __init__(self, kinds: Collection[str]) -> None:
        self.kinds = frozenset(kinds)
        self._heap: list[Due] = []
        self._known: dict[tuple[str, int], int] = {}
        self._thinking = asyncio.Semaphore(THOUGHTS)
        self._wake = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._redis = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)
        self._run_task = asyncio.get_running_loop().create_task(self._run(), name="clockwork")

    def heard(self, notice: Notice) -> None:
        """Notices carry the next wake."""
        if isinstance(notice, RecordMade | MatchDue):
            self.feed([(WAKE, notice.match_id, notice.wake_at_ms), (BOT, notice.match_id, notice.bot_at_ms)])
        elif isinstance(notice, BotsDue):
            self.swept([(BOT, match_id, when) for match_id, when in notice.due])

    def swept(self, due: Iterable[tuple[str, int, int]]) -> None:
        """Take in what the database said some time ago: it replaces no word of a step, which may be newer."""
        for what, match_id, when in due:
            if what in self.kinds and self._known.get((what, match_id)) != when:
                self._push((when, SWEPT + what, match_id))

    def unlike(self, match_ids: Iterable[int]) -> None:
        """Matches in real time that don't follow who is there: nobody else does it, or is just about to."""
        for match_id in match_ids:
            self._later(runtime.host().attend(match_id))

    def feed(self, due: Iterable[tuple[str, int, int | None]]) -> None:
        """Take (what, match, when) in; a newer word on the same replaces the older one."""
        for what, match_id, when in due:
            if when is None or what not in self.kinds:
                self._known.pop((what, match_id), None)
            elif self._known.get((what, match_id)) != when:
                self._known[what, match_id] = when
                self._push((when - WARM_MS, WARM + what, match_id))
                self._push((when, what, match_id))

    def _push(self, due: Due) -> None:
        if not self._heap or due < self._heap[0]:
            self._wake.set()
        heapq.heappush(self._heap, due)

    async def _run(self) -> None:
        while True:
            pause = LONGEST_SLEEP_S
            now = matchtime.clock.now_ms()
            while self._heap and self._heap[0][0] <= now:
                self._due(*heapq.heappop(self._heap))
            if self._heap:
                pause = min(pause, max(0.001, (self._heap[0][0] - now) / 1000))
            self._wake.clear()
            try:
                await asyncio.wait_for(self._wake.wait(), pause)
            except TimeoutError:
                continue

    def _due(self, when: int, what: str, match_id: int) -> None:
        """Something of the heap; what a newer word has replaced is passed over."""
        if what.startswith(SWEPT):
            self._later(self._fire(what.removeprefix(SWEPT), match_id, when))
        elif what.startswith(WARM):
            if self._known.get((what.removeprefix(WARM), match_id)) == when + WARM_MS:
                self._later(runtime.host().warm(match_id))
        elif self._known.get((what, match_id)) == when:
            del self._known[what, match_id]
            self._later(self._fire(what, match_id, when))

    def _later(self, coroutine: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            trouble(log, "what was due failed", error)

    async def _fire(self, what: str, match_id: int, when: int) -> None:
        if what == WAKE:
            if await self._lease(what, match_id, when):
                await runtime.host().wake(match_id)
            return
        async with self._thinking:  # whoever has no room leaves it to another worker
            if await self._lease(what, match_id, when):
                await runtime.host().bot_move(match_id)

    async def _lease(self, what: str, match_id: int, when: int) -> bool:
        """Whether this worker does it. Without a broker everyone does: only one can win the update."""
        try:
            return bool(await self._redis.set(f"lease:{what}:{match_id}:{when}", 1, nx=True, px=LEASE_MS))
        except (RedisError, OSError):
            return True
