"""The public fragments: the throw, its dice, the order of picks, and of each tableau the sliders and the head.

Fields, numbers, arrows and X never change, so they stand in the page (``templates/games/elements/wood.html``). What
a pick changes is small: a die, the order, a slider or two, a sum. All of it is one of a few that many matches
show (a slider on a column, a haul), so it is made once.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from games.elements.board import spoken, words
from games.elements.data import DARK, END, NEEDS, ROW_INDEX, ROWS, VALUES, RowId
from games.elements.state import Move
from games.elements.view import DieView, Observation, SeatView
from games.kernel.board import BoardContext, Fragment, Fragments, name_mark, shared
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

DARK_ID = ROWS[DARK]


def public_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """``throw``, ``order``, the ``dice``, and for each seat ``head0`` … and ``lanes0`` …, the same for everybody."""
    running = observation.picker is not None
    parts: list[Fragment | Fragments] = [
        _throw(observation.throw, observation.thrower, observation.throws_left if running else None),
        _order(observation.order, observation.pick if running else None),
    ]
    hauls: dict[int, tuple[DieView, ...]] = {}
    for die in observation.dice:
        parts.append(_slot(die))
        if die.by is not None:
            hauls[die.by] = (*hauls.get(die.by, ()), die)
    for seat, view in enumerate(observation.seats):
        parts += (_head(seat, view.last), _haul(seat, hauls.get(seat, ())), _tableau(seat, view))
    return tuple(parts)


# --- the tray --------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def _throw(throw: int, thrower: int, left: int | None) -> Fragment:
    """Who threw, and (once the end is reached) how many throws follow."""
    return Fragment("throw", "elements/throw.jinja", (throw, thrower, left), throw_data, shared=True)


def throw_data(facts: tuple[int, int, int | None]) -> dict[str, Any]:
    """The throw's variables."""
    throw, thrower, left = facts
    name = name_mark(thrower)
    return {
        "throw": throw,
        "title": text(_("Wurf {throw} von {name}"), throw=throw, name=name),
        "said": text(_("{name} hat geworfen"), name=name),
        "lap": _lap(left),
    }


def _lap(left: int | None) -> Text | None:
    """After the end is reached: how many throws are still to come."""
    if left is None:
        return None
    if left == 0:
        return text(_("Letzter Wurf der Partie"))
    return Text(_("Danach noch {count} Wurf"), plural=_("Danach noch {count} Würfe"), count=left)


@cache
def _slot(die: DieView) -> Fragment:
    """A die's place in the tray."""
    return Fragment(f"slot-{die.id}", "elements/slot.jinja", die, slot_data, shared=True, group="dice")


def slot_data(die: DieView) -> dict[str, Any]:
    """A slot's variables."""
    lies = die.by is None
    title = spoken.die_lying(die.id, die.face) if die.by is None else spoken.die_gone(die.face, name_mark(die.by))
    return {"die": die.id, "face": die.face, "by": None if lies else die.by, "title": title}


@cache
def _order(order: tuple[int, ...], now: int | None) -> Fragment:
    return Fragment("order", "elements/order.jinja", (order, now), order_data, shared=True)


def order_data(facts: tuple[tuple[int, ...], int | None]) -> dict[str, Any]:
    """The picks of this throw with seat, name and step: ``done``, ``now`` or ``next``."""
    order, now = facts
    steps = ["done" if now is None or index < now else "now" if index == now else "next" for index in range(len(order))]
    return {"picks": [(seat + 1, name_mark(seat), step) for seat, step in zip(order, steps, strict=True)]}


# --- a tableau -------------------------------------------------------------------------------


def _head(seat: int, last: Move | None) -> Fragments:
    return _head_of(seat, last is not None and last.expired)


@cache
def _head_of(seat: int, late: bool) -> Fragments:
    who = shared(f"who{seat}", "elements/who.jinja", f"head{seat}", name=name_mark(seat))
    return who, shared(f"late{seat}", "elements/late.jinja", f"head{seat}", late=late)


@lru_cache(maxsize=8192)
def _tableau(seat: int, view: SeatView) -> Fragments:
    """The rest of a seat's head, and its sliders: what only its own picks change."""
    last = None if view.last is None else view.last.row
    frozen, freezable = view.frozen, view.can_freeze
    lanes = [
        _lane(seat, row.id, row.column, row.id == last, row.id == DARK_ID and frozen, row.id == DARK_ID and freezable)
        for row in view.rows
    ]
    return _done(seat, view.rows_done), _sum(seat, view.score), *lanes


@cache
def _haul(seat: int, haul: tuple[DieView, ...]) -> Fragment:
    return shared(f"haul{seat}", "elements/haul.jinja", f"head{seat}", dice=haul)


@cache
def _done(seat: int, done: int) -> Fragment:
    return Fragment(f"done{seat}", "elements/done.jinja", done, done_data, shared=True, group=f"head{seat}")


def done_data(done: int) -> dict[str, Any]:
    """The variables of the sign that counts finished rows."""
    title = Text(_("{count} Reihe am Ende"), plural=_("{count} Reihen am Ende"), count=done)
    return {"done": done, "title": title}


@cache
def _sum(seat: int, score: int) -> Fragment:
    return shared(f"sum{seat}", "elements/sum.jinja", f"head{seat}", score=score)


@cache
def _lane(seat: int, row: RowId, column: int, last: bool, frozen: bool, freezable: bool) -> Fragment:
    """One row's slider: its column, the number above it, what it needs next and how the row is read out."""
    marks = ("is-last", last), ("is-ice", frozen), ("is-freezable", freezable)
    return shared(
        f"lane{seat}-{row}",
        "elements/lane.jinja",
        f"lanes{seat}",
        seat=seat,
        row=row,
        at=column,
        value=words.signed(VALUES[ROW_INDEX[row]][column]),
        need=_need(row, column, frozen),
        classes=" ".join(["el-lane", *(mark for mark, on in marks if on)]),
        label=spoken.row_label(row, column, frozen),
    )


def _need(row: RowId, column: int, frozen: bool) -> str:
    """What the slider shows as its next need: a face, ``hell`` (a misthrow), ``ende`` or ``eis``."""
    if frozen:
        return "eis"
    return "ende" if column == END else NEEDS[ROW_INDEX[row]][column] or "hell"
