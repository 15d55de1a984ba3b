"""What seats do, judged by phase; the host's word on a seat; the list of legal actions."""

from __future__ import annotations

from games.elum.actions import Action, Begin, Choose, Grab, Ready, Stop, Walk
from games.elum.data import Side
from games.elum.events import Away, Event, SeatGiven, StandIn
from games.elum.rules import flow, grant, orders, trade
from games.elum.rules import ladder as ladders
from games.elum.rules import turn as turns
from games.elum.rules.asked import asked
from games.elum.rules.base import refuse
from games.elum.state import Grant, Harvest, Ladder, Landing, Office, Over, State, Summary, Trade, Turn
from games.kernel.contract import Presence, Rejection
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text

NOT_NOW = text(_("Das geht jetzt nicht."))


def act(state: State, seat: int, action: Action, now: int) -> list[Event]:
    """Judge and make a person's action. Raises Rejection and changes nothing when it is illegal."""
    if seat not in asked(state):
        raise refuse("not_asked", NOT_NOW)
    if state.settlers[seat].stand_in:
        _check(state, seat, action, now)
        return [*_back(state, seat, now), *_act(state, seat, action, now)]
    return _act(state, seat, action, now)


def _act(state: State, seat: int, action: Action, now: int) -> list[Event]:
    events = _do(state, seat, action, now)
    state.now = now
    state.settlers[seat].idle = 0
    phase = state.phase
    if isinstance(phase, Turn) and phase.seat == seat:
        phase.acts += 1
    return events


def _do(state: State, seat: int, action: Action, now: int) -> list[Event]:
    match state.phase, action:
        case Landing() | Harvest() | Summary(), Ready():
            return flow.ready(state, seat, now)
        case Grant() as phase, Grab(plot=plot):
            return grant.grab(state, phase, seat, plot, now)
        case Turn(stage="window") as phase, Begin():
            return turns.begin(state, phase, now)
        case Turn(stage="run") as phase, _order:
            return orders.order(state, phase, action, now)
        case Trade() as phase, Choose(side=side):
            return trade.choose(state, phase, seat, side, now)
        case ((Office(stage="ladder") | Trade(stage="ladder")), Walk(price=price)):
            return ladders.walk(state, seat, price, now)
        case ((Office(stage="ladder") | Trade(stage="ladder")), Stop()):
            return ladders.stop(state, seat, now)
    raise refuse("phase", NOT_NOW)


def _check(state: State, seat: int, action: Action, now: int) -> None:
    """Whether the action of somebody who comes back is legal, before anything changes."""
    from games.elum.rules.copies import copy_of

    _act(copy_of(state), seat, action, now)


def _back(state: State, seat: int, now: int) -> list[Event]:
    """The player does something: the computer no longer stands in (A-35)."""
    settler, phase = state.settlers[seat], state.phase
    settler.stand_in = False
    if isinstance(phase, Turn) and phase.seat == seat:
        turns.take_over(state, phase, now)
    if isinstance(phase, Grant):
        phase.aims.pop(seat, None)
    return [StandIn(seat, on=False)]


# --- the host's word -----------------------------------------------------------------------------


def presence(state: State, seat: int, change: Presence, now: int) -> list[Event]:
    """Offline, back, or given to a computer; doing it again changes nothing more."""
    if isinstance(state.phase, Over):
        return []
    settler = state.settlers[seat]
    if change.change == "bot":
        return _given(state, seat, change, now)
    away = change.change == "offline"
    if settler.away == away or settler.level is not None:
        return []
    settler.away, state.now = away, now
    events: list[Event] = [Away(seat, away)]
    phase = state.phase
    if away and isinstance(phase, Office | Trade) and phase.stage == "ladder" and settler.robot is None:
        events += ladders.step_back(state, seat, now)
    return events


def _given(state: State, seat: int, change: Presence, now: int) -> list[Event]:
    """The computer plays this seat from now on, in every phase."""
    settler, phase = state.settlers[seat], state.phase
    level = change.level or "normal"
    if settler.level == level:
        return []
    was_robot, was_person = settler.robot is not None, settler.level is None
    settler.level, settler.stand_in, settler.away, state.now = level, False, False, now
    events: list[Event] = [SeatGiven(seat, level)]
    if isinstance(phase, Turn) and phase.seat == seat and not was_robot:
        turns.hand_over(state, phase, now)
    if isinstance(phase, Grant) and phase.stage == "run" and not was_robot:
        grant.plan_one(state, phase, seat)
    if isinstance(phase, Office | Trade) and phase.stage == "ladder" and phase.ladder is not None:
        ladders.settle(state, phase.ladder, now)
        ladders.foresee(state, phase.ladder)
    return [*events, *(flow.person_gone(state, now) if was_person else [])]


# --- what is legal -------------------------------------------------------------------------------


def legal(state: State, seat: int) -> list[Action]:
    """All legal actions of the seat; of prices on a ladder some, of plots under the cursor those still ahead."""
    if seat not in asked(state):
        return []
    return possible(state, seat)


def possible(state: State, seat: int) -> list[Action]:
    """What whoever sits there may do now, a person or a computer."""
    match state.phase:
        case Landing() | Harvest() | Summary():
            return [Ready()]
        case Grant() as phase:
            return [Grab(plot) for plot in grant.remaining(state, phase)]
        case Turn(stage="window"):
            return [Begin()]
        case Turn(stage="run") as phase:
            return orders.legal(state, phase)
        case Trade(stage="sides") as phase:
            return [Choose(side) for side in _sides(state, phase, seat)]
        case Trade(stage="ladder") as phase:
            assert phase.ladder is not None
            changes: list[Action] = [Choose(side) for side in _sides(state, phase, seat)]
            return changes + prices(state, phase.ladder, seat)
        case Office(stage="ladder") as phase:
            assert phase.ladder is not None
            return prices(state, phase.ladder, seat)
    return []


def _sides(state: State, phase: Trade, seat: int) -> list[Side]:
    sides: list[Side] = []
    for side in ("buy", "sell", "out"):
        try:
            trade.check_side(state, phase, seat, side)
        except Rejection:
            continue
        sides.append(side)
    return sides


def prices(state: State, ladder: Ladder, seat: int) -> list[Action]:
    """Start place, standing still, and each step that the seat can reach."""
    figure = ladder.figures[seat]
    if figure.side == "out":
        return []
    top = ladder.top if figure.side == "sell" else min(ladder.top + 1, ladders.highest_bid(state, ladder, seat))
    steps = [Walk(ladders.price(ladder, step)) for step in range(top + 1)]
    return [Walk(None), Stop(), *steps]
