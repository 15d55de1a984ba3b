"""At the Pass: rolls, plates, what goes to the tray, lapses, Neu anrichten, Zurück in die Küche."""

from __future__ import annotations

import itertools

import pytest

from games.gourmet.actions import Done, Fetch, Hold, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.data import MENUS, DieId, MenuId
from games.gourmet.events import Entered, Fetched, Lapsed, Rolled, RoundBegan, Served
from games.gourmet.game import game
from tests.games.gourmet.table import (
    asked,
    card,
    do,
    legal,
    marks,
    opening,
    places,
    refused,
    rolled,
    scene,
    show,
    step,
    story,
    takable,
    take,
    takes,
    turn,
)

FULL_HAUS = card("haus", gelb=range(16), blau=range(11), gruen=[6] * 11, orange=[1] * 11, lila=[6] * 11)


# --- rolls -----------------------------------------------------------------------------------


@pytest.mark.parametrize("menu", list(MENUS))
def test_a_turn_begins_with_six_dice_that_roll_by_themselves(menu: MenuId) -> None:
    """G-004, G-007, G-019: the first roll lies there when the match begins, and is told with its first step."""
    state = opening(menu)
    assert len(places(state)["pool"]) == 6 and asked(state) == {0}
    assert (step(state), state.roll, state.round, state.turn) == ("pass", 1, 1, 0)
    assert all(1 <= die.value <= 6 for die in state.pool)
    values = {die.id: die.value for die in state.pool}
    events = do(state, Lapse())
    assert isinstance(events[0], RoundBegan)
    thrown = [event for event in events if isinstance(event, Rolled)]
    assert [(one.roll, one.opening) for one in thrown] == [(1, True), (2, False)]
    assert thrown[0].values == values


def test_a_die_is_taken_laid_on_a_plate_and_entered() -> None:
    """G-008, G-009"""
    state = scene("haus", [1, 2, 3, 4, 5, 6])
    events = take(state, "gruen", "gruen", 0)
    assert marks(state, "gruen") == [4]
    assert places(state)["plate"] == ["gruen"]
    assert isinstance(events[0], Entered)
    assert (events[0].die, events[0].value, events[0].how) == ("gruen", 4, "pass")
    assert state.taken == ["gruen"]


def test_each_die_is_entered_in_its_own_colour_and_white_in_any() -> None:
    """G-009, G-026"""
    state = scene("haus", [2, 3, 1, 4, 5, 6])
    assert takes(state) == {
        ("gelb", "gelb", 0),
        ("gelb", "gelb", 13),
        ("blau", "blau", 1),
        ("gruen", "gruen", 0),
        ("orange", "orange", 0),
        ("lila", "lila", 0),
        ("weiss", "gelb", 4),
        ("weiss", "gelb", 10),
        ("weiss", "blau", 1),
        ("weiss", "gruen", 0),
        ("weiss", "orange", 0),
        ("weiss", "lila", 0),
    }
    chef = scene("chef", [2, 3, 3, 3, 3, 3])
    assert {area for die, area, _ in takes(chef) if die == "weiss"} == {"silber", "gelb", "blau", "gruen", "rosa"}
    for die in ("silber", "gelb", "blau", "gruen", "rosa"):
        assert {area for taken, area, _ in takes(chef) if taken == die} == {die}


@pytest.mark.parametrize("faces", [*itertools.product((1, 3, 4, 6), repeat=5)][::41])
def test_lower_dice_go_to_the_tray_at_once_equal_ones_stay(faces: tuple[int, ...]) -> None:
    """G-010: pips die by die."""
    state = scene("haus", [*faces, 4])
    events = take(state, "lila", "lila", 0)
    assert isinstance(events[0], Entered)
    lower = [die for die, value in zip(MENUS["haus"].dice, faces, strict=False) if value < 4]
    assert list(events[0].lost) == lower
    assert sorted(places(state)["tray"]) == sorted(lower)
    thrown = [die for event in events if isinstance(event, Rolled) for die in event.values]
    assert thrown == [die for die in MENUS["haus"].dice if die not in {*lower, "lila"}]


