from __future__ import annotations

from datetime import date, datetime
from functools import partial
from zoneinfo import ZoneInfo

import pytest

from accounts import ledger
from accounts.errors import AccountNeeded
from tables import dailies
from tables.models import LastChoice, Match, Table
from tables.services import daily, limits, quick, rematch, tables
from tables.services.refusals import TableRefused
from tests.tables.lobby.support import GAME, at_once, fresh, guest, over, sitting, table_of, user

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")


def test_a_first_quick_match_is_a_full_table_of_normal_computers_without_a_clock() -> None:
    frieda = guest("Frieda")
    table = quick.quick_start(player=frieda, game=GAME)
    assert fresh(table).status == Table.Status.PLAYING
    assert sitting(table) == ["Frieda", "normal", "normal", "normal"]
    assert (table.match.solo, table.match.step_ms, table.match.stake) == (True, None, 0)


def test_a_quick_match_takes_what_was_chosen_last_but_no_stake() -> None:
    mila = user("Mila")
    table_of(mila, clock_s=90, seats_count=3, fill_level="hard", stake=100, public=False, fast_bots=True)
    table = quick.quick_start(player=mila, game=GAME)
    assert sitting(table) == ["Mila", "hard", "hard"]
    assert (table.match.step_ms, table.match.stake, table.match.fast_bots) == (90_000, 0, True)
    assert ledger.balance(mila) == 1000


def test_a_choice_that_the_game_no_longer_knows_is_no_hindrance() -> None:
    mila = user("Mila")
    LastChoice.objects.create(player=mila, game=GAME, choice={"clock_s": 7, "seats_count": 99, "farbe": "rot"})
    assert sitting(quick.quick_start(player=mila, game=GAME)) == ["Mila", "normal", "normal", "normal"]


def test_a_quick_match_does_not_change_what_was_chosen_last() -> None:
    mila = user("Mila")
    quick.quick_start(player=mila, game=GAME)
    assert not LastChoice.objects.filter(player=mila).exists()


@pytest.mark.django_db(transaction=True)
def test_a_double_click_begins_one_quick_match() -> None:
    mila = user("Mila")
    results = at_once([partial(quick.quick_start, player=mila, game=GAME) for _ in range(4)])
    assert not [result for result in results if isinstance(result, Exception)]
    assert Match.objects.count() == 1


def test_a_second_quick_match_later_is_another_one() -> None:
    mila = user("Mila")
    quick.quick_start(player=mila, game=GAME)
    Match.objects.update(started_at=datetime(2026, 1, 1, tzinfo=BERLIN))
    quick.quick_start(player=mila, game=GAME)
    assert Match.objects.count() == 2


def test_sleeping_matches_alone_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    mila = user("Mila")
    monkeypatch.setattr(limits, "ALONE", 1)
    quick.quick_start(player=mila, game=GAME)
    Match.objects.update(started_at=datetime(2026, 1, 1, tzinfo=BERLIN))
    with pytest.raises(TableRefused) as refusal:
        quick.quick_start(player=mila, game=GAME)
    assert refusal.value.code == "too_many"


def test_the_limit_holds_for_every_way_to_play_alone_but_the_daily(monkeypatch: pytest.MonkeyPatch) -> None:
    mila = user("Mila")
    old = over(quick.quick_start(player=mila, game=GAME).match)
    monkeypatch.setattr(limits, "ALONE", 0)
    table = table_of(mila, fill_level="easy")
    for begins in (
        lambda: tables.table_start(code=table.code, player=mila),
        lambda: rematch.rematch_again(code=old.code, player=mila),
    ):
        with pytest.raises(TableRefused) as refusal:
            begins()
        assert refusal.value.code == "too_many"
    assert daily.daily_start(player=mila, game=GAME, variant="daily").match.solo


def test_a_quick_match_stands_its_player_up_elsewhere() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(jonas, mila)
    quick.quick_start(player=mila, game=GAME)
    assert sitting(table) == ["Jonas", "", "", ""]


def test_the_daily_is_begun_first_by_its_player_against_three_normal_computers_without_a_clock() -> None:
    """L-057"""
    table = daily.daily_start(player=user("Mila"), game=GAME, variant="daily")
    match = table.match
    seats = [seat.player.name if seat.player else seat.bot for seat in match.seats.select_related("player")]
    assert seats == ["Mila", "normal", "normal", "normal"]
    assert (match.daily_key, match.daily_on, match.step_ms) == ("elements/daily", dailies.day_today(), None)
    assert not match.public


def test_the_daily_has_the_same_start_for_all_on_a_day_and_another_one_next_day() -> None:
    """L-057"""
    first = daily.daily_start(player=user("Mila"), game=GAME, variant="daily", on=date(2026, 11, 29))
    second = daily.daily_start(player=user("Jonas"), game=GAME, variant="daily", on=date(2026, 11, 29))
    next_day = daily.daily_start(player=user("Ole"), game=GAME, variant="daily", on=date(2026, 11, 30))
    assert bytes(first.match.seed) == bytes(second.match.seed)
    assert bytes(first.match.seed) != bytes(next_day.match.seed)


def test_the_daily_seed_needs_the_servers_secret(settings: object) -> None:
    before = dailies.daily_seed("elements/daily", date(2026, 11, 29))
    settings.SECRET_KEY = "another-" + "x1" * 30  # type: ignore[attr-defined]
    assert dailies.daily_seed("elements/daily", date(2026, 11, 29)) != before
    assert len(before) == 32


def test_the_first_attempt_of_the_day_is_the_only_one() -> None:
    """L-057"""
    mila = user("Mila")
    first = daily.daily_start(player=mila, game=GAME, variant="daily", on=date(2026, 11, 29))
    again = daily.daily_start(player=mila, game=GAME, variant="daily", on=date(2026, 11, 29))
    over(first.match)
    after_the_end = daily.daily_start(player=mila, game=GAME, variant="daily", on=date(2026, 11, 29))
    assert first == again == after_the_end
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_clicks_on_the_daily_are_one_attempt() -> None:
    mila = user("Mila")
    results = at_once([partial(daily.daily_start, player=mila, game=GAME, variant="daily") for _ in range(4)])
    assert not [result for result in results if isinstance(result, Exception)]
    assert Match.objects.count() == 1


def test_guests_play_no_daily() -> None:
    with pytest.raises(AccountNeeded):
        daily.daily_start(player=guest("Frieda"), game=GAME, variant="daily")


def test_a_game_has_only_its_own_dailies() -> None:
    with pytest.raises(LookupError):
        daily.daily_start(player=user("Mila"), game=GAME, variant="weekly")


@pytest.mark.parametrize(
    ("now", "open_"),
    [
        (datetime(2026, 11, 29, 23, 59, tzinfo=BERLIN), False),
        (datetime(2026, 11, 30, 1, 59, tzinfo=BERLIN), False),
        (datetime(2026, 11, 30, 2, 0, tzinfo=BERLIN), True),
    ],
)
def test_a_daily_opens_at_two_next_morning(now: datetime, open_: bool) -> None:
    assert dailies.daily_is_open(date(2026, 11, 29), now) is open_


def test_a_day_begins_at_midnight_in_berlin() -> None:
    assert dailies.day_today(datetime(2026, 11, 29, 23, 30, tzinfo=ZoneInfo("UTC"))) == date(2026, 11, 30)
