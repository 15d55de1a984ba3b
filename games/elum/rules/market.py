"""The store: its two lines, ELUMs built, prices of the next round (elum.md 9)."""

from __future__ import annotations

from collections.abc import Sequence

from games.elum.data import (
    CRYSTAL_PRICES,
    ELUM_PRICE,
    GOODS,
    NOISE_ORE,
    ORE_DEMAND_MAX,
    ORE_FLOOR_NOISY,
    ORE_NOISE,
    ORE_PER_ELUM,
    PRICE_FLOOR,
    PRICE_MAX,
    STORE_BELOW,
    STORE_ELUMS,
    STORE_SPREAD,
    Good,
)
from games.elum.rules.base import free_plots, next_need
from games.elum.rules.chance import between, half_up, weighted
from games.elum.state import Shortage, State


def store_lines(good: Good, base: int) -> tuple[int, int]:
    """At what the store buys and sells (E-191, E-192); Glimmer it never sells, there the scale ends."""
    low = max(0, base - STORE_BELOW[good])
    return low, low + (STORE_SPREAD if good != "crystal" else STORE_SPREAD * 4)


def factor_price(price: int, demand: int, supply: int) -> int:
    """price × (0.25 + 0.75 × demand / supply), whole Taler, half up; no supply counts as 1."""
    supply = max(1, supply)
    return half_up(price * (supply + 3 * demand), 4 * supply)


def demand(state: State, good: Good) -> int:
    """What the colony needs of Nahrung or Energie in the next round: the sum of the target lines (A-16)."""
    return sum(next_need(state, seat, good) for seat in range(len(state.settlers)))


def supply(state: State, good: Good) -> int:
    """Stock of all settlers and the store."""
    return state.store.goods[good] + sum(settler.goods[good] for settler in state.settlers)


def stock_price(price: int, good: Good, wanted: int, there: int) -> int:
    """New price of Nahrung or Energie (E-187)."""
    return max(PRICE_FLOOR[good], min(PRICE_MAX, factor_price(price, wanted, there)))


def ore_ratio(elums: int | None, ore: int, free: int, settlers: int, empty: int) -> tuple[int, int]:
    """Demand and supply of ELUMs (E-188); 1 : 1 where ELUMs are unlimited. Clamped to 0.25 … 3."""
    if elums is None:
        return 1, 1
    wanted = min(ORE_DEMAND_MAX, min(free, settlers) + empty)
    there = max(1, elums + ore // ORE_PER_ELUM)
    if wanted * 4 < there:
        return 1, 4
    return (3, 1) if wanted > 3 * there else (wanted, there)


def ore_price(state: State) -> int:
    """New price of Erz, with noise but for Einsteiger."""
    empty = sum(plot.owner is not None and not plot.elums for plot in state.plots.values())
    ratio = ore_ratio(state.store.elums, state.store.goods["ore"], len(free_plots(state)), len(state.settlers), empty)
    price = max(PRICE_FLOOR["ore"], min(PRICE_MAX, factor_price(state.store.prices["ore"], *ratio)))
    if state.store.elums is None:
        return price
    noisy = price + ORE_NOISE * weighted(state.dice, f"price/ore/{state.round}", NOISE_ORE)
    return max(ORE_FLOOR_NOISY, min(PRICE_MAX, noisy))


def build_elums(state: State) -> int:
    """The store builds from its Erz; how many (E-186)."""
    store = state.store
    if store.elums is None:
        return 0
    built = min(STORE_ELUMS - store.elums, store.goods["ore"] // ORE_PER_ELUM)
    store.elums += built
    store.goods["ore"] -= built * ORE_PER_ELUM
    return built


def set_prices(state: State) -> int:
    """The store's work at the round's end: prices by supply and demand, then new ELUMs; how many it built."""
    prices = state.store.prices
    for good in ("food", "energy"):
        prices[good] = stock_price(prices[good], good, demand(state, good), supply(state, good))
    prices["ore"] = ore_price(state)
    prices["crystal"] = between(state.dice, f"price/crystal/{state.round}", *CRYSTAL_PRICES)
    built = build_elums(state)
    if state.store.elums is not None:
        state.store.elum_price = 2 * prices["ore"]
    else:
        state.store.elum_price = ELUM_PRICE
    return built


def shortages(state: State) -> dict[Good, Shortage]:
    """The ticker (E-182, E-183): Nahrung and Energie by the next round's need, Erz by room for ELUMs."""
    found: dict[Good, Shortage] = {}
    for good in ("food", "energy"):
        need, stock = demand(state, good), supply(state, good)
        found[good] = Shortage(need, stock, stock < need)
    elums = state.store.elums
    if elums is not None:
        need = ORE_PER_ELUM * (STORE_ELUMS - elums)
        found["ore"] = Shortage(need, state.store.goods["ore"], state.store.goods["ore"] < need)
    return found


def goods_worth(goods: dict[Good, int], prices: dict[Good, int]) -> int:
    """Stocks at the store's base prices."""
    return sum(goods[good] * prices[good] for good in GOODS)


def auctioned(state: State, goods: Sequence[Good], *, crystal: bool) -> list[Good]:
    """Those of ``goods`` that anybody has a unit of; Glimmer in Turnier only."""
    return [good for good in goods if (good != "crystal" or crystal) and supply(state, good) > 0]
