"""Colony events: which comes, whom it strikes, what it does."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elum.data import COLONY_POOL, ColonyKind, Good, Tier
from games.elum.events import ColonyStruck, Harvested, MountainMoved, RanAway
from games.elum.game import game
from games.elum.rules import colony, harvest
from games.elum.rules.maps import NEIGHBOURS
from games.elum.state import ColonyEvent, Harvest, State
from tests.games.elum.scenes import calm, ground, made, none_of, own, reap, rig, scene, stock, the, until


def furnished(level: Tier = "standard", round_: int = 3, seats: int = 4) -> State:
    """Everybody has everything, no chance in the harvest."""
    state = scene(seats, level=level, round_=round_)
    for seat, row in enumerate("1245"[:seats]):
        goods: tuple[Good, ...] = ("food", "energy", "ore")
        for column, good in zip("ACG", goods, strict=True):
            own(state, seat, column + row, elums=(good,))
        stock(state, seat, food=6, energy=6, ore=2, crystal=1 if level == "turnier" else 0)
    calm(state)
    return state


def drawn(state: State) -> ColonyEvent:
    return colony.draw(state)


@pytest.mark.parametrize("rounds", [6, 12])
def test_every_round_but_the_last_has_one(rounds: int) -> None:
    """E-111"""
    for round_ in range(1, rounds + 1):
        state = scene(round_=round_, rounds=rounds)
        own(state, 0, "A1", elums=("energy",))
        events = harvest.enter(state, 0)
        assert none_of(events, ColonyStruck) == (round_ == rounds)
        assert none_of(events, Harvested) == (round_ < rounds)
        assert sum(state.colony.values()) == (round_ < rounds)


def test_how_often_each_can_come() -> None:
    """E-111, E-113 to E-121"""
    assert COLONY_POOL == {
        "rain": 3, "sun": 3, "pest": 3, "quake": 3, "pirates": 2, "meteor": 2, "radiation": 2, "fire": 2,
    }  # fmt: skip
    state = furnished("turnier")
    for _draw in range(20):
        for seat in range(4):
            own(state, seat, f"B{seat + 1}", elums=("food", "energy"))
        state.store.goods["food"] = 4
        drawn(state)
    assert state.colony == COLONY_POOL


@pytest.mark.parametrize("level", ["einsteiger", "standard", "turnier"])
def test_kinds_weigh_what_is_left_of_them(level: Tier) -> None:
    """E-111, E-113 to E-121, A-10: a meteorite in Turnier only."""
    kinds: Counter[str] = Counter()
    state = furnished(level)
    for number in range(1_000):
        state.dice.seed, state.dice.drawn, state.colony = number.to_bytes(32, "big"), {}, {}
        kinds[drawn(state).kind] += 1
    pool = {kind: count for kind, count in COLONY_POOL.items() if kind != "meteor" or level == "turnier"}
    assert set(kinds) == set(pool)
    for kind, count in pool.items():
        assert abs(kinds[kind] / 1_000 - count / sum(pool.values())) < 0.04
    state = furnished(level)
    state.colony = {"rain": 3, "sun": 3, "pest": 3, "quake": 2, "pirates": 2, "radiation": 2, "fire": 2, "meteor": 2}
    assert drawn(state).kind == "quake"


@pytest.mark.parametrize("round_", [1, 2])
def test_early_rounds_have_four_kinds(round_: int) -> None:
    """A-43: if they have a target, else any."""
    kinds = set()
    for number in range(150):
        state = furnished(round_=round_)
        state.dice.seed = number.to_bytes(32, "big")
        kinds.add(drawn(state).kind)
    assert kinds == {"rain", "sun", "pirates", "fire"}
    state = scene(round_=round_)
    assert drawn(state).kind == "fire", "in round 1 the store still has its stock"
    state = scene(round_=round_)
    state.store.goods = dict.fromkeys(state.store.goods, 0)
    assert drawn(state).kind == "quake"


def targets(state: State) -> set[ColonyKind]:
    return {kind for kind in COLONY_POOL if colony.has_target(state, kind)}


def test_what_has_no_target_is_drawn_again() -> None:
    """E-111, A-14"""
    state = scene(level="turnier")
    assert targets(state) == {"quake", "meteor", "fire"}
    state.store.goods = dict.fromkeys(state.store.goods, 0)
    assert targets(state) == {"quake", "meteor"}
    own(state, 3, "A1", elums=("food",))
    assert targets(state) == {"quake", "meteor", "rain"}
    own(state, 1, "B1", elums=("food",))
    assert targets(state) == {"quake", "meteor", "rain", "pest", "radiation"}
    own(state, 2, "C1", elums=("energy", "crystal"))
    assert targets(state) == {"quake", "meteor", "rain", "pest", "radiation", "sun", "pirates"}


def test_a_round_has_its_event_even_if_nothing_is_left_to_strike() -> None:
    """E-111: three quakes are over, the store is empty, no ELUM stands anywhere."""
    state = scene(round_=8)
    state.store.goods = dict.fromkeys(state.store.goods, 0)
    state.colony = {"quake": 3, "fire": 2}
    for _round in range(8, 12):
        event = drawn(state)
        assert event.kind in ("rain", "sun", "pirates")
        assert made(state, event.kind, row=event.row, good=event.good) == {}


# --- before the harvest --------------------------------------------------------------------------


def test_acid_rain() -> None:
    """E-113: in one row food +4 and energy −2 an ELUM, in all others +1 and −1; limited again."""
    state = scene(round_=3)
    calm(state)
    for seat, row in enumerate("123"):
        own(state, seat, "A" + row, elums=("food",))
        own(state, seat, "C" + row, elums=("energy",))
        stock(state, seat, energy=9)
    own(state, 3, "G2", elums=("ore",))
    ground(state, "I2", "mountain", peaks=1)
    own(state, 2, "I2", elums=("energy",))
    stock(state, 3, energy=9)
    crops = made(state, "rain", row="2")
    assert [crops["A" + row, "food"] for row in "123"] == [3, 6, 3]
    assert [crops["C" + row, "energy"] for row in "123"] == [2, 1, 2]
    assert crops["G2", "ore"] == 1 and crops["I2", "energy"] == 0


def test_the_row_of_the_rain_is_any() -> None:
    """E-113"""
    rows = set()
    for number in range(60):
        state = furnished()
        rig(state, "colony/3", 0)
        state.dice.seed = number.to_bytes(32, "big")
        rows.add(drawn(state).row)
    assert rows == set("12345")


def test_rain_does_not_wake_an_elum_without_energy() -> None:
    """E-110, E-113"""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    stock(state, 0)
    assert made(state, "rain", row="1") == {("A1", "food"): 0}


def test_a_sunstorm() -> None:
    """E-114: +3 for each energy ELUM, at most 8."""
    state = scene(round_=3)
    calm(state)
    own(state, 0, "A1", "B1", "C1", "A2", "B2", "C2", elums=("energy",))
    own(state, 1, "I1", elums=("energy",))
    own(state, 1, "I5", elums=("food",))
    stock(state, 1, energy=3)
    crops = made(state, "sun")
    assert crops["A1", "energy"] == 8 and crops["I1", "energy"] == 6 and crops["I5", "food"] == 2


def test_a_meteorite() -> None:
    """E-119: the deposit is very high at once and for all to see; owner and ELUM stay, the ring doesn't change."""
    state = furnished("turnier")
    own(state, 0, "B3", elums=("crystal",))
    assert made(state, "meteor", plot="B3")["B3", "crystal"] == 4
    assert state.plots["B3"].owner == 0
    assert all(game.observe(state, viewer).plots["B3"].deposit == 4 for viewer in (None, 0, 1, 2, 3))
    assert state.plots["B2"].deposit == state.plots["C3"].deposit == 0


