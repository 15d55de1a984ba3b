"""What goods, ELUMs and plots are worth to a computer, from what it may know (elum.md 11)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property

from games.elum.bots import prices
from games.elum.bots.levels import Strength
from games.elum.data import BONUS_EACH, ELUM_WORTH, GOODS, PLOT_IDS, PLOT_WORTH, STORE_BELOW, STORE_SPREAD, Good
from games.elum.rules.base import food_need
from games.elum.rules.maps import NEIGHBOURS, allowed
from games.elum.rules.yields import expected, union
from games.elum.view import Observation, PlotView

HARVEST_UNITS = 3
"""So many units of Erz an ELUM that stands still would have made."""
GOLDEN = 0.6180339887
"""Its multiples spread evenly between whole numbers."""


class Mind:
    """One look at the match: an observation, a strength, and the chance of this turn."""

    def __init__(self, seen: Observation, strength: Strength, rng: random.Random) -> None:
        assert seen.seat is not None
        self.seen, self.strength, self.rng = seen, strength, rng
        self.seat: int = seen.seat
        self.me = seen.settlers[self.seat]
        self._outlooks: dict[Good, tuple[int, bool]] = {}
        self._chance = rng.random() if strength.noise else 0.0

    @property
    def rounds_left(self) -> int:
        """Harvests still to come, this round's included."""
        return max(0, self.seen.options.rounds - self.seen.round + 1)

    @property
    def last_round(self) -> bool:
        """No round follows."""
        return self.seen.round >= self.seen.options.rounds

    # --- prices ----------------------------------------------------------------------------------

    def outlook(self, good: Good) -> tuple[int, bool]:
        """(price to come, whether the colony will lack it)."""
        if good not in self._outlooks:
            self._outlooks[good] = prices.outlook(self.seen, good, self.strength.rounds_ahead)
        return self._outlooks[good]

    def forecast(self, good: Good) -> int:
        """The price to come."""
        return self.outlook(good)[0]

    def lack_price(self, good: Good) -> int:
        """What a unit costs that the seat needs and hasn't: the store's price, or where Energie will be short, what the
        ELUM would have made."""
        price, scarce = self.outlook(good)
        if not self.strength.spread:
            return price
        dear = price - STORE_BELOW[good] + STORE_SPREAD
        if good == "energy" and scarce:
            return max(dear, HARVEST_UNITS * self.seen.store.prices["ore"])
        return dear

    def spare_price(self, good: Good) -> int:
        """What a unit brings that the seat doesn't need: others pay more than the store where it is short."""
        price, scarce = self.outlook(good)
        return price if scarce or not self.strength.spread else price - STORE_BELOW[good]

    # --- units -----------------------------------------------------------------------------------

    @cached_property
    def own(self) -> dict[str, PlotView]:
        """The seat's plots."""
        return {plot_id: plot for plot_id, plot in self.seen.plots.items() if plot.owner == self.seat}

    @cached_property
    def counts(self) -> dict[Good, int]:
        """The seat's ELUMs by good."""
        placed = [good for plot in self.own.values() for good in plot.elums]
        return {good: placed.count(good) for good in GOODS}

    @cached_property
    def making(self) -> dict[Good, int]:
        """What this seat's ELUMs make in a round, without chance."""
        made = dict.fromkeys(GOODS, 0)
        for plot_id, plot in self.own.items():
            for good in plot.elums:
                made[good] += self.units(plot_id, good)
        return made

    def units(self, plot_id: str, good: Good, *, more: int = 0) -> int:
        """Expected units of an own ELUM there."""
        deposit = prices.deposit(self.seen.plots[plot_id].deposit)
        return expected(self.seen.plots, self.seat, plot_id, good, deposit, more=more) or 0

    def units_more(self, plot_id: str, good: Good) -> int:
        """What one more ELUM there adds in all: its own units, „Erfahrung" of its kind, „Verbund" of its neighbours."""
        found = self.units(plot_id, good, more=1)
        if not self.strength.synergy:
            return found
        if (self.counts[good] + 1) % 3 == 0:
            found += self.counts[good]
        plots = self.seen.plots
        return found + sum(
            plots[near].owner == self.seat and good in plots[near].elums and not union(plots, self.seat, near, good)
            for near in NEIGHBOURS[plot_id]
        )

    def need(self, good: Good) -> int:
        """What the seat uses in a round to come."""
        if good == "food":
            return food_need(min(self.seen.round + 1, self.seen.options.rounds))
        return sum(self.counts.values()) - self.counts["energy"] if good == "energy" else 0

    def lack(self, good: Good) -> int:
        """Units that it needs each round and doesn't make."""
        return max(0, self.need(good) - self.making[good])

    # --- ELUMs -----------------------------------------------------------------------------------

    def worth_of(self, good: Good, units: int) -> float:
        """What ``units`` more a round are worth: its own lack at the buying price, the rest at the selling price."""
        lacked = min(units, self.lack(good))
        return lacked * self.lack_price(good) + (units - lacked) * self.spare_price(good)

    def running_cost(self, good: Good) -> int:
        """The Energie of one more ELUM."""
        if good == "energy":
            return 0
        return self.spare_price("energy") if self.making["energy"] > self.need("energy") else self.lack_price("energy")

    def bonus(self, good: Good) -> float:
        """What the good adds to the bonus for one of each, as far as this strength thinks of it."""
        if self.making[good] or not self.strength.bonus:
            return 0.0
        missing = sum(not self.making[other] for other in prices.in_play(self.seen))
        return self.strength.bonus * BONUS_EACH / missing**2

    def brings(self, plot_id: str, good: Good) -> float:
        """What one more ELUM for ``good`` there brings in a round, its Energie taken off."""
        worth = self.worth_of(good, self.units_more(plot_id, good)) - self.running_cost(good)
        return worth + self.bonus(good)

    def placed(self, good: Good) -> int:
        """ELUMs of everybody for the good."""
        return sum(plot.elums.count(good) for plot in self.seen.plots.values() if plot.owner is not None)

    def gain(self, plot_id: str, good: Good) -> float:
        """The same, as well as this strength can tell."""
        return self.brings(plot_id, good) * self.noise(plot_id, good)

    def keeps(self, plot_id: str, good: Good) -> float:
        """What the ELUM for ``good`` that stands there brings in a round."""
        units = self.units(plot_id, good)
        needed = min(units, max(0, self.need(good) - self.making[good] + units))
        brings = needed * self.lack_price(good) + (units - needed) * self.spare_price(good)
        only = self.making[good] == units and units > 0
        complete = all(self.making[other] for other in prices.in_play(self.seen))
        return brings - self.running_cost(good) + (self.strength.bonus * BONUS_EACH if only and complete else 0)

    def noise(self, plot_id: str, good: Good) -> float:
        """A factor for each plot and good, the same all through a turn."""
        width = self.strength.noise
        if not width:
            return 1.0
        number = len(GOODS) * PLOT_IDS.index(plot_id) + GOODS.index(good)
        return 1 + (2 * ((self._chance + number * GOLDEN) % 1.0) - 1) * width

    def outfits(self, plot_id: str) -> Iterator[tuple[float, Good]]:
        """(gain a round, good) for each ELUM that may come there."""
        plot = self.seen.plots[plot_id]
        for good in allowed(plot.kind):
            if good in prices.in_play(self.seen) and good not in plot.elums:
                yield self.gain(plot_id, good), good

    def build_gain(self, gain: float) -> float:
        """What an ELUM brings over the rest of the match, its price taken off; the outfit counts at the end."""
        return gain * self.rounds_left + ELUM_WORTH - self.seen.store.elum_price

    # --- land and money --------------------------------------------------------------------------

    def plot_value(self, plot_id: str) -> float:
        """What owning the plot is worth until the end, with the ELUM that it would get."""
        best = max(self.outfits(plot_id), default=None)
        return PLOT_WORTH + (max(0.0, self.build_gain(best[0])) if best is not None else 0.0)

    def reserve(self) -> int:
        """Cash that isn't spent on machines or land."""
        if self.last_round:
            return 0
        food = self.strength.reserve_food * self.lack("food") * self.seen.store.prices["food"]
        return food + (self.seen.store.elum_price if self.strength.reserve_elum else 0)
