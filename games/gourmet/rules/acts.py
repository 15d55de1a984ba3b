"""An action is judged and made."""

from __future__ import annotations

from typing import Literal

from games.gourmet.actions import Action, Fetch, Hold, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.data import COLOURS, MENUS, DieId
from games.gourmet.events import Declined, Entered, Event, Fetched, Finished, Held, Lapsed
from games.gourmet.rules import chain, flow
from games.gourmet.rules.card import Entry, area_points, drawn, enter
from games.gourmet.rules.legal import KUECHE, NACH, NEU, choices, last_turn, lying, takes
from games.gourmet.state import Die, Seat, State
from games.kernel.contract import Rejection
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


def act(state: State, index: int, action: Action, now: int) -> list[Event]:
    """Make the action of a seat. Raises Rejection and changes nothing when it is illegal."""
    entry = judge(state, index, action)
    events = flow.opening(state)
    seat = state.seats[index]
    if isinstance(action, Take):
        assert entry is not None
        return [*events, *_take(state, index, action, entry, now)]
    if isinstance(action, Mark):
        assert entry is not None
        return [*events, *_mark(state, index, entry, now)]
    if isinstance(action, Hold):
        return [*events, *_hold(state, index, action.on, now)]
    if isinstance(action, Reroll):
        seat.card.used[NEU] += 1
        state.rerolls += 1
        thrown = flow.throw(state)
        flow.ask(state, index, now)
        return [*events, thrown]
    if isinstance(action, Lapse):
        state.taken.append("")
        return [*events, Lapsed(index, state.roll), *flow.next_roll(state, now)]
    if isinstance(action, Fetch):
        return [*events, *_fetch(state, index, action, now)]
    if isinstance(action, Roll):
        flow.release(seat)
        return [*events, *flow.roll_on(state, now)]
    if isinstance(action, Nothing):
        events += flow.tell(state, index, [Declined(index)])
        return [*events, *flow.finish(state, index, now)]
    if state.phase == "extra":
        state.extra = []
        return [*events, Finished(index), *flow.next_roll(state, now)]
    return [*events, Finished(index), *flow.finish(state, index, now)]


# --- judging ---------------------------------------------------------------------------------


def judge(state: State, index: int, action: Action) -> Entry | None:
    """The entry of a legal action (None: it makes none). Raises Rejection otherwise."""
    if state.phase == "over":
        raise Rejection("over", text(_("Diese Partie ist zu Ende.")))
    seat = state.seats[index]
    if not seat.asked:
        raise Rejection("not_asked", text(_("Du bist gerade nicht dran.")))
    for legal, entry in choices(state, index):
        if legal == action:
            return entry
    raise _refusal(state, seat, action)


def _refusal(state: State, seat: Seat, action: Action) -> Rejection:
    """Why an action is illegal, as a sentence for the player."""
    if isinstance(action, Hold):
        if action.on == seat.hold:
            return Rejection("hold", text(_("So steht es schon.")))
        return Rejection("hold_often", text(_("Das hast du in diesem Schritt oft genug umgestellt.")))
    if seat.waiting:
        return Rejection("choice", text(_("Wähle zuerst ein Feld für deinen Bonus.")))
    if isinstance(action, Take):
        return _take_refusal(state, seat, action)
    if isinstance(action, Reroll) and state.phase == "pass":
        return Rejection("no_action", text(_("Du hast kein „Neu anrichten“ mehr.")))
    if isinstance(action, Fetch) and state.phase == "kitchen":
        return Rejection("not_on_tray", text(_("Dieser Würfel liegt nicht auf dem Tablett.")))
    return Rejection("step", text(_("Das geht in diesem Schritt nicht.")))


def _take_refusal(state: State, seat: Seat, action: Take) -> Rejection:
    die = next((die for die in state.pool if die.id == action.die), None)
    if die is None:
        return Rejection("no_such_die", text(_("Diesen Würfel gibt es hier nicht.")))
    if state.phase == "kitchen":
        return Rejection("step", text(_("Das geht in diesem Schritt nicht.")))
    name = Text(COLOURS[die.id])
    if not _within_reach(state, seat, die):
        return Rejection("die", text(_("{die} kannst du gerade nicht nehmen."), die=name))
    return Rejection("field", text(_("{die} {value} passt dort nicht."), die=name, value=die.value))