def test_pips_are_compared_not_the_sum_of_blue_and_white() -> None:
    """G-018: blue 2 with white 6 is an 8 in blue, but only a 1 is lower than the blue die."""
    state = scene("haus", [6, 3, 2, 1, 2, 5])
    events = take(state, "blau", "blau", 6)
    assert isinstance(events[0], Entered) and (events[0].number, events[0].value) == (8, 2)
    assert places(state)["tray"] == ["gruen"]


def test_white_taken_as_blue_compares_its_own_pips() -> None:
    """G-018, G-028"""
    state = scene("haus", [4, 3, 2, 5, 4, 6])
    events = take(state, "weiss", "blau", 4)
    assert isinstance(events[0], Entered) and (events[0].number, events[0].value) == (6, 4)
    assert places(state)["tray"] == ["gelb", "blau"]


def test_what_remains_is_rolled_a_second_and_a_third_time() -> None:
    """G-011, G-012, G-013: lost dice stay out; after the third roll the rest goes to the tray."""
    state = scene("haus", [6, 6, 6, 2, 1, 6])
    thrown = rolled(take(state, "gruen", "gruen", 0))
    assert (thrown.roll, list(thrown.values)) == (2, ["weiss", "gelb", "blau", "lila"])
    assert places(state)["tray"] == ["orange"]
    show(state, weiss=5, gelb=6, blau=3, lila=4)
    thrown = rolled(take(state, "lila", "lila", 0))
    assert (thrown.roll, list(thrown.values)) == (3, ["weiss", "gelb"])
    show(state, weiss=6, gelb=5)
    events = take(state, "gelb", "gelb", 2)
    served = next(event for event in events if isinstance(event, Served))
    assert served.rest == ("weiss",)
    assert places(state) == {"pool": [], "tray": ["weiss", "blau", "orange"], "plate": ["gruen", "lila", "gelb"]}
    assert step(state) == "tray" and asked(state) == {1}


def test_when_no_dice_are_left_the_rolling_ends_early() -> None:
    """G-014: the highest die first takes all the others away."""
    state = scene("haus", [1, 1, 1, 1, 1, 6])
    events = take(state, "lila", "lila", 0)
    assert not any(isinstance(event, Rolled) for event in events)
    assert any(isinstance(event, Served) and event.rest == () for event in events)
    assert step(state) == "tray" and len(places(state)["tray"]) == 5


# --- lapse -----------------------------------------------------------------------------------


def test_a_lapsed_roll_lays_no_die_anywhere_and_counts() -> None:
    """G-015, G-016, G-017"""
    state = scene("haus", [1, 2, 3, 4, 5, 6])
    assert Lapse() in legal(state)
    events = do(state, Lapse())
    assert isinstance(events[0], Lapsed) and events[0].roll == 1
    assert places(state)["plate"] == places(state)["tray"] == []
    assert (state.roll, len(rolled(events).values)) == (2, 6)
    do(state, Lapse())
    assert state.roll == 3
    events = do(state, Lapse())
    assert step(state) == "tray" and len(places(state)["tray"]) == 6
    assert state.taken == ["", "", ""]


def test_after_a_lapsed_third_roll_the_pool_goes_to_the_tray() -> None:
    """G-018: also the high ones."""
    state = scene("haus", [6, 6, 3, 6, 2, 6], roll=3, plates=["blau"], tray=["orange"])
    do(state, Lapse())
    assert places(state) == {"pool": [], "tray": ["weiss", "gelb", "gruen", "orange", "lila"], "plate": ["blau"]}


