"""A running ladder in a match: what is due on it, what seats do on it, how units pass (E-151 to E-171)."""

from __future__ import annotations

from games.elum.bots import drive
from games.elum.data import BEAT_MS, DEAL_MS, UNIT_MS, Side
from games.elum.events import Beats, DealBroken, DealMade, Event, Halted, SideChosen, Stepped, UnitPassed
from games.elum.rules.base import refuse
from games.elum.rules.course import (
    Course,
    Instant,
    Means,
    Pair,
    deal_of,
    priority,
)
from games.elum.rules.figures import home, send_figure, standing_at, stop_figure
from games.elum.state import Beat, Figure, Intent, Ladder, Office, State, Trade
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text

REACT_MS = (300, 900)
"""A computer pauses so long before it reacts (elum.md 11)."""


def of(state: State) -> Ladder:
    """The ladder of the running auction."""
    phase = state.phase
    assert isinstance(phase, Office | Trade) and phase.ladder is not None
    return phase.ladder


def price(ladder: Ladder, step: int) -> int:
    """What a step costs."""
    return ladder.low + step * ladder.step


def means(state: State) -> Means:
    """What the ladder's course depends on beside itself."""
    phase = state.phase
    good = phase.good if isinstance(phase, Trade) else None
    return Means(
        priority(state.rank),
        tuple(settler.goods[good] if good is not None else 0 for settler in state.settlers),
        good is not None,
        tuple(seat for seat, settler in enumerate(state.settlers) if settler.robot is not None),
    )


def open_ladder(state: State, ladder: Ladder) -> None:
    """It runs from now on: look at what comes."""
    foresee(state, ladder)


def new_beat(beats: int, at: int) -> Beat:
    """A clock with so many beats."""
    return Beat(beats, at, BEAT_MS, at)


def foresee(state: State, ladder: Ladder) -> None:
    """Write down what happens next by itself, after something has changed."""
    ladder.count += 1
    facts = means(state)
    ladder.react += [None] * (len(ladder.figures) - len(ladder.react))
    for seat in range(len(ladder.figures)):
        planned = ladder.react[seat]
        if seat not in facts.robots:
            ladder.react[seat] = None
        elif planned is None or planned <= ladder.now:
            ladder.react[seat] = ladder.now + _pause(state, seat, ladder)

    def think(seat: int, at: int, seen: Ladder) -> Intent | None:
        return drive.on_ladder(state, seat, at, seen)

    found: Instant = Course(ladder, facts).next_instant(think)
    ladder.due, ladder.what, ladder.who, ladder.intent = found


def _pause(state: State, seat: int, ladder: Ladder) -> int:
    """Human pauses, of the match's own chance."""
    return REACT_MS[0] + state.dice.below(f"react/{state.round}/{seat}", REACT_MS[1] - REACT_MS[0])


def run(state: State, at: int) -> tuple[list[Event], bool]:
    """Do what is due at ``at``; whether the clock has run out."""
    ladder, events = of(state), list[Event]()
    course = Course(ladder, means(state))
    course.run_to(at)
    course.store()
    if ladder.what == "end":
        return events, True
    came_up = [ladder.who, *course.blocked] if ladder.what in ("halt", "home") else course.blocked
    for seat in dict.fromkeys(came_up):
        _halt(ladder.figures[seat], course.pos[seat], at)
        events.append(Halted(seat))
    if ladder.what == "unit":
        events += _pass_unit(state, ladder, at)
    elif ladder.what == "beats":
        events.append(Beats(ladder.beat.left))
    elif ladder.intent is not None:
        events += _intend(state, ladder, ladder.intent, at)
    events += _pair_up(state, ladder, at)
    foresee(state, ladder)
    return events, False


def settle(state: State, ladder: Ladder, now: int) -> None:
    """Bring clock and scale to ``now``, before which nothing is due."""
    course = Course(ladder, means(state))
    course.run_to(now)
    course.store()


def _halt(figure: Figure, pos: int | None, at: int) -> None:
    """It stands where it has come to: at somebody's height, or at its start place."""
    figure.at = figure.to = None if figure.to is None else pos
    figure.since = at


def _intend(state: State, ladder: Ladder, intent: Intent, at: int) -> list[Event]:
    """A computer changes sides or sets out."""
    if intent.side is not None:
        return take_side(state, ladder, intent.seat, intent.side, at)
    step = None if intent.to is None else reachable(state, ladder, intent.seat, intent.to)
    send_figure(ladder, ladder.figures[intent.seat], step, at)
    return [Stepped(intent.seat, None if step is None else price(ladder, step))]


# --- deals ---------------------------------------------------------------------------------------


def _pair_up(state: State, ladder: Ladder, at: int) -> list[Event]:
    """Break a deal whose two don't stand together any more, or that a better placed joins; begin a new one."""
    pair = Course(ladder, means(state)).pair()
    deal = ladder.deal
    if pair == (None if deal is None else Pair(deal.buyer, deal.seller, deal.at)):
        return []
    events: list[Event] = [] if deal is None else [DealBroken(deal.units)]
    ladder.deal = None if pair is None else deal_of(pair, at, DEAL_MS)
    if pair is not None:
        events.append(DealMade(pair.buyer, pair.seller, price(ladder, pair.at)))
    return events


