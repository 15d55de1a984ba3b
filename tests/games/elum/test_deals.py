"""Goods auctions: deals, the store as a partner, the clock, the result, lines that break."""

from __future__ import annotations

import pytest

from games.elum.actions import Action, Choose, Stop, Walk
from games.elum.data import Good, Side
from games.elum.events import (
    AuctionOver,
    DealBroken,
    DealMade,
    Halted,
    SideChosen,
    UnitPassed,
)
from games.elum.game import game
from games.elum.rules.course import Course
from games.elum.rules.ladder import means
from tests.games.elum.scenes import (
    clock,
    do,
    figure,
    ladder,
    none_of,
    price_at,
    say,
    stock,
    the,
    to,
    trading,
    until,
)
from tests.games.elum.trading import deal, pair_up, phase, rich, units

# --- deals ---------------------------------------------------------------------------------------


def test_a_deal_stands_and_then_units_pass() -> None:
    """E-163, E-164: 1.1 s, then one every 0.4 s."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    met = pair_up(state, 0, 3, 30, opens)
    passed = [until(state, UnitPassed)[0] for _unit in range(4)]
    assert passed == [met + 1_100, met + 1_500, met + 1_900, met + 2_300]
    assert (units(state, 0), units(state, 3)) == (14, 6)
    assert (state.settlers[0].money, state.settlers[3].money) == (1000 - 120, 1000 + 120)


def test_the_clock_runs_on_during_a_deal() -> None:
    """A-19: in seconds, while units pass."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    met = pair_up(state, 0, 3, 30, opens)
    left = ladder(state).beat.left
    for _unit in range(6):
        until(state, UnitPassed)
    passed = ladder(state).now - met
    assert abs(left - ladder(state).beat.left - passed / 1_000) <= 1


@pytest.mark.parametrize("who", [0, 3])
@pytest.mark.parametrize("how", ["walk", "side", "out", "home"])
def test_units_pass_only_as_long_as_both_stay(who: int, how: str) -> None:
    """E-165, E-149: also a side change ends it, at once, and its figure begins at the start place."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    pair_up(state, 0, 3, 30, opens)
    at, _events = until(state, UnitPassed)
    away = 20 if who == 0 else 45
    other: Side = "sell" if who == 0 else "buy"
    actions: dict[str, Action] = {"walk": Walk(away), "side": Choose(other), "out": Choose("out"), "home": Walk(None)}
    events = do(state, who, actions[how], at + 100)
    assert the(events, DealBroken).units == 1 and deal(state) is None
    if how in ("side", "out"):
        assert price_at(state, who, at + 100) is None and phase(state).sides[who] == figure(state, who).side
    assert none_of(game.advance(state, at + 8_000), UnitPassed)


def test_coming_back_stands_a_good_second_again() -> None:
    """E-163"""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    met = pair_up(state, 0, 3, 30, opens)
    to(state, 0, 29, met + 1_050)
    to(state, 0, 30, met + 1_300)
    again, _events = until(state, DealMade)
    assert until(state, UnitPassed)[0] == again + 1_100


def test_standing_still_is_not_leaving() -> None:
    """E-165: „Stop“, or the same price again."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    met = pair_up(state, 0, 3, 30, opens)
    still: tuple[Action, ...] = (Stop(), Walk(30))
    for number, action in enumerate(still):
        assert none_of(do(state, 0, action, met + 100 + number), DealBroken)
    assert until(state, UnitPassed)[0] == met + 1_100


def test_of_several_the_one_further_back_comes_first() -> None:
    """E-166: on both sides; one pair at a time."""
    state = rich()
    state.rank = [1, 3, 0, 2]
    opens = trading(state, "food", "buy", "buy", "sell", "sell")
    for seat in range(4):
        to(state, seat, 30, opens)
    game.advance(state, opens + 5_000)
    now = deal(state)
    assert now is not None and (now.buyer, now.seller) == (0, 2)


def test_a_worse_placed_partner_breaks_the_deal() -> None:
    """E-166, E-163: it stands anew."""
    state = rich()
    opens = trading(state, "food", "buy", "buy", "out", "sell")
    pair_up(state, 0, 3, 30, opens)
    until(state, UnitPassed)
    to(state, 1, 30, ladder(state).now)
    at, events = until(state, DealMade)
    assert the(events, DealBroken).units >= 1 and the(events, DealMade).buyer == 1
    assert until(state, UnitPassed)[0] == at + 1_100


def test_a_better_placed_one_has_to_wait() -> None:
    """E-166"""
    state = rich()
    opens = trading(state, "food", "buy", "buy", "out", "sell")
    pair_up(state, 1, 3, 30, opens)
    to(state, 0, 30, ladder(state).now)
    assert none_of(game.advance(state, ladder(state).now + 3_000), DealBroken)
    now = deal(state)
    assert now is not None and now.buyer == 1


