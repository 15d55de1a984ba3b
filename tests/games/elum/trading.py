"""What the tests of goods auctions share."""

from __future__ import annotations

from typing import Any

from games.elum.data import GOODS, Good
from games.elum.events import (
    DealMade,
)
from games.elum.state import Deal, State, Trade
from tests.games.elum.scenes import (
    ladder,
    scene,
    stock,
    to,
    until,
)


def phase(state: State) -> Trade:
    assert isinstance(state.phase, Trade)
    return state.phase


def deal(state: State) -> Deal | None:
    return ladder(state).deal


def rich(seats: int = 4, **how: Any) -> State:
    """Ten of each good for everybody, nothing in the store."""
    state = scene(seats, **how)
    for seat in range(seats):
        stock(state, seat, food=10, energy=10, ore=10, crystal=10 if state.options.level == "turnier" else 0)
    state.store.goods = dict.fromkeys(GOODS, 0)
    return state


def units(state: State, seat: int, good: Good = "food") -> int:
    return state.settlers[seat].goods[good]


def pair_up(state: State, buyer: int, seller: int, price: int, at: int) -> int:
    """Both walk to the price; when they stand there. Dragging sets the price at once, the figures walk."""
    to(state, buyer, price, at)
    to(state, seller, price, at)
    return until(state, DealMade)[0]
