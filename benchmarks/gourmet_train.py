"""Learn the value network of Speedgourmet's computers by playing against itself.

NumPy is needed here and nowhere else; it isn't among the project's requirements:

    python -m venv /tmp/train && /tmp/train/bin/pip install numpy msgspec
    /tmp/train/bin/python -m benchmarks.gourmet_train --menu haus --minutes 30 --seed 1 \\
        --out games/gourmet/bots/weights_haus.py

Cards are played by the rules' own card functions (``games.gourmet.rules``). In each round of learning some matches are
played, mostly by the network's own best choice; then the network is fitted to what came of them: each position to a
mixture of the later positions' values and the final sum (TD(lambda), looking ahead).
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from pathlib import Path
from typing import Any

import numpy as np  # type: ignore[import-not-found, unused-ignore]
from msgspec import Struct, field

from games.gourmet.bots import features
from games.gourmet.bots.model import ALL, MEMBERS, NACH, Mind, Option
from games.gourmet.bots.net import Net, Weights, packed, unpacked
from games.gourmet.data import FALLING_FIRST, MENUS, ROUNDS_BY_SEATS, SIX, Menu, MenuId
from games.gourmet.rules.card import new_card, total
from games.gourmet.state import Card

Array = Any

WILD = (15.0, 60.0, 400.0)
"""Points by which choices are blurred (standard deviation) in wild rounds: a little mad, careless, anything goes."""
DEALT = 0.6
"""Share of the matches with wild rounds that begin with cards filled in at random instead."""


def dealt(menu: Menu, rng: random.Random) -> Card:
    """A card filled in at random, each area more or less: a network asked about such a card should have seen one."""
    card = new_card(menu)
    for area, marks in zip(menu.areas, card.areas, strict=True):
        share = rng.random()
        if area.columns:
            for place in range(area.size):
                times = (rng.random() < share) + (area.kind == "rings" and rng.random() < share / 2)
                marks[place] = max(marks[place], times)
            continue
        last = FALLING_FIRST if area.kind == "falling" else 0
        for place in range(round(share * area.size)):
            pips = rng.randrange(1, 7)
            if area.kind == "rising":
                pips = rng.randrange(last % SIX + 1, 7)
            elif area.kind == "falling":
                pips = max(2, last - rng.choice((0, 0, 1, 1, 2)))
            last = pips
            marks.append(pips * area.numbers[place] if area.kind in {"factors", "pairs"} else pips)
    for action, (_name, places) in enumerate(menu.tracks):
        card.earned[action] = rng.randrange(places + 1)
        card.used[action] = rng.randrange(card.earned[action] + 1)
    card.hauben = rng.randrange(6)
    return card


class Trail(Struct):
    """The positions that one seat has gone through: features and sum by then."""

    rows: list[Array] = field(default_factory=list)
    sums: list[int] = field(default_factory=list)


class Sight:
    """Features of whole positions as arrays; blocks that come again are kept."""

    def __init__(self, menu: Menu) -> None:
        self.menu = menu
        self.keys = [features.area_key(area) for area in menu.areas]
        self.kept: dict[Any, Array] = {}
        blank = new_card(menu)
        self.width = len(self.row(blank, (6, 6, 4, 0, 0, 0, 0)))

    def row(self, card: Card, match: tuple[int, ...]) -> Array:
        menu, parts, points = self.menu, [], []
        for index, (area, marks) in enumerate(zip(menu.areas, card.areas, strict=True)):
            key = (index, self.keys[index](marks))
            found = self.kept.get(key)
            if found is None:
                found = self.kept[key] = np.array(features.area_features(area, marks), np.float32)
            parts.append(found)
            points.append(round(float(found[-1]) * features.POINTS))
        parts.append(np.array(features.actions_features(features.actions_key(menu, card)), np.float32))
        parts.append(np.array(features.balance_features(features.balance_key(card.hauben, points)), np.float32))
        match_row = self.kept.get(match)
        if match_row is None:
            match_row = self.kept[match] = np.array(features.match_features(*match), np.float32)
        parts.append(match_row)
        if len(self.kept) > 100_000:
            self.kept.clear()
        return np.concatenate(parts)


class FastNet(Net):
    """The same network with its blocks as arrays: four times as fast, but the product has no NumPy."""

    def __init__(self, menu: Menu, first: Array, last: Array) -> None:
        super().__init__(menu, Weights(first, last))
        self.stacked: dict[int, Array] = {}

    def mixed(self, found: Any, rows: Any) -> Any:
        stacked = self.stacked.get(id(rows))
        if stacked is None:
            stacked = self.stacked[id(rows)] = np.array(rows, np.float32)
        return np.array(found, np.float32) @ stacked

    def further(self, *blocks: Any) -> float:
        a, b, c, d, e, f, g, match = blocks
        cells = a + b
        for block in (c, d, e, f, g, match):
            cells += block
        np.maximum(cells, 0.0, out=cells)
        return float(cells @ self.last)


class Match:
    """One match of the network against itself, without the engine's states.

    ``noise`` blurs a fifth of its choices. In the first ``wild`` rounds it hardly minds what it does, so that the
    network learns what to make of cards that it would never fill in like that; nothing is learned from those rounds.
    """

    def __init__(
        self,
        menu_id: MenuId,
        seats: int,
        net: Net,
        sight: Sight | None,
        rng: random.Random,
        noise: float,
        wild: int = 0,
    ) -> None:
        self.menu_id, self.menu, self.net, self.sight = menu_id, MENUS[menu_id], net, sight
        self.rng, self.noise, self.seats = rng, noise, seats
        self.rounds, self.wild, self.number = ROUNDS_BY_SEATS[seats], wild, 0
        self.cards = [new_card(self.menu) for _ in range(seats)]
        self.mad, self.begin = rng.choice(WILD), 0
        if wild and rng.random() < DEALT:
            self.begin, self.cards = wild, [dealt(self.menu, rng) for _ in range(seats)]
        self.trails = [Trail() for _ in range(seats)]

    def play(self) -> list[int]:
        """The sums; ``trails`` has what each seat went through."""
        for number in range(self.begin, self.rounds):
            self.number = number
            if number == self.wild:
                self.trails = [Trail() for _ in range(self.seats)]
            self._bonus(number)
            for turn in range(self.seats):
                self._turn(number, turn)
        return [total(self.menu, card) for card in self.cards]

    def _mind(self, seat: int, number: int, turn: int) -> Mind:
        """What follows turn ``turn`` (-1: the round begins) of round ``number``, both from 0."""
        left = (self.rounds - number) * self.seats - turn - 1
        own = self.rounds - number - (turn >= seat)
        return Mind(self.menu_id, own, left - own, max(0, len(self.menu.rounds) - 1 - number), self.net)

    def _note(self, seat: int, match: tuple[int, ...]) -> None:
        if self.sight is not None:
            card = self.cards[seat]
            self.trails[seat].rows.append(self.sight.row(card, match))
            self.trails[seat].sums.append(total(self.menu, card))

    def _best(self, options: list[Option]) -> Option:
        if self.number < self.wild:
            return max(options, key=lambda option: option.value + self.rng.gauss(0.0, self.mad))
        if not self.noise or self.rng.random() > 0.2:
            return max(options, key=lambda option: option.value)
        return max(options, key=lambda option: option.value + self.rng.gauss(0.0, self.noise))

    def _bonus(self, number: int) -> None:
        if number < len(self.menu.rounds):
            for seat in range(self.seats):
                mind = self._mind(seat, number, -1)
                _, self.cards[seat] = mind.resolved(self.cards[seat], [self.menu.rounds[number]], mind.end)

    def _turn(self, number: int, turn: int) -> None:
        mind = self._mind(turn, number, turn)
        values, plates = self._rolls(turn, mind)
        for seat in range(self.seats):
            mind = self._mind(seat, number, turn)
            if seat != turn:
                self.cards[seat] = self._best(mind.tray(self.cards[seat], values, plates)).card
            if mind.last and self.cards[seat].left(NACH) > 0:
                self._note(seat, (mind.own, mind.trays, mind.boni, 0, 0, 0, 0))
            used = 0
            while self.cards[seat].left(NACH) > 0:
                best = self._best(mind.seconds(self.cards[seat], values, used))
                if best.kind == "done":
                    break
                used |= 1 << best.die
                self.cards[seat] = best.card
            if not mind.last:
                self._note(seat, (mind.own, mind.trays, mind.boni, 0, 0, 0, 0))

    def _rolls(self, seat: int, mind: Mind) -> tuple[list[int], int]:
        values, pool, plates, left = [0] * SIX, ALL, 0, 3
        while left and pool:
            self._before(seat, mind, values, pool, left)
            left -= 1
            while True:
                for die in range(SIX):
                    if pool >> die & 1:
                        values[die] = self.rng.randrange(1, 7)
                best = self._best(mind.roll(self.cards[seat], values, pool, plates, left))
                self.cards[seat] = best.card
                if best.kind != "reroll":
                    break
                self._before(seat, mind, values, pool, left + 1)
            pool, plates = best.pool, best.plates
            if left:
                pool = self._fetch(seat, mind, values, pool, plates, left)
        return values, plates

    def _before(self, seat: int, mind: Mind, values: list[int], pool: int, left: int) -> None:
        white_lies, blue_lies = not pool & 1, not pool >> mind.blue & 1
        w = values[0] if white_lies and not blue_lies else 0
        b = values[mind.blue] if blue_lies and not white_lies else 0
        self._note(seat, (mind.own, mind.trays, mind.boni, left, pool, w, b))

    def _fetch(self, seat: int, mind: Mind, values: list[int], pool: int, plates: int, left: int) -> int:
        while self.cards[seat].left(2) > 0:
            card = self.cards[seat]
            now = mind.before(card, values, pool, left) if pool else mind.end(card)
            tray = MEMBERS[ALL & ~pool & ~plates]
            found = [(mind.fetched(card, values, pool, left, die), die) for die in tray]
            if not found or max(found)[0] <= now:
                break
            card.used[2] += 1
            pool |= 1 << max(found)[1]
        return pool


def targets(trail: Trail, final: int, values: Array, lam: float) -> Array:
    """Further points for each position: TD(lambda). ``values`` are the network's, of further points."""
    sums = np.array(trail.sums, np.float32)
    found = np.empty(len(sums), np.float32)
    ahead = float(final)
    for at in range(len(sums) - 1, -1, -1):
        found[at] = ahead - sums[at]
        ahead = lam * ahead + (1.0 - lam) * float(sums[at] + values[at])
    return found


