"""State -> Observation by allow-list, and back: cards for computers that look ahead to try things out on.

Hidden are the dice to come, and while several choose at once what the others have entered: they stand there with the
card that they began the step with.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from games.gourmet.actions import Action, Mark
from games.gourmet.data import MENUS, Bonus, DieId, MenuId
from games.gourmet.rules import chain
from games.gourmet.rules.card import Entry, all_points, enter, total
from games.gourmet.rules.legal import active, choices, last_turn, lying
from games.gourmet.scoring import standing
from games.gourmet.state import RULES_VERSION, TOGETHER, Card, Die, Phase, Place, Seat, State
from games.kernel.clock import StepClock
from games.kernel.contract import Level, Outcome, Viewer
from games.kernel.dice import Dice


class CardView(Struct, frozen=True, cache_hash=True):
    """A card as ``Card`` has it, with its points: by area in the menu's order, and the sum."""

    areas: tuple[tuple[int, ...], ...]
    earned: tuple[int, int, int]
    used: tuple[int, int, int]
    hauben: int
    points: tuple[int, ...]
    total: int


class SeatView(Struct, frozen=True, cache_hash=True):
    """A seat as the viewer may know it. ``asked``: the match waits for it. Clock times are ms of the match.

    In a step of several the others' clock is the one that the step began with.
    """

    card: CardView
    level: Level | None
    asked: bool
    expired: bool
    deadline_ms: int | None
    expiry_ms: int | None


class DieView(Struct, frozen=True, cache_hash=True):
    """A die: pips (1 to 6) and where it lies; ``plate`` from 0."""

    id: DieId
    value: int
    place: Place
    plate: int


class Preview(Struct, frozen=True, cache_hash=True):
    """A legal action of the viewer and what it brings.

    ``number`` is what would stand in the field, ``mark`` 2 where a circle is crossed. ``gain`` is the change of the
    card's sum with all that follows without a choice, ``boni`` what it brings at once in that order (entries of the
    chain among them, boni that waited behind the choice not); ``lost`` are the dice that would go to the tray. Nothing
    is entered: ``number`` is 0.
    """

    action: Action
    number: int = 0
    mark: int = 1
    gain: int = 0
    boni: tuple[Bonus, ...] = ()
    lost: tuple[DieId, ...] = ()


class Observation(Struct, frozen=True):
    """What one viewer may know.

    ``round`` of ``rounds`` and ``roll`` (of 3) count from 1, ``turn`` from 0. ``taken`` by
    roll of this turn: the die, or "" where it lapsed. ``bonus`` is what the seat that is asked
    has to enter now: the viewer's own, or that of the seat at the Pass. ``own`` is the viewer's seat. ``kept``,
    ``again``, ``decision`` and ``options`` are the viewer's own.
    """

    menu: MenuId
    seats: tuple[SeatView, ...]
    dice: tuple[DieView, ...]
    round: int
    rounds: int
    turn: int
    opener: int
    active: int
    phase: Phase
    roll: int
    rerolls: int
    taken: tuple[str, ...]
    last_turn: bool
    extra: tuple[DieId, ...]
    bonus: Bonus | None
    step_ms: int | None
    result: Outcome | None
    own: int | None = None
    kept: bool = False
    again: tuple[DieId, ...] = ()
    decision: int | None = None
    options: tuple[Preview, ...] = ()


def observe(state: State, viewer: Viewer) -> Observation:
    """What ``viewer`` (a seat or None) may know."""
    own = None if viewer is None else state.seats[viewer]
    asked = own is not None and own.asked
    return Observation(
        menu=state.menu,
        seats=tuple([_seat(state, index, seat, index == viewer) for index, seat in enumerate(state.seats)]),
        dice=tuple([DieView(die.id, die.value, die.place, die.plate) for die in state.pool]),
        round=state.round,
        rounds=state.rounds,
        turn=state.turn,
        opener=state.opener,
        active=active(state),
        phase=state.phase,
        roll=state.roll,
        rerolls=state.rerolls,
        taken=tuple(state.taken),
        last_turn=last_turn(state),
        extra=tuple(state.extra),
        bonus=_bonus(state, own),
        step_ms=state.seats[0].clock.step_ms,
        result=standing(state) if state.phase == "over" else None,
        own=viewer,
        kept=own is not None and own.hold,
        again=() if own is None else tuple(own.again),
        decision=own.decision if asked and own is not None else None,
        options=previews(state, viewer) if asked and viewer is not None else (),
    )


