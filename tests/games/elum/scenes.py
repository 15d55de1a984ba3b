"""Scenes set by hand for the rules' tests: a calm map, a phase entered at an instant, chance that is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, cast

import pytest
from msgspec import field

from games.elum.actions import Action, Begin, Choose, Walk
from games.elum.data import GOODS, HARVEST_NOISE, ColonyKind, Good, Kind, Side, Tempo, Tier
from games.elum.events import Event
from games.elum.game import game
from games.elum.options import Options
from games.elum.rules import grant as grants
from games.elum.rules import ladder as ladders
from games.elum.rules import office, trade
from games.elum.rules import turn as turns
from games.elum.rules.figures import standing_at
from games.elum.state import (
    Book,
    ColonyEvent,
    Figure,
    Grant,
    Hand,
    Harvest,
    Ladder,
    Lot,
    Office,
    State,
    Trade,
    Turn,
)
from games.kernel.contract import Level, Presence, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice

SEED = bytes(range(32))
PEOPLES = ("kugler", "stampfer", "krabbler", "schnauzer")
"""Who sits there unless a scene says else: 1000 Taler and the usual time each."""
E = TypeVar("E")


class Rigged(Dice):
    """Dice whose draws of some labels are told beforehand; all others are as ever."""

    forced: dict[str, list[int]] = field(default_factory=dict)

    def below(self, label: str, n: int) -> int:
        waiting = self.forced.get(label)
        if not waiting:
            return super().below(label, n)
        value = waiting.pop(0)
        assert 0 <= value < n, f"{label}: {value} is not below {n}"
        return value


def opening(
    seats: int = 4,
    *,
    level: Tier = "standard",
    rounds: int = 12,
    tempo: Tempo = "normal",
    refinement: bool = True,
    bots: Iterable[int] = (),
    bot: Level = "normal",
    picks: Sequence[str] = PEOPLES,
    seed: bytes = SEED,
) -> State:
    """The first state; ``bots`` are computers' seats."""
    computers = set(bots)
    specs = tuple(SeatSpec(bot) if seat in computers else SeatSpec(pick=picks[seat]) for seat in range(seats))
    options = Options(rounds=rounds, level=level, tempo=tempo, refinement=refinement)
    return game.new(options, Setup(), specs, Dice(seed))


def scene(seats: int = 4, *, round_: int = 1, rig: dict[str, list[int]] | None = None, **how: Any) -> State:
    """A match in round ``round_`` on a calm map: mountains of two peaks in column H, else Steppe and river.

    Without deposits. Seat 0 leads, the last seat is last.
    """
    state = opening(seats, **how)
    state.round, state.rank = round_, list(range(seats))
    for plot_id, plot in state.plots.items():
        plot.deposit = 0
        if plot.kind in ("plain", "mountain"):
            plot.kind, plot.peaks = ("mountain", 2) if plot_id[0] == "H" else ("plain", 0)
    state.dice = Rigged(state.dice.seed, state.dice.drawn, rig if rig is not None else {})
    return state


def rig(state: State, label: str, *values: int) -> None:
    """The next draws of ``label``."""
    assert isinstance(state.dice, Rigged)
    state.dice.forced = {**state.dice.forced, label: list(values)}


def ground(state: State, plot: str, kind: Kind, *, peaks: int = 0, deposit: int = 0) -> None:
    """What that field is."""
    it = state.plots[plot]
    it.kind, it.peaks, it.deposit = kind, peaks, deposit


def own(state: State, seat: int, *plots: str, elums: Sequence[Good] = ()) -> None:
    """``seat`` owns these plots, each with such ELUMs."""
    for plot_id in plots:
        state.gains += 1
        plot = state.plots[plot_id]
        plot.owner, plot.gained, plot.elums = seat, state.gains, list(elums)


def stock(state: State, seat: int, **goods: int) -> None:
    """What the seat has in store, all else 0."""
    state.settlers[seat].goods = {good: goods.get(good, 0) for good in GOODS}


def owned(state: State, seat: int) -> list[str]:
    return [plot_id for plot_id, plot in state.plots.items() if plot.owner == seat]


# --- doing ---------------------------------------------------------------------------------------


def do(state: State, seat: int, action: Action, now: int) -> list[Event]:
    """As the host does it: time first, then the action."""
    events = game.advance(state, now)
    return events + game.apply(state, seat, action, now)


def say(state: State, seat: int, change: Any, now: int, level: Level | None = None) -> list[Event]:
    """The host's word on a seat."""
    events = game.advance(state, now)
    return events + game.presence(state, seat, Presence(change, level), now)


def refused(state: State, seat: int, action: Action, now: int) -> str:
    """The code of the rejection; nothing may change but what time did."""
    game.advance(state, now)
    before = game.encode_state(state)
    with pytest.raises(Rejection) as refusal:
        game.apply(state, seat, action, now)
    assert game.encode_state(state) == before
    assert refusal.value.text.msgid
    return refusal.value.code


