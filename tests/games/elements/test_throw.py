"""Preparation, the throw, misthrows and free steps."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elements.actions import Take
from games.elements.data import DICE, DieId, Face, RowId
from games.elements.events import Taken, Thrown
from games.elements.game import game
from games.elements.options import Options
from games.elements.state import State
from games.kernel.contract import Rejection, SeatSpec, Setup
from games.kernel.dice import Dice
from tests.games.elements.table import (
    DONE,
    SEED,
    Board,
    column,
    dice_of,
    moves,
    opening,
    position,
    take,
    take_any,
    turn,
)


def refused(state: State, die: DieId, row: RowId | None) -> str:
    """The code of the rejection of a take; the state must stay as it is."""
    before = game.encode_state(state)
    with pytest.raises(Rejection) as refusal:
        take(state, die, row)
    assert game.encode_state(state) == before
    return refusal.value.code


# --- preparation -----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_players_start_with_every_slider_at_the_far_left(seats: int) -> None:
    """L-001, L-013"""
    state = opening(seats)
    assert [seat.positions for seat in state.seats] == [[0] * 6] * seats
    assert not any(seat.frozen for seat in state.seats)


@pytest.mark.parametrize("seats", [0, 1, 5, 6])
def test_no_other_number_of_players(seats: int) -> None:
    """L-001"""
    with pytest.raises(ValueError, match="2 to 4 seats"):
        game.new(Options(), Setup(), (SeatSpec(),) * seats, Dice(SEED))
    assert (game.info.seats_min, game.info.seats_max) == (2, 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_dice_of_the_table_are_thrown(seats: int) -> None:
    """L-015, L-016: five dice by four, else without the grey one; faces are faces of that die."""
    state = opening(seats)
    assert tuple(die.id for die in state.tray) == dice_of(seats)
    assert all(die.face in DICE[die.id] and die.by is None for die in state.tray)


def test_the_first_seat_begins() -> None:
    """L-017: seats are drawn by the table, seat 0 of the match begins."""
    for seats in (2, 3, 4):
        assert turn(opening(seats)) == 0


# --- order of picks --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, [[0, 1, 0], [1, 0, 1], [0, 1, 0]]),
        (3, [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]),
        (4, [[0, 1, 2, 3, 0], [1, 2, 3, 0, 1], [2, 3, 0, 1, 2]]),
    ],
)
def test_the_active_player_picks_first_then_the_others_clockwise_then_the_active_again(
    seats: int, expected: list[list[int]]
) -> None:
    """L-007, L-018, L-028, L-029, L-032, L-033: the next throw belongs to the player on the left."""
    state = opening(seats)
    for order in expected:
        picked = []
        for _ in order:
            picked.append(turn(state))
            take_any(state)
        assert picked == order


def test_a_die_taken_is_out_of_this_throw() -> None:
    """L-007"""
    state = position(["feuer", "feuer", "feuer", "feuer"], {}, {})
    take(state, "rot", "feuer")
    assert refused(state, "rot", "feuer") == "die_taken"
    assert {die for die, _ in moves(state)} == {"blau", "gruen", "gelb"}


@pytest.mark.parametrize("seats", [3, 4])
def test_the_active_player_gets_the_last_die(seats: int) -> None:
    """L-029: nothing is left to choose from."""
    state = opening(seats)
    for _ in range(seats):
        take_any(state)
    assert turn(state) == 0
    assert sum(die.by is None for die in state.tray) == 1


def test_two_players_second_pick_is_from_two_dice_and_one_stays_unused() -> None:
    """L-030, L-031"""
    state = position(["feuer", "erde", "wasser", "luft"], {}, {})
    take(state, "rot", "feuer")
    take(state, "blau", "erde")
    assert turn(state) == 0
    assert moves(state) == {("gruen", "wasser"), ("gelb", "luft")}
    events = take(state, "gelb", "luft")
    thrown = events[-1]
    assert isinstance(thrown, Thrown)
    assert (thrown.throw, thrown.seat) == (2, 1)
    assert all(die.by is None for die in state.tray)


# --- fitting dice ----------------------------------------------------------------------------


def test_the_slider_of_the_die_moves_one_field_to_the_right() -> None:
    """L-019"""
    state = position(["feuer", "erde", "luft", "dunkel"], {}, {})
    taken = take(state, "gruen", "luft")[1]
    assert isinstance(taken, Taken)
    assert (taken.row, taken.before, taken.after, taken.gain) == ("luft", 0, 1, 2)
    assert state.seats[0].positions == [0, 0, 0, 1, 0, 0]
    assert state.seats[1].positions == [0] * 6


def test_the_colour_of_the_next_field_counts_not_the_rows_own() -> None:
    """L-020: a Feuer slider before a green field needs Erde."""
    board: Board = {"feuer": 3, "wasser": 10, "erde": 10, "luft": 10, "dunkel": 10}
    state = position(["feuer", "erde", "wasser", "luft"], board, {})
    assert moves(state) == {("blau", "feuer")}
    assert refused(state, "rot", "feuer") == "colour"
    take(state, "blau", "feuer")
    assert column(state, 0, "feuer") == 4


def test_if_several_rows_need_the_shown_colour_the_player_chooses() -> None:
    """L-021: Erde fits „Erde“ at its start and „Feuer“ before column 4."""
    state = position(["erde", "dunkel", "dunkel", "dunkel"], {"feuer": 3}, {})
    choices = {(die, row) for die, row in moves(state) if die == "rot"}
    assert choices == {("rot", "erde"), ("rot", "feuer")}
    take(state, "rot", "erde")
    assert (column(state, 0, "erde"), column(state, 0, "feuer")) == (1, 3)


def test_any_fitting_die_among_those_left_may_be_taken() -> None:
    """L-018: five choices from four dice, in the order of dice and rows."""
    state = position(["feuer", "wasser", "erde", "dunkel"], {"luft": 3}, {})
    assert moves(state) == {
        ("rot", "feuer"),
        ("blau", "wasser"),
        ("blau", "luft"),
        ("gruen", "erde"),
        ("gelb", "dunkel"),
    }


def test_the_light_row_can_not_be_moved_voluntarily() -> None:
    """L-024"""
    state = position(["feuer", "feuer", "feuer", "wasser"], {"feuer": 10}, {})
    assert moves(state) == {("gelb", "wasser")}
    assert refused(state, "rot", "hell") == "fits"
    assert refused(state, "gelb", "hell") == "fits"
    assert refused(state, "rot", None) == "fits"
    assert refused(state, "rot", "feuer") == "row_done"


def test_a_die_that_is_not_in_play_is_refused() -> None:
    state = position(["feuer", "feuer", "feuer", "wasser"], {}, {})
    assert refused(state, "grau", "feuer") == "die"


def test_only_the_seat_in_turn_may_pick() -> None:
    """L-028: one after the other."""
    state = position(["feuer", "feuer", "feuer", "wasser"], {}, {})
    with pytest.raises(Rejection) as refusal:
        game.apply(state, 1, Take("rot", "feuer"), 0)
    assert refusal.value.code == "not_your_pick"
    assert game.actions(state, 1) == []


# --- misthrows and free steps ----------------------------------------------------------------


def test_if_nothing_fits_any_die_moves_the_light_row() -> None:
    """L-022, L-023: a „Fehlwurf“, with the choice of all dice left."""
    state = position(["feuer", "feuer", "wasser", "wasser"], {"feuer": 10, "wasser": 10}, {})
    assert moves(state) == {(die, "hell") for die in ("rot", "blau", "gruen", "gelb")}
    assert refused(state, "rot", "erde") == "misthrow"
    assert refused(state, "rot", None) == "misthrow"
    taken = take(state, "gruen", "hell")[1]
    assert isinstance(taken, Taken)
    assert taken.misthrow and not taken.free
    assert (taken.face, taken.row, taken.before, taken.after) == ("wasser", "hell", 0, 1)
    assert state.tray[2].by == 0


FULL_LIGHT: Board = {"feuer": 10, "wasser": 4, "erde": 10, "luft": 3, "hell": 10, "dunkel": 5}


def test_with_the_light_row_at_its_end_a_misthrow_moves_any_slider_or_none() -> None:
    """L-026: also Das Dunkle; finished rows can't move."""
    state = position(["feuer"] * 4, FULL_LIGHT, {})
    for die in ("rot", "blau", "gruen", "gelb"):
        assert {row for d, row in moves(state) if d == die} == {"wasser", "luft", "dunkel", None}
    assert refused(state, "rot", "feuer") == "row_done"
    assert refused(state, "rot", "hell") == "row_done"


