"""What holds however people play: money, goods, heights, order, time, replay."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.elum.actions import Action, Choose, Stop, Walk
from games.elum.data import GOODS, Good
from games.elum.events import DealMade, Event, LotSold, UnitPassed
from games.elum.game import game
from games.elum.rules.course import Course
from games.elum.rules.figures import standing_at
from games.elum.rules.ladder import means
from games.elum.state import Lot, Office, State, Trade, Turn
from games.kernel.contract import Presence, Rejection
from games.kernel.dice import Dice
from tests.games.elum.scenes import auction, ladder, own, price_at, scene, stock, trading, turn

EXAMPLES = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))

Move = tuple[int, int, str, int]
"""Who, how many ms after the last move, what, and a number for it."""
KINDS = (*["walk"] * 5, "near", "near", "stop", "home", "buy", "sell", "out", "offline", "back")
PAUSES = (0, 0, 0, 1, 41, 83, 84, 250, 700, 2_600, 14_000)


def drawn(seed: int) -> tuple[dict[str, Any], list[Move]]:
    """A world and what people do in it. (In lists that hypothesis draws itself people hardly ever meet.)"""
    rng = random.Random(seed)
    world = {
        "seats": rng.randint(2, 4),
        "good": rng.choice(GOODS),
        "money": [rng.choice((0, 33, 60, 200, 1_000, 1_000)) for _seat in range(4)],
        "units": [rng.randint(0, 12) for _seat in range(4)],
        "store": rng.randint(0, 3),
        "rank": rng.sample(range(4), 4),
        "bots": set(rng.sample((1, 2, 3), rng.randint(0, 2))),
    }
    script = [(0, 0, "buy", 0), (1, 0, "sell", 0)]
    for _move in range(40):
        script.append((rng.randrange(4), rng.choice(PAUSES), rng.choice(KINDS), rng.randint(-3, 45)))
    return world, script


plays = st.integers(0, 2**32 - 1).map(drawn)


def market_of(world: dict[str, Any], *, bots: bool = False) -> tuple[State, int]:
    """An auction of that world whose ladder has just opened."""
    seats, good = world["seats"], world["good"]
    computers = {seat for seat in world["bots"] if seat < seats} if bots else set()
    state = scene(seats, level="turnier", bots=computers)
    state.dice = Dice(state.dice.seed)
    state.rank = [seat for seat in world["rank"] if seat < seats]
    for seat in range(seats):
        state.settlers[seat].money = world["money"][seat]
        stock(state, seat, **{good: world["units"][seat]})
    state.store.goods[good] = max(world["store"], int(not any(world["units"][:seats])))
    return state, trading(state, good)


def action_of(state: State, move: Move) -> Action | Presence:
    _seat, _ms, kind, number = move
    it = ladder(state)
    if kind in ("offline", "back"):
        return Presence(kind)  # type: ignore[arg-type]
    if kind in ("buy", "sell", "out"):
        return Choose(kind)  # type: ignore[arg-type]
    if kind == "stop":
        return Stop()
    if kind == "home":
        return Walk(None)
    if kind == "near":  # where somebody else stands or walks to
        goals = [figure.to for figure in it.figures if figure.to is not None]
        return Walk(it.low + it.step * (goals[number % len(goals)] if goals else 0))
    return Walk(it.low + it.step * max(0, number))


def running(state: State) -> bool:
    return isinstance(state.phase, Office | Trade) and state.phase.stage == "ladder"


def play(state: State, opens: int, script: list[Move]) -> Iterator[tuple[int, list[Event]]]:
    """Each wake and each move with the events of that instant, to the end of the auction."""
    now = opens
    for move in [*script, None]:
        until_ = now + move[1] if move is not None else now + 1_000_000
        while running(state) and (game.wake_at(state) or 0) <= until_:
            at = game.wake_at(state)
            assert at is not None
            yield at, game.advance(state, at)
        if not running(state) or move is None:
            return
        now = until_
        seat = move[0] % len(state.settlers)
        wanted = action_of(state, move)
        before = game.encode_state(state)
        try:
            if isinstance(wanted, Presence):
                yield now, game.presence(state, seat, wanted, now)
            else:
                yield now, game.apply(state, seat, wanted, now)
        except Rejection:
            assert game.encode_state(state) == before


# --- the goods' ladder ---------------------------------------------------------------------------


def check_heights(state: State, now: int) -> None:
    """Buyers never above the lowest seller, the store's line or their own cash; nobody off the scale trades."""
    it = ladder(state)
    buyers = {seat: price_at(state, seat, now) for seat, figure in enumerate(it.figures) if figure.side == "buy"}
    sellers = {seat: price_at(state, seat, now) for seat, figure in enumerate(it.figures) if figure.side == "sell"}
    asked = [price for price in sellers.values() if price is not None]
    for seat, price in buyers.items():
        if price is None:
            continue
        assert price <= state.settlers[seat].money
        assert not asked or price <= min(asked)
        assert not it.selling or price <= it.low + it.end * it.step
        assert price <= it.low + it.top * it.step
    for seat in sellers:
        assert isinstance(state.phase, Trade) and state.settlers[seat].goods[state.phase.good] > 0
    for seat, figure in enumerate(it.figures):
        assert isinstance(state.phase, Trade) and state.phase.sides[seat] == figure.side


