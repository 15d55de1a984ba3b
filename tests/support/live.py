"""The real portal for a test: ``manage.py serve`` on a free port with data of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

from tests.support.programs import dies_with_us, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
READY_S = 60.0


class Portal:
    """A running portal: its address, its log, and its processes by name."""

    def __init__(self, process: subprocess.Popen[str], port: int, data: Path, env: Mapping[str, str]) -> None:
        self.process = process
        self.env = env
        self.port = port
        self.data = data
        self.lines: list[str] = []
        self.guests: list[Any] = []
        """Callers of ``tests/support/client.py`` who have entered already."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def log(self) -> str:
        return "\n".join(self.lines)

    def _read(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self.lines.append(line.rstrip("\n"))

    def wait_for_line(self, pattern: str, seconds: float = READY_S, *, after: int = 0) -> str:
        """The first log line from number ``after`` on that matches; raises AssertionError when none comes in time."""
        until = time.monotonic() + seconds
        seen = after
        while time.monotonic() < until:
            while seen < len(self.lines):
                if re.search(pattern, self.lines[seen]):
                    return self.lines[seen]
                seen += 1
            if self.process.poll() is not None:
                time.sleep(0.2)  # the reader's last lines
                if seen >= len(self.lines):
                    break
            time.sleep(0.02)
        raise AssertionError(f"no line like {pattern!r} in the log:\n{self.log}")

    def get(self, path: str, timeout: float = 15) -> tuple[int, bytes]:
        """Status and body of a page, whatever the status."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read()

    def wait_healthy(self, seconds: float = 30) -> float:
        """Wait until ``/health/`` says that everything answers; returns how many seconds that took."""
        begun = time.monotonic()
        body = b""
        while time.monotonic() - begun < seconds:
            try:
                status, body = self.get("/health/", timeout=5)
                if status == 200:
                    return time.monotonic() - begun
            except OSError as error:
                body = str(error).encode()
            time.sleep(0.1)
        raise AssertionError(f"not healthy after {seconds} s: {body!r}\n{self.log}")

    def pids(self, name: str) -> list[int]:
        """Process ids of the children of that name: ``asgi``, ``clock``, ``bots``, ``beat`` or ``valkey``."""
        marks = {
            "asgi": "portal.supervisor.server",
            "clock": "-Q clock",
            "bots": "-Q bots",
            "beat": "portal.celery -q beat",
            "valkey": "valkey-server",
        }
        return [pid for pid, command in children_of(self.process.pid) if marks[name] in command]

    def kill(self, name: str) -> None:
        """SIGKILL to every process of that name."""
        found = self.pids(name)
        assert found, f"no process {name}"
        for pid in found:
            os.kill(pid, signal.SIGKILL)

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the portal's own database, read beside it."""
        if url := self.env.get("DATABASE_URL"):
            with psycopg.connect(url) as connection:
                return list(connection.execute(sql).fetchall())
        with closing(sqlite3.connect(f"file:{self.data}/portal.sqlite3?mode=ro", uri=True, timeout=20)) as file:
            return file.execute(sql).fetchall()

    def tracebacks(self) -> list[str]:
        """Log lines that tell of an exception nobody handled."""
        return errors_in(self.lines)


def errors_in(lines: Iterable[str]) -> list[str]:
    """Those lines of a log that tell of an exception nobody handled."""
    return [line for line in lines if "Traceback" in line or re.search(r"\b(ERROR|CRITICAL)\b", line)]


def children_of(parent: int) -> list[tuple[int, str]]:
    """(pid, command line) of the direct children of a process."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (OSError, IndexError):
            continue
        if int(fields[1]) == parent:
            found.append((int(entry.name), command))
    return found


def environment(data: Path, port: int, more: Mapping[str, str]) -> dict[str, str]:
    """An environment without anything of the test settings or of a developer's ``.env``."""
    ours = {"PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH"}
    kept = {key: value for key, value in os.environ.items() if key in ours}
    return {
        **kept,
        "PYTHONUNBUFFERED": "1",
        "REDIS_URL": "",
        "DATABASE_URL": "",
        "SECRET_KEY": "",
        "DEBUG": "0",
        "DJANGO_SETTINGS_MODULE": "portal.settings",
        "PORTAL_DATA": str(data),
        "PORT": str(port),
        **more,
    }


@contextmanager
def portal(
    *arguments: str, data: Path | None = None, port: int = 0, env: Mapping[str, str] | None = None
) -> Iterator[Portal]:
    """A ready portal; ended in order with the block. ``data`` is kept when it was given."""
    folder = data or Path(tempfile.mkdtemp(prefix="speedgamez-live-"))
    port = port or free_port()
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=environment(folder, port, env or {}),
        start_new_session=True,
        preexec_fn=dies_with_us(),
    )
    running = Portal(process, port, folder, env or {})
    try:
        running.wait_for_line("is ready on")
        yield running
    finally:
        stop(process)
        if data is None:
            shutil.rmtree(folder, ignore_errors=True)


def stop(process: subprocess.Popen[str], seconds: float = 30) -> int:
    """End it in order; by force when that takes too long. Returns its exit code."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()
