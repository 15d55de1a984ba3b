"""Both menu cards against the tables typed again in ``sheet``."""

from __future__ import annotations

from collections import Counter

import pytest

from games.gourmet.data import (
    ACTION_NAMES,
    AREA_INDEX,
    AREA_NAMES,
    CHEF,
    COLOURS,
    HAUS,
    MENU_NAMES,
    MENUS,
    PLACE_BONUS,
    ROUNDS_BY_SEATS,
    Area,
    AreaId,
    Bonus,
    MenuId,
)
from games.gourmet.game import game
from games.gourmet.rules.card import new_card
from tests.games.gourmet import sheet
from tests.games.gourmet.table import opening


def area(menu: MenuId, name: AreaId) -> Area:
    return MENUS[menu].areas[AREA_INDEX[menu][name]]


def all_boni(menu: MenuId) -> list[Bonus]:
    """Every bonus that the game has for a menu: fields, lines, rounds."""
    found = [bonus for part in MENUS[menu].areas for bonus in part.boni]
    found += [line.bonus for part in MENUS[menu].areas for line in part.lines]
    return [bonus for bonus in [*found, *MENUS[menu].rounds] if bonus is not None]


def test_the_dice_of_both_menus() -> None:
    """G-004, G-053, G-072: six each, in the order of the keys."""
    assert [COLOURS[die] for die in HAUS.dice] == ["Weiß", "Gelb", "Blau", "Grün", "Orange", "Lila"]
    assert [COLOURS[die] for die in CHEF.dice] == ["Weiß", "Silber", "Gelb", "Blau", "Grün", "Rosa"]
    for menu in MENUS.values():
        assert len(opening(menu.id).pool) == 6


def test_five_areas_each_with_its_dish() -> None:
    """G-003, G-053, G-072: a card of one's own with five areas."""
    haus = ["Zitronentarte", "Blaubeer-Parfait", "Kräutergarten", "Orangen-Glace", "Feigen-Tatin"]
    chef = ["Silberbesteck", "Zitronentarte", "Blaubeer-Parfait", "Kräutergarten", "Himbeer-Soufflé"]
    assert [part.name for part in HAUS.areas] == haus
    assert [part.name for part in CHEF.areas] == chef
    for menu in MENUS.values():
        assert all(AREA_NAMES[part.id] == part.name for part in menu.areas)
        assert {part.id for part in menu.areas} == set(menu.dice) - {"weiss"}, "each area has a die of its colour"
        state = opening(menu.id, 3)
        assert len({id(seat.card) for seat in state.seats}) == 3


def test_names_of_menus_and_actions() -> None:
    """G-002, G-029, G-031, G-034"""
    assert MENU_NAMES == {"haus": "Hausmenü", "chef": "Chefmenü"}
    assert ACTION_NAMES == {"neu": "Neu anrichten", "nach": "Nachschlag", "kueche": "Zurück in die Küche"}
    (option,) = game.info.options
    assert [(choice.value, choice.label.msgid) for choice in option.choices] == list(MENU_NAMES.items())
    assert option.default == "haus"


def test_rounds_by_seats() -> None:
    """G-047, G-048, G-049"""
    assert ROUNDS_BY_SEATS == {2: 6, 3: 5, 4: 4}


def test_round_boni() -> None:
    """G-067, G-068, G-069, G-070, G-095, G-096, G-097, G-098"""
    for menu in MENUS.values():
        assert list(menu.rounds) == sheet.ROUND_BONI[menu.id]


@pytest.mark.parametrize(("menu", "name"), sheet.GRIDS)
def test_grids_have_the_printed_numbers_and_lines(menu: MenuId, name: AreaId) -> None:
    """G-071, G-099, G-054, G-058, G-073: numbers, boni of rows and columns in the order in which they pay."""
    part, at = area(menu, name), sheet.fields(menu, name)
    assert part.size == len(at)
    assert [part.numbers[field] for field, _number in at.values()] == [number for _field, number in at.values()]
    assert set(part.blank) == {field for field, number in at.values() if not number}
    printed = [line for line in sheet.lines(menu, name) if line[1] is not None]
    assert [(line.fields, line.bonus) for line in part.lines if line.bonus is not None] == printed
    assert part.boni == ()
    card = new_card(MENUS[menu])
    crossed = {f for f, times in enumerate(card.areas[AREA_INDEX[menu][name]]) if times}
    assert crossed == set(part.blank)


