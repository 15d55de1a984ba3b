"""The land grant: cursor, grabs, ties, grace."""

from __future__ import annotations

import pytest

from games.elum.actions import Grab
from games.elum.data import PLOT_IDS, Tier
from games.elum.events import CursorStarted, GrabMissed, GrantBegun, Granted, GrantOver, LotCalled, TurnOpened
from games.elum.game import game
from games.elum.state import Grant, State
from tests.games.elum.scenes import do, grant, none_of, opening, own, owned, phase_of, refused, scene, the, until

STEP = 650
FREE = ("A1", "B1", "C1", "D1", "F1")


def phase(state: State) -> Grant:
    assert isinstance(state.phase, Grant)
    return state.phase


def test_the_cursor_runs_over_the_free_plots_in_order() -> None:
    """E-040: from the top left, row by row; not over the town or what somebody owns."""
    state = scene()
    own(state, 0, "B1", "I5")
    grant(state)
    assert phase(state).path == [plot for plot in PLOT_IDS if plot not in ("E3", "B1", "I5")]


@pytest.mark.parametrize(("level", "step"), [("einsteiger", 800), ("standard", 650), ("turnier", 550)])
@pytest.mark.parametrize("tempo", ["normal", "schnell"])
def test_how_long_it_stays_on_a_plot(level: Tier, step: int, tempo: str) -> None:
    """E-041, A-6: „schnell“ doesn't change it. A press of the third plot counts from its arrival on, not before."""
    state = scene(level=level, tempo=tempo)
    begins = grant(state, free=FREE)
    miss = the(do(state, 0, Grab("C1"), begins + 2 * step - 1), GrabMissed)
    assert miss.plot == "C1"
    do(state, 0, Grab("C1"), begins + 2 * step)
    at, events = until(state, Granted)
    assert the(events, Granted).plot == "C1" and at == begins + 2 * step + 150
    assert phase_of(state, 0).step_ms == step


def test_the_whole_pass_lasts_as_long_as_its_plots() -> None:
    """E-041, E-048: who doesn't grab gets nothing, and the pass isn't run again."""
    state = scene()
    begins = grant(state, free=FREE)
    at, events = until(state, GrantOver)
    assert begins + 5 * STEP <= at <= begins + 5 * STEP + 250
    assert the(events, GrantOver).empty == (0, 1, 2, 3)
    assert not [plot for plot in FREE if state.plots[plot].owner is not None]


def test_countdown_and_outro() -> None:
    """E-040: 4 s before the cursor starts, 3.5 s after it has stopped."""
    state = opening()
    landed = 8_000
    the(game.advance(state, landed), GrantBegun)
    assert none_of(game.advance(state, landed + 3_999), CursorStarted)
    the(game.advance(state, landed + 4_000), CursorStarted)
    over, _events = until(state, GrantOver)
    assert phase(state).until == over + 3_500


def test_grabbing_takes_the_plot_for_free() -> None:
    """E-042, E-044"""
    state = scene()
    begins = grant(state, free=FREE)
    before = state.settlers[1].money
    do(state, 1, Grab("B1"), begins + STEP + 10)
    until(state, Granted)
    assert owned(state, 1) == ["B1"] and state.settlers[1].money == before


def test_one_plot_a_round() -> None:
    """E-044: who has one this round isn't asked again."""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 1, Grab("A1"), begins + 10)
    at, _events = until(state, CursorStarted)
    assert refused(state, 1, Grab("B1"), at + 10) == "not_asked"
    assert [pending.seat for pending in game.to_act(state)] == [0, 2, 3]


def test_the_cursor_stands_four_steps_on_a_granted_plot() -> None:
    """E-046"""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 1, Grab("A1"), begins + 10)
    granted, _events = until(state, Granted)
    assert refused(state, 0, Grab("B1"), granted + 4 * STEP - 1) == "not_asked"
    assert the(game.advance(state, granted + 4 * STEP), CursorStarted).plot == "B1"


def test_it_ends_when_all_have_a_plot() -> None:
    """E-044, E-046: after the last hold."""
    state = scene(2)
    begins = grant(state, free=("A1", "B1", "C1", "D1", "F1", "G1"))
    do(state, 1, Grab("A1"), begins + 10)
    again, _events = until(state, CursorStarted)
    do(state, 0, Grab("B1"), again)
    granted, _events = until(state, Granted)
    over, _events = until(state, GrantOver)
    assert over == granted + 4 * STEP


# --- ties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("later", "wins"), [(0, 2), (149, 2), (150, 0)])
def test_of_two_at_once_the_one_further_back_gets_it(later: int, wins: int) -> None:
    """E-045, A-42: within 0.15 s of the first press."""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 0, Grab("A1"), begins + 100)
    game.advance(state, begins + 100 + later)
    if later < 150:
        do(state, 2, Grab("A1"), begins + 100 + later)
    else:
        assert refused(state, 2, Grab("A1"), begins + 100 + later) == "not_asked"
    until(state, CursorStarted) if later >= 150 else until(state, Granted)
    assert state.plots["A1"].owner == wins


