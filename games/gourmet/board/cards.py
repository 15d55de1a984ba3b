"""A menu card as fragments: its head, five areas and the bill; and the small card of a seat.

What an area shows depends on its own marks alone, so each is made once for all matches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from games.gourmet.board import words
from games.gourmet.data import ACTION_NAMES, MENUS, SILVER_ROWS, SIX, Area, Bonus, Menu, MenuId
from games.gourmet.rules.card import area_points
from games.gourmet.view import CardView, Observation
from games.kernel.board import Fragment, Fragments, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

PENS = 3
"""Ways in which the pen draws a cross."""

PICTURES = {"neu": "act-neu", "nach": "act-nach", "kueche": "act-kueche", "haube": "haube"}


class Rounds(Struct, frozen=True, cache_hash=True):
    """What the head of a card says beside the tracks."""

    round: int
    rounds: int
    waits: bool
    """The round's bonus is still being chosen."""


def card_fragments(prefix: str, menu_id: MenuId, card: CardView, rounds: Rounds) -> Fragments:
    """A whole card. ``prefix`` begins the fragments' names and is their group: ``own``, ``card0`` …"""
    return _card(prefix, menu_id, card, rounds)


@lru_cache(maxsize=4096)
def _card(prefix: str, menu_id: MenuId, card: CardView, rounds: Rounds) -> Fragments:
    menu = MENUS[menu_id]
    return (
        _head(prefix, menu_id, card.earned, card.used, rounds),
        *[_area(prefix, menu_id, index, marks) for index, marks in enumerate(card.areas)],
        _bill(prefix, menu_id, card.points, card.hauben, card.total, _haube_places(menu)),
    )


@lru_cache(maxsize=8192)
def _head(prefix: str, menu_id: MenuId, earned: tuple[int, ...], used: tuple[int, ...], rounds: Rounds) -> Fragment:
    facts = prefix, menu_id, earned, used, rounds
    return Fragment(f"{prefix}-head", "gourmet/head.jinja", facts, head_data, shared=True, group=prefix)


def head_data(facts: tuple[str, MenuId, tuple[int, ...], tuple[int, ...], Rounds]) -> dict[str, Any]:
    """Tracks (name, label, places as ``used``, ``have``, ``open``, ``haube``) and the rounds' medallions."""
    _prefix, menu_id, earned, used, rounds = facts
    menu = MENUS[menu_id]
    tracks = [
        {
            "id": action,
            "name": Text(ACTION_NAMES[action]),
            "places": _places(places, earned[index], used[index]),
            "more": max(0, earned[index] - places),
            "haube": menu.track_haube,
            "full": earned[index] >= places,
            "label": _track_label(menu, index, earned[index], used[index], places),
        }
        for index, (action, places) in enumerate(menu.tracks)
    ]
    medals = []
    for number, bonus in enumerate(menu.rounds, 1):
        done = number < rounds.round or (number == rounds.round and not rounds.waits)
        medals.append(
            {
                "no": number,
                "now": number == rounds.round,
                "done": done,
                "picture": picture(bonus),
                "label": _medal_label(number, bonus, done),
            }
        )
    label = text(_("Runde {round} von {rounds}"), round=rounds.round, rounds=rounds.rounds)
    return {"menu": menu, "tracks": tracks, "medals": medals, "label": label, "rounds": rounds}


def _places(places: int, earned: int, used: int) -> list[str]:
    return ["used" if i < used else "have" if i < earned else "open" for i in range(places)]


def _track_label(menu: Menu, index: int, earned: int, used: int, places: int) -> Text:
    values: dict[str, Any] = {
        "name": Text(ACTION_NAMES[menu.tracks[index][0]]),
        "left": earned - used,
        "used": used,
        "places": places,
    }
    if menu.track_haube:
        return Text(_("{name}: {left} frei, {used} genutzt, {places} Plätze, am Ende eine Sternehaube"), values)
    return Text(_("{name}: {left} frei, {used} genutzt, {places} Plätze"), values)


