"""The channel between processes, from the event loop: one subscription, one publish per turn of the loop.

Both lines are plain connections of redis-py: its client waits for the answer of every publish and wraps each read in
retries, which took longer than judging the move that is told of. Here a lost line is opened anew, that is all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Collection
from typing import Any

import msgspec
import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from tables import notices
from tables.notices import CHANNEL, Notice

log = logging.getLogger(__name__)

RETRY_S = 0.5


class Bus:
    """Sends this process's notices and hands those of others to ``handler``, on the loop."""

    def __init__(self, handler: Callable[[Notice], None]) -> None:
        self._handler = handler
        self._loop = asyncio.get_running_loop()
        self._outbox: list[Notice] = []
        self._wake = asyncio.Event()
        self._pool = redis.asyncio.ConnectionPool.from_url(settings.REDIS_URL, socket_connect_timeout=2, protocol=2)
        self.connected = asyncio.Event()
        self._tasks = [
            self._loop.create_task(self._publish(), name="bus-publish"),
            self._loop.create_task(self._subscribe(), name="bus-subscribe"),
        ]
        notices.listen_locally(self._from_thread)

    def send(self, notice: Notice) -> None:
        """Tell the other processes; what this process has to do about it, the caller does."""
        self._outbox.append(notice)
        self._wake.set()

    def _from_thread(self, notice: Notice) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._handler, notice)

    async def _publish(self) -> None:
        line = self._line()
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._outbox = self._outbox, []
            if not batch:
                continue
            try:
                if not line.is_connected:
                    await line.connect()
                    await line.send_command("CLIENT", "REPLY", "OFF")
                packed = line.pack_command("PUBLISH", CHANNEL, notices.encode(batch))
                await line.send_packed_command(packed, check_health=False)
            except (RedisError, OSError) as error:
                log.warning("%d notices not sent, the broker is away: %s", len(batch), type(error).__name__)
                await self._hang_up(line)
                await asyncio.sleep(RETRY_S)

    async def _subscribe(self) -> None:
        while True:
            line = self._line()
            try:
                await line.connect()
                await line.send_command("SUBSCRIBE", CHANNEL)
                while True:
                    kind, _channel, data = await line.read_response(timeout=math.inf, push_request=True)
                    if kind == b"message":
                        self._receive(data)
                    else:
                        self.connected.set()
            except (RedisError, OSError) as error:
                log.warning("no word from other processes, the broker is away: %s", type(error).__name__)
            finally:
                self.connected.clear()
                await self._hang_up(line)
            await asyncio.sleep(RETRY_S)

    def _line(self) -> Any:
        line: Any = self._pool.make_connection()  # type: ignore[no-untyped-call]
        return line

    @staticmethod
    async def _hang_up(line: Any) -> None:
        with contextlib.suppress(RedisError, OSError):
            await line.disconnect(nowait=True)

    def _receive(self, data: bytes) -> None:
        if notices.is_own(data):
            return
        try:
            heard = notices.decode(data)
        except msgspec.DecodeError:
            log.warning("a notice of another version was passed over")
            return
        for notice in heard:
            try:
                self._handler(notice)
            except Exception:
                log.exception("a notice could not be followed")

    async def close(self) -> None:
        """Send what waits and let go of both lines."""
        await asyncio.sleep(0)
        await end(self._tasks)
        await self._pool.aclose()


async def end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel until they are done: a library may take a cancellation for its own time-out and go on."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=0.2)