def test_the_ranking_decides_not_who_was_first() -> None:
    """E-045: and the loser may go on grabbing."""
    state = scene()
    state.rank = [3, 2, 1, 0]
    begins = grant(state, free=FREE)
    for seat, later in ((3, 0), (1, 30), (2, 60)):
        do(state, seat, Grab("A1"), begins + 100 + later)
    _at, events = until(state, Granted)
    granted = the(events, Granted)
    assert (granted.seat, granted.others) == (1, (2, 3))
    again, _events = until(state, CursorStarted)
    do(state, 3, Grab("B1"), again + 5)
    until(state, Granted)
    assert state.plots["B1"].owner == 3


@pytest.mark.parametrize(("late", "counts"), [(0, True), (249, True), (250, False)])
def test_what_the_player_saw_counts(late: int, counts: bool) -> None:
    """E-042: a press of the plot that the cursor left less than 0.25 s ago, still free."""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 0, Grab("A1"), begins + STEP + late)
    if counts:
        until(state, Granted)
    assert (state.plots["A1"].owner == 0) == counts
    if counts:
        assert the(until(state, CursorStarted)[1], CursorStarted).plot == "B1"


@pytest.mark.parametrize("first", [0, 1])
def test_two_who_saw_different_plots_both_get_theirs(first: int) -> None:
    """E-042: one presses the plot that the cursor has just left, the other the one it stands on, at almost once."""
    state = scene()
    begins = grant(state, free=FREE)
    presses = [(2, "A1"), (1, "B1")]
    for later, (seat, plot) in enumerate([presses[first], presses[1 - first]]):
        do(state, seat, Grab(plot), begins + STEP + 50 + 40 * later)
    at, events = until(state, Granted)
    assert (the(events, Granted).seat, the(events, Granted).plot) == (2, "A1")
    assert refused(state, 1, Grab("B1"), at + 10) == "not_asked"
    again, events = until(state, Granted)
    assert (the(events, Granted).seat, the(events, Granted).plot) == (1, "B1")
    assert again == at + 4 * STEP and phase(state).index == 1
    runs, events = until(state, CursorStarted)
    assert runs == again + 4 * STEP and the(events, CursorStarted).plot == "C1"


def test_after_a_late_press_the_moment_is_as_long() -> None:
    """A-42: the cursor stands on the pressed plot again, and who sees it there may press."""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 0, Grab("A1"), begins + STEP + 200)
    do(state, 2, Grab("A1"), begins + STEP + 340)
    assert the(until(state, Granted)[1], Granted).seat == 2


def test_nobody_presses_for_two_plots() -> None:
    """E-044: the second press of the same moment does nothing."""
    state = scene()
    begins = grant(state, free=FREE)
    do(state, 0, Grab("B1"), begins + STEP + 50)
    the(do(state, 0, Grab("A1"), begins + STEP + 60), GrabMissed)
    the(do(state, 0, Grab("B1"), begins + STEP + 70), GrabMissed)
    until(state, CursorStarted)
    assert list(owned(state, 0)) == ["B1"]


@pytest.mark.parametrize(("late", "counts"), [(0, True), (249, True), (250, False)])
def test_the_grace_holds_for_the_last_plot_too(late: int, counts: bool) -> None:
    """E-042"""
    state = scene()
    begins = grant(state, free=FREE)
    if counts:
        do(state, 0, Grab("F1"), begins + 5 * STEP + late)
        until(state, Granted)
    else:
        assert refused(state, 0, Grab("F1"), begins + 5 * STEP + late) == "not_asked"
    assert (state.plots["F1"].owner == 0) == counts


def test_grabs_of_other_plots_do_nothing() -> None:
    """E-042: neither a plot that is still to come nor one long past; told to the presser alone."""
    state = scene()
    begins = grant(state, free=FREE)
    for plot in ("C1", "A1"):
        event = the(do(state, 0, Grab(plot), begins + STEP + 300), GrabMissed)
        assert game.redact(event, 0) == event and game.redact(event, 1) is game.redact(event, None) is None
    assert refused(state, 0, Grab("E3"), begins + STEP + 301) == "no_plot"
    assert not owned(state, 0)


def test_without_a_free_plot_the_grant_is_skipped() -> None:
    """E-040"""
    state = opening()
    for plot in state.plots.values():
        plot.owner = 0 if plot.kind != "town" else None
    events = game.advance(state, 8_000)
    assert none_of(events, GrantBegun) and (not none_of(events, TurnOpened) or not none_of(events, LotCalled))


def test_computers_take_plots_too() -> None:
    """E-044: one each."""
    state = scene(bots=(1, 2, 3))
    grant(state)
    until(state, GrantOver)
    assert [len(owned(state, seat)) for seat in range(4)] == [0, 1, 1, 1]
