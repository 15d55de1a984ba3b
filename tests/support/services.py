"""PostgreSQL and Redis of a test's own: on a free port, in a temporary folder, gone with the test."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from tests.support import valkey
from tests.support.programs import dies_with_us, find, free_port

POSTGRES_PLACES = tuple(str(p) for p in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))
POSTGRES_OPTIONS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")


def _who() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as the user of its package."""
    return {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}


class Server:
    """A server program that a test may stop and start again, on the same port and the same files."""

    def __init__(self, url: str, command: Sequence[str], ready: Callable[[], None], **options: Any) -> None:
        self.url = url
        self._command = command
        self._ready = ready
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns once it answers."""
        self._process = subprocess.Popen(self._command, preexec_fn=dies_with_us(), **self._options)
        self._ready()

    def end(self, number: signal.Signals) -> None:
        """Send the signal and wait for the end of it."""
        if self._process is not None:
            self._process.send_signal(number)
            self._process.wait()


@contextmanager
def postgresql_server(*options: str) -> Iterator[Server]:
    """A fresh database server; ``options`` as of ``postgres -c``. SIGQUIT is its immediate stop."""
    postgres = find("postgres", places=POSTGRES_PLACES)
    initdb = find("initdb", places=POSTGRES_PLACES)
    folder = Path(tempfile.mkdtemp(prefix="speedgamez-pg-"))
    if os.getuid() == 0:
        shutil.chown(folder, "postgres")
    port = free_port()
    make = [str(initdb), "-D", str(folder / "data"), "-U", "portal", "-A", "trust", "-E", "UTF8", "--no-sync"]
    settings = [word for option in (*POSTGRES_OPTIONS, *options) for word in ("-c", option)]
    run = [str(postgres), "-D", str(folder / "data"), "-p", str(port), "-k", str(folder), "-h", "127.0.0.1", *settings]
    try:
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, cwd="/", **_who())
        with (folder / "log").open("wb") as log:
            url = f"postgres://portal@127.0.0.1:{port}/postgres"
            ready = partial(_wait_for_postgresql, port)
            server = Server(url, run, ready, stdout=log, stderr=log, cwd="/", **_who())
            try:
                server.start()
                yield server
            finally:
                server.end(signal.SIGINT)  # its fast way to end
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql(*options: str) -> Iterator[str]:
    """The URL of a fresh database server; ``options`` as of ``postgres -c``."""
    with postgresql_server(*options) as server:
        yield server.url


def _wait_for_postgresql(port: int, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=portal dbname=postgres").close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


@contextmanager
def redis_process() -> Iterator[Server]:
    """A fresh Redis server that keeps nothing when it ends."""
    program = find("redis-server", "valkey-server")
    port = free_port()
    command = [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    url = f"redis://127.0.0.1:{port}/0"
    with tempfile.TemporaryDirectory(prefix="speedgamez-redis-") as folder:
        server = Server(url, command, partial(valkey.wait_ready, url), stdout=subprocess.DEVNULL, cwd=folder)
        try:
            server.start()
            yield server
        finally:
            server.end(signal.SIGTERM)


@contextmanager
def redis_server() -> Iterator[str]:
    """The URL of a fresh Redis server."""
    with redis_process() as server:
        yield server.url
