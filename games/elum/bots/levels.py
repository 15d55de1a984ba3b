"""What makes the three strengths differ (elum.md 11)."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.contract import Level


class Strength(Struct, frozen=True):
    """``noise`` on each value ±, ``swap`` gain over cost that a re-outfit must bring (None: never), ``elums`` per
    turn, ``assay`` chance per own plot, ``wampus`` chance per turn, ``bid`` share of a plot's value, ``cash`` share of
    the money at most for land, ``rounds_ahead`` of the price forecast, ``yields_last`` beats in which it gives way,
    ``waits`` beats for cheaper sellers, ``reserve_food`` rounds of Nahrung kept in cash, ``reserve_elum`` one more."""

    noise: float
    swap: float | None
    elums: int
    assay: float
    wampus: float
    bid: float
    cash: float
    rounds_ahead: int
    yields_last: int
    waits: tuple[int, int]
    reserve_food: int
    reserve_elum: bool
    careful: bool
    """Weighs its own needs: what it lacks is worth the store's selling price."""


STRENGTHS: dict[Level, Strength] = {
    "easy": Strength(0.4, None, 2, 0.10, 0.0, 0.5, 0.5, 1, 0, (0, 0), 0, reserve_elum=False, careful=False),
    "normal": Strength(0.1, 2.0, 3, 0.30, 0.15, 0.8, 0.8, 1, 30, (0, 0), 2, reserve_elum=False, careful=True),
    "hard": Strength(0.0, 1.2, 3, 0.70, 0.30, 1.0, 0.6, 2, 15, (2, 8), 2, reserve_elum=True, careful=True),
}
