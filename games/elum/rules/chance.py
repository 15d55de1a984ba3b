"""Draws from tables of hundred-thousandths, and from ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.kernel.dice import Dice

T = TypeVar("T")
WHOLE = 100_000


def weighted(dice: Dice, label: str, table: Sequence[tuple[int, int]]) -> int:
    """A value of ``table``, whose pairs are (hundred-thousandths, value) and sum to all of them."""
    at = dice.below(label, WHOLE)
    for share, value in table:
        if at < share:
            return value
        at -= share
    raise ValueError(f"{label}: the table's shares don't sum to {WHOLE}")


def between(dice: Dice, label: str, low: int, high: int) -> int:
    """Uniform in low … high, both in it."""
    return low + dice.below(label, high - low + 1)


def one_of(dice: Dice, label: str, values: Sequence[T]) -> T:
    """One of ``values``, all alike."""
    return values[dice.below(label, len(values))]


def half_up(numerator: int, denominator: int) -> int:
    """The quotient of two whole numbers, denominator above 0, rounded to whole, half up."""
    return (2 * numerator + denominator) // (2 * denominator)