@pytest.mark.parametrize(("menu", "name"), sheet.ROWS)
def test_rows_have_the_printed_boni(menu: MenuId, name: AreaId) -> None:
    """G-071, G-099, G-040"""
    size, printed = sheet.ROWS[menu, name]
    part = area(menu, name)
    assert part.size == size == len(part.boni)
    assert list(part.boni) == sheet.boni(printed)
    assert part.lines == () and part.columns == 0


def test_minimums_and_factors() -> None:
    """G-060, G-063, G-071, G-085, G-089, G-099"""
    assert list(area("haus", "gruen").numbers) == sheet.GREEN_AT_LEAST
    assert list(area("haus", "orange").numbers) == sheet.ORANGE_FACTORS
    assert list(area("chef", "gruen").numbers) == [factor for pair in sheet.PAIR_FACTORS for factor in pair]
    assert list(area("chef", "rosa").minimums) == sheet.PINK_MINIMUMS
    assert area("haus", "lila").minimums == area("chef", "blau").minimums == ()


def test_points() -> None:
    """G-055, G-059, G-061, G-076, G-084, G-099"""
    assert [line.points for line in area("haus", "gelb").lines if line.points] == sheet.YELLOW_COLUMNS
    assert list(area("haus", "blau").points) == sheet.BLUE_POINTS
    assert list(area("haus", "gruen").points) == sheet.GREEN_POINTS == [n * (n + 1) // 2 for n in range(12)]
    assert list(area("chef", "silber").points) == sheet.SILVER_POINTS
    assert list(area("chef", "gelb").points) == sheet.RING_POINTS
    assert list(area("chef", "blau").points) == sheet.FALLING_POINTS


def test_numbers_of_yellow_stand_twice() -> None:
    """G-071, G-099"""
    for menu in MENUS:
        assert Counter(n for n in area(menu, "gelb").numbers if n) == dict.fromkeys(range(1, 7), 2)


@pytest.mark.parametrize("menu", list(MENUS))
def test_sources_of_the_actions(menu: MenuId) -> None:
    """G-036, G-090, G-099: so many places bring each action; the Hausmenü's tracks can't overflow."""
    counted = Counter(bonus.kind for bonus in all_boni(menu))
    sources = {kind: counted[kind] for kind in ("neu", "nach", "kueche")}
    assert sources == sheet.SOURCES[menu]
    assert dict(MENUS[menu].tracks) == sheet.TRACKS[menu]
    if menu == "haus":
        assert all(sources[action] <= places for action, places in MENUS[menu].tracks)
    assert MENUS[menu].track_haube == (menu == "chef")


@pytest.mark.parametrize("menu", list(MENUS))
def test_five_hauben_are_printed_one_an_area(menu: MenuId) -> None:
    """G-044, G-071, G-099"""
    for part in MENUS[menu].areas:
        brought = [*part.boni, *(line.bonus for line in part.lines)]
        assert sum(bonus is not None and bonus.kind == "haube" for bonus in brought) == 1


def test_a_bonus_is_an_action_an_entry_or_a_haube() -> None:
    """G-041: entries name areas of the menu."""
    for menu in MENUS.values():
        for bonus in all_boni(menu.id):
            entry = bonus.kind in {"cross", "number", "free"}
            assert bool(bonus.areas) == entry
            assert set(bonus.areas) <= {part.id for part in menu.areas}
            assert bool(bonus.number) == (bonus.kind == "number")


def test_zurueck_exists_in_the_chefmenue_only() -> None:
    """G-034"""
    assert all(bonus.kind != "kueche" for bonus in all_boni("haus"))
    assert "kueche" not in dict(HAUS.tracks)


def test_bonus_for_the_place() -> None:
    """G-120"""
    assert PLACE_BONUS == (30, 15, 5, 0)
