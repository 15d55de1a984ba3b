from __future__ import annotations

import asyncio
import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from portal.supervisor.child import Child
from portal.supervisor.console import Console
from portal.supervisor.programs import Program, Stage


def script(code: str, *, grace_s: float = 5) -> Program:
    return Program("toy", (sys.executable, "-u", "-c", code), Stage.WORKERS, grace_s=grace_s)


async def until(condition: object, seconds: float = 5) -> None:
    """Wait until the callable holds."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        await asyncio.sleep(0.02)


class Log(Console):
    def __init__(self) -> None:
        super().__init__(io.StringIO())

    @property
    def text(self) -> str:
        assert isinstance(self.stream, io.StringIO)
        return self.stream.getvalue()


async def test_output_carries_the_name() -> None:
    log = Log()
    child = Child(script("print('hello'); import time; time.sleep(60)"), log)
    child.start()
    await until(lambda: "toy     | hello" in log.text)
    await child.stop()


async def test_a_crashed_child_starts_again_with_growing_pauses() -> None:
    log = Log()
    child = Child(script("raise SystemExit(3)"), log)
    child.start()
    await until(lambda: "in 0.2 s" in log.text and "in 0.4 s" in log.text)
    assert "toy ended with exit code 3" in log.text
    await child.stop()
    starts = child.starts
    await asyncio.sleep(0.3)
    assert child.starts == starts


async def test_a_killed_child_starts_again() -> None:
    log = Log()
    child = Child(script("import time; print('up'); time.sleep(60)"), log)
    child.start()
    await until(lambda: "up" in log.text)
    assert child.process is not None
    os.kill(child.process.pid, signal.SIGKILL)
    await until(lambda: log.text.count("| up") == 2)
    assert "was ended by SIGKILL" in log.text
    await child.stop()


async def test_a_deaf_child_is_killed_with_its_children() -> None:
    log = Log()
    deaf = (
        "import signal, subprocess, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "p = subprocess.Popen(['sleep', '60']); print('pid', p.pid); time.sleep(60)"
    )
    child = Child(script(deaf, grace_s=0.3), log)
    child.start()
    await until(lambda: "pid" in log.text)
    grandchild = int(log.text.split("pid ")[1].split()[0])
    await child.stop()
    assert "did not end within" in log.text
    await until(lambda: gone(grandchild))


async def test_a_child_has_a_session_of_its_own() -> None:
    log = Log()
    child = Child(script("import os, time; print('leads', os.getsid(0) == os.getpid()); time.sleep(60)"), log)
    child.start()
    await until(lambda: "leads" in log.text)
    assert "leads True" in log.text  # the terminal's Ctrl-C does not reach it
    await child.stop()


def gone(pid: int) -> bool:
    """Ended, or a zombie that waits for its parent."""
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's word on a dead parent is Linux's")
async def test_no_child_outlives_a_killed_supervisor() -> None:
    code = """
import asyncio, sys
from portal.supervisor.child import Child
from portal.supervisor.console import Console
from portal.supervisor.programs import Program, Stage
async def main():
    Child(Program("toy", (sys.executable, "-u", "-c", "import os, time; print(os.getpid()); time.sleep(60)"),
                  Stage.WORKERS), Console()).start()
    await asyncio.sleep(60)
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline().rsplit("|", 1)[1])
        assert not gone(pid)
        process.kill()
        await until(lambda: gone(pid))


async def test_muted_lines_are_left_out_and_endless_lines_are_cut() -> None:
    log = Log()
    reader = asyncio.StreamReader()
    reader.feed_data(b"one\nnoise: x\n" + b"y" * 40_000 + b"\nlast")
    reader.feed_eof()
    await log.pump("toy", reader, mute=("noise",))
    lines = log.text.splitlines()
    assert lines[0].endswith("| one")
    assert not any("noise" in line for line in lines)
    assert lines[-1].endswith("| last")
    assert all(len(line) < 40_000 for line in lines)


def test_a_closed_stream_does_not_end_the_portal() -> None:
    stream = io.StringIO()
    console = Console(stream)
    stream.close()
    console.line("toy", "nobody reads this")


def test_a_log_that_nobody_watches_has_the_day_and_the_offset() -> None:
    log = Log()
    log.line("asgi-1", "here")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} asgi-1  \| here\n", log.text)


def test_colours_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    log = Log()
    log.line("asgi-1", "x")
    assert "\033[36masgi-1" in log.text
    monkeypatch.setenv("NO_COLOR", "1")
    log = Log()
    log.line("asgi-1", "x")
    assert "\033" not in log.text
