"""What an ended match's page shows: who may see it, one step's board, the Chronik, players and places. Reads only."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import Player
from games import registry
from games.kernel.board import Fragment, LogLine, SeatStatus, flat, name_mark
from leaderboard.periods import daily_opens_at
from tables.dailies import daily_is_open
from tables.host.live import SeatInfo, level_label, seat_info, seat_infos
from tables.models import Match
from tables.render import fragment_bytes, named, names_html, said, with_names
from tables.replay import Step, Timeline, board_context, state_at
from tables.shell import Shell, Surroundings

RESERVED = ("action", "glow")
"""Private fragments that only a running match has a place for."""


class Access(enum.Enum):
    """What somebody who asks for a match's page gets."""

    OPEN = "open"
    RUNNING = "running"
    DAILY = "daily"
    HIDDEN = "hidden"


def match_access(match: Match, player: Player | None) -> Access:
    """Private matches are for their players; a running one has its table; a daily opens at 02:00 next morning.

    A daily is never public (no list shows it while it runs), and for everybody all the same once it is open.
    """
    played = player is not None and match.seats.filter(player=player).exists()
    if not match.public and not match.daily_key and not played:
        return Access.HIDDEN
    if match.status == Match.Status.RUNNING:
        return Access.RUNNING
    return Access.OPEN if played or seed_is_open(match) else Access.DAILY


def seed_is_open(match: Match) -> bool:
    """Whether the seed may be shown: after the end, a daily's only when its day is over for everybody."""
    return match.status != Match.Status.RUNNING and (match.daily_on is None or daily_is_open(match.daily_on))


def seed_opens_at(match: Match) -> datetime | None:
    """When a daily's seed will be open; None for other matches."""
    return None if match.daily_on is None else daily_opens_at(match.daily_on)


@dataclass(frozen=True)
class Shown:
    """One step. ``fragments`` with their HTML for the page, ``changes`` the same ready for an out-of-band swap."""

    number: int
    last: int
    at_ms: int
    headline: str
    caption: str
    fragments: list[tuple[Fragment, bytes]]
    changes: SafeString

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.last else None


def step_shown(match: Match, made: Timeline, number: int) -> Shown:
    """The board at step ``number`` (the nearest there is), as those who watch see it."""
    number = min(max(0, number), made.last)
    game, board = registry.get(match.game), registry.board(match.game)
    seats = seat_infos(match.pk)
    observation = game.observe(state_at(match, made, number), None)
    context = board_context(seats, over=number == made.last)
    fragments = (
        *_shell(match, seats, observation),
        *flat(board.public_fragments(observation, context)),
        *(f for f in flat(board.spectator_fragments(observation, context)) if f.name not in RESERVED),
    )
    names = names_html([seat.name for seat in seats])
    shown = [(fragment, with_names(fragment_bytes(match.game, fragment), names)) for fragment in fragments]
    return Shown(
        number=number,
        last=made.last,
        at_ms=made.steps[number].at_ms,
        headline=said(board.headline(observation)),
        caption=_caption(made, number),
        fragments=shown,
        changes=mark_safe(b"".join(html for _fragment, html in shown).decode()),
    )


def _shell(match: Match, seats: Sequence[SeatInfo], observation: Any) -> tuple[Fragment, ...]:
    """The place cards without clocks: time stands still here."""
    around = Surroundings(
        title=registry.get(match.game).info.title,
        stake=match.stake,
        step_ms=match.step_ms,
        table_name="",
        daily=False,
        watchers=0,
        seats=seats,
        over=True,
    )
    board = registry.board(match.game)
    statuses = tuple(_still(status) for status in board.seat_statuses(observation))
    cards = flat(Shell().fragments(around, board.headline(observation), statuses))
    return tuple(card for card in cards if card.group == "seats")


def _still(status: SeatStatus) -> SeatStatus:
    return SeatStatus(points=status.points, note=status.note, turn=status.turn)


def _caption(made: Timeline, number: int) -> str:
    if number == 0:
        return _("Der Anfang")
    words = _("Schritt {number} von {last}").format(number=number, last=made.last)
    if not made.exact:
        return words
    seconds = made.steps[number].at_ms // 1000
    return _("{step} · {minutes}:{seconds:02} Min.").format(step=words, minutes=seconds // 60, seconds=seconds % 60)


# --- the Chronik -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of the Chronik: the step it belongs to, its words with the name apart, whose it is (1-based)."""

    step: int
    before: str
    name: str
    after: str
    seat_no: int | None


@dataclass(frozen=True)
class Group:
    """Lines under a heading, in the order in which they happened."""

    heading: str
    lines: list[Line]


def chronik(steps: Sequence[Step], seats: Sequence[SeatInfo]) -> list[Group]:
    """All lines from the first to the last."""
    groups: list[Group] = []
    names = [seat.name for seat in seats]
    for step in steps:
        for line in step.lines:
            if line.heading is not None or not groups:
                groups.append(Group("" if line.heading is None else named(said(line.heading), names), []))
            if line.text is not None:
                groups[-1].lines.append(_line(step.number, line, names))
    return groups


def _line(step: int, line: LogLine, names: Sequence[str]) -> Line:
    words = "" if line.text is None else said(line.text)
    if line.seat is None:
        return Line(step, named(words, names), "", "", None)
    before, found, after = words.partition(name_mark(line.seat))
    if not found:
        before, after = "", f" {words}"
    return Line(step, named(before, names), names[line.seat], named(after, names), line.seat + 1)


# --- players and places ------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceRow:
    """One seat in the result. ``place`` is None where nothing was ranked; points are tenths for the best list."""

    no: int
    name: str
    figure: str
    note: str
    place: int | None
    score: int | None
    points_tenths: int | None
    code: str
    me: bool


def places(match: Match, player: Player | None) -> list[PlaceRow]:
    """Everybody who played, best first."""
    rows = []
    for seat in match.seats.select_related("player"):
        info = seat_info(seat)
        note = _("gegangen") if seat.left else ""
        if seat.player is None:
            note = _("Computer, {level}").format(level=_(level_label(seat.bot)))
        rows.append(
            PlaceRow(
                no=seat.index + 1,
                name=info.name,
                figure=info.figure,
                note=note,
                place=seat.place,
                score=seat.score,
                points_tenths=seat.points_tenths,
                code=seat.player.code if seat.player is not None and seat.player.is_user else "",
                me=player is not None and seat.player_id == player.pk,
            )
        )
    return sorted(rows, key=lambda row: (row.place or 99, row.no))
