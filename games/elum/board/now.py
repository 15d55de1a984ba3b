"""``e-now``: the running phase as data, from which the page's modules draw what moves.

It is the public phase of the observation as JSON: anchors and speeds, never remaining time.
"""

from __future__ import annotations

from typing import Any

import msgspec

from games.elum.data import BEATS, LAPSE_MS
from games.elum.view import Observation, TradeView
from games.kernel.board import Fragment

_encode = msgspec.json.Encoder().encode


def fragment(observation: Observation) -> Fragment:
    """The phase and what is needed beside it: round, ranking (seats from 0), peoples, who is away."""
    facts = (
        _encode(observation.phase),
        observation.round,
        tuple([(settler.people, settler.away) for settler in observation.settlers]),
        observation.options.level,
        tuple([settler.money for settler in observation.settlers]),
        _stock(observation),
        BEATS // 2 if observation.options.fast else BEATS,
        observation.rank,
    )
    return Fragment("e-now", "elum/now.jinja", facts, now_data)


def _stock(observation: Observation) -> tuple[int, ...]:
    """What the settlers, then the store have of the traded good."""
    if not isinstance(observation.phase, TradeView):
        return ()
    good = observation.phase.good
    return (*[settler.goods[good] for settler in observation.settlers], observation.store.goods[good])


Facts = tuple[bytes, int, tuple[tuple[str, bool], ...], str, tuple[int, ...], tuple[int, ...], int, tuple[int, ...]]


def now_data(facts: Facts) -> dict[str, Any]:
    """The data attributes."""
    phase, round_, settlers, level, money, stock, beats, rank = facts
    return {
        "phase": phase.decode(),
        "round": round_,
        "folk": " ".join(people for people, _away in settlers),
        "away": " ".join(str(seat + 1) for seat, (_people, away) in enumerate(settlers) if away),
        "level": level,
        "lapse": LAPSE_MS[1],
        "money": " ".join(map(str, money)),
        "stock": " ".join(map(str, stock)),
        "beats": beats,
        "rank": " ".join(map(str, rank)),
    }
