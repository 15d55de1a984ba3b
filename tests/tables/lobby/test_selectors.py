from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tables import dailies, selectors
from tables.models import Match, MatchSeat, Table
from tables.room import table_admits
from tables.services import daily, quick, seats, tables
from tests.tables.lobby.support import GAME, guest, over, playing, present, say_ready, table_of, user

pytestmark = pytest.mark.django_db


def test_an_open_table_tells_what_one_wants_to_know() -> None:
    mila, frieda = user("Mila"), guest("Frieda")
    table = table_of(mila, frieda, fill_level="hard", clock_s=90)
    (row,) = selectors.open_tables(viewer=frieda)
    assert (row.code, row.slug, row.title, row.opener) == (table.code, "elements", "Elements", "Mila")
    assert (row.people, row.free, row.mine, row.can_join) == (2, 2, True, False)
    assert row.facts == ("90 s Bedenkzeit", "Computer: stark")
    assert [seat.name for seat in row.seats] == ["Mila", "Frieda", "", ""]
    assert [seat.figure for seat in row.seats][:2] == ["user", "guest"]


def test_tables_are_filtered_by_game_and_stake() -> None:
    free, paid = table_of(user("Mila")), table_of(user("Jonas"), stake=50)
    assert {row.code for row in selectors.open_tables()} == {paid.code, free.code}
    assert [row.code for row in selectors.open_tables(stake=True)] == [paid.code]
    assert [row.code for row in selectors.open_tables(stake=False)] == [free.code]
    assert selectors.open_tables(game="terra") == []


def test_a_stake_table_is_not_offered_to_guests() -> None:
    table_of(user("Mila"), stake=50)
    (row,) = selectors.open_tables(viewer=guest("Frieda"))
    assert (row.account_needed, row.can_join) == (True, False)


def test_a_table_where_nobody_sits_is_not_listed() -> None:
    mila = user("Mila")
    seats.seat_leave(code=table_of(mila).code, player=mila)
    assert selectors.open_tables() == []


def test_a_table_by_link_is_listed_nowhere_before_during_and_after() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, public=False)
    assert selectors.open_tables(viewer=ole) == []
    assert [row.code for row in selectors.own_tables(jonas)] == [table.code]
    say_ready(table, jonas)
    match = tables.table_start(code=table.code, player=mila)
    present(table, mila, jonas, ole)
    assert selectors.running_matches() == []
    assert selectors.own_matches(ole) == []
    over(match)
    assert selectors.player_matches(player=mila, viewer=ole) == []
    assert selectors.player_matches(player=mila, viewer=None) == []
    assert [row.code for row in selectors.player_matches(player=mila, viewer=jonas)] == [match.code]


def test_running_matches_are_those_where_somebody_is_with_people_first() -> None:
    pair = playing(user("Mila"), user("Jonas"))
    alone = quick.quick_start(player=user("Ole"), game=GAME).match
    sleeping = quick.quick_start(player=user("Ada"), game=GAME).match
    present(pair.table, MatchSeat.objects.filter(match=pair).first().player, None, guest("Frieda"))  # type: ignore[union-attr]
    present(alone.table, alone.seats.get(player__isnull=False).player)
    rows = selectors.running_matches()
    assert [row.table_code for row in rows] == [pair.table.code, alone.table.code]
    assert [row.people for row in rows] == [2, 1]
    assert [row.watchers for row in rows] == [2, 0]
    assert sleeping.table.code not in {row.table_code for row in rows}


def test_own_matches_say_whose_turn_it_is() -> None:
    mila = user("Mila")
    match = quick.quick_start(player=mila, game=GAME).match
    seat = match.seats.get(player=mila).index
    Match.objects.update(turn_mask=1 << seat)
    (row,) = selectors.own_matches(mila)
    assert (row.table_code, row.my_turn, row.solo) == (match.table.code, True, True)
    Match.objects.update(turn_mask=1 << (seat + 1))
    assert selectors.own_matches(mila)[0].my_turn is False
    MatchSeat.objects.filter(player=mila).update(left=True)
    assert selectors.own_matches(mila) == []


def test_history_is_newest_first_in_pages() -> None:
    mila = user("Mila")
    codes = []
    for number in range(3):
        match = playing(mila, user(f"Gegner-{number}"))
        over(match)
        codes.append(match.code)
    page = selectors.player_matches(player=mila, viewer=None, limit=2)
    assert [row.code for row in page] == [codes[2], codes[1]]
    before = Match.objects.get(code=codes[1]).pk
    assert [row.code for row in selectors.player_matches(player=mila, viewer=None, before=before)] == [codes[0]]


def test_a_daily_is_closed_to_others_till_two_next_morning() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = daily.daily_start(player=mila, game=GAME, variant="daily")
    over(table.match)
    table.refresh_from_db()
    assert (table_admits(table, mila), table_admits(table, jonas), table_admits(table, None)) == (True, False, False)
    assert selectors.player_matches(player=mila, viewer=jonas) == []
    assert selectors.player_matches(player=mila, viewer=None) == []  # three computers sit there: nobody's seats
    assert len(selectors.player_matches(player=mila, viewer=mila)) == 1
    long_ago = dailies.day_today() - timedelta(days=2)
    Match.objects.update(daily_on=long_ago)
    Table.objects.update(daily_on=long_ago)
    table.refresh_from_db()
    assert table_admits(table, jonas)
    assert len(selectors.player_matches(player=mila, viewer=jonas)) == 1
    assert len(selectors.player_matches(player=mila, viewer=None)) == 1


