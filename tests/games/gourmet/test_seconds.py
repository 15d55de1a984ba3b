"""Nachschlag: one step for all at the end of each turn, and keeping it."""

from __future__ import annotations

from games.gourmet.actions import Done, Hold, Lapse, Nothing, Take
from games.gourmet.data import Bonus
from games.gourmet.events import Entered, Event, Finished, Held
from games.gourmet.game import game
from games.gourmet.state import State
from tests.games.gourmet.table import (
    asked,
    at_seconds,
    at_tray,
    card,
    do,
    finish_turn,
    legal,
    mark,
    marks,
    places,
    refused,
    scene,
    step,
    story,
    takable,
    take,
    takes,
    waits_for,
)

FACES = [1, 2, 3, 4, 5, 6]


# --- what it is ------------------------------------------------------------------------------


def test_at_the_end_of_a_turn_everybody_who_has_one_is_asked() -> None:
    """G-031, G-038: the one at the Pass and the others, in one step, after the tray."""
    cards = [card("haus", nach=1), card("haus"), card("haus", nach=2)]
    state = at_tray("haus", FACES, *cards, plates=["lila"], round_=4)
    assert (step(state), asked(state)) == ("tray", {1, 2})
    do(state, Nothing(), 2)
    do(state, Nothing(), 1)
    assert (step(state), asked(state)) == ("seconds", {0, 2})


def test_without_a_nachschlag_nobody_is_asked() -> None:
    """G-031, G-025: the next turn begins."""
    state = at_tray("haus", FACES, card("haus"), card("haus"), plates=["lila"])
    do(state, Nothing(), 1)
    assert (step(state), state.turn) == ("pass", 1)


def test_any_of_the_six_dice_may_be_used_once_more() -> None:
    """G-032, G-038: on the tray, on plates, taken in this turn or not."""
    state = at_seconds("haus", FACES, card("haus", nach=1), card("haus", nach=1), plates=["lila", "gelb"])
    for seat in (0, 1):
        assert takable(state, seat) == {"weiss", "gelb", "blau", "gruen", "orange", "lila"}
    values = [die.value for die in state.pool]
    before = places(state)
    events = take(state, "lila", "lila", 0, seat=0)
    entered = next(event for event in events if isinstance(event, Entered))
    assert (entered.how, entered.die, entered.value, entered.lost) == ("again", "lila", 6, ())
    assert marks(state, "lila") == [6]
    assert [die.value for die in state.pool] == values and places(state) == before, "nothing moves or rolls"


def test_also_the_die_that_was_just_taken() -> None:
    """G-038: from the tray and at once again."""
    state = at_tray("haus", FACES, card("haus"), card("haus", nach=1), plates=["lila"])
    take(state, "orange", "orange", 0, seat=1)
    take(state, "orange", "orange", 1, seat=1)
    assert marks(state, "orange", 1) == [5, 5]


def test_each_die_once_a_turn_and_player() -> None:
    """G-033: another player may use the same one."""
    state = at_seconds("haus", FACES, card("haus", nach=3), card("haus", nach=3), plates=["lila"])
    take(state, "orange", "orange", 0, seat=0)
    assert "orange" not in takable(state, 0) and "orange" in takable(state, 1)
    assert [game.observe(state, viewer).again for viewer in (None, 0, 1)] == [(), ("orange",), ()]
    assert refused(state, Take("orange", "orange", 1), 0) == "die"
    take(state, "weiss", "orange", 1, seat=0)
    assert refused(state, Take("weiss", "gelb", 5), 0) == "die", "white once, whatever it was used as"
    take(state, "orange", "orange", 0, seat=1)
    assert marks(state, "orange", 0) == [5, 1] and marks(state, "orange", 1) == [5]


def test_in_the_next_turn_each_die_may_be_used_again() -> None:
    """G-033"""
    state = at_seconds("haus", FACES, card("haus", nach=2), card("haus"), plates=["lila"], round_=5)
    take(state, "orange", "orange", 0, seat=0)
    do(state, Done(), 0)
    assert state.turn == 1 and state.seats[0].again == []
    for _ in range(3):
        do(state, Lapse(), 1)
    do(state, Nothing(), 0)
    assert step(state) == "seconds" and "orange" in takable(state, 0)


