"""The store's work at the round's end: ELUMs, prices, shortages; the colony's end."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elum.actions import Ready
from games.elum.data import GOODS, NOISE_ORE, Good
from games.elum.events import Ended, Event, RoundBegun, RoundOver
from games.elum.game import game
from games.elum.rules import flow, market
from games.elum.rules.chance import half_up, weighted
from games.elum.state import Over, State, Summary, Trade
from games.kernel.dice import Dice
from tests.games.elum.scenes import SEED, do, empty_books, none_of, own, phase_of, rig, say, scene, stock, the, until


def round_end(state: State, at: int = 0) -> list[Event]:
    """The last auction of the round is over."""
    state.phase = Trade("result", "energy", [], at, at, empty_books(state), [], [], 25)
    return game.advance(state, at)


def calm_ore(state: State) -> None:
    """No noise on the price of Erz."""
    rig(state, f"price/ore/{state.round}", 0)


# --- ELUMs ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elums", "ore", "built", "left"),
    [
        (14, 9, 0, 9),
        (0, 9, 4, 1),
        (13, 9, 1, 7),
        (10, 8, 4, 0),
        (10, 9, 4, 1),
        (0, 40, 14, 12),
        (5, 1, 0, 1),
        (5, 0, 0, 0),
    ],
)
def test_two_erz_each_up_to_14(elums: int, ore: int, built: int, left: int) -> None:
    """E-030, E-087, E-186"""
    state = scene()
    state.store.elums, state.store.goods["ore"] = elums, ore
    assert market.build_elums(state) == built
    assert (state.store.elums, state.store.goods["ore"]) == (elums + built, left)


def test_einsteigers_store_builds_none() -> None:
    """E-018, E-087: its Erz stays a good, its price 100 whatever Erz costs."""
    state = scene(level="einsteiger")
    state.store.goods["ore"], state.store.prices["ore"] = 8, 120
    market.set_prices(state)
    assert state.store.elums is None and state.store.goods["ore"] == 8 and state.store.elum_price == 100


@pytest.mark.parametrize("draw", [0, 40_000, 65_000, 90_000, 97_000])
def test_an_elum_costs_twice_the_price_of_erz(draw: int) -> None:
    """E-086: exactly, of the new price; ELUMs are built after it."""
    state = scene()
    state.store.prices["ore"], state.store.elums, state.store.goods["ore"] = 73, 4, 8
    rig(state, "price/ore/1", draw)
    built = market.set_prices(state)
    assert built == 4 and state.store.elum_price == 2 * state.store.prices["ore"]


# --- prices --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "demand", "supply", "expected"),
    [
        (40, 12, 12, 40),
        (40, 24, 12, 70),
        (40, 6, 12, 25),
        (40, 0, 12, 10),
        (40, 12, 9, 50),
        (33, 7, 9, 28),
        (30, 1, 4, 13),
        (30, 12, 0, 278),
        (30, 1, 0, 30),
    ],
)
def test_the_formula(price: int, demand: int, supply: int, expected: int) -> None:
    """E-187, E-188: price × (0.25 + 0.75 × demand / supply), whole Taler, half up; no supply counts as one."""
    assert market.factor_price(price, demand, supply) == expected
    exact = price * (0.25 + 0.75 * demand / max(1, supply))
    assert abs(expected - exact) <= 0.5


@pytest.mark.parametrize(("value", "expected"), [((5, 2), 3), ((7, 2), 4), ((4, 3), 1), ((5, 3), 2), ((0, 7), 0)])
def test_half_up(value: tuple[int, int], expected: int) -> None:
    """E-187: 2.5 is 3, and 3.5 is 4."""
    assert half_up(*value) == expected


@pytest.mark.parametrize(
    ("seats", "round_", "settlers", "store", "price", "expected"),
    [
        (4, 1, 2, 4, 40, 40),
        (4, 1, 1, 2, 40, 70),
        (4, 1, 2, 16, 80, 50),
        (4, 4, 3, 4, 40, 40),
        (4, 8, 5, 0, 40, 40),
        (2, 1, 3, 0, 40, 40),
        (3, 1, 0, 0, 40, 230),
        (4, 1, 9, 9, 31, 30),
    ],
)
def test_the_new_price_of_food(seats: int, round_: int, settlers: int, store: int, price: int, expected: int) -> None:
    """E-187: all stock against N times the need of the next round, 30 … 230."""
    state = scene(seats, round_=round_)
    for seat in range(seats):
        stock(state, seat, food=settlers)
    state.store.goods["food"], state.store.prices["food"] = store, price
    market.set_prices(state)
    assert state.store.prices["food"] == expected


@pytest.mark.parametrize(
    ("stock_", "price", "expected"), [(5, 40, 40), (3, 40, 60), (10, 60, 38), (99, 60, 25), (0, 40, 160), (0, 90, 230)]
)
def test_the_new_price_of_energy(stock_: int, price: int, expected: int) -> None:
    """E-187, A-16: one for each ELUM but the energy ELUMs, without any reserve; 25 … 230. Five are placed here."""
    state = scene()
    for seat in range(4):
        stock(state, seat)
    own(state, 0, "A1", "B1", elums=("food",))
    own(state, 1, "C1", elums=("ore", "energy"))
    own(state, 2, "D1", "F1", elums=("ore",))
    own(state, 3, "G1", elums=("energy",))
    stock(state, 2, energy=stock_)
    state.store.goods["energy"], state.store.prices["energy"] = 0, price
    market.set_prices(state)
    assert state.store.prices["energy"] == expected


@pytest.mark.parametrize(
    ("elums", "ore", "free", "settlers", "empty", "ratio"),
    [
        (8, 0, 40, 4, 4, (8, 8)),
        (8, 0, 40, 4, 9, (8, 8)),
        (14, 0, 40, 4, 0, (4, 14)),
        (14, 0, 40, 2, 0, (1, 4)),
        (14, 0, 1, 4, 3, (4, 14)),
        (14, 0, 0, 4, 0, (1, 4)),
        (0, 0, 40, 4, 0, (3, 1)),
        (0, 5, 40, 4, 0, (4, 2)),
        (1, 1, 40, 4, 0, (3, 1)),
        (0, 4, 40, 4, 2, (6, 2)),
        (None, 9, 40, 4, 9, (1, 1)),
    ],
)
def test_demand_and_supply_of_elums(
    elums: int | None, ore: int, free: int, settlers: int, empty: int, ratio: tuple[int, int]
) -> None:
    """E-188: supply is ELUMs and Erz by two; demand at most 8, min(free, N) and own plots without an ELUM."""
    assert market.ore_ratio(elums, ore, free, settlers, empty) == ratio


@pytest.mark.parametrize(
    ("price", "elums", "empty", "expected"),
    [(80, 8, 4, 80), (80, 14, 0, 50), (80, 0, 4, 200), (100, 0, 4, 230), (60, 14, 0, 50)],
)
def test_the_new_price_of_ore(price: int, elums: int, empty: int, expected: int) -> None:
    """E-188: 50 … 230 before the noise; settlers' Erz doesn't count."""
    state = scene()
    state.store.elums, state.store.prices["ore"] = elums, price
    own(state, 0, *("A1", "B1", "C1", "D1")[:empty])
    stock(state, 1, ore=60)
    calm_ore(state)
    assert market.ore_price(state) == expected


@pytest.mark.parametrize(("steps", "expected"), [(0, 50), (1, 57), (-1, 43), (-2, 36), (-3, 29), (-4, 22), (4, 78)])
def test_the_noise_of_ore(steps: int, expected: int) -> None:
    """E-188: seven a step, up to four; never below 20, none in Einsteiger."""
    state = scene()
    state.store.elums, state.store.prices["ore"] = 14, 50
    at = 0
    for share, value in NOISE_ORE:
        if value == steps:
            break
        at += share
    rig(state, "price/ore/1", at)
    assert market.ore_price(state) == expected
    state = scene(level="einsteiger")
    state.store.prices["ore"] = 90
    assert market.ore_price(state) == 90


def test_the_noise_is_a_rounded_normal() -> None:
    """E-188"""
    assert {value: share for share, value in NOISE_ORE} == {
        0: 37_748, 1: 24_303, -1: 24_303, 2: 6_248, -2: 6_248, 3: 562, -3: 562, 4: 13, -4: 13,
    }  # fmt: skip
    assert sum(share for share, _value in NOISE_ORE) == 100_000
    assert -4 <= weighted(Dice(SEED), "x", NOISE_ORE) <= 4


def test_glimmer_swings_between_50_and_149() -> None:
    """E-033, E-189: drawn anew each round, evenly."""
    prices: Counter[int] = Counter()
    for number in range(1_200):
        state = scene(level="turnier", seed=number.to_bytes(32, "big"))
        market.set_prices(state)
        prices[state.store.prices["crystal"]] += 1
    assert min(prices) == 50 and max(prices) == 149 and len(prices) > 95
    assert abs(sum(price * count for price, count in prices.items()) / 1_200 - 99.5) < 3


@pytest.mark.parametrize(("good", "low"), [("food", 15), ("energy", 15), ("ore", 0)])
def test_the_stores_lines(good: Good, low: int) -> None:
    """E-191, E-192"""
    for base in (30, 77, 230):
        assert market.store_lines(good, base) == (base - low, base - low + 35)
    assert market.store_lines("crystal", 80) == (80, 80 + 140)


# --- the round's end -----------------------------------------------------------------------------


def test_worth_by_the_prices_of_the_auctions_then_new_prices() -> None:
    """E-186 to E-190, A-3, A-9, A-47: and the ranking of the next round is that of the walk-in."""
    state = scene()
    state.store.prices = {"food": 100, "energy": 25, "ore": 50, "crystal": 100}
    for seat in range(4):
        stock(state, seat)
    stock(state, 3, food=30)
    state.settlers[0].money = 2_500
    state.settlers[3].money = 0
    state.store.goods["food"] = 0
    calm_ore(state)
    events = round_end(state)
    over = the(events, RoundOver)
    assert over.worth[3] == (0, 0, 3_000, 3_000) and state.rank[0] == 3 and state.rank[1] == 0
    assert isinstance(state.phase, Summary) and state.phase.before["food"] == 100
    assert over.prices["food"] == half_up(100 * (30 + 3 * 12), 4 * 30) == state.store.prices["food"]
    assert 30 * state.store.prices["food"] < 2_500, "by the new prices seat 0 would lead"
    for seat in range(4):
        events = do(state, seat, Ready(), 100 + seat)
    assert the(events, RoundBegun).rank == tuple(state.rank) and state.rank[:2] == [3, 0]


def test_after_the_last_auctions_nothing_is_priced_anew() -> None:
    """A-48, E-205: goods count at the price then in force, ELUMs aren't built."""
    state = scene(round_=12)
    state.store.goods["ore"], state.store.elums = 10, 2
    stock(state, 2, food=10)
    state.store.prices["food"] = 44
    events = round_end(state, 500_000)
    ended = the(events, Ended)
    assert none_of(events, RoundOver) and isinstance(state.phase, Over)
    assert state.store.prices["food"] == 44 and state.store.elums == 2
    assert ended.scores[2] == 1000 + 440 + state.settlers[2].goods["energy"] * 25
    assert game.wake_at(state) is None and not game.to_act(state) and game.outcome(state) is not None


