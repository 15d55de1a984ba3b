"""The development turn: order, window, clock, orders, pub. Over 500 lines: the turn has most of the rules."""

from __future__ import annotations

import pytest

from games.elum.actions import Assay, Begin, Buy, Fetch, GiveBack, Outfit, Place, Pub, PutUp, Withdraw
from games.elum.data import GOODS, Good, Tempo
from games.elum.events import (
    Assayed,
    ColonyStruck,
    ElumReturned,
    Fetched,
    Harvested,
    Outfitted,
    Placed,
    PubWon,
    RanAway,
    StandIn,
    TurnBegun,
    TurnOpened,
    TurnOver,
)
from games.elum.game import game
from games.elum.rules import turn as turns
from games.elum.rules.maps import way
from games.elum.state import Offer, State, Turn
from games.kernel.contract import Level
from tests.games.elum.scenes import do, ground, hold, opening, own, refused, rig, say, scene, stock, the, turn, until


def phase(state: State) -> Turn:
    assert isinstance(state.phase, Turn)
    return state.phase


def money(state: State, seat: int = 0) -> int:
    return state.settlers[seat].money


# --- order ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elums", "order"),
    [(14, [2, 0, 1, 3]), (8, [2, 0, 1, 3]), (7, [3, 1, 0, 2]), (0, [3, 1, 0, 2]), (None, [2, 0, 1, 3])],
)
def test_the_richest_first_unless_elums_are_few(elums: int | None, order: list[int]) -> None:
    """E-066, E-067: at most seven turn the order; Einsteiger's store (None) never does."""
    state = scene()
    state.rank, state.store.elums = [2, 0, 1, 3], elums
    assert turns.turn_order(state) == order


def test_the_order_stands_from_the_begin_of_the_phase() -> None:
    """E-067: the first buyer leaves seven, and the order stays."""
    state = scene(4)
    state.store.elums = 8
    rig(state, "fate/1/0", 999)
    turns.open_turn(state, turns.turn_order(state), 0, reversed_=False)
    do(state, 0, Begin(), 0)
    do(state, 0, Buy(), 1)
    do(state, 0, Pub(leave=True), 2)
    seats = [the(until(state, TurnOpened)[1], TurnOpened).seat for _turn in range(3)]
    assert state.store.elums == 7 and seats == [1, 2, 3]


# --- window and clock ----------------------------------------------------------------------------


def test_the_clock_starts_when_begin_is_pressed() -> None:
    """E-074"""
    state = scene()
    turn(state, 0, begin=False)
    assert refused(state, 0, Buy(), 5_000) == "phase"
    begun = the(do(state, 0, Begin(), 9_000), TurnBegun)
    assert (begun.total, begun.full) == (47_500, 47_500) and phase(state).until == 9_000 + 47_500


@pytest.mark.parametrize("tempo", ["normal", "schnell"])
def test_it_starts_by_itself_after_17_seconds(tempo: Tempo) -> None:
    """E-075, A-7: also with „schnell“."""
    state = scene(tempo=tempo)
    turn(state, 0, begin=False)
    assert until(state, TurnBegun)[0] == 17_000


@pytest.mark.parametrize(
    ("people", "level", "tempo", "ms"),
    [
        ("kugler", "standard", "normal", 47_500),
        ("kugler", "standard", "schnell", 23_750),
        ("kugler", "einsteiger", "normal", 61_000),
        ("fluegler", "turnier", "normal", 61_000),
        ("fluegler", "einsteiger", "schnell", 37_500),
        ("siedler", "standard", "normal", 34_000),
        ("siedler", "einsteiger", "normal", 47_500),
    ],
)
def test_how_long_a_turn_lasts(people: str, level: str, tempo: str, ms: int) -> None:
    """E-006, E-195, E-198, A-5, A-6"""
    state = scene(2, level=level, tempo=tempo, picks=(people, "stampfer"))
    turn(state, 0)
    assert until(state, TurnOver)[0] == ms


@pytest.mark.parametrize(("round_", "need"), [(1, 3), (4, 3), (5, 4), (8, 4), (9, 5), (12, 5)])
def test_food_and_time(round_: int, need: int) -> None:
    """E-028, E-083, E-084, E-085: the need gives the full time; else 10 % plus the share."""
    for food in range(need + 2):
        state = scene(round_=round_)
        stock(state, 0, food=food)
        turn(state, 0)
        expected = 47_500 if food >= need else 4_750 + 47_500 * food // need
        assert phase(state).total == expected
        assert state.settlers[0].goods["food"] == food, "eaten in the books after the harvest"
        assert until(state, TurnOver)[0] == expected


