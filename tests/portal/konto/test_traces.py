"""What a player leaves behind in matches that go on without him."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from accounts import ledger
from accounts.models import Player
from accounts.services import player_rename
from accounts.services.users import user_blank
from portal.konto import selectors
from tables import notices
from tables.models import MatchSeat
from tables.notices import SeatsChanged
from tests.tables.lobby.support import playing, user

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
