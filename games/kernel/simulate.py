"""Bots play whole matches of any game through the contract, seats rotated from match to match.

Pure like the rest of the kernel: the stopwatch is an argument. ``manage.py simulate`` prints the result.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field

from games.kernel.contract import AnyGame, Level, Outcome, Pace, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice
from games.kernel.options import options_raw, picks_fit

V = TypeVar("V")

STEP_MS = 1000
"""Match time between two actions of computers in a game of turns."""

MAX_STEPS = 100_000
"""Actions and wakes of one match; more means that it never ends."""


class Decision(Struct, frozen=True):
    """One choice of a computer and how long it thought."""

    level: Level
    ms: float


class Run(Struct):
    """One match. ``levels`` by seat, as it was played."""

    levels: tuple[Level, ...]
    outcome: Outcome
    actions: int = 0
    rejections: int = 0
    decisions: list[Decision] = field(default_factory=list)


class LevelTally(Struct):
    """What the seats of one level reached, summed."""

    seats: int = 0
    wins: float = 0.0
    places: int = 0
    scores: int = 0
    points_tenths: int = 0
    times_ms: list[float] = field(default_factory=list)


def match_seed(slug: str, seed: int, number: int) -> bytes:
    """The 32-byte seed of match ``number`` of a simulation."""
    return hashlib.sha256(f"simulate/{slug}/{seed}/{number}".encode()).digest()


def rotated(values: Sequence[V], number: int) -> tuple[V, ...]:
    """The levels, or picks, by seat in match ``number``: everybody one seat further with each match."""
    return tuple(values[(seat - number) % len(values)] for seat in range(len(values)))


def play(
    *,
    game: AnyGame,
    options: Any,
    levels: Sequence[Level],
    seed: bytes,
    stopwatch: Callable[[], float],
    picks: Sequence[str] = (),
) -> Run:
    """Play one match to its end. ``stopwatch`` gives seconds. Raises RuntimeError when it never ends."""
    specs = tuple(SeatSpec(level, pick) for level, pick in zip(levels, picks or ("",) * len(levels), strict=True))
    state = game.new(options, Setup(), specs, Dice(seed))
    run = Run(tuple(levels), game.standing(state))
    now = 0
    for _ in range(MAX_STEPS):
        outcome = game.outcome(state)
        if outcome is not None:
            run.outcome = outcome
            return run
        pending = game.to_act(state) if game.info.pace is Pace.TURNS else ()
        if pending:
            now += STEP_MS
            _decide(game, state, run, pending[0], now, seed, stopwatch)
        else:  # real time: its computers decide inside advance
            wake = game.wake_at(state)
            if wake is None:
                raise RuntimeError("nobody is to act and nothing wakes this match")
            now = max(now, wake)
            run.actions += len(game.advance(state, now))
    raise RuntimeError(f"no end after {MAX_STEPS} steps")


def _decide(
    game: AnyGame, state: Any, run: Run, pending: Any, now: int, seed: bytes, stopwatch: Callable[[], float]
) -> None:
    level = run.levels[pending.seat]
    actions = game.actions(state, pending.seat)
    observation = game.observe(state, pending.seat)
    rng = random.Random(f"{seed.hex()}/{pending.seat}/{pending.decision}")
    started = stopwatch()
    action = game.bot(level).choose(observation, actions, rng)
    run.decisions.append(Decision(level, (stopwatch() - started) * 1000))
    try:
        game.apply(state, pending.seat, action, now)
    except Rejection:
        run.rejections += 1
        game.apply(state, pending.seat, actions[0], now)
    run.actions += 1


def win_parts(outcome: Outcome) -> tuple[float, ...]:
    """Each seat's part of the win: a shared one counts in equal parts."""
    winners = outcome.places.count(1)
    return tuple(1 / winners if place == 1 else 0.0 for place in outcome.places)


def simulate(
    *,
    game: AnyGame,
    options: Any,
    levels: Sequence[Level],
    matches: int,
    seed: int,
    stopwatch: Callable[[], float],
    cpu: Callable[[], float],
    picks: Sequence[str] = (),
) -> dict[str, Any]:
    """The JSON of ``manage.py simulate``. ``stopwatch`` and ``cpu`` give seconds; ``picks`` go with the levels.

    Raises ValueError for a number of seats that the game has not, no match, or picks that a table could not have.
    """
    if not game.info.seats_min <= len(levels) <= game.info.seats_max or matches < 1:
        raise ValueError(f"{game.info.seats_min} to {game.info.seats_max} seats and at least one match")
    if picks and (len(picks) != len(levels) or not picks_fit(game.info, picks)):
        raise ValueError("picks are a value for each seat, or nothing, and no value twice")
    started = cpu()
    runs = [
        play(
            game=game,
            options=options,
            levels=rotated(levels, number),
            picks=rotated(picks, number),
            seed=match_seed(game.info.slug, seed, number),
            stopwatch=stopwatch,
        )
        for number in range(matches)
    ]
    cpu_s = cpu() - started
    return {
        "game": game.info.slug,
        "matches": matches,
        "options": options_raw(options),
        "cpu_s": round(cpu_s, 2),
        "matches_per_s": round(matches / cpu_s, 1) if cpu_s > 0 else 0.0,
        **_summary(runs),
    }


def _summary(runs: Sequence[Run]) -> dict[str, Any]:
    tallies: dict[Level, LevelTally] = {}
    seats = [0.0] * len(runs[0].levels)
    for run in runs:
        parts = win_parts(run.outcome)
        for seat, level in enumerate(run.levels):
            seats[seat] += parts[seat]
            _count(tallies.setdefault(level, LevelTally()), run.outcome, seat, parts[seat])
        for decision in run.decisions:
            tallies[decision.level].times_ms.append(decision.ms)
    return {
        "rejections": sum(run.rejections for run in runs),
        "actions_mean": round(sum(run.actions for run in runs) / len(runs), 1),
        "seat_win_share": [round(wins / len(runs), 3) for wins in seats],
        "levels": {level: _level(tally, len(runs)) for level, tally in sorted(tallies.items())},
    }


def _count(tally: LevelTally, outcome: Outcome, seat: int, part: float) -> None:
    tally.seats += 1
    tally.wins += part
    tally.places += outcome.places[seat]
    tally.scores += outcome.scores[seat]
    tally.points_tenths += outcome.points_tenths[seat]


def _level(tally: LevelTally, matches: int) -> dict[str, Any]:
    times = sorted(tally.times_ms)
    return {
        "win_share": round(tally.wins / matches, 3),
        "mean_rank": round(tally.places / tally.seats, 2),
        "mean_score": round(tally.scores / tally.seats, 1),
        "mean_points": round(tally.points_tenths / tally.seats / 10, 1),
        "decisions": len(times),
        "decision_ms": {"p50": percentile(times, 50), "p99": percentile(times, 99)},
    }


def percentile(ordered: Sequence[float], share: int) -> float:
    """The smallest of ``ordered`` that at least ``share`` per cent do not exceed; 0 of nothing."""
    if not ordered:
        return 0.0
    return round(ordered[max(0, -(-len(ordered) * share // 100) - 1)], 3)
