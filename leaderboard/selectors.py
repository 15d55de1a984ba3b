"""Reads of the best lists. Points and shares are whole tenths; places begin at 1, ties share the better one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

import msgspec
from django.db.models import Count
from django.utils import timezone

from accounts.models import Player
from games import registry
from games.kernel.texts import Text
from leaderboard.listing import GameListing, Rank, listing, places
from leaderboard.models import DailyEntry, RecordEntry
from leaderboard.overall import ListKey
from leaderboard.periods import Period, Scope, berlin_date, daily_opens_at

PAGE_SIZE = 25


@dataclass(frozen=True)
class Page:
    """A page of a list. ``own`` is the viewer's line, wherever it stands; ``made_at`` of a kept overall list."""

    number: int
    pages: int
    total: int
    rows: tuple[Rank, ...]
    own: Rank | None = None
    made_at: datetime | None = None

    @property
    def own_here(self) -> bool:
        return self.own is not None and any(row.player.pk == self.own.player.pk for row in self.rows)

    @property
    def own_above(self) -> bool:
        """Whether the viewer's line stands before this page."""
        return not self.own_here and self.own is not None and bool(self.rows) and self.own.place <= self.rows[0].place

    @property
    def own_page(self) -> int | None:
        """The page on which the viewer's place begins."""
        return None if self.own is None else min(self.pages, (self.own.place - 1) // PAGE_SIZE + 1)


@dataclass(frozen=True)
class GamePoints:
    """A player's sum in one game, all time."""

    game: str
    scope: Scope
    place: int
    points_tenths: int
    matches: int
    wins: int


@dataclass(frozen=True)
class DailyRank:
    """A line of a daily list; ``place`` is None for an attempt that was left, or while the list is closed."""

    place: int | None
    player: Player
    score: int
    left: bool
    match_code: str


@dataclass(frozen=True)
class RecordRank:
    """A line of a record list."""

    place: int
    player: Player
    value: int
    match_code: str
    reached_at: datetime


@dataclass(frozen=True)
class RecordList:
    """One of a game's record lists with its best lines."""

    key: str
    label: Text
    rows: tuple[RecordRank, ...]


def top(
    game: str | None,
    period: Period = Period.ALL,
    scope: Scope = Scope.PEOPLE,
    limit: int = 5,
    *,
    now: datetime | None = None,
) -> list[Rank]:
    """The first lines of a game's list, or of the overall one for None."""
    return listing(game, _key(period, scope, now)).lines(0, limit)


def own_place(
    game: str | None,
    player: Player,
    period: Period = Period.ALL,
    scope: Scope = Scope.PEOPLE,
    *,
    now: datetime | None = None,
) -> Rank | None:
    """The player's line, or None without a match in the list."""
    return listing(game, _key(period, scope, now)).own(player)


def page(
    game: str | None,
    period: Period,
    scope: Scope,
    number: int,
    *,
    player: Player | None = None,
    now: datetime | None = None,
) -> Page:
    """Page ``number`` (from 1; the nearest one there is) of a list, with the viewer's own line."""
    listed = listing(game, _key(period, scope, now))
    total = listed.total()
    pages = max(1, -(-total // PAGE_SIZE))
    number = min(max(1, number), pages)
    rows = tuple(listed.lines((number - 1) * PAGE_SIZE, number * PAGE_SIZE))
    own = next((row for row in rows if player is not None and row.player.pk == player.pk), None)
    if own is None and player is not None:
        own = listed.own(player)
    return Page(number, pages, total, rows, own, listed.made_at())


def player_points(player: Player, *, now: datetime | None = None) -> list[GamePoints]:
    """Sums of all time per installed game, with people first; games without a match are left out."""
    found = []
    for scope in Scope:
        for game in registry.slugs():
            own = GameListing(game, _key(Period.ALL, scope, now)).own(player)
            if own is not None:
                found.append(GamePoints(game, scope, own.place, own.points_tenths, own.matches, own.wins))
    return found


def daily_open(on: date, *, now: datetime | None = None) -> bool:
    """Whether the list and the seed of that day's dailies are public (from 02:00 of the next morning)."""
    return (now or timezone.now()) >= daily_opens_at(on)


def daily_best(key: str, on: date, *, limit: int = 20, now: datetime | None = None) -> list[DailyRank] | None:
    """The day's list, best score first; None while it is closed. Ties share a place, the earlier stands first."""
    if not daily_open(on, now=now):
        return None
    finished = DailyEntry.objects.filter(key=key, on=on, left=False).select_related("player")
    entries = list(finished.order_by("-score", "ended_at", "id")[:limit])
    return [
        DailyRank(place, entry.player, entry.score, entry.left, entry.match_code)
        for place, entry in zip(places([entry.score for entry in entries]), entries, strict=True)
    ]


def daily_own(player: Player, key: str, on: date, *, now: datetime | None = None) -> DailyRank | None:
    """The player's attempt of that day; its place only once the list is open."""
    entry = DailyEntry.objects.filter(player=player, key=key, on=on).first()
    if entry is None:
        return None
    place = None
    if not entry.left and daily_open(on, now=now):
        place = DailyEntry.objects.filter(key=key, on=on, left=False, score__gt=entry.score).count() + 1
    return DailyRank(place, player, entry.score, entry.left, entry.match_code)


def daily_count(key: str, on: date) -> int:
    """How many finished attempts that day has."""
    return DailyEntry.objects.filter(key=key, on=on, left=False).count()


def daily_counts_of(on: date) -> dict[str, int]:
    """How many finished attempts that day has, by key; one query, however many challenges there are."""
    rows = DailyEntry.objects.filter(on=on, left=False).values_list("key").annotate(Count("id")).order_by("key")
    return dict(rows)


def daily_newest_open(key: str, *, now: datetime | None = None) -> date | None:
    """The newest day with an open list that has entries."""
    # two days at most can be closed at once: today, and yesterday until 02:00
    days = DailyEntry.objects.filter(key=key, left=False).order_by("-on").values_list("on", flat=True).distinct()[:3]
    return next((on for on in days if daily_open(on, now=now)), None)


def daily_neighbours(key: str, on: date, *, now: datetime | None = None) -> tuple[date | None, date | None]:
    """The nearest days before and after ``on`` with an open list that has entries."""
    entries = DailyEntry.objects.filter(key=key, left=False)
    before = entries.filter(on__lt=on).order_by("-on").values_list("on", flat=True).first()
    after = entries.filter(on__gt=on).order_by("on").values_list("on", flat=True).first()
    return before, after if after is not None and daily_open(after, now=now) else None


def records(game: str, *, limit: int = 10) -> list[RecordList]:
    """The game's record lists, each with its best lines; empty where the game keeps none."""
    entries = RecordEntry.objects.filter(game=game)
    lists = []
    for key in entries.order_by("key").values_list("key", flat=True).distinct():
        best = list(entries.filter(key=key).select_related("player").order_by("-value", "reached_at", "id")[:limit])
        rows = tuple(
            RecordRank(place, entry.player, entry.value, entry.match_code, entry.reached_at)
            for place, entry in zip(places([entry.value for entry in best]), best, strict=True)
        )
        lists.append(RecordList(key, msgspec.convert(best[0].label, Text), rows))
    return lists


def _key(period: Period, scope: Scope, now: datetime | None) -> ListKey:
    return ListKey.on(period, scope, berlin_date(now or timezone.now()))
