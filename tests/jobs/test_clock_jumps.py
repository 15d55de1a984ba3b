"""The clock on the wall is set an hour forward or back: matches go on, regular work goes on, nothing is given twice."""

from __future__ import annotations

import ast
import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connections, transaction
from django.utils import timezone

from accounts import ledger
from accounts.services import player_day_begin
from leaderboard import overall
from leaderboard.periods import Period, Scope
from portal.beat import Beat
from portal.celery import app
from tables import matchtime
from tables.clockwork import BOT, Clockwork
from tables.host import runtime
from tables.models import Match, Record
from tables.services import quick, tables
from tests.tables.host import support as host
from tests.tables.lobby.support import GAME, choice, user
from tests.test_style import modules, name

HOUR = 3_600
JUMPS = pytest.mark.parametrize("jump_s", [HOUR, -HOUR], ids=["forward", "back"])


def jump(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """The wall's clock is somewhere else from now on; a monotonic clock doesn't know."""
    wall, now = time.time, timezone.now
    monkeypatch.setattr(time, "time", lambda: wall() + seconds)
    monkeypatch.setattr(timezone, "now", lambda: now() + timedelta(seconds=seconds))


# --- matches ---------------------------------------------------------------------------------------


@pytest.fixture
async def server(transactional_db: None) -> AsyncIterator[runtime.Runtime]:
    await runtime.server_start()
    assert runtime._current is not None
    yield runtime._current
    await runtime.server_stop()
    await sync_to_async(connections.close_all)()


@JUMPS
async def test_match_time_runs_on_and_a_clock_runs_out_when_it_should(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch, jump_s: int
) -> None:
    """40 s of thinking and grace, of which 39 have passed when the clock jumps."""
    match = await sync_to_async(lambda: host.match(user("Anton"), user("Berta"), clock_s=30))()
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(
        origin_ms=match.origin_ms - 39_000, wake_at_ms=match.origin_ms + 1_000
    )
    clockwork, heard = Clockwork(["wake"]), matchtime.now_ms()
    clockwork.feed([("wake", match.pk, match.origin_ms + 1_000)])
    jump(monkeypatch, jump_s)
    begun = time.monotonic()
    await asyncio.sleep(0.6)
    passed_ms = (time.monotonic() - begun) * 1000
    assert abs(matchtime.now_ms() - heard - passed_ms) < 400
    assert not await sync_to_async(Record.objects.filter(match=match).exists)()
    while not await sync_to_async(Record.objects.filter(match=match).exists)():
        assert time.monotonic() - begun < 10, "the clock never ran out"
        await asyncio.sleep(0.05)
    record = await sync_to_async(Record.objects.get)(match=match)
    assert record.kind == Record.Kind.WAKE
    assert 40_000 <= record.at_ms < 49_000
    assert await sync_to_async(matchtime.row_read)() < heard + 15_000
    clockwork._run_task.cancel()


WALL = {"time.time", "timezone.now", "timezone.localtime", "timezone.localdate", "datetime.now", "date.today"}
USES = {
    "accounts/middleware.py": "the day of a visit; a guest lives for 24 hours more",
    "accounts/selectors.py": "whether a session is over",
    "accounts/sessions.py": "how long a session may still last",
    "accounts/services/guests.py": "when a guest's name is free again",
    "accounts/services/users.py": "dates of rows; the day of registration",
    "leaderboard/overall.py": "how old a kept list is",
    "leaderboard/selectors.py": "which day, week or month is shown",
    "leaderboard/views.py": "which day's list is shown",
    "portal/adapters.py": "when a session began",
    "portal/konto/views.py": "the name of a file",
    "portal/pages/home.py": "the greeting, and hours left for a daily",
    "portal/tasks.py": "which guests and sums are old",
    "tables/dailies.py": "a daily's day",
    "tables/services/finish.py": "the date of a result",
    "tables/services/tables.py": "two clicks within three seconds",
    "tables/tasks.py": "when the worker was last seen, for people",
}
"""Who looks at the wall's clock, and what for: dates, never how long a player may think."""


def wall_times(path: Path) -> set[str]:
    calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)]
    return {ast.unparse(node) for node in calls} & WALL


def test_the_clock_on_the_wall_serves_dates_only() -> None:
    assert {name(path) for path in modules() if wall_times(path)} == set(USES)


# --- regular work ----------------------------------------------------------------------------------


