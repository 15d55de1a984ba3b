"""One ASGI process: ``python -m portal.supervisor.server --fd N``, on a listening socket that it inherits."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import time
from asyncio.transports import BaseTransport

import django
import uvicorn
from django.conf import settings
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from tables.wire import LINE

log = logging.getLogger(__name__)

GRACE_S = 5
CUT_AFTER_S = 5


LONG_TURN_S = 0.003
READ_AHEAD = 8
"""So many messages of one client wait before its socket isn't read any more; uvicorn stops after each."""


class Line(WebSocketsSansIOProtocol):
    """A websocket as the match host needs it: consumers may write to it at once (``tables/consumers.py``).

    It ends when nobody answers its pings: uvicorn closes it after what is still to be written; for somebody who
    reads nothing that is never.
    """

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._frames_out: list[bytes] = []
        self.waits_since = 0.0

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.handshake_initiated and not self.handshake_complete:
            self.scope["extensions"][LINE] = self  # type: ignore[assignment]

    def text(self, head: bytes, body: bytes) -> bool:
        """Write a text message (``head`` and ``body``) at the end of this turn of the loop.

        False when the line is closed or its buffer is full.

        What goes to one client in one turn (the answer to an action and what it changed) is one write: a write
        costs more than the rest of the message's way. Nothing is compressed, so a frame is a head and the text.
        """
        if not self.writable.is_set() or self.conn.state is not State.OPEN or self.close_sent or self.disconnected:
            return False
        if not self._frames_out:
            if not _waiting:
                self.loop.call_soon(_flush_all)
                self.waits_since = time.monotonic()
            _waiting.append(self)
        size = len(head) + len(body)
        if size < 126:
            self._frames_out += (bytes((0x81, size)), head, body)
        elif size < 65536:
            self._frames_out += (b"\x81\x7e", size.to_bytes(2), head, body)
        else:
            self._frames_out += (b"\x81\x7f", size.to_bytes(8), head, body)
        return True

    @staticmethod
    def flush_late() -> None:
        """Write what waits on all lines now if this turn of the loop has taken long already.

        Many writes in a row cost a third of what each costs alone; but no move waits for all others' of a long turn.
        """
        if _waiting and time.monotonic() - _waiting[0].waits_since > LONG_TURN_S:
            _flush_all()

    def flush(self) -> None:
        """Write what waits."""
        frames, self._frames_out = self._frames_out, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    async def send(self, message: ASGISendEvent) -> None:
        self.flush()  # what was written before goes before
        await super().send(message)

    def handle_close(self, event: Frame) -> None:
        self.flush()
        super().handle_close(event)

    def send_receive_event_to_app(self) -> None:
        """As uvicorn's, but some messages are read ahead, and what is no UTF-8 is the sender's fault, not an error."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        else:
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                if self.conn.state is State.OPEN:  # else its end came in the same packet, and is handled next
                    self.conn.send_close(1007)
                    self.handle_parser_exception()
                return
        if self.queue.qsize() >= READ_AHEAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CUT_AFTER_S, self.transport.abort)


_waiting: list[Line] = []
"""Lines with something to write at the end of this turn of the loop."""


def _flush_all() -> None:
    lines = _waiting.copy()
    _waiting.clear()
    for line in lines:
        try:
            line.flush()
        except Exception:  # one line's trouble: the others' words still go out
            log.exception("a line could not be written to")


def config() -> uvicorn.Config:
    """See docs/adr/0004-asgi-server.md; and bounds for what a stranger may send.

    uvicorn leaves X-Forwarded-* alone: the portal counts proxies from the right itself (TRUSTED_PROXIES).
    """
    return uvicorn.Config(
        "portal.asgi:application",
        loop="uvloop",
        http="httptools",
        ws=Line,
        ws_max_size=settings.SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # halves throughput
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,  # Django's
        log_level="warning",
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE_S,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True)
    fd = parser.parse_args().fd
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    uvicorn.Server(config()).run(sockets=[socket.socket(fileno=fd)])


if __name__ == "__main__":
    main()
