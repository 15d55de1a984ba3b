"""A settler's own clock in a turn: how long it is, how fast it runs (elum.md 5, Timeline)."""

from __future__ import annotations

from games.elum.data import LAPSE_MS, PEOPLES
from games.elum.options import Options
from games.elum.state import State, Turn

THINK_MS = (300, 900)


def full_ms(people: str, options: Options) -> int:
    """The people's time at this level and tempo."""
    full = PEOPLES[people].turn_ms[options.level]
    return full // 2 if options.fast else full


def total_ms(full: int, food: int, need: int) -> int:
    """Full time with the need in stock, else 10 % plus the share that is there (E-083, E-085)."""
    return full if food >= need else min(full, full // 10 + full * food // need)


def shown_ms(turn: Turn, own: int) -> int:
    """How long ``own`` ms of the settler's clock last in the match."""
    return -(-own * LAPSE_MS[1] // turn.lapse) if turn.lapse else own


def spent_at(turn: Turn, at: int) -> int:
    """What the settler's clock says at ``at``."""
    passed = at - turn.began
    return turn.spent + (passed * turn.lapse // LAPSE_MS[1] if turn.lapse else passed)


def left_at(turn: Turn, at: int) -> int:
    """Own ms left."""
    return max(0, turn.total - spent_at(turn, at))


def thinking(state: State, turn: Turn) -> int:
    """Human pauses before a computer's next order, of its own clock."""
    return THINK_MS[0] + state.dice.below(f"think/{state.round}/{turn.seat}", THINK_MS[1] - THINK_MS[0])
