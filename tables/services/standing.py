"""What is stored beside a record of who is there: whether the game knows a seat as away, and whether time stands.

Only ``tables/host/attend.py`` calls these: the host's one path to matches in real time.
"""

from __future__ import annotations

from django.db import transaction

from tables.journal import Entry, entry_write
from tables.models import Match, MatchSeat


def presence_write(*, entry: Entry, offline: bool) -> bool:
    """The record of a line that is gone or back, and the mark on the seat. False when the match had moved on."""
    assert entry.seat is not None
    with transaction.atomic():
        if not entry_write(entry):
            return False
        MatchSeat.objects.filter(match_id=entry.match_id, index=entry.seat).update(offline=offline)
        return True


def offline_note(*, match_id: int, seat: int, offline: bool) -> None:
    """The game was told and nothing came of it: the mark alone."""
    MatchSeat.objects.filter(match_id=match_id, index=seat).update(offline=offline)


def pause_write(*, entry: Entry, origin_ms: int, paused_ms: int | None) -> bool:
    """The record of a pause or its end, and where time stands. False when the match had moved on."""
    with transaction.atomic():
        if not entry_write(entry):
            return False
        Match.objects.filter(pk=entry.match_id).update(origin_ms=origin_ms, paused_at_ms=paused_ms)
        return True
