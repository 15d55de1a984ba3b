from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from accounts import ledger
from accounts.errors import NotEnoughTaler
from accounts.models import Player
from tables.models import LastChoice, Match, Table
from tables.services import limits, seats, tables
from tables.services.refusals import TableRefused
from tests.tables.lobby.support import (
    GAME,
    at_once,
    choice,
    fresh,
    guest,
    ready_names,
    say_ready,
    sitting,
    table_of,
    terms,
    user,
)

pytestmark = pytest.mark.django_db


def started(table: Table, opener: Player) -> Match:
    return tables.table_start(code=table.code, player=opener)


def holders(match: Match) -> list[str]:
    return sorted(seat.player.name if seat.player else seat.bot for seat in match.seats.select_related("player"))


def test_a_new_table_seats_its_opener_and_remembers_the_choice_but_not_the_stake() -> None:
    mila = user("Mila")
    table = table_of(mila, clock_s=90, stake=25, seats_count=3, fill_level="hard", public=False)
    assert sitting(table) == ["Mila", "", ""]
    stored = LastChoice.objects.get(player=mila, game=GAME).choice
    assert (stored["clock_s"], stored["seats_count"], stored["fill_level"]) == (90, 3, "hard")
    assert stored["stake"] == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"clock_s": 45},
        {"seats_count": 5},
        {"seats_count": 1},
        {"stake": 501},
        {"stake": -1},
        {"fill_level": "stark"},
        {"options": {"unbekannt": "1"}},
    ],
)
def test_settings_that_nobody_knows_are_refused(changes: dict[str, object]) -> None:
    with pytest.raises(TableRefused) as refusal:
        tables.table_open(player=user("Mila"), game=GAME, choice=choice(**changes))
    assert refusal.value.code == "options"
    assert not Table.objects.exists()


def test_a_guest_opens_tables_without_a_stake_only() -> None:
    frieda = guest("Frieda")
    with pytest.raises(TableRefused) as refusal:
        tables.table_open(player=frieda, game=GAME, choice=choice(stake=10))
    assert refusal.value.code == "guest_stake"
    assert sitting(table_of(frieda)) == ["Frieda", "", "", ""]


def test_two_clicks_open_one_table() -> None:
    mila = user("Mila")
    first = table_of(mila)
    assert table_of(mila) == first
    assert table_of(mila, clock_s=30) != first


def test_one_leads_a_few_tables_at_most() -> None:
    mila = user("Mila")
    for _ in range(limits.TABLES):
        table_of(mila)
        Table.objects.update(created_at=timezone.now() - tables.TWICE)
    with pytest.raises(TableRefused) as refusal:
        table_of(mila)
    assert refusal.value.code == "too_many"


@pytest.mark.parametrize("changes", [{"stake": 50}, {"clock_s": 30}, {"fill_level": "easy"}, {"seats_count": 3}])
def test_a_change_takes_back_every_ready(changes: dict[str, object]) -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, mila, jonas)
    tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice(**changes))
    assert ready_names(table) == []


def test_the_same_settings_again_change_nothing() -> None:
    mila = user("Mila")
    table = table_of(mila)
    say_ready(table, mila)
    tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice())
    assert ready_names(table) == ["Mila"]
    assert fresh(table).revision == table.revision


def test_a_stale_form_changes_nothing() -> None:
    mila = user("Mila")
    table = table_of(mila)
    seen = terms(table)
    tables.table_change(code=table.code, player=mila, terms=seen, choice=choice(stake=5))
    with pytest.raises(TableRefused) as refusal:
        tables.table_change(code=table.code, player=mila, terms=seen, choice=choice(stake=500))
    assert refusal.value.code == "stale"
    assert fresh(table).stake == 5


def test_only_the_opener_changes_settings() -> None:
    table = table_of(user("Mila"), jonas := user("Jonas"))
    with pytest.raises(TableRefused) as refusal:
        tables.table_change(code=table.code, player=jonas, terms=terms(table), choice=choice(stake=1))
    assert refusal.value.code == "not_opener"


def test_no_stake_comes_to_a_table_with_a_guest() -> None:
    mila = user("Mila")
    table = table_of(mila, guest("Frieda"))
    with pytest.raises(TableRefused) as refusal:
        tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice(stake=10))
    assert refusal.value.code == "guest_stake"


def test_fewer_seats_keep_the_people_and_lose_free_seats_and_computers() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, ole)
    seats.seat_leave(code=table.code, player=jonas)
    seats.seat_give_bot(code=table.code, by=mila, index=1, level="easy")
    tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice(seats_count=2))
    assert sitting(table) == ["Mila", "Ole"]
    tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice(seats_count=4))
    assert sitting(table) == ["Mila", "Ole", "", ""]


def test_nobody_loses_a_seat_to_a_smaller_table() -> None:
    mila = user("Mila")
    table = table_of(mila, user("Jonas"), user("Ole"))
    with pytest.raises(TableRefused) as refusal:
        tables.table_change(code=table.code, player=mila, terms=terms(table), choice=choice(seats_count=2))
    assert refusal.value.code == "seats"


