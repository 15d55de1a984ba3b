"""Land: which plot to grab, how high to bid."""

from __future__ import annotations

from games.elum.actions import Action, Grab, Walk
from games.elum.bots.values import Mind
from games.elum.data import OUTFITS
from games.elum.view import GrantView, OfficeView

RAISE = 4
"""A bidder goes up by so much of what is left to its limit: few steps, and never far above the others."""


def grab(mind: Mind, actions: list[Action]) -> Action:
    """One of the best plots still ahead."""
    assert isinstance(mind.seen.phase, GrantView)
    plots = [action.plot for action in actions if isinstance(action, Grab)]
    ordered = sorted(plots, key=lambda plot: (-mind.plot_value(plot), plot))
    return Grab(mind.rng.choice(ordered[: mind.strength.best_of]))


def limit(mind: Mind, plot: str) -> int:
    """The most that it would pay: by the plot's value, its cash, and the ELUMs that its plots still want."""
    value = mind.plot_value(plot) * mind.strength.bid
    money = mind.me.money * mind.strength.cash
    if mind.strength.careful:
        empty = 1 + sum(not own.elums for own in mind.own.values())
        each = mind.seen.store.elum_price + OUTFITS["energy"]
        money = min(money, mind.me.money - mind.reserve() - (0 if mind.last_round else empty * each))
    return int(min(value, money))


def bid(mind: Mind) -> Action | None:
    """Above the highest other, as long as the plot is worth it; who is overbid for good stays where they are."""
    office = mind.seen.phase
    assert isinstance(office, OfficeView) and office.ladder is not None
    ladder = office.ladder
    mine = ladder.figures[mind.seat]
    own = -1 if mine.to is None else mine.to
    highest = max(
        (
            max(figure.at, figure.to or 0)
            for seat, figure in enumerate(ladder.figures)
            if seat != mind.seat and figure.side == "buy" and figure.at is not None and figure.to is not None
        ),
        default=-1,
    )
    most = (limit(mind, office.plot) - ladder.low) // ladder.step
    if own > highest or most <= highest:
        return None
    step = highest + 1 + (most - highest - 1) // RAISE if highest >= 0 else 0
    return Walk(ladder.low + step * ladder.step)