def test_food_of_the_event_is_counted() -> None:
    """E-083, A-40: a parcel that came with the window."""
    state = scene()
    stock(state, 3)
    rig(state, "fate/1/3", 0)
    turn(state, 3, begin=False, event=True)
    assert phase(state).happened is not None and phase(state).happened.id == "E1"  # type: ignore[union-attr]
    do(state, 3, Begin(), 100)
    assert phase(state).total == 47_500


# --- buying and outfitting -----------------------------------------------------------------------


def test_buying_an_elum() -> None:
    """E-086: at the store's price, one in hand at a time, no time."""
    state = scene()
    turn(state, 0)
    state.store.elum_price = 137
    do(state, 0, Buy(), 10)
    assert money(state) == 1000 - 137 and state.store.elums == 13 and phase(state).hand is not None
    assert refused(state, 0, Buy(), 10) == "hand_full"


@pytest.mark.parametrize(("elums", "cash", "code"), [(0, 1000, "sold_out"), (5, 99, "money")])
def test_why_not_to_buy(elums: int, cash: int, code: str) -> None:
    """E-086"""
    state = scene()
    turn(state, 0)
    state.store.elums, state.settlers[0].money = elums, cash
    assert refused(state, 0, Buy(), 10) == code


def test_einsteiger_has_elums_without_end_at_100() -> None:
    """E-018"""
    state = scene(level="einsteiger")
    own(state, 0, "D3", "C3", "B3")
    turn(state, 0)
    now = 0
    for plot in ("D3", "C3", "B3"):
        before = money(state)
        do(state, 0, Buy(), now)
        assert money(state) == before - 100 and state.store.elums is None
        do(state, 0, Outfit("food"), now)
        do(state, 0, Place(plot), now + 1_000)
        now = until(state, Placed)[0]


@pytest.mark.parametrize(("good", "cost"), [("food", 25), ("energy", 50), ("ore", 75), ("crystal", 100)])
def test_outfits(good: Good, cost: int) -> None:
    """E-088: a second of the turn; not without the money."""
    state = scene(level="turnier")
    turn(state, 0)
    hold(state, paid=100)
    state.settlers[0].money = cost - 1
    assert refused(state, 0, Outfit(good), 10) == "money"
    state.settlers[0].money = cost
    do(state, 0, Outfit(good), 10)
    assert money(state) == 0
    assert refused(state, 0, GiveBack(), 500) in ("not_asked", "busy")
    assert until(state, Outfitted)[0] == 1_010
    hand = phase(state).hand
    assert hand is not None and hand.good == good


@pytest.mark.parametrize("level", ["einsteiger", "standard"])
def test_no_glimmer_outside_turnier(level: str) -> None:
    """E-032: neither an outfit nor an assay."""
    state = scene(level=level)
    own(state, 0, "A1")
    turn(state, 0)
    hold(state)
    assert refused(state, 0, Outfit("crystal"), 10) == "no_crystal"
    phase(state).hand = None
    assert refused(state, 0, Assay("A1"), 10) == "no_crystal"


# --- placing -------------------------------------------------------------------------------------


def test_placing_walks_to_the_plot() -> None:
    """E-089"""
    state = scene()
    own(state, 0, "C3")
    turn(state, 0)
    hold(state, "energy")
    do(state, 0, Place("C3"), 100)
    doing = phase(state).doing
    assert doing is not None and doing.path == ("D3", "C3")
    assert until(state, Placed)[0] == 100 + 500 + 350 + 350
    assert state.plots["C3"].elums == ["energy"] and phase(state).hand is None


@pytest.mark.parametrize(
    ("plot", "code"), [("A2", "free"), ("B2", "not_yours"), ("E3", "no_plot"), ("Z9", "no_plot"), ("", "no_plot")]
)
def test_clicks_elsewhere_are_refused(plot: str, code: str) -> None:
    """E-089, A-26: the ELUM stays in hand."""
    state = scene()
    own(state, 1, "B2")
    turn(state, 0)
    hold(state, "food")
    assert refused(state, 0, Place(plot), 10) == code
    assert phase(state).hand is not None


