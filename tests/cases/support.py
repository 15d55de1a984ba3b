"""Matches of any installed game, for cases that every game must pass."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games import registry
from tables.host import runtime
from tables.host.live import Live
from tables.models import Match, MatchTime, Table
from tables.services.matches import Holder, match_create
from tests.tables.host.support import live

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


def awaited(match: Match) -> Live:
    """The match as soon as somebody is to act, or it is over: time runs on to the next wake until then."""
    now = live(match.pk)
    while not now.over and not now.game.to_act(now.state):
        wake = Match.objects.get(pk=match.pk).wake_at_ms
        assert wake is not None, "nobody is to act, and time alone brings nothing"
        MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": wake})
        runtime.call(lambda host: host.wake(match.pk))
        now = live(match.pk)
    return now
