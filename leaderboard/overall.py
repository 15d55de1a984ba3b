"""The overall list: fair between games, and quick at any length.

Per game a player gets the own points as a share of the first one's, in whole tenths of 0 to 100, rounded
down (so only the first and those tied with it have 100.0). Points below zero give 0, and so do all points in
a game whose first one has none. The shares are summed over the installed games.

Every point the first one makes moves everybody's share, so nothing can be kept per row. Up to ``LIVE_ROWS``
standings the list is computed for each request and always true. A longer one is computed now and then, cut
into chunks that lie in the cache, and read from there: a page or a place touches one or two of them. It is
at most ``FRESH_S`` behind when asked for again and again: then a worker computes the next one.
"""

from __future__ import annotations

import logging
import time
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from django.core.cache import cache
from django.db.models import BigIntegerField, Case, F, Subquery, Sum, Value, When
from django.utils.crypto import get_random_string
from kombu.exceptions import OperationalError

from games import registry
from leaderboard.models import Result, Standing
from leaderboard.periods import Period, Scope, period_begins

logger = logging.getLogger(__name__)

LIVE_ROWS = 2000
CHUNK = 2000
FRESH_S = 20
STALE_S = 900
"""Older than this, with newer results, it is computed in the request: no worker came."""
KEEP_S = 3 * 3600
FULL_SHARE_TENTHS = 1000


@dataclass(frozen=True)
class ListKey:
    """Which list: a period that began on ``begins``, with people or alone."""

    period: Period
    begins: date
    scope: Scope

    @classmethod
    def on(cls, period: Period, scope: Scope, on: date) -> ListKey:
        return cls(period, period_begins(period, on), scope)

    @property
    def filters(self) -> dict[str, Any]:
        # Django says a Boolean's truth as „AND with_people“, at which SQLite stops reading the index; it takes IN
        with_people = (self.scope is Scope.PEOPLE,)
        return {"span": self.period.span, "begins": self.begins, "with_people__in": with_people}

    @property
    def name(self) -> str:
        return f"best:{self.period.value}:{self.begins}:{self.scope.value}"


class Overall(Protocol):
    """The list from the first one down: ``(player id, share in tenths)``."""

    total: int
    made_at: float | None

    def entries(self, start: int, stop: int) -> list[tuple[int, int]]: ...

    def above(self, share: int) -> int:
        """How many have more than ``share``."""


class LiveList:
    """All of it in memory; for one request."""

    made_at: float | None = None

    def __init__(self, rows: list[tuple[int, int]]) -> None:
        self.rows = rows
        self.total = len(rows)

    def entries(self, start: int, stop: int) -> list[tuple[int, int]]:
        return self.rows[start:stop]

    def above(self, share: int) -> int:
        return bisect_left(self.rows, -share, key=lambda row: -row[1])


