"""Every task: once, twice, from eight workers at once, an hour late, for what is gone, and never."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from celery.app.trace import build_tracer
from django.conf import settings
from django.db import OperationalError

from accounts import selectors
from portal.celery import app
from tables import matchtime, tasks
from tables.clockwork import BOT
from tables.host import runtime
from tables.models import Match, MatchTime, Record, Table
from tables.services import seats
from tests.jobs.jobs import JOBS, Job, soon, time_passes
from tests.tables.host import support as host
from tests.tables.lobby.support import at_once, fresh, guest, sitting, table_of, user

pytestmark = pytest.mark.usefixtures("worker")


def test_every_task_is_here() -> None:
    """A new one has to say what it does when it is run twice."""
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == set(JOBS)
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= ours


def once(job: Job) -> None:
    job.run()


def twice(job: Job) -> None:
    job.run()
    job.done()
    job.run()


def together(job: Job) -> None:
    assert [result for result in at_once([job.run] * 8) if isinstance(result, Exception)] == []


@pytest.mark.parametrize("manner", [once, twice, together])
@pytest.mark.parametrize("name", JOBS)
def test_a_job_is_done_once(name: str, manner: Callable[[Job], None]) -> None:
    job = JOBS[name]()
    manner(job)
    job.done()


NOT_BY_MATCH_TIME = {"tables.tasks.sweep", "portal.tasks.housekeeping"}
"""For the sweep a clock has run out many times then (below); housekeeping looks at the clock on the wall."""


@pytest.mark.parametrize("name", [name for name in JOBS if name not in NOT_BY_MATCH_TIME])
def test_a_job_an_hour_late_does_the_same(name: str) -> None:
    job = JOBS[name]()
    time_passes(3_600_000)
    job.run()
    job.done()


def test_ten_minutes_without_a_sweep_cost_nobody_more_than_the_clock_says() -> None:
    """Each step that nobody took is taken at its own instant, every 40 s, and the next clock runs from there."""
    match = host.match(user("Anton"), user("Berta"), clock_s=30)
    time_passes(600_000)
    tasks.sweep()
    soon(lambda: Record.objects.filter(match=match).exists())
    live = host.live(match.pk)
    assert sum(seat.decision for seat in live.state.seats) > 600_000 // 40_000
    assert live.state.clock.expiry_ms == 640_000


def test_a_worker_that_starts_while_the_database_is_away_has_its_heap_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else would give it one: the sweep comes to clock workers only."""
    away = [OperationalError("away"), OperationalError("away")]
    read = matchtime.row_read

    def row_read() -> int:
        if away:
            raise away.pop()
        return read()

    monkeypatch.setattr(matchtime, "row_read", row_read)
    monkeypatch.setattr(tasks, "RETRY_S", 0.01)
    queues = SimpleNamespace(consume_from={"bots": object()})
    tasks._clockwork_start(sender=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=queues))))
    soon(lambda: tasks._clockwork is not None)
    assert tasks._clockwork is not None
    assert tasks._clockwork.kinds == {BOT}


def bot_move(match_id: int) -> None:
    """What a bots worker does when its heap says so."""
    runtime.worker_start()
    runtime.call(lambda host: host.bot_move(match_id))


@pytest.mark.parametrize(
    "run",
    [partial(bot_move, 10**9), partial(tasks.match_verify, "gibtesnicht"), partial(bot_move, 0)],
    ids=["a match that is gone", "a code that is gone", "no match"],
)
def test_what_is_gone_is_no_error(run: Callable[[], object]) -> None:
    run()


def test_a_job_for_a_match_that_has_ended_changes_nothing() -> None:
    match = host.match("easy", user("Anton"))
    time_passes(2_000)
    host.play_out(match.pk)
    ended = Match.objects.get(pk=match.pk)
    records = Record.objects.filter(match=match).count()
    for run in (partial(bot_move, match.pk), tasks.sweep, tasks.upkeep):
        run()
    again = Match.objects.get(pk=match.pk)
    assert (again.version, again.status, again.ended_at) == (ended.version, ended.status, ended.ended_at)
    assert Record.objects.filter(match=match).count() == records


# --- never ---------------------------------------------------------------------------------------------


def test_without_any_sweep_an_action_lets_time_pass_first() -> None:
    match = host.match(user("Anton"), user("Berta"), clock_s=30)
    live = host.live(match.pk)
    pending = live.game.to_act(live.state)[0]
    action = live.game.actions(live.state, pending.seat)[0]
    time_passes(41_000)
    answer = host.refused(host.submit(match.pk, pending.seat, pending.decision, "late-0001", action))
    assert answer.code in {"stale", "not_your_turn"}
    assert [record.kind for record in Record.objects.filter(match=match)] == [Record.Kind.WAKE]


def test_without_upkeep_an_empty_table_is_only_still_there() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila)
    time_passes(24 * 3_600_000)
    seats.seat_take(code=table.code, player=jonas)
    assert sitting(table)[:2] == ["Mila", "Jonas"]
    assert fresh(table).status == Table.Status.OPEN


def test_without_housekeeping_a_guest_only_stays_longer() -> None:
    one = guest("Frieda")
    MatchTime.objects.update(now_ms=0)
    assert selectors.guest_by_id(one.pk) == one


def test_a_job_that_finds_the_database_away_leaves_no_traceback(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It comes again by itself; what else goes wrong in a job still stands in the log."""
    celery: Any = app
    for error, levels in ((OperationalError("it is shutting down"), set()), (KeyError("a bug"), {"ERROR"})):
        monkeypatch.setattr("tables.services.tables.tables_tend", Mock(side_effect=error))
        trace: Any = build_tracer(tasks.upkeep.name, tasks.upkeep, app=celery)
        trace("1", (), {}, {})
        assert {record.levelname for record in caplog.records if record.levelno > logging.INFO} == levels
