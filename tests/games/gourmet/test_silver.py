"""Silver: its cross, and those of the dice that go to the tray because of it."""

from __future__ import annotations

import pytest

from games.gourmet.actions import Done, Fetch, Lapse, Nothing, Reroll, Roll, Take
from games.gourmet.data import Bonus
from games.gourmet.events import Entered, Finished, Rolled
from games.gourmet.state import State
from tests.games.gourmet.table import (
    asked,
    card,
    do,
    give,
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


def crossed(state: State) -> list[int]:
    return [field for field, times in enumerate(marks(state, "silber")) if times]


def at(row: int, number: int) -> int:
    """The field of a number in a row: 0 Gelb, 1 Blau, 2 Grün, 3 Rosa."""
    return row * 6 + number - 1


@pytest.mark.parametrize("pips", range(1, 7))
def test_silver_crosses_its_number_in_any_colour_row(pips: int) -> None:
    """G-073"""
    state = scene("chef", [6, pips, 6, 6, 6, 6])
    assert {field for die, _area, field in takes(state) if die == "silber"} == {at(row, pips) for row in range(4)}
    state = scene("chef", [6, pips, 6, 6, 6, 6], card("chef", silber=[at(1, pips), at(3, pips)]))
    assert {field for die, _area, field in takes(state) if die == "silber"} == {at(0, pips), at(2, pips)}
    first = take(state, "silber", "silber", at(2, pips))[0]
    assert isinstance(first, Entered) and (first.number, first.gain) == (pips, 1)


def test_silver_cannot_be_chosen_without_a_free_number() -> None:
    """G-079: not even for the crosses of the others."""
    state = scene("chef", [1, 4, 1, 1, 1, 1], card("chef", silber=[at(row, 4) for row in range(4)]))
    assert "silber" not in takable(state)
    assert refused(state, Take("silber", "silber", at(0, 4))) == "field"


def test_each_die_lost_to_the_tray_may_be_crossed_in_its_row() -> None:
    """G-074, G-100: in the player's order, each or none."""
    state = scene("chef", [6, 4, 3, 2, 1, 5])
    events = take(state, "silber", "silber", at(3, 4))
    assert step(state) == "extra" and asked(state) == {0}
    assert isinstance(events[0], Entered) and events[0].lost == ("gelb", "blau", "gruen")
    assert places(state)["tray"] == ["gelb", "blau", "gruen"]
    assert takes(state) == {
        ("gelb", "silber", at(0, 3)),
        ("blau", "silber", at(1, 2)),
        ("gruen", "silber", at(2, 1)),
    }
    first = take(state, "gruen", "silber", at(2, 1))[0]
    assert isinstance(first, Entered) and (first.how, first.die, first.value, first.lost) == ("extra", "gruen", 1, ())
    assert takable(state) == {"gelb", "blau"}
    take(state, "gelb", "silber", at(0, 3))
    events = do(state, Done())
    assert isinstance(events[0], Finished)
    assert crossed(state) == sorted([at(3, 4), at(2, 1), at(0, 3)])
    assert (step(state), state.roll) == ("pass", 2)


def test_white_and_silver_among_them_go_into_any_row() -> None:
    """G-075, G-026: white as silver with the silver die lower; and the other way round."""
    state = scene("chef", [5, 2, 6, 6, 6, 6])
    take(state, "weiss", "silber", at(0, 5))
    assert takes(state) == {("silber", "silber", at(row, 2)) for row in range(4)}
    state = scene("chef", [2, 5, 6, 6, 6, 3])
    take(state, "silber", "silber", at(0, 5))
    assert takes(state) == {("weiss", "silber", at(row, 2)) for row in range(4)} | {("rosa", "silber", at(3, 3))}


def test_blue_among_them_counts_its_own_pips() -> None:
    """G-100: not the sum with white."""
    state = scene("chef", [6, 5, 6, 2, 6, 6])
    take(state, "silber", "silber", at(0, 5))
    assert takes(state) == {("blau", "silber", at(1, 2))}


def test_only_lower_dice_count() -> None:
    """G-074, G-100: equal ones stay in the kitchen; with none there is no such step."""
    state = scene("chef", [4, 4, 4, 4, 6, 5])
    events = take(state, "silber", "silber", at(0, 4))
    assert step(state) == "pass" and any(isinstance(event, Rolled) for event in events)


def test_not_for_the_rest_after_the_third_roll() -> None:
    """G-100: 6, 5 and 4 stay; only the 1 went to the tray because of silver."""
    state = scene("chef", [6, 3, 5, 4, 1, 6], roll=3, plates=["rosa"])
    take(state, "silber", "silber", at(0, 3))
    assert takes(state) == {("gruen", "silber", at(2, 1))}
    do(state, Done())
    assert step(state) == "tray" and len(places(state)["tray"]) == 4


def test_not_for_what_lay_on_the_tray_before() -> None:
    """G-100"""
    state = scene("chef", [6, 4, 6, 6, 3, 6], roll=2, tray=["gelb", "blau"])
    for die in state.pool:
        die.value = 1 if die.place == "tray" else die.value
    take(state, "silber", "silber", at(0, 4))
    assert takable(state) == {"gruen"}


def test_not_for_white_in_another_colour() -> None:
    """G-074: white as pink is pink."""
    state = scene("chef", [5, 2, 2, 2, 2, 6])
    take(state, "weiss", "rosa", 0)
    assert step(state) == "pass" and state.extra == []


def test_a_die_whose_field_is_taken_lapses() -> None:
    """G-100: there is no step without a field, and a field may go in the meantime."""
    state = scene("chef", [6, 4, 6, 6, 3, 6], card("chef", silber=[at(2, 3)]))
    take(state, "silber", "silber", at(0, 4))
    assert step(state) == "pass" and state.roll == 2 and state.extra == []
    # white takes the last free 2, which was the green die's
    state = scene("chef", [2, 4, 6, 6, 2, 6], card("chef", silber=[at(0, 2), at(1, 2), at(3, 2)]))
    take(state, "silber", "silber", at(0, 4))
    assert takable(state) == {"weiss", "gruen"}
    take(state, "weiss", "silber", at(2, 2))
    assert step(state) == "pass" and state.roll == 2


def test_the_cross_with_its_whole_chain_comes_before_the_others() -> None:
    """G-100, G-045: column 4 brings a Haube, the row a field in yellow; then the dice lost."""
    filled = card("chef", silber=[at(3, n) for n in (1, 2, 3, 5, 6)] + [at(row, 4) for row in range(3)])
    state = scene("chef", [6, 4, 3, 6, 6, 6], filled)
    assert story(take(state, "silber", "silber", at(3, 4))) == ["silber22=4"]
    assert step(state) == "pass" and waits_for(state) == Bonus("free", ("gelb",))
    assert refused(state, Done()) == "choice"
    assert story(mark(state, "gelb", 0)) == ["gelb1=2", "haube"]
    assert step(state) == "extra" and takes(state) == {("gelb", "silber", at(0, 3))}


def test_each_further_cross_has_its_own_chain() -> None:
    """G-100, G-042: column 3 with its Nachschlag, then a field of choice, then the rest."""
    filled = card("chef", silber=[at(row, 3) for row in (1, 2, 3)] + [at(3, n) for n in (1, 2, 4, 5)])
    state = scene("chef", [6, 4, 3, 2, 6, 3], filled)
    take(state, "silber", "silber", at(0, 4))
    assert takable(state) == {"gelb", "blau"}, "pink's 3 is crossed"
    assert story(take(state, "gelb", "silber", at(0, 3))) == ["silber3=3", "nach"]
    assert takable(state) == {"blau"}
    filled = card("chef", silber=[at(3, n) for n in (1, 2, 4, 5, 6)])
    state = scene("chef", [6, 4, 3, 6, 6, 3], filled)
    take(state, "silber", "silber", at(0, 4))
    take(state, "rosa", "silber", at(3, 3))
    assert waits_for(state) == Bonus("free", ("gelb",)) and refused(state, Take("gelb", "silber", at(0, 3))) == "choice"
    mark(state, "gelb", 0)
    assert step(state) == "extra" and takable(state) == {"gelb"}
    take(state, "gelb", "silber", at(0, 3))
    assert (step(state), state.roll) == ("pass", 2)


def test_a_bonus_of_a_chain_may_take_the_field_of_a_lost_die() -> None:
    """G-100: „? Silber“ from yellow's column, entered where pink would have gone."""
    filled = card("chef", silber=[at(3, n) for n in (1, 2, 5, 6)] + [at(3, 4)], gelb={1: 1, 5: 1})
    state = scene("chef", [6, 4, 6, 6, 3, 3], filled)
    take(state, "silber", "silber", at(0, 4))
    assert takes(state) == {("gruen", "silber", at(2, 3)), ("rosa", "silber", at(3, 3))}
    take(state, "rosa", "silber", at(3, 3))
    mark(state, "gelb", 9)
    assert waits_for(state) == Bonus("free", ("silber",))
    mark(state, "silber", at(2, 3))
    assert step(state) == "pass" and state.roll == 2, "green's 3 is gone"


def test_a_free_field_in_silver_brings_no_further_dice() -> None:
    """G-100: whatever lies lower on the slate."""
    state = scene("chef", [1, 1, 1, 1, 1, 6])
    give(state, Bonus("free", ("silber",)))
    mark(state, "silber", at(0, 6))
    assert state.extra == [] and step(state) == "pass"


def test_the_kitchen_comes_after_the_crosses() -> None:
    """G-035, G-100: lost dice may be crossed and then fetched back."""
    state = scene("chef", [6, 4, 3, 6, 6, 6], card("chef", kueche=1))
    take(state, "silber", "silber", at(0, 4))
    take(state, "gelb", "silber", at(0, 3))
    assert step(state) == "kitchen" and legal(state) == [Fetch("gelb"), Roll()]
    assert do(state, Fetch("gelb"))


def test_refusals_among_the_further_crosses() -> None:
    state = scene("chef", [6, 4, 3, 6, 6, 6], card("chef", neu=1))
    take(state, "silber", "silber", at(0, 4))
    for action in (Lapse(), Reroll(), Nothing(), Roll(), Fetch("gelb")):
        assert refused(state, action) == "step"
    assert refused(state, Take("gelb", "silber", at(1, 3))) == "field"
    assert refused(state, Take("gelb", "gelb", 7)) == "field"
    assert refused(state, Take("weiss", "silber", at(1, 6))) == "die"
    take(state, "gelb", "silber", at(0, 3))
    assert refused(state, Take("gelb", "silber", at(0, 3))) in {"die", "field"}
