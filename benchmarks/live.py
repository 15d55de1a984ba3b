"""How fast live tables are: real server processes, real Elements matches, four sockets a table.

    python -m benchmarks.live --profile production --tables 50 --rate 500 --seconds 8 --processes 1 --json

Starts and stops every server that it needs. ``--rate max`` saturates.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support import services
from tests.support.live import Portal, environment, portal
from tests.support.programs import free_port

DURABLE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")
MATCHES_EACH_S = 0.6
SECRET = "benchmark-only-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2
TICKS = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running(profile: str, processes: int, port: int, data: Path) -> Iterator[tuple[Portal, dict[str, str]]]:
    """The portal of that profile and the environment that reaches its database."""
    lift = {"SOCKET_ACTIONS_PER_S": "100000", "SOCKET_ACTIONS_BURST": "100000"}
    arguments = ["--processes", str(processes)]
    with contextlib.ExitStack() as stack:
        if profile == "production":
            lift |= {
                "DATABASE_URL": stack.enter_context(services.postgresql(*DURABLE)),
                "REDIS_URL": stack.enter_context(services.redis_server()),
                "SECRET_KEY": SECRET,
                "ALLOWED_HOSTS": "127.0.0.1",
                "HTTPS": "0",
            }
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(migrate, env=environment(data, port, lift), cwd=ROOT, check=True)
        started = stack.enter_context(portal(*arguments, data=data, port=port, env=lift))
        yield started, environment(data, port, lift)


def cpu_s(pid: int) -> tuple[float, float]:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) / TICKS, int(fields[12]) / TICKS


def spent_s(pids: list[int]) -> tuple[float, float]:
    """User and system time of all these processes together."""
    return sum(cpu_s(pid)[0] for pid in pids), sum(cpu_s(pid)[1] for pid in pids)


def rss_mb(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def percentiles(values: list[float]) -> dict[str, float]:
    """p50, p95 and p99 in ms."""
    ordered = sorted(values)
    if not ordered:
        return {}
    return {f"p{p}": round(ordered[min(len(ordered) - 1, len(ordered) * p // 100)] * 1000, 2) for p in (50, 95, 99)}


def measure(options: argparse.Namespace) -> dict[str, Any]:
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="speedgamez-bench-") as folder,
        running(options.profile, options.processes, port, Path(folder)) as (server, env),
    ):
        os.environ.update(env)
        import django

        django.setup()
        from benchmarks.tables import computers_play, prepare

        each = max(2, round(options.seconds * MATCHES_EACH_S)) if options.rate == "max" else 2
        tables = prepare(options.tables, each)
        if options.thinking:
            computers_play(max(1, options.tables // 10), "hard", fast=True)
        web = server.pids("asgi")
        figures = asyncio.run(load(("127.0.0.1", port), tables, options, web))
        figures["rss_mb"] = {"asgi": sum(rss_mb(pid) for pid in web)}
        figures["log_errors"] = len(server.tracebacks())
        for line in server.tracebacks()[:5]:
            print(line, file=sys.stderr)
    return figures


async def load(
    address: tuple[str, int], tables: list[Any], options: argparse.Namespace, web: list[int]
) -> dict[str, Any]:
    from benchmarks.load import Figures, TablePlay, at_rate, saturate

    figures = Figures()
    plays = [TablePlay(address, table, figures, n) for n, table in enumerate(tables)]
    before: list[tuple[float, float, float]] = []
    gc.collect()
    gc.freeze()
    gc.disable()  # the generator's own pauses would be taken for the server's

    def begin() -> None:
        before.append((*spent_s(web), time.process_time()))
        if options.py_spy:
            record = ["py-spy", "record", "--gil", "--rate", "150", "--format", "raw", "--duration", "4"]
            subprocess.Popen([*record, "--output", options.py_spy, "--pid", str(web[0])], stdout=subprocess.DEVNULL)

    if options.rate == "max":
        await saturate(plays, options.seconds, figures, begin)
    else:
        await at_rate(plays, float(options.rate), options.seconds, figures, begin)
    spent = (*spent_s(web), time.process_time())
    user, system, own = (now - then for now, then in zip(spent, before[0], strict=True))
    for play in plays:
        play.close()
    took = figures.ended - figures.begun
    return {
        "tables": options.tables,
        "sockets": options.tables * 4,
        "profile": options.profile,
        "processes": options.processes,
        "offered_per_s": options.rate if options.rate == "max" else float(options.rate),
        "done_per_s": round(figures.done / took, 1),
        "seen_ms": percentiles(figures.seen),
        "ack_ms": percentiles(figures.acked),
        "cpu_us_per_action": round((user + system) / max(1, figures.done) * 1e6),
        "system_us_per_action": round(system / max(1, figures.done) * 1e6),
        "busy": {"asgi": round((user + system) / took, 2), "load": round(own / took, 2)},
        "lost": figures.lost,
        "errors": figures.errors,
    }


def show(figures: dict[str, Any], *, as_json: bool) -> None:
    """Print what was measured, for programs or for people."""
    if as_json:
        print(json.dumps(figures))
    else:
        for key, value in figures.items():
            print(f"{key:20} {value}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=("embedded", "production"), default="production")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", default="500")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--thinking", action="store_true", help="at a tenth as many tables more, hard computers play")
    parser.add_argument("--py-spy", metavar="FILE", help="profile the (first) ASGI process for four seconds")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    show(measure(options), as_json=options.json)


if __name__ == "__main__":
    main()
