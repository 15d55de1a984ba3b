"""What can be done with dice and a card, and what it is worth to somebody who values cards by the network.

Dice are numbered in the menu's order (white is 0); ``values`` are their pips, and sets of dice are bits of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from games.gourmet.bots.net import Net, net_of
from games.gourmet.data import MENUS, SIX, TRACK_INDEX, Bonus, DieId, Menu, MenuId
from games.gourmet.rules import chain
from games.gourmet.rules.card import Entry, bonus_entries, die_entries, enter, extra_entries, total
from games.gourmet.state import Card

Value: TypeAlias = Callable[[Card], float]

NEU, NACH, KUECHE = TRACK_INDEX["neu"], TRACK_INDEX["nach"], TRACK_INDEX["kueche"]
ALL = 0b111111
DICE: dict[MenuId, tuple[DieId, ...]] = {key: menu.dice for key, menu in MENUS.items()}
BLUE: dict[MenuId, int] = {key: dice.index("blau") for key, dice in DICE.items()}
MEMBERS: tuple[tuple[int, ...], ...] = tuple(tuple(d for d in range(SIX) if mask >> d & 1) for mask in range(64))
"""Dice of a set, in order."""
FEW = 3
"""Fields that are tried for a bonus, where many fit, by a mind that is brief."""


class Option(Struct):
    """Something to do and what it is worth. ``pool`` and ``plates`` are as they lie then; ``card`` with all boni."""

    kind: Literal["take", "lapse", "reroll", "done"]
    value: float
    card: Card
    die: int = 0
    entry: Entry | None = None
    pool: int = 0
    plates: int = 0


class Mind:
    """The view of one seat: what its card is worth with ``own`` turns, ``trays`` and round ``boni`` still to come.

    Counted is what follows the turn that goes on now. ``brief``: try only few fields for a bonus that fits in many.
    ``counted`` are the cards that the network has valued: what thinking costs.
    """

    def __init__(self, menu_id: MenuId, own: int, trays: int, boni: int, net: Net | None = None) -> None:
        self.menu: Menu = MENUS[menu_id]
        self.dice, self.blue = DICE[menu_id], BLUE[menu_id]
        self.net = net or net_of(menu_id)
        self.own, self.trays, self.boni = own, trays, boni
        self.last = own + trays == 0
        self.ends = self.net.match(own, trays, boni)
        self.brief = False
        self.counted = 0
        self._wanted: list[int] = []
        self._liked: dict[Entry, float] = {}

    # --- values of a card --------------------------------------------------------------------

    def end(self, card: Card) -> float:
        """At the end of a turn, before Nachschläge whose dice one doesn't look at."""
        if self.last and card.earned[NACH] <= card.used[NACH]:
            return total(self.menu, card)
        self.counted += 1
        return self.net.value(card, self.ends)

    def closed(self, card: Card) -> float:
        """At the end of a turn, after the Nachschläge."""
        return total(self.menu, card) if self.last else self.end(card)

    def close(self, card: Card, values: list[int], used: int = 0) -> float:
        """At the end of a turn with these dice: in the last one the Nachschläge are used, one by one the best."""
        while self.last and card.earned[NACH] > card.used[NACH]:
            best = max(self.again(card, values, used), key=lambda option: option.value, default=None)
            if best is None or best.value < self.closed(card):
                break
            card, used = best.card, used | 1 << best.die
        return self.closed(card) if self.last else self.end(card)

    def before(self, card: Card, values: list[int], pool: int, rolls: int) -> float:
        """Before ``pool`` is thrown, with so many rolls still to come in this turn."""
        blue = self.blue
        white_lies, blue_lies = not pool & 1, not pool >> blue & 1
        w = values[0] if white_lies and not blue_lies else 0
        b = values[blue] if blue_lies and not white_lies else 0
        self.counted += 1
        return self.net.value(card, self.net.match(self.own, self.trays, self.boni, rolls, pool, w, b))

    def after(self, card: Card, values: list[int], pool: int, plates: int, rolls: int) -> float:
        """After something was taken from a roll, ``rolls`` to come; a die may come back from the tray before them."""
        if not rolls:
            return self.end(card)
        best = self.before(card, values, pool, rolls) if pool else self.end(card)
        tray = ALL & ~pool & ~plates
        if card.earned[KUECHE] > card.used[KUECHE] and tray:
            die = next(die for die in self.wanted(card, values) if tray >> die & 1)
            best = max(best, self.fetched(card, values, pool, rolls, die))
        return best

    def wanted(self, card: Card, values: list[int]) -> list[int]:
        """The dice, the best one to throw alone first: as the first card that asks for it sees them."""
        if not self._wanted:
            alone = [self.before(card, values, 1 << die, 1) for die in range(SIX)]
            self._wanted = sorted(range(SIX), key=lambda die: -alone[die])
        return self._wanted

    def fetched(self, card: Card, values: list[int], pool: int, rolls: int, die: int) -> float:
        """Before the next throw, with ``die`` back in the kitchen."""
        then = card.copy()
        then.used[KUECHE] += 1
        return self.before(then, values, pool | 1 << die, rolls)

    # --- what can be done --------------------------------------------------------------------

    def roll(self, card: Card, values: list[int], pool: int, plates: int, rolls: int) -> list[Option]:
        """Everything that can be done with a roll, ``rolls`` to come after it."""
        found = [self.take(card, values, pool, plates, rolls, d, e) for d, e in self.entries(card, values, pool)]
        found.append(Option("lapse", self.after(card, values, pool, plates, rolls), card, pool=pool, plates=plates))
        if card.earned[NEU] > card.used[NEU]:
            again = card.copy()
            again.used[NEU] += 1
            worth = self.before(again, values, pool, rolls + 1)
            found.append(Option("reroll", worth, again, pool=pool, plates=plates))
        return found

    def entries(self, card: Card, values: list[int], dice: int) -> list[tuple[int, Entry]]:
        """Every way to enter one of ``dice``."""
        menu, ids, both = self.menu, self.dice, values[0] + values[self.blue]
        return [(d, entry) for d in MEMBERS[dice] for entry in die_entries(menu, card, ids[d], values[d], both)]

    def take(self, card: Card, values: list[int], pool: int, plates: int, rolls: int, die: int, entry: Entry) -> Option:
        """A die entered at the Pass, with its boni and extra silver crosses."""
        pips = values[die]
        lost = [d for d in MEMBERS[pool] if values[d] < pips]
        plates |= 1 << die
        kept = pool & ~(1 << die)
        for d in lost:
            kept &= ~(1 << d)

        def value(then: Card) -> float:
            return self.after(then, values, kept, plates, rolls)

        worth, then = self.written(card, entry, value)
        if self.menu.id == "chef" and entry[0] == 0:
            worth, then = self.extras(then, worth, values, lost, value)
        return Option("take", worth, then, die, entry, kept, plates)

    def extras(
        self, card: Card, worth: float, values: list[int], dice: Sequence[int], value: Value
    ) -> tuple[float, Card]:
        """The best extra silver cross for each of these dice in turn, or none; ``worth`` is the card's before."""
        best = worth, card
        for die in dice:
            before = best[1]
            for entry in extra_entries(self.menu, before, self.dice[die], values[die]):
                found = self.written(before, entry, value)
                if found[0] > best[0]:
                    best = found
        return best

    def tray(self, card: Card, values: list[int], plates: int) -> list[Option]:
        """What the tray offers, or if nothing fits the plates; and to take nothing."""
        options = [Option("done", self.close(card, values), card)]
        for die, entry in self.entries(card, values, ALL & ~plates) or self.entries(card, values, plates):
            worth, then = self.written(card, entry, self.end)
            options.append(Option("take", self.close(then, values) if self.last else worth, then, die, entry))
        return options

    def seconds(self, card: Card, values: list[int], used: int) -> list[Option]:
        """What a Nachschlag can do now, the dice in ``used`` left out; and to stop."""
        options = self.again(card, values, used)
        if self.last:
            for option in options:
                option.value = self.close(option.card, values, used | 1 << option.die)
        return [Option("done", self.closed(card), card), *options]

    def again(self, card: Card, values: list[int], used: int) -> list[Option]:
        """Each way to use a Nachschlag, at first sight."""
        if card.earned[NACH] <= card.used[NACH]:
            return []
        options, paid = [], card.copy()
        paid.used[NACH] += 1
        for die, entry in self.entries(card, values, ALL & ~used):
            worth, then = self.written(paid, entry, self.end)
            options.append(Option("take", worth, then, die, entry))
        return options

    # --- entries with their chains -----------------------------------------------------------

    def written(self, card: Card, entry: Entry, value: Value) -> tuple[float, Card]:
        """The card with the entry and all that it brings, chosen for the best ``value``; and that value."""
        then = card.copy()
        waiting = list(enter(self.menu, then, entry))
        return self.resolved(then, waiting, value) if waiting else (value(then), then)

    def resolved(self, card: Card, waiting: list[Bonus], value: Value) -> tuple[float, Card]:
        """The card (which is used up) with all boni in ``waiting`` entered for the best ``value``."""
        menu = self.menu
        chain.resolve(menu, card, waiting)
        if not waiting:
            return value(card), card
        best: tuple[float, Card] | None = None
        entries = bonus_entries(menu, card, waiting[0])
        if self.brief and len(entries) > FEW:
            entries = self.liked(card, entries)
        for entry in entries:
            found = self.marked(card, waiting, entry, value)
            if best is None or found[0] > best[0]:
                best = found
        assert best is not None
        return best

    def liked(self, card: Card, entries: list[Entry]) -> list[Entry]:
        """The best few of these entries: as the first card that asks for them sees them, chains apart."""
        for entry in entries:
            if entry not in self._liked:
                then = card.copy()
                enter(self.menu, then, entry)
                self._liked[entry] = self.end(then)
        return sorted(entries, key=lambda entry: -self._liked[entry])[:FEW]

    def marked(self, card: Card, waiting: list[Bonus], entry: Entry, value: Value) -> tuple[float, Card]:
        """The first bonus in ``waiting`` entered like this, the others for the best ``value``."""
        then, rest = card.copy(), waiting.copy()
        bonus = rest.pop(0)
        rest[:0] = chain.write(self.menu, then, entry, bonus, None)
        return self.resolved(then, rest, value) if rest else (value(then), then)
