"""The shell round a game's board as comparable data: place cards, what stands in the bar, the Chronik.

The host fills a ``ShellView`` for every version; equal data means that nothing is rendered. All three
fragments are public, so nothing here depends on who looks: „du“, the button that gives an absent seat to the
computer and „du bist dran“ in the title are laid over by ``table.css`` and ``static/js`` from the page's own
facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from typing import Any, Protocol

from django.utils.translation import get_language
from msgspec import Struct

from accounts import ui
from games.kernel.board import Fragment, LogLine, SeatStatus
from games.kernel.texts import Text
from tables.render import said

LEVEL_WORDS = {"easy": "leicht", "normal": "normal", "hard": "stark"}
"""German words for the strengths of the computer, as at the table's picker."""


class ShellSeat(Struct, frozen=True):
    """One place card. ``figure`` is ``user``, ``guest`` or ``bot``; ``level`` the computer's, if one plays there.

    ``left``: the human is gone for good and a computer plays on. ``can_give``: absent for five minutes, so the
    others may give the seat to the computer. Computers always count as ``online``.
    """

    index: int
    name: str
    status: SeatStatus
    figure: str = "user"
    level: str = ""
    left: bool = False
    online: bool = True
    can_give: bool = False

    @property
    def human(self) -> bool:
        """Whether a human holds this seat now, present or not."""
        return self.figure != "bot" and not self.left


class ShellView(Struct, frozen=True):
    """Everything the shell shows, the same for everybody.

    ``table_name`` is the opener's name, empty when there is none. ``step_ms`` None: no thinking time is set.
    """

    title: str
    headline: Text
    stake: int
    step_ms: int | None
    table_name: str
    watchers: int
    seats: tuple[ShellSeat, ...]
    daily: bool = False


class Named(Protocol):
    """A seat as the Chronik needs it."""

    @property
    def name(self) -> str: ...


def shell_fragments(view: ShellView) -> tuple[Fragment, ...]:
    """The shell's public fragments: ``bar-what``, ``watchers``, ``seats``."""
    return (
        Fragment("bar-what", "shell/bar_what.jinja", _bar_data(view)),
        Fragment("watchers", "shell/watchers.jinja", {"watchers": view.watchers}),
        Fragment("seats", "shell/seats.jinja", {"seats": tuple(_seat_row(seat) for seat in view.seats)}),
    )


def _bar_data(view: ShellView) -> dict[str, Any]:
    return {
        "title": view.title,
        "headline": view.headline,
        "table_name": "" if view.daily else view.table_name,
        "daily": view.daily,
        "step_s": None if view.step_ms is None else view.step_ms // 1000,
        "stake": view.stake,
    }


class SeatRow(Struct, frozen=True):
    """A place card's data, all plain and hashable: equal cards are rendered once (``tables/render.py``)."""

    no: int
    name: str
    figure: str
    level: str
    left: bool
    human: bool
    away: bool
    can_give: bool
    turn: bool
    note: str
    points: int | None
    deadline_ms: int | None
    expiry_ms: int | None
    step_ms: int | None


def _seat_row(seat: ShellSeat) -> SeatRow:
    status = seat.status
    clocked = status.turn and status.deadline_ms is not None
    return SeatRow(
        no=seat.index + 1,
        name=seat.name,
        figure="bot" if seat.left else seat.figure,
        level=LEVEL_WORDS.get(seat.level, ""),
        left=seat.left,
        human=seat.human,
        away=seat.human and not seat.online,
        can_give=seat.can_give and seat.human and not seat.online,
        turn=status.turn,
        note=said(status.note),
        points=status.points,
        deadline_ms=status.deadline_ms if clocked else None,
        expiry_ms=status.expiry_ms if clocked else None,
        step_ms=status.step_ms if clocked else None,
    )


# --- the Chronik ---------------------------------------------------------------------------------


def log_html(lines: Iterable[LogLine], seats: Sequence[Named]) -> str:
    """The Chronik's ``<li>`` groups, the latest on top, for lines in the order in which they happened.

    Lines before the first heading go into a group without one: they continue the group that already stands
    on the page, and ``static/js/chronik.js`` moves them there.
    """
    groups: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.heading is not None:
            groups.append((escape(said(line.heading)), []))
        elif not groups:
            groups.append(("", []))
        if line.text is not None:
            groups[-1][1].append(_line_html(line, seats))
    return "".join(_group_html(heading, items) for heading, items in reversed(groups) if heading or items)


def _group_html(heading: str, items: list[str]) -> str:
    head = f'<h3 class="chron__head">{heading}</h3>' if heading else ""
    kind = "" if heading else " data-more"
    return f'<li class="chron__group"{kind}>{head}<ul>{"".join(items)}</ul></li>'


@cache
def _token(number: int, language: str | None) -> str:
    """Drawn once: a line of the Chronik is made with every move. Its title is in the reader's language."""
    return ui.token(number)


def _line_html(line: LogLine, seats: Sequence[Named]) -> str:
    words = said(line.text) if line.text is not None else ""
    if line.seat is None:
        return f'<li class="chron__line"><span>{escape(words)}</span></li>'
    name = seats[line.seat].name
    before, found, after = words.partition(name)
    html = (
        f"{escape(before)}<b>{escape(name)}</b>{escape(after)}" if found else f"<b>{escape(name)}</b> {escape(words)}"
    )
    number = line.seat + 1
    return f'<li class="chron__line" data-seat="{number}">{_token(number, get_language())}<span>{html}</span></li>'
