"""Land: which plot to grab, how high to bid."""

from __future__ import annotations

from games.elum.actions import Action, Grab, Walk
from games.elum.bots.values import Mind
from games.elum.view import GrantView, OfficeView

BEST_OF = 8


def grab(mind: Mind, actions: list[Action]) -> Action:
    """The best plot still ahead; leicht takes any of the best eight."""
    assert isinstance(mind.seen.phase, GrantView)
    plots = [action.plot for action in actions if isinstance(action, Grab)]
    ordered = sorted(plots, key=lambda plot: (-mind.plot_value(plot), plot))
    if mind.strength.careful:
        return Grab(ordered[0])
    return Grab(mind.rng.choice(ordered[:BEST_OF]))


def limit(mind: Mind, plot: str) -> int:
    """The most that it would pay."""
    value = mind.plot_value(plot) * mind.strength.bid
    money = min(mind.me.money * mind.strength.cash, mind.me.money - mind.reserve())
    return int(min(value, money))


def bid(mind: Mind) -> Action | None:
    """One step above the highest other, as long as the plot is worth it."""
    office = mind.seen.phase
    assert isinstance(office, OfficeView) and office.ladder is not None
    ladder = office.ladder
    others = [
        max(figure.at, figure.to or -1)
        for seat, figure in enumerate(ladder.figures)
        if seat != mind.seat and figure.side == "buy" and figure.at is not None
    ]
    mine = ladder.figures[mind.seat]
    own = -1 if mine.at is None else max(mine.at, mine.to or -1)
    highest = max(others, default=-1)
    if own > highest:
        return None
    wanted = highest + 1
    price = ladder.low + wanted * ladder.step
    if price > limit(mind, office.plot):
        return Walk(None) if mine.to is not None and own >= 0 and own < highest else None
    return Walk(price)
