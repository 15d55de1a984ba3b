"""What goods will cost, by the store's own formula on public figures (elum.md 9, 11)."""

from __future__ import annotations

from collections.abc import Sequence

from games.elum.data import GOODS, PRICE_FLOOR, PRICE_MAX, Good
from games.elum.rules.base import food_need
from games.elum.rules.market import factor_price, ore_ratio, stock_price
from games.elum.rules.yields import expected
from games.elum.view import Observation, TradeView

CRYSTAL_MEAN = 100
UNKNOWN_DEPOSIT = 1
"""Glimmer that it hasn't assayed counts as a little."""
KEEPS: dict[Good, tuple[int, int]] = {"food": (1, 2), "energy": (3, 4)}
"""What spoilage leaves of the rest."""
MOST = 2
"""However scarce a good will be, nobody reckons with more than twice its price."""


def supply(seen: Observation, good: Good) -> int:
    """Everybody's stock and the store's."""
    return seen.store.goods[good] + sum(settler.goods[good] for settler in seen.settlers)


def demand(seen: Observation, good: Good, round_: int) -> int:
    """What the colony needs in that round. Before the harvest owned plots without an ELUM will want Energie too."""
    if good == "food":
        return len(seen.settlers) * food_need(max(1, min(round_, seen.options.rounds)))
    if isinstance(seen.phase, TradeView):
        return sum(energy for _food, energy in seen.needs)
    owned = [plot.elums for plot in seen.plots.values() if plot.owner is not None]
    running = sum(elum != "energy" for elums in owned for elum in elums)
    return running + (sum(not elums for elums in owned) if round_ > seen.round else 0)


def short(seen: Observation, good: Good) -> bool:
    """Whether the stock of now won't do for the next round."""
    return good in KEEPS and supply(seen, good) < demand(seen, good, seen.round + 1)


def harvest(seen: Observation, good: Good) -> int:
    """What all ELUMs make of it in a round: in its auction what they have just made, else what is expected."""
    if isinstance(seen.phase, TradeView):
        return sum(book.made for book in seen.phase.books)
    return sum(
        expected(seen.plots, plot.owner, plot_id, good, deposit(plot.deposit)) or 0
        for plot_id, plot in seen.plots.items()
        if plot.owner is not None and good in plot.elums
    )


def deposit(known: int | None) -> int:
    """What it reckons with."""
    return UNKNOWN_DEPOSIT if known is None else known


def outlook(seen: Observation, good: Good, rounds: int) -> tuple[int, bool]:
    """(price, whether the colony will lack it) so many rounds ahead. In a turn the next harvest comes first."""
    price = seen.store.prices[good]
    if good == "crystal":
        return CRYSTAL_MEAN, False
    if good == "ore":
        for _round in range(rounds):
            price = _ore(seen, price)
        return price, False
    stock, wanted = supply(seen, good), 0
    made = harvest(seen, good)
    kept, of = KEEPS[good]
    reaped = isinstance(seen.phase, TradeView)
    for ahead in range(rounds):
        if ahead or not reaped:
            rest = max(0, stock - demand(seen, good, seen.round + ahead))
            stock = rest * kept // of + made
        wanted = demand(seen, good, seen.round + ahead + 1)
        price = stock_price(price, good, wanted, stock)
    return min(price, MOST * seen.store.prices[good]), stock < wanted


def _ore(seen: Observation, price: int) -> int:
    if not seen.plots:
        return price
    free = sum(plot.owner is None and plot.kind != "town" for plot in seen.plots.values())
    empty = sum(plot.owner is not None and not plot.elums for plot in seen.plots.values())
    store = seen.store
    ratio = ore_ratio(store.elums, store.goods["ore"], free, len(seen.settlers), empty)
    return max(PRICE_FLOOR["ore"], min(PRICE_MAX, factor_price(price, *ratio)))


def in_play(seen: Observation) -> Sequence[Good]:
    """What is traded in this match."""
    return GOODS if seen.options.level == "turnier" else GOODS[:3]
