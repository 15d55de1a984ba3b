"""A small game with hidden hands, only for tests: what Elements doesn't hide, the next games will.

Everybody holds three of twenty cards. In turn one plays a card, or puts one under the stack and draws another; the
sum of the cards played counts. Beside the dice the other hands and the stack are hidden.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from msgspec import Struct, field

from games.kernel.contract import (
    Bot,
    Game,
    Info,
    Level,
    Outcome,
    Pace,
    Pending,
    Presence,
    Rejection,
    SeatSpec,
    Setup,
    Viewer,
)
from games.kernel.dice import Dice
from games.kernel.texts import text

CARDS = 20
HAND = 3
SWAPS = 12
"""So many moves may be swaps, so that it ends."""


class Options(Struct, frozen=True):
    """None."""


class Play(Struct, frozen=True, tag_field="type", tag="play"):
    card: int


class Swap(Struct, frozen=True, tag_field="type", tag="swap"):
    card: int


Action = Play | Swap


class Played(Struct, frozen=True, tag_field="type", tag="played"):
    seat: int
    card: int


class Swapped(Struct, frozen=True, tag_field="type", tag="swapped"):
    """``given`` went under the stack, ``drawn`` came; only the seat itself knows which."""

    seat: int
    given: int | None
    drawn: int | None


Event = Played | Swapped


class State(Struct):
    rules_version: int
    dice: Dice
    stack: list[int]
    hands: list[list[int]]
    played: list[list[int]]
    moves: int = 0
    levels: list[Level | None] = field(default_factory=list)


class Observation(Struct, frozen=True):
    """``hand`` is the viewer's own. ``words`` is for games that leak by intention."""

    viewer: int | None
    hand: tuple[int, ...]
    counts: tuple[int, ...]
    stack: int
    played: tuple[tuple[int, ...], ...]
    turn: int | None
    words: str = ""


class Random(Bot[Observation, Action]):
    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return rng.choice(actions)


class Cards(Game[Options, State, Action, Event, Observation]):
    info: ClassVar[Info] = Info(
        slug="cards",
        title="Karten",
        rules_version=1,
        seats_min=2,
        seats_max=4,
        pace=Pace.TURNS,
        minutes=1,
        clock_choices=(0,),
        clock_default_s=0,
        traits=frozenset({"hidden"}),
    )
    options_type: ClassVar[Any] = Options
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    observation_type: ClassVar[Any] = Observation

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        stack = dice.shuffled("cards", CARDS)
        hands = [[stack.pop() for _ in range(HAND)] for _ in seats]
        return State(1, dice, stack, hands, [[] for _ in seats], levels=[seat.bot for seat in seats])

    def to_act(self, state: State) -> tuple[Pending, ...]:
        seat = self.turn(state)
        return () if seat is None else (Pending(seat, state.moves),)

    def turn(self, state: State) -> int | None:
        """In turn, past those who have no card left."""
        order = [(state.moves + i) % len(state.hands) for i in range(len(state.hands))]
        return next((seat for seat in order if state.hands[seat]), None)

    def actions(self, state: State, seat: int) -> list[Action]:
        if self.turn(state) != seat:
            return []
        swaps: list[Action] = [Swap(card) for card in state.hands[seat]] if state.moves < SWAPS else []
        return [*(Play(card) for card in state.hands[seat]), *swaps]

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        if action not in self.actions(state, seat):
            raise self.refusal(state, seat, action)
        state.moves += 1
        state.hands[seat].remove(action.card)
        if isinstance(action, Play):
            state.played[seat].append(action.card)
            return [Played(seat, action.card)]
        state.stack.insert(0, action.card)
        drawn = state.stack.pop()
        state.hands[seat].append(drawn)
        return [Swapped(seat, action.card, drawn)]

    def refusal(self, state: State, seat: int, action: Action) -> Rejection:
        return Rejection("not_held", text("Diese Karte hast du nicht."))

    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        state.levels[seat] = change.level
        return []

    def wake_at(self, state: State) -> int | None:
        return None

    def advance(self, state: State, now: int) -> list[Event]:
        return []

    def observe(self, state: State, viewer: Viewer) -> Observation:
        return Observation(
            viewer=viewer,
            hand=() if viewer is None else tuple(sorted(state.hands[viewer])),
            counts=tuple(len(hand) for hand in state.hands),
            stack=len(state.stack),
            played=tuple(tuple(pile) for pile in state.played),
            turn=self.turn(state),
            words=self.words(state, viewer),
        )

    def words(self, state: State, viewer: Viewer) -> str:
        return ""

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return Swapped(event.seat, None, None) if isinstance(event, Swapped) and event.seat != viewer else event

    def redeal(self, state: State, viewer: Viewer, rng: random.Random) -> None:
        """All anew, or a few cards only: then most of what the others could do they can do still."""
        others = [seat for seat in range(len(state.hands)) if seat != viewer]
        unseen = [card for seat in reversed(others) for card in reversed(state.hands[seat])]
        unseen = state.stack + unseen
        if rng.random() < 0.3:
            rng.shuffle(unseen)
        elif len(unseen) > 1:
            for _ in range(rng.randint(1, 4)):
                one, two = rng.sample(range(len(unseen)), 2)
                unseen[one], unseen[two] = unseen[two], unseen[one]
        for seat in others:
            state.hands[seat] = [unseen.pop() for _ in state.hands[seat]]
        state.stack = unseen

    def outcome(self, state: State) -> Outcome | None:
        return None if self.turn(state) is not None else self.standing(state)

    def standing(self, state: State, now: int | None = None) -> Outcome:
        scores = tuple(sum(pile) for pile in state.played)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(places, scores, tuple(0 for _ in scores))

    def bot(self, level: Level) -> Bot[Observation, Action]:
        return Random()
