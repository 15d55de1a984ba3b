"""At the tray: all others at the same time, hidden until the last one is done."""

from __future__ import annotations

import random

import pytest

from games.gourmet.actions import Hold, Lapse, Mark, Nothing, Take
from games.gourmet.data import Bonus
from games.gourmet.events import Declined, Earned, Entered, Event, Rolled, Served
from games.gourmet.game import game
from games.gourmet.state import State
from games.gourmet.view import Observation
from games.kernel.contract import Viewer
from tests.games.gourmet.table import (
    asked,
    at_tray,
    card,
    choosable,
    do,
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


def heard(events: list[Event], viewer: Viewer) -> list[Event]:
    return [told for event in events if (told := game.redact(event, viewer)) is not None]


def seen(state: State, viewer: Viewer) -> Observation:
    return game.observe(state, viewer)


# --- who takes what --------------------------------------------------------------------------


def test_after_the_rolls_all_others_choose_at_the_same_time() -> None:
    """G-020: not the one at the Pass; in any order."""
    state = scene("haus", [6, 6, 6, 6, 6, 6], *(card("haus") for _ in range(4)), roll=3, round_=4)
    events = do(state, Lapse())
    assert any(isinstance(event, Served) for event in events)
    assert (step(state), asked(state)) == ("tray", {1, 2, 3})
    take(state, "orange", "orange", 0, seat=3)
    assert asked(state) == {1, 2}
    take(state, "lila", "lila", 0, seat=1)
    assert asked(state) == {2}
    assert refused(state, Take("lila", "lila", 1), 1) == "not_asked"
    assert refused(state, Take("lila", "lila", 0), 0) == "not_asked"


def test_each_takes_one_die_and_enters_it() -> None:
    """G-021: the die stays on the tray."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus", nach=1), plates=["lila"])
    before = places(state)
    events = take(state, "orange", "orange", 0, seat=1)
    assert marks(state, "orange", 1) == [5]
    entered = next(event for event in events if isinstance(event, Entered))
    assert (entered.seat, entered.die, entered.value, entered.how) == (1, "orange", 5, "tray")
    assert places(state) == before
    assert step(state) == "seconds", "one die only"


def test_several_may_take_the_same_die() -> None:
    """G-022"""
    cards = [card("haus") for _ in range(4)]
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards, plates=["lila"], round_=4)
    for seat in (2, 1, 3):
        take(state, "orange", "orange", 0, seat=seat)
    assert [marks(state, "orange", seat) for seat in range(4)] == [[], [5], [5], [5]]


def test_all_dice_of_the_tray_and_no_other_while_one_fits() -> None:
    """G-021, G-023: fits means in any way, white in any colour."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), plates=["lila", "blau"])
    assert takable(state, 1) == {"weiss", "gelb", "gruen", "orange"}
    assert refused(state, Take("lila", "lila", 0), 1) == "die"
    assert refused(state, Take("blau", "blau", 2), 1) == "die"
    # only white fits, and only as blue (1 + 3)
    tight = card(
        "haus", gelb=range(16), gruen=[1] * 11, orange=[1] * 11, lila=[1], blau=[f for f in range(11) if f != 2]
    )
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), tight, plates=["lila"])
    assert takes(state, 1) == {("weiss", "blau", 2), ("blau", "blau", 2)}
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), tight.copy(), plates=["lila", "blau"])
    assert takes(state, 1) == {("weiss", "blau", 2)}


def test_only_if_no_tray_die_fits_a_plate_may_be_used() -> None:
    """G-023: the die stays on its plate."""
    tight = card("haus", gelb=range(16), gruen=[1] * 11, orange=[1] * 11, lila=[1], blau=range(11))
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), tight, plates=["lila", "gelb"])
    assert takes(state, 1) == {("lila", "lila", 1)}
    assert refused(state, Take("weiss", "lila", 1), 1) == "field", "1 isn't larger than 1"
    assert refused(state, Take("lila", "lila", 2), 1) == "field"
    events = take(state, "lila", "lila", 1, seat=1)
    entered = next(event for event in events if isinstance(event, Entered))
    assert (entered.how, entered.die) == ("plate", "lila")
    assert marks(state, "lila", 1) == [1, 6]


def test_white_on_a_plate_is_a_joker_too() -> None:
    """G-023, G-026, G-027"""
    tight = card("haus", gelb=range(16), gruen=[1] * 11, orange=[1] * 10, lila=[4], blau=range(9))
    state = at_tray("haus", [6, 1, 3, 1, 1, 1], card("haus"), tight, plates=["weiss", "orange"])
    assert takes(state, 1) == {("weiss", "orange", 10), ("weiss", "lila", 1), ("orange", "orange", 10)}


