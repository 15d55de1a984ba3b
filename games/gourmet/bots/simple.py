"""easy likes big dice; normal weighs each entry by hand-made weights. Neither plays anything through."""

from __future__ import annotations

import random

from games.gourmet.actions import Action, Fetch, Hold, Mark, Reroll, Roll, Take
from games.gourmet.data import AREA_INDEX, FALLING_FIRST, GRIDS, MENUS, SIX, WHITE, Area, Bonus, DieId
from games.gourmet.view import Observation, Preview
from games.kernel.contract import Bot


def useful(observation: Observation) -> list[Preview]:
    """Everything but „Nachschläge aufheben“, which is a wish of people."""
    return [option for option in observation.options if not isinstance(option.action, Hold)]


class EasyBot(Bot[Observation, Action]):
    """Big dice, and a little what they bring at once (G-116). It keeps no dice, no Nachschlag, and never rerolls."""

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        pips = {die.id: die.value for die in observation.dice}
        options = useful(observation)
        entries = [option for option in options if isinstance(option.action, Take | Mark)]
        if not entries:
            return next(o.action for o in options if not isinstance(o.action, Reroll | Fetch))
        return max(entries, key=lambda option: liking(option, pips)).action


def liking(option: Preview, pips: dict[DieId, int]) -> float:
    """How much easy likes an entry: a pip as much as a point, a bonus as much as two."""
    shown = pips[option.action.die] if isinstance(option.action, Take) else 0
    return shown + option.gain + 2.0 * len(option.boni)


class NormalBot(Bot[Observation, Action]):
    """The best entry by its weights, counting the dice that it keeps for the next rolls (G-117).

    The expiry rule lets it choose inside ``advance``, so a change of its choices changes replays: it raises the
    rules version (``games/gourmet/state.py``).
    """

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return max(useful(observation), key=lambda option: worth(observation, option)).action


# --- weights, in points ----------------------------------------------------------------------

BONUS = {"neu": 3.0, "nach": 7.0, "kueche": 3.5, "cross": 6.0, "number": 6.5, "free": 6.5}
HAUBE = 15.0
"""The weakest area at the end, about."""
DIE = 2.0
"""A die lost, for each roll to come."""
AVERAGE = 3.5
"""Pips of an average die: a row's field that gets less is a pity."""
CIRCLE = 1.0
"""A circle, on the way to a cross."""
EXTRA = 2.0
"""An extra silver cross for a die that goes to the tray."""
NEXT = 2.0
"""The next bonus of a row, divided by the fields up to it."""
STEP = 0.7
"""What a number in ``rising`` skips, or one in ``falling`` goes down, for each pip."""
REROLL = 5.0
"""Entries worth less are thrown again, where „Neu anrichten“ is there."""
FETCH = 2
"""With fewer dice in the kitchen one is taken back from the tray."""


def worth(observation: Observation, option: Preview) -> float:
    """What an option is worth to normal."""
    action = option.action
    if isinstance(action, Take):
        lost = len(option.lost) * DIE * (3 - observation.roll) if observation.phase == "pass" else 0.0
        price = _second(observation) if observation.phase == "seconds" else 0.0
        return _entry(observation, option) - lost - price
    if isinstance(action, Mark):
        return _entry(observation, option)
    if isinstance(action, Reroll):
        return REROLL - (0.0 if _turns(observation) > 0 else 2.0)
    if isinstance(action, Fetch):
        return _fetch(observation, action)
    return 0.5 if isinstance(action, Roll) else 0.0


def _turns(observation: Observation) -> int:
    """Own turns at the Pass that follow this one, about."""
    return observation.rounds - observation.round


def _second(observation: Observation) -> float:
    """What a Nachschlag would be worth later on."""
    return 0.0 if observation.last_turn else min(BONUS["nach"], 3.0 + 1.5 * _turns(observation))


def _fetch(observation: Observation, action: Fetch) -> float:
    """A die back in the kitchen, white first."""
    kitchen = sum(die.place == "pool" for die in observation.dice)
    if kitchen >= FETCH + (_turns(observation) < 2):
        return 0.0
    return 2.0 if action.die == WHITE else 1.0


def _entry(observation: Observation, option: Preview) -> float:
    """The gain, what the boni are worth and how far lines and rows have come."""
    action = option.action
    assert isinstance(action, Take | Mark)
    area = MENUS[observation.menu].areas[AREA_INDEX[observation.menu][action.area]]
    assert observation.own is not None
    card = observation.seats[observation.own].card
    marks = card.areas[AREA_INDEX[observation.menu][action.area]]
    weakest = min(card.points)
    found = option.gain + sum(_bonus(bonus, weakest) for bonus in option.boni)
    if area.kind not in GRIDS:
        return found + _row(area, marks, option)
    if area.kind == "silver" and observation.phase == "pass":
        found += EXTRA * len(option.lost)
    return found + _lines(area, marks, action.field, option)


def _bonus(bonus: Bonus, weakest: int) -> float:
    """A Haube already counts as much as the weakest area does now."""
    return max(0.0, HAUBE - max(0, weakest)) if bonus.kind == "haube" else BONUS[bonus.kind]


def _lines(area: Area, marks: tuple[int, ...], field: int, option: Preview) -> float:
    """How much nearer the lines through ``field`` come: what a line brings, by the square of its share."""
    if option.mark == 2:
        return 0.0
    found = CIRCLE if area.kind == "rings" else 0.0
    for line in area.lines:
        if field in line.fields:
            brings = line.points + (0.0 if line.bonus is None else _bonus(line.bonus, 0))
            size = len(line.fields)
            done = sum(marks[f] > 0 for f in line.fields)
            if done + 1 < size:
                found += brings * ((done + 1) ** 2 - done**2) / size**2
            else:  # what it brings is counted already, less what was counted for the way
                found -= brings * done**2 / size**2
    return found


def _row(area: Area, marks: tuple[int, ...], option: Preview) -> float:
    """A step towards the next bonus of the row, and whether the number is good for it."""
    at, last = len(marks), marks[-1] if marks else 0
    ahead = next((f - at for f in range(at + 1, area.size) if area.boni[f] is not None), None)
    found = 0.0 if ahead is None else NEXT / ahead
    if area.kind == "factors":
        found -= AVERAGE * (area.numbers[at] - 1)
    elif area.kind == "pairs":  # the pair counts when it is full: each field for itself now, as it should be filled
        pips = option.number / area.numbers[at]
        share = AVERAGE - pips if at % 2 else pips - AVERAGE
        found += area.numbers[at] * share + AVERAGE / 2 - option.gain
    elif area.kind == "rising":
        found -= STEP * (option.number - (last % SIX) - 1)
    elif area.kind == "falling":
        found += STEP * (option.number - (last or FALLING_FIRST))
    return found
