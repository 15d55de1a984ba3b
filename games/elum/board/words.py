"""What things are called on the page."""

from __future__ import annotations

from games.elum.data import COLONY_NAMES, FATES, GOOD_NAMES, ColonyKind, Good, Kind
from games.elum.rules.maps import plot_name
from games.elum.state import Happened
from games.elum.view import Observation, PlotView
from games.kernel.board import name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

SIGNS = (_("Kreuz"), _("Dreieck"), _("Kreis"), _("Stern"))


def good(which: Good) -> Text:
    """„Nahrung“."""
    return text(GOOD_NAMES[which])


def field(observation: Observation, plot_id: str) -> Text:
    """„Bergfeld im Nordwesten“."""
    return plot_name(observation.plots[plot_id].kind, plot_id)


def the_field(kind: Kind, plot_id: str) -> Text:
    """„das Bergfeld im Nordwesten“."""
    return text(_("das {field}"), field=plot_name(kind, plot_id))


def colony(kind: ColonyKind) -> Text:
    """„Saurer Regen“."""
    return text(COLONY_NAMES[kind])


def letter(happened: Happened, where: Text | None) -> Text:
    """What an event tells its settler; ``where`` is the plot that it is about, without an article."""
    values: dict[str, str | int | Text] = {"b": abs(happened.money), "n": happened.count}
    if where is not None:
        values["feld"] = where
    fate = FATES[happened.id]
    return text(fate.one if fate.one and happened.count == 1 else fate.text, **values)


def label(plot_id: str, plot: PlotView) -> Text:
    """How a plot is read out: name, owner, ELUMs."""
    parts: list[Text] = [plot_name(plot.kind, plot_id)]
    parts.append(text(name_mark(plot.owner)) if plot.owner is not None else text(_("frei")))
    parts += [text(_("ELUM für {good}"), good=good(elum)) for elum in plot.elums]
    if plot.badge:
        parts.append(text(_("veredelt")))
    if plot.for_sale:
        parts.append(text(_("steht zum Verkauf")))
    return joined(parts)


def joined(parts: list[Text]) -> Text:
    """Parts with commas."""
    whole = parts[0]
    for part in parts[1:]:
        whole = text(_("{a}, {b}"), a=whole, b=part)
    return whole


def is_good(happened: Happened) -> bool:
    """Whether the event was kind."""
    return FATES[happened.id].good
