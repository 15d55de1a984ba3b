"""Do the best lists keep their speed with a million results?

    python -m benchmarks.lists                         SQLite and PostgreSQL, one after the other
    python -m benchmarks.lists --database sqlite --results 200000 --json
    python -m benchmarks.lists --database-url postgres://portal@127.0.0.1:5432/lists

Fills an empty database (its own, in a temporary folder, unless an address is given), then asks the portal for
pages as a browser does, middleware and templates included, and takes the time of the whole answer. The viewer's
own place is in the middle of the list, where it has to be counted. „cpu“ is this process's own mean time: where it is
far below p50, other programs had the processor. Exit code 1 when a page's p95 is over the limit.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

LIMIT_MS = 50.0
TIME_BOUND_S = 900
BATCH = 20_000
DAYS = 400


def main() -> int:
    options = _options()
    if options.inside:
        print(json.dumps(_run(options.results, options.players, options.requests)))
        return 0
    wanted = ["given"] if options.database_url else [options.database] if options.database else ["sqlite", "postgresql"]
    found = [_database(name, options) for name in wanted]
    for one in found:
        print(json.dumps(one) if options.json else _table(one))
    return 0 if all(page["p95"] <= LIMIT_MS for one in found for page in one["pages_ms"].values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=200_000)
    parser.add_argument("--requests", type=int, default=60, help="for each page, after three that warm up")
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--database-url", default="", help="an empty database of yours")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _database(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Start what is needed, and measure in a process of its own: Django takes its settings once."""
    from tests.support.services import postgresql, redis_server

    with ExitStack() as stack:
        data = Path(tempfile.mkdtemp(prefix="speedgamez-lists-"))
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        url = options.database_url or f"sqlite:///{data / 'lists.sqlite3'}"
        if name == "postgresql":
            url = stack.enter_context(postgresql("shared_buffers=256MB"))
        redis_url = stack.enter_context(redis_server())
        env = {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": redis_url,
            "PORTAL_DATA": str(data),
            "SECRET_KEY": "0123456789abcdefghij" * 4,
            "ALLOWED_HOSTS": "testserver",
            "HTTPS": "0",
            "LOG_LEVEL": "WARNING",
            "DJANGO_SETTINGS_MODULE": "portal.settings",
        }
        numbers = ["--results", options.results, "--players", options.players, "--requests", options.requests]
        command = [sys.executable, "-m", "benchmarks.lists", "--inside", *map(str, numbers)]
        ran = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True, timeout=TIME_BOUND_S)
        return dict(json.loads(ran.stdout))


# --- inside: with Django on the database -----------------------------------------------------------


