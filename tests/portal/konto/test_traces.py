"""What a player leaves behind in matches that go on without him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts import ledger
from accounts import services as accounts
from accounts.models import Player
from accounts.services import player_rename
from accounts.services.users import user_blank
from portal.konto import selectors, services
from tables import notices
from tables.models import LastChoice, MatchSeat, Seat
from tables.notices import SeatsChanged
from tables.services import daily, quick, rematch, seats, tables
from tables.services.refusals import TableRefused
from tests.tables.lobby.support import GAME, choice, guest, over, playing, table_of, user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "changes",
    [lambda who: player_rename(player=who, name="Milena"), lambda who: user_blank(player=who, session_keys=[])],
    ids=["another name", "deleted"],
)
def test_running_matches_show_the_name_of_now(
    changes: Callable[[Player], Any], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    """A process that had the match in memory went on showing the old one."""
    mila, jonas = user("Mila"), user("Jonas")
    match = playing(mila, jonas)
    MatchSeat.objects.filter(match=match, player=mila).update(left=True)
    sent: list[Any] = []
    monkeypatch.setattr(notices, "send", lambda *told: sent.extend(told))
    with django_capture_on_commit_callbacks(execute=True):
        changes(mila)
    assert SeatsChanged(match.pk) in sent


def test_a_stake_given_up_is_no_stake_of_mine() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = playing(mila, jonas, stake=50)
    assert (ledger.held(mila), selectors.stakes_given_up(mila)) == (50, 0)
    MatchSeat.objects.filter(match=match, player=mila).update(left=True)
    assert (ledger.held(mila), selectors.stakes_given_up(mila)) == (50, 50)
    assert selectors.stakes_given_up(jonas) == 0


@pytest.mark.parametrize(
    "takes",
    [
        lambda who, code: seats.seat_take(code=code, player=who),
        lambda who, code: tables.table_open(player=who, game=GAME, choice=choice()),
        lambda who, code: quick.quick_start(player=who, game=GAME),
        lambda who, code: daily.daily_start(player=who, game=GAME, variant="daily"),
    ],
    ids=["a seat", "a table", "a quick match", "a daily"],
)
def test_who_is_gone_takes_nothing_more(takes: Callable[[Player, str], Any]) -> None:
    """A request that read who it is just before the account was deleted."""
    mila, table = user("Mila"), table_of(user("Jonas"))
    stale = Player.objects.select_related("user").get(pk=mila.pk)
    services.account_delete(player=mila)
    with pytest.raises(TableRefused) as refusal:
        takes(stale, table.code)
    assert refusal.value.code == "gone"
    assert not Seat.objects.filter(player=mila).exists()


def test_who_is_gone_asks_for_no_revanche() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    old = over(playing(mila, jonas))
    stale = Player.objects.select_related("user").get(pk=mila.pk)
    services.account_delete(player=mila)
    with pytest.raises(TableRefused) as refusal:
        rematch.rematch_open(code=old.code, player=stale)
    assert refusal.value.code == "gone"


@pytest.mark.parametrize("who", [user, guest])
def test_what_another_tab_takes_meanwhile_is_given_up_too(
    who: Callable[[str], Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    mila, jonas = who("Mila"), user("Jonas")
    table = table_of(jonas)
    name = "user_blank" if mila.is_user else "guest_end"
    goes = getattr(accounts, name)

    def in_between(**fields: Any) -> None:
        seats.seat_take(code=table.code, player=mila)
        tables.table_open(player=mila, game=GAME, choice=choice())
        goes(**fields)

    monkeypatch.setattr(accounts, name, in_between)
    if mila.is_user:
        services.account_delete(player=mila)
    else:
        services.guest_leave(guest=mila)
    assert not Seat.objects.filter(player=mila).exists()
    assert not LastChoice.objects.filter(player=mila).exists()
