"""Every game keeps the laws; and every law notices a game that breaks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games import registry
from games.elements.actions import Action, Take
from games.elements.bots.simple import EasyBot
from games.elements.events import Event
from games.elements.game import Elements
from games.elements.options import Options
from games.elements.state import State
from games.elements.view import Observation
from games.kernel.conformance import LAWS, Violation
from games.kernel.contract import (
    Advice,
    AnyGame,
    Bot,
    Daily,
    Level,
    Outcome,
    Pending,
    Presence,
    Rejection,
    SeatSpec,
    Setup,
    Viewer,
)
from games.kernel.dice import Dice
from games.kernel.randomplay import cases, digest, walk
from games.kernel.texts import text


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_keeps_the_law(slug: str, law: str) -> None:
    game = registry.get(slug)
    for case in cases(game, play=1):
        LAWS[law](game, case)


def test_a_walk_takes_every_kind_of_step() -> None:
    """Else the laws would be checked on less than a match has."""
    game = registry.get("elements")
    kinds = [step.record.kind for play in range(3) for case in cases(game, play=play) for step in walk(game, case)]
    assert set(kinds) == {"action", "presence", "wake"}
    assert min(kinds.count("presence"), kinds.count("wake")) >= 5


def test_a_walk_is_the_same_every_time_and_differs_by_play() -> None:
    game = registry.get("elements")
    case, other = cases(game)[0], cases(game, play=1)[0]
    assert digest(game, case) == digest(game, case) != digest(game, other)


# --- games that break one law each -----------------------------------------------------------


class TakesAnything(Elements):
    def decode_options(self, raw: dict[str, str]) -> Options:
        return Options()


class HasADailyForNine(Elements):
    info = msgspec.structs.replace(Elements.info, dailies=(Daily("neun", seats=9),))


class LetsAnotherBegin(Elements):
    def to_act(self, state: State) -> tuple[Pending, ...]:
        return tuple(Pending(pending.seat ^ 1, pending.decision) for pending in super().to_act(state))


class CountsItself(Elements):
    made = 0

    def new(self, options: Options, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> State:
        self.made += 1
        dice.below(f"more/{self.made}", 2)
        return super().new(options, setup, seats, dice)


class WaitsForNobody(Elements):
    def to_act(self, state: State) -> tuple[Pending, ...]:
        return () if state.throw == 3 else super().to_act(state)

    def wake_at(self, state: State) -> int | None:
        return None


class OffersTooMuch(Elements):
    def actions(self, state: State, seat: int) -> list[Action]:
        found = super().actions(state, seat)
        return [*found, Take("rot", None)] if found and found[-1] != Take("rot", None) else found


class AsksOthers(Elements):
    def actions(self, state: State, seat: int) -> list[Action]:
        return super().actions(state, state.pick) if not state.over else []


class CountsRefusals(Elements):
    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        try:
            return super().apply(state, seat, action, now)
        except Rejection:
            state.dice.below("refused", 2)
            raise


class TakesIllegal(Elements):
    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        try:
            return super().apply(state, seat, action, now)
        except Rejection:
            return []


class LooksAndTouches(Elements):
    def observe(self, state: State, viewer: Viewer) -> Observation:
        state.dice.below("looked", 2)
        return super().observe(state, viewer)


class TellsTime(Elements):
    def advance(self, state: State, now: int) -> list[Event]:
        state.dice.drawn["seen"] = now
        return super().advance(state, now)


class StartsLate(Elements):
    """The next clock runs from when the expiry was noticed."""

    def advance(self, state: State, now: int) -> list[Event]:
        events = super().advance(state, now)
        if events and state.clock.started_ms is not None:
            state.clock.start(now)
        return events


class TellsOneMore(Elements):
    """Keeps an event from spectators without saying that something is hidden."""

    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return None if viewer is None else event


class ShowsTheSeed(Elements):
    def observe(self, state: State, viewer: Viewer) -> Observation:
        seen = super().observe(state, viewer)
        return msgspec.structs.replace(seen, throw=seen.throw + state.dice.seed[0])


class ForgetsItsClock(Elements):
    def encode_state(self, state: State) -> bytes:
        state.clock.grace_ms += 1
        return super().encode_state(state)


class TakesJunk(Elements):
    def decode_action(self, data: bytes) -> Action:
        try:
            return super().decode_action(data)
        except msgspec.DecodeError:
            return Take("rot", None)


class RollsApart(Elements):
    """Its chance is not in the state."""

    chance = random.Random(1)

    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        events = super().apply(state, seat, action, now)
        state.dice.drawn["chance"] = self.chance.randrange(100)
        return events


class CountsAllTogether(Elements):
    def to_act(self, state: State) -> tuple[Pending, ...]:
        return tuple(Pending(p.seat, 1) for p in super().to_act(state))


class GivesTwice(Elements):
    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        state.seats[seat].level = None
        return super().presence(state, seat, change, now)


class RanksSome(Elements):
    def standing(self, state: State, now: int | None = None) -> Outcome:
        outcome = super().standing(state)
        return msgspec.structs.replace(outcome, places=outcome.places[:-1])


class Daydreamer(Bot[Observation, Action]):
    """Its chance is its own."""

    chance = random.Random(3)

    def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
        return self.chance.choice(actions)


class Dreams(Elements):
    def bot(self, level: Level) -> Bot[Observation, Action]:
        return Daydreamer() if level == "hard" else EasyBot()


class Silent(Elements):
    def advise(self, observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
        return None


class OrdersBySet(Elements):
    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        events = super().apply(state, seat, action, now)
        state.dice.drawn = {label: state.dice.drawn[label] for label in set(state.dice.drawn)}
        return events


class Unexplained(Elements):
    def apply(self, state: State, seat: int, action: Action, now: int) -> list[Event]:
        try:
            return super().apply(state, seat, action, now)
        except Rejection as refused:
            raise Rejection("", text("")) from refused


BROKEN: list[tuple[str, Callable[[], AnyGame]]] = [
    ("options", TakesAnything),
    ("options", HasADailyForNine),
    ("options", LetsAnotherBegin),
    ("new", CountsItself),
    ("waiting", WaitsForNobody),
    ("actions", OffersTooMuch),
    ("actions", AsksOthers),
    ("actions", TakesIllegal),
    ("rejection", CountsRefusals),
    ("rejection", TakesIllegal),
    ("rejection", Unexplained),
    ("reading", LooksAndTouches),
    ("time", TellsTime),
    ("time", StartsLate),
    ("hidden", ShowsTheSeed),
    ("hidden", TellsOneMore),
    ("codec", ForgetsItsClock),
    ("codec", TakesJunk),
    ("replay", RollsApart),
    ("decision", CountsAllTogether),
    ("presence", GivesTwice),
    ("outcome", RanksSome),
    ("bots", Dreams),
    ("bots", Silent),
    ("hash", RollsApart),
]


@pytest.mark.parametrize(("law", "broken"), BROKEN, ids=lambda value: getattr(value, "__name__", value))
def test_the_law_notices(law: str, broken: Callable[[], Any]) -> None:
    game = broken()
    with pytest.raises(AssertionError):
        for play in range(2):
            for case in cases(game, play=play):
                LAWS[law](game, case)


def test_the_hash_law_notices_an_order_out_of_a_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process the game is the broken one, in the other the real one: their digests differ."""
    with pytest.raises(Violation, match="PYTHONHASHSEED"):
        LAWS["hash"](OrdersBySet(), cases(OrdersBySet())[0])
