"""Kill, end and molest a portal in the middle of play, and say what broke.

    python -m chaos                            all of it: 50 kills of each process, SIGTERM, 200,000 hostile frames
    python -m chaos --only kills --kills 5 --tables 40
    python -m chaos --only frames --frames 20000 --json

Starts PostgreSQL (with fsync), Redis and the portal by itself. Exit code 1 when any promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

from chaos.findings import Part
from chaos.town import Town, town

PARTS = ("frames", "sigterm", "kills")
VICTIMS = ("asgi", "clock", "bots", "beat", "redis", "postgresql")
REPLAY = "replay"
HONEST_TABLES = 20
"""So many play beside the attackers: enough to measure, and the machine is not yet full of them alone."""
A_KILL_S = 30
"""A whole run is bounded by so much for each kill, and by five minutes and the frames beside."""


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("chaos", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50, help="of each process")
    parser.add_argument("--minutes", type=float, default=90.0, help="no further round of kills after so many")
    parser.add_argument("--victims", default="", help="only these, separated by commas")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--processes", type=int, default=2, help="ASGI processes")
    parser.add_argument("--seconds-bound", type=float, default=5.0, help="so long healing may take after a return")
    parser.add_argument("--down", type=float, default=32.0, help="seconds between SIGTERM and the next start")
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--latency-bound", type=float, default=1.2, help="the others' p95 under attack, over quiet")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="write the portal's log there")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


async def parts_run(here: Town, wanted: argparse.Namespace) -> list[Part]:
    """The parts that are wanted, one after the other."""
    broken: list[str] = []

    def failed(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        broken.append(f"the runner itself: {context['message']}: {context.get('exception')!r}")

    asyncio.get_running_loop().set_exception_handler(failed)
    found = []
    for name in [*([wanted.only] if wanted.only else PARTS), REPLAY]:
        begun, limit = time.monotonic(), _limit_s(name, wanted)
        try:
            async with asyncio.timeout(limit):
                part = await _part(name, here, wanted)
        except TimeoutError:
            part = Part(name, violations=[f"not done within {limit:.0f} s"])
        part.rows["the part's seconds"] = round(time.monotonic() - begun)
        part.violations += broken
        broken.clear()
        found.append(part)
        if not wanted.json:
            print(part.as_text(), flush=True)
    return found


def _limit_s(name: str, wanted: argparse.Namespace) -> float:
    if name == "kills":
        return float(600 + wanted.kills * len(_victims(wanted)) * A_KILL_S)
    return float(600 + wanted.down + (wanted.frames / 100 if name == "frames" else 0))


def _victims(wanted: argparse.Namespace) -> tuple[str, ...]:
    return tuple(wanted.victims.split(",")) if wanted.victims else VICTIMS


async def _part(name: str, here: Town, wanted: argparse.Namespace) -> Part:
    from chaos import hostile, kills, sigterm, verdict

    if name == REPLAY:
        return await verdict.everything_replayed(here)
    bound_s = wanted.seconds_bound
    if name == "frames":
        tables = min(wanted.tables, HONEST_TABLES)
        return await hostile.run(here, frames=wanted.frames, tables=tables, latency_bound=wanted.latency_bound)
    await here.serve({})
    if name == "sigterm":
        return await sigterm.run(here, tables=wanted.tables, bound_s=bound_s, down_s=wanted.down)
    return await kills.run(
        here,
        kills=wanted.kills,
        tables=wanted.tables,
        bound_s=bound_s,
        victims=_victims(wanted),
        seed=wanted.seed,
        minutes=wanted.minutes,
    )


def main() -> int:
    wanted = options()
    begun = time.monotonic()
    with town(processes=wanted.processes) as here:
        parts = asyncio.run(parts_run(here, wanted))
        if wanted.log is not None:
            wanted.log.write_text("\n".join(here.log()))
    if wanted.json:
        print(json.dumps([part.as_json() for part in parts]))
    else:
        print(f"{sum(len(part.violations) for part in parts)} violations, {time.monotonic() - begun:.0f} s")
    return 1 if any(part.violations for part in parts) else 0


if __name__ == "__main__":
    sys.exit(main())
