"""What a socket has to know before it may look at a table."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.utils import timezone

from tables.models import Match, MatchSeat, Table


@dataclass(frozen=True)
class Gate:
    """The table behind an address and whether this player may look at it."""

    table_id: int
    match_id: int | None
    allowed: bool


def gate(code: str, player_id: int | None) -> Gate | None:
    """The table of that address, None when there is none.

    Whoever has the (random) address may look; a daily is its player's alone until its list is open, and a table by
    link only is closed to whose seat its opener freed.
    """
    row = (
        Table.objects.filter(code=code)
        .values_list("pk", "status", "match__pk", "match__daily_on", "match__status", "public", "barred")
        .first()
    )
    if row is None or row[1] == Table.Status.CLOSED:
        return None
    table_id, _status, match_id, daily_on, match_status, public, barred = row
    allowed = public or player_id is None or player_id not in barred
    if daily_on is not None and not daily_open(daily_on, match_status):
        seated = MatchSeat.objects.filter(match_id=match_id, player__isnull=False)
        allowed = player_id in set(seated.values_list("player_id", flat=True))
    return Gate(table_id, match_id, allowed)


def daily_open(daily_on: date, match_status: str) -> bool:
    """Whether everybody may see a daily of that date: from 02:00 of the next morning in Berlin, once it has ended."""
    opens = datetime.combine(daily_on + timedelta(days=1), time(2), tzinfo=timezone.get_default_timezone())
    return timezone.now() >= opens and match_status != Match.Status.RUNNING
