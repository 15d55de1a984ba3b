"""Names in running matches follow the player's."""

from __future__ import annotations

from tables import notices
from tables.models import Match, MatchSeat
from tables.notices import SeatsChanged


def matches_tell(*, player_id: int) -> None:
    """Every process reads again who sits where, in the matches that show this player; after the commit."""
    shown = MatchSeat.objects.filter(player_id=player_id, match__status=Match.Status.RUNNING)
    matches = list(shown.values_list("match_id", flat=True))
    if matches:
        notices.send(*(SeatsChanged(match_id) for match_id in matches))
