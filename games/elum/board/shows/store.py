"""The round's end: the ranking, then the store's work and its new prices (E-177, E-184 to E-192)."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from games.elum.board import words
from games.elum.board.shows.cast import NAME, Cast, cast, goods
from games.elum.board.shows.ranking import Worths, ranking_data
from games.elum.board.shows.ticker import Ticker, report, ticker, ticker_data
from games.elum.data import ORE_PER_ELUM, STORE_ELUMS, Good
from games.elum.rules.market import store_lines
from games.elum.view import Observation, SummaryView
from games.kernel.board import Fragment
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

Price: TypeAlias = tuple[Good, int, int]
"""A good, its base price after the auctions, and what the store makes of it."""


class Ended(Struct, frozen=True, cache_hash=True):
    """A round that is over."""

    cast: Cast
    rank: tuple[int, ...]
    worth: Worths
    prices: tuple[Price, ...]
    built: int
    elums: int | None
    elum_price: int
    ticker: Ticker


def summary(observation: Observation, phase: SummaryView) -> Fragment:
    """Walk-in, store's work, ticker."""
    store = observation.store
    facts = Ended(
        cast(observation),
        observation.rank,
        phase.worth,
        tuple([(good, phase.before[good], store.prices[good]) for good in goods(observation)]),
        phase.built,
        store.elums,
        store.elum_price,
        ticker(observation, phase),
    )
    return Fragment(NAME, "elum/show_summary.jinja", facts, summary_data, shared=True)


def summary_data(facts: Ended) -> dict[str, Any]:
    """The ranking's and the store's variables."""
    return {
        **ranking_data(facts.cast, facts.rank, facts.worth),
        "built": _built(facts),
        "stable": _stable(facts),
        "prices": [_price(*price) for price in facts.prices],
        "report": report(facts.ticker),
        "ticker": ticker_data(facts.ticker),
    }


def _built(facts: Ended) -> Text:
    if facts.elums is None:
        return text(_("ELUMs sind immer da."))
    if not facts.built and facts.elums >= STORE_ELUMS:
        return text(_("Der Stall ist voll: Mehr baut der Laden nicht."))
    if not facts.built:
        return text(_("Diesmal reicht das Erz für keinen neuen ELUM."))
    return Text(
        _("Aus {ore} Erz wird ein neuer ELUM."),
        {"ore": facts.built * ORE_PER_ELUM},
        _("Aus {ore} Erz werden {count} neue ELUMs."),
        facts.built,
    )


def _stable(facts: Ended) -> Text:
    if facts.elums is None:
        return text(_("Jeder kostet {price} T."), price=facts.elum_price)
    said = _("Im Stall: {elums}, jeder zu {price} T.") if facts.elums else _("Der Stall ist leer.")
    return text(said, elums=facts.elums, price=facts.elum_price)


def _price(good: Good, before: int, price: int) -> dict[str, Any]:
    """What a good costs: base price before and now, and the store's two lines (Glimmer it only buys)."""
    buys, sells = store_lines(good, price)
    lines = text(_("Laden kauft zu {buys}"), buys=buys)
    if good != "crystal":
        lines = text(_("Laden kauft zu {buys}, verkauft zu {sells}"), buys=buys, sells=sells)
    way = "up" if price > before else "downward" if price < before else ""
    return {"good": good, "name": words.good(good), "before": before, "price": price, "way": way, "lines": lines}
