"""How late time comes: step clocks that run out and computers that move, with nobody at the tables.

    python -m benchmarks.clocks --profile production --clocks 500 --computers 200 --seconds 30 --json

Late by: from the instant at which something was due (a clock's end, a computer's pace) to the ``now`` of its record.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.live import percentiles, running, show, spent_s
from tests.support.programs import free_port

SEATS = 4
CLOCK_S = 30


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Make the matches, let time pass, read the journal."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="speedgamez-bench-") as folder,
        running(options.profile, 1, port, Path(folder)) as (server, env),
    ):
        os.environ.update(env)
        import django

        django.setup()
        from tables import matchtime

        pids = {name: server.pids(name) for name in ("asgi", "clock", "bots")}
        matches = prepare(options.clocks, options.computers)
        time.sleep(3)
        since_ms = matchtime.row_read()
        before = {name: spent_s(found) for name, found in pids.items()}
        time.sleep(options.seconds)
        busy = {n: round((sum(spent_s(p)) - sum(before[n])) / options.seconds, 2) for n, p in pids.items()}
        late, first = lateness(matches, since_ms), lateness(matches, 0, since_ms)
        errors = server.tracebacks()
        for line in errors[:5]:
            print(line, file=sys.stderr)
    return {
        "profile": options.profile,
        "clocks": options.clocks,
        "computers": options.computers,
        "wakes": len(late["wake"]),
        "wake_late_ms": percentiles(late["wake"]),
        "moves": len(late["bot"]),
        "move_late_ms": percentiles(late["bot"]),
        "move_late_at_the_start_ms": percentiles(first["bot"]),
        "busy": busy,
        "log_errors": len(errors),
    }


def prepare(clocks: int, computers: int) -> list[int]:
    """Matches of four who never act, with step clocks that began within the last step; matches of four computers."""
    from accounts.models import Player
    from benchmarks.tables import computers_play, guest
    from tables.models import Match, Table
    from tables.notices import match_started
    from tables.services.matches import Holder, match_create

    made = computers_play(computers, "normal")
    rng = random.Random(5)
    people = [guest(Player, f"bench-{i}") for i in range(SEATS)]
    for _ in range(clocks):
        table = Table.objects.create(
            game="elements", opener=people[0], seats_count=SEATS, clock_s=CLOCK_S, status=Table.Status.PLAYING
        )
        holders = [Holder(p) for p in people]
        match = match_create(table=table, holders=holders, seed=rng.randbytes(32), draw_seats=False)
        earlier = rng.randrange(CLOCK_S * 1000)  # as if it had begun before, so that they don't run out together
        match.origin_ms -= earlier
        match.wake_at_ms = (match.wake_at_ms or 0) - earlier
        match.save(update_fields=["origin_ms", "wake_at_ms"])
        match_started(match.pk, table.code, match.wake_at_ms, match.bot_at_ms)
        made.append(match.pk)
    assert Match.objects.filter(pk__in=made).count() == len(made)
    return made


def lateness(matches: list[int], since_ms: int, until_ms: int | None = None) -> dict[str, list[float]]:
    """By how much every record of that (match) time was late, in seconds, by what was due."""
    from tables.host.live import live_at, live_follow
    from tables.models import Match, Record

    late: dict[str, list[float]] = {"wake": [], "bot": []}
    for match in Match.objects.filter(pk__in=matches).select_related("table"):
        first = match.snapshots.get(version=0)
        live = live_at(match, None, 0)
        live.state = live.game.decode_state(bytes(first.state))
        live.bots_plan(0)
        for record in match.records.order_by("version"):
            at_ms = record.at_ms + match.origin_ms
            if at_ms < since_ms or (until_ms is not None and at_ms >= until_ms):
                pass
            elif record.kind == Record.Kind.WAKE:
                late["wake"].append((record.at_ms - (live.game.wake_at(live.state) or 0)) / 1000)
            elif record.seat is not None and record.seat in live.bots_due:
                late["bot"].append((record.at_ms - live.bots_due[record.seat][1]) / 1000)
            live_follow(live, record)
            live.bots_plan(record.at_ms)
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=("embedded", "production"), default="production")
    parser.add_argument("--clocks", type=int, default=500)
    parser.add_argument("--computers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    show(measure(options), as_json=options.json)


if __name__ == "__main__":
    main()
