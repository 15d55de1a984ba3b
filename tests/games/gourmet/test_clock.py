"""The clock of each single decision: thinking time, grace, then the computer takes this one step."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gourmet import bots
from games.gourmet.actions import Done, Fetch, Hold, Lapse, Nothing, Reroll, Roll, Take
from games.gourmet.events import Ended, Entered, Expired, Lapsed, Rolled, RoundBegan, SeatGiven
from games.gourmet.game import game
from games.gourmet.state import State
from games.kernel.clock import GRACE_MS
from games.kernel.contract import Presence
from tests.games.gourmet.table import (
    Match,
    asked,
    at_seconds,
    at_tray,
    card,
    do,
    legal,
    mark,
    matches,
    opening,
    play,
    scene,
    step,
    take,
    waits_for,
)

STEP = 60_000
FACES = [1, 2, 3, 4, 5, 6]


def ends(state: State, seat: int) -> int | None:
    """When the seat's grace is over."""
    return state.seats[seat].clock.expiry_ms


def at(now: int) -> int:
    """The end of a step that began then."""
    return now + STEP + GRACE_MS


# --- options ---------------------------------------------------------------------------------


def test_thinking_time_is_two_minutes_if_nobody_chooses() -> None:
    """G-112: 30, 60, 90 s, 2 min or none."""
    assert game.info.clock_default_s == 120
    assert game.info.clock_choices == (0, 30, 60, 90, 120)


def test_thinking_time_and_ten_seconds_of_grace() -> None:
    """G-112, G-113"""
    state = opening(step_ms=STEP)
    seen = game.observe(state, None)
    assert seen.step_ms == STEP
    assert (seen.seats[0].deadline_ms, seen.seats[0].expiry_ms) == (60_000, 70_000)
    assert game.wake_at(state) == 70_000


def test_without_a_clock_nothing_ever_wakes() -> None:
    """G-112"""
    state = opening()
    assert game.wake_at(state) is None and game.advance(state, 10**12) == []
    assert game.observe(state, 0).seats[0].deadline_ms is None


def test_alone_there_is_no_clock() -> None:
    """G-115: whatever the table says; two people have one."""
    for seats in (2, 3, 4):
        state = opening(seats=seats, step_ms=STEP, bots=range(1, seats))
        assert game.wake_at(state) is None and game.observe(state, 0).step_ms is None
    assert game.wake_at(opening(seats=4, step_ms=STEP, bots=[2, 3])) == 70_000
    assert "untimed_alone" in game.info.traits


# --- what a step is --------------------------------------------------------------------------


def test_each_roll_is_a_step() -> None:
    """G-115: taking, letting lapse and Neu anrichten."""
    state = scene("haus", [6, 6, 6, 6, 6, 2], card("haus", neu=1), step_ms=STEP)
    do(state, Reroll(), now=10_000)
    assert game.wake_at(state) == at(10_000)
    do(state, Lapse(), now=30_000)
    assert game.wake_at(state) == at(30_000)
    for die in state.pool:
        die.value = 6
    take(state, "lila", "lila", 0, now=35_000)
    assert state.roll == 3 and game.wake_at(state) == at(35_000)


def test_the_kitchen_is_a_step_and_each_further_die() -> None:
    """G-115"""
    state = scene("chef", [1, 2, 3, 6, 6, 4], card("chef", kueche=2), step_ms=STEP)
    take(state, "rosa", "rosa", 0, now=1_000)
    assert step(state) == "kitchen" and game.wake_at(state) == at(1_000)
    do(state, Fetch("weiss"), now=2_000)
    assert step(state) == "kitchen" and game.wake_at(state) == at(2_000)
    do(state, Roll(), now=3_000)
    assert step(state) == "pass" and game.wake_at(state) == at(3_000)


def test_each_further_silver_cross_is_a_step() -> None:
    """G-115"""
    state = scene("chef", [6, 4, 3, 2, 6, 6], step_ms=STEP)
    take(state, "silber", "silber", 3, now=1_000)
    assert step(state) == "extra" and game.wake_at(state) == at(1_000)
    take(state, "gelb", "silber", 2, now=2_000)
    assert step(state) == "extra" and game.wake_at(state) == at(2_000)
    take(state, "blau", "silber", 7, now=3_000)
    assert step(state) == "pass" and game.wake_at(state) == at(3_000)


def test_each_choice_of_a_bonus_is_a_step() -> None:
    """G-115"""
    filled = card("chef", silber=(18, 19, 20, 21, 22), gelb={1: 1, 5: 1})
    state = scene("chef", [6] * 6, filled, step_ms=STEP)
    take(state, "silber", "silber", 23, now=1_000)
    assert game.wake_at(state) == at(1_000)
    mark(state, "gelb", 9, now=2_000)
    assert waits_for(state) is not None and game.wake_at(state) == at(2_000)
    mark(state, "silber", 0, now=3_000)
    assert step(state) == "pass" and game.wake_at(state) == at(3_000)


