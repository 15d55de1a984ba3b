"""``action``: what a seat can press in the running phase; ``glow``: what may be tapped on the map."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.elum.board import words
from games.elum.board.head import waited_for
from games.elum.data import GOODS, OUTFITS, PUB_BASE, PUB_MAX, Good
from games.elum.rules.base import food_need, quarter
from games.elum.rules.maps import allowed
from games.elum.rules.turnclock import full_ms, total_ms
from games.elum.state import Happened
from games.elum.view import (
    GrantView,
    HarvestView,
    LandingView,
    Observation,
    OfficeView,
    PlotView,
    SummaryView,
    TradeView,
    TurnView,
    known_deposits,
)
from games.kernel.board import Fragment, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

SHORT_MS = 5_000
"""A turn so short hardly suffices for an ELUM: three clicks, a second of outfitting, about a second of way at least."""


class Shops(Struct, frozen=True, cache_hash=True):
    """The town in the own turn: what its shops cost, and what of it helps now."""

    seat: int
    price: int
    money: int
    sold_out: bool
    hand: str | None
    busy: bool
    pub: tuple[int, int]
    crystal: bool
    sells: bool
    offered: bool


class Window(Struct, frozen=True, cache_hash=True):
    """The start window: the event, and what the turn will be like."""

    seat: int
    letter: Text | None
    good: bool
    food: int
    need: int
    elums: int | None
    price: int
    total_ms: int
    shops: Shops


class Waiting(Struct, frozen=True, cache_hash=True):
    """Who has pressed „Weiter“; ``mine``: whether the viewer still can; ``runs``: whether it goes on by itself."""

    people: tuple[tuple[int, str, bool], ...]
    mine: bool
    scene: str
    runs: bool = True


def own(observation: Observation, seat: int) -> Fragment:
    """The seat's controls."""
    match observation.phase:
        case GrantView():
            return _fixed("elum/grab.jinja", seat)
        case TradeView(good=good, stage=stage) if stage != "result":
            return _fixed("elum/trade_controls.jinja", seat, good)
        case OfficeView(stage="ladder", seller=seller) if seller != seat:
            return _fixed("elum/land_controls.jinja", seat)
        case TurnView() as phase if phase.seat == seat and phase.stage in ("window", "run", "slot"):
            return _turn(observation, phase, seat)
    return _waiting(observation, seat)


def watching(observation: Observation) -> Fragment:
    """Nothing to press."""
    return _waiting(observation, None)


@lru_cache(maxsize=256)
def _fixed(template: str, seat: int, good: Good | None = None) -> Fragment:
    return Fragment("action", template, (seat, good), fixed_data, shared=True)


def fixed_data(facts: tuple[int, Good | None]) -> dict[str, Any]:
    """Controls that stay the same for a whole phase; their state is drawn by the modules."""
    seat, good = facts
    return {"seat": seat + 1, "good": good}


# --- „Weiter“ ------------------------------------------------------------------------------------


def _waiting(observation: Observation, seat: int | None) -> Fragment:
    match observation.phase:
        case LandingView() | SummaryView() | HarvestView(stage="balance"):
            waited = waited_for(observation)
            people = tuple(
                [
                    (index, settler.people, index not in waited)
                    for index, settler in enumerate(observation.settlers)
                    if settler.level is None
                ]
            )
            runs = observation.phase.until is not None
            return _ready(Waiting(people, seat in waited, type(observation.phase).__name__, runs))
    return Fragment("action", "elum/dock.jinja", (), dict, shared=True)


@lru_cache(maxsize=512)
def _ready(facts: Waiting) -> Fragment:
    return Fragment("action", "elum/ready.jinja", facts, ready_data, shared=True)


def ready_data(facts: Waiting) -> dict[str, Any]:
    """Who is ready, and the one button."""
    done = sum(ready for _seat, _people, ready in facts.people)
    return {
        "people": [
            {"seat": seat + 1, "people": people, "ready": ready, "name": name_mark(seat)}
            for seat, people, ready in facts.people
        ],
        "mine": facts.mine,
        "count": text(_("{done} von {all} bereit"), done=done, all=len(facts.people)),
        "landing": facts.scene == "LandingView",
        "runs": facts.runs,
    }


# --- the own turn --------------------------------------------------------------------------------


