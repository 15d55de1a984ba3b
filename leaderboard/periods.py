"""Days, weeks and months of the best lists: Europe/Berlin's calendar, pure functions."""

from __future__ import annotations

import enum
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
EPOCH = date(1970, 1, 1)
DAILY_CLOSES = time(2, 0)
"""A daily begun on its day counts if ended before this time of the next morning; then its list opens."""


class Period(enum.Enum):
    """How far back a list reaches; the value stands in addresses."""

    DAY = "heute"
    WEEK = "woche"
    MONTH = "monat"
    ALL = "immer"

    @property
    def span(self) -> int:
        """The number stored in ``Standing.span``."""
        return SPANS.index(self)


SPANS = (Period.DAY, Period.WEEK, Period.MONTH, Period.ALL)


class Scope(enum.Enum):
    """Which matches a list counts: with other people, or alone against computers."""

    PEOPLE = "menschen"
    ALONE = "computer"


def berlin_date(moment: datetime) -> date:
    """The day in Berlin of an aware ``moment``."""
    return moment.astimezone(BERLIN).date()


def period_begins(period: Period, on: date) -> date:
    """First day of the period that holds ``on``; weeks begin on Monday, all time on 1 January 1970."""
    if period is Period.DAY:
        return on
    if period is Period.WEEK:
        return on - timedelta(days=on.weekday())
    if period is Period.MONTH:
        return on.replace(day=1)
    return EPOCH


def daily_opens_at(on: date) -> datetime:
    """When the list and the seed of the daily of ``on`` become public: 02:00 of the next morning in Berlin.

    In the night the clocks go forward 02:00 is skipped: then it opens at the same instant, 03:00 summer time.
    """
    local = datetime.combine(on + timedelta(days=1), DAILY_CLOSES, tzinfo=BERLIN)
    return local.astimezone(UTC)
