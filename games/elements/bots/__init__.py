"""Computer players: easy takes the first fitting die, normal the best gain, hard looks ahead."""

from __future__ import annotations

import random

from games.elements.actions import Action
from games.elements.bots.hard import HardBot
from games.elements.bots.simple import EasyBot, NormalBot
from games.elements.view import Observation
from games.kernel.contract import Advice, Bot, Level

BOTS: dict[Level, Bot[Observation, Action]] = {"easy": EasyBot(), "normal": NormalBot(), "hard": HardBot()}


def advise(observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
    """What hard would do, with the reason."""
    return None
