"""What fits where, area by area: grids and rows of both menus (silver and rings have files of their own)."""

from __future__ import annotations

import itertools

import pytest

from games.gourmet.actions import Take
from games.gourmet.events import Entered
from tests.games.gourmet import sheet
from tests.games.gourmet.table import card, marks, refused, scene, take, takes

PIPS = range(1, 7)


# --- Hausmenü --------------------------------------------------------------------------------


@pytest.mark.parametrize("pips", PIPS)
def test_yellow_crosses_the_number_on_either_of_its_fields(pips: int) -> None:
    """G-054: each number stands twice; one die, one cross."""
    at = [field for field, number in sheet.fields("haus", "gelb").values() if number == pips]
    state = scene("haus", [6, pips, 6, 6, 6, 6])
    assert [field for die, area, field in sorted(takes(state)) if (die, area) == ("gelb", "gelb")] == sorted(at)
    take(state, "gelb", "gelb", at[0])
    assert [f for f in range(16) if marks(state, "gelb")[f]] == sorted([3, 6, 9, 12, at[0]])
    state = scene("haus", [6, pips, 6, 6, 6, 6], card("haus", gelb=at))
    assert not any(die == "gelb" for die, _area, _field in takes(state))


@pytest.mark.parametrize(("white", "blue"), [*itertools.product((1, 3, 6), PIPS)])
def test_blue_crosses_the_sum(white: int, blue: int) -> None:
    """G-027, G-058: taken by either die, the same field."""
    state = scene("haus", [white, 6, blue, 6, 6, 6])
    assert {(die, field) for die, area, field in takes(state) if area == "blau"} == {
        ("blau", white + blue - 2),
        ("weiss", white + blue - 2),
    }
    state = scene("haus", [white, 6, blue, 6, 6, 6], card("haus", blau=[white + blue - 2]))
    assert not any(area == "blau" for _die, area, _field in takes(state))


@pytest.mark.parametrize(("field", "pips"), [*itertools.product(range(11), PIPS)])
def test_green_goes_from_left_to_right_by_at_least(field: int, pips: int) -> None:
    """G-060"""
    state = scene("haus", [1, 1, 1, pips, 1, 1], card("haus", gruen=[6] * field))
    allowed = {f for die, area, f in takes(state) if (die, area) == ("gruen", "gruen")}
    assert allowed == ({field} if pips >= sheet.GREEN_AT_LEAST[field] else set())


@pytest.mark.parametrize(("field", "pips"), [*itertools.product(range(11), (1, 4, 6))])
def test_orange_takes_any_number_times_the_factor(field: int, pips: int) -> None:
    """G-062, G-063"""
    state = scene("haus", [6, 6, 6, 6, pips, 6], card("haus", orange=[2] * field))
    assert {f for die, area, f in takes(state) if die == "orange"} == {field}
    first = take(state, "orange", "orange", field)[0]
    assert isinstance(first, Entered)
    assert first.number == first.gain == pips * sheet.ORANGE_FACTORS[field] == marks(state, "orange")[field]


@pytest.mark.parametrize(("last", "pips"), [*itertools.product((0, *PIPS), PIPS)])
def test_purple_rises_and_begins_again_after_a_six(last: int, pips: int) -> None:
    """G-064, G-065"""
    state = scene("haus", [1, 1, 1, 1, 1, pips], card("haus", lila=[last] if last else []))
    fits = any(die == "lila" for die, _area, _field in takes(state))
    assert fits == (last in (0, 6) or pips > last)


def test_purple_counts_what_stands_there() -> None:
    """G-066"""
    state = scene("haus", [6, 6, 6, 6, 6, 5], card("haus", lila=[2, 4]))
    first = take(state, "lila", "lila", 2)[0]
    assert isinstance(first, Entered) and first.gain == 5 and marks(state, "lila") == [2, 4, 5]


@pytest.mark.parametrize("area", ["gruen", "orange", "lila"])
def test_rows_of_the_hausmenue_end_after_eleven_fields(area: str) -> None:
    """G-060, G-062, G-064"""
    filled = {"gruen": [6] * 11, "orange": [1] * 11, "lila": [6] * 11}[area]
    state = scene("haus", [6] * 6, card("haus", {area: filled}))  # type: ignore[dict-item]
    assert all(other != area for _die, other, _field in takes(state))


# --- Chefmenü --------------------------------------------------------------------------------


@pytest.mark.parametrize(("last", "white", "blue"), [*itertools.product((0, 2, 7, 12), (1, 6), (1, 4, 6))])
def test_blue_falls_or_stays(last: int, white: int, blue: int) -> None:
    """G-083: the sum is equal to or smaller than the one before, whichever of the two is taken."""
    state = scene("chef", [white, 6, 6, blue, 6, 6], card("chef", blau=[last] if last else []))
    fitting = {die for die, area, _field in takes(state) if area == "blau"}
    assert fitting == ({"blau", "weiss"} if not last or white + blue <= last else set())


@pytest.mark.parametrize(("field", "pips"), [*itertools.product(range(12), (1, 3, 6))])
def test_green_multiplies_and_a_pair_counts_when_it_is_whole(field: int, pips: int) -> None:
    """G-085, G-086, G-102: a first field changes nothing, the second brings the difference."""
    factor = sheet.PAIR_FACTORS[field // 2][field % 2]
    state = scene("chef", [6, 6, 6, 6, pips, 6], card("chef", gruen=[5] * field))
    first = take(state, "gruen", "gruen", field)[0]
    assert isinstance(first, Entered) and first.number == pips * factor
    assert first.gain == (5 - pips * factor if field % 2 else 0)


@pytest.mark.parametrize("pips", PIPS)
def test_pink_takes_any_number(pips: int) -> None:
    """G-088"""
    state = scene("chef", [6, 6, 6, 6, 6, pips], card("chef", rosa=[6, 1]))
    first = take(state, "rosa", "rosa", 2)[0]
    assert isinstance(first, Entered) and first.gain == pips and marks(state, "rosa") == [6, 1, pips]


@pytest.mark.parametrize("area", ["blau", "gruen", "rosa"])
def test_rows_of_the_chefmenue_end_after_twelve_fields(area: str) -> None:
    """G-083, G-085, G-088"""
    state = scene("chef", [1] * 6, card("chef", {area: [12] * 12}))  # type: ignore[dict-item]
    assert all(other != area for _die, other, _field in takes(state))
    assert refused(state, Take("weiss", area, 12)) == "field"  # type: ignore[arg-type]