def _run(results: int, players: int, requests: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection
    from django.utils import timezone

    from accounts.services import user_register
    from leaderboard.periods import berlin_date
    from leaderboard.services import standings_rebuild

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    started = time.perf_counter()
    now = timezone.now()
    player = user_register(username="Mitte", email="", password="richtig-langes-Wort-7").player
    ids = _fill(results, players, now, player.pk)
    standings_rebuild(today=berlin_date(now))
    _settle(connection)
    fill_s = time.perf_counter() - started
    viewer = _browser(player)
    return {
        "database": connection.vendor,
        "results": results,
        "players": players,
        "fill_s": round(fill_s, 1),
        **_sizes(now),
        "overall_make_ms": _overall_make_ms(now),
        "book_ms": _book_ms(ids, now, 200),
        "pages_ms": {name: _page(viewer, query, requests) for name, query in PAGES.items()},
    }


PAGES = {
    "game, all time, page 1": "spiel=elements&zeit=immer",
    "game, all time, page 1000": "spiel=elements&zeit=immer&seite=1000",
    "game, week, page 1": "spiel=elements&zeit=woche",
    "game, month, page 100": "spiel=elements&zeit=monat&seite=100",
    "overall, all time, page 1": "spiel=gesamt&zeit=immer",
    "overall, all time, page 1000": "spiel=gesamt&zeit=immer&seite=1000",
    "overall, week, page 1": "spiel=gesamt&zeit=woche",
}


def _fill(results: int, players: int, now: datetime, viewer: int) -> list[int]:
    """Some play much, most a little, the viewer as the one in the middle. A match is one result here."""
    from accounts.models import Player
    from games import registry
    from leaderboard.models import Result
    from leaderboard.periods import berlin_date

    rng = random.Random(1)
    people: Iterable[Player] = (Player(name=f"P{i}", colour=i % 6 + 1, sign=i % 5 + 1) for i in range(players))
    while batch := list(islice(people, BATCH)):
        Player.objects.bulk_create(batch)
    ids = list(Player.objects.exclude(pk=viewer).order_by("id").values_list("id", flat=True))
    ids[len(ids) // 3] = viewer
    slugs = registry.slugs()

    def rows() -> Iterator[tuple[object, ...]]:
        for number in range(results):
            ended = now - timedelta(days=DAYS * rng.random() ** 2)
            place = rng.randint(1, 4)
            points = rng.randint(0, 550) + (300, 150, 50, 0)[place - 1]
            player = ids[int(len(ids) * rng.random() ** 1.4)]
            with_people = rng.random() < 0.9
            game = slugs[number % len(slugs)]
            yield f"r{number:09}", player, game, ended, berlin_date(ended), with_people, points, place, 30, False

    _load(Result._meta.db_table, rows())
    return ids


COLUMNS = "match_code, player_id, game, ended_at, ended_on, with_people, points_tenths, place, score, left"


def _load(table: str, rows: Iterator[tuple[object, ...]]) -> None:
    """The quickest way in that the database has; as Django would have written it."""
    from django.db import connection, transaction

    columns = ", ".join(connection.ops.quote_name(name) for name in COLUMNS.split(", "))
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        places = ", ".join(["?"] * len(COLUMNS.split(", ")))
        plain = ((*r[:3], str(r[3])[:26], str(r[4]), *r[5:]) for r in rows)
        assert connection.connection is not None
        connection.connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", plain)


def _settle(connection: Any) -> None:
    """What autovacuum and SQLite's optimizer do by themselves in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def _sizes(now: datetime) -> dict[str, Any]:
    from leaderboard import selectors
    from leaderboard.models import Standing
    from leaderboard.periods import Period, Scope

    shown = selectors.page("elements", Period.ALL, Scope.PEOPLE, 1, now=now)
    return {"standings": Standing.objects.count(), "ranked_all_time": shown.total, "pages_all_time": shown.pages}


def _overall_make_ms(now: datetime) -> int:
    """What a worker needs to compute the longest overall list."""
    from leaderboard.overall import ListKey, overall_make
    from leaderboard.periods import Period, Scope, berlin_date

    key = ListKey.on(Period.ALL, Scope.PEOPLE, berlin_date(now))
    started = time.perf_counter()
    overall_make(key)
    return round((time.perf_counter() - started) * 1000)


def _book_ms(ids: Sequence[int], now: datetime, count: int) -> dict[str, float]:
    """Booking a match of four, as at its end."""
    from leaderboard.services import MatchResult, ResultRow, results_book

    rng = random.Random(2)
    times = []
    for number in range(count):
        rows = tuple(ResultRow(i, rng.randint(0, 850), p + 1, 30) for p, i in enumerate(rng.sample(ids, 4)))
        started = time.perf_counter()
        results_book(result=MatchResult(f"b{number}", "elements", now, True, rows))
        times.append((time.perf_counter() - started) * 1000)
    return _quantiles(times)


def _browser(player: Any) -> Any:
    """A browser in which the player is logged in."""
    from django.test import Client

    client = Client()
    client.force_login(player.user)
    return client


def _page(client: Any, query: str, requests: int) -> dict[str, float]:
    """The first answer apart, as counts of long lists are kept for a while; two more warm up."""
    times, cpu = [], []
    for _number in range(requests + 3):
        started, cpu_before = time.perf_counter(), time.process_time()
        response = client.get(f"/bestenliste/?{query}")
        times.append((time.perf_counter() - started) * 1000)
        cpu.append((time.process_time() - cpu_before) * 1000)
        if response.status_code != 200:
            raise SystemExit(f"{query}: {response.status_code}")
    return {**_quantiles(times[3:]), "first": round(times[0], 1), "cpu": round(statistics.mean(cpu[3:]), 1)}


def _quantiles(times: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return {"p50": round(statistics.median(times), 1), "p95": round(cuts[18], 1), "max": round(max(times), 1)}


def _table(one: dict[str, Any]) -> str:
    lines = [
        f"{one['database']}: {one['results']:,} results of {one['players']:,} players, filled in {one['fill_s']} s",
        f"  {one['standings']:,} standings; all time: {one['ranked_all_time']:,} on {one['pages_all_time']:,} pages",
        f"  computing the overall list (a worker): {one['overall_make_ms']} ms; booking four results: {one['book_ms']}",
    ]
    for name, page in one["pages_ms"].items():
        verdict = "ok" if page["p95"] <= LIMIT_MS else f"OVER {LIMIT_MS:.0f} ms"
        numbers = "  ".join(f"{key} {page[key]:6.1f}" for key in ("first", "p50", "p95", "max", "cpu"))
        lines.append(f"  {name:<30} {numbers}  {verdict}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
