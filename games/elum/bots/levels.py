"""What makes the three strengths differ (elum.md 11)."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.contract import Level


class Strength(Struct, frozen=True):
    """A row of the table. Shares and chances are 0 … 1, times are beats of an auction's clock."""

    noise: float
    """Each value is off by so much, up or down."""
    best_of: int
    """It grabs any of so many best plots."""
    careful: bool
    """Knows its own needs, the colony's and its reserve, and trades by the prices it expects."""
    rounds_ahead: int
    """How far the price forecast looks."""
    spread: bool
    """Reckons with the store's spread: what it lacks is dearer than what it has to spare."""
    bonus: float
    """How much of the bonus for one of each good it reckons with when it plans an ELUM."""
    elums: int
    """ELUMs a turn."""
    pays: float
    """What a new ELUM must bring a round, and always more than it costs over the rest of the match."""
    second: bool
    """Sets a second ELUM on refined plots."""
    synergy: bool
    """Sees what another ELUM of a kind does for those there already."""
    swap: float | None
    """What a re-outfit must bring, as a multiple of its cost; None: it never does."""
    assay: float
    """Chance for each own plot in each turn."""
    wampus: float
    """Chance of a catch in a turn."""
    bid: float
    """Share of a plot's value that it bids at most."""
    cash: float
    """Share of its money that it bids at most."""
    yields_last: int
    """So many beats before the end a seller gives way."""
    waits: tuple[int, int]
    """So many seconds, from … to, a buyer waits for somebody cheaper than the store."""
    reserve_food: int
    """Rounds of the Nahrung that it doesn't make, kept in cash."""
    reserve_elum: bool
    """The price of an ELUM is kept too."""


STRENGTHS: dict[Level, Strength] = {
    "easy": Strength(
        noise=0.4, best_of=8, careful=False, rounds_ahead=1, spread=False, bonus=0.0, elums=2, pays=110.0, second=False,
        synergy=False, swap=None, assay=0.10, wampus=0.0, bid=0.5, cash=0.5, yields_last=0, waits=(0, 0),
        reserve_food=0, reserve_elum=False,
    ),
    "normal": Strength(
        noise=0.1, best_of=1, careful=True, rounds_ahead=1, spread=False, bonus=0.0, elums=3, pays=135.0, second=True,
        synergy=False, swap=2.0, assay=0.30, wampus=0.15, bid=0.8, cash=1.0, yields_last=30, waits=(0, 0),
        reserve_food=2, reserve_elum=False,
    ),
    "hard": Strength(
        noise=0.0, best_of=1, careful=True, rounds_ahead=2, spread=True, bonus=1.0, elums=3, pays=0.0, second=True,
        synergy=True, swap=1.2, assay=0.70, wampus=0.30, bid=1.0, cash=0.6, yields_last=15, waits=(2, 8),
        reserve_food=2, reserve_elum=True,
    ),
}  # fmt: skip
