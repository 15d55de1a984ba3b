"""``e-now``: the running phase as data, from which the page's modules draw what moves.

It is the public phase of the observation as JSON: anchors and speeds, never remaining time.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.elum.data import LAPSE_MS
from games.elum.view import Observation
from games.kernel.board import Fragment

_encode = msgspec.json.Encoder().encode


def fragment(observation: Observation) -> Fragment:
    """The phase and what is needed beside it: round, peoples, who is away."""
    facts = (
        _encode(observation.phase),
        observation.round,
        tuple([(settler.people, settler.away) for settler in observation.settlers]),
        observation.options.level,
    )
    return Fragment("e-now", "elum/now.jinja", facts, now_data)


def now_data(facts: tuple[bytes, int, tuple[tuple[str, bool], ...], str]) -> dict[str, Any]:
    """The data attributes."""
    phase, round_, settlers, level = facts
    return {
        "phase": phase.decode(),
        "round": round_,
        "folk": " ".join(people for people, _away in settlers),
        "away": " ".join(str(seat + 1) for seat, (_people, away) in enumerate(settlers) if away),
        "level": level,
        "lapse": LAPSE_MS[1],
    }