def the(events: Iterable[Event], kind: type[E]) -> E:
    """The only event of that kind."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found


def none_of(events: Iterable[Event], kind: type[Any]) -> bool:
    return not any(isinstance(event, kind) for event in events)


def until(state: State, kind: type[Any], *, most: int = 100_000) -> tuple[int, list[Event]]:
    """Let time pass until such an event comes: its instant, and the events of that instant."""
    for _step in range(most):
        at = game.wake_at(state)
        assert at is not None, f"nothing comes, least of all {kind.__name__}"
        events = game.advance(state, at)
        if any(isinstance(event, kind) for event in events):
            return at, events
    raise AssertionError(f"no {kind.__name__}")


# --- phases --------------------------------------------------------------------------------------


def grant(state: State, at: int = 0, *, free: Sequence[str] | None = None) -> int:
    """The land grant, when the cursor enters the first field. ``free``: all other plots are taken (by nobody real)."""
    if free is not None:
        for plot_id, plot in state.plots.items():
            if plot_id not in free and plot.kind != "town":
                plot.owner = len(state.settlers) - 1 if plot.owner is None else plot.owner
    grants.enter(state, at)
    assert isinstance(state.phase, Grant)
    begins = state.phase.until
    game.advance(state, begins)
    return begins


def auction(state: State, *lots: Lot, at: int = 0, to_ladder: bool = True) -> int:
    """A land auction of these plots; returns when the ladder opens (or the plot begins to blink)."""
    office.enter(state, list(lots), at)
    if not to_ladder:
        return at
    while not (isinstance(state.phase, Office) and state.phase.stage == "ladder"):
        at = game.wake_at(state) or 0
        game.advance(state, at)
    return at


def turn(state: State, seat: int, at: int = 0, *, begin: bool = True, event: bool = False) -> Turn:
    """A turn of ``seat`` with others to come after nobody; begun at once unless ``begin`` is False. No event."""
    if not event:
        rig(state, f"fate/{state.round}/{seat}", 999)
    turns.open_turn(state, [seat], at, reversed_=False)
    if begin:
        do(state, seat, Begin(), at)
    assert isinstance(state.phase, Turn)
    return state.phase


def hold(state: State, good: Good | None = None, *, paid: int | None = None) -> Turn:
    """An ELUM in the hand of whose turn it is."""
    assert isinstance(state.phase, Turn)
    state.phase.hand = Hand(good, paid)
    return state.phase


def reap(state: State, kind: ColonyKind | None = None, at: int = 0, **what: Any) -> Harvest:
    """The harvest with this colony event (None: without any) up to its balance."""
    event = None if kind is None else ColonyEvent(kind, **what)
    state.phase = Harvest("event", at, at, event)
    while state.phase.stage != "balance":
        game.advance(state, game.wake_at(state) or 0)
        assert isinstance(state.phase, Harvest)
    return state.phase


def made(state: State, kind: ColonyKind | None = None, **what: Any) -> dict[tuple[str, Good], int]:
    """Units by plot and good of such a harvest."""
    return {(crop.plot, crop.good): crop.units for crop in reap(state, kind, **what).crops}


def empty_books(state: State) -> list[dict[Good, Book]]:
    return [{good: Book(0, 0, 0, 0, 0) for good in GOODS} for _settler in state.settlers]


def market(state: State, good: Good, at: int = 0) -> Trade:
    """The auction of that good, its columns first."""
    assert trade.enter(state, (good,), empty_books(state), at) is not None
    return cast("Trade", state.phase)


def trading(state: State, good: Good, *sides: Side, at: int = 0) -> int:
    """The ladder of that good's auction with the seats on these sides; returns when it opens."""
    phase = market(state, good, at)
    at = phase.until
    game.advance(state, at)
    for seat, side in enumerate(sides):
        if phase.sides[seat] != side:
            do(state, seat, Choose(side), at)
    while phase.stage != "ladder":
        at = game.wake_at(state) or 0
        game.advance(state, at)
    return at


def ladder(state: State) -> Ladder:
    assert isinstance(state.phase, Office | Trade) and state.phase.ladder is not None
    return state.phase.ladder


def figure(state: State, seat: int) -> Figure:
    return ladder(state).figures[seat]


def clock(state: State, left: int) -> int:
    """The ladder's clock has so many beats left; one begins at the instant of its last change, which is returned."""
    it = ladder(state)
    it.beat.left, it.beat.began, it.beat.length, it.beat.moved = left, it.now, 1_000, it.now
    ladders.foresee(state, it)
    return it.now


def price_at(state: State, seat: int, now: int) -> int | None:
    """The price where the figure stands at ``now``; None at its start place."""
    it, its = ladder(state), figure(state, seat)
    step = standing_at(it, its, now)
    return None if its.at is None or step < 0 or step > it.top else it.low + step * it.step


def to(state: State, seat: int, price: int | None, now: int) -> list[Event]:
    return do(state, seat, Walk(price), now)


def harvest_of(state: State, seat: int, good: Good) -> int:
    """Units of the good that the seat made in this harvest."""
    assert isinstance(state.phase, Harvest)
    return state.phase.books[seat][good].made


def noise(state: State, plot: str, good: Good, value: int) -> None:
    """What chance adds to that ELUM's next yield."""
    at = 0
    for share, found in HARVEST_NOISE[state.options.level]:
        if found == value:
            rig(state, f"harvest/{state.round}/{plot}/{good}", at)
            return
        at += share
    raise AssertionError(f"{state.options.level} never adds {value}")


def calm(state: State) -> None:
    """No chance in the next harvest."""
    for plot_id in state.plots:
        for good in GOODS:
            noise(state, plot_id, good, 0)


def phase_of(state: State, viewer: int | None = None) -> Any:
    """The phase as that viewer is shown it."""
    return game.observe(state, viewer).phase
