"""Books results; the only writer of the best lists.

A result is booked inside the transaction that ends its match. Every row names its match and player, so a
second call books nothing; sums grow inside the database, so matches that end together never lose one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import msgspec
from django.db import connection, transaction
from django.db.models import Case, Count, F, IntegerField, Model, Q, Sum, Value, When
from django.db.models.functions import TruncMonth, TruncWeek

from games.kernel.texts import Text
from leaderboard.models import DailyEntry, RecordEntry, Result, Standing
from leaderboard.periods import EPOCH, Period, berlin_date, daily_opens_at, period_begins

KEEP_DAYS = 40
"""Sums of days, weeks and months that began longer ago are swept; the results themselves stay."""


@dataclass(frozen=True)
class ResultRow:
    """One registered player's part. ``points_tenths`` is final: the host has taken off what leaving costs."""

    player_id: int
    points_tenths: int
    place: int
    score: int
    left: bool = False


@dataclass(frozen=True)
class RecordRow:
    """A value for one of the game's record lists; more is better. ``key`` names the list, ``label`` titles it."""

    player_id: int
    key: str
    label: Text
    value: int


@dataclass(frozen=True)
class MatchResult:
    """What an ended match hands over; rows of guests and computers are not in it."""

    match_code: str
    game: str
    ended_at: datetime
    with_people: bool
    rows: tuple[ResultRow, ...]
    daily_key: str = ""
    daily_on: date | None = None
    daily_begun_on: date | None = None
    records: tuple[RecordRow, ...] = ()


def results_book(*, result: MatchResult) -> None:
    """Book a match's rows once: results, standings, records and, if it counts, the daily's list.

    Call it inside the transaction that ends the match. Rows are taken in order of the players' ids, so that
    matches that end together wait for each other but never in a circle.
    """
    with transaction.atomic():
        rows = [row for row in sorted(result.rows, key=lambda r: r.player_id) if _result_insert(result, row)]
        booked = {row.player_id for row in rows}
        _standings_add(result, rows)
        for record in sorted(result.records, key=lambda r: (r.player_id, r.key)):
            if record.player_id in booked:
                _record_keep(result, record)
        if result.daily_on is not None and daily_counts(result):
            _daily_insert(result, result.daily_on, rows)


def daily_counts(result: MatchResult) -> bool:
    """Whether the match is a daily that began on its day and ended by 02:00 of the next morning (DESIGN.md 2)."""
    on = result.daily_on
    return (
        bool(result.daily_key)
        and on is not None
        and result.daily_begun_on == on
        and (result.ended_at <= daily_opens_at(on))
    )


def standings_prune(*, today: date) -> int:
    """Sweep sums of periods that nobody can ask for any more; how many rows went. Housekeeping calls it."""
    begins = today - timedelta(days=KEEP_DAYS)
    spans = [period.span for period in Period if period is not Period.ALL]  # named, so that the index finds them
    return Standing.objects.filter(span__in=spans, begins__lt=begins).delete()[0]


def standings_rebuild(*, today: date) -> None:
    """Compute all standings anew from the results, inside the database. For repairs and benchmarks."""
    with transaction.atomic():
        Standing.objects.all().delete()
        since = Result.objects.filter(ended_on__gte=today - timedelta(days=KEEP_DAYS))
        for period, results, begins in (
            (Period.DAY, since, F("ended_on")),
            (Period.WEEK, since.filter(ended_on__gte=_whole(Period.WEEK, today)), TruncWeek("ended_on")),
            (Period.MONTH, since.filter(ended_on__gte=_whole(Period.MONTH, today)), TruncMonth("ended_on")),
            (Period.ALL, Result.objects.all(), Value(EPOCH)),
        ):
            _standings_select(period, results, begins)


def _whole(period: Period, today: date) -> date:
    """First day of the first period that lies wholly in what is kept."""
    oldest = today - timedelta(days=KEEP_DAYS)
    begins = period_begins(period, oldest)
    later = oldest + timedelta(days=31 if period is Period.MONTH else 7)
    return begins if begins == oldest else period_begins(period, later)


