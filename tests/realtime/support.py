"""Tables and matches of the race."""

from __future__ import annotations

import dataclasses
from typing import Any

from accounts.models import Player
from tables.models import Match, Table
from tables.services import seats, tables
from tables.services.choices import TableChoice, choice_default
from tables.services.matches import Holder, match_create
from tests.realtime.shelf import RACE

SLUG = RACE.info.slug


def choice(**changes: Any) -> TableChoice:
    return dataclasses.replace(choice_default(RACE.info), **changes)


def table_of(opener: Player, *others: Player, pick: str = "", **changes: Any) -> Table:
    """A waiting table of the race; the opener has picked."""
    table = tables.table_open(player=opener, game=SLUG, choice=choice(**changes), pick=pick)
    for player in others:
        seats.seat_take(code=table.code, player=player)
    return Table.objects.get(pk=table.pk)


def race(*holders: Player | str, laps: int = 10, public: bool = True) -> Match:
    """A running match; strings are computers of that level. Seats in the given order."""
    people = [h for h in holders if isinstance(h, Player)]
    table = Table.objects.create(
        game=SLUG, opener=people[0] if people else None, seats_count=len(holders), public=public,
        options={"laps": str(laps)}, status=Table.Status.PLAYING,
    )  # fmt: skip
    seated = [Holder(h, "") if isinstance(h, Player) else Holder(None, h) for h in holders]
    return match_create(table=table, holders=seated, draw_seats=False)
