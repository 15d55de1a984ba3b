"""The host of this process: where its loop runs, and how threads reach it.

``server``: an ASGI process, on the server's own loop, with a hub. ``worker``: a Celery process, on a loop in a
thread of its own. ``inline``: neither (tests, commands): every call makes a host, works on the caller's database
connection and keeps nothing.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from asgiref.sync import async_to_sync
from django.db import transaction

from accounts.selectors import player_ids_by_sessions
from tables import matchtime, presence
from tables.host import database
from tables.host.bus import Bus, end
from tables.host.database import in_database
from tables.host.judge import Host
from tables.hub import ATTEND_S, FLUSH_S, RESTART, SESSION_ENDED, Hub, TableRoom
from tables.journal import OrmJournal, journal_for_database
from tables.notices import (
    PROCESS,
    LobbyChanged,
    Notice,
    PresenceChanged,
    RecordMade,
    SeatsChanged,
    SessionsChanged,
    TableChanged,
    Tick,
)

log = logging.getLogger(__name__)
R = TypeVar("R")

CALL_TIMEOUT_S = 20
COMPARE_S = 3.0
SWITCH_S = 0.0005
"""How long a thread may hold the interpreter while the loop waits for it; Python's own is ten times that."""
GC_THRESHOLDS = (2_000, 5, 500)
"""A move makes some hundred objects and leaves no cycle; Python's own thresholds look for some every few moves. What
is looked through at once stays small, for it stops the loop: 0.3 ms for a thousand objects."""
SESSIONS_AT_ONCE = 200
SESSIONS_S = 45.0
"""A lost word that a session ended costs so much: then every socket's session is looked up again."""


