"""The fragments: the tray, one tableau per seat, and for the seat in turn the action bar and what glows.

Fields, numbers, arrows and X never change, so they stand in the page (``templates/games/elements/wood.html``) and
a tableau's fragment holds the sliders only. The action bar of those who wait says the same all the time, so that a
pick renders private fragments for two seats at most.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from games.elements.board import words
from games.elements.data import END, NEEDS, ROW_INDEX, VALUES, Face, RowId
from games.elements.view import DieView, Observation, Preview, SeatView
from games.kernel.board import BoardContext, Fragment
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

# --- public ----------------------------------------------------------------------------------


def public_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    """``tray`` and ``tableau0`` … ``tableau3``, the same for everybody."""
    seats = range(len(observation.seats))
    return (_tray(observation, context), *(_tableau(observation, context, seat) for seat in seats))


def _tray(observation: Observation, context: BoardContext) -> Fragment:
    names = [card.name for card in context.seats]
    data = {
        "throw": observation.throw,
        "title": text(_("Wurf {throw} von {name}"), throw=observation.throw, name=names[observation.thrower]),
        "thrower": observation.thrower,
        "said": text(_("{name} hat geworfen"), name=names[observation.thrower]),
        "lap": _lap(observation),
        "dice": tuple(_die(die, names) for die in observation.dice),
        "order": tuple(
            {"seat": seat, "name": names[seat], "step": _step(observation, i)}
            for i, seat in enumerate(observation.order)
        ),
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


def _die(die: DieView, names: list[str]) -> dict[str, Any]:
    face = Text(words.FACE_NAMES[die.face])
    if die.by is None:
        title = text(_("{face} ({die})"), face=face, die=Text(words.COLOUR_NAMES[die.id]))
    else:
        title = text(_("{face}, genommen von {name}"), face=face, name=names[die.by])
    return {"die": die.id, "face": die.face, "by": die.by, "title": title}


def _step(observation: Observation, index: int) -> str:
    if observation.picker is None or index < observation.pick:
        return "done"
    return "now" if index == observation.pick else "next"


def _tableau(observation: Observation, context: BoardContext, seat: int) -> Fragment:
    view = observation.seats[seat]
    last = view.last
    data = {
        "seat": seat,
        "name": context.seats[seat].name,
        "score": view.score,
        "done": view.rows_done,
        "done_title": _done_title(view.rows_done),
        "late": last is not None and last.expired,
        "dice": tuple({"die": d.id, "face": d.face} for d in observation.dice if d.by == seat),
        "rows": tuple(_lane(view, row.id, row.column) for row in view.rows),
    }
    return Fragment(f"tableau{seat}", "elements/tableau.jinja", data)


def _done_title(done: int) -> Text | None:
    if not done:
        return None
    return Text(_("{count} Reihe am Ende"), plural=_("{count} Reihen am Ende"), count=done)


def _lane(view: SeatView, row: RowId, column: int) -> dict[str, Any]:
    last = view.last
    moved = last.kind if last is not None and last.row == row else ""
    return _lane_data(row, column, view.frozen and row == "dunkel", moved, view.can_freeze and row == "dunkel")


@cache
def _lane_data(row: RowId, column: int, frozen: bool, moved: str, freezable: bool) -> dict[str, Any]:
    """One row's slider. Shared between boards and versions, so nobody may change it."""
    index = ROW_INDEX[row]
    classes = ["el-lane"]
    if moved:
        classes += ["is-last", f"is-{moved}"]
    if frozen:
        classes.append("is-ice")
    if freezable:
        classes.append("is-freezable")
    return {
        "id": row,
        "at": column,
        "value": words.signed(VALUES[index][column]),
        "need": _need(row, column, frozen),
        "classes": " ".join(classes),
        "label": words.row_label(row, column, frozen=frozen),
    }


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
    data = {"me": seat, "options": tuple(_option(o, faces[_die_of(o)]) for o in takes)}
    return Fragment("glow", "elements/glow.jinja", data)


def _die_of(option: Preview) -> Any:
    """The die of a take; freezing has none and is sorted out before."""
    return option.action.die  # type: ignore[union-attr]


def _option(option: Preview, face: Face) -> dict[str, Any]:
    return {
        "die": _die_of(option),
        "face": face,
        "kind": option.kind,
        "row": option.row,
        "at": option.column_after,
        "value": words.signed(option.value_after),
        "action": msgspec.json.encode(option.action).decode(),
        "name": words.take_name(face),
        "go": words.field_name(option),
        "say": words.option_say(option, face),
        "note": words.option_note(option),
    }
