"""Reads that span apps."""

from __future__ import annotations

from tables.models import Match, MatchSeat, Seat, Table


def seated_player_ids() -> set[int]:
    """Who holds a seat at an open table or in a running match: such a guest lasts as long as the seat."""
    waiting = Seat.objects.filter(player__isnull=False, table__status=Table.Status.OPEN)
    playing = MatchSeat.objects.filter(player__isnull=False, left=False, match__status=Match.Status.RUNNING)
    return {*waiting.values_list("player_id", flat=True), *playing.values_list("player_id", flat=True)}
