"""One list in its order: a game's, read by index, or the overall one. Places begin at 1, ties share the better one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from django.core.cache import cache
from django.db.models import QuerySet, Sum
from django.utils import timezone

from accounts.models import Player
from games import registry
from leaderboard.models import Standing
from leaderboard.overall import ListKey, Overall, overall, overall_make, own_share

T = TypeVar("T")
COUNT_LIVE = 2000
"""Up to here all is counted for each request. Longer counts are kept: so far is a place, or the last page, behind."""
COUNT_KEEP_S = 60
PLACE_KEEP_S = 30
DEEP = 5000
"""From this line on a page goes on from where the last walk through the list has led."""
WALK_KEEP_S = 30


@dataclass(frozen=True)
class Rank:
    """A line of a list. ``points_tenths`` is the sum of shares in the overall list."""

    place: int
    player: Player
    points_tenths: int
    matches: int = 0
    wins: int = 0


class Listing(Protocol):
    """A list from the first one down."""

    def total(self) -> int: ...

    def lines(self, start: int, stop: int) -> list[Rank]: ...

    def own(self, player: Player) -> Rank | None:
        """The player's line; None without a match in the list."""

    def made_at(self) -> datetime | None:
        """When the list was computed, where it isn't the truth of this instant."""


def listing(game: str | None, key: ListKey) -> Listing:
    """A game's list, or the overall one for None."""
    return OverallListing(key) if game is None else GameListing(game, key)


class GameListing:
    """Slices of the index ``standing_order``."""

    def __init__(self, game: str, key: ListKey) -> None:
        self.name = f"{key.name}:{game}"
        self.standings: QuerySet[Standing] = Standing.objects.filter(**key.filters, game=game)

    def total(self) -> int:
        kept: int | None = cache.get(f"{self.name}:count")
        if kept is None:
            kept = self.standings.count()
            if kept > COUNT_LIVE:
                cache.set(f"{self.name}:count", kept, COUNT_KEEP_S)
        return kept

    def lines(self, start: int, stop: int) -> list[Rank]:
        # the index alone tells who stands there; the line before the page tells whether its first place is shared
        found = self._slice(max(0, start - 1), stop)
        lead = min(start, 1)
        points = [p for _player, p in found]
        ids = [player_id for player_id, _points in found[lead:]]
        first = first_place(points, start, lambda p: start - self._tied_before(p, ids[0]))
        there = {s.player_id: s for s in self.standings.filter(player_id__in=ids).select_related("player")}
        return [
            Rank(place, there[i].player, p, there[i].matches, there[i].wins)
            for place, i, p in zip(places(points[lead:], start, first), ids, points[lead:], strict=True)
            if i in there
        ]

    def own(self, player: Player) -> Rank | None:
        row = self.standings.filter(player=player).first()
        if row is None:
            return None
        return Rank(self._above(row.points_tenths) + 1, player, row.points_tenths, row.matches, row.wins)

    def made_at(self) -> datetime | None:
        return None

    def _slice(self, start: int, stop: int) -> list[tuple[int, int]]:
        """Players and points of the lines from ``start`` on.

        The database walks all the way to a deep page. So where the walk has led is remembered for a moment, and
        whoever leafs on goes on from there; people who have overtaken meanwhile shift such a page by a line.
        """
        ordered = self.standings.order_by("-points_tenths", "player_id").values_list("player_id", "points_tenths")
        if start < DEEP:
            return list(ordered[start:stop])
        name = f"{self.name}:walked"
        at, points, tied = cache.get(name) or (-1, 0, 0)
        if at >= 0 and 0 <= start - at <= DEEP:
            skip = tied + start - at
            return list(ordered.filter(points_tenths__lte=points)[skip : skip + stop - start])
        found = list(ordered[start:stop])
        if found:
            player_id, points = found[0]
            cache.set(name, (start, points, self._tied_before(points, player_id)), WALK_KEEP_S)
        return found

    def _tied_before(self, points_tenths: int, player_id: int) -> int:
        return self.standings.filter(points_tenths=points_tenths, player_id__lt=player_id).count()

    def _above(self, points_tenths: int) -> int:
        """How many have more. A large number is counted once in a while: it may be half a minute behind."""
        name = f"{self.name}:above:{points_tenths}"
        kept: int | None = cache.get(name)
        if kept is None:
            kept = self.standings.filter(points_tenths__gt=points_tenths).count()
            if kept > COUNT_LIVE:
                cache.set(name, kept, PLACE_KEEP_S)
        return kept


class OverallListing:
    """The list of ``overall.py`` with players and matches."""

    def __init__(self, key: ListKey) -> None:
        self.key = key
        self.listed: Overall = overall(key)

    def total(self) -> int:
        return self.listed.total

    def lines(self, start: int, stop: int) -> list[Rank]:
        found = self._read(lambda listed: listed.entries(max(0, start - 1), stop))
        lead = min(start, 1)
        shares = [share for _player, share in found]
        first = first_place(shares, start, self._above)
        ids = [player_id for player_id, _share in found[lead:]]
        players, counts = Player.objects.in_bulk(ids), self._counts(ids)
        return [
            Rank(place, players[i], share, *counts.get(i, (0, 0)))
            for place, i, share in zip(places(shares[lead:], start, first), ids, shares[lead:], strict=True)
        ]

    def own(self, player: Player) -> Rank | None:
        share = own_share(self.key, player.pk)
        if share is None:
            return None
        counts = self._counts([player.pk]).get(player.pk, (0, 0))
        return Rank(self._above(share) + 1, player, share, *counts)

    def made_at(self) -> datetime | None:
        at = self.listed.made_at
        return None if at is None else datetime.fromtimestamp(at, tz=timezone.get_current_timezone())

    def _above(self, share: int) -> int:
        return self._read(lambda listed: listed.above(share))

    def _read(self, read: Callable[[Overall], T]) -> T:
        try:
            return read(self.listed)
        except KeyError:  # a chunk was thrown out of the cache
            self.listed = overall_make(self.key)
            return read(self.listed)

    def _counts(self, player_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Matches and wins over all games."""
        rows = (
            Standing.objects.filter(**self.key.filters, player_id__in=list(player_ids), game__in=registry.slugs())
            .values("player_id")
            .annotate(played=Sum("matches"), won=Sum("wins"))
        )
        return {row["player_id"]: (row["played"], row["won"]) for row in rows}


def first_place(values: Sequence[int], start: int, above: Callable[[int], int]) -> int:
    """Place of the line at ``start``; ``values`` begins one line before it (unless ``start`` is 0)."""
    if start == 0 or len(values) < 2:
        return 1
    return above(values[1]) + 1 if values[0] == values[1] else start + 1


def places(values: Sequence[int], start: int = 0, first: int = 1) -> list[int]:
    """Places of the lines from ``start`` on, given that of the first; equal values share one."""
    found: list[int] = []
    for i, value in enumerate(values):
        if i == 0:
            found.append(first)
        else:
            found.append(found[-1] if value == values[i - 1] else start + i + 1)
    return found
