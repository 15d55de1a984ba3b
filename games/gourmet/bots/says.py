"""Dice, fields and boni in words, for Rat."""

from __future__ import annotations

from collections.abc import Sequence

from games.gourmet.actions import Mark, Take
from games.gourmet.data import ACTION_NAMES, AREA_INDEX, AREA_NAMES, COLOURS, MENUS, SILVER_ROWS, Area, Bonus, DieId
from games.gourmet.view import Observation, Preview
from games.kernel.texts import Text, Value, text
from games.kernel.texts import gettext_noop as _


def joined(parts: Sequence[Value]) -> Value:
    """„a, b und c“; ``parts`` is not empty."""
    *head, last = parts
    if not head:
        return last
    listed = head[0]
    for part in head[1:]:
        listed = text(_("{first}, {second}"), first=listed, second=part)
    return text(_("{first} und {second}"), first=listed, second=last)


def die_name(observation: Observation, die: DieId) -> Text:
    """„Gelb 4“."""
    value = next(shown.value for shown in observation.dice if shown.id == die)
    return text(_("{colour} {value}"), colour=Text(COLOURS[die]), value=value)


def quoted(area: Area) -> Text:
    """„Zitronentarte“ with its marks."""
    return text(_("„{name}“"), name=Text(AREA_NAMES[area.id]))


def target(observation: Observation, option: Preview) -> Text:
    """The field of an entry: „Zitronentarte“ (Reihe 1, Spalte 2), „Orangen-Glace“."""
    action = option.action
    assert isinstance(action, Take | Mark)
    return place_name(MENUS[observation.menu].areas[AREA_INDEX[observation.menu][action.area]], action.field)


def place_name(area: Area, field: int) -> Text:
    """A field of an area; only where the player has a choice its place is named."""
    name = quoted(area)
    if area.kind == "silver":
        row = Text(COLOURS[SILVER_ROWS[field // area.columns]])
        return text(_("{area} (Reihe {row})"), area=name, row=row)
    if area.id == "gelb":
        row_number, column = divmod(field, area.columns)
        return text(_("{area} (Reihe {row}, Spalte {column})"), area=name, row=row_number + 1, column=column + 1)
    return name


def brings(option: Preview) -> Value | None:
    """Points and boni of an entry: „4 Punkte, Nachschlag und Sternehaube“; None: nothing yet."""
    parts: list[Value] = []
    if option.gain > 0:
        parts.append(Text(_("{count} Punkt"), plural=_("{count} Punkte"), count=option.gain))
    parts += [bonus_name(bonus) for bonus in option.boni]
    return joined(parts) if parts else None


def bonus_name(bonus: Bonus) -> Text:
    """What a bonus is, after „bringt“."""
    kind = bonus.kind
    if kind == "haube":
        return text(_("eine Sternehaube"))
    if kind in ACTION_NAMES:
        return text(_("„{action}“"), action=Text(ACTION_NAMES[kind]))
    if len(bonus.areas) > 1:
        return text(_("ein Feld deiner Wahl"))
    where = Text(COLOURS[bonus.areas[0]])
    if kind == "cross":
        return text(_("ein Kreuz in {where}"), where=where)
    if kind == "number":
        return text(_("eine {number} in {where}"), number=bonus.number, where=where)
    return text(_("ein freies Feld in {where}"), where=where)
