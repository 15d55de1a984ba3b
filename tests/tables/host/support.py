"""People, tables and running matches for the host's tests."""

from __future__ import annotations

import random
from typing import Any

from accounts.models import Player
from accounts.services import guest_create, user_register
from games import registry
from tables.host import runtime
from tables.host.answers import Ack, Answer, Refused
from tables.host.live import Live, live_load
from tables.models import Match, Table
from tables.services.matches import Holder, match_create


def user(name: str) -> Player:
    """A registered player called ``name``."""
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def guest(name: str) -> Player:
    return guest_create(name=name)


def match(*holders: Player | str, game: str = "elements", clock_s: int = 0, stake: int = 0, **fields: Any) -> Match:
    """A running match; strings are computers of that level. Seats in the given order."""
    people = [h for h in holders if isinstance(h, Player)]
    table = Table.objects.create(
        game=game, opener=people[0] if people else None, seats_count=len(holders), clock_s=clock_s,
        stake=stake, status=Table.Status.PLAYING, **fields,
    )  # fmt: skip
    seats = [Holder(h, "") if isinstance(h, Player) else Holder(None, h) for h in holders]
    return match_create(table=table, holders=seats, draw_seats=False)


def live(match_id: int) -> Live:
    """The match as the database has it."""
    loaded = live_load(match_id)
    assert loaded is not None
    return loaded


def submit(match_id: int, seat: int, decision: int, client_id: str, action: Any) -> Answer:
    return runtime.call(lambda host: host.submit(match_id, seat, decision, client_id, action))


def accepted(answer: Answer) -> Ack:
    assert isinstance(answer, Ack), answer
    return answer


def refused(answer: Answer) -> Refused:
    assert isinstance(answer, Refused), answer
    return answer


def play_one(match_id: int, rng: random.Random) -> bool:
    """One random legal action of whoever is to act; False when the match is over."""
    state = live(match_id)
    pending = state.game.to_act(state.state)
    if state.over or not pending:
        return False
    action = rng.choice(state.game.actions(state.state, pending[0].seat))
    accepted(submit(match_id, pending[0].seat, pending[0].decision, f"play-{state.version:06d}", action))
    return True


def play_out(match_id: int, seed: int = 1) -> Match:
    """Random play to the end; the ended match."""
    rng = random.Random(seed)
    while play_one(match_id, rng):
        pass
    return Match.objects.get(pk=match_id)


ELEMENTS = registry.get("elements")
