"""Computer players: easy takes the first fitting die, normal the best gain, hard looks ahead."""

from __future__ import annotations

from games.elements.actions import Action
from games.elements.bots.advice import advise
from games.elements.bots.hard import HardBot
from games.elements.bots.simple import EasyBot, NormalBot
from games.elements.view import Observation
from games.kernel.contract import Bot, Level

BOTS: dict[Level, Bot[Observation, Action]] = {"easy": EasyBot(), "normal": NormalBot(), "hard": HardBot()}


__all__ = ["BOTS", "advise"]
