"""Matches of any installed game, for cases that every game must pass."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games import registry
from tables.models import Match, Table
from tables.services.matches import Holder, match_create

SLUGS = registry.slugs()


def begun(slug: str, *people: Player, clock_s: int = 0, **fields: Any) -> Match:
    """A running match of these people, seats in the given order, every option as the game proposes."""
    table = Table.objects.create(
        game=slug, opener=people[0], seats_count=len(people), clock_s=clock_s, status=Table.Status.PLAYING, **fields
    )
    return match_create(table=table, holders=[Holder(one, "") for one in people], draw_seats=False)


def unusual_options(slug: str) -> dict[str, str]:
    """Every option at a value that is not its default, where it has one."""
    fields = registry.get(slug).info.options
    return {f.key: next((c.value for c in f.choices if c.value != f.default), f.default) for f in fields}