def test_without_an_elum_or_an_outfit_nothing_is_placed() -> None:
    """E-089"""
    state = scene()
    own(state, 0, "A1")
    turn(state, 0)
    assert refused(state, 0, Place("A1"), 10) == "hand_empty"
    assert refused(state, 0, Outfit("food"), 10) == "hand_empty"
    hold(state)
    assert refused(state, 0, Place("A1"), 10) == "no_outfit"


@pytest.mark.parametrize("good", GOODS)
def test_at_the_river(good: Good) -> None:
    """E-090"""
    state = scene(level="turnier")
    own(state, 0, "E2")
    turn(state, 0)
    hold(state, good)
    if good in ("ore", "crystal"):
        assert refused(state, 0, Place("E2"), 10) == "river"
    else:
        do(state, 0, Place("E2"), 10)
        until(state, Placed)
        assert state.plots["E2"].elums == [good]


def test_swapping() -> None:
    """E-092: the old one comes into the hand and pays only its outfit when outfitted anew."""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    turn(state, 0)
    hold(state, "ore", paid=100)
    do(state, 0, Place("A1"), 10)
    at, _events = until(state, Placed)
    hand = phase(state).hand
    assert state.plots["A1"].elums == ["ore"] and hand is not None and (hand.good, hand.paid) == ("food", None)
    assert refused(state, 0, GiveBack(), at) == "not_bought"
    assert refused(state, 0, Outfit("food"), at) == "same"
    before = money(state)
    do(state, 0, Outfit("energy"), at)
    assert money(state) == before - 50


def test_the_same_good_twice_on_a_plot_is_refused() -> None:
    """E-092"""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    turn(state, 0)
    hold(state, "food")
    assert refused(state, 0, Place("A1"), 10) == "same"


def test_fetching() -> None:
    """E-092: walk there, then it is in hand; placed elsewhere as it is."""
    state = scene()
    own(state, 0, "D3", elums=("food",))
    own(state, 0, "C3")
    turn(state, 0)
    assert refused(state, 0, Fetch("D3", "ore"), 10) == "not_there"
    assert refused(state, 0, Fetch("C3", "food"), 10) == "empty"
    do(state, 0, Fetch("D3", "food"), 10)
    assert state.plots["D3"].elums == ["food"]
    at, _events = until(state, Fetched)
    assert at == 10 + way(state.plots, "D3")[0] and not state.plots["D3"].elums
    assert refused(state, 0, Fetch("D3", "food"), at) == "hand_full"
    do(state, 0, Place("C3"), at)
    until(state, Placed)
    assert state.plots["C3"].elums == ["food"] and money(state) == 1000


def test_giving_back() -> None:
    """E-092, A-25: what was bought in this turn, at the price paid; the outfit's money is lost."""
    state = scene()
    turn(state, 0)
    do(state, 0, Buy(), 0)
    do(state, 0, Outfit("ore"), 0)
    until(state, Outfitted)
    state.store.elum_price = 500
    back = the(do(state, 0, GiveBack(), 1_000), ElumReturned)
    assert back.price == 100 and money(state) == 1000 - 75 and state.store.elums == 14


def test_no_second_order_on_the_way() -> None:
    """Who is on the way can do nothing else (elum.md 5)."""
    state = scene()
    own(state, 0, "A1", "B1")
    turn(state, 0)
    hold(state, "food")
    do(state, 0, Place("A1"), 0)
    assert refused(state, 0, PutUp("B1"), 100) in ("busy", "not_asked")
    assert not game.actions(state, 0)


# --- running away --------------------------------------------------------------------------------


def test_what_is_in_hand_at_the_end_runs_away() -> None:
    """E-093: it isn't back in the store."""
    state = scene()
    its = turn(state, 0)
    do(state, 0, Buy(), 0)
    at, events = until(state, RanAway)
    assert at == 47_500 and the(events, RanAway).seat == 0 and state.store.elums == 13
    assert its.ran_away and its.hand is None


def test_time_ends_on_the_way() -> None:
    """E-093: it was still in hand; arriving just in time counts."""
    for early, stands in ((1, False), (0, False), (850, True), (851, True)):
        state = scene()
        own(state, 0, "D3")
        turn(state, 0)
        hold(state, "food")
        do(state, 0, Place("D3"), 47_500 - max(1, early))
        until(state, TurnOver)
        assert (state.plots["D3"].elums == ["food"]) == stands


