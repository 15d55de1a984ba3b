"""Who stands in the scenes: settlers with their people, sign and name; which of them are away."""

from __future__ import annotations

from typing import Any, TypeAlias

from games.elum.board import words
from games.elum.data import GOODS, PEOPLES, Good
from games.elum.view import Observation
from games.kernel.board import name_mark
from games.kernel.texts import text

NAME = "e-show"

Cast: TypeAlias = tuple[tuple[str, bool], ...]
"""People and whether they are away, by seat."""


def cast(observation: Observation) -> Cast:
    """Everybody at the table."""
    return tuple([(settler.people, settler.away) for settler in observation.settlers])


def goods(observation: Observation) -> tuple[Good, ...]:
    """The goods in play: Glimmer in Turnier only."""
    return GOODS if observation.options.level == "turnier" else GOODS[:3]


def settler(everybody: Cast, seat: int) -> dict[str, Any]:
    """A settler for the templates; ``seat`` counts from 1 there."""
    people, away = everybody[seat]
    return {
        "seat": seat + 1,
        "people": people,
        "people_name": text(PEOPLES[people].name),
        "name": name_mark(seat),
        "sign": words.SIGNS[seat],
        "away": away,
    }
