"""„Schnelle Partie“: alone against computers at once, with the options chosen last."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Player
from games import registry
from tables.models import Match, MatchSeat, Table
from tables.services.choices import TableChoice, choice_check, choice_quick, choice_remember
from tables.services.locking import player_lock
from tables.services.matches import Holder
from tables.services.picks import pick_check, pick_last, pick_remember
from tables.services.seats import seats_leave_elsewhere
from tables.services.tables import table_begin, table_build, twice


def quick_start(*, player: Player, game: str, pick: str | None = None, choice: TableChoice | None = None) -> Table:
    """Begin a match alone; a double click begins one. ``pick``, ``choice`` None: as chosen last.

    Raises LookupError (no such game), TableRefused.
    """
    info = registry.get(game).info
    if pick is not None:
        pick_check(game=game, pick=pick)
    with transaction.atomic():
        player_lock(player)
        alone = MatchSeat.objects.filter(
            player=player, left=False, match__status=Match.Status.RUNNING, match__solo=True
        )
        just_now = alone.filter(match__game=game, match__started_at__range=twice(), match__daily_key="")
        seat = just_now.select_related("match__table").order_by("-match").first()
        if seat is not None:
            return seat.match.table
        if choice is not None:
            choice_check(game=game, choice=choice)
            choice_remember(player=player, game=game, choice=choice)
        choice = choice_quick(player=player, info=info)
        if pick is None:
            pick = pick_last(player=player, game=game)
        else:
            pick_remember(player=player, game=game, pick=pick)
        table = table_build(game=game, choice=choice, opener=player, holders=[Holder(player, pick=pick)])
        table_begin(table=table)
    seats_leave_elsewhere(players=[player], table=table)
    return table
