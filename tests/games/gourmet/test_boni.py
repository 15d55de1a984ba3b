"""Every bonus of both sheets: it fires when earned and does what it says."""

from __future__ import annotations

import pytest

from games.gourmet.data import AREA_INDEX, MENUS, AreaId, Bonus, DieId, MenuId
from games.gourmet.events import Entered
from games.gourmet.state import Card, State
from tests.games.gourmet import sheet
from tests.games.gourmet.table import (
    asked,
    card,
    choosable,
    give,
    legal,
    mark,
    marks,
    scene,
    story,
    take,
    takes,
    waits_for,
)

LINES = [
    (menu, area, number, last)
    for menu, area in sheet.GRIDS
    for number, (fields, _bonus) in enumerate(sheet.lines(menu, area))
    for last in fields
    if MENUS[menu].areas[AREA_INDEX[menu][area]].numbers[last]
]
"""Every line of every grid, with each of its fields as the last one."""
FIELDS = [(menu, area, field) for (menu, area), (size, _boni) in sheet.ROWS.items() for field in range(size)]
BEFORE: dict[tuple[MenuId, AreaId], int] = {
    ("haus", "gruen"): 6,
    ("haus", "orange"): 1,
    ("haus", "lila"): 6,
    ("chef", "blau"): 12,
    ("chef", "gruen"): 1,
    ("chef", "rosa"): 1,
}
"""What stands in the fields before."""


def faces(menu: MenuId, die: DieId, number: int) -> list[int]:
    """Dice of which ``die`` can be entered as ``number``; blue as a sum with white. The others show 6."""
    values: dict[str, int] = dict.fromkeys(MENUS[menu].dice, 6)
    values[die] = max(1, number - 6) if die == "blau" else number
    if die == "blau":
        values["weiss"] = number - values["blau"]
    return list(values.values())


def ready(menu: MenuId, area: AreaId, field: int, filled: Card) -> State:
    """The die of ``area`` fits in ``field``."""
    part = MENUS[menu].areas[AREA_INDEX[menu][area]]
    number = part.numbers[field] if part.columns else 6
    return scene(menu, faces(menu, area, number), filled)


def does(state: State, bonus: Bonus | None, told: list[str]) -> None:
    """What was told after the entry is this bonus, done; or the seat chooses its field among all that are free."""
    card_ = state.seats[0].card
    if bonus is None:
        assert told == [] and waits_for(state) is None
    elif bonus.kind in {"neu", "nach", "kueche", "haube"}:
        assert told == [bonus.kind]
        kinds = ("neu", "nach", "kueche", "haube")
        assert [*card_.earned, card_.hauben] == [int(kind == bonus.kind) for kind in kinds]
    else:
        (area,) = bonus.areas
        part = MENUS[state.menu].areas[AREA_INDEX[state.menu][area]]
        if part.columns:
            assert told == [] and waits_for(state) == bonus
            most = 2 if part.kind == "rings" else 1
            assert choosable(state) == [(area, f) for f, times in enumerate(marks(state, area)) if times < most]
        else:
            assert waits_for(state) is None
            assert told == [f"{area}1={expected(area, bonus)}"]


def expected(area: AreaId, bonus: Bonus) -> int:
    """What it writes in the first field of an empty row."""
    if bonus.kind == "cross":
        return sheet.GREEN_AT_LEAST[0]
    if bonus.kind == "number":
        return bonus.number * (sheet.ORANGE_FACTORS[0] if area == "orange" else 1)
    return {"blau": 12, "gruen": 6, "rosa": 6}[area]


@pytest.mark.parametrize(("menu", "area", "number", "last"), LINES)
def test_a_full_line_brings_its_bonus(menu: MenuId, area: AreaId, number: int, last: int) -> None:
    """G-040, G-042, G-056, G-057, G-071, G-077, G-078, G-082, G-099: at once, with whichever field comes last."""
    fields, bonus = sheet.lines(menu, area)[number]
    state = ready(menu, area, last, card(menu, {area: [f for f in fields if f != last]}))
    events = take(state, area, area, last)
    assert story(events[:1]) == [f"{area}{last + 1}={MENUS[menu].areas[AREA_INDEX[menu][area]].numbers[last]}"]
    does(state, bonus, story(events[1:]))


