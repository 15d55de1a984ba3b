"""Players and results for the tests of the best lists, and the same lists computed the slow way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from accounts.models import Player
from leaderboard.periods import Period, Scope, berlin_date, period_begins
from leaderboard.services import MatchResult, ResultRow, results_book


def players(count: int) -> list[Player]:
    return Player.objects.bulk_create(Player(name=f"Spieler{i}") for i in range(count))


def at(text: str) -> datetime:
    """An instant in UTC, from ``2026-03-29T00:59``."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@dataclass(frozen=True)
class Booked:
    """One row that a test has booked."""

    player_id: int
    game: str
    ended_at: datetime
    with_people: bool
    points_tenths: int
    place: int = 1
    left: bool = False


def book(rows: Iterable[Booked]) -> None:
    """Each row as a match of its own."""
    for i, row in enumerate(rows):
        results_book(
            result=MatchResult(
                match_code=f"{row.ended_at:%H%M%S}-{i}",
                game=row.game,
                ended_at=row.ended_at,
                with_people=row.with_people,
                rows=(ResultRow(row.player_id, row.points_tenths, row.place, 0, row.left),),
            )
        )


def sums(rows: Iterable[Booked], game: str, period: Period, scope: Scope, now: datetime) -> dict[int, int]:
    """Points per player by counting everything."""
    begins = period_begins(period, berlin_date(now))
    found: dict[int, int] = {}
    for row in rows:
        counts = row.game == game and row.with_people is (scope is Scope.PEOPLE)
        if counts and period_begins(period, berlin_date(row.ended_at)) == begins:
            found[row.player_id] = found.get(row.player_id, 0) + row.points_tenths
    return found


def shares(rows: list[Booked], games: Iterable[str], period: Period, scope: Scope, now: datetime) -> dict[int, int]:
    """The overall list by its definition: per game floor(1000 · points / first one's), summed."""
    found: dict[int, int] = {}
    for game in games:
        points = sums(rows, game, period, scope, now)
        first = max(points.values(), default=0)
        for player_id, own in points.items():
            share = own * 1000 // first if first > 0 and own > 0 else 0
            found[player_id] = found.get(player_id, 0) + share
    return found


def ranked(points: dict[int, int]) -> list[tuple[int, int, int]]:
    """(place, player id, points), ties by id; the place is one more than the number of better ones."""
    order = sorted(points.items(), key=lambda item: (-item[1], item[0]))
    return [(1 + sum(other > own for other in points.values()), player_id, own) for player_id, own in order]
