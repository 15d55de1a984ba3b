"""easy and normal: no look ahead."""

from __future__ import annotations

import random

from games.elements.actions import Action
from games.elements.view import Observation
from games.kernel.contract import Bot


class EasyBot(Bot[Observation, Action]):
    """The first fitting die (L-050): no thought of values, freezing or others. Without one the first die."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return actions[0]


class NormalBot(Bot[Observation, Action]):
    """The best gain of points (L-051); among equals by chance. It freezes Das Dunkle as soon as it can.

    The expiry rule lets it choose inside ``advance``, so a change of its choices changes replays: it raises the
    rules version (``games/elements/state.py``).
    """

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        freezing = [option.action for option in observation.options if option.kind == "freeze"]
        if freezing:
            return freezing[0]
        best = max(option.gain for option in observation.options)
        return rng.choice([option.action for option in observation.options if option.gain == best])
