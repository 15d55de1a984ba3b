"""Small shows in ``e-show``: landing, land office, turns of others and the pub, harvest, balance, round's end, the end.

The fragments say what there is to see; ``shows.js`` moves it, as a function of match time wherever the phase has one.
"""

from __future__ import annotations

from games.elum.board.shows.balance import balance
from games.elum.board.shows.ending import over
from games.elum.board.shows.reap import reap
from games.elum.board.shows.ship import landing, office
from games.elum.board.shows.store import summary
from games.elum.board.shows.turns import turn
from games.elum.view import HarvestView, Observation
from games.kernel.board import Fragment

__all__ = ["harvest", "landing", "office", "over", "summary", "turn"]


def harvest(observation: Observation, phase: HarvestView) -> Fragment:
    """Event picture, blocks and mountain; then the balance."""
    return balance(observation, phase) if phase.stage == "balance" else reap(observation, phase)
