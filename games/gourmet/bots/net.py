"""The value network of a menu: how many points a card still gains, learned by playing against itself.

One hidden layer of rectified sums. The first layer is kept block by block (``features``): two cards that differ in one
area share all other blocks. So a value costs some ten microseconds in plain Python.
"""

from __future__ import annotations

import base64
import struct
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import TypeAlias

from msgspec import Struct

from games.gourmet.bots import features
from games.gourmet.bots.weights_chef import CHEF
from games.gourmet.bots.weights_haus import HAUS
from games.gourmet.data import MENUS, Area, Menu, MenuId
from games.gourmet.rules.card import area_points, new_card
from games.gourmet.state import Card

Vector: TypeAlias = "tuple[float, ...]"

KEPT = 1500
"""So many blocks of a kind are kept at once (1.5 kilobytes each)."""

DOUBT = 0.05
"""Cards hardly ever lose points: where the network says so it was never there, and the points at hand count."""


class Blocks(dict[features.Key, Vector]):
    """Blocks that were asked for, made when they are missing."""

    def __init__(self, make: Callable[[features.Key], Vector]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: features.Key) -> Vector:
        if len(self) >= KEPT:
            self.clear()
        found = self[key] = self.make(key)
        return found


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
        blank, rows = new_card(menu), iter(weights.first)
        self.areas = [
            self._area(area, list(islice(rows, len(features.area_features(area, marks)))))
            for area, marks in zip(menu.areas, blank.areas, strict=True)
        ]
        key = features.actions_key(menu, blank)
        action_rows = list(islice(rows, len(features.actions_features(key))))
        balance_rows = list(islice(rows, len(features.balance_features((0, 0, 0)))))
        match_rows = list(rows)
        self.actions = Blocks(lambda key: self.mixed(features.actions_features(key), action_rows))
        self.balances = Blocks(lambda key: self.mixed(features.balance_features(key), balance_rows))
        self.matches = Blocks(lambda key: self.mixed(features.match_features(*key), match_rows))

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
        return self.matches[own, trays, boni, rolls, pool, w, b]

    def value(self, card: Card, match: Vector) -> float:
        """Points that this card is expected to end with; ``match`` is what ``match()`` gave."""
        (a, p), (b, q), (c, r), (d, s), (e, t) = [
            block(marks) for block, marks in zip(self.areas, card.areas, strict=True)
        ]
        f = self.actions[features.actions_key(self.menu, card)]
        key = features.balance_key(card.hauben, (p, q, r, s, t))
        g = self.balances[key]
        further = self.further(a, b, c, d, e, f, g, match)
        if further < 0.0:
            further *= DOUBT
        return p + q + r + s + t + card.hauben * key[1] + further

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
