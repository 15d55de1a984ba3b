"""Goods auctions: which side, which price (elum.md 8, 11)."""

from __future__ import annotations

from games.elum.actions import Action, Choose, Walk
from games.elum.bots.values import Mind
from games.elum.data import BEATS, Side
from games.elum.view import LadderView, TradeView

SCARCE_PLUS = 1.25
SCARCE_MOST = 2.0
HASTE = 0.45
"""Share of the clock by which a buyer has come all the way."""
CRYSTAL_SELL = 95


def side(mind: Mind) -> Side:
    """Seller of what it doesn't need, buyer of what it lacks, else out of it."""
    if surplus(mind) > 0:
        return "sell"
    return "buy" if lack(mind) > 0 and not mind.last_round else "out"


def _trade(mind: Mind) -> TradeView:
    assert isinstance(mind.seen.phase, TradeView)
    return mind.seen.phase


def units(mind: Mind) -> int:
    """What it has of the good."""
    return mind.me.goods[_trade(mind).good]


def keeps(mind: Mind) -> int:
    """What it wants to keep: the need of the next round, of Energie one more; nothing at the end."""
    trade = _trade(mind)
    if mind.last_round:
        return 0
    if trade.good == "crystal":
        return 0 if trade.before >= CRYSTAL_SELL or units(mind) > 30 else units(mind)
    extra = 1 if trade.good == "energy" and trade.target[mind.seat] and mind.strength.careful else 0
    return trade.target[mind.seat] + extra


def surplus(mind: Mind) -> int:
    """Units to sell."""
    return max(0, units(mind) - keeps(mind))


def lack(mind: Mind) -> int:
    """Units to buy."""
    return max(0, _trade(mind).target[mind.seat] - units(mind))


def act(mind: Mind, ladder: LadderView) -> Action | None:
    """What it wants now; None to leave everything as it is."""
    wanted = side(mind)
    figure = ladder.figures[mind.seat]
    if figure.side != wanted:
        return Choose(wanted)
    if wanted == "out":
        return None
    price = ask(mind, ladder) if wanted == "sell" else offer(mind, ladder)
    if price is None:
        return None if figure.at is None else Walk(None)
    step = max(0, (price - ladder.low) // ladder.step)
    if wanted == "sell":
        step = min(step, ladder.top)
    if figure.to == step:
        return None
    return Walk(ladder.low + step * ladder.step)


def total_beats(mind: Mind) -> int:
    """What the clock began with."""
    return BEATS // 2 if mind.seen.options.fast else BEATS


def passed_share(mind: Mind, ladder: LadderView) -> float:
    """0 at the start of the clock, 1 at its end."""
    return 1 - ladder.left / total_beats(mind)


def best_ask(mind: Mind, ladder: LadderView) -> int | None:
    """The lowest seller's price, the store's included."""
    found = [
        figure.at
        for figure in ladder.figures
        if figure.side == "sell" and figure.at is not None and figure.at <= ladder.top
    ]
    if ladder.selling:
        found.append(ladder.end)
    return ladder.low + min(found) * ladder.step if found else None


def best_bid(mind: Mind, ladder: LadderView) -> int | None:
    """The highest buyer's price, the store's included."""
    found = [
        figure.at for figure in ladder.figures if figure.side == "buy" and figure.at is not None and figure.at >= 0
    ]
    if ladder.buying:
        found.append(0)
    return ladder.low + max(found) * ladder.step if found else None


def offer(mind: Mind, ladder: LadderView) -> int | None:
    """Walk towards the offer, all the way before the clock runs low; never above the own limit or the money."""
    most = min(buy_limit(mind, ladder), mind.me.money)
    if most < ladder.low:
        return None
    share = passed_share(mind, ladder)
    low, high = mind.strength.waits
    if high and share * total_beats(mind) < low + (high - low) * (mind.seat + 1) / 4:
        share = 0.0
    reach = ladder.low + (most - ladder.low) * min(1.0, 0.5 + share / HASTE / 2)
    asked = best_ask(mind, ladder)
    if asked is not None and asked <= most:
        reach = min(asked, max(reach, (ladder.low + asked) / 2))
    return int(min(reach, most))


def buy_limit(mind: Mind, ladder: LadderView) -> int:
    """To the store's price while it has stock, above it if the good is scarce (E-174)."""
    trade = _trade(mind)
    top = ladder.low + ladder.end * ladder.step
    if ladder.selling:
        return top
    if not mind.strength.careful:
        return int(trade.before * SCARCE_PLUS)
    forecast = mind.forecast(trade.good)
    scarce = max(forecast, int(trade.before * SCARCE_PLUS))
    if mind.strength.rounds_ahead > 1:
        return max(scarce, top)
    return min(scarce, int(trade.before * SCARCE_MOST))


def ask(mind: Mind, ladder: LadderView) -> int | None:
    """Towards the best bid from the own floor up; in scarcity it stays high and gives way at the end (E-176)."""
    floor = sell_floor(mind, ladder)
    bid = best_bid(mind, ladder)
    if bid is not None and bid >= floor:
        return bid
    share = passed_share(mind, ladder)
    top = ladder.low + ladder.end * ladder.step
    start = max(top, floor)
    return int(max(floor, start - (start - floor) * min(1.0, 0.5 + share / HASTE / 2)))


def sell_floor(mind: Mind, ladder: LadderView) -> int:
    """What it wouldn't go below now."""
    trade = _trade(mind)
    if mind.last_round:
        return ladder.low if ladder.left <= 10 else trade.before
    if not mind.strength.careful or trade.good in ("ore", "crystal"):
        return ladder.low
    forecast = mind.forecast(trade.good)
    if ladder.left <= mind.strength.yields_last:
        return ladder.low
    return max(ladder.low, forecast if mind.short(trade.good) else min(forecast, trade.before))
