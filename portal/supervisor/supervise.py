"""Start all processes in order, keep them running, end them in order."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import shutil
import signal
import socket
import time

import redis.asyncio
from django.conf import settings

from portal.supervisor import prepare, programs
from portal.supervisor.child import Child
from portal.supervisor.console import Console
from portal.supervisor.prepare import CannotServeError
from portal.supervisor.programs import Plan, Program, Stage

STORE_READY_S = 15.0
WEB_READY_S = 60.0


def serve(plan: Plan) -> None:
    """Run the portal until a signal ends it. Raises CannotServeError when it can't start."""
    console = Console()
    if console.colour:
        os.environ["FORCE_COLOR"] = "1"  # the children write to pipes
    prepare.warnings(console)
    prepare.data_directory()
    lock = prepare.data_lock() if settings.EMBEDDED else None
    sock = prepare.listening_socket(plan.host, plan.port) if "web" in plan.roles else None
    prepare.migrations(console)
    if sock is not None:
        prepare.static_files(console)
    try:
        asyncio.run(Supervisor(plan, console, sock).run())
    finally:
        if sock is not None:
            sock.close()
        if lock is not None:
            os.close(lock)


class Supervisor:
    """All children of one ``manage.py serve``."""

    def __init__(self, plan: Plan, console: Console, sock: socket.socket | None) -> None:
        self.plan = plan
        self.console = console
        self.sock = sock
        self.children: list[Child] = []
        self._stop = asyncio.Event()
        self._signals = 0

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._on_signal)
        try:
            await self._start()
            await self._stop.wait()
        finally:
            await self._end()

    def _on_signal(self) -> None:
        """The first signal ends everything in order, the second at once."""
        self._signals += 1
        self._stop.set()
        if self._signals > 1:
            self.console.line("serve", "ending at once")
            for child in self.children:
                child.signal(signal.SIGTERM if child.program.stage is Stage.STORE else signal.SIGKILL)

    def _launch(self, *wanted: Program) -> None:
        for program in wanted:
            child = Child(program, self.console)
            self.children.append(child)
            child.start()

    async def _start(self) -> None:
        begun = time.monotonic()
        if settings.EMBEDDED:
            self._launch(programs.valkey())
        await self._until_store_answers()
        if self.sock is not None:
            self._launch(*(programs.web(n + 1, self.sock.fileno()) for n in range(self.plan.processes)))
            # The first page comes first: on a small machine the workers' start would slow it down.
            await self._until_web_answers()
        self._launch(*programs.background(self.plan))
        if self.sock is not None and not self._stop.is_set():
            took = time.monotonic() - begun
            self.console.line(
                "serve", f"Speedgamez is ready on http://{self._address()}/ ({took:.1f} s); Ctrl-C ends it"
            )

    def _address(self) -> str:
        host = f"[{self.plan.host}]" if ":" in self.plan.host else self.plan.host
        return f"{host}:{self.plan.port}"

    async def _until_store_answers(self) -> None:
        """Wait for Redis. Raises CannotServeError after some seconds."""
        until = time.monotonic() + STORE_READY_S
        while not self._stop.is_set():
            client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
            try:
                await client.ping()
                return
            except redis.exceptions.BusyLoadingError:
                pass  # it reads its file
            except (redis.exceptions.RedisError, OSError) as error:
                if time.monotonic() > until:
                    raise CannotServeError(f"Can't reach Redis: {error}") from error
            finally:
                await client.aclose()
            await asyncio.sleep(0.03)

    async def _until_web_answers(self) -> None:
        """Wait for the first answer of an ASGI process, whatever it says. Raises CannotServeError when none comes."""
        web = [child for child in self.children if child.program.stage is Stage.WEB]
        until = time.monotonic() + WEB_READY_S
        while not self._stop.is_set():
            with contextlib.suppress(OSError, TimeoutError):
                if await asyncio.wait_for(self._asked_for_health(), 5):
                    return
            if time.monotonic() > until or all(child.starts > 3 for child in web):
                raise CannotServeError("The ASGI server doesn't start: its reason stands above.")
            await asyncio.sleep(0.1)

    async def _asked_for_health(self) -> bool:
        host = "127.0.0.1" if self.plan.host in {"0.0.0.0", "::"} else self.plan.host
        reader, writer = await asyncio.open_connection(host, self.plan.port)
        try:
            name = next((name for name in settings.ALLOWED_HOSTS if "*" not in name), "localhost").lstrip(".")
            writer.write(f"GET /health/ HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
            return bool(await reader.readline())
        finally:
            writer.close()

    async def _end(self) -> None:
        """Players first, then workers, beat, and last what all of them use."""
        self.console.line("serve", "ending")
        if self.sock is not None:
            self.sock.close()  # nobody new comes in
        in_order = sorted(self.children, key=lambda child: child.program.stage)
        for _, stage in itertools.groupby(in_order, key=lambda child: child.program.stage):
            await asyncio.gather(*(child.stop() for child in stage))
        if settings.EMBEDDED:
            shutil.rmtree(settings.REDIS_SOCKET.parent, ignore_errors=True)
        self.console.line("serve", "ended")
