"""What the value network sees of a card and of the match: numbers of about 0 to 1.

A card's features come in blocks that depend on little each (one area, the actions, the Hauben), so that the first
layer's sum over a block can be kept for the next card that shares it. ``*_key`` is what a block depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from games.gourmet.data import FALLING_FIRST, GRIDS, SIX, Area, Menu
from games.gourmet.rules.card import area_points
from games.gourmet.state import Card

Features: TypeAlias = "list[float]"
Marks: TypeAlias = "list[int]"
Key: TypeAlias = "tuple[int, ...]"

TURNS, TRAYS, BONI, HAUBEN = 6, 12, 4, 8
"""The most there can be: own turns, trays, round boni and Hauben (more count as so many)."""
ACTIONS = 6
POINTS = 20.0
"""Points of an area are counted in so many."""


def steps(value: int, most: int) -> Features:
    """A count as a staircase: one feature for each step reached."""
    return [1.0 if step < value else 0.0 for step in range(most)]


# --- areas -----------------------------------------------------------------------------------


def area_key(area: Area) -> Callable[[Marks], Key]:
    """What the features and points of an area depend on."""
    if area.kind in GRIDS:
        return tuple
    if area.kind in {"factors", "open"}:
        return lambda marks: (len(marks), sum(marks))
    if area.kind in {"rising"}:
        return lambda marks: (len(marks), sum(marks), marks[-1] if marks else 0)
    if area.kind == "falling":
        return lambda marks: (len(marks), marks[-1] if marks else FALLING_FIRST)
    if area.kind == "pairs":
        return lambda marks: (len(marks), sum(marks[::2]) - sum(marks[1::2]), marks[-1] if len(marks) % 2 else 0)
    return lambda marks: (len(marks),)


def area_features(area: Area, marks: Marks) -> Features:
    """The features of one area."""
    if area.kind in GRIDS:
        found = _grid(area, marks)
    else:
        found = steps(len(marks), area.size)
        if area.kind == "rising":
            last = marks[-1] if marks else 0
            found += steps(0 if last == SIX else last, SIX - 1)
        elif area.kind == "falling":
            found += steps((marks[-1] if marks else FALLING_FIRST) - 1, FALLING_FIRST - 1)
        elif area.kind == "pairs":
            found += _pairs(area, marks)
    return [*found, area_points(area, marks) / POINTS]


def _grid(area: Area, marks: Marks) -> Features:
    """Fields, then by line: complete, all but one, all but two."""
    open_fields = [f for f in range(area.size) if f not in area.blank]
    found = [float(marks[f] > 0) for f in open_fields]
    for line in area.lines:
        left = sum(not marks[f] for f in line.fields)
        found += [float(left == 0), float(left == 1), float(left == 2)]
    if area.kind == "rings":
        found += [float(marks[f] == 2) for f in open_fields]
        found += steps(marks.count(2), area.size)
    elif area.kind == "silver":
        for row in range(0, area.size, SIX):
            found += steps(sum(marks[row : row + SIX]), SIX)
    else:
        found += steps(sum(marks) - len(area.blank), area.size - len(area.blank))
    return found


def _pairs(area: Area, marks: Marks) -> Features:
    """A pair that waits for its second field: whether, and the first one's pips and points."""
    if len(marks) % 2 == 0:
        return [0.0, 0.0, 0.0]
    pips = marks[-1] / area.numbers[len(marks) - 1]
    return [1.0, pips / SIX, marks[-1] / POINTS]


# --- the rest of a card ----------------------------------------------------------------------


def actions_key(menu: Menu, card: Card) -> Key:
    """Actions left, and with track Hauben how many were earned."""
    earned, used = card.earned, card.used
    if menu.track_haube:
        return (earned[0] - used[0], earned[1] - used[1], earned[2] - used[2], *earned)
    return (earned[0] - used[0], earned[1] - used[1])


def actions_features(key: Key) -> Features:
    """Staircases of the actions left and of those earned."""
    return [feature for value in key for feature in steps(value, ACTIONS)]


def balance_key(hauben: int, points: Sequence[int]) -> Key:
    """Hauben, the weakest area and the second weakest."""
    lowest, second = sorted(points)[:2]
    return hauben, lowest, second


def balance_features(key: Key) -> Features:
    """What Hauben are worth by now, and what keeps them low."""
    hauben, lowest, second = key
    gap = second - lowest
    return [
        *steps(hauben, HAUBEN),
        lowest / POINTS,
        min(gap, 30) / POINTS,
        hauben * lowest / 60.0,
        hauben * min(gap, 15) / 60.0,
        float(lowest <= 0),
        float(second <= 0),
    ]


# --- the match -------------------------------------------------------------------------------


def match_features(own: int, trays: int, boni: int, rolls: int, pool: int, white: int, blue: int) -> Features:
    """What is to come: own turns, other turns and round boni after this turn; ``rolls`` of this turn.

    ``pool`` has a bit for each die that will be thrown then. ``white`` and ``blue`` are the pips of the one that lies
    elsewhere while the other is thrown, else 0.
    """
    dice = [float(pool >> die & 1) for die in range(SIX)]
    count = steps(pool.bit_count(), SIX)
    none = [0.0] * SIX
    return [
        *steps(own, TURNS),
        *steps(trays, TRAYS),
        *steps(boni, BONI),
        *[float(rolls == number) for number in (1, 2, 3)],
        *(dice if rolls == 1 else none),
        *(count if rolls == 1 else none),
        *(dice if rolls > 1 else none),
        *(count if rolls > 1 else none),
        float(white > 0),
        white / SIX,
        float(blue > 0),
        blue / SIX,
        1.0,
    ]
