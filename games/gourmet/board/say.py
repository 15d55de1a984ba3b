"""What the action panel says: what is asked, what an entry brings, what the buttons are called."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from games.gourmet.actions import Action, Done, Lapse, Nothing, Reroll, Roll
from games.gourmet.board import words
from games.gourmet.data import ACTION_NAMES, COLOURS, MENUS, Area, DieId
from games.gourmet.rules.legal import NACH, NEU
from games.gourmet.state import TOGETHER
from games.gourmet.view import CardView, Observation, Preview
from games.kernel.board import name_mark
from games.kernel.texts import Text, joined, text
from games.kernel.texts import gettext_noop as _


class Button(Struct, frozen=True, cache_hash=True):
    """A button of the panel. ``count`` is how often it can still be pressed; ``ask`` is asked before it acts."""

    kind: str
    action: str
    name: Text
    key: str = ""
    picture: str = ""
    count: int = 0
    ask: Text | None = None
    main: bool = False


class Told(Struct, frozen=True):
    """A tap's accessible name, what it does, what it brings, and what the main button says."""

    name: Text
    say: Text
    note: Text | None
    go: Text


# --- who waits ---------------------------------------------------------------------------------


def watching(observation: Observation) -> Text:
    """For those who watch."""
    return text(_("Die Partie ist zu Ende.")) if observation.phase == "over" else text(_("Du schaust zu."))


def waiting(observation: Observation, seat: int) -> Text:
    """For a seat that isn't asked."""
    if observation.phase == "over":
        return text(_("Die Partie ist zu Ende."))
    if observation.phase in TOGETHER:
        return text(_("Die anderen wählen noch."))
    return text(_("{name} steht am Pass."), name=name_mark(observation.active))


# --- what is asked -----------------------------------------------------------------------------


def asked(observation: Observation, seat: int, *, fits: bool) -> tuple[Text, Text | None]:
    """What the seat is asked, and a word more."""
    if observation.bonus is not None:
        name = words.bonus_name(observation.bonus)
        if observation.phase == "bonus":
            return text(_("Rundenbonus: {bonus}"), bonus=name), text(_("Tippe ein leuchtendes Feld an."))
        return text(_("Bonus: {bonus}"), bonus=name), text(_("Tippe ein leuchtendes Feld an."))
    phase = observation.phase
    if phase == "pass":
        return _at_pass(observation, seat, fits)
    if phase == "kitchen":
        return text(_("Einen Würfel zurückholen?")), text(
            _("Er wird in Wurf {roll} wieder mitgewürfelt."), roll=observation.roll + 1
        )
    if phase == "extra":
        return text(_("Silber: Kreuze auch die kleineren Würfel an.")), text(
            _("Jeder zählt in seiner Farbreihe, Weiß und Silber in einer beliebigen.")
        )
    if phase == "tray":
        return _at_tray(observation)
    return _seconds(observation, seat)


def _at_pass(observation: Observation, seat: int, fits: bool) -> tuple[Text, Text | None]:
    if fits:
        return text(_("Wähle einen Würfel.")), text(_("Kleinere Würfel gehen dann aufs Tablett."))
    card = observation.seats[seat].card
    if card.earned[NEU] > card.used[NEU]:
        return text(_("Von diesem Wurf passt nichts.")), text(_("Richte neu an oder lass ihn verfallen."))
    return text(_("Von diesem Wurf passt nichts.")), text(_("Du kannst ihn nur verfallen lassen."))


def _at_tray(observation: Observation) -> tuple[Text, Text | None]:
    places = {die.id: die.place for die in observation.dice}
    dice = {getattr(option.action, "die", None) for option in observation.options}
    if any(places.get(die) == "plate" for die in dice if die is not None):
        name = name_mark(observation.active)
        return text(_("Nimm einen Würfel vom Teller.")), text(
            _("Vom Tablett passt dir nichts, darum gilt, was bei {name} auf den Tellern liegt."), name=name
        )
    return text(_("Nimm einen Würfel vom Tablett.")), None


def _seconds(observation: Observation, seat: int) -> tuple[Text, Text | None]:
    card = observation.seats[seat].card
    left = card.earned[NACH] - card.used[NACH]
    say = Text(_("Nachschlag? Du hast noch {count}."), plural=_("Nachschlag? Du hast noch {count}."), count=left)
    if observation.last_turn:
        return say, text(_("Das ist der letzte Zug: Danach verfallen sie."))
    return say, text(_("Nutze einen beliebigen Würfel noch einmal."))


# --- what a tap does ---------------------------------------------------------------------------


def gained(gain: int) -> str:
    """The change of the sum as a badge; nothing for none."""
    if not gain:
        return ""
    return f"+{gain}" if gain > 0 else words.signed(gain)


def fetch(die: DieId, value: int) -> Told:
    """Taking a die back from the tray."""
    name = words.die_name(die, value)
    return Told(
        text(_("Würfel {die} zurückholen"), die=name),
        text(_("{die} kommt zurück in die Küche."), die=words.colour(die)),
        text(_("Das kostet ein „Zurück in die Küche“.")),
        text(_("{die} zurückholen"), die=words.colour(die)),
    )


