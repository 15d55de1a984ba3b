"""A menu card alone: what fits where, what an entry brings, what it scores. No dice, no turns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from games.gourmet.data import (
    AREA_INDEX,
    FALLING_FIRST,
    GRIDS,
    MENUS,
    SILVER_ROWS,
    SIX,
    WHITE,
    Area,
    AreaId,
    Bonus,
    DieId,
    Menu,
    MenuId,
)
from games.gourmet.events import Drawn
from games.gourmet.state import Card

Entry: TypeAlias = "tuple[int, int, int]"
"""Area (index in the menu), field, number written: everything that an entry is."""

DIE_AREAS: dict[MenuId, dict[DieId, tuple[int, ...]]] = {
    key: {
        die: tuple(range(len(menu.areas))) if die == WHITE else (AREA_INDEX[key][die],)  # type: ignore[index]
        for die in menu.dice
    }
    for key, menu in MENUS.items()
}
"""The areas a die may be entered in: its colour's; white is the joker (rules/gourmet.txt, Die Würfel)."""


def new_card(menu: Menu) -> Card:
    """An empty card; the printed crosses stand."""
    return Card(
        [
            [1 if field in area.blank else 0 for field in range(area.size)] if area.kind in GRIDS else []
            for area in menu.areas
        ]
    )


# --- what fits -------------------------------------------------------------------------------


def entries(menu: Menu, card: Card, area_index: int, pips: int, total: int) -> list[Entry]:
    """Every way to enter a die that shows ``pips`` in an area; ``total`` is blue + white, which counts in blue."""
    area, marks = menu.areas[area_index], card.areas[area_index]
    kind = area.kind
    value = total if area.id == "blau" else pips
    if kind in GRIDS:
        limit = 2 if kind == "rings" else 1
        return [(area_index, f, value) for f in _fields_of(area.id, menu.id, value) if marks[f] < limit]
    at = len(marks)
    if at == area.size or not _row_takes(area, marks, at, value):
        return []
    return [(area_index, at, value * area.numbers[at] if kind in {"factors", "pairs"} else value)]


@cache
def _fields_of(area_id: AreaId, menu_id: MenuId, value: int) -> tuple[int, ...]:
    """Fields of a grid where ``value`` is printed."""
    area = MENUS[menu_id].areas[AREA_INDEX[menu_id][area_id]]
    return tuple(f for f, number in enumerate(area.numbers) if number == value)


def _row_takes(area: Area, marks: list[int], at: int, value: int) -> bool:
    kind = area.kind
    if kind == "ladder":
        return value >= area.numbers[at]
    if kind == "rising":
        return not at or marks[-1] == SIX or value > marks[-1]
    if kind == "falling":
        return not at or value <= marks[-1]
    return True


def die_entries(menu: Menu, card: Card, die: DieId, pips: int, total: int) -> list[Entry]:
    """Every way to enter ``die`` on the card."""
    found: list[Entry] = []
    for area_index in DIE_AREAS[menu.id][die]:
        found += entries(menu, card, area_index, pips, total)
    return found


def extra_entries(menu: Menu, card: Card, die: DieId, pips: int) -> list[Entry]:
    """The silver fields for a die that silver sent to the tray: its colour's row, white and silver any (G-074)."""
    row = SILVER_ROWS.index(die) if die in SILVER_ROWS else None
    marks = card.areas[0]
    rows = range(len(SILVER_ROWS)) if row is None else (row,)
    return [(0, r * SIX + pips - 1, pips) for r in rows if not marks[r * SIX + pips - 1]]


def bonus_entries(menu: Menu, card: Card, bonus: Bonus) -> list[Entry]:
    """Every way to enter a bonus that is an entry; none: it lapses. Not for actions and Hauben."""
    found: list[Entry] = []
    for area_id in bonus.areas:
        index = AREA_INDEX[menu.id][area_id]
        area, marks = menu.areas[index], card.areas[index]
        if area.kind in GRIDS:
            limit = 2 if area.kind == "rings" else 1
            found += [(index, f, area.numbers[f]) for f in range(area.size) if marks[f] < limit]
        elif len(marks) < area.size:
            number = _bonus_number(area, marks, bonus)
            found.append((index, len(marks), number))
    return found


def _bonus_number(area: Area, marks: list[int], bonus: Bonus) -> int:
    """What a bonus writes in the next field of a row (A1; "Free bonus" in A2)."""
    at = len(marks)
    if area.kind == "ladder":
        return area.numbers[at]  # a cross, whatever the minimum
    if area.kind == "factors":
        return bonus.number * area.numbers[at]
    if area.kind == "falling":
        return marks[-1] if marks else FALLING_FIRST
    if area.kind == "pairs":
        return (1 if at % 2 else SIX) * area.numbers[at]
    return SIX


# --- what it brings --------------------------------------------------------------------------


def enter(menu: Menu, card: Card, entry: Entry) -> Sequence[Bonus]:
    """Write the entry; the boni it brings, in the order in which they pay (G-045)."""
    area_index, field, number = entry
    area, marks = menu.areas[area_index], card.areas[area_index]
    if area.kind in GRIDS:
        marks[field] += 1
        if marks[field] == 2:
            return ()  # a cross on a circle: the line was paid when the circle was drawn
        return [bonus for fields, bonus in _paying(menu.id, area_index, field) if all(marks[f] for f in fields)]
    marks.append(number)
    bonus = area.boni[field]
    if bonus is None or (area.minimums and number < area.minimums[field]):
        return ()
    return (bonus,)


@cache
def _paying(menu_id: MenuId, area_index: int, field: int) -> tuple[tuple[tuple[int, ...], Bonus], ...]:
    """The lines through ``field`` that bring a bonus."""
    lines = MENUS[menu_id].areas[area_index].lines
    return tuple((line.fields, line.bonus) for line in lines if line.bonus is not None and field in line.fields)


def drawn(area: Area, mark: int) -> Drawn:
    """What the pen draws for an entry; ``mark`` is what a field of a grid shows after it."""
    if area.kind in GRIDS:
        return "circle" if area.kind == "rings" and mark == 1 else "cross"
    return "tick" if area.kind == "ladder" else "number"


# --- what it scores --------------------------------------------------------------------------


def area_points(area: Area, marks: list[int]) -> int:
    """Points of one area (A1, A2)."""
    kind = area.kind
    if kind == "crosses":
        if area.points:
            return area.points[sum(marks)]
        return sum([line.points for line in area.lines if line.points and all(marks[f] for f in line.fields)])
    if kind == "rings":
        return area.points[marks.count(2)]
    if kind == "silver":
        return sum([area.points[sum(marks[r : r + SIX])] for r in range(0, area.size, SIX)])
    if kind in {"ladder", "falling"}:
        return area.points[len(marks)]
    if kind == "pairs":
        return sum([marks[i] - marks[i + 1] for i in range(0, len(marks) - 1, 2)])
    return sum(marks)


def all_points(menu: Menu, card: Card) -> list[int]:
    """Points by area."""
    return [area_points(area, marks) for area, marks in zip(menu.areas, card.areas, strict=True)]


def total(menu: Menu, card: Card) -> int:
    """The card's sum: areas, and each Sternehaube as much as the weakest of them (G-044, G-046)."""
    points = all_points(menu, card)
    return sum(points) + card.hauben * min(points)
