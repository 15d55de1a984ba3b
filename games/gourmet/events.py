"""What happened, in the order in which it happened.

While several choose at once, what a seat does is told to that seat alone, and to all others when the last one is done.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from games.gourmet.data import AreaId, Bonus, DieId
from games.kernel.contract import Level

How: TypeAlias = Literal["pass", "extra", "tray", "plate", "again", "bonus"]
"""Where an entry came from: a roll, an extra silver cross, tray or plate, Nachschlag, a bonus."""

Drawn: TypeAlias = Literal["cross", "circle", "tick", "number"]
"""What the pen drew: a cross or circle at a printed number, a cross without one, a number."""

To: TypeAlias = Literal["", "self", "others"]
"""Who is told: everybody, the seat alone (while several choose), or all others (when the last one is done)."""


class RoundBegan(Struct, frozen=True, tag_field="type", tag="round_began"):
    """Round ``round`` (from 1) of ``rounds`` begins with ``opener``; ``bonus`` None: no round bonus any more."""

    round: int
    rounds: int
    opener: int
    bonus: Bonus | None


class Rolled(Struct, frozen=True, tag_field="type", tag="rolled"):
    """``seat`` at the Pass threw: ``values`` by die. ``again`` counts Neu anrichten within this roll, 0 at first.

    The first roll belongs to the first state, which can tell no event: it is told with the first step, ``opening``.
    """

    round: int
    seat: int
    roll: int
    values: dict[DieId, int]
    again: int = 0
    opening: bool = False


class Entered(Struct, frozen=True, tag_field="type", tag="entered"):
    """``seat`` wrote ``number`` in ``field`` of ``area``; ``die`` and ``value`` (pips) say by what, None for a bonus.

    ``number`` is what stands there (grids: the printed number; ``rings`` says circle or cross by ``mark`` 1 or 2).
    ``gain`` is the change of the area's points. ``lost`` are the dice that went to the tray because of it.
    """

    seat: int
    area: AreaId
    field: int
    number: int
    mark: int
    how: How
    gain: int
    die: DieId | None = None
    value: int = 0
    lost: tuple[DieId, ...] = ()
    drawn: Drawn = "number"
    to: To = ""


class Earned(Struct, frozen=True, tag_field="type", tag="earned"):
    """``seat`` got an action or a Sternehaube; ``track``: that Haube is the end of this action's track.

    ``round``: it is the round's bonus, which everybody gets.
    """

    seat: int
    bonus: Bonus
    track: Literal["", "neu", "nach", "kueche"] = ""
    round: bool = False
    to: To = ""


class Lapsed(Struct, frozen=True, tag_field="type", tag="lapsed"):
    """``seat`` let roll number ``roll`` lapse."""

    seat: int
    roll: int


class Fetched(Struct, frozen=True, tag_field="type", tag="fetched"):
    """``seat`` took ``die`` back from the tray into the kitchen."""

    seat: int
    die: DieId


class Served(Struct, frozen=True, tag_field="type", tag="served"):
    """The rolls of ``seat`` are over: ``rest`` went to the tray, where all others help themselves."""

    seat: int
    rest: tuple[DieId, ...]


class Declined(Struct, frozen=True, tag_field="type", tag="declined"):
    """``seat`` took nothing from the tray."""

    seat: int
    to: To = ""


class Held(Struct, frozen=True, tag_field="type", tag="held"):
    """``seat`` keeps its Nachschläge from now on, or no longer; told to that seat alone."""

    seat: int
    on: bool


class Finished(Struct, frozen=True, tag_field="type", tag="finished"):
    """``seat`` said „Fertig“; told to that seat alone."""

    seat: int


class Expired(Struct, frozen=True, tag_field="type", tag="expired"):
    """Thinking time and grace of ``seat`` are over: the computer takes this step."""

    seat: int
    to: To = ""


class SeatGiven(Struct, frozen=True, tag_field="type", tag="seat_given"):
    """``seat`` plays on as a computer of ``level``."""

    seat: int
    level: Level


class Ended(Struct, frozen=True, tag_field="type", tag="ended"):
    """The match is over; both by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


Event: TypeAlias = (
    RoundBegan
    | Rolled
    | Entered
    | Earned
    | Lapsed
    | Fetched
    | Served
    | Declined
    | Held
    | Finished
    | Expired
    | SeatGiven
    | Ended
)
