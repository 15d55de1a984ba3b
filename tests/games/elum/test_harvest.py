"""Production: yields, energy, books, bonuses, refinement."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.elum.actions import Fetch, Place
from games.elum.data import GOODS, HARVEST_NOISE, NOISE_TWO, Good, Tier
from games.elum.events import Balance, Fetched, Harvested, Placed
from games.elum.game import game
from games.elum.rules import harvest
from games.elum.rules.chance import weighted
from games.elum.state import Book, State
from games.kernel.dice import Dice
from tests.games.elum.scenes import (
    SEED,
    calm,
    do,
    ground,
    harvest_of,
    hold,
    made,
    noise,
    own,
    reap,
    refused,
    rig,
    scene,
    stock,
    the,
    turn,
    until,
)


def fed(seats: int = 4, **how: Any) -> State:
    """No chance, and energy for all."""
    state = scene(seats, **how)
    for seat in range(seats):
        stock(state, seat, energy=40)
    calm(state)
    return state


# --- yields --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("good", "units"), [("food", (2, 4, 1, 1, 1)), ("energy", (3, 2, 1, 1, 1)), ("ore", (1, 2, 3, 4))]
)
def test_yields_by_terrain(good: Good, units: tuple[int, ...]) -> None:
    """E-104, E-049: Steppe, river, mountains with one to three peaks; far apart, without chance."""
    state = fed()
    places = ["A1", "E1", "C2", "G2", "I4"] if good != "ore" else ["A1", "C2", "G2", "I4"]
    for peaks, plot in zip((1, 2, 3), ("C2", "G2", "I4"), strict=True):
        ground(state, plot, "mountain", peaks=peaks)
    for seat, plot in enumerate(places):
        own(state, seat % 4, plot, elums=(good,))
    crops = made(state)
    assert tuple(crops[plot, good] for plot in places) == units


@pytest.mark.parametrize("deposit", [0, 1, 2, 3, 4])
def test_glimmer_by_its_deposit(deposit: int) -> None:
    """E-104, E-034: on Steppe and mountain alike, assayed or not."""
    state = fed(level="turnier")
    ground(state, "A1", "plain", deposit=deposit)
    ground(state, "C3", "mountain", peaks=3, deposit=deposit)
    own(state, 0, "A1", elums=("crystal",))
    own(state, 1, "C3", elums=("crystal",))
    assert made(state) == {("A1", "crystal"): deposit, ("C3", "crystal"): deposit}


def test_a_plot_without_an_elum_yields_nothing() -> None:
    """E-104"""
    state = fed()
    own(state, 0, "A1")
    assert made(state) == {}


@pytest.mark.parametrize(
    ("neighbours", "plus"),
    [(["A2"], 1), (["B1"], 1), (["A2", "B1"], 1), (["B2"], 0), (["A3"], 0), ([], 0)],
)
def test_one_more_beside_an_own_plot_of_the_same_good(neighbours: list[str], plus: int) -> None:
    """E-105: flat, not per neighbour; no diagonals."""
    state = fed()
    own(state, 0, "A1", elums=("energy",))
    own(state, 0, *neighbours, elums=("energy",))
    more = (1 + len(neighbours)) // 3
    assert made(state)["A1", "energy"] == 3 + plus + more


def test_neighbours_of_others_or_of_another_good_do_not_count() -> None:
    """E-105"""
    state = fed()
    own(state, 0, "B2", elums=("energy",))
    own(state, 1, "A2", "C2", elums=("energy",))
    own(state, 0, "B1", elums=("food",))
    assert made(state)["B2", "energy"] == 3


@pytest.mark.parametrize(("count", "plus"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
def test_one_more_for_every_three_of_the_good(count: int, plus: int) -> None:
    """E-106: far apart, so that no neighbour counts."""
    state = fed()
    plots = ["A1", "C1", "F1", "I1", "B2", "D2", "G2", "A3", "C3"]
    own(state, 0, *plots[:count], elums=("energy",))
    own(state, 1, "I5", "G5", "C5", elums=("energy",))
    crops = made(state)
    assert {crops[plot, "energy"] for plot in plots[:count]} == {3 + plus}


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("einsteiger", {0: 100_000}),
        ("standard", {0: 67_600, 1: 16_200, -1: 16_200}),
        ("turnier", {0: 37_748, 1: 24_303, -1: 24_303, 2: 6_248, -2: 6_248, 3: 575, -3: 575}),
    ],
)
def test_the_random_change(level: Tier, expected: dict[int, int]) -> None:
    """E-020, E-107"""
    assert {value: share for share, value in HARVEST_NOISE[level]} == expected
    assert sum(expected.values()) == 100_000
    dice = Dice(SEED)
    drawn = Counter(weighted(dice, "x", HARVEST_NOISE[level]) for _draw in range(5_000))
    assert set(drawn) <= set(expected)
    assert all(abs(drawn[value] / 5_000 - share / 100_000) < 0.03 for value, share in expected.items())


@pytest.mark.parametrize(("level", "limit"), [("einsteiger", 0), ("standard", 1), ("turnier", 3)])
def test_harvests_vary_within_the_limit(level: Tier, limit: int) -> None:
    """E-020, E-107: drawn for each ELUM anew, also where the base is 0 (A-34)."""
    seen: set[int] = set()
    plots = ("A1", "C1", "F1", "I1", "A3", "C3", "G3", "I3", "B5", "D5", "F5", "I5")
    for number in range(60):
        state = scene(4, level=level, seed=number.to_bytes(32, "big"))
        for place, plot in enumerate(plots):
            own(state, place % 4, plot, elums=("energy",))
        seen |= {units - 3 - 1 for units in made(state).values()}
    assert seen <= set(range(-limit, limit + 1)) and len(seen) >= min(5, 2 * limit + 1)
    state = fed(level="turnier")
    own(state, 0, "A1", elums=("crystal",))
    noise(state, "A1", "crystal", 2)
    assert made(state)["A1", "crystal"] == 2


def test_an_elum_yields_0_to_8() -> None:
    """E-108"""
    state = fed(level="turnier")
    ground(state, "C3", "mountain", peaks=3)
    mountains = ["C3", "C2", "B3", "D3", "C4", "A3", "A1", "I1", "I5", "G5", "F1", "C5"]
    own(state, 0, *mountains, elums=("ore",))
    noise(state, "C3", "ore", 3)
    own(state, 1, "G2", elums=("food",))
    noise(state, "G2", "food", -3)
    crops = made(state)
    assert crops["C3", "ore"] == 8 < 4 + 1 + 4 + 3
    assert crops["G2", "food"] == 0


# --- energy --------------------------------------------------------------------------------------


@pytest.mark.parametrize("energy", [0, 1, 2, 3, 4])
def test_a_missing_unit_stops_an_elum(energy: int) -> None:
    """E-029, E-110: energy ELUMs need none; paid from the old stock, before the harvest."""
    state = fed()
    stock(state, 0, energy=energy)
    own(state, 0, "A1", "C1", "A3", elums=("food",))
    own(state, 0, "I1", "I5", elums=("energy",))
    its = reap(state)
    idle = [crop for crop in its.crops if crop.idle]
    assert len(idle) == max(0, 3 - energy) and all(crop.good == "food" and crop.units == 0 for crop in idle)
    assert its.books[0]["energy"].used == min(energy, 3) and its.books[0]["energy"].made == 6


def test_which_one_stops_is_chance() -> None:
    """E-110"""
    idle: Counter[str] = Counter()
    for number in range(300):
        state = scene(seed=number.to_bytes(32, "big"))
        stock(state, 0, energy=2)
        own(state, 0, "A1", "C1", "A3", elums=("food",))
        idle.update(crop.plot for crop in reap(state).crops if crop.idle)
    assert set(idle) == {"A1", "C1", "A3"} and min(idle.values()) > 60


# --- books ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "need"), [(1, 3), (5, 4), (9, 5)])
@pytest.mark.parametrize("food", [0, 2, 3, 6, 9])
def test_use_and_spoilage_of_food(round_: int, need: int, food: int) -> None:
    """E-028, E-141, E-142: half of the rest, rounded down; the harvest after it."""
    state = fed(round_=round_)
    stock(state, 0, food=food)
    own(state, 0, "E1", elums=("food",))
    stock(state, 0, food=food, energy=1)
    used = min(food, need)
    rotten = (food - used) // 2
    assert reap(state).books[0]["food"] == Book(food, used, rotten, 0, 4)
    assert state.settlers[0].goods["food"] == food - used - rotten + 4


@pytest.mark.parametrize(("energy", "rotten"), [(0, 0), (2, 0), (5, 0), (6, 1), (9, 1), (10, 2), (22, 5)])
def test_use_and_spoilage_of_energy(energy: int, rotten: int) -> None:
    """E-141, E-142: one per ELUM but the energy ELUMs, then a quarter of the rest, rounded down."""
    state = fed()
    own(state, 0, "A1", elums=("food",))
    own(state, 0, "C1", elums=("ore",))
    own(state, 0, "I1", elums=("energy",))
    stock(state, 0, energy=energy)
    assert reap(state).books[0]["energy"] == Book(energy, min(2, energy), rotten, 0, 3)


@pytest.mark.parametrize("good", ["ore", "crystal"])
@pytest.mark.parametrize(("old", "rotten"), [(0, 0), (50, 0), (51, 1), (80, 30)])
def test_minerals_above_50_are_lost(good: Good, old: int, rotten: int) -> None:
    """E-143: of the old stock, the harvest comes on top."""
    state = fed(level="turnier")
    ground(state, "A1", "plain", deposit=1)
    own(state, 0, "A1", elums=(good,))
    stock(state, 0, energy=1, **{good: old})
    assert reap(state).books[0][good] == Book(old, 0, rotten, 0, 1)
    assert state.settlers[0].goods[good] == old - rotten + 1


# --- bonuses -------------------------------------------------------------------------------------


def units(*made_by: tuple[int, int, int, int]) -> list[dict[Good, int]]:
    return [dict(zip(GOODS, made, strict=True)) for made in made_by]


def test_the_top_producer_gets_ten_a_unit() -> None:
    """E-123, E-124: over all goods together; of equals all; nobody with nothing (A-31)."""
    found = harvest.bonuses(units((5, 0, 0, 0), (2, 2, 2, 0), (0, 6, 0, 0), (1, 0, 0, 0)), GOODS[:3], None)
    assert [bonus.top for bonus in found] == [0, 60, 60, 0]
    assert [bonus.top for bonus in harvest.bonuses(units((0,) * 4, (0,) * 4), GOODS, None)] == [0, 0]


@pytest.mark.parametrize(("total", "many"), [(19, 0), (20, 200), (33, 200)])
def test_twenty_units(total: int, many: int) -> None:
    """E-125: everybody who makes it."""
    found = harvest.bonuses(units((total, 0, 0, 0), (0, total - 1, 1, 0)), GOODS[:3], None)
    assert [bonus.many for bonus in found] == [many, many]


def test_one_of_each_good() -> None:
    """E-126: three goods, in Turnier four."""
    both = units((1, 1, 1, 0), (1, 1, 1, 1), (9, 9, 0, 0))
    assert [bonus.each for bonus in harvest.bonuses(both, GOODS[:3], None)] == [400, 400, 0]
    assert [bonus.each for bonus in harvest.bonuses(both, GOODS, None)] == [0, 400, 0]


@pytest.mark.parametrize("level", ["standard", "turnier"])
def test_the_bonuses_of_a_harvest(level: Tier) -> None:
    """E-123 to E-126, A-32: paid in the balance, before the auctions; every round again."""
    state = fed(level=level)
    calm(state)
    own(state, 1, "A1", elums=("food",))
    own(state, 1, "C1", elums=("energy",))
    own(state, 1, "A3", elums=("ore",))
    for round_ in (1, 2):
        state.round = round_
        stock(state, 1, energy=10)
        calm(state)
        before = [settler.money for settler in state.settlers]
        its = reap(state)
        each = 400 if level == "standard" else 0
        assert its.bonuses[1].total == 60 + each
        gained = [settler.money - old for settler, old in zip(state.settlers, before, strict=True)]
        assert gained == [0, 60 + each, 0, 0]


def test_bonuses_count_what_is_credited() -> None:
    """E-123, A-30: units taken by pirates never appear."""
    state = fed()
    own(state, 0, "A1", elums=("energy",))
    ground(state, "I1", "mountain", peaks=3)
    own(state, 1, "I1", elums=("ore",))
    its = reap(state, "pirates", good="ore")
    assert [bonus.top for bonus in its.bonuses] == [30, 0, 0, 0]


def test_the_first_glimmer_block_of_the_match() -> None:
    """E-127, A-30: in the order of the show, once; a block that never appears doesn't count."""
    state = fed(level="turnier")
    for seat, plot in enumerate(("A1", "I1", "C3", "G5")):
        ground(state, plot, "plain", deposit=2)
        own(state, seat, plot, elums=("crystal",))
    robbed = reap(state, "pirates", good="crystal")
    assert [bonus.crystal for bonus in robbed.bonuses] == [0] * 4 and robbed.first is None
    for seat in range(4):
        stock(state, seat, energy=5)
    its = reap(state)
    first = next(crop for crop in its.crops if crop.units)
    assert its.first == first.plot
    assert [bonus.crystal for bonus in its.bonuses] == [500 if seat == first.seat else 0 for seat in range(4)]
    for seat in range(4):
        stock(state, seat, energy=5)
    assert [bonus.crystal for bonus in reap(state).bonuses] == [0] * 4


