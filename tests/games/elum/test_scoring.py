"""Ranking, colony, points for the best list."""

from __future__ import annotations

import pytest

from games.elum.data import VERDICTS
from games.elum.game import game
from games.elum.scoring import colony_level, colony_step, founders, human_points, places, ranked, worth
from games.elum.state import Over, State
from games.kernel.contract import Presence
from tests.games.elum.scenes import own, phase_of, scene, stock


def ended(money: list[int], *, bots: tuple[int, ...] = (), at: int = 500_000, collapsed: bool = False) -> State:
    """A match over, with nothing but money; ``bots`` were computers from the start."""
    state = scene(len(money), bots=bots, round_=12)
    rows = [(sum_, 0, 0, sum_) for sum_ in money]
    state.phase = Over(at, rows, collapsed)
    return state


def points(state: State) -> tuple[int, ...]:
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.points_tenths


# --- worth ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elums", "expected"),
    [
        ((), 500),
        (("food",), 560),
        (("energy",), 585),
        (("ore",), 610),
        (("crystal",), 635),
        (("food", "crystal"), 695),
    ],
)
def test_a_plot_and_its_elums(elums: tuple[str, ...], expected: int) -> None:
    """E-205: 500 and for each ELUM 35 and its outfit."""
    state = scene()
    own(state, 1, "A1", elums=elums)  # type: ignore[arg-type]
    stock(state, 1)
    state.settlers[1].money = 0
    assert worth(state, 1) == (0, expected, 0, expected)


def test_stocks_at_the_base_price() -> None:
    """E-205: neither what the store pays nor what it asks."""
    state = scene()
    stock(state, 0, food=3, energy=1)
    state.store.prices["food"] = 41
    assert worth(state, 0) == (1000, 0, 3 * 41 + 25, 1148)


# --- the colony ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "seats", "step"),
    [(12, 4, 20_000), (12, 3, 15_000), (12, 2, 10_000), (6, 4, 10_000), (6, 3, 7_500), (6, 2, 5_000)],
)
def test_what_a_level_takes(rounds: int, seats: int, step: int) -> None:
    """E-206: and seven levels at its multiples."""
    assert colony_step(rounds, seats) == step
    for level in range(1, 7):
        assert colony_level(level * step - 1, rounds, seats) == level - 1
        assert colony_level(level * step, rounds, seats) == level
    assert colony_level(0, rounds, seats) == 0 and colony_level(50 * step, rounds, seats) == 6
    assert len(VERDICTS) == 7


@pytest.mark.parametrize(("total", "level", "success"), [(59_999, 2, False), (60_000, 3, True), (130_000, 6, True)])
def test_from_the_fourth_level_on_it_is_a_success(total: int, level: int, success: bool) -> None:
    """E-207: then the best is Erster Gründer, of equals all, also a Robotron."""
    quarter = total // 4
    sums = [quarter, quarter + 5, quarter - 10, quarter + 5]
    state = ended([*sums[:3], total - sum(sums[:3])], bots=(1,))
    seen = phase_of(state, None)
    assert (seen.total, seen.level) == (total, level) and bool(seen.founders) == success
    assert not success or 1 in seen.founders
    assert founders([5, 9, 9, 1], 3) == (1, 2) and founders([5, 9, 9, 1], 2) == ()


# --- places and points ---------------------------------------------------------------------------


def test_equal_worth_shares_the_place() -> None:
    """E-215"""
    assert places([500, 700, 700, 100]) == (3, 1, 1, 4)
    assert places([5, 5, 5]) == (1, 1, 1)
    state = scene()
    ties = [settler.tie for settler in state.settlers]
    assert ranked(state, [9, 9, 9, 9]) == sorted(range(4), key=lambda seat: ties[seat])