def test_the_colour_does_not_matter_in_a_free_step() -> None:
    """L-027: Feuer moves Wasser from 4 (needs Erde) to 5."""
    state = position(["feuer"] * 4, FULL_LIGHT, {})
    taken = take(state, "rot", "wasser")[1]
    assert isinstance(taken, Taken)
    assert taken.misthrow and taken.free
    assert column(state, 0, "wasser") == 5


def test_a_free_step_can_be_left_out() -> None:
    """L-026: the die is gone all the same."""
    state = position(["feuer"] * 4, FULL_LIGHT, {})
    before = list(state.seats[0].positions)
    taken = take(state, "gelb", None)[1]
    assert isinstance(taken, Taken)
    assert taken.row is None and taken.free and taken.gain == 0
    assert state.seats[0].positions == before
    assert state.tray[3].by == 0


def test_no_free_step_while_a_die_fits() -> None:
    """L-024, L-026: an element that fits has to be taken, and moves the row that needs it."""
    state = position(["feuer", "feuer", "feuer", "erde"], FULL_LIGHT, {})
    assert moves(state) == {("gelb", "wasser")}


def test_a_die_lapses_when_no_slider_can_move() -> None:
    """L-026: everything at its end or frozen."""
    state = position(["dunkel", "feuer", "erde", "luft"], DONE | {"hell": 10, "dunkel": 5}, {}, frozen=[0])
    assert moves(state) == {(die, None) for die in ("rot", "blau", "gruen", "gelb")}
    take(state, "rot", None)
    assert turn(state) == 1


