"""The public fragments: the throw, its dice, the order of picks, and of each tableau the sliders and the head.

Fields, numbers, arrows and X never change, so they stand in the page (``templates/games/elements/wood.html``). What
a pick changes is small: a die, the order, a slider or two, a sum. Most of it is one of a few that all matches show
(a slider on a column, a haul), so it is made once; what a match shows alone (names, the throw) is made from facts.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from msgspec import Struct

from games.elements.board import spoken, words
from games.elements.data import END, NEEDS, ROW_INDEX, VALUES, RowId
from games.elements.view import DieView, Observation, RowView, SeatView
from games.kernel.board import BoardContext, Fragment, Fragments, shared
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

MATCHES = 2048
"""So many matches' boards are kept; one that comes back later is made anew."""


def public_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """``throw``, ``order``, the ``dice``, and for each seat ``head0`` … and ``lanes0`` …, the same for everybody."""
    names = context.names
    hauls: dict[int, tuple[DieView, ...]] = {}
    slots = []
    for die in observation.dice:
        if die.by is None:
            slots.append(_slot(die, ""))
        else:
            slots.append(_slot(die, names[die.by]))
            hauls[die.by] = (*hauls.get(die.by, ()), die)
    now = None if observation.picker is None else observation.pick
    return (
        _throw(observation.throw, names[observation.thrower], None if now is None else observation.throws_left),
        _order(observation.order, now, names),
        *slots,
        *[_tableau(seat, names[seat], view, hauls.get(seat, ())) for seat, view in enumerate(observation.seats)],
    )


# --- the tray --------------------------------------------------------------------------------


class ThrowFacts(Struct, frozen=True):
    """Who threw what, and (once the end is reached) how many throws follow."""

    throw: int
    name: str
    left: int | None


@lru_cache(maxsize=MATCHES)
def _throw(throw: int, name: str, left: int | None) -> Fragment:
    return Fragment("throw", "elements/throw.jinja", ThrowFacts(throw, name, left), throw_data)


def throw_data(facts: ThrowFacts) -> dict[str, Any]:
    """The throw's variables."""
    return {
        "throw": facts.throw,
        "title": text(_("Wurf {throw} von {name}"), throw=facts.throw, name=facts.name),
        "said": text(_("{name} hat geworfen"), name=facts.name),
        "lap": _lap(facts.left),
    }


def _lap(left: int | None) -> Text | None:
    """After the end is reached: how many throws are still to come."""
    if left is None:
        return None
    if left == 0:
        return text(_("Letzter Wurf der Partie"))
    return Text(_("Danach noch {count} Wurf"), plural=_("Danach noch {count} Würfe"), count=left)


@lru_cache(maxsize=16 * MATCHES)
def _slot(die: DieView, name: str) -> Fragment:
    """A die's place in the tray; ``name`` is who took it."""
    return Fragment(f"slot-{die.id}", "elements/slot.jinja", (die, name), slot_data, shared=True, group="dice")


def slot_data(facts: tuple[DieView, str]) -> dict[str, Any]:
    """A slot's variables."""
    die, name = facts
    title = spoken.die_lying(die.id, die.face) if die.by is None else spoken.die_gone(die.face, name)
    return {"die": die.id, "face": die.face, "by": die.by, "title": title}


@lru_cache(maxsize=16 * MATCHES)
def _order(order: tuple[int, ...], now: int | None, names: tuple[str, ...]) -> Fragment:
    return Fragment("order", "elements/order.jinja", (order, now, names), order_data, shared=True)


def order_data(facts: tuple[tuple[int, ...], int | None, tuple[str, ...]]) -> dict[str, Any]:
    """The picks of this throw with seat, name and step: ``done``, ``now`` or ``next``."""
    order, now, names = facts
    steps = ["done" if now is None or index < now else "now" if index == now else "next" for index in range(len(order))]
    return {"picks": [(seat + 1, names[seat], step) for seat, step in zip(order, steps, strict=True)]}


# --- a tableau -------------------------------------------------------------------------------


@lru_cache(maxsize=4 * MATCHES)
def _tableau(seat: int, name: str, view: SeatView, haul: tuple[DieView, ...]) -> Fragments:
    """Head and sliders of a seat; ``haul`` are the dice of this throw that it has taken."""
    return (
        shared(f"who{seat}", "elements/who.jinja", f"head{seat}", name=name),
        _late(seat, view.last is not None and view.last.expired),
        _haul(seat, haul),
        _done(seat, view.rows_done),
        _sum(seat, view.score),
        *[_lane(seat, view, row) for row in view.rows],
    )


@cache
def _late(seat: int, late: bool) -> Fragment:
    return shared(f"late{seat}", "elements/late.jinja", f"head{seat}", late=late)


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


def _lane(seat: int, view: SeatView, row: RowView) -> Fragment:
    last = view.last is not None and view.last.row == row.id
    dark = row.id == "dunkel"
    return _lane_of(seat, row.id, row.column, last, dark and view.frozen, dark and view.can_freeze)


@cache
def _lane_of(seat: int, row: RowId, column: int, last: bool, frozen: bool, freezable: bool) -> Fragment:
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
