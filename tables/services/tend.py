"""What time does to waiting tables: an absent opener passes the table on, an empty table closes.

Times are match time, so a server that was down makes nobody absent and closes nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from tables import presence
from tables.here import people_here
from tables.models import Table
from tables.services.locking import table_lock, table_move
from tables.services.seats import opener_next

OPENER_AWAY_MS = 2 * 60_000
"""So long the opener may be away; then the next one present inherits the table."""
READY_AWAY_MS = 30_000
"""So long a „Bereit“ outlives its player's last socket."""
EMPTY_MS = 15 * 60_000
EMPTY_BY_LINK_MS = 24 * 60 * 60_000
"""So long a table with nobody connected stays open; the second one if it is open by link only."""


def tables_tend(now_ms: int) -> None:
    """Look after all waiting tables at match time ``now_ms``. Run twice or late it does nothing wrong."""
    tables = list(Table.objects.filter(status=Table.Status.OPEN).prefetch_related("seats").order_by("pk"))
    here = people_here([table.pk for table in tables])
    for table in tables:
        players = {player_id for player_id in here.get(table.pk, {}) if player_id is not None}
        _tend(table, players, connected=bool(here.get(table.pk)), now_ms=now_ms)


def _tend(table: Table, players: Collection[int], *, connected: bool, now_ms: int) -> None:
    _unready(table, players, now_ms)
    empty_since = None if connected else _since(table.empty_since_ms, now_ms)
    away_since = None if table.opener_id in players else _since(table.opener_away_ms, now_ms)
    limit = EMPTY_MS if table.public else EMPTY_BY_LINK_MS
    if empty_since is not None and now_ms - empty_since >= limit:
        _close(table.code)
    elif away_since is not None and now_ms - away_since >= OPENER_AWAY_MS and _inherit(table.code, players):
        return
    elif (empty_since, away_since) != (table.empty_since_ms, table.opener_away_ms):
        waiting = Table.objects.filter(pk=table.pk, status=Table.Status.OPEN, opener_id=table.opener_id)
        waiting.update(empty_since_ms=empty_since, opener_away_ms=away_since)


def _unready(table: Table, players: Collection[int], now_ms: int) -> None:
    """Who is away for longer than a reload takes is asked again before the match begins with their stake."""
    away = [
        s.player_id for s in table.seats.all() if s.ready and s.player_id is not None and s.player_id not in players
    ]
    seen = presence.last_seen([table.pk]) if away else {}
    gone = [p for p in away if now_ms - seen.get((table.pk, p), now_ms) >= READY_AWAY_MS]
    if not gone:
        return
    with transaction.atomic():
        locked = table_lock(table.code)
        if locked.status == Table.Status.OPEN and locked.seats.filter(player__in=gone, ready=True).update(ready=False):
            table_move(locked)


def _since(stored_ms: int | None, now_ms: int) -> int:
    return now_ms if stored_ms is None else stored_ms


def _close(code: str) -> None:
    with transaction.atomic():
        table = table_lock(code)
        if table.status == Table.Status.OPEN:
            table_move(table, status=Table.Status.CLOSED)


def _inherit(code: str, players: Collection[int]) -> bool:
    """The next seated one who is present leads the table from now on; False when there is nobody."""
    with transaction.atomic():
        table = table_lock(code)
        heir = opener_next(table, present=players)
        if table.status != Table.Status.OPEN or heir is None or heir.pk not in players:
            return False
        table_move(table, opener=heir, opener_away_ms=None)
    return True
