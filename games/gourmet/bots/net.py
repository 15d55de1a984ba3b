"""The value network of a menu: how many points a card still gains, learned by playing against itself.

One hidden layer of rectified sums. The first layer is kept block by block (``features``): two cards that differ in one
area share all other blocks. So a value costs some ten microseconds in plain Python.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from games.gourmet.bots import features
from games.gourmet.bots.weights_chef import CHEF
from games.gourmet.bots.weights_haus import HAUS
from games.gourmet.data import MENUS, Area, Menu, MenuId
from games.gourmet.rules.card import area_points, new_card
from games.gourmet.state import Card

Vector: TypeAlias = "tuple[float, ...]"

KEPT = 3000
"""So many blocks of an area are kept at once (about a kilobyte each)."""


class Weights(Struct):
    """``first``: by feature a row of ``hidden`` numbers. ``last``: one by hidden cell. The result is in points."""

    first: list[Vector]
    last: Vector


def packed(rows: Sequence[Sequence[float]]) -> str:
    """Rows of equal length as text: 16 bits a number, a scale for each row."""
    out = struct.pack("<HH", len(rows), len(rows[0]))
    for row in rows:
        scale = max(map(abs, row)) / 32767 or 1.0
        out += struct.pack(f"<f{len(row)}h", scale, *[round(value / scale) for value in row])
    return base64.b64encode(out).decode()


def unpacked(text: str) -> list[Vector]:
    """The rows again."""
    raw = base64.b64decode(text)
    count, width = struct.unpack_from("<HH", raw)
    size = struct.calcsize(f"<f{width}h")
    rows = []
    for number in range(count):
        scale, *values = struct.unpack_from(f"<f{width}h", raw, 4 + number * size)
        rows.append(tuple([value * scale for value in values]))
    return rows


def weights_of(text: str) -> Weights:
    """The last row is the last layer."""
    *first, last = unpacked(text)
    return Weights(first, last)


class Net:
    """Values cards of one menu."""

    def __init__(self, menu: Menu, weights: Weights) -> None:
        self.menu, self.last = menu, weights.last
        blank, at = new_card(menu), 0
        self.areas: list[Callable[[list[int]], tuple[Vector, int]]] = []
        for area, marks in zip(menu.areas, blank.areas, strict=True):
            size = len(features.area_features(area, marks))
            self.areas.append(self._area(area, weights.first[at : at + size]))
            at += size
        size = len(features.actions_features(menu, features.actions_key(menu, blank)))
        self.action_rows, at = weights.first[at : at + size], at + size
        size = len(features.balance_features((0, 0, 0)))
        self.balance_rows, at = weights.first[at : at + size], at + size
        self.match_rows = weights.first[at:]
        self.actions: dict[features.Key, Vector] = {}
        self.balances: dict[features.Key, Vector] = {}
        self.matches: dict[features.Key, Vector] = {}

    def _area(self, area: Area, rows: list[Vector]) -> Callable[[list[int]], tuple[Vector, int]]:
        kept: dict[features.Key, tuple[Vector, int]] = {}
        key_of = features.area_key(area)

        def block(marks: list[int]) -> tuple[Vector, int]:
            key = key_of(marks)
            found = kept.get(key)
            if found is None:
                if len(kept) >= KEPT:
                    kept.clear()
                points = area_points(area, marks)
                found = kept[key] = (self.mixed(features.area_features(area, marks), rows), points)
            return found

        return block

    def match(self, own: int, trays: int, boni: int, rolls: int = 0, pool: int = 0, w: int = 0, b: int = 0) -> Vector:
        """The block of what is to come (``features.match_features``)."""
        key = (own, trays, boni, rolls, pool, w, b)
        found = self.matches.get(key)
        if found is None:
            if len(self.matches) >= KEPT:
                self.matches.clear()
            found = self.matches[key] = self.mixed(features.match_features(*key), self.match_rows)
        return found

    def value(self, card: Card, match: Vector) -> float:
        """Points that this card is expected to end with; ``match`` is what ``match()`` gave."""
        (a, p), (b, q), (c, r), (d, s), (e, t) = [
            block(marks) for block, marks in zip(self.areas, card.areas, strict=True)
        ]
        key = features.actions_key(self.menu, card)
        f = self.actions.get(key)
        if f is None:
            f = self.actions[key] = self.mixed(features.actions_features(self.menu, key), self.action_rows)
        points = (p, q, r, s, t)
        key = features.balance_key(card.hauben, points)
        g = self.balances.get(key)
        if g is None:
            if len(self.balances) >= KEPT:
                self.balances.clear()
            g = self.balances[key] = self.mixed(features.balance_features(key), self.balance_rows)
        return p + q + r + s + t + card.hauben * key[1] + self.further(a, b, c, d, e, f, g, match)

    def further(self, *blocks: Vector) -> float:
        """The second layer: points to come, from the blocks of the first."""
        found: float = sum(
            [
                weight * cell
                for weight, h, i, j, k, m, n, o, u in zip(self.last, *blocks, strict=True)
                if (cell := h + i + j + k + m + n + o + u) > 0.0
            ]
        )
        return found

    def mixed(self, found: features.Features, rows: list[Vector]) -> Vector:
        """A block of the first layer: the sum of the rows, each by its feature."""
        total = [0.0] * len(self.last)
        for feature, row in zip(found, rows, strict=True):
            if feature:
                total = [t + feature * r for t, r in zip(total, row, strict=True)]
        return tuple(total)


@cache
def net_of(menu: MenuId) -> Net:
    """The learned network."""
    return Net(MENUS[menu], weights_of({"haus": HAUS, "chef": CHEF}[menu]))
