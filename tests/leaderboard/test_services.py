from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date

import pytest
from django.db import connection, transaction

from games.kernel.texts import text
from leaderboard import selectors
from leaderboard.models import DailyEntry, RecordEntry, Result, Standing
from leaderboard.periods import Period, Scope
from leaderboard.services import (
    MatchResult,
    RecordRow,
    ResultRow,
    results_book,
    standings_prune,
    standings_rebuild,
)
from tests.leaderboard.support import Booked, at, book, players

NOON = at("2026-11-25T12:00")  # a Wednesday


def match(code: str, *rows: ResultRow, people: bool = True) -> MatchResult:
    return MatchResult(match_code=code, game="elements", ended_at=NOON, with_people=people, rows=rows)


@pytest.mark.django_db
class TestResultsBook:
    def test_a_match_counts_in_every_period_once(self) -> None:
        mila, jonas = players(2)
        result = match("a", ResultRow(mila.pk, 491, 1, 34), ResultRow(jonas.pk, -100, 2, 27, left=True))
        results_book(result=result)
        results_book(result=result)
        assert Result.objects.count() == 2
        for period in Period:
            rows = selectors.top("elements", period, now=NOON)
            assert [(r.place, r.player, r.points_tenths, r.matches, r.wins) for r in rows] == [
                (1, mila, 491, 1, 1),
                (2, jonas, -100, 1, 0),
            ]

    def test_matches_add_up(self) -> None:
        (mila,) = players(1)
        for code, points in (("a", 33), ("b", 34), ("c", -100)):
            results_book(result=match(code, ResultRow(mila.pk, points, 1, 0)))
        own = selectors.own_place("elements", mila, now=NOON)
        assert own is not None
        assert (own.points_tenths, own.matches, own.wins) == (-33, 3, 3)

    def test_a_first_place_that_was_left_is_no_win(self) -> None:
        (mila,) = players(1)
        results_book(result=match("a", ResultRow(mila.pk, 0, 1, 0, left=True)))
        assert Standing.objects.filter(wins__gt=0).count() == 0

    def test_people_and_alone_are_apart(self) -> None:
        (mila,) = players(1)
        results_book(result=match("a", ResultRow(mila.pk, 10, 1, 0)))
        results_book(result=match("b", ResultRow(mila.pk, 20, 1, 0), people=False))
        assert [r.points_tenths for r in selectors.top("elements", scope=Scope.PEOPLE, now=NOON)] == [10]
        assert [r.points_tenths for r in selectors.top("elements", scope=Scope.ALONE, now=NOON)] == [20]

    def test_a_rolled_back_end_books_nothing(self) -> None:
        (mila,) = players(1)
        with pytest.raises(RuntimeError), transaction.atomic():
            results_book(result=match("a", ResultRow(mila.pk, 10, 1, 0)))
            raise RuntimeError
        assert not Result.objects.exists()
        assert not Standing.objects.exists()


@pytest.mark.django_db
class TestRecords:
    def record(self, code: str, player_id: int, value: int) -> MatchResult:
        row = RecordRow(player_id, "hunt", text("Rekordjagd"), value)
        return replace(match(code, ResultRow(player_id, 0, 1, value), people=False), records=(row,))

    def test_the_best_value_stays_with_its_match(self) -> None:
        (mila,) = players(1)
        for code, value in (("a", 40), ("b", 45), ("c", 41), ("d", 45)):
            results_book(result=self.record(code, mila.pk, value))
        entry = RecordEntry.objects.get()
        assert (entry.value, entry.match_code) == (45, "b")

    def test_a_list_has_its_name_and_shares_places(self) -> None:
        mila, jonas, lena = players(3)
        for code, player, value in (("a", mila, 40), ("b", jonas, 45), ("c", lena, 40)):
            results_book(result=self.record(code, player.pk, value))
        (best,) = selectors.records("elements")
        assert best.label.msgid == "Rekordjagd"
        assert [(r.place, r.player, r.value, r.match_code) for r in best.rows] == [
            (1, jonas, 45, "b"),
            (2, mila, 40, "a"),
            (2, lena, 40, "c"),
        ]

    def test_a_game_without_records_has_no_list(self) -> None:
        assert selectors.records("elements") == []


