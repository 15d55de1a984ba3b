"""Throws to try a choice with: evenly spread, so that few of them say much."""

from __future__ import annotations

import random

from games.gourmet.bots.model import MEMBERS
from games.gourmet.data import SIX

FACES = range(1, SIX + 1)


def throws_of(pool: int, block: int, seed: int) -> list[tuple[int, ...]]:
    """Six throws of the dice in ``pool`` as pips by die, 0 for dice that lie: block number ``block``.

    In a block each die shows each face once. Of one die, one block is all there is, of two dice six are: no more come.
    A die's pips depend on ``seed`` and ``block`` only, not on what else is thrown.
    """
    dice = MEMBERS[pool]
    if len(dice) <= 2 and block >= SIX ** (len(dice) - 1):
        return []
    throws = [[0] * SIX for _ in FACES]
    for number, die in enumerate(dice):
        if len(dice) <= 2:
            faces = [1 + (face + block * number) % SIX for face in range(SIX)]
        else:
            faces = list(FACES)
            random.Random(f"{seed}/{block}/{die}").shuffle(faces)
        for throw, face in zip(throws, faces, strict=True):
            throw[die] = face
    return [tuple(throw) for throw in throws]
