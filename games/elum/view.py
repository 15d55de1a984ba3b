"""State -> Observation by allow-list: what one viewer may know.

Public beside what lies open: to which price each figure walks, since it could be read off its steps a moment later.
Hidden are the dice, deposits that the viewer hasn't assayed, the Wampus while it doesn't show, lots and events to come,
and what computers intend. Positions on the ladder, the cursor and clocks go out as anchors: instants and speeds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from games.elum import scoring
from games.elum.data import CURSOR_MS, GOODS, Good, Kind, Side
from games.elum.options import Options
from games.elum.rules import asked, market
from games.elum.rules.base import food_need
from games.elum.state import (
    Bonus,
    Book,
    ColonyEvent,
    Crop,
    Doing,
    Grant,
    Hand,
    Happened,
    Harvest,
    Ladder,
    Landing,
    Office,
    Over,
    Plot,
    Shortage,
    State,
    Summary,
    Trade,
    Turn,
)
from games.kernel.contract import Level, Outcome, Viewer


class PlotView(Struct, frozen=True, cache_hash=True):
    """A field. ``deposit`` None: the viewer doesn't know it; ``for_sale``: put up for the next round."""

    kind: Kind
    peaks: int
    owner: int | None
    elums: tuple[Good, ...]
    deposit: int | None
    badge: bool
    made: tuple[int, ...]
    for_sale: bool


class SettlerView(Struct, frozen=True):
    """A settler as everybody sees them. ``need`` is the target line by good for the next round."""

    people: str
    money: int
    goods: dict[Good, int]
    level: Level | None
    away: bool
    stand_in: bool


class StoreView(Struct, frozen=True):
    """The store. ``elums`` None: unlimited."""

    goods: dict[Good, int]
    prices: dict[Good, int]
    elums: int | None
    elum_price: int


class FigureView(Struct, frozen=True):
    """A figure on the ladder: at step ``at`` at the instant ``since``, walking to ``to``; None is the start place."""

    side: Side
    at: int | None
    since: int
    to: int | None


class DealView(Struct, frozen=True):
    """Who trades (None: the store), at which step, and when the next unit passes."""

    buyer: int | None
    seller: int | None
    at: int
    next: int
    units: int


class LadderView(Struct, frozen=True):
    """A ladder's anchors at ``now``: step n costs ``low + n * step``; the clock has ``left`` beats, the running one
    began at ``began``, lasts ``length`` unless something moves, the last move was at ``moved``."""

    low: int
    step: int
    end: int
    top: int
    selling: bool
    buying: bool
    figures: tuple[FigureView, ...]
    left: int
    began: int
    length: int
    moved: int
    now: int
    deal: DealView | None
    best: int
    most: int | None


class LandingView(Struct, frozen=True, tag_field="phase", tag="landing"):
    """The ship lands."""

    began: int
    until: int
    ready: tuple[int, ...]


class GrantView(Struct, frozen=True, tag_field="phase", tag="grant"):
    """The cursor entered ``path[index]`` at ``since`` and takes ``step_ms`` for each.

    On the last plot it stays until the pass ends.
    """

    stage: str
    began: int
    until: int
    path: tuple[str, ...]
    index: int
    since: int
    step_ms: int
    pressed: tuple[int, ...]
    won: dict[int, str]


class OfficeView(Struct, frozen=True, tag_field="phase", tag="office"):
    """A land auction."""

    stage: str
    began: int
    until: int
    plot: str
    seller: int | None
    start: int
    ladder: LadderView | None
    winner: int | None
    price: int | None


class WampusView(Struct, frozen=True):
    """It shows over that peak."""

    plot: str
    peak: int


class TurnView(Struct, frozen=True, tag_field="phase", tag="turn"):
    """A settler's turn; the clock stood at ``spent`` of ``total`` at ``began``, and runs ``lapse`` / ``LAPSE_MS[1]``
    times as fast as match time (0: as fast)."""

    stage: str
    seat: int
    order: tuple[int, ...]
    opened: int
    until: int
    happened: Happened | None
    full: int
    total: int
    began: int
    spent: int
    lapse: int
    hand: Hand | None
    doing: Doing | None
    offered: str | None
    wampus: WampusView | None
    caught: bool
    winnings: int | None
    built: int
    ran_away: bool


class HarvestView(Struct, frozen=True, tag_field="phase", tag="harvest"):
    """Event picture, blocks, mountain, balance; ``until`` None: it waits for „Weiter“."""

    stage: str
    began: int
    until: int | None
    event: ColonyEvent | None
    crops: tuple[Crop, ...]
    block_ms: int
    bonuses: tuple[Bonus, ...]
    refined: tuple[str, ...]
    first: str | None
    ready: tuple[int, ...]
    shortages: dict[Good, Shortage]


