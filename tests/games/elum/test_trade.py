"""Goods auctions: order, sides, the scale and who walks on it."""

from __future__ import annotations

import pytest

from games.elum.actions import Choose, Stop, Walk
from games.elum.data import AUCTIONS, GOODS, Good
from games.elum.events import (
    AuctionOpened,
    AuctionOver,
    DealBroken,
    DealMade,
    Halted,
    LadderOpened,
    SidesFixed,
    SidesOpen,
    UnitPassed,
)
from games.elum.game import game
from games.elum.rules import trade
from games.elum.rules.base import next_need
from games.elum.state import Trade
from tests.games.elum.scenes import (
    do,
    empty_books,
    figure,
    ladder,
    market,
    own,
    price_at,
    refused,
    scene,
    stock,
    the,
    to,
    trading,
    until,
)
from tests.games.elum.trading import deal, phase, rich

# --- order ---------------------------------------------------------------------------------------


def test_one_auction_per_good_in_order() -> None:
    """E-138"""
    assert AUCTIONS == ("ore", "crystal", "food", "energy")
    for level, expected in (("turnier", list(AUCTIONS)), ("standard", ["ore", "food", "energy"])):
        state = rich(level=level)
        assert trade.enter(state, AUCTIONS, empty_books(state), 0) is not None
        seen = [phase(state).good]
        while not isinstance(state.phase, Trade) or len(seen) < len(expected):
            _at, events = until(state, AuctionOpened)
            seen.append(the(events, AuctionOpened).good)
        assert seen == expected


def test_a_good_that_nobody_has_is_skipped() -> None:
    """E-138: neither a settler nor the store has a unit."""
    state = scene()
    for seat in range(4):
        stock(state, seat, energy=1)
    state.store.goods = dict.fromkeys(GOODS, 0)
    trade.enter(state, AUCTIONS, empty_books(state), 0)
    assert phase(state).good == "energy" and phase(state).goods == []
    state.settlers = [*state.settlers]
    for seat in range(4):
        stock(state, seat)
    assert trade.enter(state, AUCTIONS, empty_books(state), 0) is None
    state.store.goods["ore"] = 1
    trade.enter(state, AUCTIONS, empty_books(state), 0)
    assert phase(state).good == "ore"


# --- target line and sides -----------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "food"), [(1, 3), (3, 3), (4, 4), (7, 4), (8, 5), (11, 5), (12, 0)])
def test_the_target_line(round_: int, food: int) -> None:
    """A-16, A-18: the need of the next round, 0 after the last; of minerals always 0."""
    state = scene(round_=round_, level="turnier")
    own(state, 0, "A1", elums=("food", "energy"))
    own(state, 0, "B1", elums=("ore",))
    energy = 2 if round_ < 12 else 0
    assert [next_need(state, 0, good) for good in GOODS] == [food, energy, 0, 0]
    assert next_need(state, 1, "energy") == 0


def test_sides_by_the_target_line() -> None:
    """E-144: above it a seller on top, all others buyers."""
    state = scene()
    for seat, food in enumerate((2, 3, 4, 0)):
        stock(state, seat, food=food)
    assert market(state, "food").sides == ["buy", "buy", "sell", "buy"]
    for seat, ore in enumerate((0, 1, 0, 9)):
        stock(state, seat, ore=ore)
    assert market(state, "ore").sides == ["buy", "sell", "buy", "sell"]


@pytest.mark.parametrize("tempo", ["normal", "schnell"])
def test_times_before_the_trade(tempo: str) -> None:
    """E-145, E-147, A-6: columns 6 s, sides 5 s, fixed 2.5 s, the result 4 s; not halved."""
    state = rich(tempo=tempo)
    market(state, "ore")
    assert until(state, SidesOpen)[0] == 6_000
    assert until(state, SidesFixed)[0] == 11_000
    assert until(state, LadderOpened)[0] == 13_500
    end, _events = until(state, AuctionOver)
    assert phase(state).until == end + 4_000


def test_choosing_a_side() -> None:
    """E-145, E-147, E-149: for five seconds, then it stands until the trade."""
    state = rich()
    market(state, "ore")
    assert refused(state, 0, Choose("buy"), 5_999) == "not_asked"
    do(state, 0, Choose("buy"), 6_000)
    do(state, 1, Choose("out"), 7_000)
    do(state, 1, Choose("sell"), 10_998)
    assert refused(state, 1, Choose("sell"), 10_999) == "same"
    assert refused(state, 0, Walk(50), 10_999) == "phase"
    for action in (Choose("sell"), Walk(50)):
        assert refused(state, 0, action, 11_000) == "not_asked"
    game.advance(state, 13_500)
    assert [figure(state, seat).side for seat in range(4)] == ["buy", "sell", "sell", "sell"]


