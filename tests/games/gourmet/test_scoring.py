"""Points of every area against a computation of its own, Hauben, places."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.gourmet.data import AREA_INDEX, MENUS, AreaId, MenuId
from games.gourmet.game import game
from games.gourmet.rules.card import all_points, area_points, total
from games.gourmet.scoring import points_tenths, ranking
from games.gourmet.state import Card
from tests.games.gourmet import sheet
from tests.games.gourmet.table import card, opening


def points(menu: MenuId, area: AreaId, marks: Sequence[int]) -> int:
    return area_points(MENUS[menu].areas[AREA_INDEX[menu][area]], list(marks))


def subsets(size: int) -> list[tuple[int, ...]]:
    """All ways to cross ``size`` fields."""
    return list(itertools.product((0, 1), repeat=size))


# --- Hausmenü --------------------------------------------------------------------------------


def test_yellow_counts_full_columns_for_all_fillings() -> None:
    """G-055: all 2^12 of them."""
    open_ = [field for field, number in sheet.fields("haus", "gelb").values() if number]
    for crosses in subsets(12):
        grid = dict(zip(open_, crosses, strict=True))
        columns = [all(grid.get(row * 4 + column, 1) for row in range(4)) for column in range(4)]
        expected = sum(itertools.compress((10, 14, 16, 20), columns))
        assert points("haus", "gelb", [grid.get(field, 1) for field in range(16)]) == expected


def test_yellow_brings_sixty_at_most() -> None:
    """G-055"""
    assert points("haus", "gelb", [1] * 16) == 60


def test_blue_counts_crosses_wherever_they_stand() -> None:
    """G-059: all 2^11 fillings."""
    by_count = [0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56]
    for crosses in subsets(11):
        assert points("haus", "blau", crosses) == by_count[sum(crosses)]


def test_green_counts_fields_whatever_they_show() -> None:
    """G-061"""
    expected = 0
    for count in range(12):
        expected += count
        assert points("haus", "gruen", [6] * count) == points("haus", "gruen", [5] * count) == expected


@given(st.lists(st.integers(1, 18), max_size=11))
def test_orange_purple_and_pink_are_sums(entered: list[int]) -> None:
    """G-062, G-066, G-088"""
    expected = 0
    for number in entered:
        expected += number
    assert points("haus", "orange", entered) == points("haus", "lila", entered) == expected
    assert points("chef", "rosa", entered) == expected


# --- Chefmenü --------------------------------------------------------------------------------


def test_silver_counts_row_by_row_for_all_fillings_of_each() -> None:
    """G-076"""
    by_count = [0, 1, 3, 5, 8, 12, 16]
    for row, crosses in itertools.product(range(4), subsets(6)):
        assert points("chef", "silber", [0] * 6 * row + [*crosses] + [0] * 6 * (3 - row)) == by_count[sum(crosses)]
    rng = random.Random(1)
    for _ in range(500):
        rows = [[rng.randrange(2) for _ in range(6)] for _ in range(4)]
        assert points("chef", "silber", [*itertools.chain(*rows)]) == sum(by_count[sum(row)] for row in rows)
    assert points("chef", "silber", [1] * 24) == 64


def test_of_rings_only_crosses_count() -> None:
    """G-081: every number of crosses among every number of circles."""
    for crosses, circles in itertools.product(range(13), range(13)):
        if crosses + circles <= 12:
            marks = [2] * crosses + [1] * circles + [0] * (12 - crosses - circles)
            random.Random(crosses).shuffle(marks)
            assert points("chef", "gelb", marks) == sheet.RING_POINTS[crosses]


def test_falling_counts_fields() -> None:
    """G-084"""
    for count in range(13):
        assert points("chef", "blau", [7] * count) == sheet.FALLING_POINTS[count]


@given(st.lists(st.integers(1, 6), max_size=12))
def test_pairs_count_first_minus_second_and_unfinished_ones_nothing(dice: list[int]) -> None:
    """G-086, G-087, G-102"""
    factors = [factor for pair in sheet.PAIR_FACTORS for factor in pair]
    expected = 0
    for pair in range(6):
        if len(dice) >= 2 * pair + 2:
            first, second = dice[2 * pair : 2 * pair + 2]
            expected += first * sheet.PAIR_FACTORS[pair][0] - second * sheet.PAIR_FACTORS[pair][1]
    entered = [die * factor for die, factor in zip(dice, factors, strict=False)]
    assert points("chef", "gruen", entered) == expected


def test_best_and_worst_pairs() -> None:
    """G-087: 81 and −39."""
    factors = [factor for pair in sheet.PAIR_FACTORS for factor in pair]
    assert points("chef", "gruen", [f * (1 if i % 2 else 6) for i, f in enumerate(factors)]) == 81
    assert points("chef", "gruen", [f * (6 if i % 2 else 1) for i, f in enumerate(factors)]) == -39


# --- Hauben, sum -----------------------------------------------------------------------------


def haus(*, hauben: int = 0, lila: Sequence[int] = ()) -> Card:
    """20 in yellow, 4 in blue, 6 in green, 9 in orange."""
    return card("haus", hauben=hauben, gelb=(7, 11, 15), blau=(0, 1, 2), gruen=[1, 2, 3], orange=[4, 5], lila=lila)


def test_each_haube_counts_as_much_as_the_weakest_area() -> None:
    """G-044: purple 3 is the weakest here."""
    assert all_points(MENUS["haus"], haus(lila=[3])) == [20, 4, 6, 9, 3]
    for hauben in range(6):
        assert total(MENUS["haus"], haus(hauben=hauben, lila=[3])) == 42 + 3 * hauben
        assert total(MENUS["haus"], haus(hauben=hauben, lila=[3, 5])) == 47 + 4 * hauben, "now it is blue"


def test_an_empty_area_makes_hauben_worthless() -> None:
    """G-044"""
    assert total(MENUS["haus"], haus(hauben=5)) == total(MENUS["haus"], haus()) == 39


def test_a_negative_area_makes_hauben_negative() -> None:
    """G-046, G-087: green 1·2 − 6·1 = −4 (second pair), each Haube −4."""
    made = card("chef", hauben=3, silber=(0, 1), gelb={0: 2}, blau=[7], gruen=[3, 3, 2, 6], rosa=[5])
    assert all_points(MENUS["chef"], made) == [3, 3, 2, -4, 5]
    assert total(MENUS["chef"], made) == 9 - 12


@given(st.integers(0, 8), st.lists(st.integers(1, 6), max_size=12), st.lists(st.integers(1, 6), max_size=12))
def test_the_sum_of_a_card(hauben: int, pink: list[int], pairs: list[int]) -> None:
    """G-005, G-044, G-046"""
    made = card("chef", hauben=hauben, silber=(0, 6, 7), gelb={3: 2, 4: 1}, blau=[12, 3], rosa=pink, gruen=pairs)
    green = sum(a - b for a, b in zip(pairs[::2], pairs[1::2], strict=False))
    areas = [1 + 3, 3, 5, green, sum(pink)]
    assert total(MENUS["chef"], made) == sum(areas) + hauben * min(areas)


# --- places ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "places"),
    [
        ([(3, 3), (40, 1)], (2, 1)),
        ([(7, 7), (12, 2), (-3, 0), (9, 9)], (3, 1, 4, 2)),
        ([(50, 20), (50, 21)], (2, 1)),
        ([(50, 20), (50, 20)], (1, 1)),
        ([(50, 20), (61, 9), (50, 20), (12, 12)], (2, 1, 2, 4)),
        ([(50, 20), (50, 22), (50, 20), (50, 20)], (2, 1, 2, 2)),
        ([(5, 5)] * 3, (1, 1, 1)),
    ],
)
def test_most_points_win_then_the_highest_single_area_then_places_are_shared(
    scores: list[tuple[int, int]], places: tuple[int, ...]
) -> None:
    """G-005, G-121, G-124"""
    assert ranking(scores) == places


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=4))
def test_places_by_sorting(scores: list[tuple[int, int]]) -> None:
    """G-121, G-124: who is equal shares the better place, the next is skipped."""
    order = sorted(scores, reverse=True)
    assert ranking(scores) == tuple(order.index(own) + 1 for own in scores)


def test_a_tie_goes_to_the_highest_single_area() -> None:
    """G-121: both have 12 points; 7 in purple beat 6 in orange."""
    state = opening()
    state.seats[0].card = card("haus", orange=[3, 3], lila=[1, 5])
    state.seats[1].card = card("haus", lila=[2, 5], orange=[5])
    standing = game.standing(state)
    assert standing.scores == (12, 12)
    assert standing.places == (2, 1)
    assert standing.points_tenths == (270, 420)


def test_the_highest_area_is_one_area_whatever_its_colour() -> None:
    """G-121: equal in sum and highest area, though not in the same one: a shared first place, 30 for both."""
    state = opening(seats=3)
    state.seats[0].card = card("haus", orange=[6, 6])
    state.seats[1].card = card("haus", lila=[6, 6])
    standing = game.standing(state)
    assert standing.places == (1, 1, 3)
    assert standing.points_tenths == (420, 420, 50)


@pytest.mark.parametrize(
    ("score", "place", "points_"), [(150, 1, 180), (150, 2, 165), (150, 3, 155), (150, 4, 150), (0, 1, 30), (-6, 4, -6)]
)
def test_points_for_the_best_list(score: int, place: int, points_: int) -> None:
    """G-120, G-124: the points and 30, 15, 5 or nothing, in tenths."""
    assert points_tenths(score, place) == 10 * points_


def test_computers_hold_places_too() -> None:
    """G-124: the human is second behind a computer."""
    state = opening(seats=3, bots=[1, 2])
    state.seats[1].card = card("haus", lila=[6, 6])
    state.seats[0].card = card("haus", lila=[6])
    assert game.standing(state).places == (2, 1, 3)
    assert game.standing(state).points_tenths[0] == 10 * (6 + 15)


def test_a_card_below_nothing_costs_points() -> None:
    """G-120, G-046: „seine Punkte“ may be negative in the Chefmenü; the contract wants that said."""
    state = opening("chef", seats=4)
    state.seats[2].card = card("chef", gruen=[1, 6, 2, 6, 2, 12, 3, 6, 3, 12, 4, 12], hauben=1)
    state.seats[1].card = state.seats[3].card = card("chef", rosa=[6])
    standing = game.standing(state)
    assert (standing.scores[2], standing.places[2], standing.points_tenths[2]) == (-78, 4, -780)
    assert "losses" in game.info.traits
