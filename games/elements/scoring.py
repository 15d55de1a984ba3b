"""Points, places and the end (L-041 to L-049, L-054)."""

from __future__ import annotations

from collections.abc import Sequence

from games.elements.data import END, END_PLAYERS, END_ROWS_MANY, END_ROWS_ONE, PLACE_BONUS, VALUES
from games.elements.state import Seat, State
from games.kernel.contract import Outcome


def values(positions: Sequence[int]) -> tuple[int, ...]:
    """The numbers above the sliders, by row."""
    return tuple(VALUES[row][column] for row, column in enumerate(positions))


def score(positions: Sequence[int]) -> int:
    """The sum of the numbers above all six sliders (L-047)."""
    return sum(values(positions))


def rows_done(positions: Sequence[int]) -> int:
    """Rows whose slider stands at the right end; Das Dunkle and Das Helle count, a frozen one never stands there."""
    return sum(column == END for column in positions)


def end_seats(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The seats whose finished rows bring the end: one with four, or two with three (L-041, L-042); else none."""
    done = [rows_done(seat.positions) for seat in seats]
    many = tuple(i for i, count in enumerate(done) if count >= END_ROWS_MANY)
    alone = any(count >= END_ROWS_ONE for count in done)
    return many if alone or len(many) >= END_PLAYERS else ()


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """Places from 1; equal scores share the better one (L-048, L-049)."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def points_tenths(own_score: int, place: int) -> int:
    """Leaderboard points in tenths: score, at least 0, plus the place bonus in full for each who shares it (L-054)."""
    return 10 * (max(0, own_score) + PLACE_BONUS[place - 1])


def standing(state: State) -> Outcome:
    """The ranking of the boards as they stand."""
    scores = tuple(score(seat.positions) for seat in state.seats)
    places = ranking(scores)
    return Outcome(places, scores, tuple(points_tenths(s, p) for s, p in zip(scores, places, strict=True)))