def test_the_order_of_the_show_is_drawn_anew() -> None:
    """A-30"""
    firsts: Counter[int] = Counter()
    for number in range(200):
        state = scene(level="turnier", seed=number.to_bytes(32, "big"))
        for seat, plot in enumerate(("A1", "I1", "C3", "G5")):
            ground(state, plot, "plain", deposit=4)
            own(state, seat, plot, elums=("crystal",))
            stock(state, seat, energy=5)
        firsts.update(seat for seat, bonus in enumerate(reap(state).bonuses) if bonus.crystal)
    assert sum(firsts.values()) == 200 and min(firsts[seat] for seat in range(4)) > 25


# --- refinement ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "before", "refined"),
    [
        (12, {"energy": 20}, False),
        (12, {"energy": 21}, True),
        (12, {"food": 16, "ore": 16}, False),
        (12, {"food": 16, "ore": 17}, True),
        (6, {"energy": 8}, False),
        (6, {"energy": 9}, True),
        (6, {"food": 7, "ore": 7}, False),
        (6, {"food": 7, "ore": 8}, True),
    ],
)
def test_when_a_plot_is_refined(rounds: int, before: dict[Good, int], refined: bool) -> None:
    """E-129, E-130: 24 of one good or 36 in all, with six rounds half; this harvest brings three."""
    state = fed(rounds=rounds)
    own(state, 0, "A1", elums=("energy",))
    state.plots["A1"].made = dict(before)
    its = reap(state)
    assert state.plots["A1"].badge == refined == (its.refined == ["A1"])
    stock(state, 0, energy=5)
    assert reap(state).refined != ["A1"] or not refined


