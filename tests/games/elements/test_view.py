"""What a viewer sees, and a state imagined from it."""

from __future__ import annotations

import random

import msgspec
import pytest

from games.elements import view
from games.elements.actions import Freeze, Take
from games.elements.data import X_COLUMN
from games.elements.game import game
from games.elements.view import Observation, Preview
from tests.games.elements.table import DONE, PAST, legal, opening, position, take_any, turn


def preview(seen: Observation, action: object) -> Preview:
    return next(option for option in seen.options if option.action == action)


def test_everybody_sees_the_same_boards_and_dice() -> None:
    state = opening(3, step_ms=30_000)
    public = game.observe(state, None)
    for seat in range(3):
        own = game.observe(state, seat)
        assert msgspec.structs.replace(own, decision=None, options=()) == public


def test_only_the_seat_in_turn_has_choices() -> None:
    state = opening(3)
    assert game.observe(state, 0).decision == 1
    assert [option.action for option in game.observe(state, 0).options] == legal(state)
    for viewer in (None, 1, 2):
        seen = game.observe(state, viewer)
        assert seen.decision is None and seen.options == ()


def test_who_throws_and_who_picks() -> None:
    state = opening(3)
    seen = game.observe(state, None)
    assert (seen.throw, seen.thrower, seen.order, seen.pick, seen.picker) == (1, 0, (0, 1, 2, 0), 0, 0)
    die = take_any(state).die
    seen = game.observe(state, None)
    assert (seen.pick, seen.picker) == (1, 1)
    assert {shown.id: shown.by for shown in seen.dice}[die] == 0
    last = seen.seats[0].last
    assert last is not None and last.die == die
    for _ in range(3):
        take_any(state)
    seen = game.observe(state, None)
    assert (seen.throw, seen.thrower, seen.order, seen.picker) == (2, 1, (1, 2, 0, 1), 1)


def test_every_slider_says_what_the_next_field_needs() -> None:
    state = position(["erde"] * 4, {"feuer": 3, "wasser": 10, "dunkel": X_COLUMN, "hell": 3}, {})
    rows = {row.id: row for row in game.observe(state, None).seats[0].rows}
    assert [row.needs for row in rows.values()] == ["erde", None, "erde", "luft", "dunkel", None]
    assert (rows["feuer"].column, rows["feuer"].value, rows["feuer"].next_value) == (3, -4, -2)
    assert rows["wasser"].done and rows["wasser"].next_value is None
    assert rows["dunkel"].next_value == -1
    assert rows["hell"].next_value == 1


def test_a_preview_says_what_a_choice_brings() -> None:
    state = position(["dunkel", "erde", "luft", "luft"], {"feuer": 3, "dunkel": X_COLUMN}, {})
    seen = game.observe(state, 0)
    fit = preview(seen, Take("blau", "feuer"))
    assert (fit.kind, fit.row, fit.column_before, fit.column_after) == ("fit", "feuer", 3, 4)
    assert (fit.value_before, fit.value_after, fit.gain) == (-4, -2, 2)
    assert preview(seen, Take("rot", "dunkel")).gain == -6


def test_previews_of_misthrow_free_step_lapse_and_freezing() -> None:
    misthrow = game.observe(position(["luft"] * 4, {"luft": 10}, {}), 0)
    assert {option.kind for option in misthrow.options} == {"misthrow"}
    assert misthrow.options[0].row == "hell"
    free = game.observe(position(["luft"] * 4, DONE | {"hell": 10, "dunkel": X_COLUMN}, {}), 0)
    assert preview(free, Take("rot", "dunkel")).kind == "free"
    lapse = preview(free, Take("rot", None))
    assert (lapse.kind, lapse.row, lapse.gain) == ("lapse", None, 0)
    assert preview(free, Freeze()).kind == "freeze"


def test_scores_and_finished_rows_stand_on_each_board() -> None:
    seen = game.observe(position(["luft"] * 4, DONE, {}), None)
    assert [(seat.score, seat.rows_done) for seat in seen.seats] == [(40 - 6 - 8, 4), (-54, 0)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_state_looks_like_the_one_it_is_imagined_from(seats: int) -> None:
    """L-052: also in the last lap, with frozen rows and dice gone."""
    state, rng = opening(seats), random.Random(seats)
    while not state.over:
        seat = turn(state)
        seen = game.observe(state, seat)
        imagined = view.imagine(seen, rng.randbytes(32))
        again = game.observe(imagined, seat)
        levels = tuple(msgspec.structs.replace(board, level=None) for board in again.seats)
        assert msgspec.structs.replace(again, seats=levels, decision=seen.decision) == seen
        assert game.actions(imagined, seat) == game.actions(state, seat)
        game.apply(state, seat, rng.choice(game.actions(state, seat)), 0)


def test_an_imagined_state_draws_throws_of_its_own() -> None:
    """L-052: nothing in it tells the throws to come."""
    state = position(["feuer"] * 4, PAST, PAST)
    seen = game.observe(state, 0)
    throws = set()
    for number in range(20):
        imagined = view.imagine(seen, number.to_bytes(32, "big"))
        while imagined.throw == 1:
            take_any(imagined)
        throws.add(tuple(die.face for die in imagined.tray))
    assert len(throws) > 10
