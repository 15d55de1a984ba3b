"""How a ladder goes on by itself: figures walk, beats pass, figures meet (elum.md 8).

Positions are a function of time; this is the function. A ``Course`` starts at the ladder's last change and runs, step
by step and beat by beat, until something happens that is more than walking: two stand at the same height, one comes up
against another, a unit is due, the clock runs out, a computer wants something. That instant is the match's next wake.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from games.elum.data import BEAT_MS, FAST_BEAT_MS, IDLE_BEATS, LATE_BEATS
from games.elum.rules.figures import standing_at, step_ms, steps_done, target
from games.elum.state import Beat, Deal, Figure, Intent, Ladder

HORIZON_MS = 5_000
"""A calm ladder is a record so often: its clock is told anew."""
THINK_EVERY = 4
"""Beats after which computers look again though nothing has happened."""
THINK_MS = 60
THINK_APART_MS = 70

What = Literal["halt", "home", "pair", "unit", "beats", "end", "intent"]


class Instant(NamedTuple):
    """What happens next on the ladder."""

    at: int
    what: What
    seat: int = -1
    intent: Intent | None = None


class Pair(NamedTuple):
    """Who trades with whom (None: the store) at which step."""

    buyer: int | None
    seller: int | None
    at: int


class Means(Struct, frozen=True):
    """What the ladder must know of the settlers: the order of priority, who can sell, and whether there is trade."""

    priority: tuple[int, ...]
    units: tuple[int, ...]
    trades: bool
    robots: tuple[int, ...] = ()


Think = Callable[[int, int, Ladder], "Intent | None"]
"""(seat, instant, the ladder as it stands then) -> what that computer wants, None to leave all as it is."""


def beat_length(idle_ms: int) -> int:
    """How long a beat is that begins ``idle_ms`` after the last move (E-169)."""
    for below, length in IDLE_BEATS:
        if idle_ms < below:
            return length
    return FAST_BEAT_MS


class Course:
    """The ladder from its last change on. ``pos`` by seat; None for who is out. ``blocked`` can't go on."""

    __slots__ = ("_goals", "_made", "_means", "_t0", "beat", "best", "blocked", "ladder", "pos", "t", "top")

    def __init__(self, ladder: Ladder, means: Means) -> None:
        now = ladder.now
        self.ladder, self._means, self._t0, self.t = ladder, means, now, now
        self.top, self.best = ladder.top, ladder.best
        self.beat = Beat(ladder.beat.left, ladder.beat.began, ladder.beat.length, ladder.beat.moved)
        self.pos: list[int | None] = []
        self.blocked: list[int] = []
        self._goals: list[int] = []
        self._made: list[int] = []
        for figure in ladder.figures:
            out = figure.side == "out"
            self._goals.append(0 if out else target(ladder, figure))
            self._made.append(0 if out else steps_done(figure, self._goals[-1], now))
            self.pos.append(None if out else standing_at(ladder, figure, now))

    # --- who stands where ------------------------------------------------------------------------

    def on_scale(self, seat: int) -> bool:
        """Whether the seat bids or asks: not out, not at its start place."""
        pos, figure = self.pos[seat], self.ladder.figures[seat]
        return pos is not None and figure.at is not None and 0 <= pos <= self.top

    def resting(self, seat: int) -> bool:
        """Whether the figure stands where it wants to be."""
        return self.pos[seat] == self._goals[seat]

    def line(self, side: str) -> int | None:
        """The buying line (highest buyer) or selling line (lowest seller), None while nobody is there."""
        found = [
            pos
            for seat, figure in enumerate(self.ladder.figures)
            if figure.side == side and (pos := self.pos[seat]) is not None and self.on_scale(seat)
        ]
        if not found:
            return None
        return max(found) if side == "buy" else min(found)

    def _first(self, side: str, at: int) -> int | None:
        """Who of those resting at ``at`` comes first."""
        for seat in self._means.priority:
            figure = self.ladder.figures[seat]
            if figure.side == side and self.pos[seat] == at and self.on_scale(seat) and self.resting(seat):
                return seat
        return None

    def pair(self) -> Pair | None:
        """Who trades now: settlers before the store, the worse placed first (E-166)."""
        if not self._means.trades:
            return None
        high, low = self.line("buy"), self.line("sell")
        if high is not None and high == low:
            buyer, seller = self._first("buy", high), self._first("sell", high)
            if buyer is not None and seller is not None:
                return Pair(buyer, seller, high)
        if self.ladder.selling and high is not None and high >= self.ladder.end:
            buyer = self._first("buy", self.ladder.end)
            if buyer is not None:
                return Pair(buyer, None, self.ladder.end)
        if self.ladder.buying and low == 0:
            seller = self._first("sell", 0)
            if seller is not None:
                return Pair(None, seller, 0)
        return None

    # --- running ---------------------------------------------------------------------------------

    def run_to(self, t: int) -> None:
        """Let time pass to ``t``, before which nothing happens but walking and beats."""
        while (move := self._next_move()) is not None and move[0] <= t:
            if move[0] > self._beat_end():
                self._beat(self._beat_end())
                continue
            if not self._step(*move):
                self._goals[move[1]] = self.pos[move[1]] or 0
                self.blocked.append(move[1])
        while self._beat_end() <= t and self.beat.left > 0:
            self._beat(self._beat_end())
        self.t = t

    def next_instant(self, think: Think | None) -> Instant:
        """What happens next, and the course stands there."""
        if self._changed_pair():
            return Instant(self.t, "pair")
        due = self._thoughts_due()
        while True:
            move = self._next_move()
            unit = self.ladder.deal.next if self.ladder.deal is not None else None
            end = self._beat_end()
            at = min(x for x in (move[0] if move else None, unit, end, due[0][0] if due else None) if x is not None)
            self.t = at
            if move is not None and move[0] == at:
                found = self._moved(*move)
                if found is not None:
                    return found
            elif unit == at:
                return Instant(at, "unit")
            elif end == at:
                self._beat(at)
                if self.beat.left <= 0:
                    return Instant(at, "end")
                if at - self._t0 >= HORIZON_MS:
                    return Instant(at, "beats")
                if self.beat.left % THINK_EVERY == 0:
                    due += [(at + THINK_MS + THINK_APART_MS * seat, seat) for seat in self._means.robots]
                    due.sort()
            else:
                seat = due.pop(0)[1]
                intent = None if think is None else think(seat, at, self.as_ladder())
                if intent is not None:
                    return Instant(at, "intent", seat, intent)

    def _thoughts_due(self) -> list[tuple[int, int]]:
        found = [(at, seat) for seat, at in enumerate(self.ladder.react) if at is not None and at > self._t0]
        return sorted(found)

    def _moved(self, at: int, seat: int) -> Instant | None:
        """The next step of ``seat``; what it leads to."""
        if not self._step(at, seat):
            return Instant(at, "halt", seat)
        if self._meets(seat):
            return Instant(at, "halt", seat)
        if self.ladder.figures[seat].to is None and self.resting(seat):
            return Instant(at, "home", seat)
        return Instant(at, "pair") if self._changed_pair() else None

    def _changed_pair(self) -> bool:
        deal, pair = self.ladder.deal, self.pair()
        return pair != (None if deal is None else Pair(deal.buyer, deal.seller, deal.at))

    def _next_move(self) -> tuple[int, int] | None:
        """(instant, seat) of the next step; at the same instant the worse placed steps first."""
        best: tuple[int, int] | None = None
        for seat in self._means.priority:
            figure = self.ladder.figures[seat]
            if figure.side == "out" or figure.at is None or self.resting(seat):
                continue
            at = figure.since + step_ms(self._made[seat] + 1)
            if best is None or at < best[0]:
                best = at, seat
        return best

    def _step(self, at: int, seat: int) -> bool:
        """Make the step unless somebody of the other side is in the way (E-161)."""
        pos, figure = self.pos[seat], self.ladder.figures[seat]
        assert pos is not None
        goal = pos + (1 if self._goals[seat] > pos else -1)
        other = self.line("sell" if figure.side == "buy" else "buy")
        if other is not None and ((goal > other) if figure.side == "buy" else (goal < other)):
            return False
        self.pos[seat] = goal
        self._made[seat] += 1
        self._bid(at, seat, goal)
        return True

    def _bid(self, at: int, seat: int, pos: int) -> None:
        """A step is a sign of life for the clock; a higher bid than any before lets the scale and the clock grow."""
        if self.ladder.figures[seat].side == "buy" and pos > self.top:
            self.top = pos
        self.touch(at)
        if pos > self.best and not self._means.trades:
            self.best = pos
            if self.beat.left <= LATE_BEATS:
                self.beat = Beat(LATE_BEATS, at, BEAT_MS, at)

    def touch(self, at: int) -> None:
        """Something moves: the running beat is stretched to a full second (E-170)."""
        self.beat.moved = at
        self.beat.length = BEAT_MS

    def _meets(self, seat: int) -> bool:
        """Whether the figure wants to go on, and somebody who won't give way stands at its height."""
        pos, figure = self.pos[seat], self.ladder.figures[seat]
        if self.resting(seat):
            return False
        rising = figure.side == "buy" and self._goals[seat] > (pos or 0)
        falling = figure.side == "sell" and self._goals[seat] < (pos or 0)
        if not (rising or falling):
            return False
        for other, its in enumerate(self.ladder.figures):
            if its.side in ("out", figure.side) or self.pos[other] != pos or not self.on_scale(other):
                continue
            leaving = (self._goals[other] > (pos or 0)) if rising else (self._goals[other] < (pos or 0))
            if not leaving:
                return True
        return False

    def _beat_end(self) -> int:
        return self.beat.began + self.beat.length

    def _beat(self, at: int) -> None:
        self.beat.left -= 1
        self.beat.began = at
        self.beat.length = beat_length(at - self.beat.moved)

    # --- the ladder at this instant --------------------------------------------------------------

    def as_ladder(self) -> Ladder:
        """The ladder as it stands now, for who looks at it."""
        figures = [
            Figure(figure.side, None if figure.at is None else self.pos[seat], self.t, figure.to)
            for seat, figure in enumerate(self.ladder.figures)
        ]
        kept = self.ladder
        return Ladder(
            kept.low, kept.step, kept.end, self.top, kept.selling, kept.buying, figures,
            Beat(self.beat.left, self.beat.began, self.beat.length, self.beat.moved), self.t, kept.deal, self.best,
            most=kept.most,
        )  # fmt: skip

    def store(self) -> None:
        """Write clock, scale and best bid back: the ladder's anchors are of this instant."""
        self.ladder.beat, self.ladder.top, self.ladder.best = self.beat, self.top, self.best
        self.ladder.now = self.t


def deal_of(pair: Pair, at: int, wait_ms: int) -> Deal:
    """The deal of two who have just come to stand together."""
    return Deal(pair.buyer, pair.seller, pair.at, at + wait_ms)


def priority(rank: Sequence[int]) -> tuple[int, ...]:
    """The ranking backwards."""
    return tuple(reversed(rank))
