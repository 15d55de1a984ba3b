"""From step to step: rounds, turns at the Pass, the tray, the Nachschläge, the end."""

from __future__ import annotations

from msgspec.structs import replace

from games.gourmet.data import MENUS, ROLLS, ROUNDS_BY_SEATS, Bonus, MenuId
from games.gourmet.events import Declined, Earned, Ended, Entered, Event, Expired, Rolled, RoundBegan, Served, To
from games.gourmet.rules import chain
from games.gourmet.rules.card import drawn, new_card
from games.gourmet.rules.legal import (
    KUECHE,
    active,
    extra_takes,
    last_turn,
    lying,
    second_takes,
    tray_takes,
)
from games.gourmet.scoring import standing
from games.gourmet.state import RULES_VERSION, TOGETHER, Die, Phase, Seat, State
from games.kernel.clock import StepClock
from games.kernel.contract import SeatSpec
from games.kernel.dice import Dice


def new_state(
    menu_id: MenuId, step_ms: int | None, seats: tuple[SeatSpec, ...], dice: Dice, first: int | None
) -> State:
    """The first roll lies there. Alone there is no clock; the opener is drawn unless the table names it."""
    menu = MENUS[menu_id]
    if sum(seat.bot is None for seat in seats) == 1:
        step_ms = None
    state = State(
        RULES_VERSION,
        dice,
        menu_id,
        [Seat(new_card(menu), StepClock(step_ms), level=seat.bot) for seat in seats],
        [Die(die) for die in menu.dice],
        rounds=ROUNDS_BY_SEATS[len(seats)],
    )
    state.opener = dice.below("opener", len(seats)) if first is None else first
    events = _begin_round(state, 0)
    state.untold = [replace(event, opening=True) if isinstance(event, Rolled) else event for event in events]
    return state


def opening(state: State) -> list[Event]:
    """The beginning of the match, once."""
    told, state.untold = state.untold, []
    return told


# --- asking ----------------------------------------------------------------------------------


def ask(state: State, index: int, now: int) -> None:
    """A new decision for the seat; its clock runs only for a human."""
    seat = state.seats[index]
    seat.asked = True
    seat.decision += 1
    seat.turned = 0
    if seat.level is None:
        seat.clock.start(now)
    else:
        seat.clock.stop()


def release(seat: Seat) -> None:
    """The seat has nothing more to say in this step."""
    seat.asked = False
    seat.clock.stop()


def tell(state: State, index: int, events: list[Event]) -> list[Event]:
    """What the seat did, as it may be told now: while several choose, only to itself."""
    if state.phase not in TOGETHER:
        return events
    state.seats[index].untold += events
    return [_to(event, "self") for event in events]


def _to(event: Event, who: To) -> Event:
    return replace(event, to=who) if isinstance(event, Entered | Earned | Declined | Expired) else event


def _together(state: State, phase: Phase, now: int) -> None:
    """A step of several begins: from now on the others see each card as it is now."""
    state.phase = phase
    state.began_ms = now
    for seat in state.seats:
        seat.shown, seat.untold = seat.card.copy(), []


def _reveal(state: State) -> list[Event]:
    """The last one is done: all that was chosen shows."""
    events: list[Event] = []
    for seat in state.seats:
        events += [_to(event, "others") for event in seat.untold]
        seat.shown, seat.untold = None, []
    return events


# --- rounds and turns ------------------------------------------------------------------------


def _begin_round(state: State, now: int) -> list[Event]:
    state.round += 1
    state.turn = 0
    _clear(state)  # while boni are chosen nobody has rolled
    boni = MENUS[state.menu].rounds
    bonus = boni[state.round - 1] if state.round <= len(boni) else None
    events: list[Event] = [RoundBegan(state.round, state.rounds, state.opener, bonus)]
    if bonus is None:
        return [*events, *_begin_turn(state, now)]
    return [*events, *_round_bonus(state, bonus, now)]


def _round_bonus(state: State, bonus: Bonus, now: int) -> list[Event]:
    """Everybody gets the round's bonus; where it leaves a choice all choose at once (G-051)."""
    _together(state, "bonus", now)
    events: list[Event] = []
    for index, seat in enumerate(state.seats):
        seat.waiting = [bonus]
        brings = [
            replace(event, round=event.bonus == bonus) if isinstance(event, Earned) else event
            for event in carry_on(state, index)
        ]
        events += tell(state, index, brings)
        if seat.waiting:
            ask(state, index, now)
    return [*events, *_when_done(state, now)]


def _begin_turn(state: State, now: int) -> list[Event]:
    _clear(state)
    for seat in state.seats:
        seat.again, seat.expired = [], False
    return roll_on(state, now)


def _clear(state: State) -> None:
    """Plates and tray are empty, nothing has been rolled."""
    state.roll, state.taken, state.extra = 0, [], []
    for die in state.pool:
        die.place, die.plate = "pool", 0


