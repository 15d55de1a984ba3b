from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from accounts import ledger
from accounts.models import Player
from tables.models import LastChoice, Match, MatchSeat, Table
from tables.services import limits, quick, rematch, seats, tables
from tables.services.choices import choice_of
from tables.services.refusals import TableRefused
from tests.tables.lobby.support import (
    GAME,
    at_once,
    fresh,
    guest,
    over,
    ready_names,
    say_ready,
    sitting,
    table_of,
    user,
)

pytestmark = pytest.mark.django_db
UNUSUAL: dict[str, Any] = {
    "clock_s": 90,
    "seats_count": 3,
    "fill_level": "hard",
    "stake": 40,
    "public": False,
    "fast_bots": True,
}


def ended(*people: Player, **changes: Any) -> Table:
    """A table whose match these people have played to its end; the first one opened it."""
    table = table_of(*people, **changes)
    say_ready(table, *people)
    return over(tables.table_start(code=table.code, player=people[0]))


def test_a_revanche_has_the_same_people_and_every_setting_and_nobody_is_ready() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas, **UNUSUAL)
    table = rematch.rematch_open(code=old.code, player=jonas)
    assert choice_of(table) == choice_of(old)
    assert sitting(table) == ["Mila", "Jonas", "hard"]
    assert (table.opener, table.status) == (jonas, Table.Status.OPEN)
    assert ready_names(table) == []


def test_the_stake_of_a_revanche_is_agreed_to_anew() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas, stake=40)
    table = rematch.rematch_open(code=old.code, player=jonas)
    with pytest.raises(TableRefused, match="Mila"):
        tables.table_start(code=table.code, player=jonas)
    assert ledger.balance(mila) == 960
    say_ready(table, mila)
    tables.table_start(code=table.code, player=jonas)
    assert ledger.balance(mila) == 920


def test_a_revanche_leaves_what_its_players_chose_last() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas, clock_s=90)
    LastChoice.objects.update(choice={"clock_s": 30})
    rematch.rematch_open(code=old.code, player=mila)
    rematch.rematch_open(code=old.code, player=jonas)
    assert [row.choice for row in LastChoice.objects.all()] == [{"clock_s": 30}]


@pytest.mark.django_db(transaction=True)
def test_however_many_press_there_is_one_new_table() -> None:
    people = [user(name) for name in ("Mila", "Jonas", "Ole")]
    old = ended(*people)
    results = at_once([partial(rematch.rematch_open, code=old.code, player=player) for player in people * 2])
    assert {result.code if isinstance(result, Table) else repr(result) for result in results} == {
        Table.objects.get(rematch_of=old).code
    }


def test_an_old_result_leads_to_the_newest_table() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas)
    second = rematch.rematch_open(code=old.code, player=mila)
    say_ready(second, jonas)
    over(tables.table_start(code=second.code, player=mila))
    third = rematch.rematch_open(code=second.code, player=jonas)
    assert rematch.rematch_open(code=old.code, player=mila) == third
    Table.objects.filter(pk=third.pk).update(status=Table.Status.CLOSED)
    fourth = rematch.rematch_open(code=old.code, player=mila)
    assert fourth.rematch_of == third


def test_who_left_or_is_gone_keeps_no_seat_at_the_revanche() -> None:
    mila, jonas, frieda = user("Mila"), user("Jonas"), guest("Frieda")
    old = ended(mila, jonas, frieda)
    MatchSeat.objects.filter(player=jonas).update(left=True)
    Player.objects.filter(pk=frieda.pk).update(guest_expires_at=None, name_key=None)
    table = rematch.rematch_open(code=old.code, player=mila)
    assert sitting(table) == ["Mila", "", "", ""]


def test_a_revanche_seats_nobody_at_more_tables_than_one_may() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas)
    for number in range(limits.SEATS):
        seats.seat_take(code=table_of(user(f"Wirt-{number}")).code, player=jonas)
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_open(code=old.code, player=jonas)
    assert refusal.value.code == "too_many"
    assert sitting(rematch.rematch_open(code=old.code, player=mila)) == ["Mila", "", "", ""]


def test_a_revanche_is_one_of_the_tables_that_one_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas)
    monkeypatch.setattr(limits, "TABLES", 1)
    table_of(mila)
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_open(code=old.code, player=mila)
    assert refusal.value.code == "too_many"
    assert rematch.rematch_open(code=old.code, player=jonas).opener == jonas


def test_alone_it_goes_on_however_many_tables_one_sits_at(monkeypatch: pytest.MonkeyPatch) -> None:
    mila = user("Mila")
    old = over(quick.quick_start(player=mila, game=GAME).match)
    monkeypatch.setattr(limits, "TABLES", 1)
    monkeypatch.setattr(limits, "SEATS", 1)
    table_of(mila)
    assert rematch.rematch_again(code=old.code, player=mila).match.seats.filter(player=mila).exists()


def test_only_those_who_played_ask_for_more() -> None:
    old = ended(user("Mila"), user("Jonas"))
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_open(code=old.code, player=user("Ole"))
    assert refusal.value.code == "not_yours"
    assert not Table.objects.filter(rematch_of=old).exists()


def test_there_is_no_revanche_before_the_end() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    tables.table_start(code=table.code, player=mila)
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_open(code=table.code, player=mila)
    assert refusal.value.code == "running"


@pytest.mark.parametrize("player", [partial(user, "Mila"), partial(guest, "Frieda")])
def test_again_alone_starts_at_once_with_the_same_settings_for_the_same_player(player: partial[Player]) -> None:
    one = player()
    old = over(quick.quick_start(player=one, game=GAME).match)
    table = rematch.rematch_again(code=old.code, player=one)
    assert choice_of(table) == choice_of(old)
    assert fresh(table).status == Table.Status.PLAYING
    assert MatchSeat.objects.filter(match=table.match, player=one).count() == 1
    assert table.match.solo


@pytest.mark.django_db(transaction=True)
def test_two_clicks_on_again_are_one_match() -> None:
    mila = user("Mila")
    old = over(quick.quick_start(player=mila, game=GAME).match)
    results = at_once([partial(rematch.rematch_again, code=old.code, player=mila) for _ in range(4)])
    assert not [result for result in results if isinstance(result, Exception)]
    assert Match.objects.count() == 2


def test_again_from_an_old_tab_begins_a_third_match_after_the_second() -> None:
    mila = user("Mila")
    old = over(quick.quick_start(player=mila, game=GAME).match)
    second = rematch.rematch_again(code=old.code, player=mila)
    assert rematch.rematch_again(code=old.code, player=mila) == second
    over(second.match)
    third = rematch.rematch_again(code=old.code, player=mila)
    assert third.rematch_of == second


def test_again_at_the_same_moment_from_two_results_of_a_chain_is_one_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each locks its own result and finds the same newest table; the database lets one of them go on from it."""
    mila = user("Mila")
    first = over(quick.quick_start(player=mila, game=GAME).match)
    second = over(rematch.rematch_again(code=first.code, player=mila).match)
    third = rematch.rematch_again(code=second.code, player=mila)
    seen, latest = iter([second]), rematch.table_latest
    monkeypatch.setattr(rematch, "table_latest", lambda table: next(seen, None) or latest(table))
    assert rematch.rematch_again(code=first.code, player=mila) == third
    assert Match.objects.count() == 3


def test_again_is_for_playing_alone_and_not_for_dailies() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = ended(mila, jonas)
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_again(code=old.code, player=mila)
    assert refusal.value.code == "not_alone"
