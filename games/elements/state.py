"""The whole truth of a match."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.elements.data import ROWS, DieId, Face, RowId
from games.kernel.clock import StepClock
from games.kernel.contract import Level
from games.kernel.dice import Dice

RULES_VERSION = 1

MoveKind: TypeAlias = Literal["fit", "misthrow", "free", "lapse"]


class Move(Struct, frozen=True, cache_hash=True):
    """A die taken and what it moved. ``row`` is None when nothing moved (``lapse``)."""

    throw: int
    die: DieId
    face: Face
    row: RowId | None
    before: int
    after: int
    kind: MoveKind
    expired: bool = False


class Seat(Struct):
    """One player's board. ``positions`` are columns in the order of ``ROWS``; ``level`` None is a human.

    ``decision`` is the number of the last decision that was asked of this seat; 0 before the first.
    """

    positions: list[int] = field(default_factory=lambda: [0] * len(ROWS))
    frozen: bool = False
    level: Level | None = None
    decision: int = 0
    last: Move | None = None


class Die(Struct):
    """A die of the throw; ``by`` is the seat that took it."""

    id: DieId
    face: Face
    by: int | None = None


class State(Struct):
    """A match. ``throw`` counts from 1, ``pick`` from 0 within the throw.

    ``last_throw`` is the number of the final throw once the end is reached. ``told`` is False until the
    first throw has been told as an event.
    """

    rules_version: int
    dice: Dice
    clock: StepClock
    seats: list[Seat]
    throw: int = 0
    tray: list[Die] = field(default_factory=list)
    pick: int = 0
    last_throw: int | None = None
    over: bool = False
    told: bool = False