@pytest.mark.parametrize(("rounds", "round_", "ends"), [(6, 5, False), (6, 6, True), (12, 11, False), (12, 12, True)])
def test_the_match_ends_with_its_last_round(rounds: int, round_: int, ends: bool) -> None:
    """E-002, A-48"""
    state = scene(rounds=rounds, round_=round_)
    round_end(state)
    assert (game.outcome(state) is not None) == ends


# --- shortages -----------------------------------------------------------------------------------


def test_the_ticker() -> None:
    """Nahrung and Energie below the next need, Erz below two for each missing ELUM."""
    state = scene(round_=4)
    for seat in range(4):
        stock(state, seat, food=3)
    state.store.goods = {"food": 3, "energy": 2, "ore": 3, "crystal": 0}
    own(state, 0, "A1", "B1", elums=("food",))
    state.store.elums = 12
    found = {good: (each.need, each.stock, each.short) for good, each in market.shortages(state).items()}
    assert found == {"food": (16, 15, True), "energy": (2, 2, False), "ore": (4, 3, True)}
    state.store.goods = {"food": 4, "energy": 1, "ore": 4, "crystal": 0}
    assert [each.short for each in market.shortages(state).values()] == [False, True, False]
    state.store.elums = None
    assert "ore" not in market.shortages(state)