def test_where_a_meteorite_falls() -> None:
    """E-119: not on the river or the town, not where the deposit is high already."""
    hit = set()
    for number in range(300):
        state = scene(level="turnier", round_=3)
        state.colony = {kind: count for kind, count in COLONY_POOL.items() if kind != "meteor"}
        for plot in ("A1", "A2"):
            ground(state, plot, "plain", deposit=3 if plot == "A1" else 4)
        ground(state, "A3", "plain", deposit=2)
        state.dice.seed = number.to_bytes(32, "big")
        hit.add(drawn(state).plot)
    assert "A3" in hit and not hit & {"A1", "A2", "E1", "E2", "E3", "E4", "E5"} and len(hit) > 30


@pytest.mark.parametrize(("seats", "best"), [(4, {0, 1}), (3, {0, 1}), (2, {0})])
@pytest.mark.parametrize("kind", ["radiation", "pest"])
def test_one_of_the_best_is_struck(seats: int, best: set[int], kind: ColonyKind) -> None:
    """E-115, E-120, A-15: ranks 1 and 2, of two settlers the first."""
    struck = set()
    for number in range(80):
        state = furnished(seats=seats)
        state.colony = {other: count for other, count in COLONY_POOL.items() if other != kind}
        state.dice.seed = number.to_bytes(32, "big")
        event = drawn(state)
        assert event.kind == kind and event.plot is not None
        struck.add(event.seat)
        assert state.plots[event.plot].owner == event.seat and event.good in state.plots[event.plot].elums
        assert kind != "pest" or event.good == "food"
    assert struck == best


