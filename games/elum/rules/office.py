"""Land auctions: the settlers' plots first, then the Landamt's (elum.md 4)."""

from __future__ import annotations

from games.elum.data import (
    BEATS,
    LAND_BLINK_MS,
    LAND_COUNT,
    LAND_FIRST,
    LAND_LESS,
    LAND_OPEN_MS,
    LAND_RESULT_MS,
    LAND_STEP,
    LAND_STEPS,
    LAND_UNSOLD,
)
from games.elum.events import Event, LadderOpened, LotCalled, LotSold, OfficeOpened
from games.elum.rules import ladder as ladders
from games.elum.rules.asked import asked
from games.elum.rules.base import ask, free_plots, gain, price_clock
from games.elum.rules.chance import half_up, weighted
from games.elum.state import Figure, Ladder, Lot, Office, State

LAND_FLOOR = 10


def lots(state: State) -> list[Lot]:
    """What comes under the hammer in this round: offers still valid, then what the Landamt draws (E-051, E-055)."""
    found = [Lot(offer.plot, offer.seat) for offer in state.offers if state.plots[offer.plot].owner == offer.seat]
    free = free_plots(state)
    count = min(weighted(state.dice, f"land/{state.round}", LAND_COUNT[state.options.level]), len(free))
    drawn = state.dice.shuffled(f"land/{state.round}/plots", len(free)) if count else []
    return found + [Lot(free[i], None) for i in drawn[:count]]


def enter(state: State, called: list[Lot], at: int) -> list[Event]:
    """The first plot blinks. ``called`` isn't empty."""
    return _call(state, called, [], at)


def start_price(state: State, prices: list[int]) -> int:
    """Inside a series the last price minus 60, a new one at the last average minus 60 (E-057 to E-059)."""
    if prices:
        return max(LAND_FLOOR, prices[-1] - LAND_LESS)
    if state.series_average is None:
        return LAND_FIRST
    return max(LAND_FLOOR, state.series_average - LAND_LESS)


def _call(state: State, called: list[Lot], prices: list[int], at: int) -> list[Event]:
    lot, start = called[0], start_price(state, prices)
    state.phase = Office("blink", at, at + LAND_BLINK_MS, lot, called[1:], start, prices)
    return [LotCalled(lot.plot, lot.seller, start)]


def due(office: Office) -> int:
    """The next instant of the phase."""
    return office.ladder.due if office.stage == "ladder" and office.ladder is not None else office.until


def run(state: State, office: Office, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether the phase is over."""
    if office.stage == "blink":
        office.stage, office.began, office.until = "open", at, at + LAND_OPEN_MS
        return [OfficeOpened(office.lot.plot)], False
    if office.stage == "open":
        return _open_ladder(state, office, at), False
    if office.stage == "ladder":
        events, ended = ladders.run(state, at)
        return (_hammer(state, office, at), False) if ended else (events, False)
    return _next(state, office, at)


def _open_ladder(state: State, office: Office, at: int) -> list[Event]:
    office.stage, office.began = "ladder", at
    figures = [Figure("out" if seat == office.lot.seller else "buy", None, at) for seat in range(len(state.settlers))]
    office.ladder = Ladder(
        office.start, LAND_STEP, LAND_STEPS, LAND_STEPS, selling=False, buying=False, figures=figures,
        beat=ladders.new_beat(price_clock(state, BEATS), at), now=at,
    )  # fmt: skip
    ladders.open_ladder(state, office.ladder)
    ask(state, asked(state))
    return [LadderOpened()]


def _hammer(state: State, office: Office, at: int) -> list[Event]:
    """The clock has run out: who stands highest pays and gets the plot with its ELUMs (E-063, E-052, E-053)."""
    ladder, lot = office.ladder, office.lot
    assert ladder is not None
    best = ladders.highest(state, ladder, at)
    office.stage, office.began, office.until = "result", at, at + LAND_RESULT_MS
    if best is None:
        office.prices.append(half_up(office.start, 2) + LAND_UNSOLD)
        return [LotSold(lot.plot, None, office.start, lot.seller)]
    seat, price = best[0], ladders.price(ladder, best[1])
    office.winner, office.price = seat, price
    office.prices.append(price)
    state.settlers[seat].money -= price
    if lot.seller is not None:
        state.settlers[lot.seller].money += price
    gain(state, seat, lot.plot)
    return [LotSold(lot.plot, seat, price, lot.seller)]


def _next(state: State, office: Office, at: int) -> tuple[list[Event], bool]:
    """The next plot of the series, or of the next one; an unsold plot ends its own (E-064, A-22)."""
    own = office.lot.seller is not None
    rest = office.lots
    if office.winner is None:
        rest = [lot for lot in rest if (lot.seller is not None) != own]
    if rest and (rest[0].seller is not None) == own:
        return _call(state, rest, office.prices, at), False
    state.series_average = half_up(sum(office.prices), len(office.prices))
    if rest:
        return _call(state, rest, [], at), False
    return [], True
