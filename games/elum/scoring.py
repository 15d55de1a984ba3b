"""Worth, ranking, points, verdict (rules/elum.txt, Wertung)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.elum.data import (
    COLONY_LEVELS,
    COLONY_STEP,
    COUNTS_FROM_MS,
    ELUM_WORTH,
    LAST_HUMAN_TENTHS,
    OUTFITS,
    PLACE_POINTS,
    PLOT_WORTH,
    SUCCESS_LEVEL,
    Good,
)
from games.elum.rules.base import owned
from games.elum.rules.market import goods_worth
from games.elum.rules.yields import Field
from games.elum.state import Over, State
from games.kernel.contract import Outcome

Worth = tuple[int, int, int, int]
"""Money, land with ELUMs, goods, the sum."""


def worth(state: State, seat: int) -> Worth:
    """What a settler is worth now (E-205); an ELUM in hand doesn't count."""
    settler = state.settlers[seat]
    land = sum(
        PLOT_WORTH + sum(ELUM_WORTH + OUTFITS[good] for good in plot.elums) for plot in owned(state, seat).values()
    )
    goods = goods_worth(settler.goods, state.store.prices)
    return settler.money, land, goods, settler.money + land + goods


def total_worth(
    plots: Mapping[str, Field], seat: int, money: int, goods: dict[Good, int], prices: dict[Good, int]
) -> int:
    """The sum alone, of what everybody sees."""
    land = sum(
        PLOT_WORTH + sum(ELUM_WORTH + OUTFITS[good] for good in plot.elums)
        for plot in plots.values()
        if plot.owner == seat
    )
    return money + land + goods_worth(goods, prices)


def all_worth(state: State) -> list[Worth]:
    """By seat."""
    return [worth(state, seat) for seat in range(len(state.settlers))]


def ranked(state: State, sums: Sequence[int]) -> list[int]:
    """Seats, best first; equal worth in the order drawn once (A-9)."""
    return sorted(range(len(sums)), key=lambda seat: (-sums[seat], state.settlers[seat].tie))


def places(sums: Sequence[int]) -> tuple[int, ...]:
    """Places from 1; equal worth shares the better one (E-215)."""
    return tuple(1 + sum(other > own for other in sums) for own in sums)


def human_points(sums: Sequence[int], began: int) -> list[int]:
    """Tenths for the humans who stayed to the end, by their worth; ``began``: how many humans there were at the start.

    Equal worth gets the average of the places that they hold together, half away from zero (A-49).
    """
    if began < 2 or not sums:
        return [0] * len(sums)
    if len(sums) == 1:
        return [LAST_HUMAN_TENTHS]
    table = PLACE_POINTS[len(sums)]
    points = []
    for own in sums:
        better = sum(other > own for other in sums)
        equal = sum(other == own for other in sums)
        points.append(_away_from_zero(sum(table[better : better + equal]), equal))
    return points


def _away_from_zero(total: int, count: int) -> int:
    """Whole tenths, half away from zero."""
    sign = -1 if total < 0 else 1
    return sign * ((2 * abs(total) + count) // (2 * count))


def colony_step(rounds: int, settlers: int) -> int:
    """Worth per level of the colony (E-206)."""
    return COLONY_STEP * rounds * settlers // (12 * 4)


def colony_level(total: int, rounds: int, settlers: int) -> int:
    """0 … 6; from 3 on it is a success (E-207)."""
    return max(0, min(COLONY_LEVELS - 1, total // colony_step(rounds, settlers)))


def founders(sums: Sequence[int], level: int) -> tuple[int, ...]:
    """The best of a successful colony (E-208)."""
    if level < SUCCESS_LEVEL:
        return ()
    return tuple(seat for seat, own in enumerate(sums) if own == max(sums))


def standing(state: State, now: int | None = None) -> Outcome:
    """The ranking as it stands at ``now`` (None: at the last change); points by the places among the humans still
    there."""
    phase = state.phase
    sums = [row[3] for row in (phase.worth if isinstance(phase, Over) else all_worth(state))]
    here = [seat for seat, settler in enumerate(state.settlers) if settler.level is None]
    began = sum(settler.human for settler in state.settlers)
    points = [0] * len(sums)
    for seat, tenths in zip(here, human_points([sums[seat] for seat in here], began), strict=True):
        points[seat] = tenths
    lasted = phase.at if isinstance(phase, Over) else max(state.now, now or 0)
    short = lasted < COUNTS_FROM_MS
    return Outcome(
        places(sums),
        tuple(sums),
        tuple(0 for _seat in sums) if short else tuple(points),
        frozenset({"short"}) if short else frozenset(),
    )
