from __future__ import annotations

from functools import partial

import pytest

from accounts import ledger
from tables.models import Seat, Table
from tables.services import limits, seats, tables
from tables.services.refusals import TableRefused
from tests.tables.lobby.support import (
    at_once,
    choice,
    fresh,
    guest,
    present,
    ready_names,
    say_ready,
    sitting,
    table_of,
    terms,
    user,
)

pytestmark = pytest.mark.django_db


def test_a_player_sits_on_the_first_free_seat_and_only_once() -> None:
    mila, jonas = user("Mila"), guest("Jonas")
    table = table_of(mila)
    seats.seat_take(code=table.code, player=jonas)
    seats.seat_take(code=table.code, player=jonas)
    assert sitting(table) == ["Mila", "Jonas", "", ""]


def test_a_full_table_says_so_and_nothing_changes() -> None:
    table = table_of(user("Mila"), user("Jonas"), seats_count=2)
    revision = table.revision
    with pytest.raises(TableRefused) as refusal:
        seats.seat_take(code=table.code, player=user("Ole"))
    assert refusal.value.code == "full"
    assert fresh(table).revision == revision


@pytest.mark.django_db(transaction=True)
def test_twenty_after_the_last_seat_exactly_one_gets_it_and_the_others_read_why() -> None:
    people = [user(f"Spieler-{number}") for number in range(20)]
    table = table_of(user("Mila"), seats_count=2, stake=50)
    balances = [ledger.balance(player) for player in people]
    results = at_once([partial(seats.seat_take, code=table.code, player=player) for player in people])
    refused = [result for result in results if isinstance(result, Exception)]
    assert len(refused) == 19
    assert {getattr(refusal, "code", repr(refusal)) for refusal in refused} == {"full"}
    assert all("Platz" in str(refusal) for refusal in refused)
    assert Seat.objects.filter(table=table, player__isnull=False).count() == 2
    assert [ledger.balance(player) for player in people] == balances


@pytest.mark.django_db(transaction=True)
def test_a_seat_freed_in_the_rush_is_usable_at_once() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, seats_count=2)
    results = at_once(
        [
            partial(seats.seat_leave, code=table.code, player=jonas),
            *[partial(seats.seat_take, code=table.code, player=guest(f"Gast-{n}")) for n in range(6)],
        ]
    )
    others = [result for result in results[1:] if not isinstance(result, Exception)]
    if not others:  # everybody was faster than the one who stood up
        seats.seat_take(code=table.code, player=guest("Spaet"))
    assert Seat.objects.filter(table=table, player__isnull=False).count() == 2
    assert not Seat.objects.filter(table=table, player=jonas).exists()


@pytest.mark.django_db(transaction=True)
def test_one_player_sitting_down_in_two_tabs_at_once_has_one_seat() -> None:
    jonas = user("Jonas")
    table = table_of(user("Mila"))
    results = at_once([partial(seats.seat_take, code=table.code, player=jonas) for _ in range(8)])
    assert not [result for result in results if isinstance(result, Exception)]
    assert sitting(table) == ["Mila", "Jonas", "", ""]


def test_guests_do_not_sit_where_taler_are_played_for() -> None:
    table = table_of(user("Mila"), stake=10)
    with pytest.raises(TableRefused) as refusal:
        seats.seat_take(code=table.code, player=guest("Frieda"))
    assert (refusal.value.code, refusal.value.status) == ("guest_stake", 403)
    assert sitting(table) == ["Mila", "", "", ""]


def test_nobody_holds_the_whole_lobby() -> None:
    busy = user("Mila")
    for number in range(limits.SEATS):
        seats.seat_take(code=table_of(user(f"Wirt-{number}")).code, player=busy)
    with pytest.raises(TableRefused) as refusal:
        seats.seat_take(code=table_of(user("Wirt-x")).code, player=busy)
    assert refusal.value.code == "too_many"


@pytest.mark.django_db(transaction=True)
def test_nobody_holds_it_by_ten_clicks_at_once_either() -> None:
    busy = user("Mila")
    codes = [table_of(user(f"Wirt-{number}")).code for number in range(limits.SEATS + 4)]
    at_once([partial(seats.seat_take, code=code, player=busy) for code in codes])
    assert Seat.objects.filter(player=busy).count() == limits.SEATS


