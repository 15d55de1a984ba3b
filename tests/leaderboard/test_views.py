from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from accounts.services import user_register
from games import registry
from games.kernel.texts import text
from leaderboard import selectors
from leaderboard.filters import Filters, pages_shown
from leaderboard.periods import berlin_date
from leaderboard.services import MatchResult, RecordRow, ResultRow, results_book
from tests.leaderboard.support import Booked, book, players

pytestmark = pytest.mark.django_db


def logged_in(name: str = "Mila") -> tuple[Client, Player]:
    user = user_register(username=name, email="", password="richtig-langes-Wort-7")
    client = Client()
    client.force_login(user)
    return client, user.player


def places_and_names(html: str) -> list[tuple[str, str]]:
    """Of the list's rows, in order."""
    rows = re.findall(r"<tr[^>]*><td class=\"place num\">([^<]*)</td>(.*?)</tr>", html, re.DOTALL)
    return [(place, re.sub(r"<[^>]+>", "", cell).strip().split("\n")[0]) for place, cell in rows]


class TestList:
    def test_a_filled_list_shows_places_names_and_points(self) -> None:
        mila, jonas = players(2)
        book(
            [
                Booked(mila.pk, "elements", timezone.now(), True, 12345),
                Booked(jonas.pk, "elements", timezone.now(), True, 33),
            ]
        )
        html = Client().get(reverse("leaderboard"), {"spiel": "elements"}).content.decode()
        assert "1.234,5" in html
        assert "3,3" in html
        assert [place for place, _ in places_and_names(html)] == ["1", "2"]

    def test_the_own_place_is_there_on_every_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selectors, "PAGE_SIZE", 2)
        client, mila = logged_in()
        people = players(6)
        book(
            Booked(p.pk, "elements", timezone.now(), True, 100 - i)
            for i, p in enumerate([*people[:4], mila, *people[4:]])
        )
        for page, own_shown in ((1, "5"), (2, "5"), (3, "5"), (4, "5")):
            html = client.get(reverse("leaderboard"), {"spiel": "elements", "seite": str(page)}).content.decode()
            own = re.findall(r'<tr class="is-me"><td class="place num">(\d+)<', html)
            assert own == [own_shown]
        last = client.get(reverse("leaderboard"), {"spiel": "elements", "seite": "4"}).content.decode()
        assert last.index('class="is-me"') < last.index('class="gap"')

    def test_guests_and_visitors_are_told_how_to_get_a_place(self) -> None:
        (mila,) = players(1)
        book([Booked(mila.pk, "elements", timezone.now(), True, 10)])
        assert "zeigt dir deinen Platz" in Client().get(reverse("leaderboard")).content.decode()
        client, _own = logged_in("Jonas")
        assert "Du stehst hier noch nicht" in client.get(reverse("leaderboard")).content.decode()

    def test_an_empty_list_says_what_to_do(self) -> None:
        html = Client().get(reverse("leaderboard"), {"zeit": "heute", "mit": "computer"}).content.decode()
        assert "Hier steht noch niemand." in html
        assert "<table" not in html

    @pytest.mark.parametrize(
        "query",
        [
            {"seite": "0"},
            {"seite": "-1"},
            {"seite": "abc"},
            {"seite": "²"},
            {"seite": "9" * 30},
            {"zeit": "gestern", "mit": "niemand", "spiel": "gibtesnicht"},
            {"spiel": "gesamt"},
        ],
    )
    def test_any_address_shows_a_list(self, query: dict[str, str]) -> None:
        assert Client().get(reverse("leaderboard"), query).status_code == 200

    def test_a_deleted_player_has_no_link(self) -> None:
        (mila,) = players(1)
        book([Booked(mila.pk, "elements", timezone.now(), True, 10)])
        Player.objects.filter(pk=mila.pk).update(deleted_at=timezone.now(), name="")
        html = Client().get(reverse("leaderboard")).content.decode()
        assert "Gelöscht" in html
        assert mila.code not in html

    def test_a_page_costs_the_same_queries_for_one_line_and_for_fifty(
        self, django_assert_max_num_queries: object
    ) -> None:
        book(Booked(p.pk, "elements", timezone.now(), True, 10) for p in players(50))
        client, _mila = logged_in()
        with django_assert_max_num_queries(14):  # type: ignore[operator]
            client.get(reverse("leaderboard"), {"spiel": "elements"})

    def test_records_stand_beside_the_game_that_keeps_them(self) -> None:
        (mila,) = players(1)
        row = ResultRow(mila.pk, 10, 1, 45)
        record = RecordRow(mila.pk, "hunt", text("Rekordjagd"), 45)
        results_book(result=MatchResult("a", "elements", timezone.now(), False, (row,), records=(record,)))
        html = Client().get(reverse("leaderboard"), {"spiel": "elements"}).content.decode()
        assert "Rekordjagd" in html
        assert reverse("match", args=["a"]) in html


