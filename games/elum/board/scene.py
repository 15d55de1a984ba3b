"""``e-show``: what a phase shows beside the map, or instead of it."""

from __future__ import annotations

from functools import lru_cache

from games.elum.board import ladder, shows
from games.elum.view import (
    HarvestView,
    LandingView,
    Observation,
    OfficeView,
    OverView,
    SummaryView,
    TradeView,
    TurnView,
)
from games.kernel.board import Fragment

NAME = "e-show"


def show(observation: Observation) -> Fragment:
    """The scene of the running phase."""
    match observation.phase:
        case TradeView():
            return ladder.trade(observation, observation.phase)
        case OfficeView(stage="ladder" | "result"):
            return ladder.land(observation, observation.phase)
        case OfficeView(stage="open"):
            return shows.office(observation, observation.phase)
        case LandingView():
            return shows.landing(observation, observation.phase)
        case TurnView():
            return shows.turn(observation, observation.phase)
        case HarvestView():
            return shows.harvest(observation, observation.phase)
        case SummaryView():
            return shows.summary(observation, observation.phase)
        case OverView():
            return shows.over(observation, observation.phase)
    return nothing()


@lru_cache(maxsize=1)
def nothing() -> Fragment:
    """The map alone."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)