def check_deal(state: State, now: int) -> None:
    """Who trades stands still at the deal's height, and nobody worse placed stands there too (ties by ranking)."""
    it = ladder(state)
    deal = it.deal
    pair = Course(it, means(state)).pair() if it.now == now else None
    if it.now == now:
        assert (None if deal is None else (deal.buyer, deal.seller, deal.at)) == (tuple(pair) if pair else None)
    if deal is None:
        return
    for side, trader in (("buy", deal.buyer), ("sell", deal.seller)):
        here = [
            seat
            for seat, figure in enumerate(it.figures)
            if figure.side == side and figure.to == deal.at and standing_at(it, figure, now) == deal.at
        ]
        assert trader is None or (trader in here and trader == max(here, key=state.rank.index))


@EXAMPLES
@given(plays)
def test_trades_conserve_and_keep_to_the_ladder(it_plays: tuple[dict[str, Any], list[Move]]) -> None:
    """E-161, E-163, E-164, E-165, E-166: under any play of two to four people."""
    world, script = it_plays
    state, opens = market_of(world)
    good: Good = world["good"]
    units = sum(settler.goods[good] for settler in state.settlers) + state.store.goods[good]
    money = sum(settler.money for settler in state.settlers)
    made, last_unit = None, -1_000
    for now, events in play(state, opens, script):
        for event in events:
            if isinstance(event, DealMade):
                made = now
            if isinstance(event, UnitPassed):
                assert made is not None and now >= made + 1_100 and now - last_unit >= 400
                last_unit = now
                money += event.price * ((event.buyer is None) - (event.seller is None))
        assert sum(settler.money for settler in state.settlers) == money
        assert all(settler.money >= 0 and min(settler.goods.values()) >= 0 for settler in state.settlers)
        if not running(state):
            break
        assert sum(settler.goods[good] for settler in state.settlers) + state.store.goods[good] == units
        assert min(state.store.goods.values()) >= 0
        check_heights(state, now)
        check_deal(state, now)
    assert not running(state), "the clock runs out"


@EXAMPLES
@given(plays, st.lists(st.integers(1, 1_500), min_size=1, max_size=30))
def test_split_time_on_the_ladder(it_plays: tuple[dict[str, Any], list[Move]], cuts: list[int]) -> None:
    """E-155, E-168: advancing in tiny steps or at once, from bytes or from memory, leads to the same."""
    world, script = it_plays
    one, opens = market_of(world, bots=True)
    for _instant in play(one, opens, script[:12]):
        pass
    state, _opens = market_of(world, bots=True)
    now = opens
    for move in script[:12]:
        later = now + move[1]
        number = 0
        while now < later:
            now = min(later, now + cuts[number % len(cuts)])
            number += 1
            game.advance(state, now)
        if not running(state):
            break
        state = game.decode_state(game.encode_state(state))
        wanted, seat = action_of(state, move), move[0] % len(state.settlers)
        try:
            if isinstance(wanted, Presence):
                game.presence(state, seat, wanted, now)
            else:
                game.apply(state, seat, wanted, now)
        except Rejection:
            continue
    end = max(one.now, now)  # the last move's wait may lead beyond the auction
    game.advance(one, end)
    for at in range(now, end, 977):
        if at >= now:
            game.advance(state, at)
    game.advance(state, end)
    assert plain(state) == plain(one)


