"""hard: values cards by a learned network, plays each roll several times in its head and heeds the others' tray."""

from __future__ import annotations

import random

from msgspec import Struct

from games.gourmet.actions import Action, Fetch, Lapse, Mark, Reroll, Take
from games.gourmet.bots.model import ALL, KUECHE, MEMBERS, NACH, NEU, Mind
from games.gourmet.bots.simple import useful
from games.gourmet.bots.throws import throws_of
from games.gourmet.data import AREA_INDEX, MENUS, ROLLS
from games.gourmet.rules.card import Entry
from games.gourmet.state import Card
from games.gourmet.view import Observation, Preview, card_of
from games.kernel.contract import Bot

CARDS = 2000
"""Cards that may be valued before the last block of six throws begins, in one decision: what bounds the thinking."""
BLOCKS = 8
"""The most blocks of six throws for one choice."""
PRIOR = 6
"""Throws that the value at first sight counts as much as."""
BEHIND = 8.0
"""Choices that are so many points behind the best at first sight aren't looked at closely."""
CLOSE = 6
"""The most that are."""
SHARE = 0.3
"""What a point that the tray gives to others weighs against one of one's own."""
FREE = 1.0
"""An extra silver cross costs nothing: it is left out only where it seems to harm by more than so many points."""


class Verdict(Struct):
    """What a choice is worth: the points that the own card is expected to end with, and what the others get of it.

    ``card``, ``pool``, ``plates`` and ``rolls`` (to come) say how it goes on; ``thrown`` counts the throws tried.
    """

    option: Preview
    points: float
    card: Card
    given: float = 0.0
    pool: int = 0
    plates: int = 0
    rolls: int = 0
    thrown: int = 0

    @property
    def worth(self) -> float:
        """For the comparison of choices."""
        return self.points - SHARE * self.given


