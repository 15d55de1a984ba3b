"""A small game in real time, only for tests: everybody drives, all the time, by a wanted speed.

Every half second each car moves by its speed. A player says the speed that is wanted, as often as they like: one
decision stays open for the whole race. A car whose driver's line is gone rolls back to a stop. Computers draw theirs
inside ``advance``. Each seat has a colour of its own, chosen or drawn.
"""

from __future__ import annotations

import random
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct, field

from games.kernel.contract import (
    Bot,
    Choice,
    Game,
    Info,
    Level,
    OptionField,
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

TICK_MS = 500
TOP_SPEED = 9
COLOURS = ("rot", "blau", "gelb", "violett", "schwarz", "orange", "braun", "mint")
LABELS = ("Roter Renner", "Blauer Blitz", "Gelbe Gefahr", "Veilchen", "Schwarzfahrer", "Orangenkiste", "Kakao", "Minze")
NOTES = (
    "schnell, säuft",
    "600 Taler, ruhig",
    "1600 Taler, mehr Zugzeit",
    "für die Ersten",
    "sieht man nicht",
    "",
    "",
    "",
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    laps: int = 10
    """Ten seconds each."""


class Drive(Struct, frozen=True, tag_field="type", tag="drive", forbid_unknown_fields=True):
    """``to`` is the wanted speed, not a step: said twice it is the same."""

    to: Annotated[int, Meta(ge=0, le=TOP_SPEED)]


class Honk(Struct, frozen=True, tag_field="type", tag="honk", forbid_unknown_fields=True):
    """A step, not a wish: said twice it is heard twice."""


Action = Drive | Honk


class Moved(Struct, frozen=True, tag_field="type", tag="moved"):
    tick: int


class Speed(Struct, frozen=True, tag_field="type", tag="speed"):
    seat: int
    to: int


class Honked(Struct, frozen=True, tag_field="type", tag="honked"):
    seat: int
    times: int


class Line(Struct, frozen=True, tag_field="type", tag="line"):
    """``here`` False: the driver's line is gone."""

    seat: int
    here: bool


class Given(Struct, frozen=True, tag_field="type", tag="given"):
    seat: int
    level: Level


Event = Moved | Speed | Honked | Line | Given


class Car(Struct):
    level: Level | None
    colour: str
    speed: int = 1
    way: int = 0
    honks: int = 0
    away: bool = False


class State(Struct):
    rules_version: int
    dice: Dice
    ticks: int
    done: int = 0
    cars: list[Car] = field(default_factory=list)


class Observation(Struct, frozen=True):
    viewer: int | None
    done: int
    ticks: int
    cars: tuple[tuple[str, int, int, int, bool], ...]
    """Colour, speed, way, honks, away."""


class Random(Bot[Observation, Action]):
    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return rng.choice(actions)


def _choices() -> tuple[Choice, ...]:
    rows = zip(COLOURS, LABELS, NOTES, strict=True)
    return tuple(Choice(c, text(label), text(note) if note else None, "img/favicon.svg") for c, label, note in rows)


LAPS = OptionField(
    "laps", text("Runden"), tuple(Choice(str(n), text("{n} Runden", n=n)) for n in (1, 10, 60)), "10", text("Je 10 s.")
)


class Race(Game[Options, State, Action, Event, Observation]):
    info: ClassVar[Info] = Info(
        slug="race",
        title="Rennen",
        rules_version=1,
        seats_min=1,
        seats_max=4,
        pace=Pace.REALTIME,
        traits=frozenset({"representative"}),
        minutes=20,
        options=(LAPS,),
        clock_choices=(0,),
        clock_default_s=0,
        seat_field=OptionField("colour", text("Auto"), _choices(), ""),
    )
    options_type: ClassVar[Any] = Options
    state_type: ClassVar[Any] = State
    action_type: ClassVar[Any] = Action
    event_type: ClassVar[Any] = Event
    observation_type: ClassVar[Any] = Observation

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        free = [colour for colour in COLOURS if colour not in {seat.pick for seat in seats}]
        order = dice.shuffled("colours", len(free))
        drawn = [free[i] for i in order]
        cars = [Car(seat.bot, seat.pick or drawn[i]) for i, seat in enumerate(seats)]
        return State(1, dice, options.laps * 10_000 // TICK_MS, cars=cars)

    def minutes(self, options: Options, humans: int, step_ms: int | None) -> tuple[int, int]:
        return max(1, options.laps), max(1, options.laps) + (5 * (humans - 1) if options.laps > 1 else 0)

    def to_act(self, state: State) -> tuple[Pending, ...]:
        if self.outcome(state) is not None:
            return ()
        return tuple(Pending(seat, 1) for seat, car in enumerate(state.cars) if car.level is None)

    def actions(self, state: State, seat: int) -> list[Action]:
        asked = {pending.seat for pending in self.to_act(state)}
        return [Drive(0), Drive(3), Drive(TOP_SPEED), Honk()] if seat in asked else []

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        car = state.cars[seat]
        if self.outcome(state) is not None or car.level is not None:
            raise Rejection("stands", text("Dieses Auto steht."))
        if isinstance(action, Honk):
            car.honks += 1
            return [Honked(seat, car.honks)]
        car.speed = action.to
        return [Speed(seat, action.to)]

    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        car = state.cars[seat]
        if self.outcome(state) is not None:
            return []
        if change.change == "bot":
            level: Level = change.level or "normal"
            if car.level == level:
                return []
            car.level, car.away = level, False
            return [Given(seat, level)]
        away = change.change == "offline"
        if car.away == away or car.level is not None:
            return []
        car.away = away
        if away:
            car.speed = 0
        return [Line(seat, not away)]

    def wake_at(self, state: State) -> int | None:
        return (state.done + 1) * TICK_MS if state.done < state.ticks else None

    def advance(self, state: State, now: int) -> list[Event]:
        events: list[Event] = []
        while (wake := self.wake_at(state)) is not None and wake <= now:
            state.done += 1
            for seat, car in enumerate(state.cars):
                if car.level is not None:
                    car.speed = state.dice.below(f"speed/{state.done}/{seat}", TOP_SPEED + 1)
                car.way += car.speed
            events.append(Moved(state.done))
        return events

    def observe(self, state: State, viewer: Viewer) -> Observation:
        cars = tuple((car.colour, car.speed, car.way, car.honks, car.away) for car in state.cars)
        return Observation(viewer, state.done, state.ticks, cars)

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return event

    def outcome(self, state: State) -> Outcome | None:
        return self.standing(state) if state.done >= state.ticks else None

    def standing(self, state: State, now: int | None = None) -> Outcome:
        scores = tuple(car.way for car in state.cars)
        places = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(places, scores, tuple(0 for _ in scores))

    def bot(self, level: Level) -> Bot[Observation, Action]:
        return Random()