class KeptList:
    """A computed list in the cache; raises KeyError when a chunk is gone."""

    def __init__(self, name: str, head: dict[str, Any]) -> None:
        self.name = name
        self.generation: str = head["generation"]
        self.total: int = head["total"]
        self.made_at: float | None = head["made_at"]
        self.latest: int = head["latest"]
        self.tops: list[int] = head["tops"]
        """The greatest share of each chunk."""

    def entries(self, start: int, stop: int) -> list[tuple[int, int]]:
        found: list[tuple[int, int]] = []
        for number in range(start // CHUNK, max(start, min(stop, self.total) - 1) // CHUNK + 1):
            base = number * CHUNK
            found += list(zip(*self._chunk(number), strict=True))[max(0, start - base) : max(0, stop - base)]
        return found

    def above(self, share: int) -> int:
        # the last chunk that begins with more than ``share`` holds the border
        number = bisect_left(self.tops, -share, key=lambda top: -top) - 1
        if number < 0:
            return 0
        shares = self._chunk(number)[1]
        return number * CHUNK + bisect_left(shares, -share, key=lambda value: -value)

    def _chunk(self, number: int) -> tuple[array[int], array[int]]:
        data = cache.get(f"{self.name}:{self.generation}:{number}")
        if data is None:
            raise KeyError(number)
        players, shares = array("q"), array("q")
        half = len(data) // 2
        players.frombytes(data[:half])
        shares.frombytes(data[half:])
        return players, shares


def overall(key: ListKey) -> Overall:
    """The list: computed now while short, else the kept one; a worker is asked for the next when it is old."""
    standings = Standing.objects.filter(**key.filters, game__in=registry.slugs())
    if len(standings.order_by()[: LIVE_ROWS + 1].values_list("span")) <= LIVE_ROWS:
        return LiveList(list(_ranked(key).values_list("player_id", "share")))
    head = cache.get(key.name)
    if head is None:
        return overall_make(key)
    kept = KeptList(key.name, head)
    age_s = abs(time.time() - head["made_at"])  # made in the future: the clock was set back
    if age_s > FRESH_S and kept.latest != _latest():
        if age_s > STALE_S:
            return overall_make(key)
        _ask_for_next(key)
    return kept


def overall_make(key: ListKey) -> Overall:
    """Compute the list, lay it into the cache and return it."""
    latest, made_at = _latest(), time.time()
    players, shares = array("q"), array("q")
    for player_id, share in _ranked(key).values_list("player_id", "share").iterator(chunk_size=10_000):
        players.append(player_id)
        shares.append(share)
    generation = get_random_string(8)
    starts = range(0, len(players), CHUNK)
    chunks = {
        f"{key.name}:{generation}:{i}": players[s : s + CHUNK].tobytes() + shares[s : s + CHUNK].tobytes()
        for i, s in enumerate(starts)
    }
    cache.set_many(chunks, KEEP_S)
    tops = [shares[s] for s in starts]
    head = {"generation": generation, "total": len(players), "made_at": made_at, "latest": latest, "tops": tops}
    cache.set(key.name, head, KEEP_S - 600)  # the head goes first, so that it never points at chunks that went
    cache.delete(f"{key.name}:asked")
    return LiveList(list(zip(players, shares, strict=True)))


def own_share(key: ListKey, player_id: int) -> int | None:
    """The player's share now, in tenths; None without a match in the list."""
    found = _ranked(key).filter(player_id=player_id).values_list("share", flat=True).first()
    return None if found is None else int(found)


def _ranked(key: ListKey) -> Any:
    """Standings grouped by player with their ``share``, the first one on top; players tied by id."""
    firsts = _firsts(key)
    whens = [
        When(game=game, points_tenths__gt=0, then=F("points_tenths") * FULL_SHARE_TENTHS / Value(first))
        for game, first in firsts.items()
    ]
    share: Any = Case(*whens, default=Value(0), output_field=BigIntegerField()) if whens else Value(0)
    return (
        Standing.objects.filter(**key.filters, game__in=registry.slugs())
        .values("player_id")
        .annotate(share=Sum(share, output_field=BigIntegerField()))
        .order_by("-share", "player_id")
    )


def _firsts(key: ListKey) -> dict[str, int]:
    """Points of each game's first one, where they are more than zero; one query for all games."""
    games = registry.slugs()
    standings = Standing.objects.filter(**key.filters)
    tops = [Subquery(standings.filter(game=g).order_by("-points_tenths").values("points_tenths")[:1]) for g in games]
    for row in standings.order_by().values_list(*tops)[:1]:
        return {game: top for game, top in zip(games, row, strict=True) if top is not None and top > 0}
    return {}


def _latest() -> int:
    """The newest result's id: equal ids mean that nothing was booked in between."""
    return Result.objects.order_by("-id").values_list("id", flat=True).first() or 0


def _ask_for_next(key: ListKey) -> None:
    from leaderboard.tasks import overall_refresh  # tasks call services and this module: here to break the circle

    if not cache.add(f"{key.name}:asked", 1, FRESH_S * 3):
        return
    words = (key.period.value, key.begins.isoformat(), key.scope.value)
    try:
        overall_refresh.apply_async(words, queue="bots", expires=60, retry=False)
    except OperationalError:
        logger.warning("best list not refreshed: no broker")
