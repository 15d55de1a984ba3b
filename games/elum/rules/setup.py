"""The first state, and what is dealt anew of what a viewer doesn't know."""

from __future__ import annotations

import random

from games.elum.data import (
    BASE_PRICES,
    CHOSEN,
    ELUM_PRICE,
    PEOPLES,
    ROBOTRON,
    ROBOTRON_MONEY,
    START_GOODS,
    STORE_ELUMS,
    STORE_GOODS,
)
from games.elum.options import Options
from games.elum.rules import flow
from games.elum.rules.maps import draw_map, peak_sites
from games.elum.scoring import all_worth, ranked
from games.elum.state import RULES_VERSION, Landing, Office, Settler, State, Store, Trade, Turn
from games.kernel.contract import SeatSpec, Viewer
from games.kernel.dice import Dice


def new_state(options: Options, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
    """Everybody is on board, the map is drawn. Raises ValueError for a people that is unknown or taken twice."""
    level = options.level
    ties = dice.shuffled("ties", len(seats))
    settlers = []
    for seat, people in enumerate(peoples(seats, dice)):
        money = ROBOTRON_MONEY[level] if people == ROBOTRON else PEOPLES[people].money
        spec = seats[seat]
        settlers.append(Settler(people, money, dict(START_GOODS[level]), ties[seat], spec.bot, human=spec.bot is None))
    store = Store(
        dict(STORE_GOODS[level]), dict(BASE_PRICES), None if level == "einsteiger" else STORE_ELUMS, ELUM_PRICE
    )
    plots = draw_map(dice, crystal=level == "turnier")
    state = State(RULES_VERSION, dice, options, settlers, plots, store, [], Landing(0, 0))
    state.rank = ranked(state, [row[3] for row in all_worth(state)])
    flow.land(state)
    return state


def peoples(seats: tuple[SeatSpec, ...], dice: Dice) -> list[str]:
    """Robotron for computers; what people picked; for who picked nothing one still free, drawn (A-38)."""
    picked = [spec.pick for spec in seats if spec.bot is None and spec.pick]
    if len(set(picked)) < len(picked) or any(people not in CHOSEN for people in picked):
        raise ValueError(f"a people is unknown or taken twice: {picked}")
    free = [people for people in CHOSEN if people not in picked]
    order = iter([free[i] for i in dice.shuffled("peoples", len(free))])
    return [ROBOTRON if spec.bot is not None else spec.pick or next(order) for spec in seats]


def redeal(state: State, viewer: Viewer, rng: random.Random) -> None:
    """Other deposits where the viewer knows none, another peak for a hidden Wampus, other intentions."""
    for plot in state.plots.values():
        if not plot.shown and viewer not in plot.known:
            plot.deposit = rng.randrange(4)
    phase = state.phase
    if isinstance(phase, Turn) and phase.wampus is not None and not phase.wampus.up:
        phase.wampus.plot, phase.wampus.peak = rng.choice(peak_sites(state.plots))
    if isinstance(phase, Office):
        phase.lots = [lot for lot in phase.lots if lot.seller is not None]
    if isinstance(phase, Office | Trade) and phase.ladder is not None:
        phase.ladder.intent = None
