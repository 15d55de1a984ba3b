"""What a socket has to know before it may look at a table."""

from __future__ import annotations

from dataclasses import dataclass

from tables.dailies import daily_is_open
from tables.models import Match, MatchSeat, Table


@dataclass(frozen=True)
class Gate:
    """The table behind an address and whether this player may look at it."""

    table_id: int
    match_id: int | None
    allowed: bool
    revision: int


def gate(code: str, player_id: int | None) -> Gate | None:
    """The table of that address, None when there is none.

    Whoever has the (random) address may look; a daily is its player's alone until its list is open, and a table by
    link only is closed to whose seat its opener freed.
    """
    row = (
        Table.objects.filter(code=code)
        .values_list("pk", "status", "match__pk", "match__daily_on", "match__status", "public", "barred", "revision")
        .first()
    )
    if row is None or row[1] == Table.Status.CLOSED:
        return None
    table_id, _status, match_id, daily_on, match_status, public, barred, revision = row
    allowed = public or player_id is None or player_id not in barred
    if daily_on is not None and not (daily_is_open(daily_on) and match_status != Match.Status.RUNNING):
        seated = MatchSeat.objects.filter(match_id=match_id, player__isnull=False)
        allowed = player_id in set(seated.values_list("player_id", flat=True))
    return Gate(table_id, match_id, allowed, revision)
