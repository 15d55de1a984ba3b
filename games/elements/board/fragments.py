"""The fragments: the tray, one tableau per seat, and for the seat in turn the action bar and what glows.

Fields, numbers, arrows and X never change, so they stand in the page (``templates/games/elements/wood.html``) and
a tableau's fragment holds the sliders only. The action bar of those who wait says the same all the time, so that a
pick renders private fragments for two seats at most.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
from django.utils.translation import get_language
from msgspec import Struct

from games.elements.board import spoken, words
from games.elements.board.spoken import Language
from games.elements.data import END, NEEDS, ROW_INDEX, VALUES, DieId, Face, RowId
from games.elements.view import DieView, Observation, Preview, RowView, SeatView
from games.kernel.board import BoardContext, Fragment
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class TrayDie(Struct, frozen=True):
    """A die's place in the tray; ``by`` is the seat that took it."""

    die: DieId
    face: Face
    by: int | None
    title: str


class Pick(Struct, frozen=True):
    """One pick of this throw: ``done``, ``now`` or ``next``."""

    seat: int
    name: str
    step: str


class Lane(Struct, frozen=True):
    """One row's slider: its column, the number above it, what it needs next and how the row is read out."""

    id: RowId
    at: int
    value: str
    need: str
    classes: str
    label: str


class Option(Struct, frozen=True):
    """A legal take: die, row and field, the action's JSON, the words. ``row`` is None when nothing moves."""

    die: DieId
    face: Face
    kind: str
    row: RowId | None
    at: int
    value: str
    action: str
    words: spoken.OptionWords


# --- public ----------------------------------------------------------------------------------


def public_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    """``tray`` and ``tableau0`` … ``tableau3``, the same for everybody."""
    language = get_language()
    names = [card.name for card in context.seats]
    boards = (_tableau(view, seat, names[seat], observation, language) for seat, view in enumerate(observation.seats))
    return (_tray(observation, names, language), *boards)


def _tray(observation: Observation, names: list[str], language: Language) -> Fragment:
    data = {
        "throw": observation.throw,
        "title": text(_("Wurf {throw} von {name}"), throw=observation.throw, name=names[observation.thrower]),
        "thrower": observation.thrower,
        "said": text(_("{name} hat geworfen"), name=names[observation.thrower]),
        "lap": _lap(observation),
        "dice": tuple(_die(die, names, language) for die in observation.dice),
        "order": tuple(Pick(seat, names[seat], _step(observation, i)) for i, seat in enumerate(observation.order)),
        "words": spoken.fixed(language),
    }
    return Fragment("tray", "elements/tray.jinja", data)


def _lap(observation: Observation) -> Text | None:
    """After the end is reached: how many throws are still to come."""
    left = observation.throws_left
    if left is None or observation.picker is None:
        return None
    if left == 0:
        return text(_("Letzter Wurf der Partie"))
    return Text(_("Danach noch {count} Wurf"), plural=_("Danach noch {count} Würfe"), count=left)


def _die(die: DieView, names: list[str], language: Language) -> TrayDie:
    if die.by is None:
        title = spoken.die_lying(language, die.id, die.face)
    else:
        title = spoken.die_gone(language, die.face, names[die.by])
    return TrayDie(die.id, die.face, die.by, title)


def _step(observation: Observation, index: int) -> str:
    if observation.picker is None or index < observation.pick:
        return "done"
    return "now" if index == observation.pick else "next"


def _tableau(view: SeatView, seat: int, name: str, observation: Observation, language: Language) -> Fragment:
    last = view.last
    data = {
        "seat": seat,
        "name": name,
        "score": view.score,
        "done": view.rows_done,
        "done_title": _done_title(view.rows_done),
        "late": last is not None and last.expired,
        "dice": tuple((d.id, d.face) for d in observation.dice if d.by == seat),
        "rows": tuple(_lane(view, row, language) for row in view.rows),
        "words": spoken.fixed(language),
    }
    return Fragment(f"tableau{seat}", "elements/tableau.jinja", data)


def _done_title(done: int) -> Text | None:
    if not done:
        return None
    return Text(_("{count} Reihe am Ende"), plural=_("{count} Reihen am Ende"), count=done)


def _lane(view: SeatView, row: RowView, language: Language) -> Lane:
    last = view.last is not None and view.last.row == row.id
    dark = row.id == "dunkel"
    return _lane_of(language, row.id, row.column, last, dark and view.frozen, dark and view.can_freeze)


