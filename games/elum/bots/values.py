"""What goods, ELUMs and plots are worth to a computer, from what it may know (elum.md 11)."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cached_property

from games.elum.bots.levels import Strength
from games.elum.data import ELUM_WORTH, GOODS, OUTFITS, PLOT_WORTH, STORE_BELOW, STORE_SPREAD, Good
from games.elum.rules.base import food_need
from games.elum.rules.maps import allowed
from games.elum.rules.market import factor_price, ore_ratio, stock_price
from games.elum.rules.yields import expected
from games.elum.view import Observation, PlotView

CRYSTAL_MEAN = 100
UNKNOWN_DEPOSIT = 1


class Mind:
    """One look at the match: an observation, a strength, and the chance of this turn."""

    def __init__(self, seen: Observation, strength: Strength, rng: random.Random) -> None:
        assert seen.seat is not None
        self.seen, self.strength, self.rng = seen, strength, rng
        self.seat: int = seen.seat
        self.me = seen.settlers[self.seat]

    @cached_property
    def rounds_left(self) -> int:
        """Harvests still to come, this round's included."""
        return max(0, self.seen.options.rounds - self.seen.round + 1)

    @property
    def last_round(self) -> bool:
        """No round follows."""
        return self.seen.round >= self.seen.options.rounds

    def goods(self) -> tuple[Good, ...]:
        """What is traded in this match."""
        return GOODS if self.seen.options.level == "turnier" else GOODS[:3]

    # --- prices ----------------------------------------------------------------------------------

    def supply(self, good: Good) -> int:
        """All stock that everybody sees."""
        return self.seen.store.goods[good] + sum(settler.goods[good] for settler in self.seen.settlers)

    def demand(self, good: Good) -> int:
        """What the colony needs in the next round."""
        if good == "food":
            return len(self.seen.settlers) * food_need(min(self.seen.round + 1, self.seen.options.rounds))
        return sum(energy for _food, energy in self.seen.needs)

    def short(self, good: Good) -> bool:
        """Whether the colony lacks it."""
        return good in ("food", "energy") and self.supply(good) < self.demand(good)

    def forecast(self, good: Good) -> int:
        """The price to come, by the store's own formula on the figures of now."""
        price = self.seen.store.prices[good]
        if good == "crystal":
            return CRYSTAL_MEAN
        for _round in range(self.strength.rounds_ahead):
            if good == "ore":
                price = self._ore_forecast(price)
            else:
                price = stock_price(price, good, self.demand(good), self.supply(good))
        return price

    def _ore_forecast(self, price: int) -> int:
        if not self.seen.plots:
            return price
        free = sum(plot.owner is None and plot.kind != "town" for plot in self.seen.plots.values())
        empty = sum(plot.owner is not None and not plot.elums for plot in self.seen.plots.values())
        store = self.seen.store
        ratio = ore_ratio(store.elums, store.goods["ore"], free, len(self.seen.settlers), empty)
        return max(50, min(230, factor_price(price, *ratio)))

    # --- units -----------------------------------------------------------------------------------

    @cached_property
    def making(self) -> dict[Good, int]:
        """What this seat's ELUMs make in a round, without chance."""
        made = dict.fromkeys(GOODS, 0)
        for plot_id, plot in self.own().items():
            for good in plot.elums:
                made[good] += self.units(plot_id, good)
        return made

    def own(self) -> dict[str, PlotView]:
        """The seat's plots."""
        return {plot_id: plot for plot_id, plot in self.seen.plots.items() if plot.owner == self.seat}

    def units(self, plot_id: str, good: Good, *, more: int = 0) -> int:
        """Expected units of an own ELUM there; unknown Glimmer counts as a little."""
        plot = self.seen.plots[plot_id]
        deposit = UNKNOWN_DEPOSIT if plot.deposit is None else plot.deposit
        found = expected(self.seen.plots, self.seat, plot_id, good, deposit, more=more)
        return found or 0

    def lack(self, good: Good) -> int:
        """Units that this seat will lack each round, beside what it makes."""
        need = {
            "food": food_need(min(self.seen.round + 1, self.seen.options.rounds)),
            "energy": self.seen.needs[self.seat][1],
        }.get(good, 0)
        return max(0, need - self.making[good])

    def worth_of(self, good: Good, units: int) -> float:
        """What ``units`` more a round are worth: own lack at the buying price, the rest at the selling price."""
        price = self.forecast(good)
        sells = price - STORE_BELOW[good]
        if not self.strength.careful:
            return units * price
        lacked = min(units, self.lack(good))
        return lacked * (sells + STORE_SPREAD) + (units - lacked) * sells

    def elum_gain(self, plot_id: str, good: Good, *, more: int = 1) -> float:
        """What an ELUM for ``good`` there brings in a round, its Energie taken off."""
        gain = self.worth_of(good, self.units(plot_id, good, more=more))
        return gain - (0 if good == "energy" else self.energy_cost())

    def energy_cost(self) -> float:
        """What a unit of Energie costs this seat."""
        price = self.forecast("energy")
        spare = self.making["energy"] - self.seen.needs[self.seat][1]
        return price - STORE_BELOW["energy"] + (0 if spare > 0 else STORE_SPREAD)

    # --- choices ---------------------------------------------------------------------------------

    @cached_property
    def noise(self) -> Mapping[tuple[str, Good], float]:
        """A factor for each plot and good, the same all through a turn."""
        width = self.strength.noise
        return {
            (plot_id, good): 1 + (2 * self.rng.random() - 1) * width if width else 1.0
            for plot_id in self.seen.plots
            for good in GOODS
        }

    def outfits(self, plot_id: str) -> Iterator[tuple[float, Good]]:
        """(gain a round, good) for each ELUM that may stand there."""
        plot = self.seen.plots[plot_id]
        for good in allowed(plot.kind):
            if good in self.goods() and good not in plot.elums:
                yield self.elum_gain(plot_id, good) * self.noise[plot_id, good], good

    def best_outfit(self, plot_id: str) -> tuple[float, Good] | None:
        """The best of them."""
        return max(self.outfits(plot_id), default=None)

    def plot_value(self, plot_id: str) -> float:
        """What owning the plot is worth until the end (elum.md 11)."""
        best = self.best_outfit(plot_id)
        gain = max(0.0, best[0]) if best is not None else 0.0
        return gain * self.rounds_left + PLOT_WORTH

    def reserve(self) -> int:
        """Cash that isn't spent on machines or land."""
        food = self.strength.reserve_food * self.lack("food") * self.seen.store.prices["food"]
        return food + (self.seen.store.elum_price if self.strength.reserve_elum and not self.last_round else 0)

    def build_gain(self, gain: float, good: Good) -> float:
        """What building an ELUM for ``good`` brings over the rest of the match, its price taken off."""
        cost = self.seen.store.elum_price + OUTFITS[good]
        return gain * self.rounds_left + ELUM_WORTH + OUTFITS[good] - cost