def test_at_the_tray_each_seat_has_its_own_step() -> None:
    """G-115: independent of what others do."""
    cards = [card("haus"), card("haus", lila=[1] * 3), card("haus"), card("haus")]
    state = at_tray("haus", FACES, *cards, plates=["gruen"], round_=4, step_ms=STEP, now=5_000)
    assert [ends(state, seat) for seat in range(4)] == [None, at(5_000), at(5_000), at(5_000)]
    take(state, "lila", "lila", 3, seat=1, now=20_000)
    do(state, Nothing(), 3, now=25_000)
    assert [ends(state, seat) for seat in range(4)] == [None, at(20_000), at(5_000), None]
    assert game.wake_at(state) == at(5_000)
    assert game.observe(state, 1).seats[1].expiry_ms == at(20_000)


def test_each_nachschlag_is_a_step_of_its_seat() -> None:
    """G-115"""
    state = at_seconds("haus", FACES, card("haus", nach=2), card("haus", nach=2), plates=["lila"], step_ms=STEP)
    take(state, "lila", "lila", 0, seat=0, now=9_000)
    assert (ends(state, 0), ends(state, 1)) == (at(9_000), at(0))
    do(state, Done(), 0, now=10_000)
    assert (ends(state, 0), ends(state, 1)) == (None, at(0))


def test_the_round_bonus_is_a_step_of_each() -> None:
    """G-115, G-051"""
    state = scene("haus", [6] * 6, card("haus"), card("haus"), round_=2, turn=1, step_ms=STEP)
    for _ in range(3):
        do(state, Lapse(), 1, now=1_000)
    do(state, Nothing(), 0, now=7_000)
    assert step(state) == "bonus" and (ends(state, 0), ends(state, 1)) == (at(7_000), at(7_000))
    mark(state, "blau", 0, seat=1, now=9_000)
    assert (ends(state, 0), ends(state, 1)) == (at(7_000), None)


def test_keeping_nachschlaege_gives_no_time() -> None:
    """G-115: the same step goes on."""
    state = scene("haus", FACES, card("haus", nach=1), card("haus"), round_=5, step_ms=STEP)
    do(state, Hold(True), now=40_000)
    do(state, Hold(False), now=50_000)
    assert game.wake_at(state) == at(0)


def test_decisions_stay_while_others_act() -> None:
    """G-115: an answer to one's own question counts whoever was faster."""
    state = at_tray("haus", FACES, *(card("haus", nach=1) for _ in range(4)), plates=["lila"], round_=3)
    before = {pending.seat: pending.decision for pending in game.to_act(state)}
    take(state, "orange", "orange", 0, seat=2)
    after = {pending.seat: pending.decision for pending in game.to_act(state)}
    assert after == {seat: before[seat] for seat in (1, 3)}


# --- when it runs out ------------------------------------------------------------------------


def test_a_step_in_the_grace_counts() -> None:
    """G-113"""
    state = opening(step_ms=STEP)
    assert game.advance(state, 69_999) == []
    do(state, Lapse(), now=69_999)
    assert state.roll == 2


def test_after_the_grace_the_computer_takes_this_one_step() -> None:
    """G-114, G-115: told as such; what follows is the player's again, with a time of its own."""
    state = opening(step_ms=STEP)
    choices, (pending,) = legal(state), game.to_act(state)
    events = game.advance(state, 70_000)
    at_ = next(i for i, event in enumerate(events) if isinstance(event, Expired))
    assert isinstance(events[0], RoundBegan) and events[at_] == Expired(0)
    done = events[at_ + 1]
    if isinstance(done, Entered):
        assert done.die is not None and Take(done.die, done.area, done.field) in choices
    else:
        assert isinstance(done, Lapsed | Rolled)
    assert sum(isinstance(event, Expired) for event in events) == 1
    assert game.to_act(state)[0].decision == pending.decision + 1
    assert asked(state) == {0} and game.wake_at(state) == 140_000
    assert game.observe(state, None).seats[0].expired


def test_that_a_clock_ran_out_shows_until_the_turn_is_over() -> None:
    """G-114: „expired“ belongs to the turn."""
    state = scene("haus", [6] * 6, card("haus"), card("haus"), round_=5, step_ms=STEP)
    game.advance(state, 70_000)
    assert game.observe(state, 1).seats[0].expired
    while state.turn == 0:
        seat = min(asked(state))
        do(state, next(a for a in legal(state, seat) if isinstance(a, Lapse | Nothing | Done)), seat, now=80_000)
    assert not game.observe(state, 1).seats[0].expired


def test_it_is_the_normal_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    """G-114, G-115: given what the seat sees and may do."""
    normal, seen = bots.BOTS["normal"], list[object]()

    class Watched:
        def choose(self, observation: object, actions: list[object], rng: random.Random) -> object:
            seen.append((observation, actions))
            return Lapse()

    monkeypatch.setitem(bots.BOTS, "normal", Watched())
    state = opening(step_ms=STEP)
    expected = game.observe(state, 0), game.actions(state, 0)
    game.advance(state, 70_000)
    assert seen == [expected] and state.roll == 2 and state.taken == [""]
    assert normal is not bots.BOTS["normal"]


