"""Computer players in auctions of goods: what each strength pays and asks, on scenes set by hand."""

from __future__ import annotations

import pytest

from games.elum import events as e
from games.elum.game import game
from games.elum.state import State, Trade
from games.kernel.contract import Level
from tests.games.elum import scenes
from tests.games.elum.scenes import price_at, scene, stock, to, trading
from tests.games.elum.test_bots import LEVELS, kinds, mind


def goes_on(state: State, ms: int) -> list[e.Event]:
    """Let so much time pass on a ladder."""
    ends = state.now + ms
    events: list[e.Event] = []
    while (at := game.wake_at(state)) is not None and at <= ends and isinstance(state.phase, Trade):
        events += game.advance(state, at)
    return events


def hunger(level: Level, *, store: int, price: int = 30, others: int = 3) -> State:
    """Seat 0, a person, has food; computer 1 has none; the others need nothing."""
    state = scene(seats=3, bots=[1], bot=level)
    state.store.goods["food"], state.store.prices["food"] = store, price
    stock(state, 0, food=9)
    stock(state, 1)
    stock(state, 2, food=others)
    return state


@pytest.mark.parametrize("level", LEVELS)
def test_in_need_it_comes_to_the_offer(level: Level) -> None:
    """E-173: a person who asks less than the store sells all that it lacks, at that price."""
    state = hunger(level, store=8)
    at = trading(state, "food", "sell", "buy", "out")
    to(state, 0, 40, at)
    events = goes_on(state, 20_000)
    assert {event.price for event in events if isinstance(event, e.UnitPassed)} == {40}
    assert 3 <= state.settlers[1].goods["food"] <= 5
    assert kinds(events, e.Stepped) <= 6


@pytest.mark.parametrize("level", LEVELS)
def test_to_the_store_while_it_has_stock(level: Level) -> None:
    """E-174: base and 20 more, and no further; stark first waits for somebody cheaper."""
    state = hunger(level, store=8)
    at = trading(state, "food", "sell", "buy", "out")
    events = goes_on(state, 25_000)
    passed = [event for event in events if isinstance(event, e.UnitPassed)]
    assert {(event.seller, event.price) for event in passed} == {(None, 50)}
    assert max(event.price or 0 for event in events if isinstance(event, e.Stepped)) == 50
    assert 3 <= state.settlers[1].goods["food"] <= 5
    first = next(event for event in events if isinstance(event, e.Stepped))
    assert (first.price == 50) == (level != "hard")
    assert at


@pytest.mark.parametrize("level", LEVELS)
def test_above_the_store_when_the_good_is_scarce(level: Level) -> None:
    """E-174: a quarter more than the base price at least; an absurd price it doesn't pay."""
    state = hunger(level, store=0, price=100, others=0)
    stock(state, 0, food=4)
    at = trading(state, "food", "sell", "buy", "buy")
    events = goes_on(state, 25_000)
    highest = max(event.price or 0 for event in events if isinstance(event, e.Stepped) and event.seat == 1)
    assert 125 <= highest <= 200
    assert price_at(state, 1, state.now) == highest
    ladder = scenes.ladder(state)
    assert ladder.top >= ladder.end or highest <= 120
    assert at


def test_nobody_pays_an_absurd_price() -> None:
    """E-174: a seller who stands above its limit sells nothing."""
    for level in LEVELS:
        state = hunger(level, store=0, price=100, others=0)
        stock(state, 0, food=4)
        at = trading(state, "food", "sell", "buy", "buy")
        to(state, 2, 310, at)  # another person drives the scale up
        goes_on(state, 25_000)
        to(state, 0, 300, state.now)
        to(state, 2, None, state.now)
        events = goes_on(state, 90_000)
        assert kinds(events, e.UnitPassed) == 0
        assert state.settlers[1].goods["food"] == 0