class Runtime:
    """One process's host with everything round it."""

    def __init__(self, *, server: bool, listener: Callable[[Notice], None] | None = None) -> None:
        self.server = server
        self.listener = listener
        self.loop = asyncio.get_running_loop()
        self.hub = Hub()
        self.tasks: list[asyncio.Task[None]] = []
        self.pid = os.getpid()

    async def start(self) -> None:
        """Bring the host up: database pool, journal, match time, notices."""
        database.pool_start()
        self.bus = Bus(self.heard)
        self.host = Host(journal_for_database(), self.publish, self.hub if self.server else None)
        self.hub.host, self.hub.send = self.host, self.bus.send
        matchtime.clock.hear(await in_database(matchtime.row_read))
        gc.collect()
        gc.freeze()  # what is loaded by now stays: looking through it again and again stops the loop for 100 ms
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setswitchinterval(SWITCH_S)
        if self.server:
            await in_database(presence.process_beat, PROCESS)
            self._every(matchtime.TICK_S, self._tick)
            self._every(FLUSH_S, self.hub.claims_flush)
            self._every(ATTEND_S, self._attend)
            self._every(COMPARE_S, self._compare)
            self._every(SESSIONS_S, self._recheck_all)
        else:
            self._every(1.0, self._listen_to_time)

    async def stop(self) -> None:
        """Finish what is being judged, store who is gone, let go of everything."""
        await end(self.tasks)
        await self.host.close()
        await self.host.journal.close()
        if self.server:
            await in_database(presence.process_leave, PROCESS)
        await self.bus.close()
        database.pool_stop()

    def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def run() -> None:
            while True:
                try:
                    await work()
                except asyncio.CancelledError:
                    raise
                except Exception as error:
                    log.warning("%s failed: %s: %s", work.__name__, type(error).__name__, error)
                await asyncio.sleep(seconds)

        self.tasks.append(self.loop.create_task(run(), name=work.__name__))

    def publish(self, notice: Notice) -> None:
        """What the host of this process did: others hear it by the bus, what listens here hears it now."""
        self.bus.send(notice)
        if self.listener is not None:
            self.listener(notice)
        if self.server and isinstance(notice, LobbyChanged):
            self.hub.lobby_signal()

    async def _tick(self) -> None:
        """Add this process's time to match time, beat the process's row, tell the others."""
        now = await in_database(_tick_write, matchtime.clock.now_ms())
        matchtime.clock.hear(now)
        self.bus.send(Tick(now))

    async def _listen_to_time(self) -> None:
        matchtime.clock.hear(await in_database(matchtime.row_read))

    async def _attend(self) -> None:
        """Look again where somebody is away (a seat may become free to give), and where others are there than shown.

        A process died with its sockets, or its word was lost with the broker.
        """
        rooms = [r for r in self.hub.rooms.values() if r.match_id is None or self._runs(r.match_id)]
        there = await in_database(presence.sockets_at, [room.table_id for room in rooms])
        await self.hub.attend([r.table_id for r in rooms if self._looks_different(r, there.get(r.table_id, {}))])

    def _looks_different(self, room: TableRoom, there: dict[int | None, int]) -> bool:
        live = self.host.cached(room.match_id) if room.match_id is not None else None
        people = {seat.player_id for seat in live.seats if seat.human} if live is not None else set()
        watchers = sum(sockets for player_id, sockets in there.items() if player_id not in people)
        return not people <= set(there) or set(there) - {None} != room.room.online or watchers != room.room.watchers

    def _runs(self, match_id: int) -> bool:
        live = self.host.cached(match_id)
        return live is not None and not live.over

    async def _compare(self) -> None:
        """A lost last notice leaves no gap: compare the versions of all matches on screens."""
        from tables.models import Match, Table

        shown = {r.match_id: r.table_id for r in self.hub.rooms.values() if r.match_id is not None}
        for match_id, version in await in_database(
            lambda: list(Match.objects.filter(pk__in=shown).values_list("pk", "version"))
        ):
            live = self.host.cached(match_id)
            if live is None:
                await self.hub.attend([shown[match_id]])
            elif live.version < version:
                await self.host.catch_up(match_id)
        waiting = {r.table_id: r for r in self.hub.rooms.values() if r.match_id is None}
        for table_id, revision in await in_database(
            lambda: list(Table.objects.filter(pk__in=list(waiting)).values_list("pk", "revision"))
        ):
            if waiting[table_id].revision != revision:
                await self._table_changed(waiting[table_id].code)

    def heard(self, notice: Notice) -> None:
        """A notice of another process, or of a thread of this one; on the loop."""
        if self.listener is not None:
            self.listener(notice)
        match notice:
            case RecordMade():
                if self.host.holds(notice.match_id):  # of most matches a worker knows nothing
                    self.hub.later(self.host.follow(notice))
            case Tick():
                matchtime.clock.hear(notice.now_ms)
            case SeatsChanged():
                self.hub.later(self.host.seats_changed(notice.match_id))
            case _ if self.server:
                self._heard_by_server(notice)

    def _heard_by_server(self, notice: Notice) -> None:
        match notice:
            case TableChanged():
                self.hub.later(self._table_changed(notice.code))
            case LobbyChanged():
                self.hub.lobby_signal()
            case PresenceChanged():
                self.hub.presence_changed(notice.table_id)
            case SessionsChanged():
                self.hub.later(self._recheck(notice))

    async def _table_changed(self, code: str) -> None:
        from tables import selectors_live

        room = self.hub.room_by_code(code)
        if room is None:
            return
        if room.match_id is None:
            gate = await in_database(selectors_live.gate, code, None)
            room.revision = gate.revision if gate is not None else room.revision
            if gate is not None and gate.match_id is not None:
                self.hub.room_match(room, gate.match_id)
                for viewer in list(room.viewers):
                    await self.hub.send_all_or_part(viewer, room)
        self.hub.table_signal(code)

    async def _recheck(self, notice: SessionsChanged) -> None:
        """Close the player's sockets that lost their right; who became somebody else comes back."""
        self.hub.sessions_changed(notice.player_id)
        for viewer in self.hub.viewers_of(notice.player_id):
            if notice.identity:
                viewer.dismiss(RESTART)
            else:
                await self.hub.session_check(viewer)

    async def _recheck_all(self) -> None:
        people = [viewer for viewer in self.hub.everybody() if viewer.player_id is not None]
        for start in range(0, len(people), SESSIONS_AT_ONCE):
            some = people[start : start + SESSIONS_AT_ONCE]
            found = await in_database(player_ids_by_sessions, [viewer.session_key for viewer in some])
            for viewer in some:
                if found.get(viewer.session_key) != viewer.player_id:
                    viewer.dismiss(SESSION_ENDED)


