"""The end: the settlers walk in once more, the ship lifts off, the colony is judged (E-036, E-206 to E-210).

Each viewer steps through it at their own pace; no action is sent, the match is over (A-48).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.elum.board.shows.cast import NAME, Cast, cast, settler
from games.elum.board.shows.ranking import Worths, ranking_data
from games.elum.board.shows.ship import crew_data
from games.elum.data import SUCCESS_LEVEL, VERDICTS
from games.elum.view import Observation, OverView
from games.kernel.board import Fragment
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

LEVELS = (
    _("Gescheitert"),
    _("Abgeschrieben"),
    _("Überlebt"),
    _("Erfolg"),
    _("Schöner Erfolg"),
    _("Glanzvoll"),
    _("Überragend"),
)


class Finished(Struct, frozen=True, cache_hash=True):
    """The match is over. ``level`` None: the colony collapsed, ``gone`` says of what it had nothing more."""

    cast: Cast
    rank: tuple[int, ...]
    worth: Worths
    level: int | None
    gone: str
    founders: tuple[int, ...]


def over(observation: Observation, phase: OverView) -> Fragment:
    """Ranking, lift-off and verdict, one after the other."""
    facts = Finished(
        cast(observation),
        observation.rank,
        phase.worth,
        None if phase.collapsed else phase.level,
        _gone(observation) if phase.collapsed else "",
        phase.founders,
    )
    return Fragment(NAME, "elum/show_over.jinja", facts, over_data, shared=True)


def _gone(observation: Observation) -> str:
    """„food“ or „energy“: what there is no unit and no ELUM of."""
    stocks = [observation.store.goods, *[settler.goods for settler in observation.settlers]]
    return "energy" if any(stock["food"] for stock in stocks) or _grown(observation, "food") else "food"


def _grown(observation: Observation, good: str) -> bool:
    return any(good in plot.elums for plot in observation.plots.values())


def over_data(facts: Finished) -> dict[str, Any]:
    """The three steps' variables."""
    found = ranking_data(facts.cast, facts.rank, facts.worth)
    level = facts.level
    return {
        **found,
        "crew": crew_data(facts.cast),
        "verdict": _COLLAPSED[facts.gone] if level is None else text(VERDICTS[level]),
        "picture": level or 0,
        "level": level,
        "levels": [text(name) for name in LEVELS],
        "total": sum(row[3] for row in facts.worth),
        "founders": [settler(facts.cast, seat) for seat in facts.founders],
        "founder": text(_("Erster Gründer") if len(facts.founders) == 1 else _("Erste Gründer")),
        "no_founder": _no_founder(level),
    }


def _no_founder(level: int | None) -> Text | None:
    if level is None:
        return text(_("Eine Kolonie, die es nicht mehr gibt, hat keinen Gründer."))
    if level < SUCCESS_LEVEL:
        return text(_("Einen Ersten Gründer gibt es erst ab der vierten Stufe."))
    return None


_COLLAPSED = {
    "food": text(_("Die Kolonie ist am Ende: Es gibt keine Nahrung mehr, und niemand baut welche an.")),
    "energy": text(_("Die Kolonie ist am Ende: Es gibt keine Energie mehr, und niemand erzeugt welche.")),
}
