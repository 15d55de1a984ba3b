"""The ticker at the foot of the balance and of the round's end: what the colony needs (E-182, E-183, E-209)."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from games.elum.board import words
from games.elum.data import Good
from games.elum.view import HarvestView, Observation, SummaryView
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

Need: TypeAlias = tuple[Good, int, int, bool]
"""A good, what the next round needs of it, what is there, whether it is too little."""


class Ticker(Struct, frozen=True, cache_hash=True):
    """``elums`` None: unlimited; ``last``: no round comes any more, so nothing is needed."""

    needs: tuple[Need, ...]
    elums: int | None
    ore: int
    last: bool


def ticker(observation: Observation, phase: HarvestView | SummaryView) -> Ticker:
    """What the ticker says."""
    needs = tuple([(good, lack.need, lack.stock, lack.short) for good, lack in phase.shortages.items()])
    last = observation.round >= observation.options.rounds
    return Ticker(needs, observation.store.elums, observation.store.goods["ore"], last)


def ticker_data(facts: Ticker) -> list[dict[str, Any]]:
    """Its pieces: a text, and the shortage that it tells of."""
    pieces: list[dict[str, Any]] = []
    for good, need, stock, short in facts.needs:
        if good == "ore":
            continue
        said = _("{good}: Vorrat {stock}") if facts.last else _("{good}: Bedarf {need}, Vorrat {stock}")
        found = text(said, good=words.good(good), need=need, stock=stock)
        pieces.append({"said": found, "lack": _lack(good) if short and not facts.last else None})
    short = any(good == "ore" and lacks for good, _need, _stock, lacks in facts.needs) and not facts.last
    return [*pieces, {"said": _store(facts), "lack": _lack("ore") if short else None}]


def _store(facts: Ticker) -> Text:
    if facts.elums is None:
        return text(_("Laden: ELUMs unbegrenzt, {ore} Erz"), ore=facts.ore)
    values: dict[str, str | int | Text] = {"elums": facts.elums, "ore": facts.ore}
    return Text(_("Laden: {elums} ELUM, {ore} Erz"), values, _("Laden: {elums} ELUMs, {ore} Erz"), facts.elums)


def _lack(good: Good) -> Text:
    return text(_("Mangel an {good}"), good=words.good(good))


def report(facts: Ticker) -> list[Text]:
    """What the colony lacks, a sentence each (E-209)."""
    return [
        text(
            _("Dem Laden fehlt Erz: {need} für einen vollen Stall, da sind {stock}.")
            if good == "ore"
            else _("Der Kolonie fehlt {good}: Bedarf {need}, Vorrat {stock}."),
            good=words.good(good),
            need=need,
            stock=stock,
        )
        for good, need, stock, short in facts.needs
        if short
    ]
