"""What holds in every match of Elements, however it is played (hypothesis chooses seed, seats and choices)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.elements.data import DARK, END, LIGHT, VALUES, X_COLUMN
from games.elements.events import Event, Frozen, Taken, Thrown
from games.elements.game import game
from games.elements.scoring import end_seats, score
from games.elements.state import State
from games.kernel.conformance import reseed
from tests.games.elements.table import opening, turn

Choices = list[int]

matches = st.tuples(
    st.integers(2, 4),
    st.binary(min_size=32, max_size=32),
    st.lists(st.integers(0, 19), min_size=1, max_size=60),
)
"""Seats, seed and choices; these are gone through again and again until the match is over."""


def play(match: tuple[int, bytes, Choices], *, step_ms: int | None = None) -> Iterator[tuple[State, list[Event]]]:
    """The live state after every action with its events."""
    seats, seed, choices = match
    state = opening(seats, seed=seed, step_ms=step_ms)
    number = 0
    while not state.over:
        actions = game.actions(state, turn(state))
        choice = choices[number % len(choices)] + number // len(choices)
        yield state, game.apply(state, turn(state), actions[choice % len(actions)], number)
        number += 1


def events_of(match: tuple[int, bytes, Choices]) -> tuple[State, list[Event]]:
    """The last state and everything that was told."""
    steps = list(play(match))
    return steps[-1][0], [event for _, events in steps for event in events]


@given(matches)
@settings(max_examples=60, deadline=None)
def test_every_match_ends_and_all_have_thrown_and_picked_equally_often(match: tuple[int, bytes, Choices]) -> None:
    """L-007, L-029, L-033, L-046: whoever throws picks twice, and all throw equally often."""
    state, told = events_of(match)
    seats = match[0]
    throws = [event.seat for event in told if isinstance(event, Thrown)]
    picks = [event.seat for event in told if isinstance(event, Taken)]
    assert throws == [number % seats for number in range(state.throw)]
    assert state.throw % seats == 0
    assert {picks.count(seat) for seat in range(seats)} == {state.throw // seats * (seats + 1)}


@given(matches)
@settings(max_examples=60, deadline=None)
def test_sliders_move_one_field_at_a_time_and_never_back(match: tuple[int, bytes, Choices]) -> None:
    """L-019"""
    before = [[0] * 6 for _ in range(match[0])]
    for state, events in play(match):
        after = [list(seat.positions) for seat in state.seats]
        steps = [b - a for old, new in zip(before, after, strict=True) for a, b in zip(old, new, strict=True)]
        moved = sum(isinstance(event, Taken) and event.row is not None for event in events)
        assert sorted(steps) == [0] * (len(steps) - moved) + [1] * moved
        assert all(column <= END for board in after for column in board)
        before = after


@given(matches)
@settings(max_examples=60, deadline=None)
def test_the_light_row_moves_in_misthrows_only_and_a_full_one_frees(match: tuple[int, bytes, Choices]) -> None:
    """L-022, L-024, L-026"""
    _, told = events_of(match)
    for event in told:
        if isinstance(event, Taken):
            assert (event.row == "hell") == (event.misthrow and not event.free)
            assert event.row is not None or event.free


@given(matches)
@settings(max_examples=60, deadline=None)
def test_scores_are_the_start_and_all_gains(match: tuple[int, bytes, Choices]) -> None:
    """L-047"""
    state, told = events_of(match)
    for index, seat in enumerate(state.seats):
        gains = sum(event.gain for event in told if isinstance(event, Taken) and event.seat == index)
        assert score(seat.positions) == -54 + gains
        assert -54 <= score(seat.positions) <= 55


@given(matches)
@settings(max_examples=60, deadline=None)
def test_a_frozen_slider_stays_on_x(match: tuple[int, bytes, Choices]) -> None:
    """L-035, L-037, L-044"""
    state, told = events_of(match)
    frozen = {event.seat for event in told if isinstance(event, Frozen)}
    assert frozen == {index for index, seat in enumerate(state.seats) if seat.frozen}
    for index in frozen:
        assert state.seats[index].positions[DARK] == X_COLUMN
        assert VALUES[DARK][X_COLUMN] == 5


@given(matches)
@settings(max_examples=60, deadline=None)
def test_the_end_is_there_exactly_when_rows_are_finished(match: tuple[int, bytes, Choices]) -> None:
    """L-041, L-042, L-045: looked at between throws only."""
    for state, events in play(match):
        between = any(isinstance(event, Thrown) and not event.opening for event in events) or state.over
        if between:
            assert bool(end_seats(state.seats)) == (state.last_throw is not None)


@given(matches, st.integers(1, 400_000), st.integers(0, 400_000))
@settings(max_examples=40, deadline=None)
def test_split_time_is_whole_time(match: tuple[int, bytes, Choices], first: int, more: int) -> None:
    """L-053: in any position, over any number of expired clocks."""
    for number, (state, _) in enumerate(play(match, step_ms=30_000)):
        if number == len(match[2]) % 20:
            whole = game.decode_state(game.encode_state(state))
            parts = game.decode_state(game.encode_state(state))
            at_once = game.advance(whole, first + more)
            split = game.advance(parts, first) + game.advance(parts, first + more)
            assert at_once == split
            assert game.encode_state(whole) == game.encode_state(parts)
            return


@given(matches, st.binary(min_size=32, max_size=32))
@settings(max_examples=40, deadline=None)
def test_nobody_sees_the_seed(match: tuple[int, bytes, Choices], seed: bytes) -> None:
    """L-057: a daily's coming throws stay unknown."""
    for state, _ in play(match):
        other = game.decode_state(game.encode_state(state))
        assert reseed(other, seed) == 1
        for viewer in (None, *range(match[0])):
            assert game.observe(state, viewer) == game.observe(other, viewer)


@given(matches)
@settings(max_examples=40, deadline=None)
def test_previews_tell_the_truth(match: tuple[int, bytes, Choices]) -> None:
    """What a preview says is what happens."""
    seats, seed, choices = match
    state = opening(seats, seed=seed)
    number = 0
    while not state.over:
        options = game.observe(state, turn(state)).options
        option = options[choices[number % len(choices)] % len(options)]
        seat = turn(state)
        before = score(state.seats[seat].positions)
        events = game.apply(state, seat, option.action, 0)
        assert score(state.seats[seat].positions) - before == option.gain
        for event in events:
            if isinstance(event, Taken):
                assert event.row == option.row and event.misthrow == (option.kind != "fit")
                assert option.row is None or (event.before, event.after) == (option.column_before, option.column_after)
        number += 1


@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_bytes_do_anything_but_decode_or_be_refused(data: bytes) -> None:
    try:
        action = game.decode_action(data)
    except (msgspec.DecodeError, RecursionError):
        return
    assert game.decode_action(game.encode_action(action)) == action


def test_the_light_row_can_be_filled() -> None:
    """The laws above reach free steps: with these choices a light row gets full."""
    reached = False
    for number in range(40):
        for state, _ in play((4, number.to_bytes(32, "big"), [0, 7, 3])):
            reached = reached or any(seat.positions[LIGHT] == END for seat in state.seats)
    assert reached