class Learner:
    """The network in NumPy with Adam."""

    def __init__(self, width: int, hidden: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        self.rng = rng
        self.params = [
            (rng.standard_normal((width, hidden)) * 0.25).astype(np.float32),
            (rng.standard_normal(hidden) * 2.0).astype(np.float32),
        ]
        self.moments = [[np.zeros_like(p), np.zeros_like(p)] for p in self.params]
        self.step = 0

    def values(self, rows: Array) -> Array:
        return np.maximum(rows @ self.params[0], 0.0) @ self.params[1]

    def fit(self, rows: Array, goals: Array, rate: float, batch: int = 256) -> float:
        """One pass over the positions in random order; the mean squared error."""
        order = self.rng.permutation(len(rows))
        lost = 0.0
        for at in range(0, len(rows) - batch + 1, batch):
            chosen = order[at : at + batch]
            x, y = rows[chosen], goals[chosen]
            hidden = np.maximum(x @ self.params[0], 0.0)
            miss = hidden @ self.params[1] - y
            lost += float(miss @ miss)
            miss *= 2.0 / batch
            back = np.outer(miss, self.params[1]) * (hidden > 0)
            self._adam([x.T @ back, hidden.T @ miss], rate)
        return lost / len(rows)

    def _adam(self, gradients: list[Array], rate: float) -> None:
        self.step += 1
        for param, (mean, square), gradient, scale in zip(
            self.params, self.moments, gradients, (1.0, 4.0), strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            hat = mean / (1 - 0.9**self.step)
            param -= scale * rate * hat / (np.sqrt(square / (1 - 0.999**self.step)) + 1e-6)

    def weights(self) -> Weights:
        first, last = self.params
        return Weights([tuple(row) for row in first.tolist()], tuple(last.tolist()))


def module(menu: MenuId, weights: Weights, note: str) -> str:
    """The weights as a module of the product."""
    text = packed([*weights.first, weights.last])
    lines = [text[at : at + 110] for at in range(0, len(text), 110)]
    body = "\n".join(f'    "{line}"' for line in lines)
    return (
        f'"""The learned weights of the menu "{menu}" (``net.unpacked``). {note}"""\n\n'
        f"from __future__ import annotations\n\n{menu.upper()} = (\n{body}\n)\n"
    )


SEATS = (2, 2, 2, 2, 3, 4)
"""The sizes of the matches in turn."""


def learn(given: argparse.Namespace) -> None:
    """Play and fit until the time is over; the weights are written again and again."""
    menu = MENUS[given.menu]
    sight, rng = Sight(menu), random.Random(given.seed)
    learner = Learner(sight.width, given.hidden, given.seed)
    if given.resume:
        *first, last = unpacked("".join(re.findall(r'^    "(.*)"$', Path(given.resume).read_text(), re.MULTILINE)))
        learner.params = [np.array(first, np.float32), np.array(last, np.float32)]
    started, played, rounds = time.monotonic(), 0, 0
    store: list[tuple[Array, Array]] = []
    while (spent := (time.monotonic() - started) / 60) < given.minutes:
        share = spent / given.minutes
        net = FastNet(menu, *[param.copy() for param in learner.params])
        lam = max(given.lam, 1.0 - 4 * share) if not given.resume else given.lam
        rate = given.rate * (1.0 if share < 0.5 else max(0.03, 2 * (1 - share)))
        scores: list[int] = []
        for _ in range(given.matches):
            seats = SEATS[played % len(SEATS)]
            wild = rng.randrange(1, ROUNDS_BY_SEATS[seats]) if rng.random() < given.wild else 0
            match = Match(given.menu, seats, net, sight, rng, given.noise * (1 - share), wild)
            sums = match.play()
            played += 1
            if seats == 2 and not wild:
                scores += sums
            for trail, final in zip(match.trails, sums, strict=True):
                rows = np.array(trail.rows, np.float32)
                store.append((rows, targets(trail, final, learner.values(rows), lam)))
        store = store[-given.store :]
        rows, goals = np.concatenate([s[0] for s in store]), np.concatenate([s[1] for s in store])
        lost = [learner.fit(rows, goals, rate) for _ in range(given.passes)]
        rounds += 1
        report = {
            "min": round(spent, 1),
            "matches": played,
            "mean2": round(float(np.mean(scores)), 1),
            "lost": round(lost[-1], 1),
            "lam": round(lam, 2),
            "rate": round(rate, 5),
        }
        print(json.dumps(report), flush=True)
        if rounds % 10 == 0:
            _write(given, learner, played)
    _write(given, learner, played)


def _write(given: argparse.Namespace, learner: Learner, played: int) -> None:
    note = f"Seed {given.seed}, {played} matches, {given.hidden} cells."
    weights = learner.weights()
    Path(given.out).write_text(module(given.menu, weights, note))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--menu", choices=["haus", "chef"], required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hidden", type=int, default=48)
    parser.add_argument("--matches", type=int, default=100, help="between two fits")
    parser.add_argument("--store", type=int, default=1200, help="seats' matches that are fitted again and again")
    parser.add_argument("--passes", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--lam", type=float, default=0.7)
    parser.add_argument("--noise", type=float, default=3.0)
    parser.add_argument("--wild", type=float, default=0.25, help="share of matches with wild rounds at first")
    parser.add_argument("--resume", default="", help="a module that --out wrote, to go on from")
    learn(parser.parse_args())


if __name__ == "__main__":
    main()
