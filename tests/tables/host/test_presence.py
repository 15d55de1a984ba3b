"""Who is at a table, and who was away for how long: in match time, over processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables import hub, matchtime, presence
from tables.host import api, runtime
from tables.models import Match, MatchTime, ServerProcess
from tables.presence import Claim
from tests.tables.host import support

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _time() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 1_000_000})


def _pass(ms: int, *alive: str) -> None:
    """Match time passes; the processes named beat all the while."""
    MatchTime.objects.filter(pk=1).update(now_ms=matchtime.row_read() + ms)
    for process in alive:
        presence.process_beat(process)


def test_a_player_is_there_while_any_process_claims_it() -> None:
    anton = support.guest("Anton")
    match = support.match(anton, support.guest("Berta"))
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 1)])
    presence.claims_write("p2", [Claim(match.table_id, anton.pk, 2)])
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 0)])
    assert presence.attendance(match.table_id).online == {anton.pk}
    presence.claims_write("p2", [Claim(match.table_id, anton.pk, 0)])
    assert presence.attendance(match.table_id).online == set()


def test_a_dead_process_claims_nobody_but_a_restart_makes_nobody_absent() -> None:
    anton = support.guest("Anton")
    match = support.match(anton, support.guest("Berta"))
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 1)])
    assert presence.attendance(match.table_id).online == {anton.pk}, "match time stood still while nothing ran"
    _pass(presence.ALIVE_MS + 1, "p2")
    assert presence.attendance(match.table_id).online == set()
    assert presence.last_seen([match.table_id])[match.table_id, anton.pk] == 1_000_000


def test_spectators_are_counted_without_the_seated() -> None:
    anton, berta = support.guest("Anton"), support.guest("Berta")
    watcher = support.guest("Clara")
    match = support.match(anton, berta)
    claims = [Claim(match.table_id, anton.pk, 1), Claim(match.table_id, watcher.pk, 1), Claim(match.table_id, None, 3)]
    presence.claims_write("p1", claims)
    assert presence.attendance(match.table_id).watchers == 4


@pytest.mark.parametrize(("clock_s", "limit"), [(30, presence.GIVE_MS), (0, presence.SLOW_GIVE_MS)])
def test_an_absent_seat_may_be_given_to_the_computer(clock_s: int, limit: int) -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, clock_s=clock_s)
    presence.claims_write("p1", [Claim(match.table_id, p.pk, 1) for p in (anton, berta)])
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 0)])
    _pass(limit - 1, "p1")
    with pytest.raises(Exception, match="lange genug"):
        api.give_seat(match, 0, berta)
    _pass(1, "p1")
    api.give_seat(match, 0, berta)
    row = match.seats.get(player=anton)
    assert (row.left, row.points_tenths) == (True, -100)


def test_nobody_gives_away_the_seat_of_somebody_present_or_as_a_stranger() -> None:
    anton, berta, clara = support.user("Anton"), support.user("Berta"), support.user("Clara")
    match = support.match(anton, berta, clock_s=30)
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 1)])
    _pass(presence.GIVE_MS, "p1")
    with pytest.raises(Exception, match="lange genug"):
        api.give_seat(match, 0, berta)
    with pytest.raises(Exception, match="nur zu"):
        api.give_seat(match, 1, clara)


@pytest.mark.parametrize(("clock_s", "limit"), [(30, presence.ABANDON_MS), (0, presence.SLOW_ABANDON_MS)])
def test_a_match_that_all_have_deserted_is_abandoned(clock_s: int, limit: int) -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, clock_s=clock_s)
    presence.claims_write("p1", [Claim(match.table_id, berta.pk, 1)])
    _pass(limit, "p1")
    assert presence.deserted_matches() == []
    presence.claims_write("p1", [Claim(match.table_id, berta.pk, 0)])
    _pass(limit - 1, "p1")
    assert presence.deserted_matches() == []
    _pass(1, "p1")
    assert presence.deserted_matches() == [match.pk]
    runtime.call(lambda host: host.abandon(match.pk))
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert presence.deserted_matches() == []


def test_a_process_that_ends_in_order_lets_go() -> None:
    anton = support.guest("Anton")
    match = support.match(anton, support.guest("Berta"))
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 1), Claim(match.table_id, None, 1)])
    presence.process_leave("p1")
    assert presence.attendance(match.table_id).online == set()
    assert presence.attendance(match.table_id).watchers == 0
    assert ServerProcess.objects.filter(pk="p1").exists()


def test_a_process_that_leaves_waits_for_its_own_last_claims() -> None:
    """Both take the process's row first; without that they deadlock on PostgreSQL. Found by `make chaos`."""
    anton = support.guest("Anton")
    match = support.match(anton, support.guest("Berta"))
    works: list[Callable[[], None]] = [
        lambda: presence.claims_write("p1", [Claim(match.table_id, anton.pk, 1)]),
        lambda: presence.process_leave("p1"),
    ]
    for work in works:
        with CaptureQueriesContext(connection) as asked:
            work()
        written = [q["sql"] for q in asked if q["sql"].startswith(("UPDATE", "INSERT"))]
        assert "tables_serverprocess" in written[0]
        assert any("tables_presence" in sql for sql in written[1:])


async def test_a_page_that_is_loaded_again_is_no_coming_and_going(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the database nor anybody at the table hears of it; who stays away, of whom it is told, and once."""
    written: list[list[Claim]] = []
    monkeypatch.setattr(presence, "claims_write", lambda _process, claims: written.append(claims))
    monkeypatch.setattr(hub, "GONE_S", 0.3)
    here, page = hub.Hub(), Mock(player_id=7, seat=None)

    async def told() -> list[int]:
        written.clear()
        await here.claims_flush()
        return [claim.sockets for claims in written for claim in claims]

    room = here.enter(page, 1, "code", None)
    assert await told() == [1]
    here.leave(page, room)
    assert await told() == []
    room = here.enter(page, 1, "code", None)
    await asyncio.sleep(0.4)
    assert await told() == []
    here.leave(page, room)
    await asyncio.sleep(0.4)
    assert (await told(), await told()) == ([0], [])
    room = here.enter(page, 1, "code", None)
    here.leave(page, room)
    assert await told() == [0], "the coming was not written yet"
    room = here.enter(page, 1, "code", None)
    await asyncio.sleep(0.4)
    assert (await told(), await told()) == ([1], [])