class HardBot(Bot[Observation, Action]):
    """The choice with the best verdict (G-118, G-119)."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return verdicts(observation, rng)[0].option.action


def verdicts(observation: Observation, rng: random.Random) -> list[Verdict]:
    """Every choice of the viewer, best first. Not for a viewer without options."""
    head = Head(observation)
    found = [head.judge(option) for option in useful(observation)]
    if len(found) > 1:
        head.heed(found)
        found.sort(key=lambda verdict: -verdict.worth)
        head.play_through(found, rng)
        found.sort(key=lambda verdict: -verdict.worth)
    return found


def mind_of(observation: Observation, seat: int) -> Mind:
    """How a seat sees the rest of the match after this turn; before the first turn while round boni are chosen."""
    seats = len(observation.seats)
    turn = -1 if observation.phase == "bonus" else observation.turn
    rounds = observation.rounds - observation.round
    own = rounds + ((seat - observation.opener) % seats > turn)
    left = rounds * seats + seats - 1 - turn
    boni = max(0, len(MENUS[observation.menu].rounds) - observation.round)
    return Mind(observation.menu, own, left - own, boni)


class Head:
    """The position as one seat thinks of it."""

    def __init__(self, observation: Observation) -> None:
        assert observation.own is not None
        self.observation, self.own = observation, observation.own
        self.mind = mind_of(observation, self.own)
        self.card = card_of(observation.seats[self.own].card)
        self.values = [die.value for die in observation.dice]
        self.index = {die.id: number for number, die in enumerate(observation.dice)}
        self.pool = sum(1 << n for n, die in enumerate(observation.dice) if die.place == "pool")
        self.plates = sum(1 << n for n, die in enumerate(observation.dice) if die.place == "plate")
        self.used = sum(1 << self.index[die] for die in observation.again)
        self.rolls = ROLLS - observation.roll

    # --- first sight -------------------------------------------------------------------------

    def judge(self, option: Preview) -> Verdict:
        """What the network says of an option, all its boni entered as well as they can be."""
        action = option.action
        if isinstance(action, Mark):
            bonus = self.observation.bonus
            assert bonus is not None
            points, card = self.mind.marked(self.card, [bonus], self.entry(option), self.value)
            return self.verdict(option, self.closed(card, points, self.used), card)
        if self.observation.phase == "pass":
            return self._pass(option)
        if self.observation.phase == "kitchen":
            return self._kitchen(option)
        if isinstance(action, Take):
            return self._take(option, action)
        if self.observation.phase == "seconds":
            return self.verdict(option, self.mind.closed(self.card), self.card)
        modest = FREE if self.observation.phase == "extra" else 0.0
        return self.verdict(option, self.closed(self.card, self.value(self.card)) - modest, self.card)

    def value(self, card: Card) -> float:
        """A card's worth at this point of the turn."""
        if self.observation.phase in {"bonus", "tray", "seconds"}:
            return self.mind.end(card)
        return self.mind.after(card, self.values, self.pool, self.plates, self.rolls)

    def closed(self, card: Card, points: float, used: int = 0) -> float:
        """The same with the Nachschläge that are used at the very end, where this is the end."""
        at_end = self.observation.phase in {"tray", "seconds"} or not self.rolls
        if not at_end or not self.mind.last:
            return points
        return self.mind.close(card, self.values, used)

    def verdict(self, option: Preview, points: float, card: Card) -> Verdict:
        """With the dice lying as they do now."""
        turn = self.observation.phase in {"pass", "extra"}
        return Verdict(option, points, card, pool=self.pool, plates=self.plates, rolls=self.rolls if turn else 0)

    def entry(self, option: Preview) -> Entry:
        """The entry that an option makes."""
        assert isinstance(option.action, Take | Mark)
        return AREA_INDEX[self.observation.menu][option.action.area], option.action.field, option.number

    def _pass(self, option: Preview) -> Verdict:
        action, mind, values = option.action, self.mind, self.values
        if isinstance(action, Take):
            found = mind.take(
                self.card, values, self.pool, self.plates, self.rolls, self.index[action.die], self.entry(option)
            )
            points = self.closed(found.card, found.value)
            return Verdict(option, points, found.card, 0.0, found.pool, found.plates, self.rolls)
        if isinstance(action, Reroll):
            again = self.card.copy()
            again.used[NEU] += 1
            points = mind.before(again, values, self.pool, self.rolls + 1)
            return Verdict(option, points, again, 0.0, self.pool, self.plates, self.rolls + 1)
        assert isinstance(action, Lapse)
        points = self.closed(self.card, mind.after(self.card, values, self.pool, self.plates, self.rolls))
        return Verdict(option, points, self.card, 0.0, self.pool, self.plates, self.rolls)

    def _kitchen(self, option: Preview) -> Verdict:
        card, pool = self.card, self.pool
        if isinstance(option.action, Fetch):
            card = card.copy()
            card.used[KUECHE] += 1
            pool |= 1 << self.index[option.action.die]
        points = self.mind.before(card, self.values, pool, self.rolls) if pool else self.mind.end(card)
        return Verdict(option, points, card, 0.0, pool, self.plates, self.rolls)

    def _take(self, option: Preview, action: Take) -> Verdict:
        """From the tray, by Nachschlag, or an extra silver cross with the best of the others after it."""
        card, used = self.card, self.used
        if self.observation.phase == "seconds":
            card, used = card.copy(), used | 1 << self.index[action.die]
            card.used[NACH] += 1
        points, then = self.mind.written(card, self.entry(option), self.value)
        if self.observation.phase == "extra":
            rest = [self.index[die] for die in self.observation.extra if die != action.die]
            points, then = self.mind.extras(then, points, self.values, rest, self.value)
        return self.verdict(option, self.closed(then, points, used), then)

    # --- a closer look -----------------------------------------------------------------------

    def heed(self, found: list[Verdict]) -> None:
        """Count what each choice at the Pass lays on the tray for the others (G-119).

        What is there before the last roll counts less: more will come, and the others take one die only.
        """
        if self.observation.phase != "pass" or len(found) < 2:
            return
        gains = self.gains()
        for verdict in found:
            reroll = isinstance(verdict.option.action, Reroll)
            kept = verdict.pool if verdict.rolls or reroll else 0
            tray = MEMBERS[ALL & ~verdict.plates & ~kept]
            verdict.given = sum(max([0.0, *[gain[die] for die in tray]]) for gain in gains)
            verdict.given /= len(gains) * (1 + verdict.rolls)

    def gains(self) -> list[list[float]]:
        """By seat of the others and die: what their card would win by it as it lies there now, in points."""
        found = []
        for seat, view in enumerate(self.observation.seats):
            if seat != self.own:
                mind, card = mind_of(self.observation, seat), card_of(view.card)
                before, gains = mind.end(card), [0.0] * len(self.values)
                for die, entry in mind.entries(card, self.values, ALL):
                    gains[die] = max(gains[die], mind.written(card, entry, mind.end)[0] - before)
                found.append(gains)
        return found

    def play_through(self, found: list[Verdict], rng: random.Random) -> None:
        """Play the best choices through with throws of the dice that they leave (G-118).

        All choices meet the same throws. One that ends the turn keeps its value.
        """
        closely = [v for v in found[:CLOSE] if v.worth > found[0].worth - BEHIND]
        open_ = [v for v in closely if v.rolls and v.pool]
        if len(closely) < 2 or not open_:
            return
        seed, sight = rng.getrandbits(32), [verdict.points for verdict in open_]
        sums = [0.0] * len(open_)
        self.mind.brief = True
        for block in range(BLOCKS):
            if self.mind.counted > CARDS:
                break
            for number, verdict in enumerate(open_):
                for throw in throws_of(verdict.pool, block, seed):
                    sums[number] += self._best(verdict, throw)
                    verdict.thrown += 1
        for verdict, found_sum, first in zip(open_, sums, sight, strict=True):
            verdict.points = (found_sum + PRIOR * first) / (verdict.thrown + PRIOR)

    def _best(self, verdict: Verdict, throw: tuple[int, ...]) -> float:
        """The best that can be made of a throw."""
        values = [new or old for new, old in zip(throw, self.values, strict=True)]
        rolls = verdict.rolls - 1
        return max([o.value for o in self.mind.roll(verdict.card, values, verdict.pool, verdict.plates, rolls)])
