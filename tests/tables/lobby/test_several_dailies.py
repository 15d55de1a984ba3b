"""A game with several dailies: options, seats, an attempt, a list and a name for each; the player begins."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from games import registry
from games.kernel.contract import Daily, Setup
from games.kernel.texts import text
from leaderboard.periods import berlin_date
from leaderboard.services import MatchResult, ResultRow, results_book
from tables import selectors
from tables.dailies import daily_name
from tables.models import Match, Table
from tables.services import daily
from tables.services.verify import match_verify
from tests.tables.lobby.support import over, sitting, user
from tests.tables.lobby.test_pages import browser

pytestmark = pytest.mark.django_db
PAIR, MANY = "Zu zweit", "Zu viert"


def have(monkeypatch: pytest.MonkeyPatch, slug: str, *dailies: Daily) -> None:
    played = type(registry.get(slug))
    monkeypatch.setattr(played, "info", msgspec.structs.replace(played.info, dailies=dailies))


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elements with one daily for two and one for four."""
    have(monkeypatch, "elements", Daily("zwei", seats=2, name=text(PAIR)), Daily("vier", name=text(MANY)))


def started(player: Player, variant: str, slug: str = "elements", on: date | None = None) -> Table:
    return daily.daily_start(player=player, game=slug, variant=variant, on=on)


def booked(player: Player, variant: str, on: date, score: int) -> None:
    ended = timezone.now() - (berlin_date(timezone.now()) - on)
    code, row = f"{variant}{player.pk}{on:%d%m}", (ResultRow(player.pk, score * 10, 1, score),)
    results_book(result=MatchResult(code, "elements", ended, False, row, f"elements/{variant}", on, on))


def words(client: Client, path: str) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return response.content.decode()


def test_a_daily_has_options_and_seats_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    have(
        monkeypatch,
        "elum",
        Daily("kurz", options=(("rounds", "6"), ("level", "turnier")), seats=2),
        Daily("lang"),
    )
    short, whole = started(user("Mila"), "kurz", "elum"), started(user("Jonas"), "lang", "elum")
    assert (short.options["rounds"], short.options["level"], short.options["tempo"]) == ("6", "turnier", "normal")
    assert (sitting(short), short.match.daily_key) == (["Mila", "normal"], "elum/kurz")
    assert whole.options["rounds"] == "12" and len(sitting(whole)) == 4


@pytest.mark.usefixtures("two")
def test_each_has_its_first_attempt_of_the_day_and_a_start_of_its_own() -> None:
    mila = user("Mila")
    pair, many = started(mila, "zwei"), started(mila, "vier")
    assert pair != many and bytes(pair.match.seed) != bytes(many.match.seed)
    over(pair.match)
    assert (started(mila, "zwei"), started(mila, "vier")) == (pair, many)
    assert Match.objects.count() == 2
    states = {row.variant: (row.name, row.state) for row in selectors.dailies_today(mila) if row.slug == "elements"}
    assert states == {"zwei": (PAIR, "done"), "vier": (MANY, "running")}


@pytest.mark.usefixtures("two")
def test_the_game_hears_that_the_player_begins_and_so_does_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Setup] = []
    played = type(registry.get("elements"))
    new = played.new

    def listening(self: Any, options: Any, setup: Setup, seats: Any, dice: Any) -> Any:
        heard.append(setup)
        return new(self, options, setup, seats, dice)

    monkeypatch.setattr(played, "new", listening)
    match = started(user("Mila"), "zwei").match
    assert match.seats.get(index=0).player is not None
    assert match_verify(match).ok
    assert heard == [Setup(step_ms=None, first=0)] * 2


@pytest.mark.usefixtures("two")
def test_home_and_the_games_page_tell_them_apart() -> None:
    mila = user("Mila")
    for path in ("/", "/spiele/elements/"):
        page = words(browser(mila), path)
        for variant, name in (("zwei", PAIR), ("vier", MANY)):
            form = page.split(f'action="/heute/elements/{variant}/"')[1].split("</form>")[0]
            assert f"Heute spielen: Elements, {name}" in form
    table = started(mila, "zwei")
    page = words(browser(mila), "/")
    assert 'action="/heute/elements/zwei/"' not in page and 'action="/heute/elements/vier/"' in page
    assert f"Elements · {PAIR}" in page
    over(table.match)
    own = selectors.player_matches(player=mila, viewer=mila)
    assert [match.daily for match in own] == [PAIR]


@pytest.mark.usefixtures("two")
def test_each_has_a_list_of_its_own() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    today = berlin_date(timezone.now())
    before, long_before = today - timedelta(days=3), today - timedelta(days=5)
    booked(mila, "zwei", before, 41)
    booked(jonas, "vier", long_before, 43)
    pair = words(browser(mila), reverse("daily_list", args=["elements", "zwei"]))
    assert PAIR in pair and "Mila" in pair and "Platz 1 für dich" in pair and "Jonas" not in pair
    assert f'href="{reverse("daily_list", args=["elements", "vier"])}"' in pair
    many = words(browser(mila), reverse("daily_list", args=["elements", "vier"]))
    assert "Jonas" in many and "für dich" not in many
    best = words(browser(mila), reverse("leaderboard") + "?spiel=elements")
    assert f'href="{reverse("daily_list", args=["elements", "zwei", before])}"' in best
    assert f'href="{reverse("daily_list", args=["elements", "vier", long_before])}"' in best
    assert f'aria-label="Tagesliste: {PAIR}"' in best and f'aria-label="Tagesliste: {MANY}"' in best
    assert browser(mila).get(reverse("daily_list", args=["elements", "daily"])).status_code == 404


def test_a_challenge_that_its_game_no_longer_has_still_has_a_word() -> None:
    assert (daily_name("elements/daily"), daily_name("elements/vorbei"), daily_name("")) == ("Tagesaufgabe",) * 2 + (
        "",
    )
