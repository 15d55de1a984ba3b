"""Two matches that differ only in what is hidden from one viewer, and what may happen in both alike."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.kernel.conformance import twin
from games.kernel.contract import AnyGame, Rejection, SeatSpec, Setup, Viewer
from games.kernel.dice import Dice
from games.kernel.randomplay import copy_of

MOVES = 5
"""So many moves are compared at most; fewer when one of them shows what was hidden."""


TWINS = 4
"""So many are dealt until one lets the match go on for a while: another's hand may leave nothing to do in both."""


@dataclass(frozen=True)
class Move:
    """An action of ``seat`` in answer to ``decision``; ``seat`` None: time runs until ``at``."""

    seat: int | None
    decision: int
    action: bytes
    at: int


@dataclass
class Scene:
    """A match in its middle. ``state`` and ``other`` look the same to ``viewer``; so does every one of ``moves``."""

    viewer: Viewer
    seats: int
    humans: int
    step_ms: int | None
    seed: bytes
    state: Any
    other: Any
    events: list[Any]
    version: int
    now: int
    moves: list[Move] = field(default_factory=list)
    refused: list[bytes] = field(default_factory=list)
    """Actions that the viewer can't make in either of them."""


def scene(game: AnyGame, rng: random.Random) -> Scene:
    """A scene by chance: how many play, how far they are, who looks, what happens next."""
    seats = rng.randint(game.info.seats_min, game.info.seats_max)
    humans = rng.choice((1, seats, seats))
    clock_s = rng.choice(game.info.clock_choices)
    seed = rng.randbytes(32)
    specs = tuple(SeatSpec(None if i < humans else "normal") for i in range(seats))
    state = game.new(game.decode_options({}), Setup(clock_s * 1000 or None), specs, Dice(seed))
    viewer = rng.choice((None, *range(humans)))
    found = Scene(viewer, seats, humans, clock_s * 1000 or None, seed, state, state, [], 0, 0)
    pool = _begin(game, found, rng)
    for _ in range(TWINS):
        found.other = twin(game, found.state, viewer, rng)
        found.moves = _going_on(game, found, rng)
        if len(found.moves) > 1:
            break
    found.refused = _refused(game, found, [*pool, *_told_apart(game, found)], rng)
    return found


def _begin(game: AnyGame, found: Scene, rng: random.Random) -> list[bytes]:
    """Some moves into the match; returns all actions that were possible on the way."""
    pool: set[bytes] = set()
    for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 13, 60))):
        state, now = copy_of(game, found.state), found.now + rng.randrange(3_000)
        wake, pending = game.wake_at(state), game.to_act(state)
        if not pending or (wake is not None and wake <= now):
            assert wake is not None
            now = max(found.now, wake)
            events = game.advance(state, now)
        else:
            seat = rng.choice(pending).seat
            actions = game.actions(state, seat)
            pool |= {game.encode_action(action) for action in actions}
            events = game.apply(state, seat, rng.choice(actions), now)
        if game.outcome(state) is not None:
            break  # with the end all is open
        found.state, found.now, found.version = state, now, found.version + 1
        found.events += events
    return sorted(pool)


def _going_on(game: AnyGame, found: Scene, rng: random.Random) -> list[Move]:
    """Moves that can be made in both, up to the first that shows what was hidden."""
    moves: list[Move] = []
    here, there = copy_of(game, found.state), copy_of(game, found.other)
    now = found.now
    for _ in range(MOVES):
        move = _common(game, here, there, now, rng)
        if move is None:
            return moves
        told = [_make(game, state, move, viewer=found.viewer) for state in (here, there)]
        over = game.outcome(here) is not None or game.outcome(there) is not None
        if over or told[0] != told[1]:
            return moves
        now = move.at
        moves.append(move)
    return moves


def _common(game: AnyGame, here: Any, there: Any, now: int, rng: random.Random) -> Move | None:
    wake = game.wake_at(here)
    if wake != game.wake_at(there):
        return None
    if wake is not None and rng.random() < 0.2:
        return Move(None, 0, b"", max(now, wake))
    asked = [pending for pending in game.to_act(here) if pending in game.to_act(there)]
    if not asked:
        return None
    pending = rng.choice(asked)
    known = {game.encode_action(action) for action in game.actions(there, pending.seat)}
    both = [data for data in map(game.encode_action, game.actions(here, pending.seat)) if data in known]
    at = now + rng.randrange(2_000)
    if not both or (wake is not None and wake <= at):
        return None
    return Move(pending.seat, pending.decision, rng.choice(both), at)


def _make(game: AnyGame, state: Any, move: Move, *, viewer: Viewer) -> bytes:
    """Everything that a viewer may know after the move.

    Not what it was told of it: an event that tells more than the board shows afterwards is a leak (a reload loses it).
    """
    game.advance(state, move.at)
    if move.seat is not None:
        game.apply(state, move.seat, game.decode_action(move.action), move.at)
    seen = [game.observe(state, one) for one in (None, viewer)]
    return msgspec.json.encode((seen, [] if viewer is None else game.actions(state, viewer)))


def _told_apart(game: AnyGame, found: Scene) -> list[bytes]:
    """Actions of anybody that are possible in one of the two only: what a refusal might tell of."""
    sets = [
        {game.encode_action(action) for seat in range(found.seats) for action in game.actions(state, seat)}
        for state in (found.state, found.other)
    ]
    return sorted(sets[0] ^ sets[1])


def _refused(game: AnyGame, found: Scene, pool: list[bytes], rng: random.Random) -> list[bytes]:
    if found.viewer is None:
        return []
    wrong = []
    for data in pool:
        for state in (found.state, found.other):
            try:
                game.apply(copy_of(game, state), found.viewer, game.decode_action(data), found.now)
                break
            except Rejection:
                continue
        else:
            wrong.append(data)
    return rng.sample(wrong, min(4, len(wrong)))
