"""How the rules ask a computer: from its seat's observation, at an instant of the match, with the match's dice."""

from __future__ import annotations

import random

from games.elum.actions import Action, Choose, Grab, Walk
from games.elum.bots import policy
from games.elum.data import Side
from games.elum.state import Intent, Ladder, Office, State, Trade
from games.elum.view import observe, observe_ladder
from games.kernel.dice import draw

WAMPUS_MS = (2_000, 12_000)
"""A computer catches it between these instants of its own clock, or when it would end its turn."""
LADDER: list[Action] = [Walk(None)]
"""Something is possible on a ladder; which of it, the computer knows from what it sees."""


def _bot(state: State, seat: int) -> policy.Robotron:
    level = state.settlers[seat].robot
    assert level is not None, "a computer acts here"
    return policy.BOTS[level]


def _rng(state: State, label: str, count: int) -> random.Random:
    """Chance that no other draw shifts: it depends on label and number alone."""
    return random.Random(draw(state.dice.seed, label, count, 2**32))


def at_grant(state: State, seat: int, ahead: list[str]) -> str:
    """Which of the plots that the cursor will still reach."""
    actions: list[Action] = [Grab(plot) for plot in ahead]
    rng = _rng(state, f"bot/grant/{seat}", state.round)
    wanted = _bot(state, seat).decide(observe(state, seat), actions, rng)
    assert isinstance(wanted, Grab)
    return wanted.plot


def at_sides(state: State, seat: int) -> Side:
    """On which side it stands for this good."""
    assert isinstance(state.phase, Trade)
    actions: list[Action] = [Choose("buy"), Choose("sell"), Choose("out")]
    rng = _rng(state, f"bot/side/{state.phase.good}/{seat}", state.round)
    seen = observe_ladder(state, seat, None)
    wanted = _bot(state, seat).decide(seen, actions, rng)
    assert isinstance(wanted, Choose)
    return wanted.side


def in_turn(state: State, seat: int) -> Action | None:
    """The next order of its turn; the same chance all through the turn."""
    from games.elum.rules import acts  # it asks us

    rng = _rng(state, f"bot/turn/{seat}", state.round)
    return _bot(state, seat).decide(observe(state, seat), acts.possible(state, seat), rng)


def wampus_at(state: State, seat: int) -> int | None:
    """When in its turn it catches the Wampus, in ms of its own clock; None: not in this one."""
    label, chance = f"bot/wampus/{seat}", _bot(state, seat).strength.wampus
    rng = _rng(state, label, state.round)
    return WAMPUS_MS[0] + rng.randrange(WAMPUS_MS[1] - WAMPUS_MS[0]) if rng.random() < chance else None


def on_ladder(state: State, seat: int, at: int, ladder: Ladder) -> Intent | None:
    """What it wants on the ladder as it stands at ``at``; no draw is made, for this may be a look ahead only."""
    trades = isinstance(state.phase, Trade)
    seen = observe_ladder(state, seat, ladder) if trades else observe(state, seat, ladder)
    wanted = _bot(state, seat).decide(seen, LADDER, _rng(state, _ladder_label(state, seat), state.round))
    figure = ladder.figures[seat]
    if isinstance(wanted, Choose):
        return Intent(at, seat, wanted.side, None)
    if not isinstance(wanted, Walk):
        return None
    to = None if wanted.price is None else (wanted.price - ladder.low) // ladder.step
    if to == figure.to and (to is not None or figure.at is None):
        return None
    return Intent(at, seat, None, to)


def _ladder_label(state: State, seat: int) -> str:
    """The same chance all through an auction, so that nobody changes their mind with each look."""
    phase = state.phase
    assert isinstance(phase, Office | Trade)
    return f"bot/ladder/{phase.good if isinstance(phase, Trade) else phase.lot.plot}/{seat}"
