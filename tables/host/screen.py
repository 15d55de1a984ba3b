"""What viewers of a match see, as rendered fragments of the current version.

Public fragments are rendered once for everybody, private ones once per seat, and only where the data that
``board.py`` and ``shell.py`` give has changed. Thirty reconnects render once.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games import registry
from games.kernel.board import Fragment
from tables.host.live import Live
from tables.render import render_fragment
from tables.shell import ShellSeat, ShellView, log_html, shell_fragments

Kept = dict[str, tuple[dict[str, Any], str]]
"""Fragment name -> its data and HTML."""


@dataclass(slots=True)
class Room:
    """What the shell knows beside the match: who is there."""

    online: frozenset[int] = frozenset()
    """Players with a socket."""
    givable: frozenset[int] = frozenset()
    """Players absent for so long that the others may give their seat to a computer."""
    watchers: int = 0


@dataclass(slots=True)
class Screen:
    """Rendered fragments of one match in this process."""

    public: Kept = field(default_factory=dict)
    private: dict[int | None, Kept] = field(default_factory=dict)
    version: int = -1

    def public_changes(self, live: Live, room: Room) -> list[str]:
        """Bring the public fragments up to date; the HTML of those that changed."""
        board = registry.board(live.slug)
        observation = live.game.observe(live.state, None)
        fragments = (
            *shell_fragments(shell_view(live, room, observation)),
            *board.public_fragments(observation, live.context()),
        )
        return _update(self.public, live.slug, fragments)

    def private_changes(self, live: Live, seat: int | None) -> list[str]:
        """The same for what only ``seat`` sees (None: what stands there for those who watch)."""
        board = registry.board(live.slug)
        observation = live.game.observe(live.state, seat)
        if seat is None:
            fragments = board.spectator_fragments(observation, live.context())
        else:
            fragments = board.seat_fragments(observation, seat, live.context())
        return _update(self.private.setdefault(seat, {}), live.slug, fragments)

    def everything(self, seat: int | None) -> dict[str, str]:
        """All current fragments for one viewer, by name."""
        kept = {**self.public, **self.private.get(seat, {})}
        return {name: markup for name, (_data, markup) in kept.items()}


def _update(kept: Kept, slug: str, fragments: Iterable[Fragment]) -> list[str]:
    changed = []
    for fragment in fragments:
        known = kept.get(fragment.name)
        if known is None or known[0] != fragment.data:
            markup = render_fragment(slug, fragment)
            kept[fragment.name] = (fragment.data, markup)
            changed.append(markup)
    return changed


def shell_view(live: Live, room: Room, observation: Any) -> ShellView:
    """The shell's data for the spectator's ``observation``."""
    board = registry.board(live.slug)
    seats = tuple(
        ShellSeat(
            index=i,
            name=seat.name,
            status=status,
            figure=seat.figure,
            level=seat.level,
            left=seat.left,
            online=not seat.human or live.over or seat.player_id in room.online,
            can_give=seat.human and seat.player_id in room.givable and not live.over,
        )
        for i, (seat, status) in enumerate(zip(live.seats, board.seat_statuses(observation), strict=True))
    )
    return ShellView(
        title=live.game.info.title,
        headline=board.headline(observation),
        stake=live.stake,
        step_ms=live.step_ms,
        table_name=live.table_name,
        watchers=room.watchers,
        seats=seats,
        daily=live.daily,
    )


def log_lines_html(live: Live, events: Iterable[Any]) -> str:
    """The Chronik's lines for events as everybody may see them, latest on top."""
    board = registry.board(live.slug)
    context = live.context()
    shown = (live.game.redact(event, None) for event in events)
    lines = [line for event in shown if event is not None for line in board.log_lines(event, context)]
    return log_html(lines, live.seats) if lines else ""


def events_json(live: Live, events: Iterable[Any], seat: int | None) -> str:
    """The events as that viewer may see them, for animations."""
    shown = (live.game.redact(event, seat) for event in events)
    return msgspec.json.encode([event for event in shown if event is not None]).decode()


def message_number(number: int) -> str:
    """How every message begins: its number on this socket. ``message_tail`` follows."""
    return f'<div id="live-msg" hx-swap-oob="true" hidden data-n="{number}"'


def message_tail(live: Live, *, full: bool, seat: int | None, events: str) -> str:
    """The rest of the first element: match time and what the page must know about the turn. Same for equal seats."""
    decision = ""
    if seat is not None and not live.over:
        decision = next((str(p.decision) for p in live.game.to_act(live.state) if p.seat == seat), "")
    return (
        f' data-now="{live.now()}" data-full="{int(full)}" data-turn="{int(decision != "")}"'
        f' data-decision="{decision}" data-over="{int(live.over)}" data-events="{html.escape(events)}"></div>'
    )