def test_it_is_the_plots_whoever_owned_it() -> None:
    """A-27: counters and badge survive a sale."""
    state = fed()
    own(state, 0, "A1", elums=("energy",))
    state.plots["A1"].made = {"energy": 21}
    state.plots["A1"].owner = 2
    assert reap(state).refined == ["A1"]


def test_switched_off_nothing_of_it_happens() -> None:
    """E-128"""
    state = fed(refinement=False)
    own(state, 0, "A1", elums=("energy",))
    state.plots["A1"].made = {"energy": 60}
    assert reap(state).refined == [] and not state.plots["A1"].badge
    state.plots["A1"].badge = True
    turn(state, 0)
    hold(state, "food")
    do(state, 0, Place("A1"), 10)
    until(state, Placed)
    assert state.plots["A1"].elums == ["food"]


def test_a_second_elum() -> None:
    """E-133, A-28: with a different good; without a badge it would be a swap."""
    for badge, expected in ((True, ["food", "energy"]), (False, ["energy"])):
        state = scene()
        own(state, 0, "A1", elums=("food",))
        state.plots["A1"].badge = badge
        turn(state, 0)
        hold(state, "energy")
        do(state, 0, Place("A1"), 10)
        until(state, Placed)
        assert state.plots["A1"].elums == expected
        assert refused(state, 0, Place("A1", "food"), game.wake_at(state) or 0) in ("hand_empty", "same", "not_asked")


