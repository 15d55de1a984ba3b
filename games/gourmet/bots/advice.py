"""Rat: what hard would do, and why, in a way that a player learns from. Two sentences: what it is, why it is good."""

from __future__ import annotations

import random

from games.gourmet.actions import Action, Done, Fetch, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.bots.hard import Verdict, verdicts
from games.gourmet.bots.model import NACH
from games.gourmet.bots.reasons import entry_why
from games.gourmet.bots.says import brings, die_name, target
from games.gourmet.data import AREA_INDEX, MENUS, ROLLS
from games.gourmet.view import Observation
from games.kernel.contract import Advice
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


def advise(observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
    """The choice of hard with its reason; None when nothing is asked of the viewer."""
    if not observation.options:
        return None
    found = verdicts(observation, rng)
    return Advice(found[0].option.action, reason(observation, found))


def reason(observation: Observation, found: list[Verdict]) -> Text:
    """Why the first of these verdicts is the choice: one or two sentences."""
    action = found[0].option.action
    if isinstance(action, Take | Mark):
        what, why = _entry(observation, found[0]), entry_why(observation, found)
    elif isinstance(action, Reroll):
        what, why = _reroll(observation, found)
    elif isinstance(action, Lapse):
        what, why = _lapse(observation, found)
    elif isinstance(action, Fetch):
        what, why = _fetch(observation, found[0], action)
    elif isinstance(action, Roll):
        what, why = _roll(observation)
    else:
        assert isinstance(action, Done | Nothing)
        what, why = _enough(observation)
    return what if why is None else text("{what} {why}", what=what, why=why)


# --- what ------------------------------------------------------------------------------------


def _entry(observation: Observation, verdict: Verdict) -> Text:
    option = verdict.option
    if isinstance(option.action, Mark):
        return _mark(observation, verdict)
    assert isinstance(option.action, Take)
    die, where, what = die_name(observation, option.action.die), target(observation, option), brings(option)
    if observation.phase == "seconds":
        if what is None:
            return text(_("Nutze einen Nachschlag: {die} für {where}."), die=die, where=where)
        return text(_("Nutze einen Nachschlag: {die} für {where} bringt {what}."), die=die, where=where, what=what)
    if observation.phase == "extra":
        if what is None:
            return text(_("Kreuze auch {die} an, in {where}."), die=die, where=where)
        return text(_("Kreuze auch {die} an, in {where}: Das bringt {what}."), die=die, where=where, what=what)
    if option.gain < 0:
        return Text(
            _("Nimm {die} für {where}, auch wenn es {count} Punkt kostet."),
            {"die": die, "where": where},
            plural=_("Nimm {die} für {where}, auch wenn es {count} Punkte kostet."),
            count=-option.gain,
        )
    if what is None:
        return text(_("Nimm {die} für {where}."), die=die, where=where)
    return text(_("Nimm {die} für {where}: Das bringt {what}."), die=die, where=where, what=what)


def _mark(observation: Observation, verdict: Verdict) -> Text:
    option = verdict.option
    assert isinstance(option.action, Mark)
    area = MENUS[observation.menu].areas[AREA_INDEX[observation.menu][option.action.area]]
    where, what = target(observation, option), brings(option)
    if area.kind == "rings" and option.mark == 1:
        do = text(_("Kreise mit deinem Bonus die {number} ein, in {where}"), number=option.number, where=where)
    elif area.columns:
        do = text(_("Kreuze mit deinem Bonus die {number} an, in {where}"), number=option.number, where=where)
    else:
        do = text(_("Nutze deinen Bonus für {where}"), where=where)
    if what is None:
        return text(_("{do}."), do=do)
    return text(_("{do}: Das bringt {what}."), do=do, what=what)


# --- what and why, where nothing is entered --------------------------------------------------


def _fits(found: list[Verdict]) -> bool:
    """Whether anything could be entered."""
    return any(isinstance(verdict.option.action, Take) for verdict in found)


def _reroll(observation: Observation, found: list[Verdict]) -> tuple[Text, Text | None]:
    what = Text(
        _("Richte neu an und wirf den Würfel noch einmal."),
        plural=_("Richte neu an und wirf die {count} Würfel noch einmal."),
        count=found[0].pool.bit_count(),
    )
    if not _fits(found):
        return what, text(_("So passt keiner davon."))
    if observation.rounds == observation.round and observation.roll == ROLLS:
        return what, text(_("Aufheben lohnt sich nicht mehr, und der neue Wurf verspricht mehr als dieser."))
    return what, text(_("Ein neuer Wurf verspricht mehr als jeder Eintrag aus diesem."))


def _lapse(observation: Observation, found: list[Verdict]) -> tuple[Text, Text | None]:
    what = text(_("Lass den Wurf verfallen."))
    if not _fits(found):
        return what, text(_("Keiner der Würfel passt."))
    if observation.roll == ROLLS:
        return what, text(_("Jeder Eintrag würde dir auf der Karte mehr verbauen, als er bringt."))
    return what, Text(
        _("So behältst du einen Würfel für den nächsten Wurf, und das ist mehr wert als jeder Eintrag."),
        plural=_("So behältst du {count} Würfel für den nächsten Wurf, und das ist mehr wert als jeder Eintrag."),
        count=found[0].pool.bit_count(),
    )


def _kitchen(observation: Observation) -> int:
    """Dice that would be thrown next as it is."""
    return sum(die.place == "pool" for die in observation.dice)


def _fetch(observation: Observation, verdict: Verdict, action: Fetch) -> tuple[Text, Text | None]:
    what = text(_("Hol {die} zurück in die Küche."), die=die_name(observation, action.die))
    if not _kitchen(observation):
        return what, text(_("Sonst hättest du keinen Würfel mehr für den nächsten Wurf."))
    if observation.rounds == observation.round:
        return what, text(_("Du stehst zum letzten Mal am Pass, danach verfällt die Aktion."))
    return what, Text(
        _("Damit wirfst du {count} Würfel, und deine Karte kann ihn gut brauchen."), count=verdict.pool.bit_count()
    )


def _roll(observation: Observation) -> tuple[Text, Text | None]:
    if _kitchen(observation):
        what = text(_("Würfle ohne weiteren Würfel vom Tablett."))
    else:
        what = text(_("Lass es für diesen Zug gut sein."))
    if observation.rounds == observation.round:
        return what, None
    return what, text(_("„Zurück in die Küche“ bringt dir später mehr."))


def _enough(observation: Observation) -> tuple[Text, Text | None]:
    """Nothing more from the tray, by Nachschlag or with silver."""
    if observation.phase == "tray":
        return text(_("Nimm nichts.")), text(_("Jeder Eintrag würde dir auf der Karte mehr verbauen, als er bringt."))
    if observation.phase == "extra":
        return text(_("Lass die übrigen Würfel liegen.")), text(_("Ein weiteres Kreuz bringt dir hier nichts."))
    if observation.last_turn:
        return text(_("Du bist fertig.")), text(_("Mit keinem Würfel kommen noch Punkte dazu."))
    assert observation.own is not None
    card = observation.seats[observation.own].card
    left = card.earned[NACH] - card.used[NACH]
    what = Text(_("Heb deinen Nachschlag auf."), plural=_("Heb deine {count} Nachschläge auf."), count=left)
    return what, text(_("Ein späterer Wurf passt besser: Bis zum letzten Zug darfst du damit warten."))