class TestFilters:
    def of(self, query: str) -> Filters:
        from django.http import QueryDict

        return Filters.of(QueryDict(query))

    def test_one_game_is_shown_by_itself_several_together(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registry, "slugs", lambda: ("elements",))
        assert self.of("").game == "elements"
        assert self.of("spiel=gesamt").game is None
        assert self.of("").games() == []
        monkeypatch.setattr(registry, "slugs", lambda: ("terra", "elements"))
        assert self.of("").game is None
        assert self.of("spiel=terra").game == "terra"

    def test_an_address_comes_back(self) -> None:
        filters = self.of("spiel=elements&zeit=monat&mit=computer&seite=7")
        assert self.of(filters.url().partition("?")[2]) == filters

    def test_another_list_begins_at_its_first_page(self) -> None:
        filters = self.of("spiel=elements&seite=7")
        assert all("seite" not in choice.url for choice in (*filters.periods(), *filters.scopes()))

    @pytest.mark.parametrize(
        ("number", "pages", "shown"),
        [
            (1, 1, [1]),
            (1, 3, [1, 2, 3]),
            (1, 9, [1, 2, None, 9]),
            (5, 9, [1, None, 4, 5, 6, None, 9]),
            (3, 5, [1, 2, 3, 4, 5]),
            (1000, 1000, [1, None, 999, 1000]),
        ],
    )
    def test_the_pager(self, number: int, pages: int, shown: list[int | None]) -> None:
        assert pages_shown(number, pages) == shown


class TestDailyList:
    def book(self, player: Player, on: date, score: int) -> None:
        ended = timezone.now() - timedelta(days=(berlin_date(timezone.now()) - on).days)
        row = ResultRow(player.pk, score * 10, 1, score)
        results_book(
            result=MatchResult(f"d{player.pk}{on}", "elements", ended, False, (row,), "elements/daily", on, on)
        )

    def test_an_open_day_and_the_way_to_the_next(self) -> None:
        client, mila = logged_in()
        today = berlin_date(timezone.now())
        for days in (3, 5):
            self.book(mila, today - timedelta(days=days), 40 + days)
        html = client.get(reverse("daily_list", args=["elements", "daily"])).content.decode()
        assert "43" in html
        assert "Platz 1 für dich" in html
        assert reverse("daily_list", args=["elements", "daily", today - timedelta(days=5)]) in html

    def test_today_is_closed(self) -> None:
        client, mila = logged_in()
        (jonas,) = players(1)
        today = berlin_date(timezone.now())
        self.book(mila, today, 41)
        self.book(jonas, today, 7777)
        html = client.get(reverse("daily_list", args=["elements", "daily", today])).content.decode()
        assert "Noch ist die Liste zu." in html
        assert "Dein Versuch: 41 Punkte." in html
        assert "7.777" not in html
        assert jonas.name not in html

    @pytest.mark.parametrize(
        "path",
        [
            "tag/elements/nichts/",
            "tag/nichts/daily/",
            "tag/elements/daily/2026-13-41/",
            "tag/elements/daily/9999-12-31/",
            "tag/elements/daily/0001-01-01/",
        ],
    )
    def test_what_is_not_there(self, path: str) -> None:
        assert Client().get(f"/bestenliste/{path}").status_code == 404


def test_pages_are_read_only() -> None:
    assert Client().post(reverse("leaderboard")).status_code == 405