def test_nothing_may_be_taken() -> None:
    """G-021, G-024: „Nichts nehmen“, also when something fits."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), plates=["lila"])
    assert legal(state, 1)[-1] == Nothing()
    events = do(state, Nothing(), 1)
    assert [event.to for event in events if isinstance(event, Declined)] == ["self", "others"]
    assert (state.turn, step(state)) == (1, "pass")


def test_who_has_no_choice_is_not_asked() -> None:
    """G-025: nothing on tray and plates fits; if that holds for all, the next turn begins."""
    full = card("haus", gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 11, lila=[6] * 11)
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), full.copy(), card("haus"), plates=["lila"], round_=5)
    assert asked(state) == {2}
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), full.copy(), full.copy(), plates=["lila"], round_=5)
    assert (state.turn, step(state), asked(state)) == (1, "pass", {1})


def test_the_sum_counts_wherever_blue_and_white_lie() -> None:
    """G-027, G-028: on plates, on the tray, in the pool."""
    for plates in ([], ["weiss"], ["blau"], ["weiss", "blau"]):
        state = at_tray("haus", [4, 6, 5, 6, 6, 6], card("haus"), card("haus"), plates=plates)  # type: ignore[arg-type]
        blue = {(die, field) for die, area, field in takes(state, 1) if area == "blau"}
        assert blue == {(die, 9 - 2) for die in ("weiss", "blau") if die not in plates}
    state = scene("haus", [4, 6, 5, 6, 6, 6], plates=["weiss"], roll=2)
    assert ("blau", "blau", 7) in takes(state)
    state = scene("haus", [4, 6, 5, 6, 6, 6], tray=["weiss"], roll=2)
    assert ("blau", "blau", 7) in takes(state)
    state = scene("haus", [4, 6, 5, 6, 6, 6], tray=["blau"], roll=2)
    assert ("weiss", "blau", 7) in takes(state)


def test_the_chef_menu_sums_as_well() -> None:
    """G-027, G-083: with both on the tray the sum falls from 9 to 7."""
    state = at_tray("chef", [4, 6, 6, 3, 6, 6], card("chef"), card("chef", blau=[9]), plates=["rosa"])
    take(state, "blau", "blau", 1, seat=1)
    assert marks(state, "blau", 1) == [9, 7]


# --- boni at the tray ------------------------------------------------------------------------


def test_boni_at_the_tray_are_chosen_by_their_owner_before_the_seat_is_done() -> None:
    """G-042, G-025: the others are still choosing meanwhile."""
    cards = [card("haus"), card("haus", lila=[1] * 3), card("haus")]
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards, plates=["gruen"], round_=5)
    take(state, "lila", "lila", 3, seat=1)
    assert waits_for(state, 1) == Bonus("cross", ("blau",)) and asked(state) == {1, 2}
    assert refused(state, Nothing(), 1) == "choice"
    mark(state, "blau", 4, seat=1)
    assert asked(state) == {2}
    assert marks(state, "blau", 1)[4] == 1


def test_a_silver_die_from_the_tray_crosses_once() -> None:
    """G-100: no further dice."""
    state = at_tray("chef", [1, 4, 3, 2, 2, 6], card("chef"), card("chef", nach=1), plates=["rosa"])
    take(state, "silber", "silber", 3, seat=1)
    assert step(state) == "seconds" and state.extra == []
    assert sum(marks(state, "silber", 1)) == 1


# --- hidden until the last one is done -------------------------------------------------------


def picked() -> tuple[State, list[Event]]:
    """Seat 1 of three others has taken a die with a bonus; 2 and 3 still choose."""
    cards = [card("haus"), card("haus", gruen=[6] * 3), card("haus"), card("haus")]
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards, plates=["lila"], round_=4)
    return state, take(state, "gruen", "gruen", 3, seat=1)


def test_what_is_picked_is_told_to_its_seat_alone() -> None:
    """G-025: entry and bonus."""
    _state, events = picked()
    assert story(heard(events, 1), 1) == ["gruen4=4", "nach"]
    for viewer in (None, 0, 2, 3):
        assert heard(events, viewer) == []


def test_the_others_see_the_card_as_it_was() -> None:
    """G-025: field, points, actions; they see that the seat is done."""
    state, _events = picked()
    own = seen(state, 1).seats[1].card
    assert own.areas[2] == (6, 6, 6, 4) and own.earned == (0, 1, 0)
    for viewer in (None, 0, 2, 3):
        card_ = seen(state, viewer).seats[1].card
        assert card_.areas[2] == (6, 6, 6) and card_.earned == (0, 0, 0)
        assert (card_.points[2], card_.total) == (6, 6)
        assert not seen(state, viewer).seats[1].asked


@pytest.mark.parametrize("viewer", [None, 0, 2, 3])
def test_nothing_that_the_others_see_depends_on_the_pick(viewer: Viewer) -> None:
    """G-025: whichever die it was, or none; their own choices too."""
    shown = []
    for action in (Take("gruen", "gruen", 3), Take("weiss", "blau", 2), Take("orange", "orange", 0), Nothing()):
        cards = [card("haus"), card("haus", gruen=[6] * 3), card("haus"), card("haus")]
        state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards, plates=["lila"], round_=4)
        events = do(state, action, 1)
        shown.append((seen(state, viewer), heard(events, viewer)))
    assert all(one == shown[0] for one in shown)


def test_all_is_told_when_the_last_one_is_done() -> None:
    """G-025: seat by seat, in the order in which each did it."""
    state, _events = picked()
    do(state, Nothing(), 3)
    events = take(state, "orange", "orange", 0, seat=2)
    for viewer in (None, 0):
        told = heard(events, viewer)
        assert [(type(event).__name__, getattr(event, "seat", None)) for event in told[:4]] == [
            ("Entered", 1),
            ("Earned", 1),
            ("Entered", 2),
            ("Declined", 3),
        ]
        assert seen(state, viewer).seats[1].card.areas[2] == (6, 6, 6, 4)
        assert seen(state, viewer).seats[2].card.areas[3] == (5,)
    assert story(heard(events, 1), 1) == [], "it knows already"
    assert story(heard(events, 1), 2) == ["orange1=5"]
    assert story(heard(events, 2), 2) == ["orange1=5"], "once"
    assert step(state) == "seconds" and asked(state) == {1}, "the Nachschlag that it has won"


def test_a_bonus_that_waits_at_the_tray_is_nobody_elses_business() -> None:
    """G-025: neither which one, nor that it is there; since when the seat thinks is the begin of the step."""
    cards = [card("haus"), card("haus", lila=[1] * 3), card("haus")]
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards, plates=["gruen"], round_=5, step_ms=60_000)
    before = seen(state, 2)
    take(state, "lila", "lila", 3, seat=1, now=20_000)
    assert seen(state, 1).bonus == Bonus("cross", ("blau",))
    assert seen(state, 2) == before
    assert seen(state, 1).seats[1].deadline_ms == 80_000 and seen(state, 2).seats[1].deadline_ms == 60_000


def test_what_is_dealt_anew_is_what_is_hidden() -> None:
    """G-025: a state in which the seat chose anything else looks the same to the others, and differs."""
    other = set()
    for number in range(20):
        state, _events = picked()
        for viewer in (None, 0, 2, 3):
            before = seen(state, viewer)
            game.redeal(state, viewer, random.Random(number))
            assert seen(state, viewer) == before
        other.add(tuple(tuple(area) for area in state.seats[1].card.areas))
    assert len(other) > 3
    state, _events = picked()
    own = game.encode_state(state)
    game.redeal(state, 1, random.Random(1))
    assert game.encode_state(state) == own, "its own pick is not hidden from it"


def test_holding_is_told_to_oneself() -> None:
    """G-037: „Nachschläge aufheben“ can be said at the tray; nobody else hears or sees it."""
    state, _events = picked()
    before = {viewer: seen(state, viewer) for viewer in (None, 0, 1, 3)}
    events = do(state, Hold(True), 2)
    assert [len(heard(events, viewer)) for viewer in (None, 0, 1, 2, 3)] == [0, 0, 0, 1, 0]
    assert {viewer: seen(state, viewer) for viewer in before} == before
    assert seen(state, 2).kept


# --- what does not go ------------------------------------------------------------------------


def test_refusals_at_the_tray() -> None:
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), plates=["lila"])
    assert refused(state, Lapse(), 1) == "step"
    assert refused(state, Mark("gelb", 0), 1) == "step"
    assert refused(state, Take("gelb", "gelb", 0), 1) == "field"
    assert refused(state, Take("silber", "gelb", 0), 1) == "no_such_die"
    assert refused(state, Nothing(), 0) == "not_asked"


def test_a_plate_that_may_be_used_says_that_the_field_is_wrong() -> None:
    """The plates are open here: it is the field that doesn't fit, not the die."""
    tight = card("haus", gelb=range(16), gruen=[1] * 11, orange=[1] * 11, lila=[1], blau=range(11))
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), tight, plates=["lila", "gelb"])
    assert refused(state, Take("lila", "lila", 7), 1) == "field"


def test_the_next_turn_takes_all_six_dice_again() -> None:
    """G-007, G-050: from plates and tray."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), plates=["lila", "blau"])
    events = do(state, Nothing(), 1)
    (thrown,) = [event for event in events if isinstance(event, Rolled)]
    assert (thrown.seat, thrown.roll, len(thrown.values)) == (1, 1, 6)
    assert len(places(state)["pool"]) == 6 and state.taken == []
    assert not any(isinstance(event, Earned) for event in events) and choosable(state, 1) == []


def test_an_early_end_counts_what_everybody_sees() -> None:
    """G-025: an entry that is still hidden counts in no ranking, so the result is that of the cards on the table."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), card("haus"))
    before = game.standing(state)
    take(state, "lila", "lila", 0, seat=1)
    assert state.phase == "tray" and game.standing(state) == before
