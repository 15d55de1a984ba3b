"""Positions built by hand for the rules' tests."""

from __future__ import annotations

from collections.abc import Sequence

from games.elements.actions import Action, Take
from games.elements.data import DICE_BY_SEATS, ROW_INDEX, DieId, Face, RowId
from games.elements.events import Event, Taken
from games.elements.game import game
from games.elements.options import Options
from games.elements.state import Seat, State
from games.kernel.contract import SeatSpec, Setup
from games.kernel.dice import Dice

SEED = bytes(range(32))

Board = dict[RowId, int]
"""Columns by row; a row that is not named stands at the far left."""

PAST: Board = {"feuer": 6, "wasser": 5, "erde": 6, "luft": 5}
"""All element sliders exactly on their arrows. They need feuer, luft, erde and erde."""
DONE: Board = {"feuer": 10, "wasser": 10, "erde": 10, "luft": 10}


def opening(seats: int = 2, *, step_ms: int | None = None, seed: bytes = SEED, bots: Sequence[int] = ()) -> State:
    """The first state; ``bots`` are seats of normal computers."""
    specs = tuple(SeatSpec("normal" if seat in bots else None) for seat in range(seats))
    return game.new(Options(), Setup(step_ms), specs, Dice(seed))


def position(
    faces: Sequence[Face],
    *boards: Board,
    throw: int = 1,
    pick: int = 0,
    frozen: Sequence[int] = (),
    step_ms: int | None = None,
) -> State:
    """A match with these ``boards`` (one a seat) before pick ``pick`` of throw ``throw``.

    ``faces`` lie on the first dice left; those of the picks before are gone, taken by nobody in particular.
    """
    state = opening(len(boards), step_ms=step_ms)
    state.throw, state.pick = throw, pick
    for die in state.tray[: len(state.tray) - len(faces)]:
        die.by = 0
    for die, face in zip([d for d in state.tray if d.by is None], faces, strict=True):
        die.face = face
    for index, board in enumerate(boards):
        state.seats[index] = seat_of(board, frozen=index in frozen)
    state.seats[(throw - 1 + pick) % len(boards)].decision = 1
    return state


def seat_of(board: Board, *, frozen: bool = False) -> Seat:
    positions = [0] * len(ROW_INDEX)
    for row, column in board.items():
        positions[ROW_INDEX[row]] = column
    return Seat(positions, frozen)


def turn(state: State) -> int:
    """The seat that is to act."""
    (pending,) = game.to_act(state)
    return pending.seat


def legal(state: State) -> list[Action]:
    return game.actions(state, turn(state))


def moves(state: State) -> set[tuple[DieId, RowId | None]]:
    """The legal takes as pairs of die and row."""
    return {(action.die, action.row) for action in legal(state) if isinstance(action, Take)}


def take(state: State, die: DieId, row: RowId | None, now: int = 0) -> list[Event]:
    return game.apply(state, turn(state), Take(die, row), now)


def take_any(state: State, now: int = 0) -> Taken:
    """The first legal take, whatever it is."""
    action = next(action for action in legal(state) if isinstance(action, Take))
    events = game.apply(state, turn(state), action, now)
    return next(event for event in events if isinstance(event, Taken))


def column(state: State, seat: int, row: RowId) -> int:
    return state.seats[seat].positions[ROW_INDEX[row]]


def dice_of(seats: int) -> tuple[DieId, ...]:
    return DICE_BY_SEATS[seats]