def test_standing_up_hands_the_table_on_to_the_next_one_present() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, ole)
    present(table, mila, ole)
    seats.seat_leave(code=table.code, player=mila)
    assert fresh(table).opener == ole
    assert sitting(table) == ["", "Jonas", "Ole", ""]


def test_a_table_that_its_last_player_stands_up_from_closes() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    seats.seat_leave(code=table.code, player=mila)
    assert (fresh(table).status, fresh(table).opener) == (Table.Status.OPEN, jonas)
    seats.seat_leave(code=table.code, player=jonas)
    assert fresh(table).status == Table.Status.CLOSED


def test_ready_said_twice_is_ready_once() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    say_ready(table, jonas)
    assert ready_names(table) == ["Jonas"]
    say_ready(table, jonas, ready=False)
    assert ready_names(table) == []


def test_ready_to_settings_that_have_changed_is_refused() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    seen = terms(table)
    tables.table_change(code=table.code, player=mila, terms=seen, choice=choice(stake=100))
    with pytest.raises(TableRefused) as refusal:
        seats.seat_ready(code=table.code, player=jonas, ready=True, terms=seen)
    assert refusal.value.code == "stale"
    assert ready_names(table) == []


def test_somebody_sitting_down_leaves_the_terms_alone() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila)
    seen = terms(table)
    seats.seat_take(code=table.code, player=jonas)
    seats.seat_ready(code=table.code, player=mila, ready=True, terms=seen)
    assert ready_names(table) == ["Mila"]


def test_only_seated_people_say_ready() -> None:
    table = table_of(user("Mila"))
    with pytest.raises(TableRefused) as refusal:
        say_ready(table, user("Jonas"))
    assert refusal.value.code == "not_seated"


def test_the_opener_puts_a_computer_on_a_free_seat_and_takes_it_back() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    seats.seat_give_bot(code=table.code, by=mila, index=3, level="hard")
    assert sitting(table) == ["Mila", "Jonas", "", "hard"]
    seats.seat_give_bot(code=table.code, by=mila, index=3, level="")
    assert sitting(table) == ["Mila", "Jonas", "", ""]


@pytest.mark.parametrize(("stake", "ready"), [(300, ["Mila"]), (0, ["Mila", "Jonas"])])
def test_who_plays_for_taler_says_ready_again_to_a_computer(stake: int, ready: list[str]) -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, stake=stake)
    say_ready(table, mila, jonas)
    seats.seat_give_bot(code=table.code, by=mila, index=3, level="hard")
    assert ready_names(table) == ready


@pytest.mark.parametrize(
    ("index", "level", "code"), [(1, "hard", "taken"), (9, "hard", "taken"), (2, "stark", "options")]
)
def test_a_computer_takes_nobodys_seat(index: int, level: str, code: str) -> None:
    mila = user("Mila")
    table = table_of(mila, user("Jonas"))
    with pytest.raises(TableRefused) as refusal:
        seats.seat_give_bot(code=table.code, by=mila, index=index, level=level)
    assert refusal.value.code == code
    assert sitting(table) == ["Mila", "Jonas", "", ""]


def test_only_the_opener_changes_seats() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    with pytest.raises(TableRefused) as refusal:
        seats.seat_give_bot(code=table.code, by=jonas, index=2, level="easy")
    assert refusal.value.code == "not_opener"
    with pytest.raises(TableRefused) as refusal:
        seats.seat_free(code=table.code, by=jonas, index=0, player_code=mila.code)
    assert refusal.value.code == "not_opener"


def test_a_freed_seat_is_for_somebody_else() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas)
    seats.seat_free(code=table.code, by=mila, index=1, player_code=jonas.code)
    with pytest.raises(TableRefused) as refusal:
        seats.seat_take(code=table.code, player=jonas)
    assert refusal.value.code == "barred"
    seats.seat_take(code=table.code, player=ole)
    assert sitting(table) == ["Mila", "Ole", "", ""]


def test_a_stale_form_frees_nobody_elses_seat() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas)
    seats.seat_leave(code=table.code, player=jonas)
    seats.seat_take(code=table.code, player=ole)
    with pytest.raises(TableRefused) as refusal:
        seats.seat_free(code=table.code, by=mila, index=1, player_code=jonas.code)
    assert refusal.value.code == "stale"
    assert sitting(table) == ["Mila", "Ole", "", ""]
