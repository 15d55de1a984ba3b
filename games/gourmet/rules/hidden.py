"""What is hidden while several choose at once, dealt anew: for the laws and ``tests/hidden`` only."""

from __future__ import annotations

import copy
import random

from games.gourmet.actions import Hold
from games.gourmet.data import MENUS
from games.gourmet.rules.acts import act, legal_actions
from games.gourmet.state import TOGETHER, Seat, State
from games.kernel.contract import Viewer


def redeal(state: State, viewer: Viewer, rng: random.Random) -> None:
    """Let every other seat that has chosen something in this step choose anything else it could have.

    Who chooses is known, and since when. What was entered isn't, nor how far a seat that still chooses has come.
    """
    if state.phase not in TOGETHER:
        return
    for index, seat in enumerate(state.seats):
        if index != viewer and seat.untold:
            _choose_anew(state, index, seat, rng)


def _choose_anew(state: State, index: int, seat: Seat, rng: random.Random) -> None:
    if seat.shown is None or (state.phase == "bonus" and not _had_a_choice(state, seat)):
        return
    asked, decision, clock = seat.asked, seat.decision, copy.copy(seat.clock)
    seat.card, seat.untold, seat.again, seat.asked = seat.shown.copy(), [], [], True
    bonus = MENUS[state.menu].rounds[state.round - 1 : state.round]
    seat.waiting = list(bonus) if state.phase == "bonus" else []
    while not asked and seat.asked:
        act(state, index, rng.choice([a for a in legal_actions(state, index) if not isinstance(a, Hold)]), 0)
    seat.asked, seat.decision, seat.clock = asked, decision, clock


def _had_a_choice(state: State, seat: Seat) -> bool:
    """Whether the round bonus left this seat a choice (a single field is entered at once)."""
    return len(MENUS[state.menu].rounds[state.round - 1].areas) > 1
