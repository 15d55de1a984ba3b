"""Yellow of the Chefmenü: first a circle, then a cross."""

from __future__ import annotations

import pytest

from games.gourmet.events import Earned, Entered
from tests.games.gourmet import sheet
from tests.games.gourmet.table import card, marks, scene, story, take, takes

GELB = sheet.fields("chef", "gelb")


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_number_is_circled_first_and_crossed_the_next_time(pips: int) -> None:
    """G-080, G-081: the player chooses between the two fields of a number."""
    one, two = [field for field, number in GELB.values() if number == pips]
    faces = [6, 6, pips, 6, 6, 6]
    state = scene("chef", faces)
    assert {field for die, _area, field in takes(state) if die == "gelb"} == {one, two}
    first = take(state, "gelb", "gelb", two)[0]
    assert isinstance(first, Entered) and (first.mark, first.gain) == (1, 0)
    assert marks(state, "gelb")[two] == 1
    state = scene("chef", faces, card("chef", gelb={two: 1}))
    assert {field for die, _area, field in takes(state) if die == "gelb"} == {one, two}
    first = take(state, "gelb", "gelb", two)[0]
    assert isinstance(first, Entered) and (first.mark, first.gain, first.number) == (2, 3, pips)
    state = scene("chef", faces, card("chef", gelb={two: 2}))
    assert {field for die, _area, field in takes(state) if die == "gelb"} == {one}
    state = scene("chef", faces, card("chef", gelb={one: 2, two: 2}))
    assert not any(die == "gelb" for die, _area, _field in takes(state))


@pytest.mark.parametrize("number", range(7))
def test_a_line_pays_once_when_its_last_field_is_circled(number: int) -> None:
    """G-082: crossed ones count as circled; crossing them all brings nothing more."""
    fields, bonus = sheet.lines("chef", "gelb")[number]
    assert bonus is not None
    printed = {field: value for field, value in GELB.values()}  # noqa: C416
    last = fields[-1]
    for others in (1, 2):
        state = scene("chef", [6, 6, printed[last], 6, 6, 6], card("chef", gelb=dict.fromkeys(fields[:-1], others)))
        events = take(state, "gelb", "gelb", last)
        assert len(story(events)) == 2 or state.seats[0].waiting == [bonus]
    for field in fields:
        marked = dict.fromkeys(fields, 2) | {field: 1}
        state = scene("chef", [6, 6, printed[field], 6, 6, 6], card("chef", gelb=marked))
        events = take(state, "gelb", "gelb", field)
        assert len(story(events)) == 1 and not any(isinstance(event, Earned) for event in events)
        assert state.seats[0].waiting == []


def test_the_third_and_twelfth_cross() -> None:
    """G-081: points by number of crosses."""
    state = scene("chef", [6, 6, 2, 6, 6, 6], card("chef", gelb={0: 1, 5: 2, 7: 2, 9: 1}))
    first = take(state, "gelb", "gelb", 0)[0]
    assert isinstance(first, Entered) and first.gain == 15 - 8
    state = scene("chef", [6, 6, 2, 6, 6, 6], card("chef", gelb=dict.fromkeys(range(1, 12), 2) | {0: 1}))
    first = take(state, "gelb", "gelb", 0)[0]
    assert isinstance(first, Entered) and first.gain == 147 - 128
