"""The harvest: the colony event's picture, then the blocks in the fields with the tally beside the map."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.elum.board import words
from games.elum.board.shows.cast import NAME, Cast, cast, settler
from games.elum.data import Kind
from games.elum.rules.maps import plot_name
from games.elum.state import ColonyEvent
from games.elum.view import HarvestView, Observation
from games.kernel.board import Fragment, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class News(Struct, frozen=True, cache_hash=True):
    """The colony event; ``field`` is the kind of its plot."""

    event: ColonyEvent
    field: Kind | None


class Reaped(Struct, frozen=True, cache_hash=True):
    """What is harvested. ``units`` and ``idle`` (ELUMs without Energie) by seat; before the blocks there are none."""

    cast: Cast
    picture: bool
    news: News | None
    units: tuple[int, ...]
    idle: tuple[int, ...]


def news(observation: Observation, event: ColonyEvent | None) -> News | None:
    """The event with the ground that it struck; what a quake moves is a mountain, also after it has gone."""
    if event is None:
        return None
    if event.plot is None:
        return News(event, None)
    return News(event, "mountain" if event.kind == "quake" else observation.plots[event.plot].kind)


def news_data(facts: News | None) -> dict[str, Any] | None:
    """Picture, name and sentence."""
    if facts is None:
        return None
    return {"kind": facts.event.kind, "name": words.colony(facts.event.kind), "said": said(facts)}


def reap(observation: Observation, phase: HarvestView) -> Fragment:
    """Event, blocks and mountain."""
    crops = phase.crops
    seats = range(len(observation.settlers))
    facts = Reaped(
        cast(observation),
        phase.stage == "event",
        news(observation, phase.event),
        tuple([sum(crop.units for crop in crops if crop.seat == seat) for seat in seats]),
        tuple([sum(crop.idle for crop in crops if crop.seat == seat) for seat in seats]),
    )
    return Fragment(NAME, "elum/show_harvest.jinja", facts, reap_data, shared=True)


def reap_data(facts: Reaped) -> dict[str, Any]:
    """The tally's variables."""
    rows = [
        {**settler(facts.cast, seat), "units": units, "idle": _idle(idle)}
        for seat, (units, idle) in enumerate(zip(facts.units, facts.idle, strict=True))
    ]
    return {"picture": facts.picture, "news": news_data(facts.news), "rows": rows}


def _idle(count: int) -> Text | None:
    if not count:
        return None
    return Text(_("{count} steht still"), plural=_("{count} stehen still"), count=count)


# --- the event in words --------------------------------------------------------------------------


def said(facts: News) -> Text:
    """One sentence on what it does to whom (E-112)."""
    event = facts.event
    field: Text | str = "" if facts.field is None or event.plot is None else plot_name(facts.field, event.plot)
    name = "" if event.seat is None else name_mark(event.seat)
    good: Text | str = "" if event.good is None else words.good(event.good)
    values = {"row": event.row or "", "field": field, "name": name, "good": good}
    return text(_SAID[event.kind if event.to is None else "wander"], **values)


_SAID: dict[str, str] = {
    "rain": _(
        "In Zeile {row} bringt jeder Nahrungs-ELUM vier Einheiten mehr und jeder Energie-ELUM zwei weniger. In den "
        "anderen Zeilen: Nahrung eine mehr, Energie eine weniger."
    ),
    "sun": _("Eure Energie-ELUMs laden sich auf: Jeder bringt drei Einheiten mehr."),
    "pest": _("Auf dem {field} frisst etwas alles kahl: {name} erntet dort keine Nahrung."),
    "quake": _("Die Stollen wackeln: Jeder Erz-ELUM bringt euch nur die Hälfte."),
    "wander": _("Jeder Erz-ELUM bringt euch nur die Hälfte. Und auf dem {field} hält es den Berg nicht mehr."),
    "pirates": _(
        "Sie nehmen euch jedes Stück {good}: aus den Lagern und aus dieser Ernte. Den Laden finden sie nicht."
    ),
    "meteor": _("Er schlägt ein und lässt etwas da: Unter dem {field} liegt jetzt sehr viel Glimmer."),
    "radiation": _("Auf dem {field} glimmt es ungesund: Der {good}-ELUM von {name} ist hin."),
    "fire": _("Nahrung, Energie und Erz im Laden sind verbrannt. Die ELUMs standen zum Glück draußen."),
}
