"""What a seat may do in each step."""

from __future__ import annotations

from collections.abc import Iterable

from games.gourmet.actions import Action, Done, Fetch, Hold, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.data import MENUS, TRACK_INDEX, DieId
from games.gourmet.rules.card import Entry, bonus_entries, die_entries, extra_entries
from games.gourmet.state import Die, Seat, State

NEU, NACH, KUECHE = TRACK_INDEX["neu"], TRACK_INDEX["nach"], TRACK_INDEX["kueche"]


HOLDS = 6
"""So often a step lets one keep Nachschläge, or not: each is stored, and no hand needs more."""


def active(state: State) -> int:
    """The seat at the Pass."""
    return (state.opener + state.turn) % len(state.seats)


def last_turn(state: State) -> bool:
    """Whether no turn follows this one: Nachschläge can't be kept any longer (G-037)."""
    return state.round == state.rounds and state.turn == len(state.seats) - 1


def lying(state: State, *places: str) -> list[Die]:
    """Dice in these places, in the order of the menu."""
    return [die for die in state.pool if die.place in places]


def values(state: State) -> dict[DieId, int]:
    """Pips by die, wherever it lies."""
    return {die.id: die.value for die in state.pool}


def blue_total(state: State) -> int:
    """Blue + white, wherever they lie (G-027)."""
    shown = values(state)
    return shown["blau"] + shown["weiss"]


def takes(state: State, seat: Seat, dice: Iterable[Die]) -> list[tuple[Take, Entry]]:
    """Every way to enter one of ``dice`` on the seat's card."""
    menu, total = MENUS[state.menu], blue_total(state)
    return [
        (Take(die.id, menu.areas[entry[0]].id, entry[1]), entry)
        for die in dice
        for entry in die_entries(menu, seat.card, die.id, die.value, total)
    ]


def tray_takes(state: State, seat: Seat) -> list[tuple[Take, Entry]]:
    """What the tray offers; only if nothing there fits in any way, what lies on the plates (G-021 to G-023)."""
    return takes(state, seat, lying(state, "tray")) or takes(state, seat, lying(state, "plate"))


def second_takes(state: State, seat: Seat) -> list[tuple[Take, Entry]]:
    """What a Nachschlag could enter: any of the six dice, each once a turn (G-032, G-033)."""
    if seat.card.left(NACH) <= 0:
        return []
    return takes(state, seat, [die for die in state.pool if die.id not in seat.again])


def extra_takes(state: State, seat: Seat) -> list[tuple[Take, Entry]]:
    """The extra crosses that silver still allows (G-074, G-100)."""
    if not state.extra:
        return []
    menu, shown = MENUS[state.menu], values(state)
    return [
        (Take(die, "silber", entry[1]), entry)
        for die in state.extra
        for entry in extra_entries(menu, seat.card, die, shown[die])
    ]


def choices(state: State, index: int) -> list[tuple[Action, Entry | None]]:
    """Every legal action of a seat that is asked, with the entry that it makes (None: none)."""
    seat = state.seats[index]
    if not seat.asked:
        return []
    found: list[tuple[Action, Entry | None]] = []
    if seat.waiting:
        menu = MENUS[state.menu]
        entries = bonus_entries(menu, seat.card, seat.waiting[0])
        found += [(Mark(menu.areas[entry[0]].id, entry[1]), entry) for entry in entries]
    elif state.phase == "pass":
        found += takes(state, seat, lying(state, "pool"))
        if seat.card.left(NEU) > 0:
            found.append((Reroll(), None))
        found.append((Lapse(), None))
    elif state.phase == "kitchen":
        found += [(Fetch(die.id), None) for die in lying(state, "tray")]
        found.append((Roll(), None))
    elif state.phase == "extra":
        found += [*extra_takes(state, seat), (Done(), None)]
    elif state.phase == "tray":
        found += [*tray_takes(state, seat), (Nothing(), None)]
    elif state.phase == "seconds":
        found += [*second_takes(state, seat), (Done(), None)]
    if seat.turned < HOLDS:
        found.append((Hold(not seat.hold), None))
    return found
