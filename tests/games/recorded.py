"""Recorded matches: played once, kept as JSON, played again by every test run.

A new one is written by ``python -m tests.games.recorded <slug> <name> --players hard,normal --seed 5``: computers of
these levels sit in for humans, with clocks that sometimes run out and seats that are sometimes given away. A change
that alters an old one raises the game's rules version; the old file stays and the old rules with it.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

from games import registry
from games.kernel.contract import AnyGame, Level, Outcome, Presence, SeatSpec, Setup
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
    *, slug: str, players: Sequence[Level], seed: int, step_ms: int | None, computers: Sequence[int] = ()
) -> Recorded:
    """Play a match and write it down. ``players`` choose; seats in ``computers`` are computers from the start."""
    game = registry.get(slug)
    rng = random.Random(seed)
    seats = tuple(level if seat in computers else "human" for seat, level in enumerate(players))
    blank = Outcome((), (), ())
    match = Recorded(slug, game.info.rules_version, {}, step_ms, seats, rng.randbytes(32).hex(), (), None, blank)
    state, lines, now = start(game, match), list[Line](), 0
    while (outcome := game.outcome(state)) is None:
        line = _step(game, state, players, now, rng)
        now = line.now
        payload = msgspec.json.encode(line.payload).decode()
        make(game, state, msgspec.convert({**msgspec.structs.asdict(line), "payload": payload}, type=Record))
        lines.append(line)
    final = msgspec.json.decode(msgspec.json.encode(state))
    return msgspec.structs.replace(match, records=tuple(lines), state=final, outcome=outcome)


def _step(game: AnyGame, state: Any, players: Sequence[Level], now: int, rng: random.Random) -> Line:
    wake = game.wake_at(state)
    later = now + rng.randrange(300, 9_000)
    pending = game.to_act(state)
    if wake is not None and (not pending or later >= wake or rng.random() < 0.05):
        return Line("wake", max(now, wake) + rng.choice((0, 3, 1_500)))
    turn = rng.choice(pending)
    if rng.random() < 0.008:
        return Line("presence", later, turn.seat, msgspec.to_builtins(Presence("bot", "normal")))
    actions = game.actions(state, turn.seat)
    action = game.bot(players[turn.seat]).choose(game.observe(state, turn.seat), actions, rng)
    return Line("action", later, turn.seat, msgspec.to_builtins(action))


def main() -> None:
    """Write one recorded match."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slug", choices=registry.slugs())
    parser.add_argument("name")
    parser.add_argument("--players", default="hard,normal")
    parser.add_argument("--computers", default="", help="seats (0-based) that are computers from the start: 1,2")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--step-ms", type=int, default=60_000, help="0 is none")
    args = parser.parse_args()
    match = record(
        slug=args.slug,
        players=args.players.split(","),
        seed=args.seed,
        step_ms=args.step_ms or None,
        computers=[int(seat) for seat in args.computers.split(",") if seat],
    )
    path = HERE / args.slug / "recorded" / f"{args.name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    data = msgspec.json.encode(match).replace(b'},{"kind"', b'},\n{"kind"')
    path.write_bytes(data + b"\n")
    print(path, len(match.records), match.outcome)


if __name__ == "__main__":
    main()
