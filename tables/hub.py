"""Local fan-out: which sockets of this process look at which table, and what each is sent.

Between processes only records travel (``tables/notices.py``); here they become fragments, rendered once for all
who see the same, and go to each socket's bounded outbox. Runs on the event loop, never waits for a socket.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from django.db import DatabaseError

from accounts.selectors import player_id_by_session
from tables import bounds, matchtime, presence
from tables.host import screen
from tables.host.cache import trouble
from tables.host.database import in_database
from tables.host.judge import Host
from tables.host.live import Live
from tables.host.screen import Room
from tables.looks import Looks
from tables.notices import PROCESS, PresenceChanged
from tables.presence import Claim

log = logging.getLogger(__name__)

ROOM = '{"t":"room"}'
LOBBY = '{"t":"lobby"}'
LOBBY_PAUSE_S = 0.3
FLUSH_S = 0.1
GONE_S = 1.0
ATTEND_S = 10.0
SESSION_ENDED = 4401
RESTART = 1012
MANY, RECENT_S = 1000, 60.0
"""Words of ended sessions are kept until there are so many, then those of the last minute."""


class Viewer(Protocol):
    """A socket as the hub knows it."""

    player_id: int | None
    holder: int | str
    """Whose socket it is: the player, or the address of somebody without a name."""
    session_key: str
    seat: int | None

    def push(self, text: str) -> None:
        """Queue a message; a socket that is too slow is dropped."""

    def show(self, body: bytes) -> None:
        """Queue a view of the match: ``body`` after the head with this socket's next number."""

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
    asked: dict[int | None, int | None] = field(default_factory=dict)
    """The decision of each seat as the last message said it."""