def test_a_table_by_link_with_computers_is_in_nobodys_list_for_strangers() -> None:
    mila = user("Mila")
    over(playing(mila, fill_level="normal", public=False))
    assert selectors.player_matches(player=mila, viewer=None) == []


def test_todays_challenges_with_the_own_attempt() -> None:
    mila = user("Mila")
    before, *others = selectors.dailies_today(mila)
    assert {daily.state for daily in others} == {"new"}
    assert (before.slug, before.variant, before.state, before.on) == (GAME, "daily", "new", timezone.localdate())
    table = daily.daily_start(player=mila, game=GAME, variant="daily")
    assert selectors.dailies_today(mila)[0].state == "running"
    assert selectors.dailies_today(mila)[0].table_code == table.code
    assert selectors.dailies_today(user("Jonas"))[0].state == "new"
    assert selectors.dailies_today(None)[0].state == "new"
    over(table.match)
    assert selectors.dailies_today(mila)[0].state == "done"


def test_whose_seat_was_freed_is_not_admitted_to_a_table_by_link() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, public=False)
    seats.seat_free(code=table.code, by=mila, index=1, player_code=jonas.code)
    table.refresh_from_db()
    assert not table_admits(table, jonas)
    assert table_admits(table, mila)
    assert table_admits(table, None)


@pytest.mark.parametrize("count", [1, 12])
def test_lists_ask_the_database_a_fixed_number_of_times(count: int, django_assert_num_queries: Any) -> None:
    mila = user("Mila")
    for number in range(count):
        table_of(user(f"Wirt-{number}"), guest(f"Gast-{number}"))
        match = playing(mila, user(f"Gegner-{number}"))
        over(playing(user(f"Alt-{number}"), mila))
        assert match.status == Match.Status.RUNNING
    with django_assert_num_queries(3):
        assert len(selectors.open_tables(viewer=mila)) == count
    with django_assert_num_queries(6):  # two read match time, which a server knows by heart
        assert len(selectors.running_matches()) == count
    with django_assert_num_queries(2):
        assert len(selectors.own_matches(mila)) == count
    with django_assert_num_queries(3):
        assert len(selectors.player_matches(player=mila, viewer=None)) == count
    with django_assert_num_queries(1):
        selectors.dailies_today(mila)
    with django_assert_num_queries(1):  # no seats to look for
        selectors.own_tables(mila)


def test_tables_that_can_be_joined_come_first_and_all_are_counted() -> None:
    guests = [guest(f"Gast-{number}") for number in range(3)]
    full = table_of(user("Mila"), guests[0], seats_count=2)
    paid = table_of(user("Jonas"), stake=50)
    free = [table_of(user(f"Wirt-{number}")) for number in range(3)]
    newer = table_of(user("Tarik"), guests[1], seats_count=2)
    rows = selectors.open_tables(viewer=guests[2], limit=4)
    assert [row.code for row in rows] == [*(table.code for table in reversed(free)), newer.code]
    assert (rows.count_all, rows.joinable) == (6, 3)
    rest = selectors.open_tables(viewer=guests[2], start=4, limit=4)
    assert [row.code for row in rest] == [paid.code, full.code]
    assert selectors.open_tables(viewer=guests[0]).joinable == 3
    assert selectors.open_tables(viewer=user("Ole")).joinable == 4


def test_behind_the_end_of_a_list_its_last_page_is_shown() -> None:
    codes = [table_of(user(f"Wirt-{number}")).code for number in range(5)]
    rows = selectors.open_tables(start=40, limit=2)
    assert ([row.code for row in rows], rows.start) == ([codes[0]], 4)
    assert selectors.running_matches(start=40, limit=2).start == 0


def test_who_watches_is_counted_only_where_everybody_is_shown() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    first, second = playing(mila, jonas), playing(user("Tarik"), user("Ayşe"))
    present(first.table, mila, ole, None)
    present(second.table, ole)
    both = selectors.running_matches()
    assert [row.watchers for row in both] == [1, 2]
    assert (both.watchers, both.count_all) == (3, 2)
    assert (selectors.running_matches(limit=1).watchers, selectors.running_matches(limit=1).count_all) == (0, 2)
    assert [row.table_code for row in selectors.running_matches(without=[first.table.code])] == [second.table.code]


def test_behind_many_matches_by_link_the_public_ones_are_found() -> None:
    """The newest are looked at first; where none of them may be shown, all are."""
    mila = user("Mila")
    public = playing(mila, user("Jonas"))
    over(public)
    for number in range(7):
        over(playing(mila, user(f"Gegner-{number}"), public=False))
    found = selectors.player_matches(player=mila, viewer=None, limit=2)
    assert [row.code for row in found] == [public.code]
    assert len(selectors.player_matches(player=mila, viewer=mila, limit=20)) == 8