@cache
def _lane_of(language: Language, row: RowId, column: int, last: bool, frozen: bool, freezable: bool) -> Lane:
    marks = ("is-last", last), ("is-ice", frozen), ("is-freezable", freezable)
    return Lane(
        id=row,
        at=column,
        value=words.signed(VALUES[ROW_INDEX[row]][column]),
        need=_need(row, column, frozen),
        classes=" ".join(["el-lane", *(mark for mark, on in marks if on)]),
        label=spoken.row_label(language, row, column, frozen),
    )


def _need(row: RowId, column: int, frozen: bool) -> str:
    """What the slider shows as its next need: a face, ``hell`` (a misthrow), ``ende`` or ``eis``."""
    if frozen:
        return "eis"
    return "ende" if column == END else NEEDS[ROW_INDEX[row]][column] or "hell"


# --- private ---------------------------------------------------------------------------------


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> tuple[Fragment, ...]:
    """``action`` (what to do and the main button) and ``glow`` (what may be tapped) of that seat."""
    return _action(observation, context, own=True), _glow(observation, seat)


def spectator_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    """The same names for those who watch: nothing to do, nothing glows."""
    return _action(observation, context, own=False), _glow(observation, None)


def _action(observation: Observation, context: BoardContext, *, own: bool) -> Fragment:
    options = observation.options if own else ()
    say, note = _ask(observation) if options else (_idle(observation, own=own), None)
    data = {
        "say": say,
        "note": note,
        "turn": bool(options),
        "freeze": any(o.kind == "freeze" for o in options),
        "advice": bool(options) and context.advice,
    }
    return Fragment("action", "elements/action.jinja", data)


def _idle(observation: Observation, *, own: bool) -> Text:
    if observation.picker is None:
        return text(_("Die Partie ist zu Ende."))
    return text(_("Gerade wählen die anderen.")) if own else text(_("Du schaust zu."))


def _ask(observation: Observation) -> tuple[Text, Text]:
    """What the seat in turn is asked, and what its dice are good for."""
    takes = [o for o in observation.options if o.kind != "freeze"]
    left = sum(die.by is None for die in observation.dice)
    say, note = _ask_die(takes, left)
    if len(takes) < len(observation.options):
        note = text(_("{note} Vorher kannst du Das Dunkle bei +5 einfrieren."), note=note)
    return say, note


def _ask_die(takes: list[Preview], left: int) -> tuple[Text, Text]:
    kinds = {o.kind for o in takes}
    if "misthrow" in kinds:
        value = words.signed(takes[0].value_after)
        return text(_("Fehlwurf: Kein Würfel passt.")), text(
            _("Nimm trotzdem einen. Das Helle rückt auf {value}."), value=value
        )
    if "free" in kinds:
        return text(_("Kein Würfel passt, Das Helle ist am Ende.")), text(
            _("Nimm einen Würfel. Dann darf ein beliebiger Schieber um ein Feld rücken.")
        )
    if kinds == {"lapse"}:
        return text(_("Kein Schieber kann mehr rücken.")), text(_("Nimm einen Würfel, er verfällt."))
    if left == 1:
        return text(_("Der letzte Würfel gehört dir.")), text(_("Er passt, also rückt ein Schieber."))
    fitting = len({_die_of(o) for o in takes})
    return text(_("Wähle einen Würfel.")), _fitting(fitting, left)


def _fitting(fitting: int, left: int) -> Text:
    if fitting == left:
        return text(_("Alle {left} Würfel passen."), left=left)
    one, many = _("Von {left} Würfeln passt einer."), _("Von {left} Würfeln passen {count}.")
    return Text(one, {"left": left}, plural=many, count=fitting)


def _glow(observation: Observation, seat: int | None) -> Fragment:
    faces = {die.id: die.face for die in observation.dice}
    takes = () if seat is None else (o for o in observation.options if o.kind != "freeze")
    language = get_language()
    data = {"me": seat, "options": tuple(_option(o, faces[_die_of(o)], language) for o in takes)}
    return Fragment("glow", "elements/glow.jinja", data)


def _die_of(option: Preview) -> Any:
    """The die of a take; freezing has none and is sorted out before."""
    return option.action.die  # type: ignore[union-attr]


@lru_cache(maxsize=8192)
def _option(option: Preview, face: Face, language: Language) -> Option:
    return Option(
        die=_die_of(option),
        face=face,
        kind=option.kind,
        row=option.row,
        at=option.column_after,
        value=words.signed(option.value_after),
        action=msgspec.json.encode(option.action).decode(),
        words=spoken.option_words(option, face),
    )
