"""What can be done with dice and a card, and what it is worth to somebody who values cards by the network.

Dice are numbered in the menu's order (white is 0); ``values`` are their pips, and sets of dice are bits of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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

    Counted is what follows the turn that goes on now.
    """

    def __init__(self, menu_id: MenuId, own: int, trays: int, boni: int, net: Net | None = None) -> None:
        self.menu: Menu = MENUS[menu_id]
        self.dice, self.blue = DICE[menu_id], BLUE[menu_id]
        self.net = net or net_of(menu_id)
        self.own, self.trays, self.boni = own, trays, boni
        self.last = own + trays == 0
        self.ends = self.net.match(own, trays, boni)

    # --- values of a card --------------------------------------------------------------------

    def end(self, card: Card) -> float:
        """At the end of a turn, before Nachschläge whose dice one doesn't look at."""
        if self.last and card.earned[NACH] <= card.used[NACH]:
            return total(self.menu, card)
        return self.net.value(card, self.ends)

    def closed(self, card: Card) -> float:
        """At the end of a turn, after the Nachschläge."""
        return total(self.menu, card) if self.last else self.net.value(card, self.ends)

    def close(self, card: Card, values: list[int], used: int = 0) -> float:
        """At the end of a turn with these dice: in the last one the Nachschläge are used up."""
        if not self.last or card.earned[NACH] <= card.used[NACH]:
            return self.end(card)
        return max(option.value for option in self.seconds(card, values, used))

    def before(self, card: Card, values: list[int], pool: int, rolls: int) -> float:
        """Before ``pool`` is thrown, with so many rolls still to come in this turn."""
        blue = self.blue
        white_lies, blue_lies = not pool & 1, not pool >> blue & 1
        w = values[0] if white_lies and not blue_lies else 0
        b = values[blue] if blue_lies and not white_lies else 0
        return self.net.value(card, self.net.match(self.own, self.trays, self.boni, rolls, pool, w, b))

    def after(self, card: Card, values: list[int], pool: int, plates: int, rolls: int) -> float:
        """After something was taken from a roll, ``rolls`` to come; a die may come back from the tray before them."""
        if not rolls:
            return self.end(card)
        best = self.before(card, values, pool, rolls) if pool else self.end(card)
        if card.earned[KUECHE] > card.used[KUECHE]:
            best = max([best, *[value for _die, value in self.fetches(card, values, pool, plates, rolls)]])
        return best

    def fetches(self, card: Card, values: list[int], pool: int, plates: int, rolls: int) -> Iterator[tuple[int, float]]:
        """Each die of the tray, and the value with it back in the kitchen."""
        fetched = card.copy()
        fetched.used[KUECHE] += 1
        for die in MEMBERS[ALL & ~pool & ~plates]:
            yield die, self.before(fetched, values, pool | 1 << die, rolls)

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
        found = self.entries(card, values, ALL & ~plates) or self.entries(card, values, plates)

        def value(then: Card) -> float:
            return self.close(then, values)

        options = [Option("done", value(card), card)]
        for die, entry in found:
            worth, then = self.written(card, entry, value)
            options.append(Option("take", worth, then, die, entry))
        return options

    def seconds(self, card: Card, values: list[int], used: int) -> list[Option]:
        """What a Nachschlag can do now, the dice in ``used`` left out; and to stop."""
        options = [Option("done", self.closed(card), card)]
        if card.earned[NACH] <= card.used[NACH]:
            return options
        paid = card.copy()
        paid.used[NACH] += 1
        for die, entry in self.entries(card, values, ALL & ~used):

            def value(then: Card, gone: int = used | 1 << die) -> float:
                return self.close(then, values, gone)

            worth, then = self.written(paid, entry, value)
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
        for entry in bonus_entries(menu, card, waiting[0]):
            found = self.marked(card, waiting, entry, value)
            if best is None or found[0] > best[0]:
                best = found
        assert best is not None
        return best

    def marked(self, card: Card, waiting: list[Bonus], entry: Entry, value: Value) -> tuple[float, Card]:
        """The first bonus in ``waiting`` entered like this, the others for the best ``value``."""
        then, rest = card.copy(), waiting.copy()
        bonus = rest.pop(0)
        rest[:0] = chain.write(self.menu, then, entry, bonus, None)
        return self.resolved(then, rest, value) if rest else (value(then), then)
