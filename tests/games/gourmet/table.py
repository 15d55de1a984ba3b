"""Scenes built by hand for the rules' tests, and random matches for the laws."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

import pytest
from hypothesis import strategies as st

from games.gourmet.actions import Action, Done, Hold, Mark, Nothing, Take
from games.gourmet.data import AREA_INDEX, MENUS, AreaId, Bonus, DieId, MenuId
from games.gourmet.events import Declined, Earned, Entered, Event, Lapsed, Rolled
from games.gourmet.game import game
from games.gourmet.options import Options
from games.gourmet.rules import flow
from games.gourmet.rules.card import new_card
from games.gourmet.state import Card, State
from games.kernel.contract import Level, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice

SEED = bytes(range(32))
Marks: TypeAlias = "Sequence[int] | Mapping[int, int]"
"""A row: what was entered. A grid: fields (from 0) that are marked once, or how often by field."""


def opening(
    menu: MenuId = "haus",
    seats: int = 2,
    *,
    step_ms: int | None = None,
    seed: bytes = SEED,
    bots: Sequence[int] = (),
    first: int | None = 0,
    level: Level = "normal",
) -> State:
    """The first state; ``bots`` are seats of computers, ``first`` begins (None: drawn)."""
    specs = tuple(SeatSpec(level if seat in bots else None) for seat in range(seats))
    return game.new(Options(menu), Setup(step_ms, first), specs, Dice(seed))


def card(
    menu: MenuId,
    filled: Mapping[AreaId, Marks] | None = None,
    *,
    neu: int = 0,
    nach: int = 0,
    kueche: int = 0,
    hauben: int = 0,
    **areas: Marks,
) -> Card:
    """A card with these marks and unused actions."""
    made = new_card(MENUS[menu])
    for area, marks in [*(filled or {}).items(), *areas.items()]:
        index = AREA_INDEX[menu][area]  # type: ignore[index]
        if MENUS[menu].areas[index].columns:
            for field, times in marks.items() if isinstance(marks, Mapping) else [(f, 1) for f in marks]:
                made.areas[index][field] = times
        else:
            assert not isinstance(marks, Mapping)
            made.areas[index] = list(marks)
    made.earned, made.hauben = [neu, nach, kueche], hauben
    return made


def scene(
    menu: MenuId,
    faces: Sequence[int],
    *cards: Card,
    roll: int = 1,
    round_: int = 6,
    turn: int = 0,
    tray: Iterable[DieId] = (),
    plates: Sequence[DieId] = (),
    step_ms: int | None = None,
    bots: Sequence[int] = (),
    now: int = 0,
) -> State:
    """Seat 0 (``turn`` later ones) at the Pass before roll ``roll`` is answered; ``faces`` in the menu's order.

    One card a seat, at least two. Round 6 has no round bonus; it is the last one of two.
    """
    cards = cards if len(cards) > 1 else (*cards, *(new_card(MENUS[menu]) for _ in range(2 - len(cards))))
    state = opening(menu, len(cards), step_ms=step_ms, bots=bots)
    state.untold = []
    state.round, state.turn, state.roll, state.phase = round_, turn, roll, "pass"
    for seat, filled in zip(state.seats, cards, strict=True):
        seat.card = filled
        seat.asked, seat.decision = False, 0
        seat.clock.stop()
    for die, value in zip(state.pool, faces, strict=True):
        die.value = value
        die.place = "tray" if die.id in tray else "plate" if die.id in plates else "pool"
        die.plate = plates.index(die.id) if die.id in plates else 0
    state.taken = list(plates)
    state.taken += [""] * (roll - 1 - len(plates))
    flow.ask(state, turn, now)
    return state


def at_tray(
    menu: MenuId,
    faces: Sequence[int],
    *cards: Card,
    plates: Sequence[DieId] = (),
    step_ms: int | None = None,
    round_: int = 6,
    turn: int = 0,
    bots: Sequence[int] = (),
    now: int = 0,
) -> State:
    """Seat 0 has rolled: what is not on its plates lies on the tray, the others choose."""
    state = scene(
        menu, faces, *cards, roll=3, plates=plates, step_ms=step_ms, round_=round_, turn=turn, bots=bots, now=now
    )
    flow.serve(state, now)
    return state


def at_seconds(
    menu: MenuId,
    faces: Sequence[int],
    *cards: Card,
    plates: Sequence[DieId] = (),
    step_ms: int | None = None,
    round_: int = 6,
    turn: int = 0,
    now: int = 0,
) -> State:
    """Everybody has declined at the tray: who has Nachschläge is asked."""
    state = at_tray(menu, faces, *cards, plates=plates, step_ms=step_ms, round_=round_, turn=turn, now=now)
    while state.phase == "tray":
        game.apply(state, min(asked(state)), Nothing(), now)
    assert state.phase == "seconds"
    return state


def show(state: State, **values: int) -> None:
    """Turn dice to these pips."""
    for die in state.pool:
        die.value = values.get(die.id, die.value)


def asked(state: State) -> set[int]:
    """The seats that the match waits for."""
    return {pending.seat for pending in game.to_act(state)}


def step(state: State) -> str:
    """What the match waits for now."""
    return state.phase


def refused(state: State, action: Action, seat: int = 0) -> str:
    """The code of the refusal; nothing has changed, and there is a sentence for the player."""
    before = game.encode_state(state)
    with pytest.raises(Rejection) as caught:
        game.apply(state, seat, action, 0)
    assert game.encode_state(state) == before
    assert caught.value.text.msgid.endswith(".")
    return caught.value.code


def turn(state: State) -> int:
    """The only seat that the match waits for."""
    (seat,) = asked(state)
    return seat


def legal(state: State, seat: int | None = None) -> list[Action]:
    """Without „Nachschläge aufheben“, which stands beside everything."""
    return [a for a in game.actions(state, turn(state) if seat is None else seat) if not isinstance(a, Hold)]


def do(state: State, action: Action, seat: int | None = None, now: int = 0) -> list[Event]:
    return game.apply(state, turn(state) if seat is None else seat, action, now)


def take(state: State, die: DieId, area: AreaId, field: int, seat: int | None = None, now: int = 0) -> list[Event]:
    """``field`` from 0."""
    return do(state, Take(die, area, field), seat, now)


def mark(state: State, area: AreaId, field: int, seat: int | None = None, now: int = 0) -> list[Event]:
    return do(state, Mark(area, field), seat, now)


def takes(state: State, seat: int | None = None) -> set[tuple[DieId, AreaId, int]]:
    """What may be taken: die, area, field from 0."""
    return {(a.die, a.area, a.field) for a in legal(state, seat) if isinstance(a, Take)}


def takable(state: State, seat: int | None = None) -> set[DieId]:
    """Dice that may be taken."""
    return {die for die, _area, _field in takes(state, seat)}


def places(state: State) -> dict[str, list[DieId]]:
    """Dice by pool, tray and plate; those on plates in the plates' order."""
    found: dict[str, list[DieId]] = {"pool": [], "tray": [], "plate": []}
    for die in sorted(state.pool, key=lambda die: die.plate):
        found[die.place].append(die.id)
    return found


