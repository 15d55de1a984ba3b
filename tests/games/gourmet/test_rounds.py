"""Rounds, turns, the opener, round boni, the end."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings

from games.gourmet.actions import Mark, Take
from games.gourmet.data import Bonus, MenuId
from games.gourmet.events import Earned, Ended, Entered, Event, Rolled, RoundBegan
from games.gourmet.game import game
from games.gourmet.options import Options
from games.gourmet.state import Card, State
from games.kernel.contract import SeatSpec, Setup
from games.kernel.dice import Dice
from tests.games.gourmet import sheet
from tests.games.gourmet.table import (
    Match,
    asked,
    card,
    choosable,
    do,
    finish_turn,
    idle,
    legal,
    mark,
    marks,
    matches,
    opening,
    play,
    refused,
    scene,
    step,
    story,
    take,
    waits_for,
)


def new_round(menu: MenuId, round_: int, *cards: Card) -> tuple[State, list[Event]]:
    """The begin of a round with these cards, and what was told of it."""
    state = scene(menu, [6] * 6, *cards, round_=round_ - 1, turn=len(cards) - 1)
    events = finish_turn(state)
    at = next(i for i, event in enumerate(events) if isinstance(event, RoundBegan))
    return state, events[at:]


def public(events: list[Event]) -> list[Event]:
    """What a spectator hears."""
    return [told for event in events if (told := game.redact(event, None)) is not None]


# --- seats, rounds, turns --------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 5), (4, 4)])
@pytest.mark.parametrize("bots", [False, True])
def test_rounds_by_seats(seats: int, rounds: int, bots: bool) -> None:
    """G-001, G-047, G-048, G-049: seats count, whoever sits there."""
    state = opening(seats=seats, bots=range(1, seats) if bots else ())
    assert state.rounds == rounds
    assert game.observe(state, None).rounds == rounds


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_seats(seats: int) -> None:
    """G-001"""
    assert (game.info.seats_min, game.info.seats_max) == (2, 4)
    with pytest.raises(ValueError, match="2 to 4"):
        game.new(Options(), Setup(), (SeatSpec(),) * seats, Dice(bytes(32)))


@given(matches)
@settings(max_examples=30, deadline=None)
def test_everybody_is_at_the_pass_once_a_round_in_seat_order(match: Match) -> None:
    """G-019, G-050: from the opener on; whoever opened the first round opens all."""
    seats, told = match[1], list[Event]()
    for _state, _seat, _action, events in play(match):
        told += events
    began = [event for event in told if isinstance(event, RoundBegan)]
    assert [event.round for event in began] == list(range(1, {2: 6, 3: 5, 4: 4}[seats] + 1))
    assert len({event.opener for event in began}) == 1
    order = [event.seat for event in told if isinstance(event, Rolled) and event.roll == 1 and not event.again]
    assert order == [(began[0].opener + i) % seats for i in range(seats)] * len(began)
    assert isinstance(told[-1], Ended)


def test_the_opener_is_drawn_by_the_dice() -> None:
    """G-019: evenly, and by the seed alone."""
    for seats in (2, 3, 4):
        drawn = Counter(opening(seats=seats, seed=n.to_bytes(32, "big"), first=None).opener for n in range(300))
        assert set(drawn) == set(range(seats)) and min(drawn.values()) > 300 / seats / 2
    first = opening(seats=4, first=None)
    assert first.opener == opening("chef", seats=4, first=None, step_ms=60_000).opener
    assert asked(first) == {first.opener}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_table_may_say_who_begins(first: int) -> None:
    """G-019: a daily's player; nothing is drawn then."""
    state = opening(seats=3, first=first)
    assert asked(state) == {first} and "opener" not in state.dice.drawn
    assert game.observe(state, None).active == first