def test_who_has_nothing_cannot_sell() -> None:
    """A-17 ends at nothing: units are needed to sell."""
    state = rich()
    stock(state, 0)
    opens = trading(state, "food", "buy", "out", "out", "out")
    assert refused(state, 0, Choose("sell"), opens) == "no_units"


# --- the scale -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("good", "base", "low", "top", "step"),
    [("food", 30, 15, 50, 1), ("energy", 25, 10, 45, 1), ("ore", 50, 50, 85, 1), ("crystal", 77, 77, 217, 4)],
)
def test_the_scale_of_a_good(good: Good, base: int, low: int, top: int, step: int) -> None:
    """E-191, E-192, A-20: the store buys at the bottom and sells on top, both lines fixed; step 1, of Glimmer 4."""
    state = rich(level="turnier")
    state.store.goods = dict.fromkeys(GOODS, 5)
    state.store.prices[good] = base
    trading(state, good)
    it = ladder(state)
    assert (it.low, it.low + it.end * it.step, it.step, it.buying) == (low, top, step, True)
    assert it.selling == (good != "crystal")


def test_start_places_are_outside_the_scale() -> None:
    """E-152: there nobody bids; the first step leads onto the line."""
    state = rich()
    state.store.goods["ore"] = 5
    opens = trading(state, "ore", "buy", "sell", "out", "out")
    assert [price_at(state, seat, opens) for seat in range(4)] == [None] * 4
    game.advance(state, opens + 10_000)
    assert deal(state) is None, "an absent player's default side costs nothing"
    to(state, 0, 50, opens + 20_000)
    to(state, 1, 85, opens + 20_000)
    assert [price_at(state, seat, opens + 20_083) for seat in (0, 1)] == [None, None]
    assert [price_at(state, seat, opens + 20_084) for seat in (0, 1)] == [50, 85]


def test_a_figure_walks_step_by_step() -> None:
    """E-155: 12 steps a second; another price on the way keeps the pace, „Stop“ lets it stand."""
    state = rich()
    opens = trading(state, "ore", "buy", "out", "out", "out")
    to(state, 0, 80, opens)
    assert [price_at(state, 0, opens + ms) for ms in (500, 1_000, 2_000)] == [55, 61, 73]
    to(state, 0, 52, opens + 1_000)
    assert price_at(state, 0, opens + 2_000) == 52
    to(state, 0, 80, opens + 3_000)
    do(state, 0, Stop(), opens + 3_500)
    assert price_at(state, 0, opens + 9_000) == 58
    to(state, 0, 62, opens + 9_000)
    to(state, 0, 63, opens + 9_100)
    assert [price_at(state, 0, opens + ms) for ms in (9_333, 9_334, 9_418)] == [61, 62, 63]


def test_prices_off_the_ladder_are_refused() -> None:
    """E-155"""
    state = rich(level="turnier")
    opens = trading(state, "crystal", "buy", "sell", "out", "out")
    assert refused(state, 0, Walk(99), opens) == refused(state, 0, Walk(102), opens) == "price"
    assert refused(state, 2, Walk(100), opens) == refused(state, 2, Stop(), opens) == "out"
    to(state, 0, 104, opens)
    game.advance(state, opens + 1_000)
    assert price_at(state, 0, opens + 1_000) == 104


def test_buyers_do_not_pass_the_store_while_it_sells() -> None:
    """E-161"""
    state = rich()
    state.store.goods["food"] = 3
    opens = trading(state, "food", "buy", "out", "out", "out")
    to(state, 0, 500, opens)
    game.advance(state, opens + 3_100)
    assert price_at(state, 0, opens + 3_100) == 50


def test_without_the_store_the_scale_grows_with_the_highest_bid() -> None:
    """E-160"""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    assert not ladder(state).selling and ladder(state).top == 35
    to(state, 0, 70, opens)
    game.advance(state, opens + 6_000)
    assert ladder(state).top == 55 and price_at(state, 0, opens + 6_000) == 70
    to(state, 3, 80, opens + 6_000)
    game.advance(state, opens + 6_100)
    assert price_at(state, 3, opens + 6_100) == 70, "the seller's start place has grown along"
    to(state, 0, 20, opens + 6_100)
    game.advance(state, opens + 12_000)
    assert ladder(state).top == 55, "it doesn't shrink"


