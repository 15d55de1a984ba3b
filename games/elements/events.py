"""What happened. All of it is public; the order within a step is the order in which it happened."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.elements.data import DieId, Face, RowId
from games.kernel.contract import Level


class Thrown(Struct, frozen=True, tag_field="type", tag="thrown"):
    """``seat`` threw the dice: ``faces`` by die, in the dice's order. Throws count from 1.

    The first throw belongs to the first state, which can tell no event. So it is told with the first
    step, with ``opening`` set: the dice lay there already.
    """

    throw: int
    seat: int
    faces: dict[DieId, Face]
    opening: bool = False


class Taken(Struct, frozen=True, tag_field="type", tag="taken"):
    """``seat`` took ``die``; the slider of ``row`` went from column ``before`` to ``after`` (None: no move).

    ``misthrow``: no die left fitted. ``free``: Das Helle was at its end too, so any slider could move.
    ``gain`` is the change of the score, ``expired`` says that the clock made the computer choose.
    """

    throw: int
    seat: int
    die: DieId
    face: Face
    row: RowId | None
    before: int
    after: int
    gain: int
    misthrow: bool = False
    free: bool = False
    expired: bool = False


class Frozen(Struct, frozen=True, tag_field="type", tag="frozen"):
    """``seat`` froze Das Dunkle on +5."""

    seat: int


class Expired(Struct, frozen=True, tag_field="type", tag="expired"):
    """Thinking time and grace of ``seat`` are over: „Zeit um“. Its pick by the computer follows."""

    seat: int


class EndReached(Struct, frozen=True, tag_field="type", tag="end_reached"):
    """After throw ``throw`` the end is reached by the finished rows of ``seats``; ``throws_left`` follow."""

    throw: int
    seats: tuple[int, ...]
    throws_left: int


class SeatGiven(Struct, frozen=True, tag_field="type", tag="seat_given"):
    """``seat`` plays on as a computer of ``level``."""

    seat: int
    level: Level


class Ended(Struct, frozen=True, tag_field="type", tag="ended"):
    """The match is over; both by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


Event: TypeAlias = Thrown | Taken | Frozen | Expired | EndReached | SeatGiven | Ended
