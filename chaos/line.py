"""The benchmark's raw socket with what chaos needs besides: an address behind the proxy, the end, any bytes at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from benchmarks.rawsocket import RawSocket

CONNECT_S = 5.0


class Line(RawSocket):
    """One socket. ``closed`` is done when it is gone; then ``close_code`` says why, None where nobody said it."""

    def __init__(self, host: str, path: str, cookie: str, on_text: Callable[[bytes], None], address: str) -> None:
        super().__init__(host, path, cookie, on_text)
        self._request = self._request[:-2] + f"X-Forwarded-For: {address}\r\n\r\n".encode()
        self.closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def up(self) -> bool:
        """Open as far as anybody knows."""
        return self.ready.done() and not self.closed.done()

    def raw(self, data: bytes) -> None:
        """Send bytes as they are, whether they are frames or not."""
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(data)

    def frame(self, opcode: int, payload: bytes) -> None:
        """A masked frame of any kind, below 64 KB."""
        self._send(opcode, payload)

    def _send(self, opcode: int, payload: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            super()._send(opcode, payload)

    def _frame(self, opcode: int, payload: bytes) -> None:
        super()._frame(opcode, payload)
        if opcode == 8:
            self.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))
        if not self.closed.done():
            self.closed.set_result(None)


async def connect(
    address: tuple[str, int], path: str, cookie: str, on_text: Callable[[bytes], None], seen_from: str
) -> Line:
    """An open line. Raises OSError or TimeoutError."""
    loop = asyncio.get_running_loop()
    make = partial(Line, f"{address[0]}:{address[1]}", path, cookie, on_text, seen_from)
    async with asyncio.timeout(CONNECT_S):
        _, line = await loop.create_connection(make, *address)
        try:
            await line.ready
        except BaseException:
            line.close()
            raise
    return line
