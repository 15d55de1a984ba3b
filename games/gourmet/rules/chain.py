"""Boni and their chains (rules/gourmet.txt, Boni und Sternehauben; E1: depth first, in a fixed order)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from games.gourmet.data import HAUBE, TRACK_INDEX, ActionId, Bonus, Menu
from games.gourmet.rules.card import Entry, area_points, bonus_entries, enter
from games.gourmet.state import Card


class Step(Struct, frozen=True):
    """One thing that a chain brought: an entry (with the change of its area's points), an action or a Haube.

    ``mark`` is 2 where a circle was crossed, else 1. ``track`` names the action track whose end this Haube is.
    """

    bonus: Bonus
    entry: Entry | None = None
    gain: int = 0
    mark: int = 1
    track: Literal["", "neu", "nach", "kueche"] = ""


def resolve(menu: Menu, card: Card, waiting: list[Bonus], steps: list[Step] | None = None) -> None:
    """Take boni from the front of ``waiting`` until none is left or the next one needs a choice of its field.

    A bonus that fits nowhere lapses, one with a single field is entered. ``steps``, where given, gets what happened.
    """
    while waiting:
        bonus = waiting[0]
        kind = bonus.kind
        if kind == "haube":
            waiting.pop(0)
            _haube(card, steps, "")
        elif kind in TRACK_INDEX:
            waiting.pop(0)
            _earn(menu, card, kind, bonus, steps)
        else:
            found = bonus_entries(menu, card, bonus)
            if len(found) > 1:
                return
            waiting.pop(0)
            if found:
                waiting[:0] = write(menu, card, found[0], bonus, steps)


def choose(menu: Menu, card: Card, waiting: list[Bonus], entry: Entry, steps: list[Step] | None = None) -> None:
    """Enter the bonus that waits where its owner chose, and go on with the chain."""
    bonus = waiting.pop(0)
    waiting[:0] = write(menu, card, entry, bonus, steps)
    resolve(menu, card, waiting, steps)


def write(menu: Menu, card: Card, entry: Entry, bonus: Bonus, steps: list[Step] | None) -> Sequence[Bonus]:
    """Enter a bonus; what it brings in turn."""
    if steps is None:
        return enter(menu, card, entry)
    area, marks = menu.areas[entry[0]], card.areas[entry[0]]
    before = area_points(area, marks)
    brought = enter(menu, card, entry)
    mark = marks[entry[1]] if area.columns else 1
    steps.append(Step(bonus, entry, area_points(area, marks) - before, mark))
    return brought


def _haube(card: Card, steps: list[Step] | None, track: Literal["", "neu", "nach", "kueche"]) -> None:
    card.hauben += 1
    if steps is not None:
        steps.append(Step(HAUBE, track=track))


def _earn(menu: Menu, card: Card, action: ActionId, bonus: Bonus, steps: list[Step] | None) -> None:
    """Unlock an action; a track that is full with it brings a Haube, once (G-091, G-102)."""
    index = TRACK_INDEX[action]
    card.earned[index] += 1
    if steps is not None:
        steps.append(Step(bonus))
    if menu.track_haube and card.earned[index] == menu.tracks[index][1]:
        _haube(card, steps, action)
