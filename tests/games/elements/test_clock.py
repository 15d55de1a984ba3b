"""The clock of a pick: thinking time, grace, then the computer picks."""

from __future__ import annotations

import pytest

from games.elements.actions import Freeze, Take
from games.elements.data import X_COLUMN
from games.elements.events import Ended, Expired, Frozen, SeatGiven, Taken, Thrown
from games.elements.game import game
from games.kernel.clock import GRACE_MS
from games.kernel.contract import Presence
from tests.games.elements.table import PAST, legal, opening, position, take_any, turn

STEP = 60_000


def test_a_pick_has_thinking_time_then_grace() -> None:
    """L-053"""
    state = opening(step_ms=STEP)
    seen = game.observe(state, 0)
    assert (seen.step_ms, seen.deadline_ms, seen.expiry_ms) == (STEP, STEP, STEP + GRACE_MS)
    assert game.wake_at(state) == 70_000


def test_the_table_chooses_the_thinking_time() -> None:
    """L-053: 30, 60 (default), 90, 120 s or none."""
    assert game.info.clock_choices == (0, 30, 60, 90, 120)
    assert game.info.clock_default_s == 60


def test_without_a_clock_nothing_ever_wakes() -> None:
    """L-053"""
    state = opening()
    assert game.wake_at(state) is None
    assert game.advance(state, 10**12) == []
    assert game.observe(state, 0).deadline_ms is None


def test_the_clock_starts_anew_with_each_pick() -> None:
    """L-053"""
    state = opening(step_ms=STEP)
    take_any(state, now=12_345)
    assert game.wake_at(state) == 12_345 + STEP + GRACE_MS
    take_any(state, now=70_000)
    assert game.wake_at(state) == 70_000 + STEP + GRACE_MS


def test_freezing_belongs_to_the_pick_and_gives_no_time() -> None:
    """L-053"""
    state = position(["feuer", "feuer", "luft", "erde"], PAST | {"dunkel": X_COLUMN}, {}, step_ms=STEP)
    game.apply(state, 0, Freeze(), 40_000)
    assert game.wake_at(state) == STEP + GRACE_MS


def test_a_pick_in_the_grace_counts() -> None:
    """L-053: nothing happens before the grace is over."""
    state = opening(step_ms=STEP)
    assert game.advance(state, 69_999) == []
    take_any(state, now=69_999)
    assert turn(state) == 1


def test_after_the_grace_the_computer_makes_this_one_pick() -> None:
    """L-053: „Zeit um“ is told, then what normal took; the next pick has its own time."""
    state = opening(step_ms=STEP)
    choices = legal(state)
    events = game.advance(state, 70_000)
    assert [type(event) for event in events] == [Thrown, Expired, Taken]
    taken = events[-1]
    assert isinstance(taken, Taken)
    assert taken.seat == 0 and taken.expired
    assert Take(taken.die, taken.row) in choices
    assert taken.gain == 2
    last = game.observe(state, None).seats[0].last
    assert last is not None and last.expired
    assert turn(state) == 1
    assert game.wake_at(state) == 140_000


def test_the_next_time_runs_from_the_expiry_however_late_it_is_noticed() -> None:
    """L-053: three picks are over at 210 s, and the throw with them."""
    state = opening(step_ms=STEP)
    events = game.advance(state, 215_000)
    assert sum(isinstance(event, Expired) for event in events) == 3
    assert isinstance(events[-1], Thrown) and events[-1].throw == 2
    assert game.wake_at(state) == 280_000


def test_an_expired_pick_freezes_first_as_normal_does() -> None:
    """L-053"""
    state = position(["feuer", "feuer", "luft", "erde"], PAST | {"dunkel": X_COLUMN}, {}, step_ms=STEP)
    events = game.advance(state, 70_000)
    assert [type(event) for event in events] == [Thrown, Expired, Frozen, Taken]


def test_chance_of_an_expired_pick_is_the_matchs_own() -> None:
    """L-053: the same seed, the same pick; other picks shift no throw."""
    first, second = opening(step_ms=STEP), opening(step_ms=STEP)
    assert game.advance(first, 500_000) == game.advance(second, 500_000)
    assert any(label.startswith("expiry/0/") for label in first.dice.drawn)


def test_a_match_nobody_plays_comes_to_its_end() -> None:
    """L-053"""
    state = opening(4, step_ms=STEP)
    events = game.advance(state, 10**9)
    assert isinstance(events[-1], Ended)
    assert game.outcome(state) is not None


def test_a_computer_has_no_clock() -> None:
    """L-053"""
    state = opening(3, step_ms=STEP, bots=[1, 2])
    take_any(state, now=5_000)
    assert turn(state) == 1
    assert game.wake_at(state) is None and game.observe(state, 1).deadline_ms is None
    take_any(state, now=6_000)
    take_any(state, now=7_000)
    assert turn(state) == 0
    assert game.wake_at(state) == 7_000 + STEP + GRACE_MS


# --- seats given to the computer -------------------------------------------------------------


def test_a_seat_given_to_the_computer_loses_its_clock_and_keeps_its_decision() -> None:
    state = opening(step_ms=STEP)
    before = game.to_act(state)
    events = game.presence(state, 0, Presence("bot", "hard"), 30_000)
    assert [type(event) for event in events] == [Thrown, SeatGiven], "the opening throw is told first"
    assert events[-1] == SeatGiven(0, "hard")
    assert game.to_act(state) == before
    assert game.wake_at(state) is None
    assert game.observe(state, None).seats[0].level == "hard"


def test_the_seat_of_another_leaves_the_running_clock_alone() -> None:
    state = opening(step_ms=STEP)
    game.presence(state, 1, Presence("bot", "normal"), 30_000)
    assert game.wake_at(state) == 70_000


def test_giving_a_seat_again_tells_nothing() -> None:
    state = opening(step_ms=STEP)
    game.presence(state, 0, Presence("bot", "normal"), 0)
    assert game.presence(state, 0, Presence("bot", "normal"), 0) == []


@pytest.mark.parametrize("change", ["offline", "back"])
def test_a_lost_line_changes_nothing_in_a_game_of_turns(change: str) -> None:
    state = opening(step_ms=STEP)
    before = game.encode_state(state)
    word = Presence("offline") if change == "offline" else Presence("back")
    assert game.presence(state, 0, word, 10) == []
    assert game.encode_state(state) == before
