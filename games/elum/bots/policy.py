"""The Robotron: one mind, three strengths."""

from __future__ import annotations

import random

from games.elum.actions import Action, Begin, Choose, Ready, Stop
from games.elum.bots import land, trading, turns
from games.elum.bots.levels import STRENGTHS
from games.elum.bots.values import Mind
from games.elum.view import GrantView, Observation, OfficeView, TradeView, TurnView
from games.kernel.contract import Bot, Level


class Robotron(Bot[Observation, Action]):
    """It sees what a player in its seat would see. ``decide`` may want nothing; ``choose`` always names an action."""

    def __init__(self, level: Level) -> None:
        self.strength = STRENGTHS[level]

    def decide(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action | None:
        """One of ``actions``, or None to let things go on as they are."""
        if not actions:
            return None
        mind = Mind(observation, self.strength, rng)
        match observation.phase:
            case GrantView():
                return land.grab(mind, actions)
            case TurnView(stage="window"):
                return Begin()
            case TurnView():
                return turns.choose(mind, actions)
            case TradeView(stage="sides"):
                return Choose(trading.side(mind))
            case TradeView(ladder=ladder) if ladder is not None:
                return trading.act(mind, ladder)
            case OfficeView():
                return land.bid(mind)
        return Ready()

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        wanted = self.decide(observation, actions, rng)
        if wanted in actions:
            return wanted
        return Stop() if Stop() in actions else actions[0]


BOTS: dict[Level, Robotron] = {"easy": Robotron("easy"), "normal": Robotron("normal"), "hard": Robotron("hard")}
