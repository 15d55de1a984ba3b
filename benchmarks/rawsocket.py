"""A small WebSocket client on raw asyncio: the load generator shares two cores with what it measures.

Only what the benchmark needs: text frames, no compression, answers pings.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable


class RawSocket(asyncio.Protocol):
    """One socket; ``on_text`` is called with every message's bytes, ``on_close`` with its code."""

    def __init__(self, host: str, path: str, cookie: str, on_text: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self._on_text = on_text
        self._buffer = bytearray()
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.close_code: int | None = None
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if b" 101 " not in self._buffer[: end + 4].split(b"\r\n", 1)[0]:
                self._fail(ConnectionError(bytes(self._buffer[:80]).decode(errors="replace")))
                return
            del self._buffer[: end + 4]
            self._open = True
            self.ready.set_result(None)
        self._frames()

    def _frames(self) -> None:
        buffer, at = self._buffer, 0
        while len(buffer) - at >= 2:
            opcode, length, head = buffer[at] & 15, buffer[at + 1] & 127, 2
            if length == 126:
                if len(buffer) - at < 4:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 4], "big"), 4
            elif length == 127:
                if len(buffer) - at < 10:
                    break
                length, head = int.from_bytes(buffer[at + 2 : at + 10], "big"), 10
            if len(buffer) - at < head + length:
                break
            payload = bytes(buffer[at + head : at + head + length])
            at += head + length
            self._frame(opcode, payload)
        del buffer[:at]

    def _frame(self, opcode: int, payload: bytes) -> None:
        if opcode == 1:
            self._on_text(payload)
        elif opcode == 9:
            self._send(10, payload)
        elif opcode == 8:
            self.close_code = int.from_bytes(payload[:2], "big")

    def send(self, text: bytes) -> None:
        """A text frame."""
        self._send(1, text)

    def _send(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        length = len(payload)
        head = bytes([0x80 | opcode, 0x80 | (length if length < 126 else 126)])
        if length >= 126:
            head += length.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + payload)  # a mask of zeros leaves the payload as it is

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def _fail(self, error: Exception) -> None:
        if not self.ready.done():
            self.ready.set_exception(error)
        self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._fail(exc or ConnectionError(f"closed with {self.close_code}"))
