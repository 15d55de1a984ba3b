"""The end, the last lap and the scoring."""

from __future__ import annotations

import pytest

from games.elements.events import Ended, EndReached, Event, Thrown
from games.elements.game import game
from games.elements.scoring import end_seats, points_tenths, ranking, rows_done, score
from games.elements.state import State
from tests.games.elements.table import DONE, Board, legal, position, seat_of, take, turn

THREE: Board = {"feuer": 10, "wasser": 10, "erde": 10}
OTHER_THREE: Board = {"luft": 10, "dunkel": 10, "hell": 10}
FOUR: Board = DONE


def finish_throw(state: State) -> list[Event]:
    """Make the picks that this throw has left."""
    events: list[Event] = []
    throw = state.throw
    while state.throw == throw and not state.over:
        events += game.apply(state, turn(state), legal(state)[0], 0)
    return events


def reached(*boards: Board) -> tuple[int, ...]:
    return end_seats([seat_of(board) for board in boards])


# --- when the end comes ----------------------------------------------------------------------


def test_two_players_with_three_rows() -> None:
    """L-041"""
    assert reached(THREE, THREE) == (0, 1)
    assert reached({}, THREE, OTHER_THREE) == (1, 2)
    assert reached(THREE, {}, {}, THREE) == (0, 3)


def test_one_player_with_three_rows_is_not_enough() -> None:
    """L-041"""
    assert reached(THREE, {}) == ()
    assert reached({"feuer": 10, "wasser": 10}, THREE, {}) == ()


def test_one_player_with_four_rows() -> None:
    """L-042"""
    assert reached({}, FOUR) == (1,)


def test_the_dark_and_the_light_row_count() -> None:
    """L-043"""
    assert reached({}, OTHER_THREE | {"feuer": 10}) == (1,)
    assert rows_done(seat_of(OTHER_THREE).positions) == 3


def test_a_frozen_dark_row_does_not_count() -> None:
    """L-044: it stands on column 5."""
    frozen = seat_of(THREE | {"dunkel": 5}, frozen=True)
    assert rows_done(frozen.positions) == 3
    assert end_seats([frozen, seat_of({})]) == ()


def test_the_check_comes_after_a_complete_throw() -> None:
    """L-045: the fourth row is finished with the first die, but all picks are made."""
    state = position(["luft", "feuer", "feuer", "feuer"], THREE | {"luft": 9}, {}, throw=2, pick=0)
    state.seats.reverse()
    events = take(state, "rot", "luft")
    assert not any(isinstance(event, EndReached) for event in events)
    assert not state.over
    events = finish_throw(state)
    assert [type(event) for event in events[-2:]] == [EndReached, Ended]


@pytest.mark.parametrize(("throw", "left"), [(1, 2), (2, 1), (3, 0), (4, 2)])
def test_play_goes_on_up_to_the_player_right_of_the_first(throw: int, left: int) -> None:
    """L-046: with three players the last throw is one of seat 2; all have thrown equally often."""
    state = position(["erde"] * 4, FOUR, {}, {}, throw=throw)
    events = finish_throw(state)
    told = next(event for event in events if isinstance(event, EndReached))
    assert (told.throw, told.seats, told.throws_left) == (throw, (0,), left)
    seen = game.observe(state, None)
    assert seen.last_lap and seen.throws_left == left - (not state.over)
    for _ in range(left):
        assert not state.over
        events = finish_throw(state)
    assert state.over and state.throw % 3 == 0
    assert isinstance(events[-1], Ended)
    assert not any(isinstance(event, Thrown) for event in events[-1:])


def test_the_end_is_told_once() -> None:
    """L-046: two more players finish rows in the last lap; nothing changes."""
    state = position(["erde"] * 4, FOUR, FOUR, FOUR, throw=1)
    events = finish_throw(state) + finish_throw(state) + finish_throw(state)
    assert sum(isinstance(event, EndReached) for event in events) == 1
    assert state.over and state.throw == 3


def test_when_it_is_over_nobody_acts() -> None:
    """L-046"""
    state = position(["erde"] * 4, FOUR, {}, throw=2)
    finish_throw(state)
    assert game.outcome(state) is not None
    assert game.to_act(state) == () and game.wake_at(state) is None
    assert game.observe(state, 0).result == game.outcome(state)
    assert game.observe(state, 0).options == ()


# --- scoring ---------------------------------------------------------------------------------


def test_the_score_is_the_sum_of_the_numbers_above_the_sliders() -> None:
    """L-047"""
    assert score(seat_of({}).positions) == -54
    board: Board = {"feuer": 10, "wasser": 4, "erde": 7, "luft": 5, "dunkel": 5, "hell": 4}
    assert score(seat_of(board, frozen=True).positions) == 10 - 2 + 4 + 0 + 5 + 1


def test_only_the_sums_at_the_end_decide() -> None:
    """L-006: whoever finished first is behind with fewer points."""
    state = position(["erde"] * 4, FOUR | {"dunkel": 10}, {"feuer": 9, "wasser": 9, "erde": 9, "luft": 9}, throw=2)
    state.seats[1].positions = [9, 9, 9, 9, 5, 8]
    finish_throw(state)
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert outcome.scores == tuple(score(seat.positions) for seat in state.seats)


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ((3, 40), (2, 1)),
        ((7, 12, -3, 9), (3, 1, 4, 2)),
        ((12, 12), (1, 1)),
        ((20, 31, 31, 2), (3, 1, 1, 4)),
        ((5, 5, 5), (1, 1, 1)),
        ((9, 4, 4, 1), (1, 2, 2, 4)),
    ],
)
def test_the_highest_sum_wins_and_equal_sums_share(scores: tuple[int, ...], places: tuple[int, ...]) -> None:
    """L-048, L-049"""
    assert ranking(scores) == places


@pytest.mark.parametrize(
    ("own", "place", "points"), [(32, 1, 62), (20, 2, 35), (20, 3, 25), (20, 4, 20), (-12, 1, 30), (-12, 4, 0)]
)
def test_points_for_the_best_list(own: int, place: int, points: int) -> None:
    """L-054: score, at least 0, plus 30, 15, 5 for the place."""
    assert points_tenths(own, place) == 10 * points


def test_a_shared_place_gives_each_its_bonus() -> None:
    """L-054"""
    state = position(["erde"] * 4, FOUR, FOUR, FOUR, throw=3)
    standing = game.standing(state)
    assert standing.places == (1, 1, 1)
    assert standing.points_tenths == (10 * (max(0, standing.scores[0]) + 30),) * 3


def test_the_standing_ranks_the_boards_as_they_are() -> None:
    """L-048: for a match that ends early."""
    state = position(["erde"] * 4, {"feuer": 3}, {"feuer": 5}, {})
    assert game.outcome(state) is None
    assert game.standing(state).places == (2, 1, 3)