def roll_on(state: State, now: int) -> list[Event]:
    """The next roll, with what lies in the kitchen; with nothing left the rolling ends (G-014)."""
    if not lying(state, "pool"):
        return serve(state, now)
    state.roll += 1
    state.rerolls = 0
    state.phase = "pass"
    thrown = throw(state)
    ask(state, active(state), now)
    return [thrown]


def throw(state: State) -> Event:
    """Throw the dice of this roll. The label names all that the result depends on, and no choice (Daily)."""
    index = active(state)
    label = f"roll/{state.round}/{index}/{state.roll}/{state.rerolls}"
    for die in lying(state, "pool"):
        die.value = 1 + state.dice.below(f"{label}/{die.id}", 6)
    thrown = {die.id: die.value for die in lying(state, "pool")}
    return Rolled(state.round, index, state.roll, thrown, state.rerolls)


def carry_on(state: State, index: int) -> list[Event]:
    """Resolve the seat's boni until one needs a choice; what that brought."""
    steps: list[chain.Step] = []
    seat = state.seats[index]
    chain.resolve(MENUS[state.menu], seat.card, seat.waiting, steps)
    return brought(state, index, steps)


def brought(state: State, index: int, steps: list[chain.Step]) -> list[Event]:
    """A chain's steps as events, in their order."""
    areas = MENUS[state.menu].areas
    events: list[Event] = []
    for step in steps:
        if step.entry is None:
            events.append(Earned(index, step.bonus, step.track))
        else:
            area, field, number = step.entry
            pen = drawn(areas[area], step.mark)
            events.append(Entered(index, areas[area].id, field, number, step.mark, "bonus", step.gain, drawn=pen))
    return events


def after_pass(state: State, now: int) -> list[Event]:
    """The seat at the Pass has entered something: its choices, its extra crosses, the next roll."""
    index = active(state)
    seat = state.seats[index]
    if seat.waiting:
        ask(state, index, now)
        return []
    if extra_takes(state, seat):
        state.phase = "extra"
        ask(state, index, now)
        return []
    state.extra = []
    return next_roll(state, now)


def next_roll(state: State, now: int) -> list[Event]:
    """Before rolls 2 and 3 a die may come back from the tray (G-035, G-039)."""
    index = active(state)
    seat = state.seats[index]
    release(seat)
    if state.roll == ROLLS:
        return serve(state, now)
    if seat.card.left(KUECHE) > 0 and lying(state, "tray"):
        state.phase = "kitchen"
        ask(state, index, now)
        return []
    return roll_on(state, now)


# --- tray, Nachschläge, end ------------------------------------------------------------------


def serve(state: State, now: int) -> list[Event]:
    """The rolling is over: the rest goes to the tray, all others help themselves at once (G-013, G-020)."""
    index = active(state)
    release(state.seats[index])
    rest = lying(state, "pool")
    for die in rest:
        die.place = "tray"
    events: list[Event] = [Served(index, tuple(die.id for die in rest))]
    _together(state, "tray", now)
    for other, seat in enumerate(state.seats):
        if other != index and tray_takes(state, seat):
            ask(state, other, now)
    return [*events, *_when_done(state, now)]


def _seconds(state: State, now: int) -> list[Event]:
    """The end of the turn: everybody may use Nachschläge (G-031, G-038)."""
    _together(state, "seconds", now)
    for index in range(len(state.seats)):
        ask_second(state, index, now)
    return _when_done(state, now)


def ask_second(state: State, index: int, now: int) -> None:
    """Ask for a (further) Nachschlag, where there is one, a die for it and no wish to keep it."""
    seat = state.seats[index]
    kept = seat.hold and not last_turn(state)
    if not kept and second_takes(state, seat):
        ask(state, index, now)
    else:
        release(seat)


def went_on(state: State, index: int, now: int) -> list[Event]:
    """A seat has chosen in a step of several: its next choice, or the next step once nobody is asked."""
    seat = state.seats[index]
    if seat.waiting:
        ask(state, index, now)
    elif state.phase == "seconds":
        ask_second(state, index, now)
    else:
        release(seat)
    return _when_done(state, now)


def _when_done(state: State, now: int) -> list[Event]:
    if any(seat.asked for seat in state.seats):
        return []
    events = _reveal(state)
    if state.phase == "bonus":
        return [*events, *_begin_turn(state, now)]
    if state.phase == "tray":
        return [*events, *_seconds(state, now)]
    return [*events, *_end_turn(state, now)]


def finish(state: State, index: int, now: int) -> list[Event]:
    """The seat wants nothing more in this step of several."""
    release(state.seats[index])
    return _when_done(state, now)


def _end_turn(state: State, now: int) -> list[Event]:
    state.turn += 1
    if state.turn < len(state.seats):
        return _begin_turn(state, now)
    if state.round < state.rounds:
        return _begin_round(state, now)
    state.turn -= 1
    state.phase = "over"
    outcome = standing(state)
    return [Ended(outcome.places, outcome.scores)]
