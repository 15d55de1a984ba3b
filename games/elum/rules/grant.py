"""The land grant: the cursor, grabs, ties (elum.md 3)."""

from __future__ import annotations

from games.elum.bots import drive
from games.elum.data import (
    CURSOR_MS,
    GRANT_COUNTDOWN_MS,
    GRANT_OUTRO_MS,
    HOLD_STEPS,
    PRESS_GRACE_MS,
    TIE_MS,
)
from games.elum.events import (
    CursorStarted,
    Event,
    Grabbed,
    GrabMissed,
    GrantBegun,
    Granted,
    GrantOver,
)
from games.elum.rules.base import ask, free_plots, gain, humans, refuse, worst_first
from games.elum.state import Aim, Grant, Press, State
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text

REACTION_MS = {"easy": (220, 420), "normal": (160, 320), "hard": (40, 140)}
"""How long after the cursor's arrival a computer presses; always within the shortest step."""


def enter(state: State, at: int) -> list[Event]:
    """The countdown before the pass. The caller has seen that there are free plots."""
    path = free_plots(state)
    state.phase = Grant("countdown", at, at + GRANT_COUNTDOWN_MS, path)
    return [GrantBegun(len(path))]


def step_ms(state: State) -> int:
    """How long the cursor stays on each plot (E-041)."""
    return CURSOR_MS[state.options.level]


def _arrival(state: State, grant: Grant, index: int) -> int:
    """When the cursor enters ``path[index]``."""
    return grant.since + (index - grant.index) * step_ms(state)


def _pass_end(state: State, grant: Grant) -> int:
    """The cursor stands on the last plot until grabs that were on their way are there."""
    return _arrival(state, grant, len(grant.path)) + PRESS_GRACE_MS


def due(state: State, grant: Grant) -> int:
    """The next instant of the phase."""
    if grant.stage != "run":
        return grant.until
    return min([_pass_end(state, grant), *[aim.at for aim in grant.aims.values()]])


def run(state: State, grant: Grant, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether the phase is over."""
    if grant.stage == "countdown":
        ask(state, humans(state))
        return _run_on(state, grant, 0, at), False
    if grant.stage == "press":
        return _award(state, grant, at), False
    if grant.stage == "hold":
        if grant.presses:
            return _award(state, grant, at), False
        if len(grant.won) == len(state.settlers) or grant.index + 1 >= len(grant.path):
            return _outro(state, grant, at), False
        return _run_on(state, grant, grant.index + 1, at), False
    if grant.stage == "outro":
        return [], True
    for seat in worst_first(state, grant.aims):
        if grant.aims[seat].at <= at:
            plot = grant.aims.pop(seat).plot
            return _press(state, grant, seat, plot, at), False
    return _outro(state, grant, at), False


def _run_on(state: State, grant: Grant, index: int, at: int) -> list[Event]:
    """The cursor enters ``path[index]`` and runs."""
    grant.stage, grant.index, grant.since, grant.presses = "run", index, at, []
    plan(state, grant)
    return [CursorStarted(grant.path[index])]


def plan(state: State, grant: Grant) -> None:
    """Computers choose among the plots that the cursor has still to enter."""
    grant.aims = {}
    for seat in range(len(state.settlers)):
        plan_one(state, grant, seat)


def plan_one(state: State, grant: Grant, seat: int) -> None:
    """A computer chooses; people and who has a plot already don't."""
    level = state.settlers[seat].robot
    ahead = remaining(state, grant)[1:] if state.now > grant.since else remaining(state, grant)
    if level is None or seat in grant.won or not ahead:
        return
    plot = drive.at_grant(state, seat, ahead)
    low, high = REACTION_MS[level]
    reaction = low + state.dice.below(f"grab/{state.round}/{seat}", high - low)
    grant.aims[seat] = Aim(plot, _arrival(state, grant, grant.path.index(plot)) + reaction)


def remaining(state: State, grant: Grant) -> list[str]:
    """Plots that the cursor has still to enter, or stands on, at the state's own instant."""
    if grant.presses:
        return [press.plot for press in grant.presses]
    index = grant.index + max(0, (state.now - grant.since) // step_ms(state))
    return grant.path[min(index, len(grant.path) - 1) :]


def grab(state: State, grant: Grant, seat: int, plot: str, now: int) -> list[Event]:
    """A person presses: what they saw counts, if the cursor left it only just now (E-042, A-42)."""
    if plot not in grant.path:
        raise refuse("no_plot", text(_("Dieses Feld ist nicht mehr frei.")))
    entered = _arrival(state, grant, grant.path.index(plot))
    first = next((press for press in grant.presses if press.plot == plot), None)
    seen = entered <= now < entered + step_ms(state) + PRESS_GRACE_MS if first is None else now < first.until
    waits = any(seat in press.seats for press in grant.presses)
    if not seen or waits or state.plots[plot].owner is not None:
        return [GrabMissed(seat, plot)]
    return _press(state, grant, seat, plot, now)


def _press(state: State, grant: Grant, seat: int, plot: str, at: int) -> list[Event]:
    """The cursor stands, and for a moment others may press too; each for the plot that they saw under it."""
    _seats_at(grant, plot, at).append(seat)
    if grant.stage == "run":
        index = grant.path.index(plot)
        grant.since, grant.index = _arrival(state, grant, index), index
    grant.stage, grant.until = "press", max(press.until for press in grant.presses)
    return [Grabbed(seat, plot), *_computers(state, grant)]


def _computers(state: State, grant: Grant) -> list[Event]:
    """Computers whose press falls into the moment have pressed, for plots that the cursor had entered before it."""
    stopped = min(press.until for press in grant.presses) - TIE_MS
    joined = [
        (seat, aim)
        for seat, aim in grant.aims.items()
        if aim.at < grant.until and _arrival(state, grant, grant.path.index(aim.plot)) <= stopped
    ]
    for seat, aim in joined:
        del grant.aims[seat]
        _seats_at(grant, aim.plot, aim.at).append(seat)
    grant.until = max(press.until for press in grant.presses)
    return [Grabbed(seat, aim.plot) for seat, aim in joined]


def _seats_at(grant: Grant, plot: str, at: int) -> list[int]:
    """Who pressed for that plot; its own moment begins with the first. Presses stand in the order of the path."""
    for press in grant.presses:
        if press.plot == plot:
            return press.seats
    grant.presses.append(Press(plot, at + TIE_MS, []))
    grant.presses.sort(key=lambda press: grant.path.index(press.plot))
    return _seats_at(grant, plot, at)


def _award(state: State, grant: Grant, at: int) -> list[Event]:
    """The worst placed of those who pressed gets the plot; the cursor stands four steps (E-045, E-046)."""
    press = grant.presses.pop(0)
    winner = worst_first(state, press.seats)[0]
    gain(state, winner, press.plot)
    grant.won[winner] = press.plot
    grant.stage, grant.index, grant.since, grant.aims = "hold", grant.path.index(press.plot), at, {}
    grant.until = at + HOLD_STEPS * step_ms(state)
    return [Granted(winner, press.plot, tuple(sorted(seat for seat in press.seats if seat != winner)))]


def _outro(state: State, grant: Grant, at: int) -> list[Event]:
    grant.stage, grant.until, grant.aims = "outro", at + GRANT_OUTRO_MS, {}
    grant.index = len(grant.path)
    empty = tuple(seat for seat in range(len(state.settlers)) if seat not in grant.won)
    return [GrantOver(empty)]
