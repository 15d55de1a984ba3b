"""PostgreSQL and Redis of a test's own: on a free port, in a temporary folder, gone with the test."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
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


@contextmanager
def postgresql(*options: str) -> Iterator[str]:
    """The URL of a fresh database server; ``options`` as of ``postgres -c``."""
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
        log = (folder / "log").open("wb")
        with (
            log,
            subprocess.Popen(run, stdout=log, stderr=log, cwd="/", preexec_fn=dies_with_us(), **_who()) as process,
        ):
            try:
                _wait_for_postgresql(port)
                yield f"postgres://portal@127.0.0.1:{port}/postgres"
            finally:
                process.send_signal(signal.SIGINT)  # its fast way to end
    finally:
        shutil.rmtree(folder, ignore_errors=True)


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
def redis_server() -> Iterator[str]:
    """The URL of a fresh Redis server."""
    program = find("redis-server", "valkey-server")
    port = free_port()
    command = [str(program), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    with (
        tempfile.TemporaryDirectory(prefix="speedgamez-redis-") as folder,
        subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, preexec_fn=dies_with_us()) as process,
    ):
        try:
            valkey.wait_ready(f"redis://127.0.0.1:{port}/0")
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            process.terminate()