@pytest.mark.parametrize("level", LEVELS)
def test_with_a_surplus_it_comes_to_the_highest_bid(level: Level) -> None:
    """E-175: above what the store pays, the bidder gets the goods at the bid; it keeps what it needs itself."""
    state = scene(seats=3, bots=[1], bot=level)
    for seat, units in enumerate((0, 9, 3)):
        stock(state, seat, food=units)
    state.store.goods["food"] = 40
    trading(state, "food", "buy", "sell", "buy")
    stand(state, 0, 27)
    stand(state, 2, 20)
    events = goes_on(state, 15_000)
    passed = [event for event in events if isinstance(event, e.UnitPassed)]
    assert passed and {(event.buyer, event.seller, event.price) for event in passed} == {(0, 1, 42)}
    assert 3 <= state.settlers[1].goods["food"] <= 5
    assert kinds(events, e.Stepped) <= 2


def stand(state: State, seat: int, step: int) -> None:
    """The figure stands there already."""
    figure = scenes.figure(state, seat)
    figure.at = figure.to = step
    figure.since = state.now
    scenes.clock(state, 130)


def test_easy_sells_at_once_at_the_price_of_the_store() -> None:
    """E-011"""
    state = scene(seats=3, bots=[1], bot="easy")
    stock(state, 1, food=9)
    trading(state, "food", "buy", "sell", "buy")
    events = goes_on(state, 9_000)
    assert [event.price for event in events if isinstance(event, e.Stepped)] == [15]
    assert {event.price for event in events if isinstance(event, e.UnitPassed)} == {15}


@pytest.mark.parametrize(("level", "last"), [("normal", 30), ("hard", 15)])
def test_it_holds_the_price_in_scarcity_and_gives_way(level: Level, last: int) -> None:
    """E-014, E-176: no lower than the price that it expects, until the last beats; then to the best bid."""
    state = scene(seats=3, bots=[1], bot=level)
    state.store.goods["food"] = 0
    stock(state, 0)
    stock(state, 1, food=6)
    stock(state, 2)
    at = trading(state, "food", "buy", "sell", "buy")
    asked = mind(state, level, 1).forecast("food")
    assert asked > 30
    to(state, 0, 20, at)
    sold: list[int] = []
    while isinstance(state.phase, Trade) and state.phase.stage == "ladder":
        for event in game.advance(state, game.wake_at(state) or 0):
            if isinstance(event, e.Stepped) and scenes.ladder(state).beat.left > last:
                assert event.price is None or event.price >= min(asked, 60)
            if isinstance(event, e.UnitPassed):
                sold.append(scenes.ladder(state).beat.left)
                assert event.price == 20
    assert sold and last - 10 <= sold[0] <= last


def test_in_the_last_round_it_buys_nothing_and_sells_at_the_base_price_or_above() -> None:
    """E-174, E-175: what is left counts at the base price."""
    for level in LEVELS:
        state = scene(seats=3, bots=[1, 2], bot=level, round_=12)
        stock(state, 1, food=9)
        stock(state, 2)
        at = trading(state, "food", "buy", "sell", "out")
        assert goes_on(state, 8_000) is not None and state.settlers[1].goods["food"] == 9
        to(state, 0, 33, max(at, state.now))
        events = goes_on(state, 12_000)
        assert {event.price for event in events if isinstance(event, e.UnitPassed)} <= set(range(30, 34))
        assert kinds(events, e.UnitPassed) > 0
        assert state.settlers[2].goods["food"] == 0


def test_it_doesnt_turn_round_for_a_unit() -> None:
    """A computer that has sold or bought a unit too many leaves, so that nobody sees it run back and forth."""
    state = scene(bots=[0, 1, 2, 3])
    for seat, units in enumerate((9, 0, 1, 8)):
        stock(state, seat, food=units)
    trading(state, "food", "sell", "buy", "buy", "sell")
    events = goes_on(state, 60_000)
    flips = [event for event in events if isinstance(event, e.SideChosen) and event.side == "sell"]
    assert not flips
    assert kinds(events, e.Stepped) <= 16
    assert any(isinstance(event, e.UnitPassed) and None not in (event.buyer, event.seller) for event in events)