def observe_all(state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
    """``observe`` for each of ``viewers``."""
    return {viewer: observe(state, viewer) for viewer in viewers}


def _bonus(state: State, own: Seat | None) -> Bonus | None:
    if own is not None and own.waiting:
        return own.waiting[0]
    if state.phase in TOGETHER:
        return None
    waiting = state.seats[active(state)].waiting
    return waiting[0] if waiting else None


def _seat(state: State, index: int, seat: Seat, own: bool) -> SeatView:
    menu = MENUS[state.menu]
    card = seat.card if own or seat.shown is None else seat.shown
    clock = seat.clock
    if not own and state.phase in TOGETHER and seat.asked and clock.started_ms is not None:
        clock = StepClock(clock.step_ms, clock.grace_ms, state.began_ms)
    expired = seat.expired and (own or seat.shown is None)  # whose time ran out has chosen something
    return SeatView(_card(menu.id, card), seat.level, seat.asked, expired, clock.deadline_ms, clock.expiry_ms)


def _card(menu_id: MenuId, card: Card) -> CardView:
    menu = MENUS[menu_id]
    points = all_points(menu, card)
    earned, used = card.earned, card.used
    return CardView(
        tuple([tuple(area) for area in card.areas]),
        (earned[0], earned[1], earned[2]),
        (used[0], used[1], used[2]),
        card.hauben,
        tuple(points),
        sum(points) + card.hauben * min(points),
    )


def previews(state: State, index: int) -> tuple[Preview, ...]:
    """What each legal action of a seat brings, in the order of ``legal.choices``."""
    seat = state.seats[index]
    menu_id, before = state.menu, total(MENUS[state.menu], seat.card)
    pool = lying(state, "pool") if state.phase == "pass" and not seat.waiting else []
    return tuple(
        [
            Preview(action) if entry is None else _preview(menu_id, seat, action, entry, before, pool)
            for action, entry in choices(state, index)
        ]
    )


def _preview(menu_id: MenuId, seat: Seat, action: Action, entry: Entry, before: int, pool: list[Die]) -> Preview:
    menu, card = MENUS[menu_id], seat.card.copy()
    area = menu.areas[entry[0]]
    brought = list(enter(menu, card, entry))
    mark = card.areas[entry[0]][entry[1]] if area.columns else 1
    steps: list[chain.Step] = []
    chain.resolve(menu, card, brought, steps)
    boni = (*(step.bonus for step in steps), *brought)
    if isinstance(action, Mark) and not brought:
        chain.resolve(menu, card, seat.waiting[1:])  # what waited behind this choice follows at once
    value = next((die.value for die in pool if die.id == getattr(action, "die", None)), 0)
    lost = tuple([die.id for die in pool if die.value < value])
    return Preview(action, entry[2], mark, total(menu, card) - before, boni, lost)


# --- imagined --------------------------------------------------------------------------------


def card_of(view: CardView) -> Card:
    """A card to try things out on."""
    return Card([list(area) for area in view.areas], list(view.earned), list(view.used), view.hauben)


def imagine(observation: Observation, seed: bytes) -> State:
    """A state that looks like ``observation``, with rolls of its own to come, from ``seed`` (32 bytes).

    It has no clock. All seats are computers, for nobody waits in a thought; in a step of several the others have what
    they began it with.
    """
    return State(
        rules_version=RULES_VERSION,
        dice=Dice(seed),
        menu=observation.menu,
        seats=[
            Seat(card_of(seat.card), StepClock(), seat.level or "hard", 1, seat.asked) for seat in observation.seats
        ],
        pool=[Die(die.id, die.value, die.place, die.plate) for die in observation.dice],
        opener=observation.opener,
        rounds=observation.rounds,
        round=observation.round,
        turn=observation.turn,
        phase=observation.phase,
        roll=observation.roll,
        rerolls=observation.rerolls,
        extra=list(observation.extra),
    )
