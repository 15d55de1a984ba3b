"""„Weiter“, its limits, people who go, lines that break: who is waited for."""

from __future__ import annotations

import pytest

from games.elum.actions import Choose, Grab, Ready, Stop, Walk
from games.elum.events import (
    Away,
    Balance,
    GrantBegun,
    IsReady,
    Landed,
    LotSold,
    RoundBegun,
    RoundOver,
    SeatGiven,
    StandIn,
    UnitPassed,
)
from games.elum.game import game
from games.elum.state import Harvest, Lot, State, Summary, Trade, Turn
from tests.games.elum.scenes import (
    auction,
    clock,
    do,
    empty_books,
    figure,
    grant,
    none_of,
    opening,
    own,
    price_at,
    reap,
    refused,
    say,
    scene,
    stock,
    the,
    to,
    trading,
    turn,
    until,
)

HOURS = 3_600_000


def summary(seats: int = 4, bots: tuple[int, ...] = ()) -> State:
    """The walk-in after a round stands since 0."""
    state = scene(seats, bots=bots)
    own(state, 0, "A1", elums=("food", "energy"))
    state.phase = Trade("result", "energy", [], 0, 0, empty_books(state), [], [], 25)
    the(game.advance(state, 0), RoundOver)
    return state


def balance(seats: int = 4, bots: tuple[int, ...] = ()) -> State:
    state = scene(seats, bots=bots)
    reap(state)
    return state


def asked(state: State) -> list[int]:
    return [pending.seat for pending in game.to_act(state)]


# --- „Weiter“ ------------------------------------------------------------------------------------


@pytest.mark.parametrize("begin", [summary, balance])
def test_it_waits_without_end_for_the_first_press(begin: object) -> None:
    """E-178, E-180, A-35, A-46: computers and spectators neither start nor hold it."""
    state = summary(bots=(2, 3)) if begin is summary else balance(bots=(2, 3))
    assert game.wake_at(state) is None and asked(state) == [0, 1]
    assert game.advance(state, 100 * HOURS) == []


@pytest.mark.parametrize(("kind", "limit"), [("summary", 60_000), ("balance", 30_000)])
def test_after_the_first_press_the_others_have_a_limit(kind: str, limit: int) -> None:
    """E-179, E-180: one minute, 30 s at the balance; a second press doesn't change it."""
    state = summary() if kind == "summary" else balance()
    at = 10_000_000
    event = the(do(state, 1, Ready(), at), IsReady)
    assert event.until == at + limit == game.wake_at(state) and asked(state) == [0, 2, 3]
    do(state, 2, Ready(), at + 5_000)
    assert game.wake_at(state) == at + limit
    assert refused(state, 1, Ready(), at + 6_000) == "not_asked"
    before = state.phase
    game.advance(state, at + limit - 1)
    assert state.phase is before
    game.advance(state, at + limit)
    assert state.phase is not before


@pytest.mark.parametrize("kind", ["summary", "balance"])
def test_when_all_have_pressed_it_goes_on_at_once(kind: str) -> None:
    """E-178, E-180"""
    state = summary(bots=(3,)) if kind == "summary" else balance(bots=(3,))
    for seat in (2, 0):
        do(state, seat, Ready(), 1_000_000)
    phase = state.phase
    events = do(state, 1, Ready(), 1_000_500)
    assert state.phase is not phase and not isinstance(state.phase, Harvest | Summary)
    if kind == "summary":
        the(events, RoundBegun)
        the(events, GrantBegun)


@pytest.mark.parametrize("kind", ["summary", "balance"])
@pytest.mark.parametrize("pressed", [False, True])
def test_nobody_waits_for_who_has_gone(kind: str, pressed: bool) -> None:
    """E-178, E-222: also when the limit is running already."""
    state = summary(2) if kind == "summary" else balance(2)
    phase = state.phase
    if pressed:
        do(state, 0, Ready(), 1_000_000)
        events = say(state, 1, "bot", 1_000_100, "normal")
        the(events, SeatGiven)
        assert state.phase is not phase
    else:
        say(state, 1, "bot", 1_000_100, "normal")
        assert state.phase is phase and game.wake_at(state) is None
        do(state, 0, Ready(), 1_000_200)
        assert state.phase is not phase


def test_a_stronger_computer_does_not_end_the_walk_in() -> None:
    """E-178: it isn't a person who goes."""
    state = summary(bots=(0, 1, 2, 3))
    phase = state.phase
    say(state, 1, "bot", 100, "hard")
    assert state.phase is phase


def test_the_harvest_show_is_not_cut_short() -> None:
    """When the last person goes in the middle of it."""
    state = scene(2, bots=(1,))
    state.phase = Harvest("event", 0, 5_000)
    phase = state.phase
    assert none_of(say(state, 0, "bot", 100, "normal"), Balance) and state.phase is phase


