"""What viewers of a match see, as rendered fragments of the current version.

Public fragments are rendered once for everybody, private ones once per seat, and only where the data that
``board.py`` and ``shell.py`` give has changed. Thirty reconnects render once. What is kept says marks instead of
names; what is handed out has the names in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import Any

import msgspec

from games import registry
from games.kernel.board import Fragment, Fragments, LogLine
from games.kernel.contract import Viewer
from tables.host.live import Live
from tables.render import Names, fragment_bytes, names_html, with_names
from tables.shell import Shell, Surroundings, log_html


@dataclass(slots=True)
class Room:
    """What the shell knows beside the match: who is there."""

    online: frozenset[int] = frozenset()
    """Players with a socket."""
    givable: frozenset[int] = frozenset()
    """Players absent for so long that the others may give their seat to a computer."""
    watchers: int = 0


_NEVER_SHOWN = Fragment("", "", object())
"""Equal to none."""


@dataclass(slots=True)
class Kept:
    """Fragments that somebody has on screen, by name with their HTML, in the order of the page."""

    shown: dict[str, tuple[Fragment, bytes]] = field(default_factory=dict)
    _taken: Fragments = ()
    _last: list[str] = field(default_factory=list)
    """Names of those that the last update changed."""

    def update(self, slug: str, fragments: Fragments, changed: list[bytes]) -> None:
        """Take these; the HTML of those that have changed goes to ``changed``.

        Boards keep what hasn't changed, so most is passed over by identity, a whole player's part at once.
        """
        self._last = []
        if fragments is not self._taken:
            self._compare(slug, self._taken, fragments, changed)
            self._taken = fragments

    def _compare(self, slug: str, before: Fragments, after: Fragments, changed: list[bytes]) -> None:
        if len(before) != len(after):
            before = (None,) * len(after)  # type: ignore[assignment]  # nothing is passed over
        for old, new in zip(before, after, strict=True):
            if new is old:
                continue
            if isinstance(new, tuple):
                self._compare(slug, old if isinstance(old, tuple) else (), new, changed)
                continue
            known = self.shown.get(new.name)
            if known is None or known[0].facts != new.facts or known[0].base != new.base:
                html = fragment_bytes(slug, new)
                self.shown[new.name] = (new, html)
                self._last.append(new.name)
                changed.append(html)

    def unsent(self) -> None:
        """What the last update changed is on nobody's screen after all: it counts as changed until it is."""
        for name in self._last:
            self.shown[name] = (_NEVER_SHOWN, self.shown[name][1])
        self._taken = ()


@dataclass(slots=True)
class Screen:
    """Rendered fragments of one match in this process."""

    shell: Shell = field(default_factory=Shell)
    public: Kept = field(default_factory=Kept)
    private: dict[Viewer, Kept] = field(default_factory=dict)
    _chronik: tuple[int, bytes] | None = None
    _names: tuple[Any, Names] = (None, ())

    def names(self, live: Live) -> Names:
        """The names of those at the table."""
        if self._names[0] is not live.seats:
            self._names = live.seats, names_html([seat.name for seat in live.seats])
        return self._names[1]

    def changes(self, live: Live, room: Room, viewers: Collection[Viewer]) -> tuple[bytes, dict[Viewer, bytes]]:
        """Bring the public fragments and those of ``viewers`` up to date; the HTML of what has changed.

        Seats by number, None for those who watch. A viewer that is left out is brought up to date the next time.
        """
        board, context, slug, names = registry.board(live.slug), live.context(), live.slug, self.names(live)
        seen = live.game.observe_all(live.state, {None, *viewers})
        everybodys = seen[None]
        headline, statuses = board.headline(everybodys), board.seat_statuses(everybodys)
        public: list[bytes] = []
        shell = self.shell.fragments(surroundings(live, room), headline, statuses)
        self.public.update(slug, (shell, board.public_fragments(everybodys, context)), public)
        private: dict[Viewer, bytes] = {}
        for viewer in viewers:
            own: list[bytes] = []
            kept = self.private.get(viewer)
            if kept is None:
                kept = self.private[viewer] = Kept()
            if viewer is None:
                kept.update(slug, board.spectator_fragments(everybodys, context), own)
            else:
                kept.update(slug, board.seat_fragments(seen[viewer], viewer, context), own)
            private[viewer] = with_names(b"".join(own), names)
        return with_names(b"".join(public), names), private

    def unsent(self) -> None:
        """Nobody was sent what ``changes`` gave last."""
        for kept in (self.public, *self.private.values()):
            kept.unsent()

    def chronik(self, live: Live, history: Sequence[Any]) -> bytes:
        """The whole Chronik."""
        return with_names(self._lines(live, history), self.names(live))

    def _lines(self, live: Live, history: Sequence[Any]) -> bytes:
        """Its lines, made once per version, with marks."""
        if self._chronik is None or self._chronik[0] != live.version:
            self._chronik = live.version, log_html(log_lines(live, history)).encode()
        return self._chronik[1]

    def whole(self, live: Live, viewer: Viewer, history: Sequence[Any]) -> bytes:
        """All that ``viewer`` sees, the Chronik at its end."""
        chronik = b'<ol id="chronik" class="chron" hx-swap-oob="true">%b</ol>' % self._lines(live, history)
        own = self.private.get(viewer, Kept())
        shown = [html for kept in (self.public, own) for _fragment, html in kept.shown.values()]
        return with_names(b"".join((*shown, chronik)), self.names(live))

    def news(self, live: Live, events: Iterable[Any]) -> bytes:
        """The Chronik's lines for what has just happened, to be put on top of it."""
        lines = log_lines(live, events)
        return with_names(_news(tuple(lines)), self.names(live)) if lines else b""

    def everything(self, live: Live, viewer: Viewer) -> list[tuple[Fragment, bytes]]:
        """All current fragments for one viewer with their HTML."""
        names, own = self.names(live), self.private.get(viewer, Kept())
        shown = (*self.public.shown.values(), *own.shown.values())
        return [(fragment, with_names(html, names)) for fragment, html in shown]


