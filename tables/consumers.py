"""Sockets of table pages and home pages: decode, bound, forward. They judge nothing.

A socket is accepted first and closed with its reason then: a refused handshake is 1006 in the browser and tried
for ever, which is right only for foreign Origins (``portal/asgi.py``).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from channels.consumer import AsyncConsumer
from channels.exceptions import StopConsumer
from django.conf import settings
from django.db import DatabaseError
from django.http import parse_cookie

from accounts.selectors import player_id_by_session
from tables import bounds, frames, selectors_live
from tables.host import runtime
from tables.host.answers import MALFORMED, NO_SEAT, TOO_FAST, Ack, Answer, Refused
from tables.host.database import in_database
from tables.hub import RESTART, Hub, TableRoom
from tables.render import said
from tables.wire import LINE, Line

log = logging.getLogger(__name__)

TOO_SLOW, FLOOD, UNSUPPORTED = 1013, 1008, 1003
NO_ACCESS, NO_TABLE, TOO_MANY = 4403, 4404, 4429
OUTBOX_MESSAGES = 128
OUTBOX_BYTES = 2_000_000
MALFORMED_LIMIT = 10


Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket(AsyncConsumer):
    """What both kinds of socket share: identity, flood bound, bounded outbox, closing with a reason."""

    def __init__(self) -> None:
        super().__init__()
        self.player_id: int | None = None
        self.holder: int | str = ""
        self.session_key = ""
        self.seat: int | None = None
        self._number = 0
        self._line: Line | None = None
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._sending = False
        self._admitted = False
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing: int | None = None
        self._messages = bounds.messages()
        self._dear = bounds.dear()
        self._acts = bounds.messages()
        self._malformed = 0

    @property
    def hub(self) -> Hub:
        return runtime.hub()

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Channels makes two tasks for every message and hops through a thread; this reads one after the other."""
        self.scope = scope
        self.base_send = send
        self._line = scope.get("extensions", {}).get(LINE)
        handlers = {
            "websocket.connect": self.websocket_connect,
            "websocket.receive": self.websocket_receive,
            "websocket.disconnect": self.websocket_disconnect,
        }
        try:
            while True:
                message = await receive()
                try:
                    await handlers[message["type"]](message)
                except DatabaseError as error:
                    log.warning("a socket is sent away, the database is not reachable: %s", type(error).__name__)
                    self.dismiss(RESTART)
        except StopConsumer:
            pass
        finally:
            await self._gone()

    # --- life ------------------------------------------------------------------------------------

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        await self.send({"type": "websocket.accept"})
        loop = asyncio.get_running_loop()
        self._writer = loop.create_task(self._write())
        self.session_key = session_key(self.scope)
        asked_at = loop.time()
        self.player_id, found = await in_database(self.look)
        self.holder = bounds.address_of(self.scope) if self.player_id is None else self.player_id
        bound = self.hub.players.of(self.player_id)
        self._dear, self._acts = bound.dear, bound.acts
        wait_s = bound.arrivals.reserve()
        if wait_s > bounds.LONGEST_WAIT_S:
            self.dismiss(FLOOD)
            return
        await asyncio.sleep(wait_s)
        if self.hub.admit(self, bounds.sockets_each(self.holder)):
            self._admitted = True
            await self.entered(found)
        else:
            self.dismiss(TOO_MANY)
        if self.player_id is not None and self.hub.sessions_changed_since(self.player_id, asked_at):
            await self.hub.session_check(self)  # word of its end came before the hub knew of this socket

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        raise StopConsumer

    async def _gone(self) -> None:
        """The socket is closed or of no use any more, however that came."""
        await self.left()
        if self._admitted:
            self.hub.forget(self)
        if self._writer is not None:
            self._writer.cancel()

    def look(self) -> tuple[int | None, Any]:
        """In a database thread: whose session this is, and what else is to be known before it is let in."""
        return player_id_by_session(self.session_key), None

    async def entered(self, found: Any) -> None:
        """The socket is open and knows whose it is; ``found`` is what ``look`` found beside."""

    async def left(self) -> None:
        """The socket is closed."""

    # --- in --------------------------------------------------------------------------------------

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        if self._closing is not None:
            return
        if not self._messages.take():
            self.dismiss(FLOOD)
            return
        text = message.get("text")
        if text is None:
            self.dismiss(UNSUPPORTED)
            return
        try:
            if len(text) > settings.SOCKET_MESSAGE_BYTES:
                raise ValueError("too long")
            frame = frames.frame_decode(text)
        except ValueError:
            self._not_understood()
            return
        await self.framed(frame)

    async def framed(self, frame: frames.Frame) -> None:
        """A well-formed frame came."""

    def _not_understood(self) -> None:
        self._malformed += 1
        if self._malformed > MALFORMED_LIMIT:
            self.dismiss(FLOOD)
        else:
            self.push(frames.refusal("", MALFORMED))

    # --- out -------------------------------------------------------------------------------------

    def show(self, body: bytes) -> None:
        self._number += 1
        self._queue(b'<div id="live-msg" hx-swap-oob="true" hidden data-n="%d"' % self._number, body)

    def push(self, text: str) -> None:
        self._queue(text.encode(), b"")

    def _queue(self, head: bytes, body: bytes) -> None:
        """Send now if the line takes it; else it waits, and a browser that doesn't read is dropped and comes back."""
        if self._closing is not None:
            return
        if self._line is not None and not self._outbox and not self._sending and self._line.text(head, body):
            return
        self._outbox.append(head + body)
        self._outbox_bytes += len(head) + len(body)
        if len(self._outbox) > OUTBOX_MESSAGES or self._outbox_bytes > OUTBOX_BYTES:
            self._outbox.clear()
            self.dismiss(TOO_SLOW)
        self._wake.set()

    def dismiss(self, code: int) -> None:
        """Close with ``code`` after what is queued."""
        if self._closing is None:
            self._closing = code
            self._wake.set()

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._sending = True
            while self._outbox:
                data = self._outbox.popleft()
                self._outbox_bytes -= len(data)
                await self.send({"type": "websocket.send", "text": data.decode()})
            self._sending = False
            if self._closing is not None:
                await self.send({"type": "websocket.close", "code": self._closing})
                return


