"""The matches that a process holds in memory, each under its lock, and how they follow other processes.

Nobody owns a match: what is here is a bounded cache of decoded states, caught up from records.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.db import DatabaseError

from tables.host.database import in_database
from tables.host.live import Live, earlier_events, gives_seat, live_follow, live_load, records_after, seat_infos
from tables.journal import Journal
from tables.models import Match, Record
from tables.notices import Notice, RecordMade

log = logging.getLogger(__name__)

CLOSE_S = 3
"""How long the end of a process waits for a match that is being judged."""


class Audience(Protocol):
    """Who wants to see steps: the hub of an ASGI process, or nobody in a worker."""

    def rendered(self, live: Live, events: list[Any]) -> Any:
        """What the match shows after one step more, not yet sent; None when nobody looks or it can't be shown."""

    def show(self, live: Live, rendered: Any) -> None:
        """The step is stored: send what it shows."""

    def reload(self, live: Live) -> None:
        """Something beside the records changed (seats, status)."""

    def watched(self, match_id: int) -> bool:
        """Whether a socket of this process shows the match."""


@dataclass(slots=True)
class Slot:
    """A match's place in this process: its lock, and its state when it is loaded."""

    lock: asyncio.Lock
    live: Live | None = None
    loaded: bool = False
    """It was in memory before."""