def test_the_same_good_twice_is_refused_on_a_refined_plot() -> None:
    """E-133"""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    state.plots["A1"].badge = True
    turn(state, 0)
    hold(state, "food")
    assert refused(state, 0, Place("A1"), 10) == "same"
    hold(state, "ore")
    assert refused(state, 0, Place("A1", "food"), 10) == "not_there"


def test_two_stand_there_and_the_game_asks_which() -> None:
    """A-28: only what leaves two different goods."""
    state = scene()
    own(state, 0, "A1", elums=("food", "energy"))
    state.plots["A1"].badge = True
    turn(state, 0)
    hold(state, "ore")
    assert refused(state, 0, Place("A1"), 10) == "which"
    assert refused(state, 0, Place("A1", "crystal"), 10) == "not_there"
    legal = {action for action in game.actions(state, 0) if isinstance(action, Place)}
    assert legal == {Place("A1", "food"), Place("A1", "energy")}
    do(state, 0, Place("A1", "food"), 10)
    until(state, Placed)
    assert sorted(state.plots["A1"].elums) == ["energy", "ore"]
    hold(state, "energy")
    assert refused(state, 0, Place("A1", "ore"), 5_000) == "twice"
    assert refused(state, 0, Place("A1", "energy"), 5_000) == "same"


