"""A quick model of the game for looking ahead: boards as plain lists, a throw as counts of faces.

Which die shows a face makes no difference to any board, so five counts are a throw. The model plays every seat
like a good player at a glance; ``games/elements/bots/hard.py`` corrects a choice by trying it out in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from games.elements import rules
from games.elements.data import (
    ARROWS,
    DARK,
    END,
    END_PLAYERS,
    END_ROWS_MANY,
    END_ROWS_ONE,
    FACES,
    LIGHT,
    NEEDS,
    VALUES,
    X_COLUMN,
)
from games.elements.state import State

Board: TypeAlias = "list[int]"
"""Six columns in the order of the rows, then 1 when Das Dunkle is frozen."""

FROZEN = 6
NOTHING = -1
"""As a face: none moves this slider. As a row: no slider moves."""

FACE_INDEX = {face: i for i, face in enumerate(FACES)}
NEED: tuple[tuple[int, ...], ...] = tuple(
    tuple(NOTHING if face is None else FACE_INDEX[face] for face in needs) for needs in NEEDS
)
GAIN: tuple[tuple[int, ...], ...] = tuple(tuple(after - before for before, after in pairwise(row)) for row in VALUES)
"""What a step from each column brings, by row."""

COLOUR = 1.0
"""Worth of each different colour that the four element sliders need next, in points."""
ARROW = 0.4
"""Worth of a step of an element slider towards its arrow, as long as Das Dunkle is neither frozen nor past X."""
BEFORE_X = (0.0, 0.0, -1.0, -2.0, -4.0, -7.0)
"""What Das Dunkle stands to lose at each column up to X when the arrows are far: the step to -1 may be forced."""
PAST_X = 1.5
"""What each further column past X is feared to cost."""
WIN = 8.0
"""What winning is worth beside the points, when a match ends within the look ahead."""


class Table(Struct):
    """The boards, the faces left in this throw, and where the match stands (as in ``State``)."""

    boards: list[Board]
    faces: list[int]
    throw: int
    pick: int
    last_throw: int | None
    over: bool = False

    def copy(self) -> Table:
        """An independent table to try things out."""
        return Table(
            [board.copy() for board in self.boards],
            self.faces.copy(),
            self.throw,
            self.pick,
            self.last_throw,
            self.over,
        )


def table_of(state: State) -> Table:
    """The model's table of a state."""
    faces = [0] * len(FACES)
    for die in rules.dice_left(state):
        faces[FACE_INDEX[die.face]] += 1
    boards = [[*seat.positions, int(seat.frozen)] for seat in state.seats]
    return Table(boards, faces, state.throw, state.pick, state.last_throw, state.over)


def missing(board: Board) -> int:
    """Steps that the element sliders lack to their arrows."""
    a, b, c, d = ARROWS
    return max(0, a - board[0]) + max(0, b - board[1]) + max(0, c - board[2]) + max(0, d - board[3])


def worth(board: Board) -> float:
    """What a board is worth in points: its score and its prospects (E7)."""
    total = 0.0
    colours = 0
    for row in range(LIGHT + 1):
        total += VALUES[row][board[row]]
    for row in range(DARK):
        need = NEED[row][board[row]]
        if need >= 0:
            colours |= 1 << need
    total += COLOUR * colours.bit_count()
    if not board[FROZEN]:
        dark = board[DARK]
        if dark > X_COLUMN:
            total -= PAST_X * (END - dark)
        else:
            far = missing(board)
            total += BEFORE_X[dark] * min(1.0, far / 8) - ARROW * far
    return total


def glance(board: Board, faces: Sequence[int]) -> tuple[int, int]:
    """The face taken and the row moved by a good player at a glance; ``NOTHING`` as a row for a lapse."""
    best, choice = -1e9, (NOTHING, NOTHING)
    needs = [NEED[row][board[row]] for row in range(DARK)]
    for row in range(DARK):
        need = needs[row]
        if need < 0 or not faces[need]:
            continue
        column = board[row]
        after = NEED[row][column + 1]
        value = 2.0
        if after != need:
            if after >= 0 and after not in needs:
                value += COLOUR
            if needs.count(need) == 1:
                value -= COLOUR
        if column < ARROWS[row] and not board[FROZEN] and board[DARK] <= X_COLUMN:
            value += ARROW
        if value > best:
            best, choice = value, (need, row)
    if faces[DARK] and not board[FROZEN] and board[DARK] < END:
        dark = board[DARK]
        value = float(GAIN[DARK][dark])
        if dark < X_COLUMN:
            value += (BEFORE_X[dark + 1] - BEFORE_X[dark]) * min(1.0, missing(board) / 8)
        if value > best:
            best, choice = value, (DARK, DARK)
    if choice[0] >= 0:
        return choice
    face = next(f for f in (0, 1, 2, 3, 4) if faces[f])
    if board[LIGHT] < END:
        return face, LIGHT
    return face, _free_row(board)


def _free_row(board: Board) -> int:
    """The slider that a free step serves best, or ``NOTHING``."""
    best, found = 0.0, NOTHING
    for row in range(DARK):
        if board[row] < END:
            value = 2.0 + (0.5 if 3 <= board[row] <= 5 else 0.0)
            if value > best:
                best, found = value, row
    if not board[FROZEN] and board[DARK] < X_COLUMN and GAIN[DARK][board[DARK]] > best:
        return DARK
    return found


def settle(board: Board) -> None:
    """Freeze Das Dunkle where it can be: it costs nothing and can't be lost any more."""
    if board[DARK] == X_COLUMN and not board[FROZEN] and missing(board) == 0:
        board[FROZEN] = 1


def move(table: Table, face: int, row: int) -> None:
    """The seat in turn takes ``face`` and moves ``row``; after the last pick the throw is over (pick beyond seats)."""
    seats = len(table.boards)
    board = table.boards[(table.throw - 1 + table.pick) % seats]
    table.faces[face] -= 1
    if row >= 0:
        board[row] += 1
    table.pick += 1
    if table.pick > seats:
        _check(table, seats)


def _check(table: Table, seats: int) -> None:
    if table.last_throw is None:
        done = [board[:FROZEN].count(END) for board in table.boards]
        if max(done) >= END_ROWS_ONE or sum(count >= END_ROWS_MANY for count in done) >= END_PLAYERS:
            table.last_throw = -(-table.throw // seats) * seats
    table.over = table.throw == table.last_throw


def play_on(table: Table, throws: Sequence[Sequence[int]]) -> int:
    """Play this throw to its end and then ``throws`` (faces of each), all at a glance. Returns the picks made."""
    seats = len(table.boards)
    picks = 0
    upcoming = iter(throws)
    while not table.over:
        if table.pick > seats:
            faces = next(upcoming, None)
            if faces is None:
                break
            table.faces, table.pick, table.throw = list(faces), 0, table.throw + 1
        board = table.boards[(table.throw - 1 + table.pick) % seats]
        settle(board)
        face, row = glance(board, table.faces)
        move(table, face, row)
        picks += 1
    return picks


def judge(table: Table, seat: int) -> float:
    """How the table looks for ``seat``: own worth less that of the best other board, and the win if it is over."""
    if table.over:
        scores = [sum(VALUES[row][board[row]] for row in range(LIGHT + 1)) for board in table.boards]
        rest = max(score for other, score in enumerate(scores) if other != seat)
        lead = scores[seat] - rest
        return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0.0)
    worths = [worth(board) for board in table.boards]
    return worths[seat] - max(value for other, value in enumerate(worths) if other != seat)