def test_settlers_before_the_store() -> None:
    """E-166, E-167: at its buying line as well as at its selling line."""
    state = rich()
    state.store.goods["food"] = 9
    opens = trading(state, "food", "buy", "out", "out", "sell")
    pair_up(state, 0, 3, 50, opens)
    now = deal(state)
    assert now is not None and (now.buyer, now.seller) == (0, 3)
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    pair_up(state, 0, 3, 15, opens)
    now = deal(state)
    assert now is not None and (now.buyer, now.seller) == (0, 3)


@pytest.mark.parametrize(("good", "buys", "sells"), [("food", 15, 50), ("energy", 10, 45), ("ore", 50, 85)])
def test_the_store_trades_along(good: Good, buys: int, sells: int) -> None:
    """E-031, E-167, E-191, E-192: with unlimited money, at its two prices, in the same beat."""
    state = rich()
    state.store.goods[good] = 3
    opens = trading(state, good, "buy", "sell", "out", "out")
    to(state, 0, sells, opens)
    at, events = until(state, DealMade)
    assert the(events, DealMade) == DealMade(0, None, sells)
    assert until(state, UnitPassed)[0] == at + 1_100 and until(state, UnitPassed)[0] == at + 1_500
    assert state.settlers[0].money == 1000 - 2 * sells and state.store.goods[good] == 1
    to(state, 0, None, at + 1_600)
    to(state, 1, buys, at + 1_600)
    _at, events = until(state, DealMade)
    assert the(events, DealMade) == DealMade(None, 1, buys)
    until(state, UnitPassed)
    assert state.settlers[1].money == 1000 + buys and state.store.goods[good] == 2


def test_glimmer_sold_to_the_store_vanishes() -> None:
    """E-167: it never sells any."""
    state = rich(level="turnier")
    opens = trading(state, "crystal", "out", "sell", "buy", "out")
    to(state, 1, 100, opens)
    until(state, UnitPassed)
    assert state.store.goods["crystal"] == 1 and not ladder(state).selling
    do(state, 1, Choose("out"), ladder(state).now)
    until(state, AuctionOver)
    assert state.store.goods["crystal"] == 0


def test_out_of_cash() -> None:
    """E-165: the buyer is thrown back to the start place."""
    state = rich()
    state.settlers[0].money = 65
    opens = trading(state, "food", "buy", "out", "out", "sell")
    pair_up(state, 0, 3, 30, opens)
    until(state, UnitPassed)
    _at, events = until(state, UnitPassed)
    assert the(events, Halted) == Halted(0, no_money=True)
    assert the(events, DealBroken).units == 2
    assert state.settlers[0].money == 5 and figure(state, 0).at is None and figure(state, 0).side == "buy"


def test_out_of_goods() -> None:
    """E-165: the seller is out of the auction; A-17: below the target line there is no stop."""
    state = rich()
    stock(state, 3, food=2)
    state.settlers[3].goods["food"] = 2
    opens = trading(state, "food", "buy", "out", "out", "sell")
    assert phase(state).target[3] == 3
    pair_up(state, 0, 3, 30, opens)
    until(state, UnitPassed)
    _at, events = until(state, UnitPassed)
    assert the(events, SideChosen) == SideChosen(3, "out", forced=True)
    assert units(state, 3) == 0 and phase(state).sides[3] == "out" and deal(state) is None
    do(state, 3, Choose("buy"), ladder(state).now)
    assert figure(state, 3).side == "buy"


def test_who_was_out_may_join() -> None:
    """E-149"""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    do(state, 1, Choose("buy"), opens + 100)
    to(state, 1, 20, opens + 200)
    game.advance(state, opens + 2_000)
    assert price_at(state, 1, opens + 2_000) == 20


# --- the clock -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("tempo", "beats", "seconds"), [("normal", 130, 39), ("schnell", 65, 23)])
def test_an_untouched_auction(tempo: str, beats: int, seconds: int) -> None:
    """E-007, E-168, E-169, E-171: the beats get faster, up to four times."""
    state = rich(tempo=tempo)
    opens = trading(state, "food", "buy", "buy", "buy", "buy")
    assert ladder(state).beat.left == beats
    end, _events = until(state, AuctionOver)
    assert abs(end - opens - seconds * 1_000) < 1_000