def _turn(observation: Observation, phase: TurnView, seat: int) -> Fragment:
    shops = _shops(observation, phase, seat)
    if phase.stage != "window":
        return Fragment("action", "elum/town.jinja", shops, town_data, shared=True)
    happened, settler = phase.happened, observation.settlers[seat]
    facts = Window(
        seat,
        None if happened is None else _letter(observation, happened),
        happened is not None and words.is_good(happened),
        settler.goods["food"],
        food_need(observation.round),
        observation.store.elums,
        observation.store.elum_price,
        _turn_ms(observation, seat),
        shops,
    )
    return Fragment("action", "elum/window.jinja", facts, window_data, shared=True)


def _turn_ms(observation: Observation, seat: int) -> int:
    """How long the turn will be."""
    settler = observation.settlers[seat]
    full = full_ms(settler.people, observation.options)
    return total_ms(full, settler.goods["food"], food_need(observation.round))


def _letter(observation: Observation, happened: Happened) -> Text:
    return words.letter(happened, None if happened.plot is None else words.field(observation, happened.plot))


def _shops(observation: Observation, phase: TurnView, seat: int) -> Shops:
    hand, store = phase.hand, observation.store
    base = PUB_BASE[quarter(observation.round, observation.options.rounds) - 1]
    return Shops(
        seat,
        store.elum_price,
        observation.settlers[seat].money,
        store.elums == 0,
        None if hand is None else (hand.good or ""),
        phase.doing is not None or phase.stage != "run",
        (base, min(PUB_MAX, base + 200)),
        observation.options.level == "turnier",
        observation.options.level != "einsteiger" and observation.round < observation.options.rounds,
        phase.offered is not None,
    )


def town_data(facts: Shops) -> dict[str, Any]:
    """The shops' variables."""
    goods: tuple[Good, ...] = GOODS if facts.crystal else GOODS[:3]
    return {
        "it": facts,
        "seat": facts.seat + 1,
        "fits": [(good, words.good(good), OUTFITS[good], facts.hand == good) for good in goods],
    }


def window_data(facts: Window) -> dict[str, Any]:
    """The start window's variables, the town behind it."""
    share = min(100, 10 + 100 * facts.food // facts.need)
    short = text(_("{share} %: {seconds} s"), share=share, seconds=facts.total_ms // 1000)
    time = text(_("voll")) if facts.food >= facts.need else short
    hurry = text(_("Das ist knapp: Ein ELUM, der nicht mehr ankommt, läuft weg."))
    warning = hurry if facts.total_ms < SHORT_MS else None
    return {
        **town_data(facts.shops), "window": facts, "name": name_mark(facts.seat), "time": time, "warning": warning,
    }  # fmt: skip


# --- what glows on the map -----------------------------------------------------------------------


def glow(observation: Observation, seat: int | None) -> Fragment:
    """Plots that may be tapped in the own turn: for placing, fetching, assaying, selling; and what the viewer knows of
    the Glimmer in the ground."""
    phase = observation.phase
    facts: dict[str, Any] = {}
    if isinstance(phase, TurnView) and phase.seat == seat and phase.stage == "run" and phase.doing is None:
        mine = {plot_id: plot for plot_id, plot in observation.plots.items() if plot.owner == seat}
        facts = {
            "place": _placeable(observation, phase, mine),
            "fetch": {p: plot.elums for p, plot in mine.items() if plot.elums} if phase.hand is None else {},
            "assay": [p for p, plot in mine.items() if plot.kind != "river" and plot.deposit is None],
            "sell": list(mine),
            "offered": phase.offered,
        }
    if observation.options.level == "turnier":
        facts["deposits"] = known_deposits(observation.plots)
    return Fragment("glow", "elum/glow.jinja", msgspec.json.encode(facts), glow_data)


def _placeable(observation: Observation, phase: TurnView, mine: dict[str, PlotView]) -> dict[str, list[Good]]:
    """Plot -> which ELUM may be taken off for the one in hand: none, one, or a choice of two."""
    hand = phase.hand.good if phase.hand is not None else None
    if hand is None:
        return {}
    found: dict[str, list[Good]] = {}
    for plot_id, plot in mine.items():
        if hand not in allowed(plot.kind):
            continue
        if hand not in plot.elums:
            found[plot_id] = list(plot.elums) if len(plot.elums) == 2 else []
    return found


def glow_data(facts: bytes) -> dict[str, Any]:
    """As JSON."""
    return {"json": facts.decode()}