def entry(observation: Observation, option: Preview, area: Area, field: int, die: tuple[DieId, int] | None) -> Told:
    """An entry of a die, or of a bonus (``die`` None)."""
    return Told(
        _entry_name(observation, option, area, field, die),
        _entry_say(option, area, die),
        _entry_note(option),
        _entry_go(option, area),
    )


def _entry_name(
    observation: Observation, option: Preview, area: Area, field: int, die: tuple[DieId, int] | None
) -> Text:
    place = words.field_name(MENUS[observation.menu], area, field)
    what = _written(option, area)
    if die is None:
        return text(_("{place}: {what} eintragen"), place=place, what=what)
    return text(_("{place}: mit {die} {what} eintragen"), place=place, die=words.die_name(*die), what=what)


def _written(option: Preview, area: Area) -> Text:
    if area.kind == "rings" and option.mark == 1:
        return text(_("Kreis um {number}"), number=option.number)
    if area.columns:
        return text(_("Kreuz bei {number}"), number=option.number)
    if area.kind == "ladder":
        return text(_("Kreuz"))
    return Text("{number}", {"number": words.signed(option.number)})


def _entry_say(option: Preview, area: Area, die: tuple[DieId, int] | None) -> Text:
    colour = words.colour(area.id)
    if die is None:
        return text(_("{what} in {area}."), what=_written(option, area), area=colour)
    name = words.die_name(*die)
    if area.id == "blau":
        return text(_("{die}: Blau und Weiß machen {number}."), die=name, number=option.number)
    if area.kind in {"factors", "pairs"} and option.number != die[1]:
        factor = option.number // die[1]
        return text(_("{die} × {factor} macht {number}."), die=name, factor=factor, number=option.number)
    return text(_("{die}: {what} in {area}."), die=name, what=_written(option, area), area=colour)


def _entry_note(option: Preview) -> Text | None:
    parts: list[Text] = []
    if option.gain:
        count = abs(option.gain)
        one, many = (_("Bringt {count} Punkt."), _("Bringt {count} Punkte."))
        if option.gain < 0:
            one, many = (_("Kostet {count} Punkt."), _("Kostet {count} Punkte."))
        parts.append(Text(one, plural=many, count=count))
    if option.boni:
        parts.append(text(_("Dazu: {boni}."), boni=words.boni(option.boni)))
    if option.lost:
        dice = joined([Text(COLOURS[die]) for die in option.lost])
        one, many = _("{dice} geht dann aufs Tablett."), _("{dice} gehen dann aufs Tablett.")
        parts.append(Text(one, {"dice": dice}, plural=many, count=len(option.lost)))
    if not parts:
        return None
    found = parts[0]
    for part in parts[1:]:
        found = Text("{first} {second}", {"first": found, "second": part})
    return found


def _entry_go(option: Preview, area: Area) -> Text:
    """The main button says what happens."""
    if area.kind == "rings" and option.mark == 1:
        return text(_("{number} einkreisen"), number=option.number)
    if area.columns:
        return text(_("{number} ankreuzen"), number=option.number)
    if area.kind == "ladder":
        return text(_("Grün ankreuzen"))
    return text(_("{number} eintragen"), number=words.signed(option.number))


def main(observation: Observation, *, taps: int) -> Text | None:
    """What the main button says before something is chosen; None: there is nothing to choose."""
    if not taps:
        return None
    if observation.bonus is not None:
        return text(_("Feld wählen"))
    return text(_("Würfel wählen"))


# --- the buttons -------------------------------------------------------------------------------


def button(observation: Observation, card: CardView, action: Action, *, fits: bool) -> Button:
    """A button for an action without a field."""
    data = msgspec.json.encode(action).decode()
    if isinstance(action, Reroll):
        left = card.earned[NEU] - card.used[NEU]
        return Button("neu", data, Text(ACTION_NAMES["neu"]), "n", "act-neu", left)
    if isinstance(action, Lapse):
        ask = text(_("Den Wurf wirklich verfallen lassen? Es passt noch etwas.")) if fits else None
        return Button("lapse", data, text(_("Verfallen lassen")), ask=ask, main=not fits)
    if isinstance(action, Nothing):
        ask = text(_("Wirklich nichts nehmen? Es passt etwas auf deine Karte."))
        return Button("nothing", data, text(_("Nichts nehmen")), ask=ask)
    if isinstance(action, Roll):
        pool = any(die.place == "pool" for die in observation.dice)
        return Button("roll", data, text(_("Weiter würfeln")) if pool else text(_("Nichts zurückholen")))
    assert isinstance(action, Done)
    ask = None
    if observation.phase == "seconds" and observation.last_turn:
        ask = text(_("Wirklich fertig? Das ist der letzte Zug, übrige Nachschläge verfallen."))
    return Button("done", data, text(_("Fertig")), "f", ask=ask)
