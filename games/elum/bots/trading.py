"""Goods auctions: which side, which price (elum.md 8, 11). Without the map: books and ladder say all it needs."""

from __future__ import annotations

from games.elum.actions import Action, Choose, Walk
from games.elum.bots import prices
from games.elum.bots.values import HARVEST_UNITS, Mind
from games.elum.data import BEATS, Side
from games.elum.view import FigureView, LadderView, TradeView

SCARCE_PLUS = 1.25
SCARCE_MOST = 2.0
FIRST_REACH = 0.6
"""Where nobody offers, a buyer first shows itself at so much of its limit."""
SHOWS_ITSELF = 0.08
"""For such a share of the clock."""
PASSING = 2
"""So many units can pass before it looks again."""
CRYSTAL_SELL = 95
CRYSTAL_MOST = 30


def side(mind: Mind) -> Side:
    """Seller of what it doesn't need, buyer of what it lacks, else out of it."""
    if surplus(mind) > 0:
        return "sell"
    return "buy" if lack(mind) > 0 else "out"


def _trade(mind: Mind) -> TradeView:
    assert isinstance(mind.seen.phase, TradeView)
    return mind.seen.phase


def keeps(mind: Mind) -> int:
    """What it wants to keep: the need of the next round, of Energie one more; nothing at the end."""
    trade, have = _trade(mind), mind.me.goods[_trade(mind).good]
    if mind.last_round:
        return 0
    if trade.good == "crystal":
        hold = mind.strength.careful and trade.before < CRYSTAL_SELL and have <= CRYSTAL_MOST
        return have if hold else 0
    return trade.target[mind.seat] + (1 if trade.good == "energy" and mind.strength.careful else 0)


def surplus(mind: Mind) -> int:
    """Units to sell."""
    return max(0, mind.me.goods[_trade(mind).good] - keeps(mind))


def lack(mind: Mind) -> int:
    """Units to buy; in the last round none."""
    trade = _trade(mind)
    if mind.last_round or trade.good in ("ore", "crystal"):
        return 0
    return max(0, keeps(mind) - mind.me.goods[trade.good])


def act(mind: Mind, ladder: LadderView) -> Action | None:
    """What it wants now; None to leave everything as it is."""
    figure = ladder.figures[mind.seat]
    wanted = stays(mind, ladder, figure.side)
    if figure.side != wanted:
        return Choose(wanted)
    if wanted == "out":
        return None
    step = sell_step(mind, ladder) if wanted == "sell" else buy_step(mind, ladder)
    if step == figure.to or _on_the_way(figure, step):
        return None
    return Walk(None if step is None else ladder.low + step * ladder.step)


def stays(mind: Mind, ladder: LadderView, now: Side) -> Side:
    """Its side while it trades: it leaves when it has done, and doesn't turn round for a unit more or less.

    A seller leaves with a unit or two to spare: by the time that it has seen the last one pass, more would have."""
    trade = _trade(mind)
    if now == "out":
        needs = trade.good in prices.KEEPS and mind.me.goods[trade.good] < trade.target[mind.seat]
        return "buy" if needs else "out"
    if now == "buy":
        return now if lack(mind) else "out"
    deal = ladder.deal
    passing = deal is not None and deal.seller == mind.seat and deal.units > 0 and keeps(mind) > 0
    return now if surplus(mind) > (PASSING if passing else 0) else "out"


def _on_the_way(figure: FigureView, step: int | None) -> bool:
    """Whether it walks there already: it will meet whoever stands on its way."""
    if step is None or figure.at is None or figure.to is None:
        return False
    if figure.side == "buy":
        return figure.at < step < figure.to
    return figure.to < step < figure.at


def in_steps(ladder: LadderView, price: float) -> int:
    """The highest step that costs no more."""
    return int(price - ladder.low) // ladder.step


# --- buying --------------------------------------------------------------------------------------


def buy_step(mind: Mind, ladder: LadderView) -> int | None:
    """Towards the cheapest offer; where nobody offers, up to the own limit."""
    most = in_steps(ladder, min(buy_limit(mind, ladder), mind.me.money))
    if ladder.most is not None:
        most = min(most, ladder.most)
    if most < 0:
        return None
    offers = [figure.at for figure in others(mind, ladder, "sell") if figure.at is not None]
    best = min(offers, default=None)
    if best is not None and best <= most:
        return best
    if ladder.selling and ladder.end <= most:
        return ladder.end if not _waits(mind, ladder) else ladder.end // 2
    if passed(mind, ladder) < SHOWS_ITSELF:
        return int(most * FIRST_REACH)
    return most


def others(mind: Mind, ladder: LadderView, side_: Side) -> list[FigureView]:
    """Figures on the scale."""
    return [
        figure
        for seat, figure in enumerate(ladder.figures)
        if seat != mind.seat and figure.side == side_ and figure.at is not None and 0 <= figure.at <= ladder.top
    ]


def _waits(mind: Mind, ladder: LadderView) -> bool:
    """Whether it still hopes for somebody cheaper than the store."""
    low, high = mind.strength.waits
    if not high or not any(figure.side == "sell" for figure in ladder.figures):
        return False
    return total_beats(mind) - ladder.left < low + (high - low) * mind.rng.random()


def buy_limit(mind: Mind, ladder: LadderView) -> int:
    """To the store's price while it has stock, above it if the good is scarce (E-174)."""
    trade = _trade(mind)
    if ladder.selling:
        return ladder.low + ladder.end * ladder.step
    plus = int(trade.before * SCARCE_PLUS)
    if not mind.strength.careful:
        return plus
    limit = min(max(mind.forecast(trade.good), plus), int(trade.before * SCARCE_MOST))
    if mind.strength.rounds_ahead > 1 and trade.good == "energy":
        return max(limit, HARVEST_UNITS * mind.seen.store.prices["ore"])
    return limit


# --- selling -------------------------------------------------------------------------------------


def sell_step(mind: Mind, ladder: LadderView) -> int | None:
    """Towards the highest bid from the own floor up; None (the start place) while the floor is above the scale."""
    bids = [figure.at for figure in others(mind, ladder, "buy") if figure.at is not None]
    best = max(bids, default=0)
    floor = sell_floor(mind, ladder)
    if best >= floor:
        return best
    return floor if floor <= ladder.top else None


def sell_floor(mind: Mind, ladder: LadderView) -> int:
    """The step below which it wouldn't go now."""
    trade = _trade(mind)
    if mind.last_round:  # what isn't sold counts at the base price all the same
        return max(1, in_steps(ladder, trade.before))
    if not mind.strength.careful or trade.good in ("ore", "crystal") or ladder.left <= mind.strength.yields_last:
        return 0
    scarce = prices.short(mind.seen, trade.good)
    wanted = any(figure.side == "buy" for figure in ladder.figures)
    if not wanted and not scarce:
        return 0
    price = min(mind.forecast(trade.good), int(trade.before * SCARCE_MOST))
    floor = max(0, in_steps(ladder, price))
    return min(floor, ladder.end) if ladder.selling else floor


# --- the clock -----------------------------------------------------------------------------------


def total_beats(mind: Mind) -> int:
    """What the clock began with."""
    return BEATS // 2 if mind.seen.options.fast else BEATS


def passed(mind: Mind, ladder: LadderView) -> float:
    """0 at the start of the clock, 1 at its end."""
    return 1 - ladder.left / total_beats(mind)