def test_as_often_as_one_has_them_and_wants() -> None:
    """G-031: „Fertig“ ends it (G-106)."""
    state = at_seconds("haus", FACES, card("haus", nach=2), card("haus", nach=2), plates=["lila"])
    take(state, "orange", "orange", 0, seat=0)
    take(state, "lila", "lila", 0, seat=0)
    assert asked(state) == {1} and state.seats[0].card.left(1) == 0
    events = do(state, Done(), 1)
    assert isinstance(events[0], Finished)
    assert state.turn == 1 and state.seats[1].card.left(1) == 2


def test_the_sum_of_blue_and_white_counts() -> None:
    """G-027, G-028, G-032"""
    state = at_seconds("haus", FACES, card("haus", nach=2), card("haus"), plates=["lila"])
    assert {field for die, area, field in takes(state, 0) if area == "blau"} == {2}
    take(state, "blau", "blau", 2, seat=0)
    assert all(area != "blau" for _die, area, _field in takes(state, 0)), "the 4 is crossed"


def test_one_won_in_the_step_may_be_used_in_it() -> None:
    """G-038, G-042: orange's sixth field brings a Nachschlag."""
    state = at_seconds("haus", FACES, card("haus", nach=1, orange=[1] * 5), card("haus"), plates=["lila"])
    assert story(take(state, "orange", "orange", 5, seat=0)) == ["orange6=5", "nach"]
    assert asked(state) == {0} and takable(state, 0) == {"weiss", "gelb", "blau", "gruen", "lila"}
    take(state, "lila", "lila", 0, seat=0)
    assert state.turn == 1


def test_boni_of_a_nachschlag_are_chosen_at_once() -> None:
    """G-042: then it goes on."""
    state = at_seconds("haus", FACES, card("haus", nach=2, lila=[1] * 3), card("haus"), plates=["lila"])
    take(state, "lila", "lila", 3, seat=0)
    assert waits_for(state) == Bonus("cross", ("blau",))
    assert [game.observe(state, viewer).bonus for viewer in (None, 1)] == [None, None], "nobody else's business"
    assert refused(state, Done(), 0) == "choice"
    mark(state, "blau", 0, seat=0)
    assert asked(state) == {0} and Done() in legal(state, 0)


def test_who_has_no_die_for_it_is_not_asked() -> None:
    """G-025: the card is full, or all that fits was used."""
    full = card("haus", nach=2, gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 11, lila=[6] * 11)
    state = at_seconds("haus", FACES, full, card("haus", nach=1), plates=["lila"])
    assert asked(state) == {1}
    tight = card("haus", nach=2, gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 10, lila=[6] * 11)
    state = at_seconds("haus", FACES, tight, card("haus"), plates=["lila"])
    take(state, "orange", "orange", 10, seat=0)
    assert state.turn == 1 and state.seats[0].card.left(1) == 1


def test_silver_by_nachschlag_crosses_once() -> None:
    """G-100"""
    state = at_seconds("chef", [1, 5, 2, 2, 2, 6], card("chef", nach=2), card("chef"), plates=["rosa"])
    take(state, "silber", "silber", 4, seat=0)
    assert step(state) == "seconds" and state.extra == [] and sum(marks(state, "silber")) == 1


def test_what_is_used_is_hidden_until_all_are_done() -> None:
    """G-025: entries, actions used, „Fertig“."""
    state = at_seconds("haus", FACES, card("haus", nach=2), card("haus", nach=1), plates=["lila"])
    before = {viewer: game.observe(state, viewer) for viewer in (None, 1)}
    events = take(state, "orange", "orange", 0, seat=0)
    for viewer in (None, 1):
        assert all(game.redact(event, viewer) is None for event in events)
        assert game.observe(state, viewer) == before[viewer]
    events = do(state, Done(), 0)
    assert all(game.redact(event, 1) is None for event in events)
    assert not game.observe(state, 1).seats[0].asked
    assert game.observe(state, 1).seats[0].card.used == (0, 0, 0)
    events = do(state, Done(), 1)
    assert story([told for event in events if (told := game.redact(event, None)) is not None]) == ["orange1=5"]
    assert game.observe(state, 1).seats[0].card.used == (0, 1, 0)


def test_refusals_at_the_end_of_a_turn() -> None:
    state = at_seconds("haus", FACES, card("haus", nach=1), card("haus"), plates=["lila"])
    assert refused(state, Nothing(), 0) == "step"
    assert refused(state, Lapse(), 0) == "step"
    assert refused(state, Done(), 1) == "not_asked"
    assert refused(state, Take("gelb", "gelb", 0), 0) == "field"
    assert refused(state, Take("silber", "gelb", 0), 0) == "no_such_die"


