"""Whose line is gone in matches in real time: sockets of all processes against what the game was told. Reads only.

Who decides: the ASGI process whose socket came or went looks at once (``tables/looks.py``); a clock worker looks every
second for whatever nobody else does any more (a killed process, a lost word). Both ask ``Host.attend``, which asks
here, under the match's lock, and says it by the one path of records; whoever comes second finds nothing to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from games import registry
from tables import matchtime
from tables.here import somebody_here
from tables.models import Match, MatchSeat, Presence

LOST_MS = 2_000
"""More than so long without a socket is away; a page that is loaded again isn't. By the row of match time, half a
second late at most: a worker's idea of it runs ahead while there is no server, whose restart makes nobody absent."""
DEAD_MS = 3_000
"""A process that hasn't beaten for so long holds no sockets here: sooner than in the lists, since time goes on."""


@dataclass(frozen=True)
class Here:
    """A human's seat: how long without a socket (None: there is one), and whether the game knows them as away."""

    seat: int
    player_id: int
    gone_ms: int | None
    offline: bool

    @property
    def present(self) -> bool:
        return self.gone_ms is None

    @property
    def lost(self) -> bool:
        return self.gone_ms is not None and self.gone_ms > LOST_MS

    @property
    def changed(self) -> bool:
        """Whether the game is to be told: away for long enough, or back."""
        return self.present if self.offline else self.lost


def match_here(match_id: int, connected: Collection[int] = ()) -> tuple[int, list[Here]]:
    """How far the match is, and its humans in seat order. ``connected``: whose sockets the caller holds itself."""
    version = Match.objects.filter(pk=match_id).values_list("version", flat=True).first() or 0
    seats = MatchSeat.objects.filter(match_id=match_id, player__isnull=False, left=False)
    return version, _here(seats, frozenset(connected)).get(match_id, [])


def matches_to_look_at() -> list[int]:
    """Running matches in real time that were told something else than what is, or whose time is to stop or go on.

    Where no such game is installed nothing is asked. Paused ones are found from whoever is connected: they may be many.
    """
    games = registry.realtime_slugs()
    if not games:
        return []
    running = MatchSeat.objects.filter(match__status=Match.Status.RUNNING, match__game__in=games)
    going = running.filter(match__paused_at_ms=None, player__isnull=False, left=False)
    found = [match_id for match_id, people in _here(going).items() if _differs(people)]
    back = somebody_here().filter(
        table__match__status=Match.Status.RUNNING,
        table__match__paused_at_ms__isnull=False,
        table__match__seats__player=F("player"),
        table__match__seats__left=False,
    )
    return sorted({*found, *back.values_list("table__match__pk", flat=True)})


def _differs(people: list[Here]) -> bool:
    """Whether something is to be said or done: also that the time of a match without its last human is to stop."""
    return any(one.changed for one in people) or (len(people) == 1 and people[0].lost)


def _here(seats: Any, connected: Collection[int] = frozenset()) -> dict[int, list[Here]]:
    rows = list(
        seats.order_by("match_id", "index").values_list(
            "match_id", "match__table_id", "match__origin_ms", "index", "player_id", "offline"
        )
    )
    if not rows:
        return {}
    now = matchtime.row_read()
    seen = _seen(now, {table_id for _match, table_id, *_rest in rows})
    found: dict[int, list[Here]] = defaultdict(list)
    for match_id, table_id, origin_ms, index, player_id, offline in rows:
        last = None if player_id in connected else seen.get((table_id, player_id), 0)
        gone_ms = None if last is None else max(0, now - max(origin_ms, last))
        found[match_id].append(Here(index, player_id, gone_ms, offline))
    return found


def _seen(now: int, table_ids: Iterable[int]) -> dict[tuple[int, int], int | None]:
    """(Table, player) -> match time when a socket was last there; None: one is."""
    claims = Presence.objects.filter(table_id__in=list(table_ids), player__isnull=False)
    seen: dict[tuple[int, int], int | None] = {}
    for table_id, player_id, left_ms, beat_ms in claims.values_list(
        "table_id", "player_id", "left_ms", "process__seen_ms"
    ):
        before = seen.get((table_id, player_id), 0)
        here = left_ms is None and beat_ms > now - DEAD_MS
        last = beat_ms if left_ms is None else left_ms
        seen[table_id, player_id] = None if here or before is None else max(before, last)
    return seen