def of(live: Live) -> Screen:
    """The match's screen in this process."""
    if live.screen is None:
        live.screen = Screen()
    shown: Screen = live.screen
    return shown


def surroundings(live: Live, room: Room) -> Surroundings:
    """What the shell shows beside the match itself."""
    return Surroundings(
        title=live.game.info.title,
        stake=live.stake,
        step_ms=live.step_ms,
        table_name=live.table_name,
        daily=live.daily,
        watchers=room.watchers,
        seats=live.seats,
        over=live.over,
        realtime=live.realtime,
        paused=live.awaited(),
        online=room.online,
        givable=room.givable,
    )


def told(live: Live, events: Iterable[Any], viewer: Viewer) -> list[Any]:
    """The events as that viewer may see them."""
    redact = live.game.redact
    return [seen for event in events if (seen := redact(event, viewer)) is not None]


def log_lines(live: Live, events: Iterable[Any]) -> list[LogLine]:
    """The Chronik's lines for events as everybody may see them."""
    lines_of, context = registry.board(live.slug).log_lines, live.context()
    return [line for event in told(live, events, None) for line in lines_of(event, context)]


@lru_cache(maxsize=8192)
def _news(lines: tuple[LogLine, ...]) -> bytes:
    """Lines to be put on top of the Chronik; the same take is told in many matches."""
    return f'<ol id="chronik" hx-swap-oob="afterbegin">{log_html(lines)}</ol>'.encode()


def events_json(live: Live, events: Iterable[Any], viewer: Viewer) -> str:
    """The events as that viewer may see them, for animations, escaped for an attribute."""
    return escape(msgspec.json.encode(told(live, events, viewer)).decode())


def message_number(number: int) -> str:
    """How every message begins: its number on this socket. ``message_tail`` follows."""
    return f'<div id="live-msg" hx-swap-oob="true" hidden data-n="{number}"'


def decisions(live: Live) -> dict[Viewer, int]:
    """The number of the decision that each seat in turn is asked for."""
    return {} if live.over else {pending.seat: pending.decision for pending in live.game.to_act(live.state)}


def _standing(live: Live) -> str:
    """That match time doesn't run on from what the message says."""
    return ' data-paused="1"' if live.paused_ms is not None and not live.over else ""


def message_tail(live: Live, now: int, *, full: bool, decision: int | None, events: str) -> str:
    """The rest of the first element: match time and what the page must know about the turn. Same for equal seats."""
    return (
        f' data-now="{now}" data-full="{int(full)}" data-turn="{int(decision is not None)}"'
        f' data-decision="{"" if decision is None else decision}" data-over="{int(live.over)}"{_standing(live)}'
        f' data-events="{events}"></div>'
    )
