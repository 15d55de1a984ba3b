"""The balance after the harvest: units by settler and good, bonuses, refined plots, ticker (E-122 to E-132, E-181)."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from games.elum.board import words
from games.elum.board.shows.cast import NAME, Cast, cast, goods, settler
from games.elum.board.shows.reap import News, news, news_data
from games.elum.board.shows.ticker import Ticker, ticker, ticker_data
from games.elum.data import Good, Kind
from games.elum.rules.maps import plot_name
from games.elum.state import Bonus
from games.elum.view import HarvestView, Observation
from games.kernel.board import Fragment
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

Refined: TypeAlias = tuple[Kind, str, int]
"""A plot that got its badge: kind, place, whose it is."""


class Balance(Struct, frozen=True, cache_hash=True):
    """``units`` by seat, one for each of ``goods``."""

    round: int
    cast: Cast
    goods: tuple[Good, ...]
    units: tuple[tuple[int, ...], ...]
    bonuses: tuple[Bonus, ...]
    refined: tuple[Refined, ...]
    news: News | None
    ticker: Ticker


def balance(observation: Observation, phase: HarvestView) -> Fragment:
    """The table, the bonuses and the ticker."""
    columns = goods(observation)
    made = {(seat, good): 0 for seat in range(len(observation.settlers)) for good in columns}
    owners: dict[str, int] = {}
    for crop in phase.crops:
        made[crop.seat, crop.good] += crop.units
        owners[crop.plot] = crop.seat
    facts = Balance(
        observation.round,
        cast(observation),
        columns,
        tuple([tuple([made[seat, good] for good in columns]) for seat in range(len(observation.settlers))]),
        phase.bonuses,
        tuple([(observation.plots[plot].kind, plot, owners[plot]) for plot in phase.refined]),
        news(observation, phase.event),
        ticker(observation, phase),
    )
    return Fragment(NAME, "elum/show_balance.jinja", facts, balance_data, shared=True)


def balance_data(facts: Balance) -> dict[str, Any]:
    """The table, best harvest first."""
    sums = [sum(units) for units in facts.units]
    order = sorted(range(len(sums)), key=lambda seat: -sums[seat])
    return {
        "title": text(_("Bilanz der Runde {round}"), round=facts.round),
        "goods": [(good, words.good(good)) for good in facts.goods],
        "rows": [
            {**settler(facts.cast, seat), "units": facts.units[seat], "sum": sums[seat], "top": facts.bonuses[seat].top}
            for seat in order
        ],
        "colony": [sum(column) for column in zip(*facts.units, strict=True)],
        "total": sum(sums),
        "bonuses": [
            {**settler(facts.cast, seat), "said": said, "money": money}
            for seat in order
            for said, money in paid(facts.bonuses[seat], sums[seat])
        ],
        "refined": [
            {**settler(facts.cast, seat), "field": plot_name(kind, plot)} for kind, plot, seat in facts.refined
        ],
        "news": news_data(facts.news),
        "ticker": ticker_data(facts.ticker),
    }


def paid(bonus: Bonus, units: int) -> list[tuple[Text, int]]:
    """Why somebody gets how much."""
    reasons = (
        (text(_("Topproduzent: {units} Einheiten × 10"), units=units), bonus.top),
        (text(_("20 Einheiten oder mehr")), bonus.many),
        (text(_("von jedem Rohstoff etwas")), bonus.each),
        (text(_("der allererste Glimmer")), bonus.crystal),
    )
    return [(said, money) for said, money in reasons if money]