def test_what_cannot_be_entered_cannot_be_taken() -> None:
    """G-018: a 2 in purple after a 4; green needs 5; blue's 7 is crossed; yellow's fives are."""
    filled = card("haus", lila=[4], gruen=[1] * 4, blau=(5,), gelb=(2, 7), orange=[1] * 11)
    state = scene("haus", [3, 5, 4, 4, 6, 4], filled)
    assert takable(state) == {"weiss"}
    assert {area for _die, area, _field in takes(state)} == {"gelb"}
    assert refused(state, Take("lila", "lila", 1)) == "field"
    assert refused(state, Take("gelb", "gelb", 2)) == "field"
    assert refused(state, Take("orange", "orange", 11)) == "field"


def test_with_nothing_to_enter_the_seat_is_asked_all_the_same() -> None:
    """G-015, G-025: the one at the Pass always is."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], FULL_HAUS.copy())
    assert legal(state) == [Lapse()]
    assert asked(state) == {0}


# --- Neu anrichten ---------------------------------------------------------------------------


def test_neu_anrichten_rolls_all_dice_of_this_roll_again() -> None:
    """G-029, G-030, G-039: the number of the roll stays, it can be repeated, dice elsewhere lie still."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], card("haus", neu=2), roll=2, plates=["blau"], tray=["weiss"])
    for number in (1, 2):
        thrown = rolled(do(state, Reroll()))
        assert (thrown.roll, thrown.again) == (2, number)
        assert set(thrown.values) == {"gelb", "gruen", "orange", "lila"}
        assert (state.roll, state.rerolls) == (2, number)
        assert [die.value for die in state.pool if die.id in {"weiss", "blau"}] == [1, 3]
    assert Reroll() not in legal(state) and state.seats[0].card.used[0] == 2
    assert refused(state, Reroll()) == "no_action"


def test_neu_anrichten_comes_before_taking_and_counts_for_one_roll() -> None:
    """G-039: after it one takes or lets lapse as before; the next roll counts anew."""
    state = scene("haus", [6, 6, 6, 6, 6, 6], card("haus", neu=2))
    do(state, Reroll())
    show(state, weiss=6, gelb=6, blau=6, gruen=1, orange=6, lila=6)
    thrown = rolled(take(state, "gruen", "gruen", 0))
    assert (thrown.roll, thrown.again, state.rerolls) == (2, 0, 0)
    assert Reroll() in legal(state)


def test_without_neu_anrichten_there_is_none() -> None:
    """G-029, G-036"""
    assert Reroll() not in legal(scene("haus", [1] * 6))


def test_neu_anrichten_is_for_the_pass_only() -> None:
    """G-029: neither at the tray nor at the end of a turn, nor before a roll, nor while a bonus waits."""
    state = scene("chef", [6, 6, 6, 6, 1, 2], card("chef", neu=3, kueche=1), card("chef", neu=3, nach=1))
    take(state, "rosa", "rosa", 0)
    assert step(state) == "kitchen" and refused(state, Reroll()) == "step"
    do(state, Roll())
    do(state, Lapse())
    assert step(state) == "kitchen"
    do(state, Roll())
    do(state, Lapse())
    assert step(state) == "tray" and refused(state, Reroll(), 1) == "step"
    do(state, Nothing(), 1)
    assert step(state) == "seconds" and refused(state, Reroll(), 1) == "step"


# --- Zurück in die Küche ---------------------------------------------------------------------


def test_before_a_roll_a_die_comes_back_from_the_tray_and_is_rolled_along() -> None:
    """G-035, G-039: asked before rolls 2 and 3; the plate's and the others stay where they are."""
    state = scene("chef", [6, 6, 6, 2, 1, 2], card("chef", kueche=2))
    take(state, "rosa", "rosa", 0)
    assert (step(state), asked(state)) == ("kitchen", {0})
    assert legal(state) == [Fetch("gruen"), Roll()]
    events = do(state, Fetch("gruen"))
    assert isinstance(events[0], Fetched) and events[0].die == "gruen"
    assert set(rolled(events).values) == {"weiss", "silber", "gelb", "blau", "gruen"}, "nothing is left to fetch"
    assert (step(state), state.roll) == ("pass", 2)
    show(state, weiss=6, silber=6, gelb=6, blau=1, gruen=4)
    take(state, "gruen", "gruen", 0)
    assert step(state) == "kitchen" and legal(state) == [Fetch("blau"), Roll()]
    assert rolled(do(state, Roll())).roll == 3
    assert state.seats[0].card.left(2) == 1


