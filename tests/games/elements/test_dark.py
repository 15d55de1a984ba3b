"""Das Dunkle: its X, freezing and what a dark die does."""

from __future__ import annotations

import pytest

from games.elements.actions import Freeze
from games.elements.data import ARROWS, ROWS, X_COLUMN, RowId
from games.elements.events import Frozen, Taken, Thrown
from games.elements.game import game
from games.elements.scoring import score
from games.elements.state import State
from games.kernel.contract import Rejection
from tests.games.elements.table import DONE, PAST, Board, column, legal, moves, position, take, take_any, turn

ON_X: Board = PAST | {"dunkel": X_COLUMN}


def freeze(state: State) -> None:
    game.apply(state, turn(state), Freeze(), 0)


def refused_freeze(state: State) -> str:
    before = game.encode_state(state)
    with pytest.raises(Rejection) as refusal:
        freeze(state)
    assert game.encode_state(state) == before
    return refusal.value.code


def test_on_x_the_slider_can_be_frozen_once_all_above_have_reached_their_arrows() -> None:
    """L-035: reached …"""
    state = position(["feuer", "feuer", "luft", "erde"], ON_X, {})
    assert Freeze() in legal(state)
    freeze(state)
    assert state.seats[0].frozen


def test_passing_the_arrows_does_as_well() -> None:
    """L-035: … or passed."""
    state = position(["feuer", "feuer", "luft", "erde"], DONE | {"dunkel": X_COLUMN}, {})
    assert Freeze() in legal(state)


@pytest.mark.parametrize("row", range(4))
def test_not_while_one_of_the_sliders_above_lacks_its_arrow(row: int) -> None:
    """L-036"""
    short: Board = ON_X | {ROWS[row]: ARROWS[row] - 1}
    state = position(["feuer", "feuer", "luft", "erde"], short, {})
    assert Freeze() not in legal(state)
    assert refused_freeze(state) == "freeze"


@pytest.mark.parametrize("dark", [0, 4, 6, 10])
def test_not_apart_from_x(dark: int) -> None:
    """L-036"""
    state = position(["feuer", "feuer", "luft", "erde"], PAST | {"dunkel": dark}, {})
    assert Freeze() not in legal(state)
    assert refused_freeze(state) == "freeze"


def test_freezing_comes_before_the_die_of_an_own_pick_and_the_pick_goes_on() -> None:
    """L-037"""
    state = position(["feuer", "feuer", "luft", "erde"], ON_X, ON_X)
    before = game.to_act(state)[0]
    events = game.apply(state, 0, Freeze(), 0)
    assert isinstance(events[-1], Frozen)
    (after,) = game.to_act(state)
    assert after.seat == before.seat and after.decision == before.decision + 1
    assert state.pick == 0
    take_any(state)
    assert turn(state) == 1
    assert not state.seats[1].frozen


def test_nobody_freezes_at_the_pick_of_another() -> None:
    """L-037"""
    state = position(["feuer", "feuer", "luft", "erde"], {}, ON_X)
    with pytest.raises(Rejection) as refusal:
        game.apply(state, 1, Freeze(), 0)
    assert refusal.value.code == "not_your_pick"


def test_freezing_is_offered_not_forced() -> None:
    """L-037: without it the slider stays free."""
    state = position(["feuer", "feuer", "luft", "erde"], ON_X, {})
    take(state, "rot", "feuer")
    assert not state.seats[0].frozen


def test_freezing_is_permanent() -> None:
    """L-037: no second time, no dark die and no free step moves it."""
    state = position(["dunkel", "dunkel", "dunkel", "dunkel"], DONE | {"dunkel": X_COLUMN, "hell": 9}, {}, frozen=[0])
    assert refused_freeze(state) == "freeze"
    assert {row for _, row in moves(state)} == {"hell"}
    take(state, "rot", "hell")
    free = position(["dunkel"] * 4, {"feuer": 9, "dunkel": X_COLUMN, "hell": 10}, {}, frozen=[0])
    assert {row for _, row in moves(free)} == {"feuer", "wasser", "erde", "luft", None}
    assert score(free.seats[0].positions) == score([9, 0, 0, 0, X_COLUMN, 10])


def test_after_freezing_a_dark_die_is_a_misthrow_if_no_element_can_be_chosen() -> None:
    """L-038"""
    board: Board = DONE | {"dunkel": X_COLUMN}
    state = position(["dunkel", "dunkel", "feuer", "erde"], board, {}, frozen=[0])
    assert moves(state) == {(die, "hell") for die in ("rot", "blau", "gruen", "gelb")}
    taken = take(state, "rot", "hell")[1]
    assert isinstance(taken, Taken) and taken.misthrow
    assert column(state, 0, "dunkel") == X_COLUMN


def test_after_freezing_a_fitting_element_comes_first() -> None:
    """L-038: with another element to choose, the dark die can't be taken."""
    state = position(["dunkel", "dunkel", "dunkel", "feuer"], ON_X, {}, frozen=[0])
    assert moves(state) == {("gelb", "feuer")}


@pytest.mark.parametrize("dark", [0, 3, 5, 6, 9])
def test_a_dark_die_fits_like_any_other_until_frozen_or_at_the_end(dark: int) -> None:
    """L-039"""
    state = position(["dunkel", "feuer", "feuer", "feuer"], {"dunkel": dark}, {})
    assert moves(state) == {("rot", "dunkel"), ("blau", "feuer"), ("gruen", "feuer"), ("gelb", "feuer")}
    take(state, "rot", "dunkel")
    assert column(state, 0, "dunkel") == dark + 1


def test_at_the_end_a_dark_die_does_not_fit() -> None:
    """L-039"""
    state = position(["dunkel"] * 4, {"dunkel": 10}, {})
    assert {row for _, row in moves(state)} == {"hell"}


def test_who_has_to_take_a_dark_die_on_an_unfrozen_x_goes_to_minus_one() -> None:
    """L-040"""
    state = position(["dunkel", "feuer", "feuer", "feuer"], {"feuer": 10, "dunkel": X_COLUMN}, {})
    assert moves(state) == {("rot", "dunkel")}
    taken = take(state, "rot", "dunkel")[1]
    assert isinstance(taken, Taken)
    assert (taken.row, taken.gain) == ("dunkel", -6)


def test_a_step_off_x_can_not_be_forced_by_a_full_light_row() -> None:
    """L-026, L-040: a free step may be left out."""
    rows: list[RowId | None] = [row for _, row in moves(position(["feuer"] * 4, DONE | {"dunkel": 5, "hell": 10}, {}))]
    assert set(rows) == {"dunkel", None}


def test_a_frozen_slider_is_seen_by_everybody() -> None:
    """L-037"""
    state = position(["feuer", "feuer", "luft", "erde"], ON_X, {})
    freeze(state)
    for viewer in (None, 0, 1):
        seen = game.observe(state, viewer).seats[0]
        assert seen.frozen and not seen.can_freeze
        assert seen.rows[4].needs is None and seen.rows[4].next_value is None


def test_the_opening_is_told_before_a_freezing_too() -> None:
    state = position(["feuer", "feuer", "luft", "erde"], ON_X, {})
    events = game.apply(state, 0, Freeze(), 0)
    assert [type(event) for event in events] == [Thrown, Frozen]
