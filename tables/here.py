"""Who is connected to which table right now, for lists: one query for any number of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from tables import matchtime
from tables.models import MatchSeat, Presence
from tables.presence import ALIVE_MS


def people_here(table_ids: Collection[int]) -> dict[int, dict[int | None, int]]:
    """Per table the connected players' ids with their sockets; under None those of people without a name."""
    alive = somebody_here().filter(table_id__in=table_ids)
    here: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    for table_id, player_id, sockets in alive.values_list("table_id", "player_id", "sockets"):
        here[table_id][player_id] += sockets
    return here


def somebody_here() -> QuerySet[Presence]:
    """What living processes say of everybody who is connected to any table."""
    return Presence.objects.filter(sockets__gt=0, left_ms=None, process__seen_ms__gte=matchtime.now_ms() - ALIVE_MS)


def watchers_by_table(table_ids: Collection[int]) -> dict[int, int]:
    """How many watch the matches of these tables: everybody there who holds no seat."""
    plays = Exists(MatchSeat.objects.filter(match__table=OuterRef("table"), player=OuterRef("player")))
    strangers = somebody_here().filter(~plays, table_id__in=table_ids)
    counted = strangers.values_list("table_id").annotate(
        nameless=Sum("sockets", filter=Q(player=None), default=0), named=Count("player", distinct=True)
    )
    return {table_id: nameless + named for table_id, nameless, named in counted}
