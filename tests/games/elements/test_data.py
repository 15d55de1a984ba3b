"""The tableau and the dice."""

from __future__ import annotations

from collections import Counter

from games.elements.data import (
    ARROWS,
    DICE,
    DICE_BY_SEATS,
    ELEMENTS,
    END,
    FACES,
    FIELDS,
    LIGHT,
    MIDDLE,
    NEEDS,
    ROW_INDEX,
    ROWS,
    VALUES,
    X_COLUMN,
)
from games.elements.scoring import score

F, W, E, L, D = FACES


def test_five_dice() -> None:
    """L-003"""
    assert list(DICE) == ["rot", "blau", "gruen", "gelb", "grau"]


def test_every_die_shows_the_four_elements_one_of_them_twice_and_the_dark() -> None:
    """L-004"""
    for faces in DICE.values():
        counts = Counter(faces)
        assert counts["dunkel"] == 1
        assert sorted(counts[element] for element in ELEMENTS) == [1, 1, 1, 2]


def test_which_element_is_doubled() -> None:
    """L-005"""
    doubled = {die: Counter(faces).most_common(1)[0][0] for die, faces in DICE.items()}
    assert doubled == {"rot": "feuer", "blau": "wasser", "gruen": "erde", "gelb": "luft", "grau": "erde"}


def test_the_grey_die_is_used_by_four_only() -> None:
    """L-015, L-016"""
    assert {seats: len(dice) for seats, dice in DICE_BY_SEATS.items()} == {2: 4, 3: 4, 4: 5}
    assert "grau" not in DICE_BY_SEATS[2] + DICE_BY_SEATS[3]
    assert DICE_BY_SEATS[4] == tuple(DICE)


def test_the_dark_row_is_positive_in_its_middle_only() -> None:
    """L-008"""
    values = VALUES[ROW_INDEX["dunkel"]]
    assert [column for column, value in enumerate(values) if value > 0] == [3, 4, 5]


def test_all_other_rows_lead_from_minus_into_plus() -> None:
    """L-009"""
    for row in ROWS:
        values = VALUES[ROW_INDEX[row]]
        if row != "dunkel":
            assert values[0] < 0 < values[END]
            assert list(values) == sorted(values)


def test_the_middle_columns_need_other_colours() -> None:
    """L-010"""
    for row in ELEMENTS:
        fields = FIELDS[ROW_INDEX[row]]
        assert [column for column in range(1, END + 1) if fields[column] != row] == [4, 5, 6]
        assert set(MIDDLE[row]) == set(ELEMENTS) - {row}
    for column in (4, 5, 6):
        assert {FIELDS[row][column] for row in range(4)} == set(ELEMENTS)


def test_columns_values_colours_and_arrows_are_those_of_the_tableau() -> None:
    """L-011"""
    element = (-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10)
    values, fields = VALUES, FIELDS
    assert values == (
        element,
        element,
        element,
        element,
        (-6, -4, -2, 1, 3, 5, -1, -3, -5, -8, -10),
        (-8, -6, -4, -2, 1, 2, 3, 4, 6, 8, 10),
    )
    assert fields == (
        (None, F, F, F, E, L, W, F, F, F, F),
        (None, W, W, W, F, E, L, W, W, W, W),
        (None, E, E, E, L, W, F, E, E, E, E),
        (None, L, L, L, W, F, E, L, L, L, L),
        (None, D, D, D, D, D, D, D, D, D, D),
        (None,) * 11,
    )
    assert ARROWS == (6, 5, 6, 5)
    assert X_COLUMN == 5


def test_the_needed_face_is_the_colour_of_the_field_to_the_right() -> None:
    """L-020"""
    for fields, needs in zip(FIELDS, NEEDS, strict=True):
        assert needs[:END] == fields[1:]
        assert needs[END] is None


def test_the_light_row_turns_positive_with_its_fourth_move() -> None:
    """L-025"""
    values = VALUES[LIGHT]
    assert all(value < 0 for value in values[:4])
    assert all(value > 0 for value in values[4:])


def test_start_sum_and_best_thinkable_sum() -> None:
    """D2 of the decisions: −54 and +55."""
    assert score([0] * 6) == -54
    assert sum(max(row) for row in VALUES) == 55
