"""The home page: greeting, shelf, lobby, filters, today's challenge, the best of the week."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.services import player_look_set
from games import registry
from leaderboard.services import MatchResult, ResultRow, results_book
from portal.pages import home
from tables.services import daily, quick, seats
from tests.accounts.people import Person
from tests.support import markup
from tests.tables.lobby.support import present, table_of, user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
TITLES = ("Speed-E.L.U.M.", "Speedterra", "Speeddom", "Elements", "Speedgourmet")


def at(hour: int, minute: int = 0) -> datetime:
    return datetime(2026, 3, 4, hour, minute, tzinfo=timezone.get_current_timezone())


def words(response: Any) -> str:
    return markup.words(response.content.decode())


@pytest.mark.parametrize(
    ("hour", "hello"),
    [(4, "Guten Abend"), (5, "Guten Morgen"), (10, "Guten Morgen"), (11, "Guten Tag"), (18, "Guten Abend")],
)
def test_greeting_goes_with_the_hour(hour: int, hello: str) -> None:
    assert home.greeting(at(hour), "Mila") == f"{hello}, Mila."
    assert home.greeting(at(hour), "") == f"{hello}."


@pytest.mark.parametrize(
    ("count", "start"),
    [(0, "Gerade wartet kein Tisch."), (1, "Ein Tisch wartet"), (2, "Zwei Tische warten"), (13, "13 Tische warten")],
)
def test_waiting_tables_in_words(count: int, start: str) -> None:
    assert home.waiting_words(count).startswith(start)


def test_a_day_has_hours_left_until_midnight() -> None:
    assert home.day_left_s(at(23, 59)) == 60
    assert home.day_left_s(at(0)) == 86_400


def test_an_empty_portal_invites_and_names_installed_games_only(visitor: Client) -> None:
    page = visitor.get("/")
    text = words(page)
    assert page.status_code == 200
    assert "Noch sitzt niemand" in text and "Gerade wartet kein Tisch" in text
    assert page.content.decode().count('class="box"') == len(registry.slugs())
    assert "Laufende Partien" not in text
    missing = set(TITLES) - {game.info.title for game in registry.all_games()}
    assert [title for title in missing if title in text] == []


def test_shelf_starts_and_opens(visitor: Client) -> None:
    html = visitor.get("/").content.decode()
    assert 'action="/spiele/elements/schnell/"' in html and "Schnelle Partie" in html
    assert 'href="/spiele/elements/tisch/"' in html and "Tisch eröffnen" in html


def test_open_tables_can_be_joined_or_looked_at(owner: Person, visitor: Client) -> None:
    free, staked = table_of(user("Jonas")), table_of(user("Tarik"), stake=50)
    stranger, member = visitor.get("/").content.decode(), owner.client.get("/").content.decode()
    assert f'action="/tische/{free.code}/setzen/"' in stranger
    assert f'action="/tische/{staked.code}/setzen/"' not in stranger
    assert f'action="/tische/{staked.code}/setzen/"' in member
    assert "Elements bei Tarik" in member


def test_filter_by_stake_works_as_a_plain_form(visitor: Client) -> None:
    table_of(user("Jonas"))
    table_of(user("Tarik"), stake=50)
    assert "Jonas" in words(visitor.get("/?einsatz=ohne")) and "Tarik" not in words(visitor.get("/?einsatz=ohne"))
    assert "Tarik" in words(visitor.get("/?einsatz=mit")) and "Jonas" not in words(visitor.get("/?einsatz=mit"))
    assert "Jonas" in words(visitor.get("/?einsatz=quatsch&spiel=nichts"))


def test_the_sentence_counts_all_tables_whatever_is_filtered(visitor: Client) -> None:
    table_of(user("Jonas"))
    page = words(visitor.get("/?einsatz=mit"))
    assert "Ein Tisch wartet noch auf jemanden." in page and "So ein Tisch ist gerade nicht offen" in page


def test_live_part_comes_with_what_lies_outside_of_it(owner: Person) -> None:
    table_of(user("Jonas"), stake=5)
    part = owner.client.get("/start/tische/?einsatz=mit", headers=HTMX)
    html = part.content.decode()
    assert '<p id="lage" hx-swap-oob="true">' in html and 'id="weiter" hx-swap-oob="true"' in html
    assert "Jonas" in html and "<html" not in html
    assert part["HX-Replace-Url"] == "/?einsatz=mit"


def test_live_part_opened_as_a_page_leads_home(visitor: Client) -> None:
    page = visitor.get("/start/tische/?einsatz=mit")
    assert (page.status_code, page["Location"]) == (302, "/?einsatz=mit")


def test_own_running_match_is_offered_first_and_not_to_watch(owner: Person) -> None:
    table = quick.quick_start(player=owner.player, game="elements")
    present(table, owner.player)
    page = owner.client.get("/")
    html, text = page.content.decode(), words(page)
    assert "Weiterspielen" in text and f'href="/tische/{table.code}/"' in html
    assert "Zuschauen" not in text


def test_running_matches_of_others_can_be_watched(visitor: Client) -> None:
    jonas = user("Jonas")
    table = quick.quick_start(player=jonas, game="elements")
    assert "Zuschauen" not in words(visitor.get("/"))
    present(table, jonas)
    assert "Zuschauen" in words(visitor.get("/"))


def test_own_waiting_table_is_offered(owner: Person) -> None:
    table = table_of(owner.player, public=False)
    html = owner.client.get("/").content.decode()
    assert "Du sitzt an einem Tisch" in html and f'href="/tische/{table.code}/"' in html


def test_daily_needs_an_account_and_can_be_begun_once(owner: Person, visiting_guest: Person, visitor: Client) -> None:
    start = 'action="/heute/elements/daily/"'
    assert start not in visitor.get("/").content.decode()
    assert start not in visiting_guest.client.get("/").content.decode()
    assert start in owner.client.get("/").content.decode()
    daily.daily_start(player=owner.player, game="elements", variant="daily")
    page = owner.client.get("/")
    assert start not in page.content.decode() and "Elements · Tagesaufgabe" in words(page)


def test_best_list_shows_the_own_line_below_the_first_five(owner: Person, visitor: Client) -> None:
    people = [user(f"Spieler-{letter}") for letter in "ABCDE"]
    rows = tuple(ResultRow(p.pk, 1000 - i, i + 1, 10) for i, p in enumerate([*people, owner.player]))
    results_book(result=MatchResult("a" * 12, "elements", timezone.now(), True, rows))
    html = owner.client.get("/").content.decode()
    assert '<tr class="is-me"><td class="place">6</td>' in html
    assert "99,5" in html
    assert "is-me" not in visitor.get("/").content.decode()


def test_a_long_lobby_shows_its_first_rows_and_leafs_through_all(
    visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "ROWS_SHOWN", 2)
    monkeypatch.setattr(home, "ROWS_PER_PAGE", 3)
    for number in range(7):
        table_of(user(f"Wirt-{number}"))
    first = visitor.get("/").content.decode()
    assert "Alle 7 offenen Tische" in first and 'href="/?offen=1#offen"' in first
    assert first.count("Elements bei Wirt-") == 2 and "7 Tische warten" not in first and "Sieben Tische" in first
    page = visitor.get("/?offen=2&einsatz=ohne").content.decode()
    assert [f"Wirt-{number}" for number in (3, 2, 1)] == re.findall(r"Elements bei (Wirt-\d)", page)
    assert 'rel="prev" href="/?einsatz=ohne&amp;offen=1#offen"' in page
    assert 'rel="next" href="/?einsatz=ohne&amp;offen=3#offen"' in page
    assert '<input type="hidden" name="offen" value="2">' in page
    last = visitor.get("/?offen=99").content.decode()
    assert "Wirt-0" in last and 'rel="next"' not in last and 'href="/#offen"' in last


def test_open_tables_show_peoples_own_colours_and_computers_without(visitor: Client) -> None:
    jonas = user("Jonas")
    player_look_set(player=jonas, colour=5, sign=2)
    seats.seat_give_bot(code=table_of(jonas).code, by=jonas, index=1, level="hard")
    html = visitor.get("/").content.decode()
    assert '<span class="token" data-seat="5" title="Jonas">' in html and "#sign-2" in html
    assert html.count('class="token token--bot"') == 1


def test_a_full_own_table_says_so(owner: Person) -> None:
    table_of(owner.player, user("Jonas"), seats_count=2)
    page = words(owner.client.get("/"))
    assert "alle Plätze besetzt" in page and "0 Plätze" not in page