def plain(state: State) -> Any:
    """Everything of a state that is stored, rigged dice or not."""
    return msgspec.to_builtins(state)


@EXAMPLES
@given(plays)
def test_the_same_moves_lead_to_the_same_end(it_plays: tuple[dict[str, Any], list[Move]]) -> None:
    """E-155: a replay."""
    world, script = it_plays
    ends = []
    for _time in range(2):
        state, opens = market_of(world, bots=True)
        told = [msgspec.msgpack.encode(instant) for instant in play(state, opens, script)]
        ends.append((told, plain(state)))
    assert ends[0] == ends[1]


# --- the land's ladder ---------------------------------------------------------------------------


@EXAMPLES
@given(plays, st.booleans())
def test_land_goes_to_the_highest_who_can_pay(it_plays: tuple[dict[str, Any], list[Move]], offered: bool) -> None:
    """E-052, E-054, E-063, E-166"""
    world, script = it_plays
    seats = world["seats"]
    state = scene(seats)
    state.rank = [seat for seat in world["rank"] if seat < seats]
    for seat in range(seats):
        state.settlers[seat].money = world["money"][seat]
    own(state, 0, "C2", elums=("ore",))
    state.plots["C2"].owner = 0 if offered else None
    opens = auction(state, Lot("C2", 0 if offered else None))
    before = sum(settler.money for settler in state.settlers)
    heights: dict[int, int] = {}
    for now, events in play(state, opens, [move for move in script if move[2] not in ("buy", "sell", "out")]):
        if running(state):
            found = {seat: price_at(state, seat, now) for seat in range(seats)}
            heights = {seat: price for seat, price in found.items() if price is not None}
            assert all(price <= state.settlers[seat].money for seat, price in heights.items())
        for event in events:
            if isinstance(event, LotSold):
                after = sum(settler.money for settler in state.settlers)
                assert after == before - (event.price if event.winner is not None and not offered else 0)
                assert event.winner != 0 or not offered
                if event.winner is not None:
                    assert state.plots["C2"].owner == event.winner and state.plots["C2"].elums == ["ore"]
    assert isinstance(state.phase, Office) and all(settler.money >= 0 for settler in state.settlers)


# --- turns ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["einsteiger", "standard", "turnier"])
@EXAMPLES
@given(st.integers(0, 2**32), st.integers(0, 1_500), st.booleans())
def test_a_turn_makes_no_elums_and_no_debts(level: str, seed: int, cash: int, refined: bool) -> None:
    """E-086, E-092, E-093: ELUMs are in the store, in hand, on plots, or have run away."""
    state = scene(level=level)
    own(state, 0, "A1", "E2")
    own(state, 0, "C3", elums=("food",))
    own(state, 0, "D4", elums=("energy", "ore") if refined else ("energy",))
    state.plots["D4"].badge = refined
    state.settlers[0].money = cash
    turn(state, 0)
    rng = random.Random(seed)
    now, ran = 0, 0

    def elums() -> int:
        hand = int(isinstance(state.phase, Turn) and state.phase.hand is not None)
        bought = 14 - (state.store.elums if state.store.elums is not None else 14)
        return sum(len(plot.elums) for plot in state.plots.values()) + hand - bought + ran

    start = elums()
    while isinstance(state.phase, Turn) and state.phase.stage == "run":
        wake = game.wake_at(state)
        assert wake is not None
        legal = game.actions(state, 0)
        later = now + rng.randrange(1_500)
        if not legal or later >= wake:
            now = max(now, wake)
            ran += sum(type(event).__name__ == "RanAway" for event in game.advance(state, now))
        else:
            now = later
            events = game.apply(state, 0, rng.choice(legal), now)
            ran += sum(type(event).__name__ == "RanAway" for event in events)
        assert state.settlers[0].money >= 0
        if state.store.elums is not None:
            assert elums() == start
        for plot in state.plots.values():
            assert len(plot.elums) <= 2 and len(set(plot.elums)) == len(plot.elums)
            assert plot.kind != "river" or not {"ore", "crystal"} & set(plot.elums)
