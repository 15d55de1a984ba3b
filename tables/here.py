"""Who is connected to which table right now, for lists: one query for any number of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from tables import matchtime
from tables.models import Match, MatchSeat, Presence
from tables.presence import ALIVE_MS


def people_here(table_ids: Collection[int]) -> dict[int, dict[int | None, int]]:
    """Per table the connected players' ids with their sockets; under None those of people without a name."""
    here: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    alive = _alive().filter(table_id__in=table_ids)
    for table_id, player_id, sockets in alive.values_list("table_id", "player_id", "sockets"):
        here[table_id][player_id] += sockets
    return here


def watchers_by_match(game: str | None = None) -> dict[int, int]:
    """All public matches (of a game) that run and at which anybody is, with how many only watch there."""
    at = _alive().filter(
        table__match__status=Match.Status.RUNNING, table__match__public=True, table__match__daily_key=""
    )
    if game is not None:
        at = at.filter(table__match__game=game)
    plays = Exists(MatchSeat.objects.filter(match=OuterRef("table__match"), player=OuterRef("player")))
    counted = at.values_list("table__match__pk").annotate(
        nameless=Sum("sockets", filter=Q(player=None), default=0),
        strangers=Count("player", distinct=True, filter=~plays),
    )
    return {match_id: nameless + strangers for match_id, nameless, strangers in counted}


def _alive() -> QuerySet[Presence]:
    return Presence.objects.filter(sockets__gt=0, left_ms=None, process__seen_ms__gte=matchtime.now_ms() - ALIVE_MS)
