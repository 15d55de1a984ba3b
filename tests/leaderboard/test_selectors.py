from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from kombu.exceptions import OperationalError

from accounts.models import Player
from games import registry
from leaderboard import listing, overall, selectors
from leaderboard.overall import ListKey
from leaderboard.periods import Period, Scope, berlin_date
from leaderboard.tasks import overall_refresh
from tests.leaderboard.support import Booked, at, book, players, ranked, shares, sums

NOW = at("2026-11-25T12:00")
GAMES = ("elements", "terra", "dom")


@pytest.fixture(autouse=True)
def three_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "slugs", lambda: GAMES)


def lines(rows: list[listing.Rank]) -> list[tuple[int, int, int]]:
    return [(row.place, row.player.pk, row.points_tenths) for row in rows]


class StandingsLaw(TestCase):
    """Any results, any list: the same as counting everything by hand."""

    @pytest.fixture(autouse=True)
    def small_pages(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selectors, "PAGE_SIZE", 3)
        monkeypatch.setattr(overall, "CHUNK", 2)
        monkeypatch.setattr(listing, "DEEP", 2)

    def setUp(self) -> None:
        self.people = players(7)

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def test_every_list_equals_brute_force(self, data: st.DataObject) -> None:
        cache.clear()
        one = st.builds(
            Booked,
            player_id=st.sampled_from([p.pk for p in self.people]),
            game=st.sampled_from(GAMES),
            ended_at=st.integers(-60 * 24 * 45, 0).map(lambda m: NOW + timedelta(minutes=m)),
            with_people=st.booleans(),
            points_tenths=st.sampled_from([-100, -33, 0, 33, 34, 50, 100, 1000]),
        )
        booked = data.draw(st.lists(one, max_size=30))
        kept = data.draw(st.booleans())
        overall.LIVE_ROWS, before = (-1 if kept else 2000), overall.LIVE_ROWS
        try:
            book(booked)
            for period in Period:
                for scope in Scope:
                    for game in GAMES:
                        self.check(game, period, scope, sums(booked, game, period, scope, NOW))
                    self.check(None, period, scope, shares(booked, GAMES, period, scope, NOW))
        finally:
            overall.LIVE_ROWS = before

    def check(self, game: str | None, period: Period, scope: Scope, points: dict[int, int]) -> None:
        expected = ranked(points)
        assert lines(selectors.top(game, period, scope, limit=10, now=NOW)) == expected
        found = []
        for number in range(1, max(1, -(-len(expected) // 3)) + 1):
            page = selectors.page(game, period, scope, number, player=self.people[0], now=NOW)
            assert page.total == len(expected)
            found += lines(list(page.rows))
            own = [line for line in expected if line[1] == self.people[0].pk]
            assert ([] if page.own is None else lines([page.own])) == own
        assert found == expected


@pytest.mark.django_db
class TestPages:
    def test_a_place_shared_over_the_border_of_a_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selectors, "PAGE_SIZE", 2)
        book(Booked(p.pk, "elements", NOW, True, points) for p, points in zip(players(5), (9, 5, 5, 5, 1), strict=True))
        pages = [selectors.page("elements", Period.DAY, Scope.PEOPLE, n, now=NOW) for n in (1, 2, 3)]
        assert [[r.place for r in page.rows] for page in pages] == [[1, 2], [2, 2], [5]]

    def test_a_page_that_is_not_there_is_the_nearest(self) -> None:
        book(Booked(p.pk, "elements", NOW, True, 1) for p in players(3))
        for number, expected in ((0, 1), (-5, 1), (10**9, 1)):
            assert selectors.page("elements", Period.DAY, Scope.PEOPLE, number, now=NOW).number == expected

    def test_the_own_place_is_known_on_every_page(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(selectors, "PAGE_SIZE", 2)
        people = players(6)
        book(Booked(p.pk, "elements", NOW, True, 60 - i) for i, p in enumerate(people))
        first = selectors.page("elements", Period.DAY, Scope.PEOPLE, 1, player=people[4], now=NOW)
        assert first.own is not None
        assert (first.own.place, first.own_here, first.own_above, first.own_page) == (5, False, False, 3)
        third = selectors.page("elements", Period.DAY, Scope.PEOPLE, 3, player=people[4], now=NOW)
        assert (third.own_here, third.own_above) == (True, False)
        last = selectors.page("elements", Period.DAY, Scope.PEOPLE, 3, player=people[0], now=NOW)
        assert (last.own_here, last.own_above, last.own_page) == (False, True, 1)

    def test_nobody_and_nothing(self) -> None:
        (mila,) = players(1)
        for game in (None, "elements"):
            page = selectors.page(game, Period.DAY, Scope.PEOPLE, 1, player=mila, now=NOW)
            assert (page.number, page.pages, page.total, page.rows, page.own) == (1, 1, 0, (), None)

    def test_a_deleted_player_keeps_the_place_without_the_name(self) -> None:
        (mila,) = players(1)
        book([Booked(mila.pk, "elements", NOW, True, 10)])
        Player.objects.filter(pk=mila.pk).update(deleted_at=NOW, name="", name_key=None)
        (row,) = selectors.top("elements", now=NOW)
        assert row.player.display_name == "Gelöscht"


@pytest.mark.django_db
class TestOverall:
    def test_shares_of_the_first_ones_are_summed_and_never_below_zero(self) -> None:
        mila, jonas, lena = players(3)
        book(
            [
                Booked(mila.pk, "elements", NOW, True, 900),
                Booked(jonas.pk, "elements", NOW, True, 300),
                Booked(jonas.pk, "terra", NOW, True, 50),
                Booked(mila.pk, "terra", NOW, True, -100),
                Booked(lena.pk, "dom", NOW, True, -10),
            ]
        )
        assert lines(selectors.top(None, now=NOW)) == [(1, jonas.pk, 1333), (2, mila.pk, 1000), (3, lena.pk, 0)]
        assert [row.matches for row in selectors.top(None, now=NOW)] == [2, 2, 1]

    def test_only_installed_games_count(self, monkeypatch: pytest.MonkeyPatch) -> None:
        (mila,) = players(1)
        book([Booked(mila.pk, "terra", NOW, True, 10)])
        monkeypatch.setattr(registry, "slugs", lambda: ("elements",))
        assert selectors.top(None, now=NOW) == []
        assert selectors.player_points(mila, now=NOW) == []

    @pytest.mark.parametrize(
        ("age_s", "booked", "asked", "total"),
        [
            (5, True, False, 3),  # fresh enough
            (25, False, False, 3),  # nothing has happened since
            (25, True, True, 3),  # a worker makes the next one, this one is shown meanwhile
            (1000, True, False, 4),  # no worker came
        ],
    )
    def test_a_long_list_is_kept_for_a_while(
        self, monkeypatch: pytest.MonkeyPatch, age_s: float, booked: bool, asked: bool, total: int
    ) -> None:
        monkeypatch.setattr(overall, "LIVE_ROWS", 2)
        calls: list[tuple[str, ...]] = []
        monkeypatch.setattr(overall_refresh, "apply_async", lambda words, **_more: calls.append(words))
        people = players(4)
        for i, player in enumerate(people[:3]):
            book([Booked(player.pk, "elements", NOW + timedelta(seconds=i), True, 10 * (i + 1))])
        key = ListKey.on(Period.DAY, Scope.PEOPLE, berlin_date(NOW))
        assert overall.overall(key).total == 3
        if booked:
            book([Booked(people[3].pk, "elements", NOW + timedelta(seconds=9), True, 5)])
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + age_s)
        assert [overall.overall(key).total for _ in range(2)] == [total, total]
        assert calls == ([("heute", "2026-11-25", "menschen")] if asked else [])
        if asked:
            overall_refresh(*calls[0])
            assert overall.overall(key).total == 4

    def test_without_a_broker_the_kept_list_is_shown(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(overall, "LIVE_ROWS", 0)
        monkeypatch.setattr(overall, "FRESH_S", -1)

        def fail(*_words: object, **_more: object) -> None:
            raise OperationalError

        monkeypatch.setattr(overall_refresh, "apply_async", fail)
        mila, jonas = players(2)
        book([Booked(mila.pk, "elements", NOW, True, 10)])
        assert len(selectors.top(None, Period.DAY, now=NOW)) == 1
        book([Booked(jonas.pk, "elements", NOW + timedelta(seconds=1), True, 10)])
        assert len(selectors.top(None, Period.DAY, now=NOW)) == 1

    def test_chunks_that_went_are_made_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(overall, "LIVE_ROWS", 2)
        people = players(4)
        book(Booked(p.pk, "elements", NOW, True, 10 * (i + 1)) for i, p in enumerate(people))
        before = lines(selectors.top(None, Period.DAY, now=NOW))
        key = ListKey.on(Period.DAY, Scope.PEOPLE, berlin_date(NOW))
        cache.delete(f"{key.name}:{cache.get(key.name)['generation']}:0")
        assert lines(selectors.top(None, Period.DAY, now=NOW)) == before
        assert selectors.own_place(None, people[0], Period.DAY, now=NOW) is not None


@pytest.mark.django_db
def test_points_per_game_of_a_player() -> None:
    mila, jonas = players(2)
    book(
        [
            Booked(mila.pk, "elements", NOW, True, 100),
            Booked(jonas.pk, "elements", NOW, True, 200),
            Booked(mila.pk, "terra", NOW, False, 30, place=2),
        ]
    )
    assert [
        (p.game, p.scope, p.place, p.points_tenths, p.matches, p.wins) for p in selectors.player_points(mila, now=NOW)
    ] == [("elements", Scope.PEOPLE, 2, 100, 1, 1), ("terra", Scope.ALONE, 1, 30, 1, 0)]


if connection.vendor == "sqlite":  # its own words are read

    @pytest.mark.django_db
    def test_lists_are_read_in_the_order_of_their_index() -> None:
        """Django's way to say a Boolean made SQLite sort a million rows for each page."""
        key = ListKey.on(Period.ALL, Scope.PEOPLE, berlin_date(NOW))
        standings = listing.GameListing("elements", key).standings
        page = standings.order_by("-points_tenths", "player_id").values_list("player_id", "points_tenths")[100:150]
        above = standings.filter(points_tenths__gt=10).values_list("player_id")
        assert "COVERING INDEX standing_order (span=? AND begins=? AND with_people=? AND game=?)" in page.explain()
        assert "B-TREE" not in page.explain()
        assert "AND game=? AND points_tenths>?)" in above.explain()