def test_the_landing() -> None:
    """8 s, or until all people have pressed."""
    state = opening(3, bots=(2,))
    assert game.wake_at(state) == 8_000 and asked(state) == [0, 1]
    do(state, 0, Ready(), 1_000)
    assert game.wake_at(state) == 8_000
    the(do(state, 1, Ready(), 2_000), Landed)
    state = opening(3)
    the(game.advance(state, 8_000), Landed)


# --- lines that break, seats given away ----------------------------------------------------------


def test_offline_and_back_are_seen_in_every_phase() -> None:
    """E-102, A-54: said again it changes nothing; the seat stays the player's."""
    state = opening(2)
    assert say(state, 1, "back", 10) == []
    the(say(state, 1, "offline", 20), Away)
    assert say(state, 1, "offline", 30) == [] and game.observe(state, None).settlers[1].away
    assert 1 in asked(state)
    the(say(state, 1, "back", 40), Away)
    assert not game.observe(state, None).settlers[1].away


def test_offline_on_the_land_ladder_steps_back() -> None:
    """E-063: nobody buys a plot unseen."""
    state = scene()
    opens = auction(state, Lot("C2", None))
    to(state, 1, 200, opens)
    say(state, 1, "offline", opens + 3_000)
    assert [price_at(state, 1, opens + ms) for ms in (3_083, 3_084, 3_500)] == [200, 190, None]
    game.advance(state, opens + 200_000)
    assert state.plots["C2"].owner is None


def test_a_line_that_drops_is_no_way_out_of_a_bid() -> None:
    """E-063: the figure goes home no faster than it walks; at the last moment it still stands highest."""
    state = scene()
    opens = auction(state, Lot("C2", None))
    to(state, 0, 170, opens)
    to(state, 1, 300, opens + 10)
    do(state, 1, Stop(), opens + 3_000)
    at = clock(state, 1)
    say(state, 1, "offline", at + 800)
    end, events = until(state, LotSold)
    assert (end, the(events, LotSold).winner, the(events, LotSold).price) == (at + 1_000, 1, 280)


def test_an_absent_players_turn_begins_and_runs_out() -> None:
    """E-075, A-35"""
    state = scene()
    turn(state, 1, begin=False)
    say(state, 1, "offline", 100)
    assert isinstance(state.phase, Turn)
    game.advance(state, 17_000)
    assert state.phase.stage == "run" and state.phase.until == 17_000 + 47_500


def test_a_given_seat_is_played_on_at_once() -> None:
    """E-222: in its turn, in the grant, on the ladder."""
    state = scene()
    own(state, 1, "A1")
    turn(state, 1)
    say(state, 1, "bot", 5_000, "hard")
    assert isinstance(state.phase, Turn) and state.phase.lapse == 47_500 and not game.to_act(state)
    left = 47_500 - 5_000
    assert state.phase.until == 5_000 + -(-left * 8_000 // 47_500)
    state = scene(2)
    begins = grant(state)
    say(state, 1, "bot", begins + 10, "hard")
    game.advance(state, begins + 60_000)
    assert len([plot for plot in state.plots.values() if plot.owner == 1]) == 1
    state = scene()
    state.settlers[1].goods["food"] = 30
    opens = trading(state, "food", "out", "sell", "out", "out")
    say(state, 1, "bot", opens + 100, "normal")
    assert not none_of(game.advance(state, opens + 100_000), UnitPassed)


def test_a_given_seat_stays_given() -> None:
    """A-54: offline and back mean nothing there; another level may take it."""
    state = opening(2)
    say(state, 1, "bot", 10, "easy")
    assert say(state, 1, "bot", 20, "easy") == say(state, 1, "offline", 30) == say(state, 1, "back", 40) == []
    the(say(state, 1, "bot", 50, "hard"), SeatGiven)
    assert state.settlers[1].level == "hard" and state.settlers[1].human


# --- stand-ins in every phase --------------------------------------------------------------------


def test_a_stand_in_grabs_trades_and_gives_way() -> None:
    """E-102, A-35: the player needs only do something."""
    state = scene(2)
    state.settlers[1].stand_in = True
    begins = grant(state)
    events = do(state, 1, Grab("A1"), begins + 10)
    the(events, StandIn)
    assert not state.settlers[1].stand_in
    game.advance(state, begins + 200)
    assert state.plots["A1"].owner == 1
    state = scene(2)
    state.settlers[1].stand_in = True
    stock(state, 1, food=9)
    opens = trading(state, "food", "out")
    assert figure(state, 1).side == "sell"
    events = do(state, 1, Choose("out"), opens + 10)
    the(events, StandIn)
    assert refused(state, 1, Walk(20), opens + 20) == "out"


def test_a_stand_in_never_presses_weiter() -> None:
    """A-35: a match without anybody who presses stands still."""
    state = summary(2)
    for settler in state.settlers:
        settler.stand_in = True
    assert game.wake_at(state) is None
    the(do(state, 0, Ready(), 50), StandIn)
    assert game.wake_at(state) == 60_050
