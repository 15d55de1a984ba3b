from __future__ import annotations

import pytest

from accounts.models import Player
from tables import presence
from tables.models import MatchTime, Table
from tables.presence import Claim
from tables.services.tend import EMPTY_BY_LINK_MS, EMPTY_MS, OPENER_AWAY_MS, READY_AWAY_MS, tables_tend
from tests.tables.lobby.support import fresh, guest, present, table_of, user

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[Player, Player, Player]:
    return user("Mila"), user("Jonas"), user("Ole")


def test_the_opener_away_for_two_minutes_passes_the_table_to_the_next_one_present(
    people: tuple[Player, Player, Player],
) -> None:
    table = table_of(*people)
    present(table, people[2])
    tables_tend(1000)
    tables_tend(1000 + OPENER_AWAY_MS - 1)
    assert fresh(table).opener == people[0]
    tables_tend(1000 + OPENER_AWAY_MS)
    assert fresh(table).opener == people[2]


def test_an_opener_who_comes_back_in_time_stays_opener(people: tuple[Player, Player, Player]) -> None:
    table = table_of(*people)
    present(table, people[1])
    tables_tend(1000)
    present(table, people[0], people[1])
    tables_tend(100_000)
    present(table, people[1])
    tables_tend(110_000)
    tables_tend(110_000 + OPENER_AWAY_MS - 1)
    assert fresh(table).opener == people[0]


def test_nobody_inherits_who_only_watches(people: tuple[Player, Player, Player]) -> None:
    table = table_of(people[0], people[1])
    present(table, people[2], None)
    tables_tend(0)
    tables_tend(10 * OPENER_AWAY_MS)
    assert fresh(table).opener == people[0]


@pytest.mark.parametrize(("public", "limit_ms"), [(True, EMPTY_MS), (False, EMPTY_BY_LINK_MS)])
def test_a_table_with_nobody_connected_closes(public: bool, limit_ms: int) -> None:
    table = table_of(user("Mila"), guest("Frieda"), public=public)
    present(table)
    tables_tend(5)
    tables_tend(5 + limit_ms - 1)
    assert fresh(table).status == Table.Status.OPEN
    tables_tend(5 + limit_ms)
    assert fresh(table).status == Table.Status.CLOSED


def test_one_spectator_keeps_a_table_open() -> None:
    table = table_of(user("Mila"))
    present(table)
    tables_tend(0)
    present(table, None)
    tables_tend(EMPTY_MS)
    present(table)
    tables_tend(EMPTY_MS + 1)
    tables_tend(2 * EMPTY_MS)
    assert fresh(table).status == Table.Status.OPEN


def test_a_running_match_is_none_of_its_business() -> None:
    table = table_of(user("Mila"))
    Table.objects.update(status=Table.Status.PLAYING)
    tables_tend(0)
    tables_tend(10 * EMPTY_BY_LINK_MS)
    assert fresh(table).status == Table.Status.PLAYING


def test_tending_asks_as_often_for_thirty_tables_as_for_one(django_assert_num_queries: object) -> None:
    tables = [table_of(user(f"Wirt-{number}")) for number in range(30)]
    tables_tend(0)
    assert {fresh(table).opener_away_ms for table in tables} == {0}
    with django_assert_num_queries(4):  # type: ignore[operator]
        tables_tend(10)


def test_ready_is_taken_back_when_its_player_is_away_for_longer_than_a_reload() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    table.seats.filter(player__isnull=False).update(ready=True)
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 50_000})
    presence.claims_write("p1", [Claim(table.pk, mila.pk, 1), Claim(table.pk, jonas.pk, 1)])
    presence.claims_write("p1", [Claim(table.pk, jonas.pk, 0)])
    tables_tend(50_000 + READY_AWAY_MS - 1)
    assert fresh(table).seats.filter(ready=True).count() == 2
    tables_tend(50_000 + READY_AWAY_MS)
    assert [seat.player for seat in fresh(table).seats.filter(ready=True)] == [mila]