def test_the_openers_start_is_the_openers_ready() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    match = started(table, mila)
    assert holders(match) == ["Jonas", "Mila"]
    assert fresh(table).status == Table.Status.PLAYING


def test_who_is_not_ready_is_named_and_nothing_starts() -> None:
    mila = user("Mila")
    table = table_of(mila, user("Jonas"), user("Ole"))
    with pytest.raises(TableRefused, match="Jonas und Ole sind noch nicht bereit"):
        started(table, mila)
    assert not Match.objects.exists()


def test_only_the_opener_starts() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, mila, jonas)
    with pytest.raises(TableRefused) as refusal:
        started(table, jonas)
    assert refusal.value.code == "not_opener"


def test_free_seats_go_to_computers_if_so_chosen() -> None:
    mila = user("Mila")
    table = table_of(mila, fill_level="hard")
    seats.seat_give_bot(code=table.code, by=mila, index=2, level="easy")
    assert holders(started(table, mila)) == ["Mila", "easy", "hard", "hard"]


def test_free_seats_stay_empty_otherwise() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    assert holders(started(table, mila)) == ["Jonas", "Mila"]


def test_nobody_starts_alone_without_computers() -> None:
    mila = user("Mila")
    with pytest.raises(TableRefused) as refusal:
        started(table_of(mila), mila)
    assert refusal.value.code == "too_few"
    assert not Match.objects.exists()


def test_a_start_that_saw_other_seats_is_told_so() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, fill_level="easy")
    say_ready(table, jonas)
    seats.seat_leave(code=table.code, player=jonas)
    with pytest.raises(TableRefused) as refusal:
        tables.table_start(code=table.code, player=mila, revision=table.revision)
    assert refusal.value.code == "stale"
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_starting_several_times_at_once_begins_one_match() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, stake=100)
    say_ready(table, jonas)
    results = at_once([partial(tables.table_start, code=table.code, player=mila) for _ in range(6)])
    assert not [result for result in results if isinstance(result, Exception)]
    assert Match.objects.count() == 1
    assert (ledger.balance(mila), ledger.balance(jonas)) == (900, 900)


def test_stakes_are_held_at_the_start_and_computers_pay_nothing() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, stake=200, fill_level="normal")
    say_ready(table, jonas)
    match = started(table, mila)
    assert (ledger.balance(mila), ledger.balance(jonas)) == (800, 800)
    assert (ledger.held(mila), ledger.held(jonas)) == (200, 200)
    assert match.stake == 200


def test_who_can_not_pay_is_named_and_nothing_is_held() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    for other in ("Ole", "Ada"):  # two running matches hold Jonas' Taler
        wirt = user(other)
        table = table_of(wirt, jonas, stake=500)
        say_ready(table, jonas)
        started(table, wirt)
    table = table_of(mila, jonas, stake=10)
    say_ready(table, jonas)
    with pytest.raises(NotEnoughTaler, match="Jonas"):
        started(table, mila)
    assert fresh(table).status == Table.Status.OPEN
    assert ledger.balance(mila) == 1000
    assert not Match.objects.filter(table=table).exists()
    assert ready_names(table) == ["Jonas"]


def test_a_stake_needs_two_people() -> None:
    mila = user("Mila")
    table = table_of(mila, stake=10, fill_level="normal")
    with pytest.raises(TableRefused) as refusal:
        started(table, mila)
    assert refusal.value.code == "stake"
    assert ledger.balance(mila) == 1000


def test_a_start_stands_its_people_up_at_other_tables() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    elsewhere = table_of(jonas, ole)
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    started(table, mila)
    assert sitting(elsewhere) == ["", "Ole", "", ""]
    assert fresh(elsewhere).opener == ole
    assert sitting(table)[:2] == ["Mila", "Jonas"]


@pytest.mark.parametrize("status", [Table.Status.PLAYING, Table.Status.OVER, Table.Status.CLOSED])
def test_only_waiting_tables_change(status: str) -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    Table.objects.filter(pk=table.pk).update(status=status)
    deeds = [
        partial(seats.seat_take, code=table.code, player=user("Ole")),
        partial(seats.seat_ready, code=table.code, player=jonas, ready=True, terms=terms(table)),
        partial(seats.seat_give_bot, code=table.code, by=mila, index=2, level="easy"),
        partial(seats.seat_free, code=table.code, by=mila, index=1, player_code=jonas.code),
        partial(tables.table_change, code=table.code, player=mila, terms=terms(table), choice=choice(stake=1)),
    ]
    for deed in deeds:
        with pytest.raises(TableRefused) as refusal:
            deed()
        assert refusal.value.code == ("closed" if status == Table.Status.CLOSED else "started")
    seats.seat_leave(code=table.code, player=jonas)
    assert sitting(table) == ["Mila", "Jonas", "", ""]
