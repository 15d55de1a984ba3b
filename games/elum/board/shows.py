"""Small shows: landing, land office, turns of others and the pub, harvest, balance, round's end, the end."""

from __future__ import annotations

from games.elum.view import HarvestView, LandingView, Observation, OfficeView, OverView, SummaryView, TurnView
from games.kernel.board import Fragment

NAME = "e-show"


def landing(observation: Observation, phase: LandingView) -> Fragment:
    """The ship comes down."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)


def office(observation: Observation, phase: OfficeView) -> Fragment:
    """The Landamt opens."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)


def turn(observation: Observation, phase: TurnView) -> Fragment:
    """What everybody sees of a turn: the window's news, the slot machine."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)


def harvest(observation: Observation, phase: HarvestView) -> Fragment:
    """Event picture, balance."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)


def summary(observation: Observation, phase: SummaryView) -> Fragment:
    """The settlers walk in."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)


def over(observation: Observation, phase: OverView) -> Fragment:
    """Verdict and lift-off."""
    return Fragment(NAME, "elum/nothing.jinja", (), dict, shared=True)