def test_radiation_destroys_the_elum() -> None:
    """E-120, A-29: before the harvest, so it needs no energy any more; the other one on the plot stays."""
    state = scene(round_=3)
    calm(state)
    own(state, 0, "A1", elums=("food", "ore"))
    stock(state, 0, energy=1)
    its = reap(state, "radiation", plot="A1", seat=0, good="food")
    assert state.plots["A1"].elums == ["ore"] and its.books[0]["energy"].used == 1
    assert {(crop.good, crop.units) for crop in its.crops} == {("ore", 1)}


# --- after it ------------------------------------------------------------------------------------


def test_a_pest() -> None:
    """E-115: that food ELUM yields nothing, all others do."""
    state = furnished()
    its = reap(state, "pest", plot="A1", seat=0, good="food")
    struck = next(crop for crop in its.crops if (crop.plot, crop.good) == ("A1", "food"))
    assert struck.units == 0 and struck.spoilt
    assert all(crop.units for crop in its.crops if crop is not struck)
    assert state.plots["A1"].elums == ["food"]


def test_a_quake_halves_the_harvest_of_ore() -> None:
    """E-116, A-11: per ELUM, rounded down; nothing else, not even Glimmer."""
    state = scene(level="turnier", round_=3)
    calm(state)
    for plot, peaks in (("A1", 1), ("C1", 2), ("I1", 3)):
        ground(state, plot, "mountain", peaks=peaks, deposit=3)
    for seat, plot in enumerate(("A1", "C1", "I1")):
        own(state, seat, plot, elums=("ore",))
        stock(state, seat, energy=9)
    own(state, 3, "A5", elums=("food",))
    ground(state, "I5", "plain", deposit=3)
    own(state, 3, "I5", elums=("crystal",))
    stock(state, 3, energy=9)
    assert made(state, "quake") == {
        ("A1", "ore"): 1, ("C1", "ore"): 1, ("I1", "ore"): 2, ("A5", "food"): 2, ("I5", "crystal"): 3,
    }  # fmt: skip


def test_in_half_of_the_quakes_a_mountain_wanders() -> None:
    """E-117: with the Steppe left or right of it in its row."""
    wandered = 0
    for number in range(400):
        state = scene(round_=3)
        state.colony = {kind: count for kind, count in COLONY_POOL.items() if kind != "quake"}
        state.dice.seed = number.to_bytes(32, "big")
        event = drawn(state)
        if event.to is not None:
            assert event.plot is not None
            wandered += 1
            assert state.plots[event.plot].kind == "mountain" and state.plots[event.to].kind == "plain"
            assert event.to in NEIGHBOURS[event.plot] and event.to[1] == event.plot[1]
    assert 165 < wandered < 235