def test_the_pub_with_an_elum_in_hand() -> None:
    """E-093, E-099: asked first; then it runs away."""
    state = scene()
    turn(state, 0)
    hold(state, "food")
    assert refused(state, 0, Pub(), 10) == "in_hand"
    events = do(state, 0, Pub(leave=True), 10)
    the(events, RanAway)
    the(events, PubWon)


# --- assay ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4])
def test_the_assay_shows_the_level_to_the_settler_alone(level: int) -> None:
    """E-034, E-095, E-096: 2.5 s, no fee, no walk."""
    state = scene(level="turnier")
    own(state, 0, "A1")
    ground(state, "A1", "plain", deposit=level)
    turn(state, 0)
    do(state, 0, Assay("A1"), 10)
    at, events = until(state, Assayed)
    event = the(events, Assayed)
    assert at == 2_510 and event.level == level and money(state) == 1000
    for viewer in (1, 2, 3, None):
        told = game.redact(event, viewer)
        assert isinstance(told, Assayed) and told.level is None
        assert game.observe(state, viewer).plots["A1"].deposit is None
    assert game.observe(state, 0).plots["A1"].deposit == level
    assert refused(state, 0, Assay("A1"), at) == "known"


@pytest.mark.parametrize(("plot", "code"), [("A2", "free"), ("B2", "not_yours"), ("E2", "river"), ("E3", "no_plot")])
def test_what_can_not_be_assayed(plot: str, code: str) -> None:
    """E-095, A-33"""
    state = scene(level="turnier")
    own(state, 1, "B2")
    own(state, 0, "E2")
    turn(state, 0)
    assert refused(state, 0, Assay(plot), 10) == code


def test_a_new_owner_does_not_learn_what_the_old_one_knew() -> None:
    """A-55; a computer that takes the seat does know it."""
    state = scene(level="turnier")
    own(state, 0, "A1")
    ground(state, "A1", "plain", deposit=3)
    state.plots["A1"].known.append(0)
    state.plots["A1"].owner = 1
    assert game.observe(state, 1).plots["A1"].deposit is None
    say(state, 0, "bot", 10, "normal")
    assert game.observe(state, 0).plots["A1"].deposit == 3


# --- offers --------------------------------------------------------------------------------------


def test_one_offer_a_turn_that_can_be_withdrawn() -> None:
    """E-097, A-24"""
    state = scene(round_=2)
    own(state, 0, "A1", "B1")
    own(state, 1, "C1")
    turn(state, 0)
    assert refused(state, 0, PutUp("C1"), 1) == "not_yours"
    assert refused(state, 0, Withdraw(), 1) == "no_offer"
    do(state, 0, PutUp("A1"), 2)
    assert refused(state, 0, PutUp("B1"), 3) == "one_offer"
    do(state, 0, Withdraw(), 4)
    do(state, 0, PutUp("B1"), 5)
    until(state, TurnOver)
    game.advance(state, game.wake_at(state) or 0)
    assert state.offers == [Offer(0, "B1")] and money(state) == 1000


@pytest.mark.parametrize(("rounds", "last"), [(12, 12), (6, 6)])
def test_no_offers_in_the_last_round(rounds: int, last: int) -> None:
    """E-098: there would be no auction."""
    for round_ in (last - 1, last):
        state = scene(round_=round_, rounds=rounds)
        own(state, 0, "A1")
        turn(state, 0)
        if round_ == last:
            assert refused(state, 0, PutUp("A1"), 1) == "last_round"
        else:
            do(state, 0, PutUp("A1"), 1)


# --- pub -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round_", "base"), [(1, 50), (4, 100), (7, 150), (10, 200)])
def test_pub_winnings(round_: int, base: int) -> None:
    """E-099, E-101: base + 0 … 200 × time left, at most 250; it ends the turn after 3 s of slot machine."""
    for draw, left in ((0, 47_500), (1, 47_500), (199, 47_500), (0, 23_750), (100, 23_750)):
        state = scene(round_=round_)
        stock(state, 0, food=5)
        turn(state, 0)
        rig(state, f"pub/{round_}/0", draw)
        events = do(state, 0, Pub(), 47_500 - left)
        won = the(events, PubWon).money
        assert won == min(250, base + draw) and money(state) == 1000 + won
        the(events, TurnOver)
        assert phase(state).stage == "slot" and game.wake_at(state) == 47_500 - left + 3_000