# --- the throw as chance ---------------------------------------------------------------------


def test_throws_follow_from_seed_throw_and_die_alone() -> None:
    """L-057: the same throws for all, whatever is chosen."""
    first, second = opening(2), opening(2)
    thrown: list[list[list[Face]]] = [[], []]
    for index, state in enumerate((first, second)):
        for _ in range(8):
            thrown[index].append([die.face for die in state.tray])
            for _ in range(3):
                actions = game.actions(state, turn(state))
                game.apply(state, turn(state), actions[0 if index else -1], 0)
    assert thrown[0] == thrown[1]
    assert first.seats != second.seats


def test_every_face_of_every_die_comes_up() -> None:
    """L-004: 3,000 throws, each side near a sixth."""
    counts: dict[DieId, Counter[Face]] = {die: Counter() for die in DICE}
    for number in range(3000):
        for thrown in opening(4, seed=number.to_bytes(32, "big")).tray:
            counts[thrown.id][thrown.face] += 1
    for die, faces in DICE.items():
        for face in set(faces):
            assert counts[die][face] / 3000 == pytest.approx(faces.count(face) / 6, abs=0.035)


def test_the_first_throw_is_told_with_the_first_step_and_once_only() -> None:
    state = opening(3)
    faces = {die.id: die.face for die in state.tray}
    action = game.actions(state, 0)[0]
    events = game.apply(state, 0, action, 0)
    assert events[0] == Thrown(1, 0, faces, opening=True)
    for _ in range(3):
        events += game.apply(state, turn(state), game.actions(state, turn(state))[0], 0)
    throws = [event for event in events if isinstance(event, Thrown)]
    assert [(event.throw, event.opening) for event in throws] == [(1, True), (2, False)]