def _pass_unit(state: State, ladder: Ladder, at: int) -> list[Event]:
    """One unit changes hands; who has no more money or goods leaves (elum.md 8)."""
    trade, deal = state.phase, ladder.deal
    assert isinstance(trade, Trade) and deal is not None
    good, cost = trade.good, price(ladder, deal.at)
    if deal.buyer is not None:
        state.settlers[deal.buyer].money -= cost
        state.settlers[deal.buyer].goods[good] += 1
    else:
        state.store.goods[good] += 1
    if deal.seller is not None:
        state.settlers[deal.seller].money += cost
        state.settlers[deal.seller].goods[good] -= 1
    else:
        state.store.goods[good] -= 1
    trade.volume += 1
    trade.turnover += cost
    deal.units += 1
    deal.next = at + UNIT_MS
    ladder.beat.moved = at
    ladder.beat.length = BEAT_MS
    return [UnitPassed(good, deal.buyer, deal.seller, cost), *_spent(state, ladder, at, cost)]


def _spent(state: State, ladder: Ladder, at: int, cost: int) -> list[Event]:
    """What a unit leaves without money, goods or stock."""
    trade, deal, events = state.phase, ladder.deal, list[Event]()
    assert isinstance(trade, Trade) and deal is not None
    if deal.buyer is not None and state.settlers[deal.buyer].money < cost:
        figure = ladder.figures[deal.buyer]
        figure.at, figure.to, figure.since = None, None, at
        events.append(Halted(deal.buyer, no_money=True))
    if deal.seller is not None and not state.settlers[deal.seller].goods[trade.good]:
        ladder.figures[deal.seller] = Figure("out")
        trade.sides[deal.seller] = "out"
        events.append(SideChosen(deal.seller, "out", forced=True))
    if deal.seller is None and not state.store.goods[trade.good]:
        ladder.selling = False
    return events


# --- what seats do -------------------------------------------------------------------------------


def cash_step(state: State, ladder: Ladder, seat: int) -> int:
    """The highest step that the seat can pay; below 0: not even the bottom line."""
    return (state.settlers[seat].money - ladder.low) // ladder.step


def highest_bid(state: State, ladder: Ladder, seat: int) -> int:
    """The highest step where a buyer may stand: by money, the store's selling line, and the scale's own limit."""
    most = cash_step(state, ladder, seat)
    if ladder.selling:
        most = min(most, ladder.end)
    return most if ladder.most is None else min(most, ladder.most)


def reachable(state: State, ladder: Ladder, seat: int, step: int) -> int | None:
    """The step nearest to ``step`` where the seat may stand by its means and the store's lines; None: nowhere."""
    if ladder.figures[seat].side == "sell":
        return max(0, min(step, ladder.top))
    most = highest_bid(state, ladder, seat)
    return min(step, most) if most >= 0 else None


def walk(state: State, seat: int, wanted: int | None, now: int) -> list[Event]:
    """A person sets out for a price (None: the start place)."""
    ladder = of(state)
    figure = ladder.figures[seat]
    if figure.side == "out":
        raise refuse("out", text(_("Du bist bei dieser Auktion nicht dabei.")))
    step: int | None = None
    if wanted is not None:
        if (wanted - ladder.low) % ladder.step or wanted < ladder.low:
            raise refuse("price", text(_("Diesen Preis gibt es auf der Leiter nicht.")))
        step = reachable(state, ladder, seat, (wanted - ladder.low) // ladder.step)
        if step is None:
            raise refuse("money", text(_("Dafür reicht dein Geld nicht.")))
    settle(state, ladder, now)
    send_figure(ladder, figure, step, now)
    return _after(state, ladder, now)


def stop(state: State, seat: int, now: int) -> list[Event]:
    """A person stands."""
    ladder = of(state)
    if ladder.figures[seat].side == "out":
        raise refuse("out", text(_("Du bist bei dieser Auktion nicht dabei.")))
    settle(state, ladder, now)
    stop_figure(ladder, ladder.figures[seat], now)
    return _after(state, ladder, now)


def change_side(state: State, seat: int, side: Side, now: int) -> list[Event]:
    """In the trade, by the buttons: ends a running deal, the figure begins at the start place (E-149)."""
    ladder = of(state)
    settle(state, ladder, now)
    return take_side(state, ladder, seat, side, now) + _after(state, ladder, now)


def take_side(state: State, ladder: Ladder, seat: int, side: Side, at: int) -> list[Event]:
    """The seat is on that side from now on."""
    trade = state.phase
    assert isinstance(trade, Trade)
    trade.sides[seat] = side
    ladder.figures[seat] = Figure(side, None, at, None)
    return [SideChosen(seat, side)]


def step_back(state: State, seat: int, now: int) -> list[Event]:
    """Whoever has lost the line goes home at a figure's pace, so that nobody buys or sells unseen: a leap would be a
    way out of a bid that walking can't take back in time."""
    ladder = of(state)
    figure = ladder.figures[seat]
    if figure.side == "out" or (figure.at is None and figure.to is None):
        return []
    settle(state, ladder, now)
    send_figure(ladder, figure, None, now)
    return _after(state, ladder, now)


def _after(state: State, ladder: Ladder, now: int) -> list[Event]:
    events = _pair_up(state, ladder, now)
    foresee(state, ladder)
    return events


def highest(state: State, ladder: Ladder, at: int) -> tuple[int, int] | None:
    """(seat, step) of the highest buyer on the scale at ``at``; of equals the worse placed (E-063)."""
    best: tuple[int, int] | None = None
    for seat in priority(state.rank):
        figure = ladder.figures[seat]
        if figure.side != "buy" or figure.at is None:
            continue
        pos = standing_at(ladder, figure, at)
        if pos > home(ladder, figure) and (best is None or pos > best[1]):
            best = seat, pos
    return best
