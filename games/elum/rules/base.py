"""What all phases share: seats, plots, needs, quarters."""

from __future__ import annotations

from collections.abc import Iterable

from games.elum.data import FOOD_NEED, Good
from games.elum.state import Plot, State
from games.kernel.contract import Rejection
from games.kernel.texts import Text


def refuse(code: str, words: Text) -> Rejection:
    """An illegal action, with its reason."""
    return Rejection(code, words)


def humans(state: State) -> list[int]:
    """Seats that people hold."""
    return [seat for seat, settler in enumerate(state.settlers) if settler.level is None]


def ask(state: State, seats: Iterable[int]) -> None:
    """A decision of each of these seats opens."""
    for seat in seats:
        state.settlers[seat].decision += 1


def worst_first(state: State, seats: Iterable[int]) -> list[int]:
    """By the ranking of this round, the last first: who is further back has priority (E-045, E-166)."""
    place = {seat: number for number, seat in enumerate(state.rank)}
    return sorted(seats, key=lambda seat: -place[seat])


def quarter(round_: int, rounds: int) -> int:
    """The quarter of the match, from 1 (A-1)."""
    return 1 + 4 * (round_ - 1) // rounds


def food_need(round_: int) -> int:
    """Nahrung a settler needs in that round (E-084)."""
    return next(need for first, need in FOOD_NEED if round_ >= first)


def energy_need(state: State, seat: int) -> int:
    """One Energie for each own ELUM that isn't an energy ELUM (E-141)."""
    return sum(good != "energy" for plot in owned(state, seat).values() for good in plot.elums)


def next_need(state: State, seat: int, good: Good) -> int:
    """The target line: what the next round will need; 0 after the last (elum.md 8)."""
    if state.round >= state.options.rounds:
        return 0
    if good == "food":
        return food_need(state.round + 1)
    return energy_need(state, seat) if good == "energy" else 0


def owned(state: State, seat: int) -> dict[str, Plot]:
    """The plots of a seat, in the order of the map."""
    return {plot_id: plot for plot_id, plot in state.plots.items() if plot.owner == seat}


def free_plots(state: State) -> list[str]:
    """Plots without an owner, in the order of the map."""
    return [plot_id for plot_id, plot in state.plots.items() if plot.owner is None and plot.kind != "town"]


def elums(state: State, seat: int, *goods: Good) -> int:
    """How many ELUMs the seat has placed, for these goods or any."""
    return sum(not goods or good in goods for plot in owned(state, seat).values() for good in plot.elums)


def gain(state: State, seat: int, plot_id: str) -> None:
    """The plot is the seat's from now on, with what stands on it."""
    state.gains += 1
    plot = state.plots[plot_id]
    plot.owner, plot.gained = seat, state.gains


def price_clock(state: State, beats: int) -> int:
    """Beats of a ladder at this match's tempo (E-007)."""
    return beats // 2 if state.options.fast else beats
