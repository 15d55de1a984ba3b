from __future__ import annotations

from datetime import date

import pytest

from leaderboard.periods import EPOCH, Period, berlin_date, daily_opens_at, period_begins
from tests.leaderboard.support import at


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2026-01-15T22:59:59", date(2026, 1, 15)),  # 23:59:59 winter time
        ("2026-01-15T23:00:00", date(2026, 1, 16)),
        ("2026-07-15T21:59:59", date(2026, 7, 15)),  # 23:59:59 summer time
        ("2026-07-15T22:00:00", date(2026, 7, 16)),
        ("2026-03-28T23:00:00", date(2026, 3, 29)),  # the day of 23 hours begins in winter time
        ("2026-03-29T21:59:59", date(2026, 3, 29)),  # and ends in summer time
        ("2026-03-29T22:00:00", date(2026, 3, 30)),
        ("2026-10-24T22:00:00", date(2026, 10, 25)),  # the day of 25 hours
        ("2026-10-25T22:59:59", date(2026, 10, 25)),
        ("2026-10-25T23:00:00", date(2026, 10, 26)),
    ],
)
def test_the_day_is_berlins(moment: str, day: date) -> None:
    assert berlin_date(at(moment)) == day


@pytest.mark.parametrize(
    ("on", "monday"),
    [
        (date(2026, 11, 23), date(2026, 11, 23)),
        (date(2026, 11, 29), date(2026, 11, 23)),
        (date(2026, 11, 30), date(2026, 11, 30)),
        (date(2027, 1, 3), date(2026, 12, 28)),
    ],
)
def test_weeks_begin_on_monday(on: date, monday: date) -> None:
    assert period_begins(Period.WEEK, on) == monday


def test_months_days_and_all_time() -> None:
    assert period_begins(Period.MONTH, date(2026, 11, 29)) == date(2026, 11, 1)
    assert period_begins(Period.DAY, date(2026, 11, 29)) == date(2026, 11, 29)
    assert period_begins(Period.ALL, date(2026, 11, 29)) == EPOCH


@pytest.mark.parametrize(
    ("on", "opens"),
    [
        (date(2026, 11, 29), "2026-11-30T01:00:00"),
        (date(2026, 7, 1), "2026-07-02T00:00:00"),
        (date(2026, 3, 28), "2026-03-29T01:00:00"),  # 02:00 doesn't exist: 03:00 summer time is the same instant
        (date(2026, 10, 24), "2026-10-25T00:00:00"),  # the first of two 02:00
    ],
)
def test_a_daily_opens_at_two_in_the_morning(on: date, opens: str) -> None:
    assert daily_opens_at(on) == at(opens)