class Rendered(NamedTuple):
    """What changed on the screens of a table: for everybody, for each seat (None: who watches), and what happened."""

    public: bytes
    private: dict[int | None, bytes]
    events: Sequence[Any] = ()


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
        self._going: dict[tuple[int, int | None], float] = {}
        self._left_ms: dict[tuple[int, int | None], int] = {}
        self.looks = Looks()
        self._elsewhere: set[int] = set()
        self.players = bounds.Players()
        self._sessions_changed: dict[int, float] = {}
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
            self.presence_changed(table_id)
        self.room_match(room, match_id)
        room.viewers.add(viewer)
        if viewer.player_id is not None:
            room.room.online |= {viewer.player_id}
        self._claim(table_id, viewer.player_id, +1)
        return room

    def room_match(self, room: TableRoom, match_id: int | None) -> None:
        """The room's table has this match (from now on)."""
        if match_id is not None:
            if room.match_id != match_id:
                self.presence_changed(room.table_id)  # who has a seat in it watches no more
            room.match_id = match_id
            self._by_match[match_id] = room

    def leave(self, viewer: Viewer, room: TableRoom) -> None:
        """The socket is gone."""
        room.viewers.discard(viewer)
        self._claim(room.table_id, viewer.player_id, -1)
        if room.match_id is not None and viewer.seat is not None and (room.table_id, viewer.player_id) in self._going:
            self.looks.went(room.match_id)
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

    # --- sessions --------------------------------------------------------------------------------

    def sessions_changed(self, player_id: int) -> None:
        """Word that a session of the player has ended."""
        now = asyncio.get_running_loop().time()
        self._sessions_changed[player_id] = now
        if len(self._sessions_changed) > MANY:
            recent = {p: at for p, at in self._sessions_changed.items() if now - at < RECENT_S}
            self._sessions_changed = recent

    def sessions_changed_since(self, player_id: int, moment: float) -> bool:
        """Whether such a word came after ``moment`` of the loop."""
        return self._sessions_changed.get(player_id, -1.0) >= moment

    async def session_check(self, viewer: Viewer) -> None:
        """Close the socket if its session isn't its player's any more."""
        if await in_database(player_id_by_session, viewer.session_key) != viewer.player_id:
            viewer.dismiss(SESSION_ENDED)

    # --- presence --------------------------------------------------------------------------------

    def _claim(self, table_id: int, player_id: int | None, change: int) -> None:
        key = (table_id, player_id)
        before = self._claims.get(key, 0)
        self._claims[key] = before + change
        if not self._claims[key]:
            self._going[key] = asyncio.get_running_loop().time() + GONE_S
            self._left_ms[key] = matchtime.clock.now_ms()
            return
        was_going = self._going.pop(key, None) is not None
        self._left_ms.pop(key, None)
        if player_id is None or not (before or was_going):
            self._unwritten.add(key)

    def _gone(self) -> set[tuple[int, int | None]]:
        """Whose last socket went some time ago: a page that is loaded again is nobody's coming and going."""
        now = asyncio.get_running_loop().time()
        gone = {key for key, at in self._going.items() if at <= now}
        for key in gone:
            del self._going[key]
        return gone

    def presence_changed(self, table_id: int) -> None:
        """Look again who is there, soon: after a restart all say it of all tables, and it is read once for many."""
        self._elsewhere.add(table_id)

    async def claims_flush(self) -> None:
        """Store who came and who went, and say so; show what others said. Called every ``FLUSH_S``."""
        keys, self._unwritten = self._unwritten | self._gone(), set()
        tables, self._elsewhere = self._elsewhere, set()
        try:
            if keys:
                await self._claims_write(keys)
                tables |= {table for table, _player in keys}
            await self.attend(tables)
        except Exception:
            self._elsewhere |= tables
            raise
        finally:
            for match_id in self.looks.take():
                self.later(self.look(match_id))

    async def look(self, match_id: int) -> None:
        """Let a match in real time follow who is there."""
        if self.host is not None:
            room = self._by_match.get(match_id)
            here = {viewer.player_id for viewer in room.viewers if viewer.player_id is not None} if room else set()
            await self.looks.look(self.host, match_id, here)

    async def arrived(self, viewer: Viewer, room: TableRoom) -> None:
        """A match that stands still goes on before its player is shown any of it: so the page's clock begins right."""
        if self.host is None or room.match_id is None or viewer.player_id is None:
            return
        async with self.host.match(room.match_id) as live:
            waits = live is not None and live.paused_ms is not None and live.seat_of(viewer.player_id) is not None
        if waits:
            await self.claims_flush()  # first it is stored that somebody is there, or a worker would stop it again
            await self.look(room.match_id)

    async def _claims_write(self, keys: set[tuple[int, int | None]]) -> None:
        claims = [
            Claim(table, player, self._claims.get((table, player), 0), self._left_ms.get((table, player)))
            for table, player in keys
        ]
        for key in keys:
            if not self._claims.get(key):
                self._claims.pop(key, None)
                self._going.pop(key, None)
                self._left_ms.pop(key, None)
        try:
            await in_database(presence.claims_write, PROCESS, claims)
        except Exception:
            self._unwritten |= keys
            raise
        for claim in claims:
            room = self.rooms.get(claim.table_id)
            if claim.sockets and claim.player_id is not None and room is not None and room.match_id is not None:
                self.looks.came(room.match_id)
        for table_id in {table for table, _player in keys}:
            self.send(PresenceChanged(table_id))

    async def attend(self, table_ids: Collection[int]) -> None:
        """Read again who is at these tables and show it."""
        here = [table_id for table_id in table_ids if table_id in self.rooms]
        if not here or self.host is None:
            return
        for table_id, there in (await in_database(presence.attendances, here)).items():
            room = self.rooms.get(table_id)
            if room is not None:
                await self._attended(room, there)

    async def _attended(self, room: TableRoom, there: presence.Attendance) -> None:
        assert self.host is not None
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

    def rendered(self, live: Live, events: list[Any]) -> Rendered | None:
        """What a step shows, by what a socket may see: rendered where it changed, and not yet sent.

        The caller holds the match's lock until it is shown, or drops the match.
        """
        room = self._by_match.get(live.match_id)
        if room is None or not room.viewers:
            return None
        shown = screen.of(live)
        try:
            public, private = shown.changes(live, room.room, {viewer.seat for viewer in room.viewers})
            return Rendered(public + shown.news(live, events), private, events)
        except Exception:
            log.exception("match %s could not be shown", live.match_id)
            return None

    def show(self, live: Live, rendered: Rendered | None) -> None:
        """Send each socket its own of a step; who came meanwhile waits for everything."""
        room = self._by_match.get(live.match_id)
        if room is None or rendered is None:
            return
        try:
            self._send(live, room, rendered)
        except Exception:  # what is stored stays acknowledged
            log.exception("match %s could not be sent", live.match_id)
        if live.over:
            for viewer in room.viewers:
                viewer.push(ROOM)

    def refresh(self, live: Live) -> None:
        """Show what changed beside the records (who is there)."""
        room = self._by_match.get(live.match_id)
        if room is None or not room.viewers:
            return
        public, private = screen.of(live).changes(live, room.room, {viewer.seat for viewer in room.viewers})
        if public or any(private.values()):
            self._send(live, room, Rendered(public, private))

    @staticmethod
    def _send(live: Live, room: TableRoom, rendered: Rendered) -> None:
        """Each socket what it may see, encoded once for those who see the same.

        Where something is hidden, who sees no change is sent nothing: that something has happened might tell already.
        """
        hidden = "hidden" in live.game.info.traits
        told = screen.events_json(live, rendered.events, None)
        now, decisions = live.now(), screen.decisions(live)
        bodies: dict[int | None, bytes] = {}
        same: dict[tuple[bytes, int | None, str], bytes] = {}
        for seat, own in rendered.private.items():
            if hidden:
                told = screen.events_json(live, rendered.events, seat)
            asked = decisions.get(seat)
            if hidden and not (own or rendered.public) and told == "[]" and room.asked.get(seat, -1) == asked:
                continue
            room.asked[seat] = asked
            key = own, asked, told
            if key not in same:
                tail = screen.message_tail(live, now, full=False, decision=key[1], events=told)
                same[key] = b"".join((tail.encode(), rendered.public, own))
            bodies[seat] = same[key]
        for viewer in room.viewers:
            body = bodies.get(viewer.seat)
            if body is not None:
                viewer.show(body)

    async def send_all(self, viewer: Viewer, room: TableRoom) -> None:
        """Everything the viewer may see now: after connecting, a gap or a refusal of something stale."""
        if self.host is None or room.match_id is None:
            return
        async with self.host.match(room.match_id) as live:
            if live is None:
                return
            viewer.seat = live.seat_of(viewer.player_id)
            self.refresh(live)
            viewer.show(await self._full(live, room.room, viewer.seat))
            if live.over:
                viewer.push(ROOM)

    async def _full(self, live: Live, room: Room, seat: int | None) -> bytes:
        """All fragments; the caller holds the match's lock."""
        assert self.host is not None
        shown = screen.of(live)
        shown.changes(live, room, (seat,))
        tail = screen.message_tail(live, live.now(), full=True, decision=screen.decisions(live).get(seat), events="[]")
        return tail.encode() + shown.whole(live, seat, await self.host.history(live))

    def reload(self, live: Live) -> None:
        """Seats or status changed: everybody gets everything again."""
        room = self._by_match.get(live.match_id)
        if room is not None:
            for viewer in list(room.viewers):
                self.later(self.send_all_or_part(viewer, room))

    async def send_all_or_part(self, viewer: Viewer, room: TableRoom) -> None:
        """Whoever can't be shown the match now comes back: nothing would tell of a whole view that is missing."""
        try:
            await self.send_all(viewer, room)
        except (DatabaseError, OSError) as error:
            log.warning("a socket is sent away, its view is not reachable: %s", type(error).__name__)
            viewer.dismiss(RESTART)

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
            trouble(log, "something in the hub failed", error)
