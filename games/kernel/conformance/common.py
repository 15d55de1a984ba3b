"""What all laws share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from games.kernel.contract import AnyGame, Game, Pace, Rejection, Viewer
from games.kernel.dice import SEED_BYTES, Dice
from games.kernel.randomplay import Case, copy_of

Law: TypeAlias = Callable[[AnyGame, Case], None]

EVERY = 7
"""Laws that cost much look at one state in so many."""
DENSE = 4
"""A match in real time has many more records than one in turns: laws look at one state in so many there."""
SHORT = 800
"""Of a match in real time the laws play so many steps; those of the end (waiting, outcome) play it all."""


class Violation(AssertionError):
    """A game breaks a law of the contract."""


def looks_at(game: AnyGame, number: int, every: int = 1) -> bool:
    """Whether a law that looks at one state in ``every`` looks at this one."""
    return number % (every * DENSE if game.info.pace is Pace.REALTIME else every) == 0


def shortened(game: AnyGame, case: Case) -> Case:
    """The case as far as most laws play it."""
    steps = min(case.steps, SHORT) if game.info.pace is Pace.REALTIME else case.steps
    return msgspec.structs.replace(case, steps=steps)


def require(holds: object, law: str) -> None:
    """Raise Violation(law) unless it holds."""
    if not holds:
        raise Violation(law)


def require_refused(game: AnyGame, state: Any, seat: int, action: Any, now: int) -> None:
    """The action raises Rejection with code and text, and the state stays as it is."""
    before = game.encode_state(state)
    try:
        game.apply(state, seat, action, now)
    except Rejection as refused:
        require(refused.code and refused.text.msgid, "a rejection without code or text")
        require(game.encode_state(state) == before, f"refused ({refused.code}), but the state has changed: {action}")
    else:
        raise Violation(f"an illegal action is taken: seat {seat}, {action}")


def reseed(value: Any, seed: bytes) -> int:
    """Give every Dice inside ``value`` another seed; returns how many there were."""
    if isinstance(value, Dice):
        value.seed = seed
        return 1
    if isinstance(value, msgspec.Struct):
        return sum(reseed(getattr(value, name), seed) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return sum(reseed(part, seed) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(reseed(part, seed) for part in value)
    return 0


def twin(game: AnyGame, state: Any, viewer: Viewer, rng: random.Random) -> Any:
    """A state that ``viewer`` can't tell from ``state``: other dice, and what the game hides from it dealt anew."""
    other = copy_of(game, state)
    require(reseed(other, rng.randbytes(SEED_BYTES)) > 0, "no dice in the state")
    if "hidden" in game.info.traits:
        require(type(game).redeal is not Game.redeal, "it hides something, but redeal doesn't say what")
        game.redeal(other, viewer, rng)
    return other
