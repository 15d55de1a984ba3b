"""The public fragments: order tickets, slate, plates, tray, and each seat's card, small and whole.

While several choose at once, the slate says who is still choosing. Cards stand there as everybody may see them.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from games.gourmet.board import cards, words
from games.gourmet.data import DieId, MenuId
from games.gourmet.state import TOGETHER, Phase
from games.gourmet.view import DieView, Observation
from games.kernel.board import BoardContext, Fragment, Fragments, name_mark, shared
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class Shown(Struct, frozen=True, cache_hash=True):
    """A die with what is said under it. ``off``: it is out of this step."""

    id: DieId
    value: int
    label: Text


class SlateFacts(Struct, frozen=True, cache_hash=True):
    """What lies or stands on the slate: dice, or who chooses (seat, state)."""

    title: Text
    dice: tuple[Shown, ...]
    who: tuple[tuple[int, str], ...]
    phase: Phase
    blue: str = ""


def public_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """``tickets``, ``slate``, ``plates``, ``tray``, for each seat ``mini0`` … and its whole card, ``card0-head`` …"""
    rounds = cards.rounds_of(observation)
    minis = tuple(
        [
            cards.mini(seat, observation.menu, view.card.areas, view.card.hauben)
            for seat, view in enumerate(observation.seats)
        ]
    )
    whole = tuple(
        [
            cards.card_fragments(f"card{seat}", observation.menu, view.card, rounds)
            for seat, view in enumerate(observation.seats)
        ]
    )
    return (
        _step(observation.menu, observation.phase, observation.active),
        _tickets(_ticket_facts(observation)),
        _slate(slate_facts(observation)),
        _plates(observation.active, _lying(observation, "plate")),
        _tray(_lying(observation, "tray")),
        minis,
        tuple([_name(seat) for seat in range(len(observation.seats))]),
        *whole,
    )


@lru_cache(maxsize=256)
def _step(menu_id: MenuId, phase: Phase, active: int) -> Fragment:
    """The step as data, for the style sheet."""
    return Fragment("step", "gourmet/step.jinja", (menu_id, phase, active), step_data, shared=True)


def step_data(facts: tuple[MenuId, Phase, int]) -> dict[str, Any]:
    menu_id, phase, active = facts
    return {"menu_id": menu_id, "phase": phase, "active": active + 1}


@cache
def _name(seat: int) -> Fragment:
    """Whose whole card it is."""
    return shared(f"name{seat}", "gourmet/name.jinja", name=name_mark(seat))


# --- the order tickets -------------------------------------------------------------------------


def _ticket_facts(observation: Observation) -> tuple[tuple[str, str, int], ...]:
    """By roll: state (``done``, ``now``, ``open``), the die taken ("" none), its pips."""
    values = {die.id: die.value for die in observation.dice}
    facts: list[tuple[str, str, int]] = []
    rolling = observation.phase in {"pass", "kitchen", "extra"}
    for number in range(1, 4):
        if number <= len(observation.taken):
            die = observation.taken[number - 1]
            facts.append(("done", die, values.get(die, 0)))  # type: ignore[call-overload]
        elif rolling and number == observation.roll:
            facts.append(("now", "", observation.rerolls))
        else:
            facts.append(("open" if rolling or observation.phase == "bonus" else "none", "", 0))
    return tuple(facts)


@lru_cache(maxsize=4096)
def _tickets(facts: tuple[tuple[str, str, int], ...]) -> Fragment:
    return Fragment("tickets", "gourmet/tickets.jinja", facts, tickets_data, shared=True)


def tickets_data(facts: tuple[tuple[str, str, int], ...]) -> dict[str, Any]:
    """Number, state and words of each ticket."""
    tickets = []
    for number, (state, die, value) in enumerate(facts, 1):
        say: Text | None = None
        if state == "done":
            say = words.die_name(die, value) if die else text(_("verfallen"))  # type: ignore[arg-type]
        elif state == "now":
            say = text(_("neu angerichtet")) if value else text(_("läuft"))
        elif state == "none":
            say = text(_("entfällt"))
        tickets.append({"no": number, "title": text(_("{number}. Wurf"), number=number), "state": state, "say": say})
    return {"tickets": tickets}


# --- slate, plates, tray -----------------------------------------------------------------------


def _shown(observation: Observation, die: DieView) -> Shown:
    """A die as it is read out; blue says its sum with white."""
    label = text(_("Würfel {die}"), die=words.die_name(die.id, die.value))
    if die.id == "blau":
        total = die.value + next(other.value for other in observation.dice if other.id == "weiss")
        label = text(_("Würfel {die}, mit Weiß {total}"), die=words.die_name(die.id, die.value), total=total)
    return Shown(die.id, die.value, label)


def _lying(observation: Observation, place: str) -> tuple[Shown, ...]:
    dice = [die for die in observation.dice if die.place == place]
    if place == "plate":
        dice.sort(key=lambda die: die.plate)
    return tuple([_shown(observation, die) for die in dice])


def slate_facts(observation: Observation) -> SlateFacts:
    """What the slate shows in this step."""
    phase = observation.phase
    if phase in TOGETHER:
        titles = {
            "bonus": _("Rundenbonus: Wer wählt noch?"),
            "tray": _("Tablett: Wer wählt noch?"),
            "seconds": _("Nachschlag: Wer wählt noch?"),
        }
        who = tuple([(seat, _state(observation, seat)) for seat in range(len(observation.seats))])
        return SlateFacts(text(titles[phase]), (), who, phase)
    name = name_mark(observation.active)
    if phase == "over":
        return SlateFacts(text(_("Die Küche ist geschlossen.")), (), (), phase)
    title = text(_("{name} am Pass: Wurf {roll} von 3"), name=name, roll=max(1, observation.roll))
    blue = ""
    pool = _lying(observation, "pool")
    if any(die.id in {"blau", "weiss"} for die in pool):
        values = {die.id: die.value for die in observation.dice}
        blue = f"{values['blau']}+{values['weiss']}"
    return SlateFacts(title, pool, (), phase, blue)


def _state(observation: Observation, seat: int) -> str:
    """``asked``, ``done``, or ``out`` for the seat that was at the Pass while the others are at the tray."""
    if observation.seats[seat].asked:
        return "asked"
    return "out" if observation.phase == "tray" and seat == observation.active else "done"


@lru_cache(maxsize=8192)
def _slate(facts: SlateFacts) -> Fragment:
    return Fragment("slate", "gourmet/slate.jinja", facts, slate_data, shared=True)


def slate_data(facts: SlateFacts) -> dict[str, Any]:
    """The slate's variables."""
    states = {"asked": _("wählt noch"), "done": _("fertig"), "out": _("stand am Pass")}
    who = [
        {"seat": seat + 1, "name": name_mark(seat), "state": state, "say": text(states[state])}
        for seat, state in facts.who
    ]
    return {
        "title": facts.title,
        "dice": facts.dice,
        "who": who,
        "phase": facts.phase,
        "blue": facts.blue,
        "together": facts.phase in TOGETHER,
    }


@lru_cache(maxsize=8192)
def _plates(active: int, dice: tuple[Shown, ...]) -> Fragment:
    return Fragment("plates", "gourmet/plates.jinja", (active, dice), plates_data, shared=True)


def plates_data(facts: tuple[int, tuple[Shown, ...]]) -> dict[str, Any]:
    active, dice = facts
    title = text(_("Teller von {name}"), name=name_mark(active))
    return {"title": title, "active": active + 1, "plates": [*dice, *[None] * (3 - len(dice))]}


@lru_cache(maxsize=8192)
def _tray(dice: tuple[Shown, ...]) -> Fragment:
    return Fragment("tray", "gourmet/tray.jinja", dice, tray_data, shared=True)


def tray_data(dice: tuple[Shown, ...]) -> dict[str, Any]:
    return {"dice": dice}
