"""What each field means for a viewer: the info window's words (E-231 to E-238)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from games.elum.board import words
from games.elum.data import GOODS, PLOT_IDS, TOWN, Good
from games.elum.rules.harvest import refinement_marks
from games.elum.rules.maps import allowed, base_yield, plot_name
from games.elum.rules.yields import clamp, expected, experience, union
from games.elum.view import Observation, PlotView, TurnView
from games.kernel.board import Fragment, Fragments, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class Info(Struct, frozen=True, cache_hash=True):
    """What is said of one field. ``made`` of ``marks``: how far it is from refinement, None where there is none."""

    plot_id: str
    plot: PlotView
    lines: tuple[Text, ...]
    crystal: bool
    marks: tuple[int, int] | None


def fragments(observation: Observation, seat: int | None) -> Fragments:
    """``i-A1`` and on, hidden until somebody asks."""
    phase = observation.phase
    hand = phase.hand.good if isinstance(phase, TurnView) and phase.seat == seat and phase.hand is not None else None
    marks = refinement_marks(observation.options.rounds) if observation.options.refinement else None
    crystal = observation.options.level == "turnier"
    return _fragments(tuple(observation.plots.values()), seat, hand, marks, crystal)


@lru_cache(maxsize=256)
def _fragments(
    plots: tuple[PlotView, ...], seat: int | None, hand: Good | None, marks: tuple[int, int] | None, crystal: bool
) -> Fragments:
    by_id = dict(zip(PLOT_IDS, plots, strict=True))
    return tuple(
        [
            _fragment(Info(plot_id, plot, _lines(by_id, plot_id, seat, hand, crystal), crystal, marks))
            for plot_id, plot in by_id.items()
            if plot_id != TOWN
        ]
    )


@lru_cache(maxsize=8192)
def _fragment(facts: Info) -> Fragment:
    return Fragment(f"i-{facts.plot_id}", "elum/info.jinja", facts, info_data, shared=True, group="infos")


def info_data(facts: Info) -> dict[str, Any]:
    """The window's variables."""
    plot = facts.plot
    goods = GOODS if facts.crystal and plot.deposit is not None else GOODS[:3]
    base = [(good, base_yield(plot.kind, plot.peaks, plot.deposit or 0, good)) for good in goods]
    return {
        "id": facts.plot_id,
        "name": plot_name(plot.kind, facts.plot_id),
        "kind": plot.kind,
        "peaks": plot.peaks,
        "owner": None if plot.owner is None else (plot.owner + 1, name_mark(plot.owner)),
        "elums": [(good, words.good(good)) for good in plot.elums],
        "badge": plot.badge,
        "for_sale": plot.for_sale,
        "base": [(good, words.good(good), "–" if units is None else units) for good, units in base],
        "lines": facts.lines,
        "meter": _meter(plot, facts.marks),
    }


def _meter(plot: PlotView, marks: tuple[int, int] | None) -> tuple[int, Text] | None:
    """How far it is from its badge: per mille, and in words (E-137)."""
    if marks is None or plot.badge:
        return None
    one, every = marks
    best, total = max(plot.made), sum(plot.made)
    share = min(1000, max(best * 1000 // one, total * 1000 // every))
    words_ = text(
        _("Veredelung: {best} von {one} von einem Gut oder {total} von {every} insgesamt"),
        best=best, one=one, total=total, every=every,
    )  # fmt: skip
    return share, words_


def _lines(
    plots: dict[str, PlotView], plot_id: str, seat: int | None, hand: Good | None, crystal: bool
) -> tuple[Text, ...]:
    """What the field means for the viewer now."""
    plot = plots[plot_id]
    if seat is None or plot.owner not in (None, seat):
        return ()
    lines = [_own(plots, seat, plot_id, good) for good in plot.elums]
    if hand is not None and plot.owner == seat:
        return (*lines, _in_hand(plots, seat, plot_id, hand))
    if not plot.elums:
        lines.append(_best(plots, seat, plot_id, crystal))
    elif plot.badge and len(plot.elums) == 1:
        lines.append(text(_("Veredelt: Hier ist Platz für einen zweiten ELUM mit einem anderen Gut.")))
    return tuple(lines)


def _own(plots: dict[str, PlotView], seat: int, plot_id: str, good: Good) -> Text:
    plot = plots[plot_id]
    base = base_yield(plot.kind, plot.peaks, plot.deposit or 0, good) or 0
    neighbour, known = union(plots, seat, plot_id, good), experience(plots, seat, good)
    if good == "crystal" and plot.deposit is None:
        return text(_("Dein ELUM sucht hier Glimmer. Wie viel da ist, zeigt eine Prüfung."))
    return text(
        _("Dein ELUM bringt hier {n} {good}: Grund {base}, Verbund +{union}, Erfahrung +{experience}."),
        n=clamp(base + neighbour + known), good=words.good(good), base=base, union=neighbour, experience=known,
    )  # fmt: skip


def _in_hand(plots: dict[str, PlotView], seat: int, plot_id: str, good: Good) -> Text:
    plot = plots[plot_id]
    if good not in allowed(plot.kind):
        return text(_("Für {good} darf hier kein ELUM stehen."), good=words.good(good))
    if good in plot.elums:
        return text(_("Hier steht schon ein ELUM für {good}."), good=words.good(good))
    if good == "crystal" and plot.deposit is None:
        return text(_("Wie viel Glimmer hier liegt, zeigt erst eine Prüfung."))
    units = expected(plots, seat, plot_id, good, plot.deposit or 0, more=1) or 0
    return text(_("Der ELUM aus deiner Hand bringt hier {n} {good}."), n=units, good=words.good(good))


def _best(plots: dict[str, PlotView], seat: int, plot_id: str, crystal: bool) -> Text:
    plot = plots[plot_id]
    goods = [good for good in allowed(plot.kind) if good != "crystal" or (crystal and plot.deposit)]
    found = [(expected(plots, seat, plot_id, good, plot.deposit or 0, more=1) or 0, good) for good in goods]
    units, good = max(found, key=lambda pair: pair[0])
    beside = union(plots, seat, plot_id, good)
    words_ = _("Ein ELUM für {good} von dir bringt hier {n}.")
    if beside:
        words_ = _("Neben deinem eigenen Feld (Verbund) bringt ein ELUM für {good} hier {n}.")
    return text(words_, good=words.good(good), n=units)
