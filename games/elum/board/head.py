"""Where the match stands: round, phase, a hint for everybody; place cards' words."""

from __future__ import annotations

from typing import Any

from games.elum.board import words
from games.elum.data import Good
from games.elum.view import (
    GrantView,
    HarvestView,
    LandingView,
    Observation,
    OfficeView,
    OverView,
    SummaryView,
    TradeView,
    TurnView,
)
from games.kernel.board import Fragment, SeatStatus, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


def fragment(observation: Observation) -> Fragment:
    """``e-head``."""
    good = observation.phase.good if isinstance(observation.phase, TradeView) else None
    facts = observation.round, observation.options.rounds, phase_name(observation), hint(observation), good
    return Fragment("e-head", "elum/head.jinja", facts, head_data, shared=True)


def head_data(facts: tuple[int, int, Text, Text, Good | None]) -> dict[str, Any]:
    """The header's variables."""
    return dict(zip(("round", "rounds", "phase", "hint", "good"), facts, strict=True))


def phase_name(observation: Observation) -> Text:
    """„Landvergabe“."""
    match observation.phase:
        case LandingView():
            return text(_("Landung auf Tahari"))
        case GrantView():
            return text(_("Landvergabe"))
        case OfficeView():
            return text(_("Landauktion"))
        case TurnView():
            return text(_("Entwicklung"))
        case HarvestView(stage="balance"):
            return text(_("Bilanz"))
        case HarvestView():
            return text(_("Ernte"))
        case TradeView(good=good):
            return text(_("Auktion: {good}"), good=words.good(good))
        case SummaryView():
            return text(_("Zwischenstand"))
        case OverView():
            return text(_("Ende der Partie"))


def hint(observation: Observation) -> Text:
    """One line on what happens now."""
    match observation.phase:
        case LandingView():
            return text(_("Die Siedler steigen aus."))
        case GrantView(stage=stage):
            return _GRANT[stage]
        case OfficeView(stage=stage, winner=winner, price=price):
            if stage == "result" and winner is not None and price is not None:
                return text(_("{name} zahlt {price} Taler."), name=name_mark(winner), price=price)
            return _OFFICE[stage]
        case TurnView(seat=seat, stage=stage):
            words_ = _TURN_WINDOW if stage == "window" else _TURN
            return text(words_, name=name_mark(seat))
        case HarvestView(stage=stage):
            return _HARVEST[stage]
        case TradeView(stage=stage):
            return _TRADE[stage]
        case SummaryView():
            return text(_("Weiter, wenn alle bereit sind."))
        case OverView():
            return text(_("Das Schiff hebt wieder ab."))


_TURN_WINDOW = _("{name} macht sich bereit.")
_TURN = _("{name} ist am Zug.")
_GRANT = {
    "countdown": text(_("Gleich läuft der Zeiger los.")),
    "run": text(_("Greif dir ein Feld!")),
    "press": text(_("Da greift jemand zu!")),
    "hold": text(_("Vergeben.")),
    "outro": text(_("Die Felder sind vergeben.")),
}
_OFFICE = {
    "blink": text(_("Dieses Feld kommt unter den Hammer.")),
    "open": text(_("Das Landamt öffnet.")),
    "ladder": text(_("Wer oben steht, bekommt das Feld.")),
    "result": text(_("Niemand wollte das Feld.")),
}
_HARVEST = {
    "event": text(_("Ein Ereignis trifft die Kolonie.")),
    "blocks": text(_("Die Felder werden abgeerntet.")),
    "mountain": text(_("Ein Berg wandert!")),
    "balance": text(_("Weiter, wenn alle bereit sind.")),
}
_TRADE = {
    "columns": text(_("Verbrauch und Ernte.")),
    "sides": text(_("Wähle deine Seite.")),
    "frozen": text(_("Die Seiten stehen fest.")),
    "ladder": text(_("Handel läuft.")),
    "result": text(_("Die Auktion ist vorbei.")),
}


def headline(observation: Observation) -> Text:
    """„Runde 5 von 12“."""
    if not observation.round:
        return text(_("Landung"))
    return text(_("Runde {round} von {rounds}"), round=observation.round, rounds=observation.options.rounds)


def seat_statuses(observation: Observation) -> tuple[SeatStatus, ...]:
    """Worth is shown at each round's end only; the cards say who is asked."""
    return tuple([_status(observation, seat) for seat in range(len(observation.settlers))])


def waited_for(observation: Observation) -> tuple[int, ...]:
    """People who have still to press „Weiter“."""
    match observation.phase:
        case LandingView(ready=ready) | SummaryView(ready=ready) | HarvestView(stage="balance", ready=ready):
            people = enumerate(observation.settlers)
            return tuple([seat for seat, settler in people if settler.level is None and seat not in ready])
    return ()


def _status(observation: Observation, seat: int) -> SeatStatus:
    if observation.result is not None:
        place = text(_("Platz {place}"), place=observation.result.places[seat])
        return SeatStatus(observation.result.scores[seat], place)
    settler = observation.settlers[seat]
    if settler.stand_in:
        return SeatStatus(None, text(_("der Computer springt ein")))
    if isinstance(observation.phase, TurnView) and observation.phase.seat == seat:
        return SeatStatus(None, text(_("ist am Zug")), turn=True)
    waiting = waited_for(observation)
    if seat in waiting:
        return SeatStatus(None, text(_("überlegt noch")))
    return SeatStatus(None, text(_("ist bereit")) if waiting else text(_("ist dabei")))
