"""``manage.py simulate``: computers play whole matches, without a database."""

from __future__ import annotations

import json
import time
from typing import Any, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import registry
from games.kernel.contract import LEVELS, Level, Rejection
from games.kernel.simulate import simulate
from games.kernel.texts import plain


class Command(BaseCommand):
    """Bots play through the contract, seats rotated from match to match."""

    help = "Lets computers play whole matches of a game through its contract, seats rotated; needs no database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", choices=registry.slugs())
        parser.add_argument("--seats", default="hard,normal", help="levels of the seats, as hard,normal,easy")
        parser.add_argument("--picks", default="", help="what the seats choose for themselves, as a,,b; goes with them")
        parser.add_argument("--matches", type=int, default=50)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        game = registry.get(options["slug"])
        try:
            report = simulate(
                game=game,
                options=game.decode_options(_pairs(options["option"])),
                levels=_levels(options["seats"]),
                picks=options["picks"].split(",") if options["picks"] else (),
                matches=options["matches"],
                seed=options["seed"],
                stopwatch=time.perf_counter,
                cpu=time.process_time,
            )
        except Rejection as refused:
            raise CommandError(plain(refused.text)) from refused
        except ValueError as wrong:
            raise CommandError(str(wrong)) from wrong
        self.stdout.write(json.dumps(report) if options["json"] else _table(report))


def _levels(raw: str) -> list[Level]:
    names = raw.split(",")
    for name in names:
        if name not in LEVELS:
            raise CommandError(f"--seats: {name!r} is none of {', '.join(LEVELS)}")
    return cast("list[Level]", names)


def _pairs(raw: list[str]) -> dict[str, str]:
    for pair in raw:
        if "=" not in pair:
            raise CommandError(f"--option: {pair!r} is not KEY=VALUE")
    return dict(pair.split("=", 1) for pair in raw)


def _table(report: dict[str, Any]) -> str:
    lines = [
        f"{report['game']}: {report['matches']} matches, {report['actions_mean']} actions each, "
        f"{report['rejections']} rejections, {report['cpu_s']} s CPU ({report['matches_per_s']} matches/s)",
        "wins by seat: " + "  ".join(f"{share:.3f}" for share in report["seat_win_share"]),
    ]
    for level, row in report["levels"].items():
        ms = row["decision_ms"]
        lines.append(
            f"{level:>7}: wins {row['win_share']:.3f}, rank {row['mean_rank']}, score {row['mean_score']}, "
            f"points {row['mean_points']}, {row['decisions']} decisions, p50 {ms['p50']} ms, p99 {ms['p99']} ms"
        )
    return "\n".join(lines)