# --- kept until the last turn ----------------------------------------------------------------


def test_unused_ones_stay_until_the_last_turn_and_lapse_after_it() -> None:
    """G-037: they may be used in the last turn; after it they are worth nothing."""
    state = at_seconds("haus", FACES, card("haus", nach=1), card("haus", nach=1), plates=["lila"], round_=6)
    do(state, Done(), 0)
    do(state, Done(), 1)
    assert state.seats[0].card.left(1) == 1
    for _ in range(3):
        do(state, Lapse(), 1)
    do(state, Nothing(), 0)
    assert step(state) == "seconds" and game.observe(state, 0).last_turn and asked(state) == {0, 1}
    take(state, "lila", "lila", 0, seat=0)
    do(state, Done(), 1)
    assert step(state) == "over"
    outcome = game.outcome(state)
    assert outcome is not None and outcome.scores[1] == 0


def test_keeping_answers_done_at_the_end_of_each_turn() -> None:
    """G-037: „Nachschläge aufheben“, said in the step, ends it, and the seat isn't asked again."""
    cards = [card("haus", nach=2), card("haus", nach=1)]
    state = at_seconds("haus", FACES, *cards, plates=["lila"], round_=5)
    assert isinstance(do(state, Hold(True), 0)[0], Held)
    assert asked(state) == {1}
    do(state, Done(), 1)
    finish_turn(state)
    assert (state.round, state.turn) == (6, 0), "seat 0 wasn't asked"
    assert state.seats[0].card.left(1) == 2
    _to_seconds(state, active=0)
    assert (step(state), asked(state)) == ("seconds", {1})


def test_keeping_can_be_taken_back() -> None:
    """G-037: in any step in which the seat is asked."""
    state = scene("haus", FACES, card("haus", nach=1), card("haus"), round_=5)
    do(state, Hold(True), 0)
    assert game.observe(state, 0).kept
    assert refused(state, Hold(True), 0) == "hold"
    do(state, Hold(False), 0)
    assert not game.observe(state, 0).kept
    _to_seconds(state, active=0)
    assert (step(state), asked(state)) == ("seconds", {0})


def test_in_the_last_turn_who_keeps_is_asked_all_the_same() -> None:
    """G-037"""
    state = scene("haus", FACES, card("haus"), card("haus", nach=1), round_=6, turn=1)
    do(state, Hold(True), 1)
    _to_seconds(state, active=1)
    assert (step(state), asked(state)) == ("seconds", {1})
    do(state, Hold(False), 1)
    do(state, Hold(True), 1)
    assert asked(state) == {1}, "said now it ends nothing"
    take(state, "lila", "lila", 0, seat=1)
    assert step(state) == "over"


def test_keeping_said_while_a_bonus_waits_ends_the_step_after_it() -> None:
    """G-037: the field is still to be chosen."""
    state = at_seconds("haus", FACES, card("haus", nach=3, lila=[1] * 3), card("haus"), plates=["lila"], round_=5)
    take(state, "lila", "lila", 3, seat=0)
    do(state, Hold(True), 0)
    assert asked(state) == {0} and waits_for(state) is not None
    mark(state, "blau", 0, seat=0)
    assert state.turn == 1 and state.seats[0].card.left(1) == 2


def test_keeping_changes_the_decision_and_not_the_step() -> None:
    """G-037: the other choices are the same; pages that are behind can't answer for it."""
    state = scene("haus", FACES, card("haus", nach=1), card("haus"), round_=5)
    before, (pending,) = legal(state), game.to_act(state)
    do(state, Hold(True), 0)
    assert legal(state) == before
    assert game.to_act(state)[0].decision > pending.decision


def _to_seconds(state: State, active: int) -> list[Event]:
    """The one at the Pass lets three rolls lapse, the other declines."""
    events: list[Event] = []
    for _ in range(3):
        events += do(state, Lapse(), active)
    return [*events, *do(state, Nothing(), 1 - active)]


def test_a_step_lets_one_change_ones_mind_six_times() -> None:
    """G-037: each „Nachschläge aufheben“ is stored and moves the decision on, so a step has an end of it."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), round_=2)
    for number in range(6):
        do(state, Hold(number % 2 == 0), 0)
    assert refused(state, Hold(True)) == "hold_often"
    assert Hold(True) not in game.actions(state, 0)
    do(state, Lapse(), 0)
    assert Hold(True) in game.actions(state, 0)