def test_the_end_comes_after_the_last_turn_of_the_last_round() -> None:
    """G-005: the most points win."""
    state = scene("haus", [6] * 6, card("haus", lila=[6]), card("haus", lila=[5]), round_=6, turn=0)
    finish_turn(state)
    assert step(state) == "pass" and asked(state) == {1}
    events = finish_turn(state)
    assert step(state) == "over" and asked(state) == set()
    ended = events[-1]
    assert isinstance(ended, Ended) and (ended.places, ended.scores) == ((1, 2), (6, 5))
    outcome = game.outcome(state)
    assert outcome is not None and outcome.points_tenths == (360, 200)
    assert refused(state, Take("weiss", "lila", 1), 1) == "over"
    assert game.observe(state, 0).result == outcome and game.observe(state, 0).options == ()
    assert game.wake_at(state) is None


# --- round boni ------------------------------------------------------------------------------


@pytest.mark.parametrize("menu", ["haus", "chef"])
def test_the_first_round_gives_neu_anrichten_to_everybody(menu: MenuId) -> None:
    """G-036, G-051, G-067, G-095: before the first roll is answered."""
    state = opening(menu, 4)
    assert [seat.card.earned for seat in state.seats] == [[1, 0, 0]] * 4
    assert asked(state) == {0}


@pytest.mark.parametrize("menu", ["haus", "chef"])
def test_the_second_round_gives_a_nachschlag(menu: MenuId) -> None:
    """G-036, G-051, G-068, G-096: nobody is asked; all hear of all."""
    state, events = new_round(menu, 2, card(menu), card(menu), card(menu))
    assert [seat.card.earned for seat in state.seats] == [[0, 1, 0]] * 3
    told = public(events)
    assert isinstance(told[0], RoundBegan) and told[0].bonus == sheet.ROUND_BONI[menu][1]
    assert [(event.seat, event.bonus.kind) for event in told if isinstance(event, Earned)] == [
        (0, "nach"),
        (1, "nach"),
        (2, "nach"),
    ]
    assert step(state) == "pass"


def test_the_third_round_of_the_chefmenue_gives_zurueck() -> None:
    """G-051, G-097"""
    state, _events = new_round("chef", 3, card("chef"), card("chef"))
    assert [seat.card.earned for seat in state.seats] == [[0, 0, 1]] * 2


@pytest.mark.parametrize("menu", ["haus", "chef"])
@pytest.mark.parametrize("round_", [5, 6])
def test_rounds_five_and_six_give_nothing(menu: MenuId, round_: int) -> None:
    """G-051"""
    state, events = new_round(menu, round_, card(menu), card(menu))
    assert isinstance(events[0], RoundBegan) and events[0].bonus is None
    assert [seat.card.earned for seat in state.seats] == [[0, 0, 0]] * 2
    assert step(state) == "pass"


def test_the_third_round_of_the_hausmenue_a_free_cross_in_yellow_blue_or_green() -> None:
    """G-051, G-069: all choose at the same time."""
    state, _events = new_round("haus", 3, card("haus", gruen=[6] * 3), card("haus"), card("haus"))
    assert (step(state), asked(state)) == ("bonus", {0, 1, 2})
    fields = [("gelb", f) for f in (0, 1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 15)] + [("blau", f) for f in range(11)]
    assert choosable(state, 0) == [*fields, ("gruen", 3)]
    assert choosable(state, 1) == [*fields, ("gruen", 0)]
    assert story(mark(state, "gruen", 3, seat=0), 0) == ["gruen4=4", "nach"]
    mark(state, "blau", 7, seat=2)
    assert asked(state) == {1}
    mark(state, "gelb", 0, seat=1)
    assert (step(state), asked(state), state.roll) == ("pass", {0}, 1)


def test_the_fourth_round_of_the_hausmenue_a_six_in_orange_or_purple() -> None:
    """G-051, G-070: multiplied in orange; always legal in purple."""
    state, _events = new_round("haus", 4, card("haus", orange=[1] * 3, lila=[6]), card("haus", lila=[1]))
    assert choosable(state, 0) == [("orange", 3), ("lila", 1)]
    assert story(mark(state, "orange", 3, seat=0)) == ["orange4=12"]
    mark(state, "lila", 1, seat=1)
    assert marks(state, "lila", 1) == [1, 6]


