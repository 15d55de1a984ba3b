"""The private fragments: for the seat in turn the action bar and what glows, for all others that they wait.

What the bar says is one of a few things, and of those who wait it says the same all the time, so that a pick renders
hardly more than the takes of one seat.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.elements.board import spoken, words
from games.elements.data import DieId, Face, RowId
from games.elements.view import Observation, Preview
from games.kernel.board import HOLE, BoardContext, Fragment, Fragments, filled
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class Option(Struct, frozen=True, cache_hash=True):
    """A legal take: die, row and field, the action's JSON, the words. ``row`` is None when nothing moves."""

    die: DieId
    face: Face
    kind: str
    row: RowId | None
    at: int
    value: str
    action: str
    words: spoken.OptionWords


class ActionFacts(Struct, frozen=True, cache_hash=True):
    """What the action bar says, few enough to be rendered once each. ``who`` is ``own``, ``other`` or ``watch``.

    Of the seat in turn: the ``kind`` of its takes, the dice that lie there and those that fit, what Das Helle would
    stand at after a misthrow, whether it may freeze and whether there is Rat.
    """

    who: str
    over: bool = False
    kind: str = ""
    left: int = 0
    fitting: int = 0
    light: int = 0
    freeze: bool = False
    advice: bool = False


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> Fragments:
    """``action`` (what to do and the main button) and ``glow`` (what may be tapped) of that seat."""
    if not observation.options:
        return _idle_fragments("other", seat, observation.picker is None)
    faces = {die.id: die.face for die in observation.dice if die.by is None}
    takes = [(o, _die_of(o)) for o in observation.options if o.kind != "freeze"]
    kind = takes[0][0].kind
    facts = ActionFacts(
        who="own",
        kind=kind,
        left=len(faces),
        fitting=len({die for _o, die in takes}),
        light=takes[0][0].value_after if kind == "misthrow" else 0,
        freeze=len(takes) < len(observation.options),
        advice=context.advice,
    )
    return _action(facts), filled(_glow(seat), tuple([_option(o, faces[die]) for o, die in takes]))


def spectator_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """The same names for those who watch: nothing to do, nothing glows."""
    return _idle_fragments("watch", None, observation.picker is None)


@cache
def _idle_fragments(who: str, seat: int | None, over: bool) -> Fragments:
    return _action(ActionFacts(who, over)), filled(_glow(seat), ())


@cache
def _glow(seat: int | None) -> Fragment:
    """What glows, the seat's own; None: nobody's."""
    return Fragment("glow", "elements/glow.jinja", seat, glow_data, shared=True)


def glow_data(seat: int | None) -> dict[str, Any]:
    return {"me": seat, "options": HOLE}


@cache
def _action(facts: ActionFacts) -> Fragment:
    return Fragment("action", "elements/action.jinja", facts, action_data, shared=True)


def action_data(facts: ActionFacts) -> dict[str, Any]:
    say, note = _ask(facts) if facts.kind else (_idle(facts), None)
    if facts.freeze:
        note = text(_("{note} Vorher kannst du Das Dunkle bei +5 einfrieren."), note=note or "")
    return {"say": say, "note": note, "turn": bool(facts.kind), "freeze": facts.freeze, "advice": facts.advice}


def _idle(facts: ActionFacts) -> Text:
    if facts.over:
        return text(_("Die Partie ist zu Ende."))
    return text(_("Gerade wählen die anderen.")) if facts.who == "other" else text(_("Du schaust zu."))


def _ask(facts: ActionFacts) -> tuple[Text, Text]:
    """What the seat in turn is asked, and what its dice are good for."""
    if facts.kind == "misthrow":
        value = words.signed(facts.light)
        return text(_("Fehlwurf: Kein Würfel passt.")), text(
            _("Nimm trotzdem einen. Das Helle rückt auf {value}."), value=value
        )
    if facts.kind == "free":
        return text(_("Kein Würfel passt, Das Helle ist am Ende.")), text(
            _("Nimm einen Würfel. Dann darf ein beliebiger Schieber um ein Feld rücken.")
        )
    if facts.kind == "lapse":
        return text(_("Kein Schieber kann mehr rücken.")), text(_("Nimm einen Würfel, er verfällt."))
    if facts.left == 1:
        return text(_("Der letzte Würfel gehört dir.")), text(_("Er passt, also rückt ein Schieber."))
    return text(_("Wähle einen Würfel.")), _fitting(facts.fitting, facts.left)


def _fitting(fitting: int, left: int) -> Text:
    if fitting == left:
        return text(_("Alle {left} Würfel passen."), left=left)
    one, many = _("Von {left} Würfeln passt einer."), _("Von {left} Würfeln passen {count}.")
    return Text(one, {"left": left}, plural=many, count=fitting)


def _die_of(option: Preview) -> Any:
    """The die of a take; freezing has none and is sorted out before."""
    return option.action.die  # type: ignore[union-attr]


@lru_cache(maxsize=8192)
def _option(option: Preview, face: Face) -> Fragment:
    it = Option(
        die=_die_of(option),
        face=face,
        kind=option.kind,
        row=option.row,
        at=option.column_after,
        value=words.signed(option.value_after),
        action=msgspec.json.encode(option.action).decode(),
        words=spoken.option_words(option, face),
    )
    return Fragment("glow", "elements/option.jinja", it, option_data, shared=True)


def option_data(option: Option) -> dict[str, Any]:
    return {"it": option}
