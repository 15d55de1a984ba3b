"""Local fan-out: which sockets of this process look at which table, and what each is sent.

Between processes only records travel (``tables/notices.py``); here they become fragments, rendered once for all
who see the same, and go to each socket's bounded outbox. Runs on the event loop, never waits for a socket.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, Protocol

from tables import presence
from tables.host import screen
from tables.host.database import in_database
from tables.host.judge import Host
from tables.host.live import Live
from tables.host.screen import Room, Screen
from tables.notices import PROCESS, PresenceChanged
from tables.presence import Claim

log = logging.getLogger(__name__)

ROOM = '{"t":"room"}'
LOBBY = '{"t":"lobby"}'
LOBBY_PAUSE_S = 0.3
FLUSH_S = 0.1
ATTEND_S = 10.0


class Viewer(Protocol):
    """A socket as the hub knows it."""

    player_id: int | None
    holder: int | str
    """Whose socket it is: the player, or the address of somebody without a name."""
    session_key: str
    seat: int | None

    def push(self, text: str) -> None:
        """Queue a message; a socket that is too slow is dropped."""

    def next_number(self) -> int:
        """The next message number of this socket."""

    def dismiss(self, code: int) -> None:
        """Close the socket with a reason."""


@dataclass(slots=True, eq=False)
class TableRoom:
    """The sockets of this process at one table."""

    table_id: int
    code: str
    match_id: int | None
    revision: int = 0
    """The table's as its viewers know it: a lost word of a change is found by comparing."""
    viewers: set[Viewer] = field(default_factory=set)
    room: Room = field(default_factory=Room)
    told: frozenset[int] = frozenset()
    """Whom its waiting room was last told to be there."""


