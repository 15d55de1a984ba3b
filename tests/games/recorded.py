"""Recorded matches: played once, kept as JSON, played again by every test run.

A new one is written by ``python -m tests.games.recorded <slug> <name> --players hard,normal --seed 5``: computers of
these levels sit in for humans, with clocks that sometimes run out and seats that are sometimes given away. A change
that alters an old one raises the game's rules version; the old file stays and the old rules with it. (Before a game is
played by anybody its matches are written anew instead: ``python -m tests.games.recorded elum --again``.)

In real time people act in quick succession, their lines break and come back. There only what was done is kept: wakes
without an action follow from the rest (law of time), but for the last one, which ends the match.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

from games import registry
from games.kernel.contract import AnyGame, Level, Outcome, Pace, Presence, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice
from games.kernel.randomplay import Record, make

HERE = Path(__file__).parent


class Line(Struct, frozen=True, omit_defaults=True):
    """A record with its payload as JSON that can be read."""

    kind: str
    now: int
    seat: int = -1
    payload: Any = None


class Recorded(Struct, frozen=True):
    """A match from its first input to its last state. ``seats``: a level or "human"; ``state`` is JSON too."""

    game: str
    rules_version: int
    options: dict[str, str]
    step_ms: int | None
    seats: tuple[str, ...]
    seed: str
    records: tuple[Line, ...]
    state: Any
    outcome: Outcome
    how: tuple[str, ...] = ()
    """The command line that wrote it."""


def files(slug: str) -> list[Path]:
    """The recorded matches of a game."""
    return sorted((HERE / slug / "recorded").glob("*.json"))


def load(path: Path) -> Recorded:
    return msgspec.json.decode(path.read_bytes(), type=Recorded)


def start(game: AnyGame, match: Recorded) -> Any:
    """The first state, under the rules that the match was played by."""
    seats = tuple(SeatSpec(None if seat == "human" else cast("Level", seat)) for seat in match.seats)
    dice = Dice(bytes.fromhex(match.seed))
    state = game.new(game.decode_options(match.options), Setup(match.step_ms), seats, dice)
    state.rules_version = match.rules_version
    return state


def play_again(game: AnyGame, match: Recorded) -> Any:
    """The last state that the records lead to."""
    state = start(game, match)
    for line in match.records:
        payload = msgspec.json.encode(line.payload).decode()
        make(game, state, msgspec.convert({**msgspec.structs.asdict(line), "payload": payload}, type=Record))
    return state


def record(
    *,
    slug: str,
    players: Sequence[Level],
    seed: int,
    step_ms: int | None,
    computers: Sequence[int] = (),
    options: dict[str, str] | None = None,
    calm: bool = False,
) -> Recorded:
    """Play a match and write it down. ``players`` choose; seats in ``computers`` are computers from the start.

    ``calm``: nobody's seat is given away and no line breaks.
    """
    game = registry.get(slug)
    rng = random.Random(seed)
    seats = tuple(level if seat in computers else "human" for seat, level in enumerate(players))
    blank = Outcome((), (), ())
    match = Recorded(
        slug, game.info.rules_version, options or {}, step_ms, seats, rng.randbytes(32).hex(), (), None, blank
    )
    state, lines, now = start(game, match), list[Line](), 0
    step = _moment if game.info.pace is Pace.REALTIME else _step
    while (outcome := game.outcome(state)) is None:
        line = step(game, state, players, now, rng, calm)
        now = line.now
        payload = msgspec.json.encode(line.payload).decode()
        try:
            make(game, state, msgspec.convert({**msgspec.structs.asdict(line), "payload": payload}, type=Record))
        except Rejection:
            line = Line("wake", now)
        lines.append(line)
    if game.info.pace is Pace.REALTIME:
        lines = [line for line in lines[:-1] if line.kind != "wake"] + lines[-1:]
    final = msgspec.json.decode(msgspec.json.encode(state))
    return msgspec.structs.replace(match, records=tuple(lines), state=final, outcome=outcome)


def _step(game: AnyGame, state: Any, players: Sequence[Level], now: int, rng: random.Random, calm: bool) -> Line:
    wake = game.wake_at(state)
    later = now + rng.randrange(300, 9_000)
    pending = game.to_act(state)
    if wake is not None and (not pending or later >= wake or rng.random() < 0.05):
        return Line("wake", max(now, wake) + rng.choice((0, 3, 1_500)))
    turn = rng.choice(pending)
    if rng.random() < 0.008 and not calm:
        return Line("presence", later, turn.seat, msgspec.to_builtins(Presence("bot", "normal")))
    return _chosen(game, state, players, turn.seat, later, rng)


def _moment(game: AnyGame, state: Any, players: Sequence[Level], now: int, rng: random.Random, calm: bool) -> Line:
    """Real time: people do something every second or so, mostly what a computer would do, else anything."""
    wake = game.wake_at(state)
    pending = game.to_act(state)
    later = now + rng.randrange(20, 2_500)
    if not pending or (wake is not None and wake <= later and rng.random() < 0.9):
        return Line("wake", max(now, wake if wake is not None else now))
    turn = rng.choice(pending)
    if not calm and rng.random() < 0.04:
        kind = "bot" if rng.random() < 0.05 else rng.choice(("offline", "back"))
        change = Presence(kind, "hard" if kind == "bot" else None)  # type: ignore[arg-type]
        return Line("presence", later, turn.seat, msgspec.to_builtins(change))
    return _chosen(game, state, players, turn.seat, later, rng, wild=0.25)


def _chosen(
    game: AnyGame, state: Any, players: Sequence[Level], seat: int, at: int, rng: random.Random, wild: float = 0.0
) -> Line:
    actions = game.actions(state, seat)
    action = game.bot(players[seat]).choose(game.observe(state, seat), actions, rng)
    if wild and rng.random() < wild:
        action = rng.choice(actions)
    return Line("action", at, seat, msgspec.to_builtins(action))


def main() -> None:
    """Write one recorded match, or all of a game anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug", choices=registry.slugs())
    parser.add_argument("name", nargs="?")
    parser.add_argument("--players", default="hard,normal")
    parser.add_argument("--computers", default="", help="seats (0-based) that are computers from the start: 1,2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--step-ms", type=int, default=60_000, help="0 is none")
    parser.add_argument("--options", default="", help="rounds=6,level=turnier")
    parser.add_argument("--calm", action="store_true", help="no seat is given away, no line breaks")
    parser.add_argument("--again", action="store_true", help="all matches of the game that say how they were written")
    args = parser.parse_args()
    if args.again:
        for path in files(args.slug):
            if how := load(path).how:
                write(parser.parse_args(how), how)
        return
    write(args, tuple(sys.argv[1:]))


def write(args: argparse.Namespace, how: tuple[str, ...]) -> None:
    """Play it and store it."""
    match = record(
        slug=args.slug,
        players=args.players.split(","),
        seed=args.seed,
        step_ms=args.step_ms or None,
        computers=[int(seat) for seat in args.computers.split(",") if seat],
        options=dict(pair.split("=") for pair in args.options.split(",") if pair),
        calm=args.calm,
    )
    path = HERE / args.slug / "recorded" / f"{args.name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = msgspec.json.encode(msgspec.structs.replace(match, how=how)).replace(b'},{"kind"', b'},\n{"kind"')
    path.write_bytes(data + b"\n")
    print(path, len(match.records), len(data), match.outcome)


if __name__ == "__main__":
    main()