@pytest.mark.parametrize(
    ("money", "expected"),
    [
        ([400, 300, 200, 100], (100, 50, -50, -100)),
        ([100, 200, 300, 400], (-100, -50, 50, 100)),
        ([300, 200, 100], (100, 0, -100)),
        ([200, 100], (100, -100)),
        ([200, 200], (0, 0)),
        ([200, 200, 100], (50, 50, -100)),
        ([200, 100, 100], (100, -50, -50)),
        ([200, 200, 200], (0, 0, 0)),
        ([9, 9, 1, 1], (75, 75, -75, -75)),
        ([9, 5, 5, 1], (100, 0, 0, -100)),
        ([9, 9, 9, 1], (33, 33, 33, -100)),
        ([9, 1, 1, 1], (100, -33, -33, -33)),
        ([9, 9, 9, 9], (0, 0, 0, 0)),
        ([9, 9, 5, 1], (75, 75, -50, -100)),
        ([9, 5, 1, 1], (100, 50, -75, -75)),
    ],
)
def test_points_by_place(money: list[int], expected: tuple[int, ...]) -> None:
    """E-211, E-212, E-216, A-49: in tenths; equals get the average of the places that they hold together."""
    assert points(ended(money)) == expected


@pytest.mark.parametrize(
    ("money", "bots", "expected"),
    [
        ([100, 900, 300, 200], (1,), (-100, 0, 100, 0)),
        ([100, 900, 300, 800], (1, 3), (-100, 0, 100, 0)),
        ([100, 900, 800, 700], (1, 2, 3), (0, 0, 0, 0)),
        ([900, 100, 100, 100], (1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_places_among_humans_only(money: list[int], bots: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """E-211, E-214: alone against Robotron gives nothing, whatever the place."""
    state = ended(money, bots=bots)
    assert points(state) == expected
    outcome = game.outcome(state)
    assert outcome is not None and outcome.places == places(money) and outcome.scores == tuple(money)


def test_who_has_gone_does_not_count() -> None:
    """E-211, E-213: the others are ranked as three, two, one; the host takes ten off who left."""
    for gone, expected in (
        ((3,), (100, 0, -100, 0)),
        ((3, 0), (0, 100, -100, 0)),
        ((0, 1, 3), (0, 0, 100, 0)),
    ):
        state = scene(round_=12)
        for seat in gone:
            game.presence(state, seat, Presence("bot", "normal"), 1_000)
        state.phase = Over(500_000, [(n, 0, 0, n) for n in (400, 300, 200, 100)])
        assert points(state) == expected


def test_a_stand_in_is_still_a_human() -> None:
    """E-102, E-211: no points are lost by being away."""
    state = ended([300, 200])
    state.settlers[0].stand_in = state.settlers[0].away = True
    assert points(state) == (100, -100)


def test_all_have_gone() -> None:
    """E-213: nobody gets anything here."""
    assert human_points([], 3) == []


@pytest.mark.parametrize(("at", "counts"), [(119_999, False), (120_000, True)])
def test_under_two_minutes_it_does_not_count(at: int, counts: bool) -> None:
    """E-223, A-50"""
    state = ended([300, 200], at=at)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.points_tenths == ((100, -100) if counts else (0, 0))
    assert outcome.flags == (frozenset() if counts else frozenset({"short"}))


def test_a_match_that_waited_for_long_is_not_short() -> None:
    """A-50: start to end counts, not the last change before it; a round's end may wait for an hour."""
    state = scene(2)
    state.now = 100_000
    assert game.standing(state).flags == frozenset({"short"})
    assert game.standing(state, 119_999).flags == frozenset({"short"})
    assert game.standing(state, 120_000).flags == frozenset()


def test_a_collapsed_colony_counts_by_worth() -> None:
    """A-39, E-210: points as ever, no founder."""
    state = ended([90_000, 80_000], collapsed=True)
    assert points(state) == (100, -100) and phase_of(state, 0).founders == ()


def test_the_standing_is_there_all_the_time() -> None:
    """A-36: when the last human there ends it, by what stands now."""
    state = scene(2)
    state.settlers[1].money = 1_500
    assert game.standing(state).places == (2, 1) and game.outcome(state) is None