def test_the_fourth_round_of_the_chefmenue_a_free_field_in_any_area() -> None:
    """G-051, G-092, G-098: silver and yellow by field, the others by their best value."""
    state, _events = new_round("chef", 4, card("chef", gelb={0: 2, 1: 1}, blau=[7]), card("chef"))
    assert asked(state) == {0, 1}
    assert choosable(state, 0) == [
        *(("silber", f) for f in range(24)),
        *(("gelb", f) for f in range(1, 12)),
        ("blau", 1),
        ("gruen", 0),
        ("rosa", 0),
    ]
    assert story(mark(state, "blau", 1, seat=0)) == ["blau2=7", "kueche"]
    mark(state, "rosa", 0, seat=1)
    assert marks(state, "rosa", 1) == [6] and step(state) == "pass"


def test_chains_of_the_round_bonus_are_chosen_before_the_first_roll() -> None:
    """G-042, G-051: pink's fourth field brings a field in yellow; the other seat has chosen long ago."""
    state, _events = new_round("chef", 4, card("chef", rosa=[1] * 3), card("chef"))
    mark(state, "gruen", 0, seat=1)
    mark(state, "rosa", 3, seat=0)
    assert waits_for(state, 0) == Bonus("free", ("gelb",)) and step(state) == "bonus"
    mark(state, "gelb", 0, seat=0)
    assert step(state) == "pass"


def test_a_round_bonus_with_one_field_needs_no_choice_and_one_without_lapses() -> None:
    """G-025, G-045: orange is full for seat 0; both are for seat 1; seat 2 chooses."""
    cards = [card("haus", orange=[1] * 11), card("haus", orange=[1] * 11, lila=[6] * 11), card("haus")]
    state, events = new_round("haus", 4, *cards)
    assert marks(state, "lila", 0) == [6] and asked(state) == {2}
    assert story(events, 1) == []
    assert [event for event in public(events) if isinstance(event, Entered)] == [], "not before seat 2 has chosen"
    told = public(mark(state, "lila", 0, seat=2))
    assert [event.seat for event in told if isinstance(event, Entered)] == [0, 2]


def test_the_choice_of_the_round_bonus_is_hidden_until_the_last_one() -> None:
    """G-025"""
    state, _events = new_round("haus", 3, card("haus"), card("haus"))
    before = game.observe(state, 1)
    events = mark(state, "blau", 0, seat=0)
    assert game.observe(state, 0).seats[0].card.points[1] == 1
    after = game.observe(state, 1)
    assert after.seats[0].card == before.seats[0].card and not after.seats[0].asked
    assert public(events) == []
    assert refused(state, Mark("blau", 1), 0) == "not_asked"
    assert refused(state, Take("weiss", "blau", 1), 1) == "choice"
    told = public(mark(state, "blau", 5, seat=1))
    assert [(event.seat, event.field) for event in told if isinstance(event, Entered)] == [(0, 0), (1, 5)]


def test_a_bonus_of_the_round_may_be_used_in_it() -> None:
    """G-036, G-029: the Neu anrichten of round 1 on its first roll."""
    state = opening()
    assert [action for action in legal(state) if type(action).__name__ == "Reroll"]
    take(state, "orange", "orange", 0)


def test_nothing_lies_there_while_round_boni_are_chosen() -> None:
    """G-051: the turn before is over: plates and tray are empty, no roll has been made."""
    state = opening("haus", 2)
    while state.phase != "bonus":
        seat = min(asked(state))
        do(state, idle(state, seat), seat)
    seen = game.observe(state, None)
    assert {die.place for die in seen.dice} == {"pool"} and seen.roll == 0 and seen.taken == ()
