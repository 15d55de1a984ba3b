"""Rows of the lists that ``tables/selectors.py`` gives: small, frozen, ready for a template."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeVar

from django.utils.translation import gettext as _

from accounts.faces import Face
from tables.host.live import bot_name

T = TypeVar("T")


@dataclass(frozen=True)
class SeatMark:
    """Who holds a seat. ``level`` is a computer's; colour and sign are the player's own (1–6), 0 for computers."""

    index: int
    name: str
    figure: str = "user"
    level: str = ""
    colour: int = 0
    sign: int = 0
    code: str = ""
    free: bool = False
    left: bool = False


@dataclass(frozen=True)
class OpenTable:
    """A table that waits. ``mine``: the viewer sits there. ``account_needed``: a stake that the viewer can't pay."""

    code: str
    slug: str
    title: str
    opener: str
    stake: int
    clock_s: int
    facts: tuple[str, ...]
    seats: tuple[SeatMark, ...]
    people: int
    free: int
    public: bool
    mine: bool
    account_needed: bool

    @property
    def can_join(self) -> bool:
        return not self.mine and self.free > 0 and not self.account_needed


@dataclass(frozen=True)
class RunningMatch:
    """A match to watch, by its table's address."""

    table_code: str
    slug: str
    title: str
    opener: str
    stake: int
    seats: tuple[SeatMark, ...]
    people: int
    watchers: int
    started_at: datetime
    paused: bool = False


class Part(list[T]):
    """Rows of a list from ``start`` on; ``count_all`` is how many the list has."""

    def __init__(self, rows: Iterable[T], *, start: int, count_all: int) -> None:
        super().__init__(rows)
        self.start = start
        self.count_all = count_all


class OpenTables(Part[OpenTable]):
    """Some of the waiting tables. ``joinable``: how many of all the viewer can join."""

    joinable: int = 0


class RunningMatches(Part[RunningMatch]):
    """Some of the running matches."""

    @property
    def watchers(self) -> int:
        """How many people watch any of them; 0 where only some of them are here."""
        return sum(row.watchers for row in self) if len(self) == self.count_all else 0


@dataclass(frozen=True)
class OwnMatch:
    """A running or sleeping match of its player; ``paused``: it stands still until they are back.

    ``daily``: the name of the challenge that it is, or nothing.
    """

    table_code: str
    slug: str
    title: str
    seats: tuple[SeatMark, ...]
    stake: int
    clock_s: int
    solo: bool
    daily: str
    my_turn: bool
    started_at: datetime
    paused: bool = False
    realtime: bool = False


@dataclass(frozen=True)
class PlayedMatch:
    """One line of somebody's history. ``points_tenths`` and ``taler`` None: nothing was booked; ``daily`` as above."""

    code: str
    slug: str
    title: str
    ended_at: datetime
    seats: tuple[SeatMark, ...]
    place: int | None
    score: int | None
    points_tenths: int | None
    taler: int | None
    left: bool
    abandoned: bool
    solo: bool
    daily: str


@dataclass(frozen=True)
class DailyToday:
    """One of today's challenges as the player has it. ``state``: ``new``, ``running`` or ``done``."""

    slug: str
    title: str
    variant: str
    name: str
    on: date
    state: str
    table_code: str
    match_code: str
    score: int | None


def seat_mark(index: int, bot: str, who: Face | None, *, drawn: bool = False, left: bool = False) -> SeatMark:
    """A seat for lists. Computers have names from the start only: seats are ``drawn`` then."""
    if who is None:
        if not bot:
            return SeatMark(index, "", free=True)
        return SeatMark(index, bot_name(index) if drawn else _("Computer"), "bot", bot)
    return SeatMark(index, who.display_name, who.figure, colour=who.colour, sign=who.sign, code=who.code, left=left)
