"""Speed-E.L.U.M. behind the kernel's contract; everything is done elsewhere in this folder."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from msgspec.structs import replace

from games.elum import bots, view
from games.elum.actions import Action
from games.elum.data import PEOPLES, ROBOTRON
from games.elum.events import Assayed, Event, GrabMissed
from games.elum.options import OPTION_FIELDS, SEAT_FIELD, Options, minutes
from games.elum.rules import acts, flow
from games.elum.rules.asked import asked
from games.elum.rules.setup import new_state, redeal
from games.elum.scoring import standing
from games.elum.state import RULES_VERSION, Over, State
from games.elum.view import Observation
from games.kernel.contract import (
    Bot,
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


class Elum(Game[Options, State, Action, Event, Observation]):
    """The colony game for two to four (E-001)."""

    info: ClassVar[Info] = Info(
        slug="elum",
        title="Speed-E.L.U.M.",
        rules_version=RULES_VERSION,
        seats_min=2,
        seats_max=4,
        pace=Pace.REALTIME,
        minutes=100,
        options=OPTION_FIELDS,
        clock_choices=(0,),
        clock_default_s=0,
        traits=frozenset({"hidden", "representative", "losses"}),
        seat_field=SEAT_FIELD,
        computer=PEOPLES[ROBOTRON].name,
        score="Vermögen",
        fill_default="normal",
        quick_seats=4,
    )
    options_type: ClassVar[Any] = Options
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    observation_type: ClassVar[Any] = Observation

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        """The ship lands. Raises ValueError for a wrong number of seats or a people taken twice."""
        if not self.info.seats_min <= len(seats) <= self.info.seats_max:
            raise ValueError(f"Speed-E.L.U.M. has 2 to 4 seats, not {len(seats)}")
        return new_state(options, seats, dice)

    def to_act(self, state: State) -> tuple[Pending, ...]:
        return tuple([Pending(seat, state.settlers[seat].decision) for seat in asked(state)])

    def actions(self, state: State, seat: int) -> list[Action]:
        return acts.legal(state, seat)

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        return acts.act(state, seat, action, now)

    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        return acts.presence(state, seat, change, now)

    def wake_at(self, state: State) -> int | None:
        return flow.due(state)

    def advance(self, state: State, now: int) -> list[Event]:
        return flow.advance(state, now)

    def observe(self, state: State, viewer: Viewer) -> Observation:
        return view.observe(state, viewer)

    def observe_all(self, state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
        return view.observe_all(state, viewers)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """An assay's result and a missed grab are the seat's own; all else is public."""
        if isinstance(event, Assayed) and event.seat != viewer:
            return replace(event, level=None)
        if isinstance(event, GrabMissed) and event.seat != viewer:
            return None
        return event

    def redeal(self, state: State, viewer: Viewer, rng: random.Random) -> None:
        redeal(state, viewer, rng)

    def outcome(self, state: State) -> Outcome | None:
        return standing(state) if isinstance(state.phase, Over) else None

    def standing(self, state: State, now: int | None = None) -> Outcome:
        return standing(state, now)

    def minutes(self, options: Options, humans: int, step_ms: int | None) -> tuple[int, int]:
        return minutes(options, humans)

    def bot(self, level: Level) -> Bot[Observation, Action]:
        return bots.BOTS[level]


game = Elum()
