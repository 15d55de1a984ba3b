"""What things are called and bring, in short German sentences with their values apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.gourmet.data import (
    ACTION_NAMES,
    AREA_INDEX,
    COLOURS,
    HAUBE,
    SILVER_ROWS,
    Area,
    Bonus,
    DieId,
    Menu,
)
from games.kernel.texts import Text, Value, joined, joined_or, text
from games.kernel.texts import gettext_noop as _

ALL_AREAS = 5
"""A bonus that may go into any of the five says so."""

MINUS = "\N{MINUS SIGN}"


def signed(value: int) -> str:
    """A number as it stands on the card: ``7``, ``−4``."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def colour(die: str) -> Text:
    """A die's or an area's colour."""
    return Text(COLOURS[die])  # type: ignore[index]


def die_name(die: DieId, value: int) -> Text:
    """„Gelb 4“."""
    return text(_("{colour} {value}"), colour=colour(die), value=value)


def dice_names(dice: Sequence[tuple[DieId, int]]) -> Value:
    """„Weiß 1 und Gelb 2“; not empty."""
    return joined([die_name(die, value) for die, value in dice])


def bonus_name(bonus: Bonus) -> Text:
    """What a bonus is called: „Kreuz in Blau“, „6 in Lila“, „freies Feld in Gelb“, „Sternehaube“."""
    kind = bonus.kind
    if kind == "haube":
        return text(_("Sternehaube"))
    if kind in ACTION_NAMES:
        return Text(ACTION_NAMES[kind])
    if len(bonus.areas) == ALL_AREAS:
        return text(_("freies Feld in einem Bereich deiner Wahl"))
    where = joined_or([colour(area) for area in bonus.areas])
    if kind == "cross":
        return text(_("freies Kreuz in {where}") if len(bonus.areas) > 1 else _("Kreuz in {where}"), where=where)
    if kind == "number":
        return text(_("{number} in {where}"), number=bonus.number, where=where)
    return text(_("freies Feld in {where}"), where=where)


def boni(found: Sequence[Bonus]) -> Value:
    """„Nachschlag, Kreuz in Blau und 2 Sternehauben“; not empty."""
    counted = Counter(found)
    return joined([_times(bonus, count) for bonus, count in counted.items()])


def _times(bonus: Bonus, count: int) -> Value:
    if bonus == HAUBE:
        return Text(_("{count} Sternehaube"), plural=_("{count} Sternehauben"), count=count)
    name = bonus_name(bonus)
    return name if count == 1 else text(_("{count}-mal {name}"), count=count, name=name)


# --- the card, read out ------------------------------------------------------------------------


def field_name(menu: Menu, area: Area, field: int) -> Text:
    """A field's place: „Gelb, Reihe 1, Spalte 2“, „Silber, Reihe Blau“, „Blau“, „Grün, Feld 3“."""
    name = colour(area.id)
    if area.kind == "silver":
        return text(_("{area}, Reihe {row}"), area=name, row=colour(SILVER_ROWS[field // area.columns]))
    if area.id == "gelb":
        return text(
            _("{area}, Reihe {row}, Spalte {column}"),
            area=name,
            row=field // area.columns + 1,
            column=field % area.columns + 1,
        )
    if area.columns:
        return name
    return text(_("{area}, Feld {field}"), area=name, field=field + 1)


def printed(area: Area, field: int) -> str:
    """What is printed in a field."""
    if area.columns:
        return str(area.numbers[field]) if area.numbers[field] else ""
    if area.kind == "ladder":
        return f"≥{area.numbers[field]}"
    if area.kind == "pairs" or (area.kind == "factors" and area.numbers[field] > 1):
        return f"×{area.numbers[field]}"
    return ""


def field_label(menu: Menu, area: Area, field: int, marks: Sequence[int]) -> Text:
    """How a field is read out, with what stands there."""
    name, shown = field_name(menu, area, field), printed(area, field)
    if area.columns:
        state = marks[field]
        if field in area.blank:
            return text(_("{field}: vorgekreuzt"), field=name)
        if state == 0:
            return text(_("{field}: {shown}"), field=name, shown=shown)
        if area.kind == "rings" and state == 1:
            return text(_("{field}: {shown}, eingekreist"), field=name, shown=shown)
        return text(_("{field}: {shown}, angekreuzt"), field=name, shown=shown)
    if field >= len(marks):
        return (
            text(_("{field}: {shown}, frei"), field=name, shown=shown)
            if shown
            else text(_("{field}: frei"), field=name)
        )
    if area.kind == "ladder":
        return text(_("{field}: {shown}, angekreuzt"), field=name, shown=shown)
    return text(_("{field}: {number}"), field=name, number=signed(marks[field]))


def area_label(area: Area, points: int) -> Text:
    """An area's name with its points."""
    name = text(_("{colour}: {name}"), colour=colour(area.id), name=Text(area.name))
    return Text(
        _("{area}, {shown} Punkt"),
        {"area": name, "shown": signed(points)},
        plural=_("{area}, {shown} Punkte"),
        count=abs(points),
    )


def area_of(menu: Menu, area_id: str) -> Area:
    """An area by its id."""
    return menu.areas[AREA_INDEX[menu.id][area_id]]  # type: ignore[index]