class Recorded(Beat):
    """Beat that notes what it would have queued."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.runs: Counter[str] = Counter()
        super().__init__(*args, **kwargs)

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        self.runs[entry.name] += 1


@JUMPS
def test_regular_work_keeps_its_pace(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jump_s: int) -> None:
    clock = [datetime(2031, 5, 5, 12, 0, 30, tzinfo=timezone.get_current_timezone())]
    monkeypatch.setattr(app, "now", lambda: clock[0])
    beat = Recorded(app, schedule_filename=str(tmp_path / "schedule"))

    def run_for(seconds: float) -> Counter[str]:
        """As its service does, but half a second at most at a time."""
        beat.runs.clear()
        left = seconds
        while left > 0:
            pause = min(0.5, max(beat.tick(), 0.005))  # time passes meanwhile
            clock[0] += timedelta(seconds=pause)
            left -= pause
        return Counter(beat.runs)

    run_for(20)
    clock[0] += timedelta(seconds=jump_s)
    after = run_for(20)
    assert 18 <= after["sweep"] <= 22, after
    assert 1 <= after["upkeep"] <= 3
    assert 3 <= after["alive-clock"] <= 5
    assert after["housekeeping"] <= 1
    beat.close()
    clock[0] -= timedelta(seconds=HOUR)
    beat = Recorded(app, schedule_filename=str(tmp_path / "schedule"))  # started again, the clock set back meanwhile
    assert 18 <= run_for(20)["sweep"] <= 22
    beat.close()


# --- clicks, lists, money --------------------------------------------------------------------------


@pytest.mark.django_db
@JUMPS
def test_a_second_click_is_one_of_the_same_moment(monkeypatch: pytest.MonkeyPatch, jump_s: int) -> None:
    mila, jonas = user("Mila"), user("Jonas")
    first, opened = (
        quick.quick_start(player=mila, game=GAME),
        tables.table_open(player=jonas, game=GAME, choice=choice()),
    )
    jump(monkeypatch, jump_s)
    assert quick.quick_start(player=mila, game=GAME) != first
    assert tables.table_open(player=jonas, game=GAME, choice=choice()) != opened


@pytest.mark.django_db
@JUMPS
def test_a_kept_list_is_made_anew(monkeypatch: pytest.MonkeyPatch, jump_s: int) -> None:
    key = overall.ListKey.on(Period.ALL, Scope.PEOPLE, timezone.localdate())
    monkeypatch.setattr(overall, "LIVE_ROWS", -1)
    overall.overall_make(key)
    cache.set(key.name, {**cache.get(key.name), "latest": -1})  # something has been booked since
    made: list[object] = []
    monkeypatch.setattr(overall, "overall_make", lambda key: made.append(key))
    jump(monkeypatch, jump_s)
    overall.overall(key)
    assert made == [key]


@pytest.mark.django_db
@JUMPS
def test_no_day_begins_twice(monkeypatch: pytest.MonkeyPatch, jump_s: int) -> None:
    """Around midnight the same day may come again."""
    poor = user("Mila")
    with transaction.atomic():
        ledger.stakes_hold(match_code="m", players=[poor], amount=1000)
        ledger.pot_settle(match_code="m", shares={})
    midnight = timezone.make_aware(datetime(2031, 5, 6, 0, 0, 10))
    given = [
        player_day_begin(player=poor, today=timezone.localdate(midnight + timedelta(seconds=seconds)))
        for seconds in (0, jump_s, 0, jump_s, -jump_s)
    ]
    assert sum(given) == 100


async def test_what_the_sweep_read_some_time_ago_replaces_no_newer_word(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer's move made meanwhile has a next one: it was passed over until the sweep after."""
    clockwork, fired = Clockwork((BOT,)), []

    async def fire(what: str, match_id: int, when: int) -> None:
        fired.append((what, match_id, when - now))

    monkeypatch.setattr(clockwork, "_fire", fire)
    now = matchtime.now_ms()
    clockwork.feed([(BOT, 1, now + 60)])
    clockwork.swept([(BOT, 1, now - 20), (BOT, 1, now + 60), (BOT, 2, now + 30), ("wake", 3, now)])
    await asyncio.sleep(0.3)
    assert fired == [(BOT, 1, -20), (BOT, 2, 30), (BOT, 1, 60)]
    clockwork._run_task.cancel()