def _standings_select(period: Period, results: Any, begins: Any) -> None:
    """``INSERT … SELECT`` of one period's sums."""
    won = Case(When(Q(place=1, left=False), then=1), default=0, output_field=IntegerField())
    grouped = (
        results.annotate(first=begins)
        .values("game", "first", "with_people", "player_id")
        .annotate(points=Sum("points_tenths"), count=Count("id"), won=Sum(won))
    )
    sql, params = grouped.query.sql_with_params()
    names = [str(column) for column in ("game", "first", "with_people", "player_id", "points", "count", "won")]
    quote = connection.ops.quote_name
    target = "game, begins, with_people, player_id, points_tenths, matches, wins"
    chosen = ", ".join(f"sums.{quote(name)}" for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {Standing._meta.db_table} (span, {target}) SELECT {period.span}, {chosen} FROM ({sql}) sums",
            params,
        )


def _result_insert(result: MatchResult, row: ResultRow) -> bool:
    """Whether this call is the one that booked the row."""
    values = {
        "match_code": result.match_code,
        "player_id": row.player_id,
        "game": result.game,
        "ended_at": result.ended_at,
        "ended_on": berlin_date(result.ended_at),
        "with_people": result.with_people,
        "points_tenths": row.points_tenths,
        "place": row.place,
        "score": row.score,
        "left": row.left,
    }
    return _insert(Result, [values], "ON CONFLICT (match_code, player_id) DO NOTHING") == 1


def _standings_add(result: MatchResult, rows: Iterable[ResultRow]) -> None:
    on = berlin_date(result.ended_at)
    values = [
        {
            "game": result.game,
            "span": period.span,
            "begins": period_begins(period, on),
            "with_people": result.with_people,
            "player_id": row.player_id,
            "points_tenths": row.points_tenths,
            "matches": 1,
            "wins": int(row.place == 1 and not row.left),
        }
        for row in rows
        for period in Period
    ]
    table = Standing._meta.db_table
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in ("points_tenths", "matches", "wins"))
    _insert(Standing, values, f"ON CONFLICT (player_id, span, begins, with_people, game) DO UPDATE SET {sums}")


def _record_keep(result: MatchResult, record: RecordRow) -> None:
    values = {
        "game": result.game,
        "key": record.key,
        "label": msgspec.to_builtins(record.label),
        "player_id": record.player_id,
        "value": record.value,
        "match_code": result.match_code,
        "reached_at": result.ended_at,
    }
    table, quote = RecordEntry._meta.db_table, connection.ops.quote_name
    kept = ", ".join(f"{quote(n)} = excluded.{quote(n)}" for n in ("label", "value", "match_code", "reached_at"))
    conflict = f"ON CONFLICT (player_id, game, {quote('key')}) DO UPDATE SET {kept}"
    _insert(RecordEntry, [values], f"{conflict} WHERE excluded.{quote('value')} > {table}.{quote('value')}")


def _daily_insert(result: MatchResult, on: date, rows: Iterable[ResultRow]) -> None:
    for row in rows:
        DailyEntry.objects.bulk_create(
            [
                DailyEntry(
                    key=result.daily_key,
                    on=on,
                    player_id=row.player_id,
                    score=row.score,
                    place=row.place,
                    left=row.left,
                    match_code=result.match_code,
                    ended_at=result.ended_at,
                )
            ],
            ignore_conflicts=True,
        )


def _insert(model: type[Model], rows: list[dict[str, Any]], conflict: str) -> int:
    """One ``INSERT … ON CONFLICT …``, which Django can't say with a sum or a condition; rows written."""
    if not rows:
        return 0
    fields = [next(f for f in model._meta.concrete_fields if f.attname == name) for name in rows[0]]
    columns = ", ".join(connection.ops.quote_name(str(f.column)) for f in fields)
    places = ", ".join(["(" + ", ".join(["%s"] * len(fields)) + ")"] * len(rows))
    params = [f.get_db_prep_save(row[f.attname], connection) for row in rows for f in fields]
    with connection.cursor() as cursor:
        cursor.execute(f"INSERT INTO {model._meta.db_table} ({columns}) VALUES {places} {conflict}", params)
        return int(cursor.rowcount)