def _medal_label(number: int, bonus: Bonus, done: bool) -> Text:
    name = words.bonus_name(bonus)
    label = _("Runde {number}: {bonus}, erhalten") if done else _("Runde {number}: {bonus}")
    return text(label, number=number, bonus=name)


def picture(bonus: Bonus) -> str:
    """The picture of a bonus in ``icons.svg``."""
    if bonus.kind in PICTURES:
        return PICTURES[bonus.kind]
    if len(bonus.areas) > 1:
        return f"wahl-{len(bonus.areas)}"
    kind = {"cross": "x", "number": f"n{bonus.number}", "free": "q"}[bonus.kind]
    return f"{kind}-{bonus.areas[0]}"


# --- an area ---------------------------------------------------------------------------------


@lru_cache(maxsize=16384)
def _area(prefix: str, menu_id: MenuId, index: int, marks: tuple[int, ...]) -> Fragment:
    area = MENUS[menu_id].areas[index]
    template = "gourmet/grid.jinja" if area.columns else "gourmet/row.jinja"
    facts = menu_id, index, marks
    return Fragment(f"{prefix}-{area.id}", template, facts, area_data, shared=True, group=prefix)


def area_data(facts: tuple[MenuId, int, tuple[int, ...]]) -> dict[str, Any]:
    """An area's variables: fields, boni, points."""
    menu_id, index, marks = facts
    menu = MENUS[menu_id]
    area = menu.areas[index]
    points = area_points(area, list(marks))
    data: dict[str, Any] = {
        "menu_id": menu_id,
        "area": area,
        "points": words.signed(points),
        "label": words.area_label(area, points),
        "fields": [_field(menu, area, field, marks) for field in range(area.size)],
    }
    if area.columns:
        data |= _grid(area, marks)
    else:
        data["scale"] = area.points[1:]
        data["at"] = len(marks)
        data["pairs"] = _pairs(marks) if area.kind == "pairs" else []
        data["rel"] = {"rising": "<", "falling": "≥", "pairs": "−"}.get(area.kind, "")
    return data


def _field(menu: Menu, area: Area, field: int, marks: tuple[int, ...]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "no": field,
        "printed": words.printed(area, field),
        "label": words.field_label(menu, area, field, marks),
        "pen": (field * 5 + len(area.id)) % PENS + 1,
        "mark": "",
        "digits": [],
        "token": None,
    }
    if area.columns:
        found["mark"] = ("", "x", "ox")[marks[field]] if area.kind != "rings" else ("", "o", "ox")[marks[field]]
        if field in area.blank:
            found["mark"] = "pre"
        found["diagonal"] = area.kind == "crosses" and area.id == "gelb" and field in area.lines[-1].fields
        return found
    written = field < len(marks)
    if written and area.kind == "ladder":
        found["mark"] = "x"
    elif written:
        found["mark"] = "n"
        found["digits"] = ["minus" if c == "-" else c for c in str(marks[field])]
    bonus = area.boni[field]
    if bonus is not None:
        least = area.minimums[field] if area.minimums else 0
        missed = written and least > 0 and marks[field] < least
        found["token"] = token(bonus, written and not missed, missed)
        found["least"] = least
    return found


def token(bonus: Bonus | None, got: bool, missed: bool = False) -> dict[str, Any] | None:
    """A bonus token: its picture, its state and how it is read out."""
    if bonus is None:
        return None
    name = words.bonus_name(bonus)
    label = _("Bonus: {name}, erhalten") if got else _("Bonus: {name}, verpasst") if missed else _("Bonus: {name}")
    return {
        "picture": picture(bonus),
        "state": "got" if got else "missed" if missed else "",
        "label": text(label, name=name),
    }


