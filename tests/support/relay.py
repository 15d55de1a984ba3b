"""A line to the portal as a phone has it: it can be slow, and it can be lost without a word."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CHUNK = 1400
"""About what one packet carries."""


class Relay:
    """Passes bytes between browsers and a port of this machine.

    ``delay_s`` is one way, a new connection takes one way and back first. ``down`` and ``up`` are bytes a second for
    all connections together; 0: as fast as it goes.
    """

    def __init__(self, port: int, *, delay_s: float = 0.0, down: float = 0.0, up: float = 0.0) -> None:
        self.delay_s, self.down, self.up = delay_s, down, up
        self._target = port
        self._free_at = {"down": 0.0, "up": 0.0}
        self._era = 0
        self._tasks: set[asyncio.Task[None] | None] = set()
        self._loop = asyncio.new_event_loop()
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def lose(self) -> None:
        """From now on nothing passes over the lines that are open; new ones work. Nobody is told."""
        self._era += 1

    async def start(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Let go of everything."""
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        era = self._era
        self._tasks.add(asyncio.current_task())  # asyncio itself holds them weakly, and a lost line waits for ever
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.sleep(2 * self.delay_s)
            far, out = await asyncio.open_connection("127.0.0.1", self._target)
            await asyncio.gather(
                self._pass("up", self.up, near, out, era), self._pass("down", self.down, far, back, era)
            )

    async def _pass(
        self, way: str, rate: float, source: asyncio.StreamReader, sink: asyncio.StreamWriter, era: int
    ) -> None:
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        feeding = asyncio.create_task(self._feed(way, rate, source, queue))
        with suppress(OSError):
            while True:
                due, data = await queue.get()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if era != self._era:
                    continue  # lost; the connection stays open as far as anybody knows
                if not data:
                    break
                sink.write(data)
                await sink.drain()
        feeding.cancel()
        sink.close()

    async def _feed(
        self, way: str, rate: float, source: asyncio.StreamReader, queue: asyncio.Queue[tuple[float, bytes]]
    ) -> None:
        data = b"-"
        while data:
            try:
                data = await source.read(CHUNK if rate else 65_536)
            except OSError:
                data = b""
            begun = max(time.monotonic(), self._free_at[way])
            self._free_at[way] = begun + (len(data) / rate if rate else 0.0)
            queue.put_nowait((self._free_at[way] + self.delay_s, data))
            if rate:  # what a slow line can't take stays with the sender
                await asyncio.sleep(max(0.0, self._free_at[way] - time.monotonic() - 0.1))


@contextmanager
def relay(port: int, *, delay_s: float = 0.0, down: float = 0.0, up: float = 0.0) -> Iterator[Relay]:
    """A running relay to that port."""
    made = Relay(port, delay_s=delay_s, down=down, up=up)
    thread = threading.Thread(target=made._loop.run_forever, daemon=True)
    thread.start()
    try:
        asyncio.run_coroutine_threadsafe(made.start(), made._loop).result(10)
        yield made
    finally:
        asyncio.run_coroutine_threadsafe(made.stop(), made._loop).result(10)
        made._loop.call_soon_threadsafe(made._loop.stop)
        thread.join(10)
        made._loop.close()