def _tick_write(candidate_ms: int) -> int:
    with transaction.atomic():
        now = matchtime.row_tick(candidate_ms)
        presence.process_beat(PROCESS)
    return now


# --- the process's one runtime ---------------------------------------------------------------------

_current: Runtime | None = None
_starting = threading.Lock()


async def server_start() -> None:
    """In an ASGI process: at lifespan start, or with the first request where there is no lifespan."""
    global _current
    if _current is None:
        _current = Runtime(server=True)
        await _current.start()


async def server_stop() -> None:
    global _current
    if _current is not None:
        runtime, _current = _current, None
        await runtime.stop()


def worker_start(listener: Callable[[Notice], None] | None = None) -> Runtime:
    """In a Celery process: the host on a loop in a thread of its own. Called again it gives the same one."""
    global _current
    with _starting:
        if _current is None or _current.pid != os.getpid():
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="host", daemon=True).start()
            _current = asyncio.run_coroutine_threadsafe(_worker_runtime(listener), loop).result(CALL_TIMEOUT_S)
        return _current


async def _worker_runtime(listener: Callable[[Notice], None] | None) -> Runtime:
    runtime = Runtime(server=False, listener=listener)
    await runtime.start()
    return runtime


def worker_stop() -> None:
    """Finish what is being judged."""
    global _current
    with _starting:
        if _current is not None and _current.pid == os.getpid():
            asyncio.run_coroutine_threadsafe(_current.stop(), _current.loop).result(CALL_TIMEOUT_S)
            _current = None


def hub() -> Hub:
    """The hub of an ASGI process."""
    assert _current is not None, "no socket without a running server"
    return _current.hub


def host() -> Host:
    assert _current is not None, "no socket without a running server"
    return _current.host


def call(work: Callable[[Host], Coroutine[Any, Any, R]]) -> R:
    """From a thread (a view, a task): do something with the host and wait for it."""
    if _current is not None:
        return asyncio.run_coroutine_threadsafe(work(_current.host), _current.loop).result(CALL_TIMEOUT_S)
    return async_to_sync(_inline)(work)


async def _inline(work: Callable[[Host], Coroutine[Any, Any, R]]) -> R:
    from tables.notices import send

    heard: list[Notice] = []
    inline = Host(OrmJournal(), heard.append)
    with matchtime.fixed(await in_database(matchtime.now_ms)):
        result = await work(inline)
        await inline.close()
    if heard:
        await in_database(send, *heard)
    return result


async def with_hub(work: Callable[[Hub], Coroutine[Any, Any, R]]) -> R:
    """For pages: a hub with a host, the server's or a passing one."""
    if _current is not None:
        return await work(_current.hub)
    passing = Hub()
    passing.host = Host(OrmJournal(), lambda notice: None, passing)
    with matchtime.fixed(await in_database(matchtime.now_ms)):
        return await work(passing)


def call_hub(work: Callable[[Hub], Coroutine[Any, Any, R]]) -> R:
    """From a thread: render something with the hub and wait for it."""
    if _current is not None:
        return asyncio.run_coroutine_threadsafe(work(_current.hub), _current.loop).result(CALL_TIMEOUT_S)
    return async_to_sync(with_hub)(work)
