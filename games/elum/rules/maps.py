"""The map: how it is drawn, what fields are called, how far they are from the town (elum.md 1, 5)."""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from functools import lru_cache
from typing import Protocol

from games.elum.data import (
    CENTRE_LEVEL,
    COLUMNS,
    DEPOSIT_CENTRES,
    GOODS,
    KIND_NAMES,
    LEAVE_TOWN_MS,
    PEAKS_PER_ROW,
    PLOT_IDS,
    ROWS,
    STEP_MS,
    TOWN,
    YIELDS,
    Good,
    Kind,
)
from games.elum.state import Plot
from games.kernel.dice import Dice
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

RIVER_COLUMN = "E"


class Ground(Protocol):
    """A plot, as the state or an observation has it."""

    @property
    def kind(self) -> Kind: ...


def draw_map(dice: Dice, *, crystal: bool) -> dict[str, Plot]:
    """The 45 plots in the order of the cursor: town, river, two mountains a row with four peaks, deposits."""
    plots = {plot: Plot(kind="river" if plot[0] == RIVER_COLUMN else "plain") for plot in PLOT_IDS}
    plots[TOWN] = Plot(kind="town")
    for row in ROWS:
        left = COLUMNS[dice.below(f"map/mountain/{row}/left", 4)] + row
        right = COLUMNS[5 + dice.below(f"map/mountain/{row}/right", 4)] + row
        on_left = 0
        while on_left in (0, PEAKS_PER_ROW):
            on_left = sum(dice.below(f"map/peaks/{row}", 2) for _strip in range(PEAKS_PER_ROW))
        plots[left] = Plot(kind="mountain", peaks=on_left)
        plots[right] = Plot(kind="mountain", peaks=PEAKS_PER_ROW - on_left)
    if crystal:
        _draw_deposits(dice, plots)
    return plots


def _draw_deposits(dice: Dice, plots: dict[str, Plot]) -> None:
    """Four centres of level 3; the level falls by one a step, overlaps keep the higher value."""
    centres = [PLOT_IDS[i] for i in dice.shuffled("map/deposits", len(PLOT_IDS))[:DEPOSIT_CENTRES]]
    for plot_id, plot in plots.items():
        plot.deposit = max(max(0, CENTRE_LEVEL - distance(plot_id, centre)) for centre in centres)


def position(plot_id: str) -> tuple[int, int]:
    """Column and row, both from 0."""
    return COLUMNS.index(plot_id[0]), ROWS.index(plot_id[1])


def distance(one: str, other: str) -> int:
    """Steps between two plots, without diagonals."""
    (x1, y1), (x2, y2) = position(one), position(other)
    return abs(x1 - x2) + abs(y1 - y2)


def _beside(plot_id: str) -> tuple[str, ...]:
    x, y = position(plot_id)
    found = []
    for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        if 0 <= x + dx < len(COLUMNS) and 0 <= y + dy < len(ROWS):
            found.append(COLUMNS[x + dx] + ROWS[y + dy])
    return tuple(found)


NEIGHBOURS: dict[str, tuple[str, ...]] = {plot_id: _beside(plot_id) for plot_id in PLOT_IDS}
"""Orthogonal neighbours: above, left, right, below."""


def peak_sites(plots: Mapping[str, Plot]) -> list[tuple[str, int]]:
    """All 20 peaks as plot and number, in the order of the map."""
    return [(plot_id, peak) for plot_id, plot in plots.items() for peak in range(plot.peaks)]


# --- yields --------------------------------------------------------------------------------------


def base_yield(kind: Kind, peaks: int, deposit: int, good: Good) -> int | None:
    """Units of one ELUM before bonuses; None where such an ELUM may not stand."""
    if kind == "town" or (kind == "river" and good in ("ore", "crystal")):
        return None
    if good == "crystal":
        return deposit
    if kind == "mountain" and good == "ore":
        return peaks + 1
    return YIELDS[kind][good]


def allowed(kind: Kind) -> tuple[Good, ...]:
    """What ELUMs may stand on such ground for."""
    return tuple(good for good in GOODS if base_yield(kind, 1, 0, good) is not None)


# --- ways ----------------------------------------------------------------------------------------


def way(plots: Mapping[str, Ground], target: str) -> tuple[int, tuple[str, ...]]:
    """Walking time in ms from the town to ``target`` and the plots entered, by the cheapest path."""
    return _ways(tuple(plot.kind for plot in plots.values()))[target]


@lru_cache(maxsize=512)
def _ways(kinds: tuple[Kind, ...]) -> dict[str, tuple[int, tuple[str, ...]]]:
    ground = dict(zip(PLOT_IDS, kinds, strict=True))
    found: dict[str, tuple[int, tuple[str, ...]]] = {}
    heap: list[tuple[int, str, tuple[str, ...]]] = [(LEAVE_TOWN_MS, TOWN, ())]
    while heap:
        ms, plot_id, path = heapq.heappop(heap)
        if plot_id in found:
            continue
        found[plot_id] = (ms, path)
        for beside in NEIGHBOURS[plot_id]:
            if beside not in found:
                heapq.heappush(heap, (ms + STEP_MS[ground[beside]], beside, (*path, beside)))
    return found


# --- names ---------------------------------------------------------------------------------------

_CORNERS = {
    "A1": _("in der Nordwestecke"),
    "I1": _("in der Nordostecke"),
    "A5": _("in der Südwestecke"),
    "I5": _("in der Südostecke"),
}
_RIVER = {
    "1": _("am Nordrand"),
    "2": _("nördlich der Stadt"),
    "4": _("südlich der Stadt"),
    "5": _("am Südrand"),
}
_QUARTERS = {
    (True, True): _("im Nordwesten"),
    (True, False): _("im Nordosten"),
    (False, True): _("im Südwesten"),
    (False, False): _("im Südosten"),
}


def place_words(plot_id: str) -> str:
    """Where the plot lies, as a msgid (E-050)."""
    column, row = plot_id[0], plot_id[1]
    if plot_id in _CORNERS:
        return _CORNERS[plot_id]
    if column == COLUMNS[0]:
        return _("am Westrand")
    if column == COLUMNS[-1]:
        return _("am Ostrand")
    if column == RIVER_COLUMN:
        return _RIVER.get(row, _("in der Mitte"))
    west = column < RIVER_COLUMN
    if row == TOWN[1]:
        return _("westlich der Stadt") if west else _("östlich der Stadt")
    return _QUARTERS[row < TOWN[1], west]


def plot_name(kind: Kind, plot_id: str) -> Text:
    """„Bergfeld im Nordwesten“."""
    return text(_("{kind} {place}"), kind=text(KIND_NAMES[kind]), place=text(place_words(plot_id)))