@pytest.mark.parametrize(("menu", "area", "number", "last"), LINES)
def test_a_line_with_a_gap_brings_nothing(menu: MenuId, area: AreaId, number: int, last: int) -> None:
    """G-056, G-077, G-078, G-082"""
    fields, _bonus = sheet.lines(menu, area)[number]
    gap = [f for f in fields if f != last and MENUS[menu].areas[AREA_INDEX[menu][area]].numbers[f]]
    state = ready(menu, area, last, card(menu, {area: [f for f in fields if f not in {last, *gap[:1]}]}))
    events = take(state, area, area, last)
    if gap:
        does(state, None, story(events[1:]))


@pytest.mark.parametrize(("menu", "area", "field"), FIELDS)
def test_a_field_brings_the_bonus_under_it(menu: MenuId, area: AreaId, field: int) -> None:
    """G-040, G-042, G-071, G-089, G-099"""
    bonus = sheet.boni(sheet.ROWS[menu, area][1])[field]
    state = ready(menu, area, field, card(menu, {area: [BEFORE[menu, area]] * field}))
    if area == "blau":
        state = scene(menu, faces(menu, "blau", 12), card(menu, blau=[12] * field))
    events = take(state, area, area, field)
    assert isinstance(events[0], Entered) and (events[0].area, events[0].field) == (area, field)
    does(state, bonus, story(events[1:]))


@pytest.mark.parametrize("field", range(12))
@pytest.mark.parametrize("pips", range(1, 7))
def test_pink_takes_any_number_and_brings_its_bonus_from_the_minimum_on(field: int, pips: int) -> None:
    """G-088, G-089"""
    state = scene("chef", faces("chef", "rosa", pips), card("chef", rosa=[6] * field))
    events = take(state, "rosa", "rosa", field)
    enough = pips >= sheet.PINK_MINIMUMS[field]
    does(state, sheet.boni(sheet.ROWS["chef", "rosa"][1])[field] if enough else None, story(events[1:]))
    assert marks(state, "rosa")[-1] == pips


# --- what the entries are --------------------------------------------------------------------


def one(menu: MenuId, bonus: Bonus, filled: Card) -> tuple[State, list[str]]:
    """Seat 0 gets ``bonus``; what it brought at once."""
    state = scene(menu, [6] * 6, filled)
    return state, story(give(state, bonus))


def test_a_bonus_number_in_orange_is_multiplied() -> None:
    """G-071: a 6 on ×2 is 12, a 4 on ×3 is 12."""
    for field, factor in enumerate(sheet.ORANGE_FACTORS):
        for number in (4, 5, 6):
            _state, told = one("haus", Bonus("number", ("orange",), number), card("haus", orange=[1] * field))
            assert told[0] == f"orange{field + 1}={number * factor}"


def test_a_cross_in_green_ignores_the_minimum() -> None:
    """G-071: field 11 needs a 6; the bonus needs nothing."""
    for done in range(11):
        state, _told = one("haus", Bonus("cross", ("gruen",)), card("haus", gruen=[6] * done))
        assert len(marks(state, "gruen")) == done + 1


def test_a_six_in_purple_is_always_legal() -> None:
    """G-064, G-065, G-070: after any number, also after a 6."""
    for last in range(1, 7):
        state, _told = one("haus", Bonus("number", ("lila",), 6), card("haus", lila=[last]))
        assert marks(state, "lila") == [last, 6]


def test_the_best_value_of_a_free_field_in_blue_is_the_sum_before() -> None:
    """G-094, G-101: 12 if it is empty."""
    for done, best in (((), 12), ((12,), 12), ((9, 4), 4), ((2,), 2)):
        state, _told = one("chef", Bonus("free", ("blau",)), card("chef", blau=done))
        assert marks(state, "blau") == [*done, best]


