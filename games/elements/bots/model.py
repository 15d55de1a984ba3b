"""A quick model of the game for looking ahead: boards as plain lists, a throw as counts of faces.

Which die shows a face makes no difference to any board, so five counts are a throw. The model plays every seat
like a good player at a glance; ``games/elements/bots/hard.py`` corrects a choice by trying it out in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
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
    return _missing(board[0], board[1], board[2], board[3])


@cache
def _missing(a: int, b: int, c: int, d: int) -> int:
    return sum(max(0, arrow - column) for arrow, column in zip(ARROWS, (a, b, c, d), strict=True))


@cache
def _colours(a: int, b: int, c: int, d: int) -> int:
    """Different elements that sliders at these columns need next."""
    needs = {NEED[row][column] for row, column in enumerate((a, b, c, d))}
    return len(needs - {NOTHING})


@cache
def _wishes(a: int, b: int, c: int, d: int, dark_open: bool) -> tuple[tuple[float, int, int], ...]:
    """Worth, face and row of each element slider's next step, best first. ``dark_open``: arrows still count."""
    columns = (a, b, c, d)
    colours = _colours(a, b, c, d)
    found = []
    for row, column in enumerate(columns):
        if column < END:
            after = (*columns[:row], column + 1, *columns[row + 1 :])
            value = GAIN[row][column] + COLOUR * (_colours(*after) - colours)
            if dark_open and column < ARROWS[row]:
                value += ARROW
            found.append((value, NEED[row][column], row))
    return tuple(sorted(found, key=lambda wish: -wish[0]))


def worth(board: Board) -> float:
    """What a board is worth in points: its score and its prospects (E7)."""
    a, b, c, d, dark, _, frozen = board
    total = _score(board) + COLOUR * _colours(a, b, c, d)
    if frozen:
        return total
    if dark > X_COLUMN:
        return total - PAST_X * (END - dark)
    far = _missing(a, b, c, d)
    return total + BEFORE_X[dark] * min(1.0, far / 8) - ARROW * far


def _score(board: Board) -> int:
    return sum([values[column] for values, column in zip(VALUES, board, strict=False)])


def glance(board: Board, faces: Sequence[int]) -> tuple[int, int]:
    """The face taken and the row moved by a good player at a glance; ``NOTHING`` as a row for a lapse."""
    a, b, c, d, dark, light, frozen = board
    best, choice = -1e9, (NOTHING, NOTHING)
    for value, need, row in _wishes(a, b, c, d, not frozen and dark <= X_COLUMN):
        if faces[need]:
            best, choice = value, (need, row)
            break
    if faces[DARK] and not frozen and dark < END and _dark_step(board) > best:
        return DARK, DARK
    if choice[0] >= 0:
        return choice
    face = next(f for f in (0, 1, 2, 3, 4) if faces[f])
    return face, LIGHT if light < END else _free_row(board)


def _dark_step(board: Board) -> float:
    """What a step of Das Dunkle is worth: its gain, and the fear of the next one when it comes near X too soon."""
    dark = board[DARK]
    value = float(GAIN[DARK][dark])
    if dark < X_COLUMN:
        value += (BEFORE_X[dark + 1] - BEFORE_X[dark]) * min(1.0, missing(board) / 8)
    return value


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
    _step(table.boards[(table.throw - 1 + table.pick) % seats], table.faces, face, row)
    table.pick += 1
    if table.pick > seats:
        _close(table)


def _step(board: Board, faces: list[int], face: int, row: int) -> None:
    faces[face] -= 1
    if row >= 0:
        board[row] += 1


def _close(table: Table) -> None:
    """After a whole throw: is the end reached, is it over?"""
    if table.last_throw is None:
        done = [board.count(END) for board in table.boards]  # the flag for frozen is 0 or 1
        if max(done) >= END_ROWS_ONE or sum(count >= END_ROWS_MANY for count in done) >= END_PLAYERS:
            seats = len(done)
            table.last_throw = -(-table.throw // seats) * seats
    table.over = table.throw == table.last_throw


def play_on(table: Table, throws: Sequence[Sequence[int]]) -> int:
    """Play this throw to its end and then ``throws`` (faces of each), all at a glance. Returns the picks made."""
    picks = _finish(table)
    for faces in throws:
        if table.over:
            break
        table.faces, table.pick, table.throw = list(faces), 0, table.throw + 1
        picks += _finish(table)
    return picks


def _finish(table: Table) -> int:
    """Make the picks that this throw has left, and return their number."""
    boards, faces, seats = table.boards, table.faces, len(table.boards)
    left = range(table.pick, seats + 1)
    for pick in left:
        board = boards[(table.throw - 1 + pick) % seats]
        settle(board)
        face, row = glance(board, faces)
        _step(board, faces, face, row)
    if left:
        table.pick = seats + 1
        _close(table)
    return len(left)


def judge(table: Table, seat: int) -> float:
    """How the table looks for ``seat``: own worth less that of the best other board, and the win if it is over."""
    if table.over:
        scores = [_score(board) for board in table.boards]
        rest = max(score for other, score in enumerate(scores) if other != seat)
        lead = scores[seat] - rest
        return lead + (WIN if lead > 0 else -WIN if lead < 0 else 0.0)
    worths = [worth(board) for board in table.boards]
    return worths[seat] - max(value for other, value in enumerate(worths) if other != seat)