def _grid(area: Area, marks: tuple[int, ...]) -> dict[str, Any]:
    """Rows and columns of a grid with what full ones bring, in the order of the page."""
    lines = [
        {
            "no": number,
            "token": token(line.bonus, all(marks[f] for f in line.fields)),
            "points": line.points,
            "full": all(marks[f] for f in line.fields),
        }
        for number, line in enumerate(area.lines)
    ]
    rows = area.size // area.columns if area.id != "blau" else 3
    data: dict[str, Any] = {"lines": lines, "rows": rows, "pad": area.size % area.columns != 0}
    data["scale"] = area.points[1:]
    if area.kind == "silver":
        counts = [sum(marks[r : r + SIX]) for r in range(0, area.size, SIX)]
        data["silver"] = [
            (row, words.colour(row), area.points[count]) for row, count in zip(SILVER_ROWS, counts, strict=True)
        ]
        data["at"] = 0
    elif area.kind == "rings":
        data["at"] = marks.count(2)
    else:
        data["at"] = sum(marks)
    return data


def _pairs(marks: Sequence[int]) -> list[str]:
    """What each finished pair counts; nothing for the others."""
    return [_counted(marks[i] - marks[i + 1]) if i + 1 < len(marks) else "" for i in range(0, 12, 2)]


def _counted(value: int) -> str:
    return f"+{value}" if value > 0 else words.signed(value)


# --- the bill --------------------------------------------------------------------------------


def _haube_places(menu: Menu) -> int:
    """Hauben that a card can bring: one printed in each area, one at the end of each track of the Chefmenü."""
    return len(menu.areas) + (len(menu.tracks) if menu.track_haube else 0)


@lru_cache(maxsize=8192)
def _bill(prefix: str, menu_id: MenuId, points: tuple[int, ...], hauben: int, total: int, places: int) -> Fragment:
    facts = menu_id, points, hauben, total, places
    return Fragment(f"{prefix}-bill", "gourmet/bill.jinja", facts, bill_data, shared=True, group=prefix)


def bill_data(facts: tuple[MenuId, tuple[int, ...], int, int, int]) -> dict[str, Any]:
    """The bill: points by area, Hauben times the weakest, the sum."""
    menu_id, points, hauben, total, places = facts
    weakest = min(points)
    parts = []
    for area, own in zip(MENUS[menu_id].areas, points, strict=True):
        weak = own == weakest
        label = words.area_label(area, own)
        if weak:
            label = text(_("{area}, schwächster Bereich"), area=label)
        parts.append({"id": area.id, "points": words.signed(own), "weak": weak, "label": label})
    title = Text(
        _("{count} Sternehaube, je {weakest}"),
        {"weakest": words.signed(weakest)},
        plural=_("{count} Sternehauben, je {weakest}"),
        count=hauben,
    )
    return {
        "parts": parts,
        "hauben": hauben,
        "places": places,
        "weakest": words.signed(weakest),
        "total": words.signed(total),
        "title": title,
    }


# --- the small card --------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def mini(seat: int, menu_id: MenuId, areas: tuple[tuple[int, ...], ...], hauben: int) -> Fragment:
    """A seat's card at a glance; a press shows it whole."""
    facts = seat, menu_id, areas, hauben
    return Fragment(f"mini{seat}", "gourmet/mini.jinja", facts, mini_data, shared=True, group="minis")


def mini_data(facts: tuple[int, MenuId, tuple[tuple[int, ...], ...], int]) -> dict[str, Any]:
    """Cells by area: 0 free, 1 filled, 2 circled only."""
    seat, menu_id, areas, hauben = facts
    shown = []
    for area, marks in zip(MENUS[menu_id].areas, areas, strict=True):
        if not area.columns:
            cells = [int(i < len(marks)) for i in range(area.size)]
        elif area.kind == "rings":
            cells = [(0, 2, 1)[mark] for mark in marks]
        else:
            cells = list(marks)
        shown.append({"id": area.id, "kind": area.kind, "cells": cells})
    label = Text(
        _("Menükarte von {name} ansehen, {count} Sternehaube"),
        {"name": name_mark(seat)},
        plural=_("Menükarte von {name} ansehen, {count} Sternehauben"),
        count=hauben,
    )
    return {"seat": seat + 1, "menu_id": menu_id, "areas": shown, "hauben": hauben, "label": label}


def rounds_of(observation: Observation) -> Rounds:
    """Where the match stands, for the head of each card."""
    return Rounds(observation.round, observation.rounds, observation.phase == "bonus")
