"""Computer players: easy likes big dice, normal weighs each entry, hard plays each roll several times in its head."""

from __future__ import annotations

from games.gourmet.actions import Action
from games.gourmet.bots.advice import advise
from games.gourmet.bots.hard import HardBot
from games.gourmet.bots.simple import EasyBot, NormalBot
from games.gourmet.view import Observation
from games.kernel.contract import Bot, Level

BOTS: dict[Level, Bot[Observation, Action]] = {"easy": EasyBot(), "normal": NormalBot(), "hard": HardBot()}


__all__ = ["BOTS", "advise"]
