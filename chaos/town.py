"""A production portal with servers of its own that can be stopped and started: what everything here is done to."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from tests.support import live, services
from tests.support.live import Portal
from tests.support.portals import PRODUCTION
from tests.support.programs import free_port

DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
AWAY = (psycopg.OperationalError, psycopg.InterfaceError)
"""What a connection raises while the database is stopped."""
R = TypeVar("R")


class Town:
    """The portal, its database and its broker. This process has Django on the same database, in one thread."""

    def __init__(
        self, folder: Path, database: services.Server, broker: services.Server, env: Mapping[str, str], processes: int
    ) -> None:
        self.folder = folder
        self.database = database
        self.broker = broker
        self.env = env
        self.processes = processes
        self.port = free_port()
        self.lines: list[str] = []
        """The log of portals that have ended."""
        self._portal: ExitStack | None = None
        self._more: Mapping[str, str] = {}
        self.portal: Portal
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="orm")
        self._hands = ThreadPoolExecutor(1, thread_name_prefix="hands")

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", self.port

    def start(self, more: Mapping[str, str] | None = None) -> None:
        """Returns once the portal and its workers answer."""
        self._portal, self._more = ExitStack(), more or {}
        arguments = ("--processes", str(self.processes))
        self.portal = self._portal.enter_context(
            live.portal(*arguments, data=self.folder, port=self.port, env={**self.env, **self._more})
        )
        self.portal.wait_healthy(60)

    def stop(self) -> None:
        """End the portal in order; database and broker go on."""
        if self._portal is not None:
            self._portal.close()
            self._portal = None
            self.lines += self.portal.lines

    def log(self) -> list[str]:
        """The whole log so far."""
        return [*self.lines, *(self.portal.lines if self._portal is not None else [])]

    def log_errors(self) -> list[str]:
        """Lines of it that tell of an exception nobody handled."""
        return live.errors_in(self.log())

    async def orm(self, function: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        """Run ``function``, which uses Django's ORM, on a connection that is alive."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: _alive(function, args, kwargs))

    async def hands(self, function: Callable[..., R], *args: Any) -> R:
        """Run what starts or ends servers, always in the same thread: Linux ends a program with the thread it is of."""
        return await asyncio.get_running_loop().run_in_executor(self._hands, lambda: function(*args))

    async def serve(self, more: Mapping[str, str]) -> None:
        """Serve with these settings beside the town's own; a portal that does already serves on."""
        if self._portal is None or self._more != more:
            await self.hands(self.stop)
            await self.hands(self.start, more)

    def close(self) -> None:
        self._hands.submit(self.stop).result()
        self._thread.submit(_let_go).result()
        self._thread.shutdown()
        self._hands.shutdown()


def _alive(function: Callable[..., R], args: Any, kwargs: Any) -> R:
    from django.db import connections

    connections["default"].close_if_unusable_or_obsolete()
    return function(*args, **kwargs)


def _let_go() -> None:
    from django.db import connections

    connections.close_all()


@contextmanager
def town(*, processes: int, env: Mapping[str, str] | None = None) -> Iterator[Town]:
    """A town on PostgreSQL with fsync, its portal not started yet; this process has Django on the same database."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="speedgamez-chaos-")))
        database = stack.enter_context(services.postgresql_server(*DURABLE))
        broker = stack.enter_context(services.redis_process())
        wanted = {
            **PRODUCTION,
            "DATABASE_URL": database.url,
            "REDIS_URL": broker.url,
            "TRUSTED_PROXIES": "1",
            "LOG_LEVEL": "WARNING",
            **(env or {}),
        }
        made = Town(folder, database, broker, wanted, processes)
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, env=live.environment(folder, made.port, wanted), cwd=live.ROOT, check=True)
        _django(live.environment(folder, made.port, wanted))
        stack.callback(made.close)
        yield made


def _django(env: Mapping[str, str]) -> None:
    """This process looks at the same database. Django takes its settings once, so: one town a process."""
    os.environ.update(env)
    import django
    from django.conf import settings

    if settings.configured:
        raise RuntimeError("Django is set up already; run it as `python -m chaos`")
    django.setup()
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # many people register at once


def reads(url: str) -> psycopg.Connection[Any]:
    """A connection for looking on, with one snapshot for each transaction."""
    connection = psycopg.connect(url, connect_timeout=2)
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    connection.read_only = True
    return connection
