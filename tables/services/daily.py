"""A daily challenge: one attempt a player and day, the same start for all, against normal computers, you begin."""

from __future__ import annotations

from datetime import date

from django.db import transaction

from accounts.errors import AccountNeeded
from accounts.models import Player
from games import registry
from tables.dailies import daily_seed, day_today
from tables.models import MatchSeat, Table
from tables.services.choices import choice_daily
from tables.services.locking import player_lock
from tables.services.matches import Holder
from tables.services.seats import seats_leave_elsewhere
from tables.services.tables import table_begin, table_build


def daily_start(*, player: Player, game: str, variant: str, on: date | None = None) -> Table:
    """Begin today's challenge, or come back to the attempt of today: the first one is the only one.

    Raises LookupError (no such challenge) and AccountNeeded.
    """
    info = registry.get(game).info
    daily = info.daily(variant)
    if daily is None:
        raise LookupError(variant)
    if not player.is_user:
        raise AccountNeeded
    key, day = f"{game}/{variant}", on or day_today()
    with transaction.atomic():
        player_lock(player)
        begun = MatchSeat.objects.filter(player=player, match__daily_key=key, match__daily_on=day)
        seat = begun.select_related("match__table").first()
        if seat is not None:
            return seat.match.table
        table = table_build(game=game, choice=choice_daily(info, daily), opener=player, holders=[Holder(player, "")])
        Table.objects.filter(pk=table.pk).update(daily_key=key, daily_on=day)
        table.daily_key, table.daily_on = key, day
        table_begin(table=table, seed=daily_seed(key, day))
    seats_leave_elsewhere(players=[player], table=table)
    return table
