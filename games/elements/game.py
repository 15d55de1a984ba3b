"""Elements behind the kernel's contract; everything is done elsewhere in this folder."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from games.elements import bots, rules, view
from games.elements.actions import Action
from games.elements.events import Event, Expired, SeatGiven
from games.elements.options import OPTION_FIELDS, Options
from games.elements.scoring import standing
from games.elements.state import RULES_VERSION, Seat, State
from games.elements.view import Observation
from games.kernel.clock import StepClock
from games.kernel.contract import (
    Advice,
    Bot,
    Daily,
    Game,
    Info,
    Level,
    Outcome,
    Pace,
    Pending,
    Presence,
    SeatSpec,
    Setup,
    Viewer,
)
from games.kernel.dice import Dice


class Elements(Game[Options, State, Action, Event, Observation]):
    """The dice game for two to four (L-001)."""

    info: ClassVar[Info] = Info(
        slug="elements",
        title="Elements",
        rules_version=RULES_VERSION,
        seats_min=2,
        seats_max=4,
        pace=Pace.TURNS,
        minutes=20,
        options=OPTION_FIELDS,
        traits=frozenset({"advice", "daily"}),
        dailies=(Daily("daily"),),
    )
    options_type: ClassVar[Any] = Options
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    observation_type: ClassVar[Any] = Observation

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        """Sliders at the far left, the first throw on the table. Raises ValueError for a wrong number of seats."""
        if not self.info.seats_min <= len(seats) <= self.info.seats_max:
            raise ValueError(f"Elements has 2 to 4 seats, not {len(seats)}")
        state = State(RULES_VERSION, dice, StepClock(setup.step_ms), [Seat(level=seat.bot) for seat in seats])
        rules.begin(state, 0)
        return state

    def to_act(self, state: State) -> tuple[Pending, ...]:
        seat = rules.picker(state)
        return () if seat is None else (Pending(seat, state.seats[seat].decision),)

    def actions(self, state: State, seat: int) -> list[Action]:
        if rules.picker(state) != seat:
            return []
        return [action for action, _ in rules.legal(state.seats[seat], rules.dice_left(state))]

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        return rules.act(state, seat, action, now)

    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        """A seat given to a computer plays on as one of its level, without a clock; else nothing happens."""
        board = state.seats[seat]
        if change.change != "bot" or state.over:
            return []
        level: Level = change.level or "normal"
        if board.level == level:
            return []
        board.level = level
        if rules.picker(state) == seat:
            state.clock.stop()
        return [*rules.opening(state), SeatGiven(seat, level)]

    def wake_at(self, state: State) -> int | None:
        return state.clock.expiry_ms

    def advance(self, state: State, now: int) -> list[Event]:
        """Make the picks whose clock ran out, each at its own instant, so that split time changes nothing."""
        events: list[Event] = []
        while (at := state.clock.expiry_ms) is not None and at <= now:
            events += self._expire(state, at)
        return events

    def _expire(self, state: State, at: int) -> list[Event]:
        """The computer (normal) makes this one pick; its chance is the match's own (L-053)."""
        seat = rules.picker(state)
        assert seat is not None, "the clock runs only while a seat is in turn"
        label = f"expiry/{seat}/{state.seats[seat].decision}"
        rng = random.Random(state.dice.below(label, 2**32))
        events: list[Event] = [*rules.opening(state), Expired(seat)]
        pick = state.throw, state.pick
        while (state.throw, state.pick) == pick and not state.over:
            observation = view.observe(state, seat)
            action = bots.BOTS["normal"].choose(observation, self.actions(state, seat), rng)
            events += rules.act(state, seat, action, at, expired=True)
        return events

    def observe(self, state: State, viewer: Viewer) -> Observation:
        return view.observe(state, viewer)

    def observe_all(self, state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
        return view.observe_all(state, viewers)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """Everything that happens is public."""
        return event

    def outcome(self, state: State) -> Outcome | None:
        return standing(state) if state.over else None

    def standing(self, state: State, now: int | None = None) -> Outcome:
        return standing(state)

    def bot(self, level: Level) -> Bot[Observation, Action]:
        return bots.BOTS[level]

    def advise(self, observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
        return bots.advise(observation, actions, rng)


game = Elements()
