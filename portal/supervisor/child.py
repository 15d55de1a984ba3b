"""One child process: in a session of its own, started again when it dies, never outliving the supervisor."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable

from portal.supervisor.console import Console
from portal.supervisor.programs import Program

BACKOFF_FIRST_S = 0.2
BACKOFF_MOST_S = 5.0
STEADY_S = 30.0
"""A process that ran so long has recovered: its next crash starts the backoff anew."""

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


def _preparation(program: Program) -> Callable[[], None]:
    """What runs between fork and exec. The kernel (Linux) sends ``death_signal`` when the supervisor dies."""
    parent = os.getpid()

    def prepare() -> None:
        if _libc is not None:
            _libc.prctl(PR_SET_PDEATHSIG, int(program.death_signal), 0, 0, 0)
            if os.getppid() != parent:  # it died before the call
                os._exit(1)
        if program.nice:
            os.nice(program.nice)

    return prepare


class Child:
    """Keeps one program running until ``stop``."""

    def __init__(self, program: Program, console: Console) -> None:
        self.program = program
        self.console = console
        self.process: asyncio.subprocess.Process | None = None
        self.starts = 0
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._keep_running(), name=self.program.name)

    async def _keep_running(self) -> None:
        pause = BACKOFF_FIRST_S
        while not self._stopping.is_set():
            begun = time.monotonic()
            code = await self._run_once()
            if self._stopping.is_set():
                return
            if time.monotonic() - begun > STEADY_S:
                pause = BACKOFF_FIRST_S
            self.console.line("serve", f"{self.program.name} {_how_it_ended(code)}; starting it again in {pause:.1f} s")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), pause)
            pause = min(pause * 2, BACKOFF_MOST_S)

    async def _run_once(self) -> int:
        self.process = await asyncio.create_subprocess_exec(
            *self.program.command,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,  # the terminal's Ctrl-C reaches only the supervisor
            pass_fds=self.program.fds,
            preexec_fn=_preparation(self.program),
        )
        self.starts += 1
        if self._stopping.is_set():
            self.signal(signal.SIGTERM)
        if self.process.stdout is not None:
            await self.console.pump(self.program.name, self.process.stdout, self.program.mute)
        return await self.process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process; with SIGKILL to all of its session."""
        if self.process is None or self.process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            if number == signal.SIGKILL:
                os.killpg(self.process.pid, number)
            else:
                self.process.send_signal(number)

    async def stop(self) -> None:
        """End it in order; after ``grace_s`` seconds by force."""
        self._stopping.set()
        if self._task is None:
            return
        self.signal(signal.SIGTERM)
        done, _ = await asyncio.wait([self._task], timeout=self.program.grace_s)
        if not done:
            self.console.line(
                "serve", f"{self.program.name} did not end within {self.program.grace_s:.0f} s: killing it"
            )
            self.signal(signal.SIGKILL)
            await asyncio.wait([self._task], timeout=5)


def _how_it_ended(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was ended by {signal.Signals(-code).name}"
    except ValueError:
        return f"was ended by signal {-code}"
