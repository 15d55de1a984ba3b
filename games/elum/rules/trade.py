"""Goods auctions: columns, sides, ladder, result (elum.md 8)."""

from __future__ import annotations

from collections.abc import Sequence

from games.elum.bots import drive
from games.elum.data import (
    BEATS,
    COLUMNS_MS,
    FROZEN_MS,
    GOOD_STEP,
    PRICE_MAX,
    RESULT_MS,
    SCALE_STEPS,
    SIDES_MS,
    Good,
    Side,
)
from games.elum.events import AuctionOpened, AuctionOver, Event, LadderOpened, SideChosen, SidesFixed, SidesOpen
from games.elum.rules import ladder as ladders
from games.elum.rules.asked import asked
from games.elum.rules.base import ask, next_need, price_clock, refuse
from games.elum.rules.chance import half_up
from games.elum.rules.market import auctioned, store_lines
from games.elum.state import Book, Figure, Ladder, State, Trade
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


def enter(state: State, goods: Sequence[Good], books: list[dict[Good, Book]], at: int) -> list[Event] | None:
    """The columns of the next good that anybody has; None when none is left."""
    left = auctioned(state, goods, crystal=state.options.level == "turnier")
    if not left:
        return None
    good = left[0]
    target = [next_need(state, seat, good) for seat in range(len(state.settlers))]
    sides = [_default(state, seat, good, target[seat]) for seat in range(len(state.settlers))]
    rest = list(goods[goods.index(good) + 1 :])
    state.phase = Trade("columns", good, rest, at, at + COLUMNS_MS, books, target, sides, state.store.prices[good])
    return [AuctionOpened(good, tuple(book[good] for book in books))]


def _default(state: State, seat: int, good: Good, target: int) -> Side:
    """Above the line a seller, else a buyer (E-144)."""
    units = state.settlers[seat].goods[good]
    return "sell" if units > target else "buy"


def due(trade: Trade) -> int:
    """The next instant of the phase."""
    return trade.ladder.due if trade.stage == "ladder" and trade.ladder is not None else trade.until


def run(state: State, trade: Trade, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether this auction is over."""
    if trade.stage == "columns":
        return _open_sides(state, trade, at), False
    if trade.stage == "sides":
        trade.stage, trade.began, trade.until = "frozen", at, at + FROZEN_MS
        return [SidesFixed()], False
    if trade.stage == "frozen":
        return _open_ladder(state, trade, at), False
    if trade.stage == "ladder":
        events, ended = ladders.run(state, at)
        return ([*events, *_result(state, trade, at)], False) if ended else (events, False)
    return [], True


def _open_sides(state: State, trade: Trade, at: int) -> list[Event]:
    """Five seconds to choose; computers know at once (E-145)."""
    trade.stage, trade.began, trade.until = "sides", at, at + SIDES_MS
    for seat, settler in enumerate(state.settlers):
        if settler.robot is not None:
            trade.sides[seat] = drive.at_sides(state, seat)
    ask(state, asked(state))
    return [SidesOpen(tuple(trade.sides))]


def choose(state: State, trade: Trade, seat: int, side: Side, now: int) -> list[Event]:
    """A person picks a side, in the choice or during the trade (E-146, E-149)."""
    check_side(state, trade, seat, side)
    if trade.stage == "ladder":
        return ladders.change_side(state, seat, side, now)
    trade.sides[seat] = side
    return [SideChosen(seat, side)]


def check_side(state: State, trade: Trade, seat: int, side: Side) -> None:
    """Who has nothing can't sell. Raises Rejection."""
    if side == trade.sides[seat]:
        raise refuse("same", text(_("Auf dieser Seite stehst du schon.")))
    if side == "sell" and not state.settlers[seat].goods[trade.good]:
        raise refuse("no_units", text(_("Du hast nichts zu verkaufen.")))


def open_store(state: State, good: Good) -> bool:
    """Whether the store sells: it has stock, and it never sells Glimmer."""
    return good != "crystal" and state.store.goods[good] > 0


def _open_ladder(state: State, trade: Trade, at: int) -> list[Event]:
    """Both of the store's lines are fixed for the whole auction. The scale grows up to the highest base price there is:
    one deal beyond would raise the worth of all stocks at will, and drag the start place of who sells out of reach."""
    good = trade.good
    trade.stage, trade.began = "ladder", at
    low, _high = store_lines(good, state.store.prices[good])
    trade.ladder = Ladder(
        low, GOOD_STEP[good], SCALE_STEPS, SCALE_STEPS, selling=open_store(state, good), buying=True,
        figures=[Figure(side, None, at) for side in trade.sides],
        beat=ladders.new_beat(price_clock(state, BEATS), at), now=at,
        most=max(SCALE_STEPS, (PRICE_MAX - low) // GOOD_STEP[good]),
    )  # fmt: skip
    ladders.open_ladder(state, trade.ladder)
    ask(state, asked(state))
    return [LadderOpened(good)]


def _result(state: State, trade: Trade, at: int) -> list[Event]:
    """The short board: the mean price, store deals included, is the new base price (E-172, E-190)."""
    trade.stage, trade.began, trade.until = "result", at, at + RESULT_MS
    if trade.volume:
        state.store.prices[trade.good] = half_up(trade.turnover, trade.volume)
    if trade.good == "crystal":
        state.store.goods["crystal"] = 0
    return [AuctionOver(trade.good, trade.volume, trade.before, state.store.prices[trade.good])]
