"""The whole truth of a match."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.gourmet.data import Bonus, DieId, MenuId
from games.gourmet.events import Event
from games.kernel.clock import StepClock
from games.kernel.contract import Level
from games.kernel.dice import Dice

RULES_VERSION = 1

Phase: TypeAlias = Literal["bonus", "kitchen", "pass", "extra", "tray", "seconds", "over"]
"""What the match waits for.

``bonus``: everybody's choice of the round bonus. ``kitchen``: whether a die comes back before the next roll.
``pass``: what is taken from the roll. ``extra``: more crosses after silver. ``tray``: what the others take.
``seconds``: everybody's Nachschläge.
"""

TOGETHER: frozenset[Phase] = frozenset({"bonus", "tray", "seconds"})
"""Steps of several at once: what they choose shows when the last one is done."""

Place: TypeAlias = Literal["pool", "tray", "plate"]


class Die(Struct):
    """A die: pips (0 before the first roll) and where it lies. ``plate`` is the plate's number from 0."""

    id: DieId
    value: int = 0
    place: Place = "pool"
    plate: int = 0


class Card(Struct):
    """A menu card as it is filled in.

    ``areas`` in the order of the menu: by field (grids: 0 free, 1 crossed or circled, 2 circled and crossed), or the
    numbers entered so far (rows). ``earned`` and ``used`` by action (neu, nach, kueche).
    """

    areas: list[list[int]]
    earned: list[int] = field(default_factory=lambda: [0, 0, 0])
    used: list[int] = field(default_factory=lambda: [0, 0, 0])
    hauben: int = 0

    def copy(self) -> Card:
        """An independent card."""
        return Card([area.copy() for area in self.areas], self.earned.copy(), self.used.copy(), self.hauben)

    def left(self, action: int) -> int:
        """How often an action (index of neu, nach, kueche) can still be used."""
        return self.earned[action] - self.used[action]


class Seat(Struct):
    """One player. ``level`` None is a human; ``decision`` is the number of the last one asked, 0 before the first.

    ``waiting`` are boni still to be entered, the next one first; with one there the seat chooses its field. ``asked``:
    the match waits for this seat. While several choose at once, ``shown`` is the card as the others still see it and
    ``untold`` what they will be told. ``again`` are the dice used for Nachschlag in this turn. ``turned`` counts how
    often ``hold`` was changed in this step. ``expired``: the clock made the computer take a step of this seat in this
    turn.
    """

    card: Card
    clock: StepClock
    level: Level | None = None
    decision: int = 0
    asked: bool = False
    waiting: list[Bonus] = field(default_factory=list)
    shown: Card | None = None
    untold: list[Event] = field(default_factory=list)
    again: list[DieId] = field(default_factory=list)
    hold: bool = False
    turned: int = 0
    expired: bool = False


class State(Struct):
    """A match. ``round`` and ``roll`` count from 1, ``turn`` from 0 within the round; ``opener`` begins each round.

    ``rerolls`` of this roll. ``taken`` by roll of this turn: the die, or "" where it lapsed. ``extra`` are dice that
    silver sent to the tray, still to be crossed. ``began_ms`` is when the step of several began. ``untold`` is the
    beginning of the match, told with its first step.
    """

    rules_version: int
    dice: Dice
    menu: MenuId
    seats: list[Seat]
    pool: list[Die]
    opener: int = 0
    rounds: int = 0
    round: int = 0
    turn: int = 0
    phase: Phase = "pass"
    roll: int = 0
    rerolls: int = 0
    taken: list[DieId | Literal[""]] = field(default_factory=list)
    extra: list[DieId] = field(default_factory=list)
    began_ms: int = 0
    untold: list[Event] = field(default_factory=list)