class TradeView(Struct, frozen=True, tag_field="phase", tag="trade"):
    """The auction of a good, by seat: books, target lines, sides."""

    stage: str
    good: Good
    goods: tuple[Good, ...]
    began: int
    until: int
    books: tuple[Book, ...]
    target: tuple[int, ...]
    sides: tuple[Side, ...]
    before: int
    ladder: LadderView | None
    volume: int
    turnover: int


class SummaryView(Struct, frozen=True, tag_field="phase", tag="summary"):
    """The settlers walk in; worth by seat as money, land, goods, sum."""

    began: int
    until: int | None
    worth: tuple[tuple[int, int, int, int], ...]
    before: dict[Good, int]
    built: int
    ready: tuple[int, ...]
    shortages: dict[Good, Shortage]


class OverView(Struct, frozen=True, tag_field="phase", tag="over"):
    """The end: the colony's level 0–6 (None: collapsed) and its founders."""

    at: int
    worth: tuple[tuple[int, int, int, int], ...]
    collapsed: bool
    total: int
    level: int
    founders: tuple[int, ...]


PhaseView: TypeAlias = (
    LandingView | GrantView | OfficeView | TurnView | HarvestView | TradeView | SummaryView | OverView
)


class Observation(Struct, frozen=True):
    """What one viewer may know. ``plots`` in the order of the map (empty for a computer that trades: it needs none);
    ``needs`` by seat: Nahrung and Energie of the next round. ``decision`` is the viewer's own, None when not asked."""

    options: Options
    round: int
    rank: tuple[int, ...]
    settlers: tuple[SettlerView, ...]
    needs: tuple[tuple[int, int], ...]
    plots: dict[str, PlotView]
    store: StoreView
    phase: PhaseView
    now: int
    result: Outcome | None
    seat: int | None = None
    decision: int | None = None


def observe(state: State, viewer: Viewer, ladder: Ladder | None = None) -> Observation:
    """What ``viewer`` (a seat or None) may know; ``ladder``: as it will stand at an instant to come."""
    return _observe(state, viewer, phase_view(state, ladder), plots_view(state, viewer))


