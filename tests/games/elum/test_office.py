"""Land auctions: lots, series, start prices, the hammer."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elum.actions import PutUp, Walk
from games.elum.data import LAND_COUNT, Tier
from games.elum.events import LotCalled, LotSold, OfficeOpened, TurnOpened
from games.elum.game import game
from games.elum.rules import office
from games.elum.rules.chance import weighted
from games.elum.state import Lot, Offer, State
from games.kernel.dice import Dice
from tests.games.elum.scenes import (
    SEED,
    auction,
    clock,
    do,
    figure,
    ladder,
    none_of,
    own,
    price_at,
    refused,
    rig,
    scene,
    the,
    to,
    turn,
    until,
)


def sold(state: State) -> LotSold:
    return the(until(state, LotSold)[1], LotSold)


# --- what comes under the hammer -----------------------------------------------------------------


def test_offers_come_first_in_their_order() -> None:
    """E-051, E-098, E-055"""
    state = scene(round_=2)
    own(state, 2, "A1")
    own(state, 0, "B1")
    state.offers = [Offer(2, "A1"), Offer(0, "B1")]
    rig(state, "land/2", 50_000)
    lots = office.lots(state)
    assert [lot.seller for lot in lots] == [2, 0, None] and [lot.plot for lot in lots[:2]] == ["A1", "B1"]
    assert state.plots[lots[2].plot].owner is None


def test_an_offer_of_a_plot_that_is_lost_is_void() -> None:
    """A-24"""
    state = scene(round_=2)
    own(state, 1, "A1")
    state.offers = [Offer(2, "A1")]
    rig(state, "land/2", 0)
    assert office.lots(state) == []


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("standard", {0: 16_200, 1: 67_600, 2: 16_200}),
        ("turnier", {0: 31_126, 1: 37_748, 2: 24_303, 3: 6_248, 4: 562, 5: 13}),
        ("einsteiger", {0: 100_000}),
    ],
)
def test_how_many_the_landamt_auctions(level: Tier, expected: dict[int, int]) -> None:
    """E-055, E-056: mostly one; Standard 0–2, Turnier up to 5, Einsteiger never."""
    assert {count: share for share, count in LAND_COUNT[level]} == expected
    assert sum(expected.values()) == 100_000
    dice = Dice(SEED)
    drawn = Counter(weighted(dice, "land", LAND_COUNT[level]) for _draw in range(4_000))
    assert set(drawn) <= set(expected)
    for count, share in expected.items():
        assert abs(drawn[count] / 4_000 - share / 100_000) < 0.03


def test_never_more_than_free_plots() -> None:
    """E-055"""
    state = scene(round_=2)
    for plot_id, plot in state.plots.items():
        plot.owner = 0 if plot_id != "A1" else None
    rig(state, "land/2", 99_999)
    assert office.lots(state) == [Lot("A1", None)]


def test_without_lots_the_auction_is_skipped() -> None:
    """E-019, E-056: in Einsteiger there is none in any round, and nothing can be offered."""
    state = scene(level="einsteiger", bots=range(4), rounds=6, tempo="schnell")
    events = game.advance(state, 10**8)
    assert none_of(events, LotCalled) and not none_of(events, TurnOpened)
    state = scene(level="einsteiger")
    own(state, 0, "A1")
    turn(state, 0)
    assert refused(state, 0, PutUp("A1"), 5) == "no_auctions"


# --- prices --------------------------------------------------------------------------------------


def test_the_very_first_auction_starts_at_160() -> None:
    """E-057"""
    state = scene()
    auction(state, Lot("A1", None), to_ladder=False)
    assert office.start_price(state, []) == 160
    assert ladder(state).low == 160 if state.phase.ladder else True  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("average", "prices", "start"),
    [
        (None, [], 160),
        (None, [250], 190),
        (260, [], 200),
        (300, [110], 50),
        (60, [], 10),
        (69, [], 10),
        (70, [], 10),
        (71, [], 11),
    ],
)
def test_start_prices(average: int | None, prices: list[int], start: int) -> None:
    """E-058, E-059, A-21: minus 60, never below 10."""
    state = scene()
    state.series_average = average
    assert office.start_price(state, prices) == start


def test_a_series_starts_lower_and_its_average_counts() -> None:
    """E-058, E-059, A-22: two sold in one series at 200 and 150, then a new series at 175 − 60."""
    state = scene()
    opens = auction(state, Lot("A1", None), Lot("B1", None))
    to(state, 0, 200, opens + 10)
    assert sold(state).price == 200
    _at, events = until(state, LotCalled)
    assert the(events, LotCalled).start == 140
    at, _events = until(state, OfficeOpened)
    game.advance(state, at + 2_000)
    to(state, 1, 150, at + 2_010)
    assert sold(state).price == 150
    until(state, TurnOpened)
    assert state.series_average == 175 and office.start_price(state, []) == 115


def test_an_unsold_plot_ends_the_series_and_counts_half() -> None:
    """E-064, A-23: 160 unsold counts as 132, so the next series starts at 72."""
    state = scene()
    auction(state, Lot("A1", None), Lot("B1", None))
    result = sold(state)
    assert (result.winner, result.price) == (None, 160)
    _at, events = until(state, TurnOpened)
    assert none_of(events, LotCalled)
    assert state.plots["A1"].owner is state.plots["B1"].owner is None
    assert state.series_average == 132 and office.start_price(state, []) == 72


def test_an_unsold_plot_of_a_settler_ends_only_the_settlers_series() -> None:
    """A-22: the other settlers' plots stay with them, the Landamt's series follows at 132 − 60."""
    state = scene()
    own(state, 0, "A1")
    own(state, 1, "B1")
    auction(state, Lot("A1", 0), Lot("B1", 1), Lot("C1", None))
    assert sold(state).winner is None
    _at, events = until(state, LotCalled)
    called = the(events, LotCalled)
    assert (called.plot, called.seller, called.start) == ("C1", None, 72)
    assert (state.plots["A1"].owner, state.plots["B1"].owner) == (0, 1)


def test_the_average_is_rounded_half_up() -> None:
    """A-21"""
    state = scene()
    opens = auction(state, Lot("A1", None), Lot("B1", None))
    state.phase.start = 165  # type: ignore[union-attr]
    to(state, 0, 170, opens + 10)
    sold(state)
    until(state, OfficeOpened)
    sold(state)
    until(state, TurnOpened)
    assert state.series_average == (170 + (55 + 52) + 1) // 2 == 139


# --- the hammer ----------------------------------------------------------------------------------


def test_the_highest_pays_and_gets_the_plot_with_its_elum_from_the_seller() -> None:
    """E-052, E-053, E-063"""
    state = scene()
    own(state, 3, "C2", elums=("energy",))
    opens = auction(state, Lot("C2", 3))
    to(state, 0, 200, opens + 10)
    to(state, 1, 190, opens + 20)
    before = [settler.money for settler in state.settlers]
    result = sold(state)
    assert (result.winner, result.price, result.seller) == (0, 200, 3)
    assert [settler.money - old for settler, old in zip(state.settlers, before, strict=True)] == [-200, 0, 0, 200]
    assert state.plots["C2"].owner == 0 and state.plots["C2"].elums == ["energy"]


def test_what_the_landamt_sells_leaves_the_match() -> None:
    """E-063"""
    state = scene()
    opens = auction(state, Lot("C2", None))
    to(state, 2, 160, opens + 10)
    sold(state)
    assert [settler.money for settler in state.settlers] == [1000, 1000, 840, 1000]


def test_the_seller_does_not_bid() -> None:
    """E-054"""
    state = scene()
    own(state, 3, "C2")
    opens = auction(state, Lot("C2", 3))
    assert [pending.seat for pending in game.to_act(state)] == [0, 1, 2]
    assert refused(state, 3, Walk(160), opens + 10) == "not_asked" and figure(state, 3).side == "out"


def test_ties_at_the_top_go_to_the_worse_placed() -> None:
    """E-063, E-166"""
    state = scene()
    opens = auction(state, Lot("C2", None))
    for seat in (2, 0, 1):
        to(state, seat, 180, opens + 10 + seat)
    assert sold(state).winner == 2


def test_steps_of_ten_from_the_start_price_and_no_bid_below_it() -> None:
    """E-062: the start place is below the start price; going down again is allowed."""
    state = scene()
    state.series_average = 133
    opens = auction(state, Lot("C2", None))
    assert (ladder(state).low, ladder(state).step) == (73, 10)
    assert price_at(state, 0, opens) is None
    assert refused(state, 0, Walk(80), opens + 1) == refused(state, 0, Walk(63), opens + 1) == "price"
    to(state, 0, 103, opens + 5)
    assert [price_at(state, 0, opens + 5 + ms) for ms in (83, 84, 167, 250, 334)] == [None, 73, 83, 93, 103]
    to(state, 0, None, opens + 1_000)
    assert price_at(state, 0, opens + 1_250) == 73 and price_at(state, 0, opens + 2_000) is None
    assert sold(state).winner is None


def test_nobody_stands_above_their_cash() -> None:
    """E-063"""
    state = scene()
    state.settlers[0].money, state.settlers[1].money = 187, 159
    opens = auction(state, Lot("C2", None))
    assert refused(state, 1, Walk(160), opens + 1) == "money"
    to(state, 0, 400, opens + 1)
    game.advance(state, opens + 5_000)
    assert price_at(state, 0, opens + 5_000) == 180


def test_the_scale_grows_above_start_plus_140() -> None:
    """E-160 for land: 14 steps, more where somebody bids more."""
    state = scene()
    opens = auction(state, Lot("C2", None))
    assert ladder(state).top == 14
    to(state, 0, 500, opens + 1)
    game.advance(state, opens + 10_000)
    assert ladder(state).top == 34 and price_at(state, 0, opens + 10_000) == 500


@pytest.mark.parametrize(("left", "extended"), [(6, False), (5, True), (1, True)])
def test_a_late_highest_bid_sets_the_clock_to_five_seconds(left: int, extended: bool) -> None:
    """E-065: in the last five seconds; ``left`` beats are left as somebody sets out, 84 ms later he bids.

    Nobody moves after it, so that the last two of five beats last two thirds of a second (E-169).
    """
    state = scene()
    auction(state, Lot("C2", None))
    began = clock(state, left)
    to(state, 1, 160, began)
    assert until(state, LotSold)[0] == began + (84 + 3_000 + 2 * 666 if extended else 4_000 + 2 * 666)


def test_late_bids_extend_without_a_limit() -> None:
    """E-065: each costs ten more; the last one wins."""
    state = scene()
    auction(state, Lot("C2", None))
    at = clock(state, 1)
    for number in range(8):
        to(state, number % 2, 160 + 10 * number, at)
        at += 4_300
    _end, events = until(state, LotSold)
    assert (the(events, LotSold).winner, the(events, LotSold).price) == (1, 230)


@pytest.mark.parametrize("price", [160, 170])
def test_only_a_bid_above_all_so_far_extends(price: int) -> None:
    """E-065: 170 had been stood on before."""
    state = scene()
    opens = auction(state, Lot("C2", None))
    to(state, 0, 170, opens + 1)
    game.advance(state, opens + 2_000)
    to(state, 0, None, opens + 2_000)
    game.advance(state, opens + 4_000)
    began = clock(state, 3)
    to(state, 1, price, began + 100)
    assert until(state, LotSold)[0] == began + 3_000


def test_blinking_opening_ladder_result() -> None:
    """E-171: 4 s, 2 s, the clock, 3 s; untouched, the clock takes 39 s, „schnell“ 23 s."""
    for tempo, seconds in (("normal", 39), ("schnell", 23)):
        state = scene(tempo=tempo)
        auction(state, Lot("C2", None), to_ladder=False)
        assert until(state, OfficeOpened)[0] == 4_000
        opens = game.wake_at(state) or 0
        assert opens == 6_000
        end, _events = until(state, LotSold)
        assert abs(end - opens - seconds * 1_000) < 1_000
        assert until(state, TurnOpened)[0] == end + 3_000


def test_the_offer_of_a_turn_is_called_in_the_next_round() -> None:
    """E-097, E-098: it stays with the seller until then."""
    state = scene(round_=3)
    own(state, 0, "A1")
    turn(state, 0)
    do(state, 0, PutUp("A1"), 10)
    until(state, TurnOpened) if state.phase.order else game.advance(state, 48_000)  # type: ignore[union-attr]
    assert state.offers == [Offer(0, "A1")] and state.plots["A1"].owner == 0
