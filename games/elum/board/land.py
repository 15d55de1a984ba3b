"""The map: ground and peaks, and a button for each plot with what stands on it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from games.elum.board import words
from games.elum.data import PLOT_IDS, TOWN, Kind
from games.elum.rules.maps import position
from games.elum.view import Observation, PlotView
from games.kernel.board import Fragment, Fragments

UNITS = 32
PLAINS = 5


def fragments(observation: Observation) -> Fragments:
    """``e-ground``, ``e-peaks`` and the plots ``p-A1`` …, the same for everybody."""
    plots = tuple(observation.plots.values())
    return _ground(tuple([(plot.kind, plot.peaks) for plot in plots])), _plots(plots)


@lru_cache(maxsize=512)
def _ground(ground: tuple[tuple[Kind, int], ...]) -> Fragments:
    return (
        Fragment("e-ground", "elum/ground.jinja", ground, ground_data, shared=True),
        Fragment("e-peaks", "elum/peaks.jinja", ground, peaks_data, shared=True),
    )


def corner(plot_id: str) -> tuple[int, int]:
    """Upper left corner in map units."""
    column, row = position(plot_id)
    return column * UNITS, row * UNITS


def ground_data(ground: tuple[tuple[Kind, int], ...]) -> dict[str, Any]:
    """Opaque tiles: plains vary with the place, mountains stand on a plain."""
    tiles = []
    for plot_id, (kind, _peaks) in zip(PLOT_IDS, ground, strict=True):
        column, row = position(plot_id)
        name = f"plain-{1 + (column * 7 + row * 3 + column * row) % PLAINS}" if kind in ("plain", "mountain") else kind
        tiles.append((name, *corner(plot_id)))
    return {"tiles": tiles}


def peaks_data(ground: tuple[tuple[Kind, int], ...]) -> dict[str, Any]:
    """The mountains with their peaks."""
    peaks = [
        (number, *corner(plot_id))
        for plot_id, (kind, number) in zip(PLOT_IDS, ground, strict=True)
        if kind == "mountain"
    ]
    return {"peaks": peaks}


@lru_cache(maxsize=256)
def _plots(plots: tuple[PlotView, ...]) -> Fragments:
    return tuple([_plot(plot_id, plot) for plot_id, plot in zip(PLOT_IDS, plots, strict=True)])


@lru_cache(maxsize=8192)
def _plot(plot_id: str, plot: PlotView) -> Fragment:
    return Fragment(f"p-{plot_id}", "elum/plot.jinja", (plot_id, plot), plot_data, shared=True, group="plots")


def plot_data(facts: tuple[str, PlotView]) -> dict[str, Any]:
    """A plot's variables."""
    plot_id, plot = facts
    return {
        "id": plot_id,
        "town": plot_id == TOWN,
        "peaks": plot.peaks,
        "seat": None if plot.owner is None else plot.owner + 1,
        "elums": plot.elums,
        "badge": plot.badge,
        "for_sale": plot.for_sale,
        "label": words.label(plot_id, plot),
    }