def test_several_dice_may_come_back_before_one_roll() -> None:
    """G-039: as many as there are actions and dice."""
    state = scene("chef", [1, 2, 3, 6, 6, 4], card("chef", kueche=2))
    take(state, "rosa", "rosa", 0)
    assert legal(state) == [Fetch("weiss"), Fetch("silber"), Fetch("gelb"), Roll()]
    events = do(state, Fetch("silber"))
    assert not any(isinstance(event, Rolled) for event in events)
    assert step(state) == "kitchen" and legal(state) == [Fetch("weiss"), Fetch("gelb"), Roll()]
    assert places(state)["pool"] == ["silber", "blau", "gruen"]
    events = do(state, Fetch("weiss"))
    assert set(rolled(events).values) == {"weiss", "silber", "blau", "gruen"}
    assert state.seats[0].card.used[2] == 2


def test_it_rescues_a_roll_when_no_dice_are_left() -> None:
    """G-014, G-039"""
    state = scene("chef", [1, 2, 3, 4, 5, 6], card("chef", kueche=1))
    take(state, "rosa", "rosa", 0)
    assert step(state) == "kitchen" and places(state)["pool"] == []
    thrown = rolled(do(state, Fetch("blau")))
    assert (thrown.roll, list(thrown.values)) == (2, ["blau"])
    state = scene("chef", [1, 2, 3, 4, 5, 6], card("chef", kueche=1))
    take(state, "rosa", "rosa", 0)
    events = do(state, Roll())
    assert step(state) == "tray" and not any(isinstance(event, Rolled) for event in events)


def test_nobody_is_asked_with_an_empty_tray_or_without_the_action() -> None:
    """G-035, G-115"""
    state = scene("chef", [6, 6, 6, 6, 6, 6], card("chef", kueche=1))
    do(state, Lapse())
    assert (step(state), state.roll) == ("pass", 2)
    state = scene("chef", [6, 6, 6, 6, 6, 5])
    take(state, "rosa", "rosa", 0)
    assert (step(state), state.roll) == ("pass", 2)


def test_not_before_the_first_roll_nor_after_the_third() -> None:
    """G-039"""
    state = scene("chef", [6, 1, 6, 6, 6, 5], card("chef", kueche=3), roll=3, plates=["weiss"], tray=["gelb"])
    take(state, "rosa", "rosa", 0)
    assert step(state) == "tray"
    assert legal(opening("chef"))[-1] == Lapse()


def test_not_before_neu_anrichten() -> None:
    """G-039: after a reroll the kitchen isn't asked; nor does Fetch go at the Pass."""
    state = scene("chef", [6, 1, 6, 6, 6, 5], card("chef", kueche=3, neu=1), roll=2, plates=["weiss"], tray=["gelb"])
    assert refused(state, Fetch("gelb")) == "step"
    do(state, Reroll())
    assert (step(state), state.roll) == ("pass", 2)


def test_after_a_lapse_dice_may_come_back_too() -> None:
    """G-035, G-017"""
    state = scene("chef", [6, 1, 6, 6, 6, 5], card("chef", kueche=1), roll=2, plates=["weiss"], tray=["gelb"])
    do(state, Lapse())
    assert step(state) == "kitchen"
    assert set(rolled(do(state, Fetch("gelb"))).values) == {"silber", "gelb", "blau", "gruen", "rosa"}