class Hub:
    """All sockets of this process."""

    def __init__(self) -> None:
        self.rooms: dict[int, TableRoom] = {}
        self._by_code: dict[str, TableRoom] = {}
        self._by_match: dict[int, TableRoom] = {}
        self._lobby: set[Viewer] = set()
        self._by_holder: dict[int | str, set[Viewer]] = defaultdict(set)
        self._claims: dict[tuple[int, int | None], int] = {}
        self._unwritten: set[tuple[int, int | None]] = set()
        self._lobby_due = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.host: Host | None = None
        self.send: Any = lambda notice: None

    # --- coming and going ------------------------------------------------------------------------

    def admit(self, viewer: Viewer, most: int) -> bool:
        """Know the socket from now on, unless its holder has ``most`` already."""
        held = self._by_holder[viewer.holder]
        if len(held) >= most:
            return False
        held.add(viewer)
        return True

    def forget(self, viewer: Viewer) -> None:
        """The socket is closed; it may never have been admitted."""
        held = self._by_holder[viewer.holder]
        held.discard(viewer)
        if not held:
            del self._by_holder[viewer.holder]

    def enter(self, viewer: Viewer, table_id: int, code: str, match_id: int | None, revision: int = 0) -> TableRoom:
        """A socket looks at a table from now on."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = self._by_code[code] = TableRoom(table_id, code, match_id, revision)
        self.room_match(room, match_id)
        room.viewers.add(viewer)
        if viewer.player_id is not None:
            room.room.online |= {viewer.player_id}
        self._claim(table_id, viewer.player_id, +1)
        return room

    def room_match(self, room: TableRoom, match_id: int | None) -> None:
        """The room's table has this match (from now on)."""
        if match_id is not None:
            room.match_id = match_id
            self._by_match[match_id] = room

    def leave(self, viewer: Viewer, room: TableRoom) -> None:
        """The socket is gone."""
        room.viewers.discard(viewer)
        self._claim(room.table_id, viewer.player_id, -1)
        if not room.viewers:
            self.rooms.pop(room.table_id, None)
            self._by_code.pop(room.code, None)
            if room.match_id is not None:
                self._by_match.pop(room.match_id, None)

    def lobby_enter(self, viewer: Viewer) -> None:
        self._lobby.add(viewer)

    def lobby_leave(self, viewer: Viewer) -> None:
        self._lobby.discard(viewer)

    def room_by_code(self, code: str) -> TableRoom | None:
        return self._by_code.get(code)

    def viewers_of(self, player_id: int) -> list[Viewer]:
        return list(self._by_holder.get(player_id, ()))

    def everybody(self) -> list[Viewer]:
        """Every socket of this process."""
        return [*self._lobby, *(v for room in self.rooms.values() for v in room.viewers)]

    # --- presence --------------------------------------------------------------------------------

    def _claim(self, table_id: int, player_id: int | None, change: int) -> None:
        key = (table_id, player_id)
        before = self._claims.get(key, 0)
        self._claims[key] = before + change
        if player_id is None or not before or not self._claims[key]:
            self._unwritten.add(key)

    async def claims_flush(self) -> None:
        """Store who came and who went, and say so; called every ``FLUSH_S``."""
        keys, self._unwritten = self._unwritten, set()
        if not keys:
            return
        claims = [Claim(table, player, self._claims.get((table, player), 0)) for table, player in keys]
        for key in keys:
            if not self._claims.get(key):
                self._claims.pop(key, None)
        try:
            await in_database(presence.claims_write, PROCESS, claims)
        except Exception:
            self._unwritten |= keys
            raise
        for table_id in {table for table, _player in keys}:
            self.send(PresenceChanged(table_id))
            await self.attend(table_id)

    async def attend(self, table_id: int) -> None:
        """Read again who is at the table and show it."""
        room = self.rooms.get(table_id)
        if room is None or self.host is None:
            return
        there = await in_database(presence.attendance, table_id)
        local = {v.player_id for v in room.viewers if v.player_id is not None}
        room.room.online = there.online | local
        room.room.givable = there.givable - local
        room.room.watchers = there.watchers
        if room.match_id is None:
            if room.room.online != room.told:  # the waiting room shows who is there
                room.told = room.room.online
                self.table_signal(room.code)
            return
        async with self.host.match(room.match_id) as live:
            if live is not None:
                self.refresh(live)

    # --- sending ---------------------------------------------------------------------------------

    def watched(self, match_id: int) -> bool:
        return match_id in self._by_match

    def step(self, live: Live, events: list[Any]) -> None:
        """A record: render what changed, send each socket its own."""
        room = self._by_match.get(live.match_id)
        if room is None or not room.viewers:
            return
        try:
            self._step(room, live, events)
        except Exception:
            log.exception("match %s could not be shown", live.match_id)

    def _step(self, room: TableRoom, live: Live, events: list[Any]) -> None:
        shown = self._screen(live)
        public = shown.public_changes(live, room.room)
        lines = screen.log_lines_html(live, events)
        if lines:
            public.append(f'<ol id="chronik" hx-swap-oob="afterbegin">{lines}</ol>')
        self._send(room, live, shown, "".join(public), events)
        if live.over:
            for viewer in room.viewers:
                viewer.push(ROOM)

    def refresh(self, live: Live) -> None:
        """Show what changed beside the records (who is there)."""
        room = self._by_match.get(live.match_id)
        if room is None or not room.viewers:
            return
        shown = self._screen(live)
        public = shown.public_changes(live, room.room)
        if public:
            self._send(room, live, shown, "".join(public), [])

    def _send(self, room: TableRoom, live: Live, shown: Screen, public: str, events: list[Any]) -> None:
        by_seat: dict[int | None, list[Viewer]] = defaultdict(list)
        for viewer in room.viewers:
            by_seat[viewer.seat].append(viewer)
        hidden = "hidden" in live.game.info.traits
        same = "" if hidden else screen.events_json(live, events, None)
        for seat, viewers in by_seat.items():
            private = "".join(shown.private_changes(live, seat))
            seen = screen.events_json(live, events, seat) if hidden else same
            tail = screen.message_tail(live, full=False, seat=seat, events=seen)
            body = tail + public + private
            for viewer in viewers:
                viewer.push(screen.message_number(viewer.next_number()) + body)

    @staticmethod
    def _screen(live: Live) -> Screen:
        if live.screen is None:
            live.screen = Screen()
        shown: Screen = live.screen
        return shown

    async def send_all(self, viewer: Viewer, room: TableRoom) -> None:
        """Everything the viewer may see now: after connecting, a gap or a refusal of something stale."""
        if self.host is None or room.match_id is None:
            return
        async with self.host.match(room.match_id) as live:
            if live is None:
                return
            viewer.seat = live.seat_of(viewer.player_id)
            self.refresh(live)
            viewer.push(await self.full_message(live, room.room, viewer.seat, viewer.next_number()))
            if live.over:
                viewer.push(ROOM)

    async def full_message(self, live: Live, room: Room, seat: int | None, number: int) -> str:
        """One message with all fragments; the caller holds the match's lock."""
        assert self.host is not None
        shown = self._screen(live)
        shown.public_changes(live, room)
        shown.private_changes(live, seat)
        lines = screen.log_lines_html(live, await self.host.history(live))
        tail = screen.message_tail(live, full=True, seat=seat, events="[]")
        fragments = "".join(shown.everything(seat).values())
        chronik = f'<ol id="chronik" class="chron" hx-swap-oob="true">{lines}</ol>'
        return screen.message_number(number) + tail + fragments + chronik

    def reload(self, live: Live) -> None:
        """Seats or status changed: everybody gets everything again."""
        room = self._by_match.get(live.match_id)
        if room is not None:
            for viewer in list(room.viewers):
                self.later(self.send_all(viewer, room))

    def table_signal(self, code: str) -> None:
        """Seats, options or status of a table changed: its pages fetch it."""
        room = self._by_code.get(code)
        if room is not None:
            for viewer in room.viewers:
                viewer.push(ROOM)

    def lobby_signal(self) -> None:
        """The lobby changed: home pages fetch it, told once per pause however much happens."""
        if not self._lobby_due and self._lobby:
            self._lobby_due = True
            self.later(self._lobby_tell())

    async def _lobby_tell(self) -> None:
        await asyncio.sleep(LOBBY_PAUSE_S)
        self._lobby_due = False
        for viewer in self._lobby:
            viewer.push(LOBBY)

    def later(self, coroutine: Any) -> None:
        """Run on the loop without being waited for; failures are logged."""
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something in the hub failed", exc_info=error)