def test_of_simultaneous_steps_only_those_whose_time_is_over_are_taken() -> None:
    """G-114"""
    cards = [card("haus"), card("haus", lila=[1] * 3), card("haus"), card("haus")]
    state = at_tray("haus", FACES, *cards, plates=["gruen"], round_=4, step_ms=STEP)
    take(state, "lila", "lila", 3, seat=1, now=20_000)
    do(state, Nothing(), 3, now=25_000)
    events = game.advance(state, at(0))
    assert [event.seat for event in events if isinstance(event, Expired)] == [2]
    assert asked(state) == {1} and step(state) == "tray"
    assert waits_for(state, 1) is not None
    for viewer in (None, 0, 1, 3):
        told = [told for event in events if (told := game.redact(event, viewer)) is not None]
        assert told == [], "that its time ran out would tell that it has chosen, and each time how far its chain is"
        assert not game.observe(state, viewer).seats[2].expired
    assert next(game.redact(event, 2) for event in events) == Expired(2, "self")
    assert game.observe(state, 2).seats[2].expired
    revealed = mark(state, "blau", 0, seat=1, now=95_000)
    assert Expired(2, "others") in [game.redact(event, None) for event in revealed]


def test_the_next_step_runs_from_the_expiry_however_late_it_is_noticed() -> None:
    """G-114"""
    state = scene("haus", [6] * 6, card("haus"), card("haus"), step_ms=STEP)
    game.advance(state, 100_000)
    assert game.wake_at(state) == 140_000


def test_a_match_nobody_plays_comes_to_its_end() -> None:
    """G-114: both menus."""
    for menu in ("haus", "chef"):
        state = opening(menu, 3, step_ms=STEP)
        events = game.advance(state, 10**9)
        assert isinstance(events[-1], Ended) and game.outcome(state) is not None
        assert not any(isinstance(event, Expired) and event.seat not in range(3) for event in events)


def test_chance_of_an_expired_step_is_the_matchs_own() -> None:
    """G-114: the same seed, the same steps."""
    first, second = opening(step_ms=STEP), opening(step_ms=STEP)
    assert game.advance(first, 500_000) == game.advance(second, 500_000)
    assert any(label.startswith("expiry/") for label in first.dice.drawn)


def test_a_computer_has_no_clock() -> None:
    """G-115"""
    state = opening(seats=3, step_ms=STEP, bots=[0])
    assert game.wake_at(state) is None and game.observe(state, 0).seats[0].deadline_ms is None
    for _ in range(3):
        do(state, Lapse(), 0, now=5_000)
    assert step(state) == "tray" and (ends(state, 1), ends(state, 2)) == (at(5_000), at(5_000))


@given(matches, st.integers(1, 400_000), st.integers(0, 400_000))
@settings(max_examples=25, deadline=None)
def test_split_time_is_whole_time(match: Match, first: int, more: int) -> None:
    """G-114: in any position, over any number of expired clocks."""
    for number, (state, _seat, _action, _events) in enumerate(play(match, step_ms=30_000)):
        if number == match[3] % 100:
            whole, parts = (game.decode_state(game.encode_state(state)) for _ in range(2))
            at_once = game.advance(whole, first + more)
            assert game.advance(parts, first) + game.advance(parts, first + more) == at_once
            assert game.encode_state(whole) == game.encode_state(parts)
            return


# --- seats given to the computer -------------------------------------------------------------


def test_a_seat_given_to_the_computer_loses_its_clock_and_keeps_its_decision() -> None:
    """G-115: it keeps no Nachschläge either."""
    state = scene("haus", FACES, card("haus", nach=1), card("haus"), round_=5, step_ms=STEP)
    do(state, Hold(True))
    before = game.to_act(state)
    assert game.presence(state, 0, Presence("bot", "hard"), 30_000) == [SeatGiven(0, "hard")]
    assert game.to_act(state) == before and game.wake_at(state) is None
    assert game.observe(state, None).seats[0].level == "hard" and not state.seats[0].hold
    assert game.presence(state, 0, Presence("bot", "hard"), 30_000) == []


def test_the_seat_of_another_leaves_the_running_clock_alone() -> None:
    """G-115: also when only one human is left, the clock of this match goes on."""
    state = opening(step_ms=STEP)
    game.presence(state, 1, Presence("bot", "normal"), 30_000)
    assert game.wake_at(state) == 70_000


@pytest.mark.parametrize("change", [Presence("offline"), Presence("back")])
def test_a_lost_line_changes_nothing(change: Presence) -> None:
    """G-115"""
    state = opening(step_ms=STEP)
    before = game.encode_state(state)
    assert game.presence(state, 0, change, 10) == [] and game.encode_state(state) == before