def test_what_wanders_and_what_stays() -> None:
    """E-117, A-12, A-27: ground, peaks and ELUMs change places; owner, deposit, badge and counters stay."""
    state = scene(level="turnier", round_=3)
    calm(state)
    ground(state, "B2", "mountain", peaks=3, deposit=2)
    ground(state, "C2", "plain", deposit=1)
    own(state, 0, "B2", elums=("ore", "food"))
    own(state, 1, "C2", elums=("energy",))
    state.plots["B2"].badge, state.plots["B2"].known = True, [0]
    stock(state, 0, energy=9)
    state.phase = Harvest("event", 0, 0, ColonyEvent("quake", plot="B2", to="C2"))
    _at, events = until(state, Harvested)
    assert {(crop.plot, crop.good, crop.units) for crop in the(events, Harvested).crops} == {
        ("B2", "ore", 2), ("B2", "food", 1), ("C2", "energy", 3),
    }  # fmt: skip
    at, events = until(state, MountainMoved)
    assert none_of(events, RanAway) and game.wake_at(state) == at + 3_000
    b2, c2 = state.plots["B2"], state.plots["C2"]
    assert (b2.kind, b2.peaks, b2.elums, b2.owner, b2.deposit, b2.badge, b2.known) == (
        "plain", 0, ["energy"], 0, 2, True, [0],
    )  # fmt: skip
    assert (c2.kind, c2.peaks, c2.elums, c2.owner, c2.deposit, c2.badge) == (
        "mountain", 3, ["ore", "food"], 1, 1, False,
    )  # fmt: skip


def test_elums_that_come_to_free_land_run_away() -> None:
    """A-12: after the harvest is credited."""
    state = scene(round_=3)
    calm(state)
    ground(state, "B2", "mountain", peaks=3)
    own(state, 0, "B2", elums=("ore",))
    stock(state, 0, energy=9)
    state.phase = Harvest("event", 0, 0, ColonyEvent("quake", plot="B2", to="A2"))
    _at, events = until(state, MountainMoved)
    assert the(events, RanAway) == RanAway(None, "A2")
    assert state.plots["B2"].elums == state.plots["A2"].elums == [] and state.plots["B2"].owner == 0
    assert state.settlers[0].goods["ore"] == 2


@pytest.mark.parametrize(("level", "good"), [("einsteiger", "ore"), ("standard", "ore"), ("turnier", "crystal")])
def test_pirates(level: Tier, good: Good) -> None:
    """E-118, A-13: stock and harvest of all settlers, nothing of the store."""
    state = furnished(level)
    if level == "turnier":
        ground(state, "A3", "plain", deposit=3)
        own(state, 2, "A3", elums=("crystal",))
    for seat in range(4):
        state.settlers[seat].goods["crystal"] = 5 if level == "turnier" else 0
        state.settlers[seat].goods["ore"] = 60
    state.store.goods["ore"] = 7
    its = reap(state, "pirates", good=colony.pirates_take(state))
    other: Good = "crystal" if good == "ore" else "ore"
    for seat in range(4):
        assert state.settlers[seat].goods[good] == 0 and its.books[seat][good].made == 0
        assert level != "turnier" or state.settlers[seat].goods[other] > 0
    assert its.books[0][good].stolen == (50 if good == "ore" else 5)
    assert state.store.goods["ore"] == 7


def test_a_fire_in_the_store() -> None:
    """E-121: Nahrung, Energie and Erz are gone, its ELUMs stay."""
    state = furnished()
    state.store.goods = {"food": 8, "energy": 7, "ore": 6, "crystal": 0}
    reap(state, "fire")
    assert state.store.goods == {"food": 0, "energy": 0, "ore": 0, "crystal": 0} and state.store.elums == 14