def test_a_zurueck_won_by_the_entry_serves_before_the_next_roll() -> None:
    """G-035, G-042: pink's fifth field brings it from a 5 on."""
    state = scene("chef", [1, 2, 6, 6, 6, 5], card("chef", rosa=[1] * 4))
    assert story(take(state, "rosa", "rosa", 4)) == ["rosa5=5", "kueche"]
    assert legal(state) == [Fetch("weiss"), Fetch("silber"), Roll()]


@pytest.mark.parametrize("die", ["gelb", "rosa", "silber", "lila"])
def test_only_dice_of_the_tray_come_back(die: DieId) -> None:
    """G-035: none of the pool, the plates or another menu."""
    state = scene("chef", [1, 6, 6, 6, 6, 4], card("chef", kueche=1))
    take(state, "rosa", "rosa", 0)
    assert refused(state, Fetch(die)) == "not_on_tray"


def test_the_hausmenue_has_no_kitchen() -> None:
    """G-034: not even if a card had the action."""
    state = scene("haus", [1, 2, 3, 4, 5, 4])
    take(state, "lila", "lila", 0)
    assert step(state) == "pass" and state.seats[0].card.earned[2] == 0
    assert refused(state, Fetch("weiss")) == "step"


# --- what does not go ------------------------------------------------------------------------


def test_refusals_at_the_pass() -> None:
    """Each with its code; who isn't asked, foreign dice, wrong fields, actions of other steps."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], roll=2, plates=["blau"], tray=["weiss"])
    assert refused(state, Lapse(), 1) == "not_asked"
    assert refused(state, Take("rosa", "lila", 0)) == "no_such_die"
    assert refused(state, Take("blau", "blau", 2)) == "die"
    assert refused(state, Take("weiss", "gelb", 5)) == "die"
    assert refused(state, Take("gelb", "gelb", 0)) == "field"
    assert refused(state, Take("gelb", "gelb", -12)) == "field"
    assert refused(state, Take("gelb", "lila", 0)) == "field"
    assert refused(state, Take("lila", "lila", 1)) == "field"
    assert refused(state, Mark("gelb", 0)) == "step"
    for action in (Nothing(), Done(), Roll(), Fetch("weiss")):
        assert refused(state, action) == "step"
    assert refused(state, Hold(False)) == "hold"


def test_the_same_take_twice_counts_once() -> None:
    """A double click: the second one finds the die gone."""
    state = scene("haus", [6, 6, 6, 6, 6, 2])
    take(state, "lila", "lila", 0)
    show(state, weiss=6)
    assert refused(state, Take("lila", "lila", 0)) == "die"
    assert refused(state, Take("lila", "lila", 1)) == "die"
    assert turn(state) == 0 and marks(state, "lila") == [2]


def test_refusals_in_the_kitchen_and_while_a_bonus_waits() -> None:
    state = scene("chef", [1, 6, 6, 6, 6, 4], card("chef", kueche=1))
    take(state, "rosa", "rosa", 0)
    for action in (Lapse(), Nothing(), Done(), Reroll(), Take("weiss", "rosa", 1), Mark("gelb", 0)):
        assert refused(state, action) == "step"
    state = scene("haus", [6, 3, 1, 1, 1, 1], card("haus", gelb=(1, 2), neu=1))
    take(state, "gelb", "gelb", 0)
    for action in (Lapse(), Reroll(), Take("weiss", "lila", 0), Done(), Mark("gelb", 5), Mark("blau", 11)):
        assert refused(state, action) == "choice"


def test_all_in_the_pool_show_in_the_observation() -> None:
    """G-008: where each die lies, in the order of the plates."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], roll=3, plates=["lila", "blau"], tray=["weiss"])
    seen = game.observe(state, None)
    assert [(die.id, die.place, die.plate) for die in seen.dice if die.place != "pool"] == [
        ("weiss", "tray", 0),
        ("blau", "plate", 1),
        ("lila", "plate", 0),
    ]
    take(state, "orange", "orange", 0)
    assert [die.plate for die in state.pool if die.id == "orange"] == [2]
