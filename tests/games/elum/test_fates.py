"""The 22 events that a turn may bring."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.elum.data import EVENT_PER_MILLE, FATES, Good
from games.elum.events import TurnOpened
from games.elum.rules import fate
from games.elum.rules import turn as turns
from games.elum.state import Happened, Offer, State
from tests.games.elum.scenes import own, phase_of, rig, scene, stock, the

GOOD = [f"E{n}" for n in range(1, 14)]
BAD = [f"E{n}" for n in range(14, 23)]


def strike(state: State, seat: int, which: str) -> Happened:
    """This event strikes the seat."""
    possible = [each for each in FATES if each not in state.fates and fate.may_strike(state, seat, each)]
    rig(state, f"fate/{state.round}/{seat}", 0)
    rig(state, f"fate/{state.round}/{seat}/which", possible.index(which))
    happened = fate.strike(state, seat)
    assert happened is not None and happened.id == which
    return happened


def furnished(seats: int = 4, **how: Any) -> State:
    """Everybody has a plot of each sort with its ELUM and some goods, so that every event has its condition."""
    state = scene(seats, **how)
    for seat, row in enumerate("1245"[:seats]):
        goods: tuple[Good, ...] = ("food", "energy", "ore")
        for column, good in zip("ABC", goods, strict=True):
            own(state, seat, column + row, elums=(good,))
        stock(state, seat, food=4, energy=4)
    return state


def test_the_22() -> None:
    """E-070: 13 good, 9 bad, each with its words."""
    assert [name for name, entry in FATES.items() if entry.good] == GOOD
    assert [name for name, entry in FATES.items() if not entry.good] == BAD
    assert len({entry.text for entry in FATES.values()}) == 22


@pytest.mark.parametrize(("draw", "comes"), [(0, True), (274, True), (275, False), (999, False)])
def test_a_chance_of_27_5_percent(draw: int, comes: bool) -> None:
    """E-069, A-8: in round 1 as well, once a turn."""
    assert EVENT_PER_MILLE == 275
    for round_ in (1, 12):
        state = furnished(round_=round_)
        rig(state, f"fate/{round_}/2", draw)
        events = turns.open_turn(state, [2], 0, reversed_=False)
        assert (the(events, TurnOpened).happened is not None) == comes == (len(state.fates) == 1)


def test_it_really_is_27_5_percent() -> None:
    """E-069"""
    hits = 0
    for number in range(1_000):
        state = furnished(seed=number.to_bytes(32, "big"))
        hits += fate.strike(state, 3) is not None
    assert abs(hits / 1_000 - 0.275) < 0.04


def test_each_at_most_once() -> None:
    """E-071: whoever got it; when none is left, none comes."""
    state = furnished()
    for number in range(60):
        rig(state, f"fate/1/{1 + number % 3}", 0)
        fate.strike(state, 1 + number % 3)
        rig(state, "fate/1/0", 0)
        fate.strike(state, 0)
        for seat in range(4):
            state.settlers[seat].money = 1000
            stock(state, seat, food=4)
            own(state, seat, f"G{seat + 1}", f"F{seat + 1}", elums=("food", "energy", "ore"))
    assert sorted(state.fates) == sorted(FATES)
    for seat in range(4):
        rig(state, f"fate/1/{seat}", 0)
        assert fate.strike(state, seat) is None


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (4, [BAD, GOOD + BAD, GOOD, GOOD]),
        (3, [BAD, GOOD, GOOD]),
        (2, [[], GOOD]),
    ],
)
def test_who_gets_what(seats: int, expected: list[list[str]]) -> None:
    """E-072, E-073, A-4: no good ones for the first, no bad ones for the last two; by rank, not by seat."""
    for rank in (list(range(seats)), list(reversed(range(seats)))):
        state = furnished(seats)
        state.rank = rank
        for place, seat in enumerate(rank):
            assert [name for name in FATES if fate.may_strike(state, seat, name)] == expected[place]


@pytest.mark.parametrize(
    ("name", "factor", "per"),
    [
        ("E3", 2, 1),
        ("E4", 4, 1),
        ("E5", 2, 1),
        ("E6", 4, 1),
        ("E7", 8, 1),
        ("E8", 2, 1),
        ("E9", 3, 1),
        ("E10", 6, 1),
        ("E11", 4, 1),
        ("E12", 2, 1),
        ("E15", -3, 1),
        ("E16", -2, 1),
        ("E17", -1, 1),
        ("E18", -6, 1),
        ("E19", -4, 1),
        ("E20", -4, 1),
        ("E21", -4, 1),
    ],
)
@pytest.mark.parametrize(("round_", "m"), [(1, 25), (3, 25), (4, 50), (7, 75), (12, 100)])
def test_money_of_the_events(name: str, factor: int, per: int, round_: int, m: int) -> None:
    """E-070, A-1: multiples of m = 25, 50, 75, 100 by quarter."""
    state = furnished(round_=round_)
    happened = strike(state, 1, name)
    assert happened.money == factor * m * per == state.settlers[1].money - 1000


def test_money_per_elum() -> None:
    """E-070: E5 by food ELUMs, E16 by Erz and Glimmer ELUMs, E17 by energy ELUMs."""
    for name, goods, expected in (
        ("E5", ("food", "food", "food"), 150),
        ("E16", ("ore", "crystal", "ore"), -150),
        ("E17", ("energy", "energy", "energy"), -75),
    ):
        state = scene(level="turnier")
        for column, good in zip("ABC", goods, strict=True):
            own(state, 1, column + "1", elums=(good,))  # type: ignore[arg-type]
        own(state, 0, "A2", elums=("food", "energy", "ore"))
        happened = strike(state, 1, name)
        assert (happened.money, happened.count) == (expected, 3)


def test_money_never_falls_below_zero() -> None:
    """E-070"""
    state = furnished(round_=12)
    state.settlers[1].money = 20
    assert strike(state, 1, "E18").money == -20 and state.settlers[1].money == 0


def test_goods_of_the_events() -> None:
    """E-070: E1 three Nahrung and two Energie, E2 two Erz, E14 half the Nahrung, rounded down."""
    state = furnished()
    strike(state, 3, "E1")
    strike(state, 3, "E2")
    assert state.settlers[3].goods == {"food": 7, "energy": 6, "ore": 2, "crystal": 0}
    for food, left in ((2, 1), (3, 2), (9, 5)):
        state = furnished()
        stock(state, 0, food=food)
        assert strike(state, 0, "E14").count == food - left and state.settlers[0].goods["food"] == left


@pytest.mark.parametrize("name", ["E3", "E4", "E5", "E15", "E16", "E17"])
def test_without_such_elums_it_does_not_come(name: str) -> None:
    """E-070"""
    state = scene()
    own(state, 1, "A1", "B1")
    assert not fate.may_strike(state, 1, name)


def test_conditions_of_food_and_land() -> None:
    """E-070: E14 needs two Nahrung, E22 two plots, E13 a free one."""
    state = scene()
    stock(state, 0, food=1)
    own(state, 0, "A1")
    assert not fate.may_strike(state, 0, "E14") and not fate.may_strike(state, 0, "E22")
    stock(state, 0, food=2)
    own(state, 0, "B1")
    assert fate.may_strike(state, 0, "E14") and fate.may_strike(state, 0, "E22")
    assert fate.may_strike(state, 3, "E13")
    for plot in state.plots.values():
        plot.owner = 0
    state.plots["E3"].owner = None
    assert not fate.may_strike(state, 3, "E13")


def test_a_gift_of_land() -> None:
    """E-070: E13 is a free plot by chance."""
    state = scene()
    own(state, 0, "A1", "C1")
    rig(state, "fate/1/3/plot", 0)
    assert strike(state, 3, "E13").plot == "B1" and state.plots["B1"].owner == 3


def test_the_newest_plot_is_lost_with_its_elums_and_its_offer() -> None:
    """E-070, A-24, A-27, A-29: E22; the badge stays with the place."""
    state = scene()
    own(state, 0, "I5", elums=("food",))
    own(state, 0, "A1", elums=("food", "ore"))
    state.plots["A1"].badge, state.plots["A1"].made = True, {"food": 30}
    own(state, 1, "C1")
    state.offers = [Offer(0, "A1"), Offer(1, "C1")]
    assert strike(state, 0, "E22").plot == "A1"
    lost = state.plots["A1"]
    assert lost.owner is None and lost.elums == [] and lost.badge and lost.made == {"food": 30}
    assert state.offers == [Offer(1, "C1")] and state.plots["I5"].elums == ["food"]


def test_who_has_no_food_gets_the_parcel_first() -> None:
    """E-070: not the first in the ranking, once, and never above the 27.5 %."""
    state = furnished()
    for seat in range(4):
        stock(state, seat)
    rig(state, "fate/1/2", 0)
    happened = fate.strike(state, 2)
    assert happened is not None and happened.id == "E1"
    rig(state, "fate/1/3", 0)
    happened = fate.strike(state, 3)
    assert happened is not None and happened.id != "E1"
    rig(state, "fate/2/1", 275)
    state.round, state.fates = 2, []
    assert fate.strike(state, 1) is None


def test_all_that_fit_are_drawn_alike() -> None:
    """E-070"""
    drawn: Counter[str] = Counter()
    for number in range(2_400):
        state = furnished(seed=number.to_bytes(32, "big"))
        happened = fate.strike(state, 1)
        drawn.update([happened.id] if happened else [])
    assert set(drawn) == set(FATES)
    mean = sum(drawn.values()) / 22
    assert all(0.4 * mean < count < 1.75 * mean for count in drawn.values())


def test_what_befell_is_public() -> None:
    """It stands in the window for all."""
    state = furnished()
    strike_at = furnished()
    rig(strike_at, "fate/1/2", 0)
    turns.open_turn(strike_at, [2], 0, reversed_=False)
    assert phase_of(strike_at, None).happened is not None
    assert state.fates == []