@pytest.mark.django_db
class TestDaily:
    ON = date(2026, 11, 25)
    KEY = "elements/daily"

    def daily(self, code: str, player_id: int, score: int, **changes: object) -> None:
        result = replace(
            match(code, ResultRow(player_id, score * 10, 1, score), people=False),
            daily_key=self.KEY,
            daily_on=self.ON,
            daily_begun_on=self.ON,
        )
        results_book(result=replace(result, **changes))  # type: ignore[arg-type]

    def test_the_first_attempt_counts(self) -> None:
        (mila,) = players(1)
        self.daily("a", mila.pk, 20)
        self.daily("b", mila.pk, 50)
        assert DailyEntry.objects.get().score == 20

    @pytest.mark.parametrize(
        ("changes", "counts"),
        [
            ({}, True),
            ({"ended_at": at("2026-11-26T00:59:59")}, True),
            ({"ended_at": at("2026-11-26T01:00:01")}, False),
            ({"daily_begun_on": date(2026, 11, 26)}, False),
            ({"daily_begun_on": None}, False),
            ({"daily_key": ""}, False),
        ],
    )
    def test_it_begins_on_its_day_and_ends_by_two(self, changes: dict[str, object], counts: bool) -> None:
        (mila,) = players(1)
        self.daily("a", mila.pk, 20, **changes)
        assert DailyEntry.objects.exists() is counts

    def test_the_list_is_closed_until_two_but_the_own_score_shows(self) -> None:
        mila, jonas = players(2)
        self.daily("a", mila.pk, 20)
        self.daily("b", jonas.pk, 30)
        before, after = at("2026-11-26T00:59:59"), at("2026-11-26T01:00:00")
        assert selectors.daily_best(self.KEY, self.ON, now=before) is None
        own = selectors.daily_own(mila, self.KEY, self.ON, now=before)
        assert own is not None
        assert (own.score, own.place) == (20, None)
        best = selectors.daily_best(self.KEY, self.ON, now=after)
        assert best is not None
        assert [(r.place, r.player, r.score) for r in best] == [(1, jonas, 30), (2, mila, 20)]
        own = selectors.daily_own(mila, self.KEY, self.ON, now=after)
        assert own is not None
        assert own.place == 2

    def test_an_attempt_that_was_left_has_no_place_and_no_second_try(self) -> None:
        (mila,) = players(1)
        self.daily("a", mila.pk, 20, rows=(ResultRow(mila.pk, 0, 4, 20, left=True),))
        self.daily("b", mila.pk, 50)
        after = at("2026-11-26T01:00:00")
        assert selectors.daily_best(self.KEY, self.ON, now=after) == []
        own = selectors.daily_own(mila, self.KEY, self.ON, now=after)
        assert own is not None
        assert (own.left, own.place) == (True, None)


@pytest.mark.django_db
class TestKeeping:
    TODAY = date(2026, 11, 25)

    def test_a_rebuild_gives_what_booking_gave(self) -> None:
        mila, jonas = players(2)
        days = ("2026-09-30T12:00", "2026-10-31T23:30", "2026-11-01T12:00", "2026-11-22T23:00", "2026-11-25T12:00")
        book(
            Booked(player.pk, "elements", at(day), people, 10 * i + 7, place=1 + i % 3, left=i % 4 == 0)
            for player in (mila, jonas)
            for people in (True, False)
            for i, day in enumerate(days)
        )
        fields = ("game", "span", "begins", "with_people", "player", "points_tenths", "matches", "wins")
        standings_prune(today=self.TODAY)
        kept = set(Standing.objects.values_list(*fields))
        standings_rebuild(today=self.TODAY)
        assert set(Standing.objects.values_list(*fields)) == kept
        assert len(kept) > 20

    def test_pruning_leaves_what_can_be_asked_for(self) -> None:
        (mila,) = players(1)
        book([Booked(mila.pk, "elements", at("2026-01-02T12:00"), True, 10)])
        assert standings_prune(today=self.TODAY) == 3
        assert [s.begins.year for s in Standing.objects.all()] == [1970]
        assert Result.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_matches_that_end_together_lose_no_point() -> None:
    mila, jonas = players(2)
    errors: list[BaseException] = []
    start = threading.Barrier(6)

    def end(number: int) -> None:
        try:
            start.wait()
            for i in range(5):
                pair = (mila, jonas) if number % 2 else (jonas, mila)
                rows = tuple(ResultRow(p.pk, 10, 1, 0) for p in pair)
                results_book(result=match(f"m{number}-{i}", *rows))
                results_book(result=match("same", *rows))
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=end, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    for player in (mila, jonas):
        own = selectors.own_place("elements", player, now=NOON)
        assert own is not None
        assert (own.points_tenths, own.matches) == (310, 31)
