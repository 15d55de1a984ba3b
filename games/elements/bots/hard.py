"""hard: tries every choice in a quick model over the same sampled throws to come (L-052, E7)."""

from __future__ import annotations

import random

from msgspec import Struct

from games.elements.actions import Action, Freeze, Take
from games.elements.bots import model
from games.elements.data import DICE, DICE_BY_SEATS, FACES, ROW_INDEX
from games.elements.state import State
from games.elements.view import Observation, Preview, imagine
from games.kernel.contract import Bot

PICKS = 3000
"""Picks of the model that one decision may cost, over all choices (20 at most) and samples."""
ROUNDS = 2
"""Rounds looked ahead: every seat throws once in each."""
SAMPLES_MIN, SAMPLES_MAX = 3, 40


class Verdict(Struct, frozen=True):
    """What a choice is worth on average: the lead over the best other board, in points."""

    option: Preview
    lead: float


class HardBot(Bot[Observation, Action]):
    """Gain, different needed colours and freeze progress, over a few sampled throws ahead."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return verdicts(observation, rng)[0].option.action


def verdicts(observation: Observation, rng: random.Random) -> list[Verdict]:
    """Every different choice of the seat in turn, best first. Freezing, where possible, is the only one."""
    for option in observation.options:
        if isinstance(option.action, Freeze):
            return [Verdict(option, 0.0)]
    options = _different(observation)
    if len(options) == 1:
        return [Verdict(options[0], 0.0)]
    samples = _samples(observation, len(options), rng)
    found = [Verdict(option, _lead(observation, option, samples)) for option in options]
    return sorted(found, key=lambda verdict: -verdict.lead)


def _different(observation: Observation) -> list[Preview]:
    """One option of each kind: dice of the same face that move the same row are all the same."""
    faces = {die.id: die.face for die in observation.dice}
    seen: dict[tuple[str, str | None], Preview] = {}
    for option in observation.options:
        if isinstance(option.action, Take):
            seen.setdefault((faces[option.action.die], option.row), option)
    return list(seen.values())


def _samples(observation: Observation, options: int, rng: random.Random) -> list[tuple[State, list[list[int]]]]:
    """Imagined matches, each with its throws to come: the same for every option."""
    seats = len(observation.seats)
    cost = options * (ROUNDS * seats + 1) * (seats + 1)
    count = max(SAMPLES_MIN, min(SAMPLES_MAX, PICKS // cost))
    states = [imagine(observation, rng.randbytes(32)) for _ in range(count)]
    return [(state, [_throw(state, number) for number in range(1, ROUNDS * seats + 1)]) for state in states]


def _throw(state: State, ahead: int) -> list[int]:
    faces = [0] * len(FACES)
    for die in DICE_BY_SEATS[len(state.seats)]:
        face = DICE[die][state.dice.below(f"throw/{state.throw + ahead}/{die}", 6)]
        faces[model.FACE_INDEX[face]] += 1
    return faces


def _lead(observation: Observation, option: Preview, samples: list[tuple[State, list[list[int]]]]) -> float:
    seat = observation.picker
    assert seat is not None and isinstance(option.action, Take)
    shown = {die.id: die.face for die in observation.dice}
    face = model.FACE_INDEX[shown[option.action.die]]
    row = model.NOTHING if option.row is None else ROW_INDEX[option.row]
    base = model.table_of(samples[0][0])
    model.move(base, face, row)
    total = 0.0
    for _, throws in samples:
        table = base.copy()
        model.play_on(table, throws)
        total += model.judge(table, seat)
    return total / len(samples)