class Matches:
    """The cache of one process. All methods run on one event loop."""

    def __init__(self, journal: Journal, publish: Callable[[Notice], None], audience: Audience | None = None) -> None:
        self.journal = journal
        self.publish = publish
        self.audience = audience
        self._slots: OrderedDict[int, Slot] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the cache -------------------------------------------------------------------------------

    def _slot(self, match_id: int) -> Slot:
        slot = self._slots.get(match_id)
        if slot is None:
            slot = self._slots[match_id] = Slot(asyncio.Lock())
            self._shrink()
        self._slots.move_to_end(match_id)
        return slot

    def _shrink(self) -> None:
        """Let the matches go that nobody touched for longest; those in use or on a screen stay."""
        excess = len(self._slots) - settings.MATCH_CACHE_SIZE
        if excess <= 0:
            return
        for match_id, slot in list(self._slots.items())[: excess + 16]:
            if not slot.lock.locked() and not (self.audience and self.audience.watched(match_id)):
                del self._slots[match_id]

    @contextlib.asynccontextmanager
    async def match(self, match_id: int) -> AsyncIterator[Live | None]:
        """The match under its lock, loaded if need be; None when there is no such match."""
        slot = self._slot(match_id)
        async with slot.lock:
            yield await self._current(slot, match_id)

    async def warm(self, match_id: int) -> None:
        """Bring the match into memory: it will be wanted soon."""
        async with self.match(match_id):
            pass

    async def _current(self, slot: Slot, match_id: int) -> Live | None:
        """The match, loaded if need be; the caller holds its lock.

        What was dropped (a commit lost or failed) and is loaded again may have moved on, and the word of that is taken
        for an old one: whoever looks gets everything.
        """
        if slot.live is None:
            slot.live = await in_database(live_load, match_id)
            if slot.live is not None and slot.loaded and self.audience is not None:
                self.audience.reload(slot.live)
            slot.loaded = True
        return slot.live

    def holds(self, match_id: int) -> bool:
        """Whether the match is in memory or on its way there."""
        return match_id in self._slots

    def cached(self, match_id: int) -> Live | None:
        """What is in memory, without waiting; not to be changed."""
        slot = self._slots.get(match_id)
        return slot.live if slot else None

    # --- following other processes ---------------------------------------------------------------

    async def follow(self, notice: RecordMade) -> None:
        """Another process moved a match on. Only matches held here follow; a late word never lowers a version."""
        slot = self._slots.get(notice.match_id)
        if slot is None:
            return
        async with slot.lock:  # also while it is being loaded: what is read may be from before this record
            live = slot.live
            if live is None or live.version >= notice.version:
                return
            if live.version + 1 < notice.version or notice.over:
                await self._catch_up(slot, live)
                return
            record = Record(
                version=notice.version, kind=notice.kind, at_ms=notice.at_ms, seat=notice.seat,
                decision=notice.decision, client_id=notice.client_id, payload=notice.payload,
            )  # fmt: skip
            self._follow_one(live, record)

    def _follow_one(self, live: Live, record: Record) -> None:
        events = live_follow(live, record)
        if record.kind == Record.Kind.PRESENCE and gives_seat(record):
            # Who sits there has changed with it; the notice that says so may be lost, or be here later.
            self._later(self.seats_changed(live.match_id))
        live.bots_plan(record.at_ms)
        if live.version % settings.SNAPSHOT_EVERY == 0:
            self._events_close(live)
        self._show(live, events)

    def _show(self, live: Live, events: list[Any], rendered: Any = None) -> None:
        """Send a step that is stored to whoever looks; rendered now unless it is already."""
        if self.audience is not None:
            self.audience.show(live, self.audience.rendered(live, events) if rendered is None else rendered)

    async def catch_up(self, match_id: int) -> bool:
        """Fill a gap from the database; whether there was one."""
        slot = self._slots.get(match_id)
        if slot is None or slot.live is None:
            return False
        async with slot.lock:
            live = self.cached(match_id)
            if live is None:
                return False
            before = live.version
            await self._catch_up(slot, live)
            after = self.cached(match_id)
            return after is None or after.version != before

    async def _catch_up(self, slot: Slot, live: Live) -> None:
        status = await in_database(_match_status, live.match_id)
        if status == Match.Status.RUNNING:
            for record in await in_database(records_after, live.match_id, live.version):
                if record.version != live.version + 1:
                    break
                self._follow_one(live, record)
            return
        fresh = await in_database(live_load, live.match_id)
        slot.live = fresh
        if fresh is not None and self.audience is not None:
            fresh.screen = live.screen
            self.audience.reload(fresh)

    async def seats_changed(self, match_id: int) -> None:
        """Read again who sits where."""
        slot = self._slots.get(match_id)
        if slot is None or slot.live is None:
            return
        async with slot.lock:
            live = self.cached(match_id)
            if live is None:
                return
            try:
                live.seats = await in_database(seat_infos, match_id)
            except DatabaseError:
                slot.live = None  # its version is right, so nobody would find out that its seats are not
                raise
            if self.audience is not None:
                self.audience.reload(live)

    async def history(self, live: Live) -> list[Any]:
        """Every event so far, for the Chronik; the caller holds the lock."""
        if live.earlier is None and not live.snapshot_version:
            live.earlier = []
        if live.earlier is None:
            live.earlier = await in_database(earlier_events, live.game, live.match_id, live.snapshot_version)
        return live.earlier + live.events

    @staticmethod
    def _events_close(live: Live) -> None:
        """A snapshot has taken the events so far."""
        if live.earlier is not None:
            live.earlier.extend(live.events)
        live.events, live.snapshot_version = [], live.version

    def _later(self, coroutine: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            trouble(log, "something for a match failed", error)

    async def close(self) -> None:
        """Let what is being judged finish."""
        for slot in [slot for slot in self._slots.values() if slot.lock.locked()]:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_S), slot.lock:
                    pass
        await asyncio.gather(*self._tasks, return_exceptions=True)


def trouble(logger: logging.Logger, what: str, error: BaseException) -> None:
    """Say what failed with nobody waiting for it: a database or broker that is away is no bug of ours."""
    if isinstance(error, OSError | DatabaseError):
        logger.warning("%s: %s", what, type(error).__name__)
    else:
        logger.error(what, exc_info=error)


def _match_status(match_id: int) -> str | None:
    return Match.objects.filter(pk=match_id).values_list("status", flat=True).first()
