"""An ended match step by step, out of its seed's first state and its records; verification walks the same way.

Records of time alone are dropped at the end of a match. By the law of split time nothing is lost: before each
record, and at the end, the state's own wakes run one by one, each at its instant.

A match under rules that the game no longer has is shown from what is stored: its snapshots, and their events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.core.cache import cache
from msgspec import Struct

from games import registry
from games.kernel.board import BoardContext, LogLine, SeatCard
from games.kernel.contract import AnyGame, Pace, Rejection
from tables.host.live import SeatInfo, events_decode, follow, seat_infos
from tables.models import Match, Record, Snapshot

KEEP_EVERY = 16
"""So many steps apart a state is kept, so that any step is near one."""
CACHE_S = 3600
UNFIT = (Rejection, ValueError, AssertionError, LookupError, TypeError, msgspec.MsgspecError)
"""What a game raises for a record that can't have happened."""


@dataclass(frozen=True)
class Walked:
    """One step of a walk. ``record`` is None where time alone changed something, at ``at_ms``."""

    at_ms: int
    record: Record | None
    events: list[Any]


class Step(Struct, frozen=True):
    """A step as the page shows it: number 0 is the start. ``lines`` are the Chronik's, ``seat`` who acted.

    ``next_record`` is the index of the first record after it: from there a kept state goes on.
    """

    number: int
    at_ms: int
    seat: int | None
    next_record: int
    lines: tuple[LogLine, ...] = ()


class Timeline(Struct, frozen=True):
    """All steps, and the states of some. ``exact`` is False when only stored states are left to show."""

    steps: tuple[Step, ...]
    states: dict[int, bytes]
    exact: bool = True

    @property
    def last(self) -> int:
        return len(self.steps) - 1


def walk(game: AnyGame, state: Any, records: Sequence[Record], end_ms: int) -> Iterator[Walked]:
    """Lead ``state`` (in place) through ``records`` and to ``end_ms``, yielding after every change.

    Raises one of ``UNFIT`` for records that don't fit.
    """
    for record in records:
        yield from _pass(game, state, record.at_ms)
        payload = None if record.payload is None else bytes(record.payload)
        yield Walked(record.at_ms, record, follow(game, state, record.kind, record.at_ms, record.seat, payload))
    yield from _pass(game, state, end_ms)


def _pass(game: AnyGame, state: Any, to_ms: int) -> Iterator[Walked]:
    """Time alone, wake by wake."""
    while (wake := game.wake_at(state)) is not None and wake <= to_ms:
        yield Walked(wake, None, game.advance(state, wake))
        if game.wake_at(state) == wake:
            raise ValueError(f"the wake at {wake} ms changes nothing")


# --- the timeline ----------------------------------------------------------------------------------


def board_context(seats: Sequence[SeatInfo], *, over: bool) -> BoardContext:
    """What the board may know when an ended match is shown."""
    cards = tuple(SeatCard(figure=s.figure, level=s.level, left=s.left) for s in seats)
    return BoardContext(seats=cards, over=over)


def records_of(match: Match) -> list[Record]:
    """What is left of the match's records, in order."""
    return list(Record.objects.filter(match=match).order_by("version"))


def timeline(match: Match) -> Timeline:
    """The steps of an ended match; kept in the cache for a while."""
    key = f"replay:marks:{match.code}:{match.version}:{registry.get(match.game).info.rules_version}"
    kept = cache.get(key)
    if kept is not None:
        return msgspec.msgpack.decode(kept, type=Timeline)
    made = timeline_make(match)
    cache.set(key, msgspec.msgpack.encode(made), CACHE_S)
    return made


def timeline_make(match: Match) -> Timeline:
    """The steps, by replay; from the snapshots where the rules have moved on."""
    game = registry.get(match.game)
    if match.rules_version == game.info.rules_version:
        try:
            return _replayed(match, game)
        except UNFIT:
            pass  # verification reports it; the page still shows what is stored
    return _stored(match, game)


def _replayed(match: Match, game: AnyGame) -> Timeline:
    state = game.decode_state(bytes(Snapshot.objects.get(match=match, version=0).state))
    states = {0: game.encode_state(state)}
    steps = [Step(0, 0, None, 0)]
    for walked, done, lines in _steps(match, game, state, 0):
        seat = None if walked.record is None else walked.record.seat
        steps.append(Step(len(steps), walked.at_ms, seat, done, lines))
        if len(steps) % KEEP_EVERY == 1:
            states[len(steps) - 1] = game.encode_state(state)
    states[len(steps) - 1] = game.encode_state(state)
    return Timeline(tuple(steps), states)


def _steps(
    match: Match, game: AnyGame, state: Any, first_record: int
) -> Iterator[tuple[Walked, int, tuple[LogLine, ...]]]:
    """Walk on from ``state``: each step, the records done after it, its lines.

    Silent time is no step; in real time what the Chronik is silent of is none either (thousands of walks on a ladder).
    """
    seats, done = seat_infos(match.pk), first_record
    silent = game.info.pace is Pace.TURNS
    for walked in walk(game, state, records_of(match)[first_record:], match.advanced_to_ms):
        done += walked.record is not None
        lines = _lines(match.game, game, walked.events, seats)
        if lines or (silent and walked.record is not None):
            yield walked, done, lines


def _stored(match: Match, game: AnyGame) -> Timeline:
    seats = seat_infos(match.pk)
    steps, states = [], {}
    for number, row in enumerate(Snapshot.objects.filter(match=match).order_by("version")):
        try:
            events = events_decode(game, bytes(row.events))[1]
        except msgspec.MsgspecError:
            events = []  # told in words that the game has forgotten
        steps.append(Step(number, 0, None, 0, _lines(match.game, game, events, seats)))
        states[number] = bytes(row.state)
    return Timeline(tuple(steps), states, exact=False)


def _lines(slug: str, game: AnyGame, events: Sequence[Any], seats: Sequence[SeatInfo]) -> tuple[LogLine, ...]:
    board, context = registry.board(slug), board_context(seats, over=False)
    shown = (game.redact(event, None) for event in events)
    return tuple(line for event in shown if event is not None for line in board.log_lines(event, context))


def state_at(match: Match, made: Timeline, number: int) -> Any:
    """The state at step ``number`` (0 to ``made.last``), from the nearest kept one before it."""
    game = registry.get(match.game)
    near = max(n for n in made.states if n <= number)
    state = game.decode_state(made.states[near])
    walked = _steps(match, game, state, made.steps[near].next_record)
    for _step in range(number - near):
        next(walked)
    return state
