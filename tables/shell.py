"""The shell round a game's board as comparable data: place cards, what stands in the bar, the Chronik.

The host gives a ``Shell`` every version; equal facts mean that nothing is rendered. All of its
fragments are public, so nothing here depends on who looks: „du“, the button that gives an absent seat to the
computer and „du bist dran“ in the title are laid over by ``table.css`` and ``static/js`` from the page's own
facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from typing import Any, Protocol

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override
from msgspec import Struct

from accounts import ui
from games.kernel.board import HOLE, Fragment, Fragments, LogLine, SeatStatus, filled, name_mark
from games.kernel.texts import Text
from tables.render import said

LEVEL_WORDS = {"easy": "leicht", "normal": "normal", "hard": "stark"}
"""German words for the strengths of the computer, as at the table's picker."""


class Seated(Protocol):
    """Who sits there, as the shell needs it. ``figure``: ``user``, ``guest`` or ``bot``; ``human``: still there."""

    @property
    def player_id(self) -> int | None: ...
    @property
    def figure(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def left(self) -> bool: ...
    @property
    def human(self) -> bool: ...


class Surroundings(Struct, frozen=True):
    """Everything that the shell shows beside the match, the same for everybody.

    ``table_name`` is the opener's name, empty when there is none. ``step_ms`` None: no thinking time is set.
    ``online`` are players with a socket, ``givable`` those absent for so long that the others may give their seat to
    the computer.
    """

    title: str
    stake: int
    step_ms: int | None
    table_name: str
    daily: bool
    watchers: int
    seats: Sequence[Seated]
    over: bool = False
    realtime: bool = False
    """Nobody has a thinking time."""
    paused: int | None = None
    """The seat of whom the match waits for, standing still."""
    online: frozenset[int] = frozenset()
    givable: frozenset[int] = frozenset()


class Card(Struct, frozen=True, cache_hash=True):
    """One place card, but for its name and the instants of its clock; the same in many matches.

    ``clocked``: the thinking time runs. ``left``: the human is gone for good and a computer plays on. ``can_give``:
    the others may give the seat to the computer. ``away``: a human without a socket.
    """

    index: int
    points: int | None
    note: str
    turn: bool
    clocked: bool
    figure: str
    level: str
    left: bool
    human: bool
    away: bool
    can_give: bool


class BarFacts(Struct, frozen=True):
    """What the bar says."""

    title: str
    headline: Text
    stake: int
    step_ms: int | None
    table_name: str
    daily: bool
    realtime: bool = False


class Shell:
    """The shell's public fragments of one match: ``bar-what``, ``watchers``, ``pause`` and a place card for each seat.

    It keeps them: what hasn't changed comes back as the same object.
    """

    __slots__ = ("_around", "_bar", "_cards", "_headline", "_pause", "_statuses", "_watchers")

    def __init__(self) -> None:
        self._around: Surroundings | None = None
        self._headline: Text | None = None
        self._statuses: tuple[SeatStatus, ...] = ()
        self._cards: list[Fragment] = []
        self._bar = self._watchers = self._pause = Fragment("", "", None)

    def fragments(self, around: Surroundings, headline: Text, statuses: tuple[SeatStatus, ...]) -> Fragments:
        """``headline`` and ``statuses`` as the game's board has them; cards are ``seat-1`` and on."""
        anew = around != self._around
        if anew or headline != self._headline:
            self._bar, self._headline = _bar(around, headline), headline
        if anew:
            self._watchers = Fragment("watchers", "shell/watchers.jinja", around.watchers, _watchers_data, shared=True)
            self._pause = Fragment("pause", "shell/pause.jinja", around.paused, _pause_data, shared=True)
            self._cards = [_card(around, index, status) for index, status in enumerate(statuses)]
        elif statuses != self._statuses:
            for index, status in enumerate(statuses):
                if status != self._statuses[index]:
                    self._cards[index] = _card(around, index, status)
        self._around, self._statuses = around, statuses
        return (self._bar, self._watchers, self._pause, *self._cards)


def _bar(around: Surroundings, headline: Text) -> Fragment:
    facts = BarFacts(
        around.title, headline, around.stake, around.step_ms, around.table_name, around.daily, around.realtime
    )
    return Fragment("bar-what", "shell/bar_what.jinja", facts, _bar_data)


def _card(around: Surroundings, index: int, status: SeatStatus) -> Fragment:
    seat = around.seats[index]
    away = seat.human and not around.over and seat.player_id not in around.online
    can_give = away and seat.player_id in around.givable
    clocked = status.turn and status.deadline_ms is not None
    card = _card_of(
        index, status.points, said(status.note), status.turn, clocked,
        seat.figure, seat.level, seat.left, seat.human, away, can_give,
    )  # fmt: skip
    if not clocked:
        return card
    clock = f' data-deadline="{status.deadline_ms}" data-expiry="{status.expiry_ms}" data-step="{status.step_ms}"'
    return filled(card, clock.encode())


@lru_cache(maxsize=8192)
def _card_of(index: int, *more: Any) -> Fragment:
    return Fragment(f"seat-{index + 1}", "shell/seat.jinja", Card(index, *more), _card_data, True, "seats")


def _card_data(card: Card) -> dict[str, Any]:
    return {
        "card": card,
        "no": card.index + 1,
        "name": name_mark(card.index),
        "clock": HOLE if card.clocked else "",
        "figure": "bot" if card.left else card.figure,
        "level": LEVEL_WORDS.get(card.level, ""),
    }


def on_page(fragments: Iterable[tuple[Fragment, bytes]]) -> dict[str, SafeString]:
    """HTML by the names that a page's template says: a group's together, else by its own name (``_`` for ``-``)."""
    found: dict[str, bytes] = {}
    for fragment, html in fragments:
        name = fragment.group or fragment.name.replace("-", "_")
        found[name] = found.get(name, b"") + html
    return {name: mark_safe(html.decode()) for name, html in found.items()}


def _pause_data(seat: int | None) -> dict[str, Any]:
    return {"name": "" if seat is None else name_mark(seat)}


def _watchers_data(watchers: int) -> dict[str, Any]:
    return {"watchers": watchers}


def _bar_data(bar: BarFacts) -> dict[str, Any]:
    return {
        "title": bar.title,
        "headline": bar.headline,
        "table_name": "" if bar.daily else bar.table_name,
        "daily": bar.daily,
        "realtime": bar.realtime,
        "step_s": None if bar.step_ms is None else bar.step_ms // 1000,
        "stake": bar.stake,
    }


# --- the Chronik ---------------------------------------------------------------------------------


def log_html(lines: Iterable[LogLine]) -> str:
    """The Chronik's ``<li>`` groups, the latest on top, for lines in the order in which they happened, but for names.

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
            groups[-1][1].append(_line_html(line))
    return "".join([_group_html(heading, items) for heading, items in reversed(groups) if heading or items])


def _group_html(heading: str, items: list[str]) -> str:
    head = f'<h3 class="chron__head">{heading}</h3>' if heading else ""
    kind = "" if heading else " data-more"
    return f'<li class="chron__group"{kind}>{head}<ul>{"".join(items)}</ul></li>'


@cache
def _token(number: int) -> str:
    with override(settings.LANGUAGE_CODE):
        return ui.token(number)


@lru_cache(maxsize=16384)
def _line_html(line: LogLine) -> str:
    words = escape(said(line.text)) if line.text is not None else ""
    if line.seat is None:
        return f'<li class="chron__line"><span>{words}</span></li>'
    name = name_mark(line.seat)
    told = words.replace(name, f"<b>{name}</b>", 1) if name in words else f"<b>{name}</b> {words}"
    number = line.seat + 1
    return f'<li class="chron__line" data-seat="{number}">{_token(number)}<span>{told}</span></li>'