def test_the_beats_get_faster_step_by_step() -> None:
    """E-169: a second, ⅔, ½, ⅓, ¼ by 3, 6, 9 and 12 s without a move."""
    state = rich()
    opens = trading(state, "food", "buy", "buy", "buy", "buy")
    lengths: list[tuple[int, int]] = []
    course = Course(ladder(state), means(state))
    for ms in range(0, 30_000):
        course.run_to(opens + ms)
        if not lengths or lengths[-1] != (course.beat.began - opens, course.beat.length):
            lengths.append((course.beat.began - opens, course.beat.length))
    for began, length in lengths:
        expected = next((ms for below, ms in ((3, 1_000), (6, 666), (9, 500), (12, 333)) if began < below * 1_000), 250)
        assert length == expected
    assert [length for _began, length in lengths][-1] == 250 and len({length for _b, length in lengths}) == 5


def test_a_move_brings_back_the_beat_of_a_second() -> None:
    """E-170: the running beat is stretched at once."""
    state = rich()
    opens = trading(state, "food", "buy", "buy", "buy", "buy")
    game.advance(state, opens + 20_000)
    to(state, 0, 15, opens + 20_000)
    moved = opens + 20_084
    game.advance(state, moved + 2_000)
    course = Course(ladder(state), means(state))
    course.run_to(moved - 1)
    assert course.beat.length == 250
    course.run_to(moved)
    began = course.beat.began
    assert (course.beat.length, course.beat.moved) == (1_000, moved) and moved - began < 250
    course.run_to(moved + 3_900)
    assert course.beat.length == 1_000 and (course.beat.began - began) % 1_000 == 0
    course.run_to(moved + 5_000)
    assert course.beat.length == 666


def test_somebody_who_walks_all_the_time_gets_130_seconds() -> None:
    """E-168"""
    state = rich()
    at = opens = trading(state, "food", "buy", "out", "out", "out")
    price = 15
    while phase(state).stage == "ladder":
        price = 35 - price
        to(state, 0, price, at)
        at += 2_000
        if at > opens + 129_000:
            break
    assert until(state, AuctionOver)[0] - opens in range(129_000, 131_001)


# --- the result ----------------------------------------------------------------------------------


def test_the_mean_price_is_the_new_base_price() -> None:
    """E-190, A-3: of all units, the store's deals included, half up; at once, before the next auction."""
    state = rich()
    state.store.goods["food"] = 5
    opens = trading(state, "food", "buy", "sell", "out", "out")
    pair_up(state, 0, 1, 31, opens)
    until(state, UnitPassed)
    until(state, UnitPassed)
    to(state, 0, 50, ladder(state).now)
    do(state, 1, Choose("out"), ladder(state).now)
    until(state, DealMade)
    until(state, UnitPassed)
    to(state, 0, None, ladder(state).now)
    _at, events = until(state, AuctionOver)
    assert the(events, AuctionOver) == AuctionOver("food", 3, 30, (31 + 31 + 50 + 1) // 3)
    assert state.store.prices["food"] == 37


def test_the_mean_is_rounded_half_up() -> None:
    """E-190"""
    state = rich()
    trading(state, "food", "buy", "sell", "out", "out")
    phase(state).volume, phase(state).turnover = 2, 61
    clock(state, 1)
    until(state, AuctionOver)
    assert state.store.prices["food"] == 31


def test_without_trade_the_base_price_stays() -> None:
    """E-190"""
    state = rich()
    trading(state, "ore", "out", "out", "out", "out")
    _at, events = until(state, AuctionOver)
    assert the(events, AuctionOver) == AuctionOver("ore", 0, 50, 50)


def test_a_unit_at_the_last_instant_still_passes() -> None:
    """E-165, E-168: and after the end nothing does."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    pair_up(state, 0, 3, 30, opens)
    clock(state, 1)
    end, _events = until(state, AuctionOver)
    assert none_of(game.advance(state, end + 3_999), UnitPassed)


# --- lines that break ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 3])
def test_offline_steps_back(seat: int) -> None:
    """E-152: nobody buys or sells unseen; the deal is over at once, the figure walks home, coming back changes
    nothing more."""
    state = rich()
    opens = trading(state, "food", "buy", "out", "out", "sell")
    met = pair_up(state, 0, 3, 30, opens)
    events = say(state, seat, "offline", met + 200)
    the(events, DealBroken)
    assert price_at(state, seat, met + 200) == 30 and state.settlers[seat].away
    assert say(state, seat, "offline", met + 300) == []
    game.advance(state, met + 4_000)
    assert price_at(state, seat, met + 4_000) is None
    assert none_of(game.advance(state, met + 5_000), UnitPassed)
    say(state, seat, "back", met + 5_000)
    assert not state.settlers[seat].away and price_at(state, seat, met + 5_000) is None
    to(state, seat, 30, met + 6_000)
    until(state, UnitPassed)
