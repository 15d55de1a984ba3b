"""Speedgourmet behind the kernel's contract; everything is done elsewhere in this folder."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from games.gourmet import bots, view
from games.gourmet.actions import Action
from games.gourmet.events import Declined, Earned, Entered, Event, Expired, Finished, Held, SeatGiven
from games.gourmet.options import MINUTES, OPTION_FIELDS, Options
from games.gourmet.rules import flow, hidden
from games.gourmet.rules.acts import act, legal_actions
from games.gourmet.scoring import standing
from games.gourmet.state import RULES_VERSION, State
from games.gourmet.view import Observation
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
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


class Gourmet(Game[Options, State, Action, Event, Observation]):
    """The dice game in a star kitchen, for one to four people (G-001)."""

    info: ClassVar[Info] = Info(
        slug="gourmet",
        title="Speedgourmet",
        rules_version=RULES_VERSION,
        seats_min=2,
        seats_max=4,
        pace=Pace.TURNS,
        minutes=25,
        options=OPTION_FIELDS,
        clock_default_s=120,
        traits=frozenset({"advice", "daily", "hidden", "losses", "untimed_alone"}),
        dailies=(
            Daily("haus", (("menu", "haus"),), 2, text(_("Tagesmenü: Hausmenü"))),
            Daily("chef", (("menu", "chef"),), 2, text(_("Tagesmenü: Chefmenü"))),
        ),
    )
    options_type: ClassVar[Any] = Options
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    observation_type: ClassVar[Any] = Observation

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        """Empty cards, the first roll on the slate. Raises ValueError for a wrong number of seats."""
        if not self.info.seats_min <= len(seats) <= self.info.seats_max:
            raise ValueError(f"Speedgourmet has 2 to 4 seats, not {len(seats)}")
        return flow.new_state(options.menu, setup.step_ms, seats, dice, setup.first)

    def to_act(self, state: State) -> tuple[Pending, ...]:
        return tuple([Pending(i, seat.decision) for i, seat in enumerate(state.seats) if seat.asked])

    def actions(self, state: State, seat: int) -> list[Action]:
        return legal_actions(state, seat)

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        return act(state, seat, action, now)

    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        """A seat given to a computer plays on as one of its level, without a clock; else nothing happens."""
        board = state.seats[seat]
        level: Level = change.level or "normal"
        if change.change != "bot" or state.phase == "over" or board.level == level:
            return []
        board.level, board.hold = level, False
        board.clock.stop()
        return [*flow.opening(state), SeatGiven(seat, level)]

    def wake_at(self, state: State) -> int | None:
        return min([at for seat in state.seats if (at := seat.clock.expiry_ms) is not None], default=None)

    def advance(self, state: State, now: int) -> list[Event]:
        """Take the steps whose clocks ran out, each at its own instant, so that split time changes nothing."""
        events: list[Event] = []
        while (at := self.wake_at(state)) is not None and at <= now:
            seat = next(i for i, one in enumerate(state.seats) if one.clock.expiry_ms == at)
            events += self._expire(state, seat, at)
        return events

    def _expire(self, state: State, seat: int, at: int) -> list[Event]:
        """The computer (normal) takes this one step; its chance is the match's own (G-114)."""
        label = f"expiry/{seat}/{state.seats[seat].decision}"
        rng = random.Random(state.dice.below(label, 2**32))
        observation = view.observe(state, seat)
        action = bots.BOTS["normal"].choose(observation, legal_actions(state, seat), rng)
        state.seats[seat].expired = True
        return [*flow.opening(state), *flow.tell(state, seat, [Expired(seat)]), *act(state, seat, action, at)]

    def observe(self, state: State, viewer: Viewer) -> Observation:
        return view.observe(state, viewer)

    def observe_all(self, state: State, viewers: Iterable[Viewer]) -> dict[Viewer, Observation]:
        return view.observe_all(state, viewers)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        """What a seat does while several choose is its own until the last one is done (G-025)."""
        if isinstance(event, Held | Finished):
            return event if event.seat == viewer else None
        if isinstance(event, Entered | Earned | Declined | Expired) and event.to:
            return event if (event.to == "self") == (event.seat == viewer) else None
        return event

    def redeal(self, state: State, viewer: Viewer, rng: random.Random) -> None:
        hidden.redeal(state, viewer, rng)

    def outcome(self, state: State) -> Outcome | None:
        return standing(state) if state.phase == "over" else None

    def standing(self, state: State, now: int | None = None) -> Outcome:
        return standing(state)

    def bot(self, level: Level) -> Bot[Observation, Action]:
        return bots.BOTS[level]

    def advise(self, observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
        return bots.advise(observation, actions, rng)

    def minutes(self, options: Options, humans: int, step_ms: int | None) -> tuple[int, int]:
        return MINUTES[humans]


game = Gourmet()