def marks(state: State, area: AreaId, seat: int = 0) -> list[int]:
    return state.seats[seat].card.areas[AREA_INDEX[state.menu][area]]


def rolled(events: Iterable[Event]) -> Rolled:
    (thrown,) = [event for event in events if isinstance(event, Rolled)]
    return thrown


def story(events: Iterable[Event], seat: int = 0) -> list[str]:
    """What a seat entered and earned, in order: ``gelb1=3`` is a 3 in yellow's first field."""
    told: list[str] = []
    for event in events:
        if isinstance(event, Entered) and event.seat == seat:
            told.append(f"{event.area}{event.field + 1}={event.number}")
        elif isinstance(event, Earned) and event.seat == seat:
            told.append(event.bonus.kind + (f":{event.track}" if event.track else ""))
        elif isinstance(event, Lapsed | Declined) and event.seat == seat:
            told.append("-")
    return told


def waits_for(state: State, seat: int = 0) -> Bonus | None:
    """The bonus whose field the seat chooses."""
    waiting = state.seats[seat].waiting
    return waiting[0] if waiting else None


def choosable(state: State, seat: int = 0) -> list[tuple[AreaId, int]]:
    """Area and field (from 0) of every way to enter the bonus that waits."""
    return [(action.area, action.field) for action in legal(state, seat) if isinstance(action, Mark)]


def give(state: State, *boni: Bonus) -> list[Event]:
    """The seat at the Pass gets boni as if its last entry had brought them, and chooses their fields."""
    state.seats[0].waiting = list(boni)
    return flow.carry_on(state, 0)


def finish_turn(state: State, now: int = 0) -> list[Event]:
    """Everybody who is asked wants nothing, until somebody else is at the Pass or a new round's bonus is chosen."""
    events: list[Event] = []
    before = state.round, state.turn
    while (state.round, state.turn) == before and state.phase != "over":
        seat = min(asked(state))
        events += do(state, idle(state, seat), seat, now)
    return events


def idle(state: State, seat: int) -> Action:
    """The action that takes least: the last one on the list, or any field for a bonus."""
    actions = legal(state, seat)
    return next((a for a in actions if isinstance(a, Done | Nothing)), actions[-1])


# --- random matches --------------------------------------------------------------------------

Match: TypeAlias = "tuple[MenuId, int, bytes, int]"
"""Menu, seats, seed of the dice, seed of the choices."""
menus: st.SearchStrategy[MenuId] = st.sampled_from(["haus", "chef"])
choosers = st.integers(0, 2**32)
matches: st.SearchStrategy[Match] = st.tuples(menus, st.integers(2, 4), st.binary(min_size=32, max_size=32), choosers)


def any_action(state: State, seat: int, rng: random.Random) -> Action:
    """Something that the seat may do; entering is likelier than not."""
    actions = game.actions(state, seat)
    useful = [a for a in actions if isinstance(a, Take | Mark)]
    return rng.choice(useful if useful and rng.random() < 0.75 else actions)


def play(match: Match, *, step_ms: int | None = None) -> Iterator[tuple[State, int, Action, list[Event]]]:
    """The live state after every action, who did it, what it was and its events."""
    menu, seats, seed, chooser = match
    state, rng, now = opening(menu, seats, seed=seed, step_ms=step_ms, first=None), random.Random(chooser), 0
    while state.phase != "over":
        seat, now = rng.choice(sorted(asked(state))), now + 1
        action = any_action(state, seat, rng)
        yield state, seat, action, game.apply(state, seat, action, now)