def _within_reach(state: State, seat: Seat, die: Die) -> bool:
    if state.phase == "pass":
        return die.place == "pool"
    if state.phase == "tray":
        return die.place == "tray" or not takes(state, seat, lying(state, "tray"))
    if state.phase == "extra":
        return die.id in state.extra
    return die.id not in seat.again


# --- effects ---------------------------------------------------------------------------------


def _take(state: State, index: int, action: Take, entry: Entry, now: int) -> list[Event]:
    seat = state.seats[index]
    die = next(die for die in state.pool if die.id == action.die)
    lost: list[DieId] = []
    how: Literal["pass", "extra", "tray", "plate", "again"]
    if state.phase == "pass":
        how, lost = "pass", _to_plate(state, die)
        state.taken.append(die.id)
        state.extra = lost if action.area == "silber" else []
    elif state.phase == "extra":
        how = "extra"
        state.extra = [other for other in state.extra if other != die.id]
    elif state.phase == "tray":
        how = "plate" if die.place == "plate" else "tray"
    else:
        how = "again"
        seat.card.used[NACH] += 1
        seat.again.append(die.id)
    events: list[Event] = [_enter(state, index, die, entry, how, tuple(lost))]
    events = flow.tell(state, index, [*events, *flow.carry_on(state, index)])
    return [*events, *_go_on(state, index, now)]


def _to_plate(state: State, die: Die) -> list[DieId]:
    """Lay the die on the next plate; dice of this roll with fewer pips go to the tray at once (G-008, G-010)."""
    die.place, die.plate = "plate", len(lying(state, "plate"))
    lost = [other for other in lying(state, "pool") if other.value < die.value]
    for other in lost:
        other.place = "tray"
    return [other.id for other in lost]


def _enter(
    state: State,
    index: int,
    die: Die,
    entry: Entry,
    how: Literal["pass", "extra", "tray", "plate", "again"],
    lost: tuple[DieId, ...],
) -> Entered:
    menu, seat = MENUS[state.menu], state.seats[index]
    area, marks = menu.areas[entry[0]], seat.card.areas[entry[0]]
    before = area_points(area, marks)
    seat.waiting[:0] = enter(menu, seat.card, entry)
    mark = marks[entry[1]] if area.columns else 1
    gain = area_points(area, marks) - before
    pen = drawn(area, mark)
    return Entered(index, area.id, entry[1], entry[2], mark, how, gain, die.id, die.value, lost, pen)


def _mark(state: State, index: int, entry: Entry, now: int) -> list[Event]:
    seat, steps = state.seats[index], list[chain.Step]()
    chain.choose(MENUS[state.menu], seat.card, seat.waiting, entry, steps)
    events = flow.tell(state, index, flow.brought(state, index, steps))
    return [*events, *_go_on(state, index, now)]


def _go_on(state: State, index: int, now: int) -> list[Event]:
    if state.phase in {"pass", "extra"}:
        return flow.after_pass(state, now)
    return flow.went_on(state, index, now)


def _fetch(state: State, index: int, action: Fetch, now: int) -> list[Event]:
    die = next(die for die in state.pool if die.id == action.die)
    seat = state.seats[index]
    seat.card.used[KUECHE] += 1
    die.place, die.plate = "pool", 0
    if seat.card.left(KUECHE) > 0 and lying(state, "tray"):
        flow.ask(state, index, now)
        return [Fetched(index, die.id)]
    flow.release(seat)
    return [Fetched(index, die.id), *flow.roll_on(state, now)]


def _hold(state: State, index: int, on: bool, now: int) -> list[Event]:
    """Keep the Nachschläge, or no longer. The same step and its clock go on; at the end of a turn it is over."""
    seat = state.seats[index]
    seat.hold = on
    seat.turned += 1
    events: list[Event] = [Held(index, on)]
    if on and state.phase == "seconds" and not seat.waiting and not last_turn(state):
        return [*events, *flow.finish(state, index, now)]
    seat.decision += 1
    return events


def legal_actions(state: State, index: int) -> list[Action]:
    """All legal actions of a seat; none when it isn't asked."""
    return [action for action, _entry in choices(state, index)]
