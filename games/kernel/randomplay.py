"""Random play of any game: what the laws of the contract are checked on.

A walk makes random legal actions, lets time pass, lets clocks run out and gives seats to computers. All of it is
written down as records, as the host does, so that a match can be played again from them.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from games.kernel.contract import LEVELS, AnyGame, Pace, Presence, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice

THINK_MS = 5_000
"""Random actions are at most this far apart (realtime games: a tenth)."""
EXPIRY_SHARE = 0.04
"""Share of steps in a match with a clock that wait for the next wake instead."""
GIVEN_SHARE = 0.005
"""Share of steps that give a seat to a computer."""
AWAY_SHARE = 0.03
"""Share of steps of a real-time match that say of somebody who plays that the line is gone, or back."""


TURN_STEPS = 5_000
REALTIME_STEPS = 30_000
"""By then a match has ended."""


class Case(Struct, frozen=True):
    """One match to walk through: everything that ``Game.new`` takes, and the seed of the random choices."""

    options: Any
    setup: Setup
    seats: tuple[SeatSpec, ...]
    seed: bytes
    play: int = 0
    steps: int = 5_000


class Record(Struct, frozen=True, omit_defaults=True):
    """One step of a match as it is stored. ``payload`` is JSON of the action or presence, empty for a wake."""

    kind: Literal["action", "presence", "wake"]
    now: int
    seat: int = -1
    payload: str = ""


class Step(Struct, frozen=True):
    """A record with the state before it, encoded, and the events it brought. ``state`` is the live one after it."""

    before: bytes
    record: Record
    events: list[Any]
    state: Any


def cases(game: AnyGame, *, play: int = 0, steps: int | None = None) -> list[Case]:
    """A case for every number of seats, with the default clock; one without a clock and one with a computer too.

    Where seats choose something of their own: one where all have chosen, one where the only human has. The first has
    the default options; over the others every choice of every option comes in turn.
    """
    steps = steps or (REALTIME_STEPS if game.info.pace is Pace.REALTIME else TURN_STEPS)
    clock = Setup(game.info.clock_default_s * 1000 or None)
    low, high = game.info.seats_min, game.info.seats_max
    human, computer = SeatSpec(), SeatSpec("normal")
    tables: list[tuple[Setup, tuple[SeatSpec, ...], int]]
    tables = [(clock, (human,) * count, count) for count in range(low, high + 1)]
    tables.append((Setup(), (human,) * high, 101))
    tables.append((clock, (human,) + (computer,) * (high - 1), 102))
    if game.info.seat_field is not None:
        values = [choice.value for choice in game.info.seat_field.choices]
        picked = tuple(SeatSpec(pick=value) for value in values[-high:])
        tables.append((clock, picked, 103))
        tables.append((clock, (picked[-1],) + (computer,) * (high - 1), 104))
    options = _varied(game, len(tables), play)
    return [
        Case(options[number], setup, seats, _seed(play, seed), play, steps)
        for number, (setup, seats, seed) in enumerate(tables)
    ]


def _varied(game: AnyGame, count: int, play: int) -> list[Any]:
    """``count`` sets of options: the default ones, then each choice of each option as often as the others."""
    chosen: list[dict[str, str]] = [{} for _case in range(count)]
    for field in game.info.options:
        rng, left = random.Random(f"{play}/{field.key}"), list[str]()
        for raw in chosen[1:]:
            left = left or rng.sample([choice.value for choice in field.choices], len(field.choices))
            raw[field.key] = left.pop()
    return [game.decode_options(raw) for raw in chosen]


def _seed(play: int, number: int) -> bytes:
    return hashlib.sha256(f"case/{play}/{number}".encode()).digest()


def fresh(game: AnyGame, case: Case) -> Any:
    """The first state of the case, with dice of its own."""
    return game.new(case.options, case.setup, case.seats, Dice(case.seed))


def copy_of(game: AnyGame, state: Any) -> Any:
    """An independent copy through the codec."""
    return game.decode_state(game.encode_state(state))


def walk(game: AnyGame, case: Case) -> Iterator[Step]:
    """Play the case at random to its end, or for ``case.steps`` steps; the same every time."""
    rng = random.Random(f"{case.seed.hex()}/{case.play}")
    state = fresh(game, case)
    people = [seat for seat, spec in enumerate(case.seats) if spec.bot is None]
    now = 0
    for _ in range(case.steps):
        if game.outcome(state) is not None:
            return
        before = game.encode_state(state)
        record = _choose(game, state, now, people, rng)
        now = record.now
        try:
            events = make(game, state, record)
        except Rejection as refused:
            raise AssertionError(f"a listed action is refused ({refused.code}): {record}") from refused
        yield Step(before, record, events, state)


def make(game: AnyGame, state: Any, record: Record) -> list[Any]:
    """Apply a record to the state, as the host does: time first, then the action. Returns all events."""
    events: list[Any] = list(game.advance(state, record.now))
    if record.kind == "action":
        action = game.decode_action(record.payload.encode())
        events += game.apply(state, record.seat, action, record.now)
    elif record.kind == "presence":
        change = msgspec.json.decode(record.payload, type=Presence)
        events += game.presence(state, record.seat, change, record.now)
    return events


def replay(game: AnyGame, case: Case, records: Sequence[Record]) -> tuple[Any, list[Any]]:
    """The state and all events that the records lead to."""
    state = fresh(game, case)
    events = [event for record in records for event in make(game, state, record)]
    return state, events


def digest(game: AnyGame, case: Case) -> str:
    """A hash over every state, record and event of the walk: equal wherever and whenever it is played."""
    total = hashlib.sha256()
    for step in walk(game, case):
        total.update(step.before)
        total.update(msgspec.msgpack.encode((step.record, step.events)))
        total.update(game.encode_state(step.state))
    return total.hexdigest()


def _choose(game: AnyGame, state: Any, now: int, people: list[int], rng: random.Random) -> Record:
    """``people`` are the seats that are not a computer's; whose is given away leaves it."""
    wake = game.wake_at(state)
    pending = game.to_act(state)
    if rng.random() < GIVEN_SHARE:
        change = Presence("bot", rng.choice(LEVELS))
        seat = rng.randrange(len(game.standing(state).places))
        people[:] = [other for other in people if other != seat]
        return _said(now, seat, change)
    if game.info.pace is Pace.REALTIME and people and rng.random() < AWAY_SHARE:
        return _said(now, rng.choice(people), Presence("offline" if rng.random() < 0.5 else "back"))
    if not pending or (wake is not None and rng.random() < EXPIRY_SHARE):
        if wake is None:
            raise AssertionError("nobody is to act and nothing wakes this match")
        return Record("wake", max(now, wake) + rng.choice((0, 0, 1, 700)))
    realtime = game.info.pace is Pace.REALTIME
    later = now + rng.randrange(THINK_MS // 10 if realtime else THINK_MS)
    if wake is not None and later >= wake:
        return Record("wake", max(now, wake))
    turn = rng.choice(pending)
    action = rng.choice(game.actions(state, turn.seat))
    return Record("action", later, turn.seat, game.encode_action(action).decode())


def _said(now: int, seat: int, change: Presence) -> Record:
    return Record("presence", now, seat, msgspec.json.encode(change).decode())