def test_the_best_value_of_a_free_field_in_green_is_six_first_and_one_second() -> None:
    """G-094, G-101: times the factor."""
    for field in range(12):
        state, _told = one("chef", Bonus("free", ("gruen",)), card("chef", gruen=[1] * field))
        factor = sheet.PAIR_FACTORS[field // 2][field % 2]
        assert marks(state, "gruen")[-1] == factor * (1 if field % 2 else 6)


def test_the_best_value_of_a_free_field_in_pink_is_six() -> None:
    """G-094, G-101: so it always brings the bonus too."""
    for field in range(12):
        state, told = one("chef", Bonus("free", ("rosa",)), card("chef", rosa=[1] * field))
        assert told[0] == f"rosa{field + 1}=6"
        does(state, sheet.boni(sheet.ROWS["chef", "rosa"][1])[field], told[1:])


def test_a_free_field_in_silver_is_any_free_cell() -> None:
    """G-092, G-093: one cross, no further dice."""
    state, _told = one("chef", Bonus("free", ("silber",)), card("chef", silber=[0, 7, 23]))
    assert choosable(state) == [("silber", f) for f in range(24) if f not in {0, 7, 23}]
    mark(state, "silber", 5)
    assert marks(state, "silber").count(1) == 4
    assert state.extra == []


def test_a_free_field_in_yellow_circles_or_crosses_what_is_circled() -> None:
    """G-092, G-093, G-101"""
    state, _told = one("chef", Bonus("free", ("gelb",)), card("chef", gelb={0: 1, 1: 2}))
    assert choosable(state) == [("gelb", f) for f in range(12) if f != 1]
    (told,) = [event for event in mark(state, "gelb", 0) if isinstance(event, Entered)]
    assert (told.number, told.mark, told.gain) == (2, 2, 8 - 3), "the second cross"
    state, _told = one("chef", Bonus("free", ("gelb",)), card("chef", gelb={0: 1}))
    (told,) = [event for event in mark(state, "gelb", 4) if isinstance(event, Entered)]
    assert (told.number, told.mark, told.gain) == (4, 1, 0)


def test_a_free_cross_in_yellow_or_blue_is_any_free_cell() -> None:
    """G-041, G-071"""
    state, _told = one("haus", Bonus("cross", ("gelb",)), card("haus", gelb=[0, 15]))
    assert choosable(state) == [("gelb", f) for f in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14)]
    state, _told = one("haus", Bonus("cross", ("blau",)), card("haus", blau=[4]))
    assert choosable(state) == [("blau", f) for f in range(11) if f != 4]


# --- lapse, single fields --------------------------------------------------------------------

FULL: dict[MenuId, dict[AreaId, list[int] | dict[int, int]]] = {
    "haus": {
        "gelb": list(range(16)),
        "blau": list(range(11)),
        "gruen": [6] * 11,
        "orange": [1] * 11,
        "lila": [6] * 11,
    },
    "chef": {
        "silber": list(range(24)),
        "gelb": dict.fromkeys(range(12), 2),
        "blau": [7] * 12,
        "gruen": [1] * 12,
        "rosa": [1] * 12,
    },
}


@pytest.mark.parametrize(("menu", "area"), [(menu, area) for menu in FULL for area in FULL[menu]])
def test_a_bonus_that_fits_nowhere_lapses_silently(menu: MenuId, area: AreaId) -> None:
    """G-045: its area is full; what waits behind it comes all the same."""
    kind = "free" if menu == "chef" else "number" if area in {"orange", "lila"} else "cross"
    bonus = Bonus(kind, (area,), 6 if kind == "number" else 0)  # type: ignore[arg-type]
    filled = card(menu, {area: FULL[menu][area]})
    state, before = scene(menu, [6] * 6, filled), filled.copy()
    assert story(give(state, bonus, Bonus("nach"))) == ["nach"]
    assert waits_for(state) is None
    assert filled.areas == before.areas


def test_a_bonus_with_a_single_field_is_entered_without_asking() -> None:
    """G-025, G-042: the last free cell of yellow, and the only circle left to cross."""
    _state, told = one("haus", Bonus("cross", ("gelb",)), card("haus", gelb=[f for f in range(16) if f != 1]))
    assert told[0] == "gelb2=6"
    state, told = one("chef", Bonus("free", ("gelb",)), card("chef", gelb=dict.fromkeys(range(11), 2) | {11: 1}))
    assert told == ["gelb12=4"]
    assert marks(state, "gelb") == [2] * 12


def test_a_bonus_comes_before_the_next_roll() -> None:
    """G-042: the seat chooses the field first; nothing else can be done meanwhile."""
    state = scene("haus", [6, 3, 1, 1, 1, 1], card("haus", gelb=(1, 2), neu=1, nach=1))
    take(state, "gelb", "gelb", 0)
    assert (asked(state), state.phase, state.roll) == ({0}, "pass", 1)
    assert choosable(state) == [("blau", f) for f in range(11)] and len(legal(state)) == 11
    mark(state, "blau", 10)
    assert (asked(state), state.phase, state.roll) == ({0}, "pass", 2)


def test_white_earns_boni_like_any_die() -> None:
    """G-026, G-042"""
    state = scene("haus", [6, 1, 1, 1, 1, 1], card("haus", orange=[1] * 5))
    assert ("weiss", "orange", 5) in takes(state)
    assert story(take(state, "weiss", "orange", 5)) == ["orange6=6", "nach"]
