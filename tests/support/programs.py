"""Finding and starting programs that a test needs; a missing one skips aloud, or fails with REQUIRE_ALL=1."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def missing(what: str) -> NoReturn:
    """Skip the test, or fail it where everything is required."""
    if os.environ.get("REQUIRE_ALL") == "1":
        pytest.fail(f"REQUIRE_ALL=1, but {what} is missing", pytrace=False)
    pytest.skip(f"{what} is missing")


def find(*names: str, places: tuple[str, ...] = ()) -> Path:
    """The first of these programs on the path or in ``places``; else ``missing``."""
    for name in names:
        found = shutil.which(name) or next((str(Path(p, name)) for p in places if Path(p, name).exists()), None)
        if found:
            return Path(found)
    missing(" or ".join(names))


def free_port() -> int:
    """A port of this machine that nobody uses just now."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def dies_with_us(number: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """For ``preexec_fn``: the program ends also when the test run is killed (Linux)."""

    def prepare() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, int(number), 0, 0, 0)

    return prepare
