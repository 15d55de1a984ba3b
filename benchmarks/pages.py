"""How fast pages come from a portal that is full: start page, best lists, profiles, a running match.

    nice -n 15 python -m benchmarks.pages                        SQLite and PostgreSQL, one after the other
    python -m benchmarks.pages --database sqlite --results 200000 --json

Fills an empty database of its own (``benchmarks/fill.py``), starts one real ASGI process on it and asks for pages as
browsers do, one after the other over one connection. ``p50`` to ``max`` are the time from request to the last byte;
``cpu`` is what the ASGI process and ``db`` what all of PostgreSQL's processes used for a page in the mean: where
the sum is far below p50, other programs had the processor. Exit code 1 when a page's p95 is over the limit.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.live import SECRET
from tests.support import services
from tests.support.live import Portal, children_of, environment, portal
from tests.support.programs import free_port

LIMIT_MS = 30.0
TIME_BOUND_S = 900
PAGES = (
    ("start", "nobody", "/"),
    ("start", "guest", "/"),
    ("start", "user", "/"),
    ("start, a page of all", "user", "/?offen=1&laufend=1"),
    ("start, the live part", "user", "/start/tische/"),
    ("game", "user", "/spiele/elements/"),
    ("best, all time, page 1", "nobody", "/bestenliste/?spiel=elements&zeit=immer"),
    ("best, all time, page 1", "user", "/bestenliste/?spiel=elements&zeit=immer"),
    ("best, all time, page 1000", "user", "/bestenliste/?spiel=elements&zeit=immer&seite=1000"),
    ("best, week, page 1", "user", "/bestenliste/?spiel=elements&zeit=woche"),
    ("best, month, page 100", "user", "/bestenliste/?spiel=elements&zeit=monat&seite=100"),
    ("best, overall, page 1", "user", "/bestenliste/?spiel=gesamt&zeit=immer"),
    ("best, overall, page 1000", "user", "/bestenliste/?spiel=gesamt&zeit=immer&seite=1000"),
    ("profile", "nobody", "/konto/profil/{played}/"),
    ("profile", "user", "/konto/profil/{played}/"),
    ("profile, all by link", "user", "/konto/profil/{linked}/"),
    ("own matches, page 1", "owner", "/konto/partien/"),
    ("own matches, last page", "owner", "/konto/partien/?vor={oldest}"),
    ("running match", "nobody", "/tische/{table}/"),
    ("running match", "guest", "/tische/{table}/"),
    ("running match", "user", "/tische/{table}/"),
)


def main() -> int:
    options = _options()
    if options.inside:
        print(json.dumps(_inside(options)))
        return 0
    found = [
        _database(name, options) for name in ([options.database] if options.database else ["sqlite", "postgresql"])
    ]
    for one in found:
        print(json.dumps(one) if options.json else _table(one))
    return 0 if all(page["p95"] <= LIMIT_MS for one in found for page in one["pages_ms"].values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--players", type=int, default=200_000)
    parser.add_argument("--tables", type=int, default=500, help="waiting")
    parser.add_argument("--running", type=int, default=200)
    parser.add_argument("--matches", type=int, default=10_000, help="in a profile")
    parser.add_argument("--requests", type=int, default=60, help="for each page, after three that warm up")
    parser.add_argument("--database", choices=("sqlite", "postgresql"))
    parser.add_argument("--only", default="", help="pages whose name begins so")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def _database(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """Start what is needed, fill in a process of its own, ask a server of its own."""
    with ExitStack() as stack:
        data = Path(tempfile.mkdtemp(prefix="speedgamez-pages-"))
        stack.callback(shutil.rmtree, data, ignore_errors=True)
        production = {"SECRET_KEY": SECRET, "ALLOWED_HOSTS": "127.0.0.1", "HTTPS": "0", "LOG_LEVEL": "WARNING"}
        production["DATABASE_URL"] = f"sqlite:///{data / 'pages.sqlite3'}"
        if name == "postgresql":
            production["DATABASE_URL"] = stack.enter_context(services.postgresql("shared_buffers=256MB"))
        production["REDIS_URL"] = stack.enter_context(services.redis_server())
        port = free_port()
        command = [sys.executable, "-m", "benchmarks.pages", "--inside"]
        for key in ("results", "players", "tables", "running", "matches"):
            command += [f"--{key}", str(getattr(options, key))]
        env = environment(data, port, production)
        ran = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=TIME_BOUND_S)
        filled = json.loads(ran.stdout)
        server = stack.enter_context(portal("--roles", "web", data=data, port=port, env=production))
        postmaster = _postmaster(production["DATABASE_URL"]) if name == "postgresql" else 0
        pages = {
            f"{title} ({viewer})": _page(server, path, filled, viewer, options.requests, postmaster)
            for title, viewer, path in PAGES
            if title.startswith(options.only)
        }
        return {"database": name, **filled["figures"], "pages_ms": pages}


# --- inside: with Django on the database -----------------------------------------------------------


def _inside(options: argparse.Namespace) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from benchmarks.fill import fill

    numbers = {key: getattr(options, key) for key in ("results", "players", "tables", "running", "matches")}
    started = time.perf_counter()
    filled = fill(**numbers)
    people = filled.pop("people")
    took = round(time.perf_counter() - started, 1)
    filled["figures"] = {**numbers, "fill_s": took, "overall_make_ms": _overall_make_ms(), "book_ms": _book_ms(people)}
    return filled


def _overall_make_ms() -> int:
    """What a worker needs to compute the longest overall list."""
    from django.utils import timezone

    from leaderboard.overall import ListKey, overall_make
    from leaderboard.periods import Period, Scope, berlin_date

    key = ListKey.on(Period.ALL, Scope.PEOPLE, berlin_date(timezone.now()))
    started = time.perf_counter()
    overall_make(key)
    return round((time.perf_counter() - started) * 1000)


def _book_ms(people: Sequence[int], count: int = 200) -> dict[str, float]:
    """Booking a match of four, as at its end."""
    from django.utils import timezone

    from leaderboard.services import MatchResult, ResultRow, results_book

    rng, now = random.Random(2), timezone.now()
    times = []
    for number in range(count):
        rows = tuple(ResultRow(i, rng.randint(0, 850), p + 1, 30) for p, i in enumerate(rng.sample(people, 4)))
        started = time.perf_counter()
        results_book(result=MatchResult(f"b{number}", "elements", now, True, rows))
        times.append((time.perf_counter() - started) * 1000)
    return _quantiles(times)


# --- outside: a browser ----------------------------------------------------------------------------


def _page(
    server: Portal, path: str, filled: dict[str, Any], viewer: str, requests: int, postmaster: int
) -> dict[str, float]:
    """The first answer apart, as counts of long lists are kept for a while; two more warm up."""
    path = path.format(**filled["codes"])
    headers = {"Cookie": f"sessionid={filled['cookies'][viewer]}", "Accept-Encoding": "gzip, br"}
    if path == "/start/tische/":
        headers["HX-Request"] = "true"
    browser = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    (web,) = server.pids("asgi")
    times, size = [], 0
    cpu = db = 0.0
    for number in range(requests + 3):
        if number == 3:
            cpu, db = _cpu_s(web), _family_cpu_s(postmaster)
        started = time.perf_counter()
        browser.request("GET", path, headers=headers)
        response = browser.getresponse()
        size = len(response.read())
        times.append((time.perf_counter() - started) * 1000)
        if response.status != 200:
            raise SystemExit(f"{path}: {response.status}")
    cpu, db = _cpu_s(web) - cpu, _family_cpu_s(postmaster) - db
    browser.close()
    each = {"cpu": round(cpu / requests * 1000, 1), "db": round(db / requests * 1000, 1), "kb": round(size / 1024, 1)}
    return {"first": round(times[0], 1), **_quantiles(times[3:]), **each}


def _postmaster(url: str) -> int:
    """The process that all of the database's processes are children of."""
    import psycopg

    with psycopg.connect(url) as connection:
        pid = connection.info.backend_pid
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def _cpu_s(pid: int, *, ended: bool = False) -> float:
    """CPU time of a process so far; ``ended``: of its children that have ended, too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11 : 15 if ended else 13]) / os.sysconf("SC_CLK_TCK")


def _family_cpu_s(parent: int) -> float:
    """CPU time of a process and of all its children, those that have ended too; 0 without a process."""
    if not parent:
        return 0.0
    return _cpu_s(parent, ended=True) + sum(_cpu_s(pid) for pid, _command in children_of(parent))


def _quantiles(times: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(times, n=20, method="inclusive")
    return {"p50": round(statistics.median(times), 1), "p95": round(cuts[18], 1), "max": round(max(times), 1)}


def _table(one: dict[str, Any]) -> str:
    lines = [
        f"{one['database']}: {one['results']:,} results of {one['players']:,} players, {one['tables']} tables,"
        f" {one['matches']:,} matches in a profile, filled in {one['fill_s']} s",
        f"  computing the overall list (a worker): {one['overall_make_ms']} ms; booking four results: {one['book_ms']}",
    ]
    for name, page in one["pages_ms"].items():
        verdict = "ok" if page["p95"] <= LIMIT_MS else f"OVER {LIMIT_MS:.0f} ms"
        numbers = "  ".join(f"{key} {value:5.1f}" for key, value in page.items())
        lines.append(f"  {name:<34} {numbers}  {verdict}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