class TableSocket(Socket):
    """The socket of a table's page, in every phase of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.room: TableRoom | None = None

    @property
    def code(self) -> str:
        """The table's public id."""
        found: str = self.scope["url_route"]["kwargs"]["code"]
        return found

    def look(self) -> tuple[int | None, selectors_live.Gate | None]:
        player_id = player_id_by_session(self.session_key)
        return player_id, selectors_live.gate(self.code, player_id)

    async def entered(self, found: Any) -> None:
        gate: selectors_live.Gate | None = found
        if gate is None:
            self.dismiss(NO_TABLE)
        elif not gate.allowed:
            self.dismiss(NO_ACCESS)
        else:
            self.room = self.hub.enter(self, gate.table_id, self.code, gate.match_id, gate.revision)
            await self.hub.arrived(self, self.room)
            await self.hub.send_all(self, self.room)

    async def left(self) -> None:
        if self.room is not None:
            self.hub.leave(self, self.room)
            self.room = None

    async def framed(self, frame: frames.Frame) -> None:
        if self.room is None:
            return
        match frame:
            case frames.Act():
                await self._act(frame)
            case frames.Beat():
                self.push(frames.beat(frame.at, self._match_now(), self._number))
            case frames.Sync():
                if self._dear.take():
                    await self.hub.send_all(self, self.room)
                else:
                    self.dismiss(FLOOD)
            case frames.Advice():
                await self._advise()

    def _match_now(self) -> int | None:
        match_id = self.room.match_id if self.room else None
        live = runtime.host().cached(match_id) if match_id is not None else None
        return live.now() if live else None

    async def _act(self, frame: frames.Act) -> None:
        assert self.room is not None
        if self.seat is None or self.room.match_id is None:
            self.push(frames.refusal(frame.id, NO_SEAT))
            return
        if not self._in_pace(self.room.match_id):
            self.push(frames.refusal(frame.id, TOO_FAST))
            return
        answer = await self._submit(self.room.match_id, self.seat, frame)
        stale = isinstance(answer, Refused) and answer.stale and self._dear.take()
        if stale and await runtime.host().catch_up(self.room.match_id):  # the player may know more than this process
            answer = await self._submit(self.room.match_id, self.seat, frame)
        if isinstance(answer, Ack):
            self.push(frames.ack(frame.id))
            if self._line is not None:
                self._line.flush_late()
            return
        self.push(frames.refusal(frame.id, answer))
        if stale:
            await self.hub.send_all(self, self.room)

    def _in_pace(self, match_id: int) -> bool:
        """Whether the player acts no faster than a hand, over all sockets; what is refused costs the match nothing."""
        pace = bounds.actions_per_s(runtime.host().cached(match_id))
        self._messages.refill_with(pace)
        self._acts.refill_with(pace)
        return self._acts.take()

    async def _submit(self, match_id: int, seat: int, frame: frames.Act) -> Answer:
        return await runtime.host().submit(match_id, seat, frame.d, frame.id, bytes(frame.a), player_id=self.player_id)

    async def _advise(self) -> None:
        assert self.room is not None
        if self.seat is None or self.room.match_id is None:
            self.push(frames.refusal("", NO_SEAT))
            return
        if not self._dear.take():
            self.push(frames.refusal("", TOO_FAST))
            return
        advice = await runtime.host().advise(self.room.match_id, self.seat)
        if isinstance(advice, Refused):
            self.push(frames.refusal("", advice))
        else:
            decision, action, reason = advice
            self.push(frames.advice(decision, action, said(reason)))


class LobbySocket(Socket):
    """The socket of the home page: tells when its lists have to be fetched again."""

    async def entered(self, found: Any) -> None:
        self.hub.lobby_enter(self)

    async def left(self) -> None:
        self.hub.lobby_leave(self)

    async def framed(self, frame: frames.Frame) -> None:
        if isinstance(frame, frames.Beat):
            self.push(frames.beat(frame.at, None, self._number))


def session_key(scope: dict[str, Any]) -> str:
    """The session cookie of the handshake, read as Django reads a page's (strange cookies beside it do no harm)."""
    raw = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return parse_cookie(raw.decode("latin-1")).get(settings.SESSION_COOKIE_NAME, "")
