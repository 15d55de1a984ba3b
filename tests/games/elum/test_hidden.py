"""What nobody may be told: deposits, Wampus, lots to come, intents, aims, coming draws."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from games.elum.game import game
from games.elum.state import Aim, Grant, Intent, Lot, Office, State
from games.kernel.conformance import reseed
from tests.games.elum.scenes import auction, grant, ground, ladder, opening, own, scene, trading, turn

VIEWERS = (None, 0, 1, 2, 3)


def seen(state: State, viewers: tuple[int | None, ...] = VIEWERS) -> list[Any]:
    """All that these viewers are told and may do."""
    acts = [game.actions(state, viewer) for viewer in viewers if viewer is not None]
    return [msgspec.json.encode(game.observe(state, viewer)) for viewer in viewers] + acts


def test_deposits_are_for_who_assayed_them() -> None:
    """E-034, A-41: neither other seats nor spectators; the own knowledge stays."""
    state = scene(level="turnier")
    ground(state, "A1", "plain", deposit=1)
    state.plots["A1"].known = [2]
    others = seen(state, (None, 0, 1, 3))
    own_ = seen(state, (2,))
    state.plots["A1"].deposit = 3
    assert seen(state, (None, 0, 1, 3)) == others and seen(state, (2,)) != own_


def test_lots_to_come() -> None:
    """E-055: which and how many plots the Landamt still has."""
    state = scene()
    auction(state, Lot("A1", None), Lot("B1", None))
    before = seen(state)
    assert isinstance(state.phase, Office)
    state.phase.lots = [Lot("C1", None), Lot("D1", None)]
    assert seen(state) == before


def test_what_computers_intend() -> None:
    """E-155: on the ladder and in the land grant."""
    state = scene(bots=(3,))
    trading(state, "food", "buy", "buy", "buy")
    before = seen(state)
    it = ladder(state)
    it.intent, it.due, it.what, it.react = Intent(99_999, 3, "sell", 12), 99_999, "intent", [None, None, None, 77]
    assert seen(state) == before
    state = scene(bots=(3,))
    grant(state)
    before = seen(state)
    assert isinstance(state.phase, Grant)
    state.phase.aims = {3: Aim("I5", 123_456)}
    assert seen(state) == before


@pytest.mark.parametrize("level", ["standard", "turnier"])
def test_the_seed_of_all_that_is_to_come(level: str) -> None:
    """E-070, E-111: events, harvests, prices and lots come from the dice, and these are hidden."""
    state = scene(level=level)
    turn(state, 0)
    before = seen(state)
    reseed(state, random.Random(1).randbytes(32))
    state.dice.drawn = {"x": 1}
    assert seen(state) == before


def test_what_is_dealt_anew_is_all_that_is_hidden() -> None:
    """E-034: a state imagined from an observation shows its viewer the same."""
    state = opening(level="turnier", bots=(1,))
    own(state, 0, "A1")
    state.plots["A1"].known = [0]
    for viewer in VIEWERS:
        before = msgspec.json.encode(game.observe(state, viewer))
        game.redeal(state, viewer, random.Random(5))
        assert msgspec.json.encode(game.observe(state, viewer)) == before