def test_fetching_one_of_two() -> None:
    """E-092"""
    state = scene()
    own(state, 0, "A1", elums=("food", "energy"))
    turn(state, 0)
    fetches = [action for action in game.actions(state, 0) if isinstance(action, Fetch)]
    assert fetches == [Fetch("A1", "food"), Fetch("A1", "energy")]
    do(state, 0, Fetch("A1", "energy"), 10)
    until(state, Fetched)
    assert state.plots["A1"].elums == ["food"]


def test_both_harvest_and_need_energy() -> None:
    """E-134, E-110, A-28, A-29: by terrain, each a unit of Energie; the neighbour bonus from either."""
    state = fed()
    own(state, 0, "E1", elums=("food", "energy"))
    own(state, 0, "D1", elums=("ore", "food"))
    stock(state, 0, energy=2)
    its = reap(state)
    crops = {(crop.plot, crop.good): crop for crop in its.crops}
    assert its.books[0]["energy"].used == 2
    assert crops["E1", "energy"].units == 2
    assert sum(crop.idle for crop in its.crops) == 1
    state = fed()
    own(state, 0, "E1", elums=("food", "energy"))
    own(state, 0, "D1", elums=("ore", "food"))
    crops_of = made(state)
    assert crops_of == {("E1", "food"): 5, ("E1", "energy"): 2, ("D1", "ore"): 1, ("D1", "food"): 3}
    assert harvest_of(state, 0, "food") == 8


def test_two_elums_never_at_the_river_for_minerals() -> None:
    """E-090, A-28"""
    state = scene()
    own(state, 0, "E1", elums=("food",))
    state.plots["E1"].badge = True
    turn(state, 0)
    hold(state, "ore")
    assert refused(state, 0, Place("E1"), 10) == "river"


# --- the show ------------------------------------------------------------------------------------


def test_the_times_of_the_show() -> None:
    """The picture 5 s, then blocks 0.2 s each, all in 12 s, then the balance."""
    state = fed()
    own(state, 0, "A1", elums=("energy",))
    rig(state, "colony/1", 0)
    from games.elum.rules import harvest as rules

    rules.enter(state, 0)
    at, events = until(state, Harvested)
    assert at == 5_000
    balance, _events = until(state, Balance)
    units_ = sum(crop.units for crop in the(events, Harvested).crops)
    assert balance == 5_000 + 200 * units_ + 1_500
    assert the(events, Harvested).block_ms == 200
    state = fed()
    for seat, column in enumerate("ABCD"):
        own(state, seat, *(column + row for row in "12345"), elums=("energy",))
    its = reap(state)
    total = sum(crop.units for crop in its.crops)
    assert total > 60 and total * its.block_ms <= 12_000


def test_the_noise_of_the_tables_is_bell_shaped() -> None:
    """E-107: the sixth and last entries of Turnier's table are the rare ones."""
    assert [share for share, _value in NOISE_TWO] == sorted((share for share, _value in NOISE_TWO), reverse=True)