def observe_all(state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
    """``observe`` for each of ``viewers``."""
    phase = phase_view(state)
    return {viewer: _observe(state, viewer, phase, plots_view(state, viewer)) for viewer in viewers}


def observe_ladder(state: State, viewer: Viewer, ladder: Ladder | None) -> Observation:
    """What a computer looks at while it trades: the ladder as it stands at ``ladder.now``, without the map."""
    return _observe(state, viewer, phase_view(state, ladder), {})


def _observe(state: State, viewer: Viewer, phase: PhaseView, plots: dict[str, PlotView]) -> Observation:
    deciding = viewer is not None and viewer in asked.asked(state)
    return Observation(
        options=state.options,
        round=state.round,
        rank=tuple(state.rank),
        settlers=tuple(
            [SettlerView(s.people, s.money, dict(s.goods), s.level, s.away, s.stand_in) for s in state.settlers]
        ),
        needs=_needs(state),
        plots=plots,
        store=StoreView(dict(state.store.goods), dict(state.store.prices), state.store.elums, state.store.elum_price),
        phase=phase,
        now=state.now,
        result=scoring.standing(state) if isinstance(state.phase, Over) else None,
        seat=viewer,
        decision=state.settlers[viewer].decision if deciding and viewer is not None else None,
    )


def _needs(state: State) -> tuple[tuple[int, int], ...]:
    """Nahrung and Energie of the next round by seat, as ``next_need`` has them, in one pass over the map."""
    if state.round >= state.options.rounds:
        return ((0, 0),) * len(state.settlers)
    energy = [0] * len(state.settlers)
    for plot in state.plots.values():
        if plot.owner is not None:
            energy[plot.owner] += len(plot.elums) - plot.elums.count("energy")
    food = food_need(state.round + 1)
    return tuple([(food, units) for units in energy])


# --- the map -------------------------------------------------------------------------------------


def plots_view(state: State, viewer: Viewer) -> dict[str, PlotView]:
    """The map as the viewer knows it."""
    offered = {offer.plot for offer in state.offers}
    if isinstance(state.phase, Turn) and state.phase.offered is not None:
        offered.add(state.phase.offered)
    return {plot_id: _plot(plot_id, plot, viewer, offered) for plot_id, plot in state.plots.items()}


def _plot(plot_id: str, plot: Plot, viewer: Viewer, offered: set[str]) -> PlotView:
    known = plot.shown or (viewer is not None and viewer in plot.known)
    return _plot_view(
        plot.kind,
        plot.peaks,
        plot.owner,
        tuple(plot.elums),
        plot.deposit if known else None,
        plot.badge,
        tuple([plot.made.get(good, 0) for good in GOODS]),
        plot_id in offered,
    )


@lru_cache(maxsize=16_384)
def _plot_view(
    kind: Kind,
    peaks: int,
    owner: int | None,
    elums: tuple[Good, ...],
    deposit: int | None,
    badge: bool,
    made: tuple[int, ...],
    for_sale: bool,
) -> PlotView:
    return PlotView(kind, peaks, owner, elums, deposit, badge, made, for_sale)


# --- phases --------------------------------------------------------------------------------------


def phase_view(state: State, ladder: Ladder | None = None) -> PhaseView:
    """The running phase, the same for every viewer; ``ladder`` instead of its own."""
    match state.phase:
        case Landing() as p:
            return LandingView(p.began, p.until, tuple(p.ready))
        case Grant() as p:
            return _grant(p, state)
        case Office() as p:
            return OfficeView(
                p.stage, p.began, p.until, p.lot.plot, p.lot.seller, p.start,
                _ladder(ladder or p.ladder), p.winner, p.price,
            )  # fmt: skip
        case Turn() as p:
            return _turn(p)
        case Harvest() as p:
            return _harvest(p, state)
        case Trade() as p:
            return TradeView(
                p.stage, p.good, tuple(p.goods), p.began, p.until, tuple([book[p.good] for book in p.books]),
                tuple(p.target), tuple(p.sides), p.before, _ladder(ladder or p.ladder), p.volume, p.turnover,
            )  # fmt: skip
        case Summary() as p:
            return SummaryView(
                p.began, p.until, tuple(p.worth), dict(p.before), p.built, tuple(p.ready),
                market.shortages(state),
            )  # fmt: skip
        case Over() as p:
            return _over(p, state)


def _grant(p: Grant, state: State) -> GrantView:
    pressed = tuple(seat for press in p.presses for seat in press.seats)
    step = CURSOR_MS[state.options.level]
    return GrantView(
        p.stage, p.began, p.until, tuple(p.path), p.index, p.since, step, pressed, dict(sorted(p.won.items()))
    )


def _turn(p: Turn) -> TurnView:
    wampus = p.wampus
    seen = WampusView(wampus.plot, wampus.peak) if wampus is not None and wampus.up else None
    return TurnView(
        p.stage, p.seat, tuple(p.order), p.opened, p.until, p.happened, p.full, p.total, p.began, p.spent, p.lapse,
        p.hand, p.doing, p.offered, seen, p.caught, p.winnings, p.built, p.ran_away,
    )  # fmt: skip


def _harvest(p: Harvest, state: State) -> HarvestView:
    balance = p.stage == "balance"
    return HarvestView(
        p.stage, p.began, p.until, p.event, tuple(p.crops), p.block_ms, tuple(p.bonuses),
        tuple(p.refined) if balance else (), p.first, tuple(p.ready), market.shortages(state) if balance else {},
    )  # fmt: skip


def _over(p: Over, state: State) -> OverView:
    sums = [row[3] for row in p.worth]
    level = scoring.colony_level(sum(sums), state.options.rounds, len(sums))
    founders = () if p.collapsed else scoring.founders(sums, level)
    return OverView(p.at, tuple(p.worth), p.collapsed, sum(sums), level, founders)


def _ladder(ladder: Ladder | None) -> LadderView | None:
    if ladder is None:
        return None
    deal = ladder.deal
    return LadderView(
        ladder.low, ladder.step, ladder.end, ladder.top, ladder.selling, ladder.buying,
        tuple([FigureView(f.side, f.at, f.since, f.to) for f in ladder.figures]),
        ladder.beat.left, ladder.beat.began, ladder.beat.length, ladder.beat.moved, ladder.now,
        None if deal is None else DealView(deal.buyer, deal.seller, deal.at, deal.next, deal.units),
        ladder.best, ladder.most,
    )  # fmt: skip


def known_deposits(plots: Mapping[str, PlotView]) -> dict[str, int]:
    """What the viewer knows of Glimmer."""
    return {plot_id: plot.deposit for plot_id, plot in plots.items() if plot.deposit is not None}
