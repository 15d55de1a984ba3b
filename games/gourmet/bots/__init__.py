"""Computer players."""

from __future__ import annotations

import random

from games.gourmet.actions import Action, Hold
from games.gourmet.view import Observation
from games.kernel.contract import Advice, Bot, Level
from games.kernel.texts import text


class SimpleBot(Bot[Observation, Action]):
    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        options = [o for o in observation.options if not isinstance(o.action, Hold)]
        return max(
            options, key=lambda o: o.gain + 2 * len(o.boni) - 1.6 * len(o.lost) + (0.5 if o.number else 0)
        ).action


BOTS: dict[Level, Bot[Observation, Action]] = {"easy": SimpleBot(), "normal": SimpleBot(), "hard": SimpleBot()}


def advise(observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
    if not observation.options:
        return None
    return Advice(BOTS["hard"].choose(observation, actions, rng), text("Probe"))


__all__ = ["BOTS", "advise"]