def test_after_the_last_round_nothing_is_needed() -> None:
    """A-16, A-18: the same need in line, formula and ticker."""
    state = scene(round_=12)
    own(state, 0, "A1", elums=("food",))
    assert [each.need for each in market.shortages(state).values()][:2] == [0, 0]


# --- collapse ------------------------------------------------------------------------------------


def barren() -> State:
    """Neither food nor energy, one ELUM for each."""
    state = scene(round_=3)
    for seat in range(4):
        stock(state, seat)
    state.store.goods = dict.fromkeys(GOODS, 0)
    own(state, 0, "A1", elums=("food",))
    own(state, 1, "B1", elums=("energy",))
    return state


@pytest.mark.parametrize(("lost", "good"), [("A1", "food"), ("B1", "energy")])
def test_the_colony_is_at_its_end(lost: str, good: Good) -> None:
    """E-210, A-39: without stocks of settlers or store, and without an ELUM for it."""
    state = barren()
    assert not flow.is_collapsed(state)
    state.plots[lost].elums = ["ore"]
    assert flow.is_collapsed(state)
    state.store.goods[good] = 1
    assert not flow.is_collapsed(state)
    state.store.goods[good] = 0
    state.settlers[3].goods[good] = 1
    assert not flow.is_collapsed(state)
    state.settlers[3].goods[good] = 0
    state.settlers[2].money = 5_000
    events = round_end(state, 700_000)
    assert the(events, Ended).collapsed and isinstance(state.phase, Over)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.places[2] == 1 and outcome.points_tenths[2] == 100
    assert phase_of(state, None).founders == ()


def test_in_the_last_round_it_takes_the_verdict() -> None:
    """A-39: no Gründer, however rich."""
    state = barren()
    state.round = 12
    state.plots["A1"].elums = []
    for settler in state.settlers:
        settler.money = 40_000
    round_end(state, 900_000)
    seen = phase_of(state, 0)
    assert seen.collapsed and seen.founders == () and seen.level == 6


def test_a_match_of_computers_goes_on_by_itself() -> None:
    """E-178: it waits for people only."""
    state = scene(bots=range(4))
    own(state, 0, "A1", elums=("food", "energy"))
    round_end(state)
    assert until(state, RoundBegun)[0] == 6_000
    state = scene(2, bots=(1,))
    own(state, 0, "A1", elums=("food", "energy"))
    round_end(state)
    assert game.wake_at(state) is None
    assert not none_of(say(state, 0, "bot", 100, "normal"), RoundBegun)
