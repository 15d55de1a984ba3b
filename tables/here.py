"""Who is connected to which table right now, for lists: one query for any number of tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from tables import matchtime
from tables.models import Presence
from tables.presence import ALIVE_MS


def people_here(table_ids: Collection[int]) -> dict[int, dict[int | None, int]]:
    """Per table the connected players' ids with their sockets; under None those of people without a name."""
    alive = Presence.objects.filter(
        table_id__in=table_ids, sockets__gt=0, left_ms=None, process__seen_ms__gte=matchtime.now_ms() - ALIVE_MS
    )
    here: dict[int, dict[int | None, int]] = defaultdict(lambda: defaultdict(int))
    for table_id, player_id, sockets in alive.values_list("table_id", "player_id", "sockets"):
        here[table_id][player_id] += sockets
    return here