@pytest.mark.parametrize(("left", "most"), [(47_500, 200), (23_750, 100), (237, 0), (238, 1)])
def test_the_more_time_the_higher(left: int, most: int) -> None:
    """E-101: the draw is below most + 1."""
    highest = 0
    for number in range(300):
        state = scene(seed=bytes([number % 256, number // 256]) + bytes(30))
        turn(state, 0)
        highest = max(highest, the(do(state, 0, Pub(), 47_500 - left), PubWon).money - 50)
    assert highest <= most and highest >= most * 0.95


def test_hunger_lowers_the_winnings() -> None:
    """E-101: measured by the people's time, not the one cut by hunger."""
    state = scene()
    stock(state, 0)
    turn(state, 0)
    assert phase(state).total == 4_750
    rig(state, "pub/1/0", 20)
    assert the(do(state, 0, Pub(), 0), PubWon).money == 70
    state = scene()
    stock(state, 0)
    turn(state, 0)
    rig(state, "pub/1/0", 21)
    with pytest.raises(AssertionError, match="below 21"):
        do(state, 0, Pub(), 0)


# --- idle turns ----------------------------------------------------------------------------------


def idle_turn(state: State, at: int) -> int:
    turn(state, 1, at, begin=False)
    end, _events = until(state, TurnOver)
    return end


def stands_in(state: State) -> bool:
    return state.settlers[1].stand_in


def test_after_two_idle_turns_the_computer_stands_in() -> None:
    """E-102, A-35: until the player does anything; a turn with an action between begins anew."""
    state = scene()
    at = idle_turn(state, 0)
    assert at == 17_000 + 47_500 and not stands_in(state)
    turn(state, 1, at)
    until(state, TurnOver)
    assert state.settlers[1].idle == 0
    at = idle_turn(state, 200_000)
    at = idle_turn(state, at)
    assert stands_in(state) and state.settlers[1].human and state.settlers[1].level is None


def test_a_stand_in_acts_and_the_player_takes_over_again() -> None:
    """E-102: the window of 17 s is the player's again; nobody loses points."""
    state = scene()
    state.settlers[1].stand_in = True
    turn(state, 1, begin=False)
    assert game.wake_at(state) == 2_000
    events = do(state, 1, Begin(), 1_000)
    assert the(events, StandIn) == StandIn(1, on=False)
    assert phase(state).lapse == 0 and phase(state).until == 1_000 + 47_500


def test_taking_over_in_the_middle_of_a_turn() -> None:
    """E-102: the clock runs on at the usual pace from what the computer has left."""
    state = scene()
    state.settlers[1].stand_in = True
    own(state, 1, "A1")
    turn(state, 1, begin=False)
    game.advance(state, 2_000)
    assert phase(state).lapse == 47_500
    events = do(state, 1, PutUp("A1"), 2_100)
    the(events, StandIn)
    spent = 100 * 47_500 // 8_000
    assert phase(state).until == 2_100 + 47_500 - spent and phase(state).offered == "A1"
    assert phase(state).wampus is not None


def test_a_refused_action_of_who_comes_back_changes_nothing() -> None:
    """E-102: the law of refusals holds for stand-ins too."""
    state = scene()
    state.settlers[1].stand_in = True
    turn(state, 1, begin=False)
    game.advance(state, 2_000)
    assert refused(state, 1, GiveBack(), 2_050) == "not_bought" and state.settlers[1].stand_in


# --- computers' turns ----------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_robotrons_turn_is_seen_for_six_to_ten_seconds(level: Level) -> None:
    """E-103: the window of 2 s included, the slot machine too; whatever strength, whatever tempo."""
    for tempo in ("normal", "schnell"):
        state = opening(4, bots=range(4), bot=level, tempo=tempo, rounds=6, level="einsteiger")
        opened: int | None = None
        while game.outcome(state) is None:
            at = game.wake_at(state) or 0
            for event in game.advance(state, at):
                if isinstance(event, TurnOpened | ColonyStruck | Harvested) and opened is not None:
                    assert 6_000 <= at - opened <= 10_000
                    opened = None
                if isinstance(event, TurnOpened):
                    opened = at
