"""State -> Observation by allow-list, and back: a state imagined from one for computers that look ahead.

Nothing of Elements is hidden but the seed with the throws to come, so all seats and spectators see the same
boards; only the seat in turn has its own part (``decision``, ``options``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from games.elements import rules
from games.elements.actions import Action, Take
from games.elements.data import DARK, END, NEEDS, ROW_INDEX, ROWS, VALUES, X_COLUMN, DieId, Face, RowId
from games.elements.scoring import standing
from games.elements.state import RULES_VERSION, Die, Move, MoveKind, Seat, State
from games.kernel.clock import StepClock
from games.kernel.contract import Level, Outcome, Viewer
from games.kernel.dice import Dice

Kind: TypeAlias = Literal["fit", "misthrow", "free", "lapse", "freeze"]


class RowView(Struct, frozen=True, cache_hash=True):
    """One slider: its column, the number above it and what moves it next.

    ``needs`` is the face for the next field, None for Das Helle, at the end and when frozen. ``next_value`` is
    the number above the next field (None at the end and when frozen); ``done`` says it stands at the right end.
    """

    id: RowId
    column: int
    value: int
    needs: Face | None
    next_value: int | None
    done: bool


class SeatView(Struct, frozen=True, cache_hash=True):
    """A board as everybody sees it. ``level`` None is a human; ``last`` is the last die taken."""

    rows: tuple[RowView, ...]
    frozen: bool
    can_freeze: bool
    score: int
    rows_done: int
    level: Level | None
    last: Move | None


class DieView(Struct, frozen=True, cache_hash=True):
    """A die of the throw; ``by`` is the seat that took it, None while it lies there."""

    id: DieId
    face: Face
    by: int | None


class Preview(Struct, frozen=True, cache_hash=True):
    """A legal action of the viewer and what it brings.

    ``gain`` is the change of the score. For ``lapse`` and ``freeze`` nothing moves: before equals after, and
    ``row`` is None for a lapse.
    """

    action: Action
    kind: Kind
    row: RowId | None
    column_before: int
    column_after: int
    value_before: int
    value_after: int
    gain: int


class Observation(Struct, frozen=True):
    """What one viewer may know. ``rows`` of seats in the order of ``ROWS``, dice in their own order.

    Throws count from 1. ``order`` are the seats in the order of their picks in this throw, ``pick`` the index in
    it of the pick that is waited for, ``picker`` its seat (None when over). ``last_lap``: the end is reached and
    ``throws_left`` more throws follow this one. Clock times are ms of the match, None without a clock or while a
    computer is waited for. ``decision`` and ``options`` are the viewer's own, None and empty when not in turn.
    """

    seats: tuple[SeatView, ...]
    dice: tuple[DieView, ...]
    throw: int
    thrower: int
    order: tuple[int, ...]
    pick: int
    picker: int | None
    first_seat: int
    last_lap: bool
    throws_left: int | None
    step_ms: int | None
    deadline_ms: int | None
    expiry_ms: int | None
    result: Outcome | None
    decision: int | None = None
    options: tuple[Preview, ...] = ()


def observe(state: State, viewer: Viewer) -> Observation:
    """What ``viewer`` (a seat or None) may know."""
    picker = rules.picker(state)
    own = viewer is not None and viewer == picker
    thrower = rules.thrower(state)
    return Observation(
        seats=tuple([_seat(seat) for seat in state.seats]),
        dice=tuple([_die(die.id, die.face, die.by) for die in state.tray]),
        throw=state.throw,
        thrower=thrower,
        order=rules.pick_order(len(state.seats), thrower),
        pick=state.pick,
        picker=picker,
        first_seat=0,
        last_lap=state.last_throw is not None,
        throws_left=None if state.last_throw is None else state.last_throw - state.throw,
        step_ms=state.clock.step_ms,
        deadline_ms=state.clock.deadline_ms,
        expiry_ms=state.clock.expiry_ms,
        result=standing(state) if state.over else None,
        decision=state.seats[viewer].decision if own and viewer is not None else None,
        options=previews(state) if own else (),
    )


def observe_all(state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
    """``observe`` for each of ``viewers``: the boards are looked at once."""
    picker = rules.picker(state)
    public = observe(state, None)
    seen: dict[Viewer, Observation] = dict.fromkeys(viewers, public)
    if picker is not None and picker in seen:
        decision = state.seats[picker].decision
        seen[picker] = replace(public, decision=decision, options=previews(state))
    return seen


def previews(state: State) -> tuple[Preview, ...]:
    """What each legal action of the seat in turn brings, in the order of ``rules.legal``."""
    picker = rules.picker(state)
    if picker is None:
        return ()
    seat = state.seats[picker]
    return tuple([_preview(seat, action, kind) for action, kind in rules.legal(seat, rules.dice_left(state))])


def imagine(observation: Observation, seed: bytes) -> State:
    """A state that looks like ``observation``, with throws of its own to come, from ``seed`` (32 bytes).

    It has no clock. All seats are computers, for nobody waits in a thought.
    """
    return State(
        rules_version=RULES_VERSION,
        dice=Dice(seed),
        clock=StepClock(),
        seats=[_imagined_seat(seat) for seat in observation.seats],
        throw=observation.throw,
        tray=[Die(die.id, die.face, die.by) for die in observation.dice],
        pick=observation.pick,
        last_throw=None if observation.throws_left is None else observation.throw + observation.throws_left,
        over=observation.picker is None,
        told=True,
    )


def _imagined_seat(seat: SeatView) -> Seat:
    return Seat([row.column for row in seat.rows], seat.frozen, seat.level or "hard", 1, seat.last)


def _seat(seat: Seat) -> SeatView:
    return _seat_view(tuple(seat.positions), seat.frozen, seat.level, seat.last)


# A move changes one board, so the others' views are kept: observing is on the path of every move.
@lru_cache(maxsize=8192)
def _seat_view(positions: tuple[int, ...], frozen: bool, level: Level | None, last: Move | None) -> SeatView:
    rows = _rows(positions, frozen)
    return SeatView(
        rows=rows,
        frozen=frozen,
        can_freeze=positions[DARK] == X_COLUMN and rules.can_freeze(Seat(list(positions), frozen)),
        score=sum([row.value for row in rows]),
        rows_done=sum([row.done for row in rows]),
        level=level,
        last=last,
    )


@cache
def _die(die: DieId, face: Face, by: int | None) -> DieView:
    return DieView(die, face, by)


def _row(row: int, column: int, *, frozen: bool = False) -> RowView:
    values = VALUES[row]
    stays = frozen or column == END
    return RowView(
        ROWS[row],
        column,
        values[column],
        None if stays else NEEDS[row][column],
        None if stays else values[column + 1],
        column == END,
    )


# A slider's view depends on row and column alone, so each is built once.
_ROWS = tuple(tuple(_row(row, column) for column in range(END + 1)) for row in range(len(ROWS)))
_FROZEN_DARK = _row(DARK, X_COLUMN, frozen=True)


def _rows(positions: tuple[int, ...], frozen: bool) -> tuple[RowView, ...]:
    rows = [views[column] for views, column in zip(_ROWS, positions, strict=True)]
    if frozen:
        rows[DARK] = _FROZEN_DARK
    return tuple(rows)


def _preview(seat: Seat, action: Action, kind: MoveKind | None) -> Preview:
    if not isinstance(action, Take) or kind is None:
        column, value = seat.positions[DARK], VALUES[DARK][seat.positions[DARK]]
        return Preview(action, "freeze", "dunkel", column, column, value, value, 0)
    if action.row is None:
        return Preview(action, "lapse", None, 0, 0, 0, 0, 0)
    return _take_preview(action, action.row, kind, seat.positions[ROW_INDEX[action.row]])


@cache
def _take_preview(action: Take, row_id: RowId, kind: MoveKind, column: int) -> Preview:
    row = ROW_INDEX[row_id]
    before, after = VALUES[row][column], VALUES[row][column + 1]
    return Preview(action, kind, row_id, column, column + 1, before, after, after - before)
