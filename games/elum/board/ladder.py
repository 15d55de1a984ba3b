"""The price ladder of goods and land: its scale and who has which place. Figures, lines and stock are drawn by
``ladder.js`` from ``e-now``, so that an auction renders this once."""

from __future__ import annotations

from typing import Any

from games.elum.board import words
from games.elum.data import GOOD_STEP, LAND_STEP, LAND_STEPS, SCALE_STEPS, Good, Kind
from games.elum.rules.maps import plot_name
from games.elum.rules.market import store_lines
from games.elum.view import Observation, OfficeView, TradeView
from games.kernel.board import Fragment, name_mark

FIVE = 5


def trade(observation: Observation, phase: TradeView) -> Fragment:
    """The auction of a good, all of its stages."""
    low, _high = store_lines(phase.good, phase.before)
    folk = tuple([settler.people for settler in observation.settlers])
    facts = phase.good, low, GOOD_STEP[phase.good], phase.target, folk
    return Fragment("e-show", "elum/trade.jinja", facts, trade_data, shared=True)


def trade_data(facts: tuple[Good, int, int, tuple[int, ...], tuple[str, ...]]) -> dict[str, Any]:
    """The scale from the store's buying line, the places with their target lines."""
    good, low, step, target, folk = facts
    return {
        "good": good,
        "name": words.good(good),
        "low": low,
        "high": low + SCALE_STEPS * step,
        "rungs": rungs(low, step, SCALE_STEPS),
        "places": places(folk, target),
        "sells": good != "crystal",
    }


def rungs(low: int, step: int, steps: int) -> list[tuple[int, int, bool]]:
    """(step, price, whether it is labelled) of the lines between bottom and end: round prices, or each fifth."""
    first = low if step == 1 else 0
    return [(n, low + n * step, (first + n) % FIVE == 0) for n in range(1, steps)]


def places(folk: tuple[str, ...], target: tuple[int, ...]) -> list[dict[str, Any]]:
    """A column for each settler."""
    return [
        {"seat": seat + 1, "name": name_mark(seat), "people": people, "sign": words.SIGNS[seat], "need": need}
        for seat, (people, need) in enumerate(zip(folk, target, strict=True))
    ]


def land(observation: Observation, phase: OfficeView) -> Fragment:
    """The ladder of a land auction."""
    folk = tuple([settler.people for settler in observation.settlers])
    plot = observation.plots[phase.plot]
    facts = plot.kind, plot.peaks, phase.plot, phase.start, phase.seller, folk
    return Fragment("e-show", "elum/office.jinja", facts, land_data, shared=True)


def land_data(facts: tuple[Kind, int, str, int, int | None, tuple[str, ...]]) -> dict[str, Any]:
    """The plot, the scale of tens, the places; the seller stands aside."""
    kind, peaks, plot, start, seller, folk = facts
    return {
        "field": plot_name(kind, plot),
        "kind": kind,
        "peaks": peaks,
        "seller": None if seller is None else name_mark(seller),
        "start": start,
        "rungs": [(n, start + n * LAND_STEP, n % 2 == 0) for n in range(1, LAND_STEPS)],
        "places": places(folk, (0,) * len(folk)),
    }
