"""Throws to try a choice with: evenly spread, so that few of them say much."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

from games.gourmet.bots.model import MEMBERS
from games.gourmet.data import SIX

FACES = tuple(range(1, SIX + 1))
EXACT = 2
"""Up to so many dice every throw there is is tried."""


def throws_of(pool: int, count: int, seed: int) -> list[tuple[int, ...]]:
    """Throws of the dice in ``pool`` as pips by die, 0 for dice that lie; about ``count`` of them.

    Each die shows each face equally often. A die's pips in throw ``n`` depend on ``seed`` and ``n`` only.
    """
    dice = MEMBERS[pool]
    if len(dice) <= EXACT:
        return _all(pool)
    found = [[0] * SIX for _ in range(max(1, count // SIX) * SIX)]
    for die in dice:
        faces = list(FACES) * (len(found) // SIX)
        random.Random(f"{seed}/{die}").shuffle(faces)
        for throw, face in zip(found, faces, strict=True):
            throw[die] = face
    return [tuple(throw) for throw in found]


@cache
def _all(pool: int) -> list[tuple[int, ...]]:
    return list(product(*[FACES if pool >> die & 1 else (0,) for die in range(SIX)]))