def test_no_bid_stands_above_the_highest_base_price_there_is() -> None:
    """E-160, E-190: one deal between friends at a thousand would make all stocks worth a thousand each, and a scale
    as high would put the sellers' start place out of everybody's reach."""
    state = rich()
    state.settlers[0].money = 5_000
    opens = trading(state, "food", "buy", "out", "out", "sell")
    to(state, 0, 1_000, opens)
    game.advance(state, opens + 30_000)
    assert price_at(state, 0, opens + 30_000) == 230 == ladder(state).low + ladder(state).top
    assert all(its.price is None or its.price <= 230 for its in game.actions(state, 0) if isinstance(its, Walk))
    to(state, 3, 230, opens + 30_000)
    at, _events = until(state, UnitPassed)
    to(state, 0, None, at)
    until(state, AuctionOver)
    assert state.store.prices["food"] == 230


def test_the_stores_line_may_be_above_it() -> None:
    """E-160: with a base price of 230 for Erz the scale ends at 265 all the same."""
    state = rich()
    state.store.prices["ore"], state.store.goods["ore"] = 230, 0
    stock(state, 3, ore=5)
    opens = trading(state, "ore", "buy", "out", "out", "sell")
    to(state, 0, 300, opens)
    game.advance(state, opens + 10_000)
    assert price_at(state, 0, opens + 10_000) == 265 == ladder(state).low + ladder(state).top


def test_the_store_sells_out_and_the_scale_grows() -> None:
    """E-160, E-167"""
    state = rich()
    state.store.goods["food"] = 2
    opens = trading(state, "food", "buy", "out", "out", "out")
    to(state, 0, 50, opens)
    until(state, UnitPassed)
    _at, events = until(state, UnitPassed)
    the(events, DealBroken)
    assert state.store.goods["food"] == 0 and not ladder(state).selling and deal(state) is None
    now = ladder(state).now
    to(state, 0, 60, now)
    game.advance(state, now + 10_000)
    assert price_at(state, 0, now + 1_000) == 60 and ladder(state).top == 45


def test_nobody_bids_more_than_the_own_cash() -> None:
    """E-161: and who can't pay the bottom line can't bid at all."""
    state = rich()
    state.settlers[0].money, state.settlers[1].money = 33, 14
    opens = trading(state, "food", "buy", "buy", "out", "out")
    assert refused(state, 1, Walk(15), opens) == "money"
    to(state, 0, 49, opens)
    game.advance(state, opens + 5_000)
    assert price_at(state, 0, opens + 5_000) == 33


def test_buyers_stop_at_the_lowest_seller_and_sellers_at_the_highest_buyer() -> None:
    """E-161"""
    state = rich()
    opens = trading(state, "food", "buy", "buy", "sell", "sell")
    to(state, 2, 40, opens)
    to(state, 3, 45, opens)
    game.advance(state, opens + 2_000)
    to(state, 0, 50, opens + 2_000)
    _at, events = until(state, Halted)
    assert the(events, Halted).seat == 0
    assert [price_at(state, seat, ladder(state).now) for seat in (0, 2, 3)] == [40, 40, 45]
    to(state, 3, 20, ladder(state).now)
    game.advance(state, ladder(state).now + 900)
    assert price_at(state, 3, ladder(state).now) == 40


def test_two_who_walk_towards_each_other_meet_in_the_middle() -> None:
    """E-161: neither passes the other."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    to(state, 0, 50, opens)
    to(state, 3, 15, opens)
    at, events = until(state, DealMade)
    assert price_at(state, 0, at) == price_at(state, 3, at) == the(events, DealMade).price
    assert the(events, DealMade).price in (32, 33)


@pytest.mark.parametrize("later", [0, 13, 41, 83])
@pytest.mark.parametrize("first", [0, 3])
def test_nobody_passes_anybody_whenever_they_set_out(later: int, first: int) -> None:
    """E-161: looked at every millisecond of the way; also a buyer on his way into whose way somebody has come."""
    for goal in (20, 32, 33, 45):
        state = rich()
        opens = trading(state, "food", "buy", "out", "out", "sell")
        wanted = {0: 50, 3: goal} if goal > 28 else {0: goal, 3: 15}
        to(state, first, wanted[first], opens)
        to(state, 3 - first, wanted[3 - first], opens + later)
        for ms in range(0, 4_000, 1):
            game.advance(state, opens + later + ms)
            buyer, seller = (price_at(state, seat, opens + later + ms) for seat in (0, 3))
            assert buyer is None or seller is None or buyer <= seller
        assert price_at(state, 0, opens + 4_000) == price_at(state, 3, opens + 4_000)
