"""The channel between processes, from the event loop: one subscription, one publish per turn of the loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection

import msgspec
import redis.asyncio
from django.conf import settings
from redis.exceptions import RedisError

from tables import notices
from tables.notices import CHANNEL, PROCESS, Notice

log = logging.getLogger(__name__)

RETRY_S = 0.5


class Bus:
    """Sends this process's notices and hands those of others to ``handler``, on the loop."""

    def __init__(self, handler: Callable[[Notice], None]) -> None:
        self._handler = handler
        self._loop = asyncio.get_running_loop()
        self._outbox: list[Notice] = []
        self._wake = asyncio.Event()
        self._redis = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2)
        self._tasks = [
            self._loop.create_task(self._publish(), name="bus-publish"),
            self._loop.create_task(self._subscribe(), name="bus-subscribe"),
        ]
        self.connected = asyncio.Event()
        notices.listen_locally(self._from_thread)

    def send(self, notice: Notice) -> None:
        """Tell the other processes; what this process has to do about it, the caller does."""
        self._outbox.append(notice)
        self._wake.set()

    def _from_thread(self, notice: Notice) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._handler, notice)

    async def _publish(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._outbox = self._outbox, []
            if not batch:
                continue
            try:
                await self._redis.publish(CHANNEL, notices.encode(batch))
            except (RedisError, OSError) as error:
                log.warning("%d notices not sent, the broker is away: %s", len(batch), type(error).__name__)
                await asyncio.sleep(RETRY_S)

    async def _subscribe(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    self.connected.set()
                    async for message in pubsub.listen():
                        self._receive(message["data"])
            except (RedisError, OSError) as error:
                self.connected.clear()
                log.warning("no word from other processes, the broker is away: %s", type(error).__name__)
            await asyncio.sleep(RETRY_S)

    def _receive(self, data: bytes) -> None:
        try:
            envelope = notices.decode(data)
        except msgspec.ValidationError:
            log.warning("a notice of another version was passed over")
            return
        if envelope.process == PROCESS:
            return
        for notice in envelope.notices:
            try:
                self._handler(notice)
            except Exception:
                log.exception("a notice could not be followed")

    async def close(self) -> None:
        await asyncio.sleep(0)
        await end(self._tasks)
        await self._redis.aclose()


async def end(tasks: Collection[asyncio.Task[None]]) -> None:
    """Cancel until they are done: a library may take a cancellation for its own time-out and go on."""
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=0.2)
