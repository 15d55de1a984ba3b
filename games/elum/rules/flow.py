"""Time: what is due, phase after phase (rules/elum.txt, Eine Runde)."""

from __future__ import annotations

from games.elum.data import AUCTIONS, BALANCE_WAIT_MS, LANDING_MS, SUMMARY_WAIT_MS, WALK_IN_MS
from games.elum.events import Ended, Event, IsReady, Landed, RoundBegun, RoundOver
from games.elum.rules import grant, harvest, market, office, trade
from games.elum.rules import turn as turns
from games.elum.rules.base import ask, free_plots, humans
from games.elum.scoring import all_worth, places, ranked
from games.elum.state import Grant, Harvest, Landing, Office, Over, State, Summary, Trade, Turn


def due(state: State) -> int | None:
    """When time alone changes something next; None while only people are waited for, and at the end."""
    match state.phase:
        case Grant() as phase:
            return grant.due(state, phase)
        case Office() as phase:
            return office.due(phase)
        case Turn() as phase:
            return turns.due(state, phase)
        case Trade() as phase:
            return trade.due(phase)
        case Landing(until=until) | Harvest(until=until) | Summary(until=until):
            return until
        case Over():
            return None


def advance(state: State, now: int) -> list[Event]:
    """Do everything due up to ``now``, each at its own instant."""
    events: list[Event] = []
    while (at := due(state)) is not None and at <= now:
        state.now = at
        events += _run(state, at)
    return events


def _run(state: State, at: int) -> list[Event]:
    match state.phase:
        case Landing():
            return [Landed(), *_begin_round(state, at)]
        case Grant() as phase:
            events, over = grant.run(state, phase, at)
            return [*events, *_to_office(state, at)] if over else events
        case Office() as phase:
            events, over = office.run(state, phase, at)
            return [*events, *_to_turns(state, at)] if over else events
        case Turn() as phase:
            events, over = turns.run(state, phase, at)
            return [*events, *_next_turn(state, phase, at)] if over else events
        case Harvest() as phase:
            events, over = harvest.run(state, phase, at)
            return [*events, *_to_trade(state, phase, at)] if over else events
        case Trade() as phase:
            events, over = trade.run(state, phase, at)
            return [*events, *_next_trade(state, phase, at)] if over else events
        case Summary():
            return _begin_round(state, at)
        case Over():
            return []


# --- from phase to phase -------------------------------------------------------------------------


def land(state: State) -> None:
    """The first phase of a match."""
    state.phase = Landing(0, LANDING_MS)
    ask(state, humans(state))


def _begin_round(state: State, at: int) -> list[Event]:
    """The ranking of the last round's end holds for the whole round (A-9)."""
    state.round += 1
    begun: list[Event] = [RoundBegun(state.round, tuple(state.rank))]
    if free_plots(state):
        return begun + grant.enter(state, at)
    return begun + _to_office(state, at)


def _to_office(state: State, at: int) -> list[Event]:
    called = office.lots(state)
    state.offers = []
    return office.enter(state, called, at) if called else _to_turns(state, at)


def _to_turns(state: State, at: int) -> list[Event]:
    return turns.open_turn(state, turns.turn_order(state), at, reversed_=turns.few_elums(state))


def _next_turn(state: State, phase: Turn, at: int) -> list[Event]:
    if phase.order:
        return turns.open_turn(state, phase.order, at, reversed_=False)
    return harvest.enter(state, at)


def _to_trade(state: State, phase: Harvest, at: int) -> list[Event]:
    opened = trade.enter(state, AUCTIONS, phase.books, at)
    return opened if opened is not None else _end_round(state, at)


def _next_trade(state: State, phase: Trade, at: int) -> list[Event]:
    opened = trade.enter(state, phase.goods, phase.books, at)
    return opened if opened is not None else _end_round(state, at)


def _end_round(state: State, at: int) -> list[Event]:
    """Worth by the prices of the auctions; then the store builds and prices anew, or the match is over (A-48)."""
    worth = all_worth(state)
    state.rank = ranked(state, [row[3] for row in worth])
    collapsed = is_collapsed(state)
    if collapsed or state.round >= state.options.rounds:
        state.phase = Over(at, worth, collapsed)
        sums = tuple(row[3] for row in worth)
        return [Ended(places(sums), sums, collapsed)]
    before = dict(state.store.prices)
    built = market.set_prices(state)
    waits = humans(state)
    state.phase = Summary(at, None if waits else at + WALK_IN_MS, worth, before, built)
    ask(state, waits)
    prices, elum_price = dict(state.store.prices), state.store.elum_price
    return [RoundOver(state.round, tuple(worth), built, prices, elum_price)]


def is_collapsed(state: State) -> bool:
    """Nobody has any Nahrung, and no Nahrung ELUM is placed; or the same of Energie (E-210)."""
    placed = {good for plot in state.plots.values() for good in plot.elums}
    return any(market.supply(state, good) == 0 and good not in placed for good in ("food", "energy"))


# --- „Weiter“ ------------------------------------------------------------------------------------


def ready(state: State, seat: int, now: int) -> list[Event]:
    """Somebody pressed: the last one lets it go on, the first one gives the others a limit (E-178 to E-180)."""
    phase = state.phase
    assert isinstance(phase, Landing | Harvest | Summary)
    phase.ready.append(seat)
    if all(other in phase.ready for other in humans(state)):
        return [IsReady(seat), *_go_on(state, now)]
    if isinstance(phase, Harvest) and phase.until is None:
        phase.until = now + BALANCE_WAIT_MS
    if isinstance(phase, Summary) and phase.until is None:
        phase.until = now + SUMMARY_WAIT_MS
    return [IsReady(seat, phase.until)]


def _go_on(state: State, now: int) -> list[Event]:
    """Everybody is ready."""
    match state.phase:
        case Harvest() as phase:
            return _to_trade(state, phase, now)
        case Landing():
            return [Landed(), *_begin_round(state, now)]
    return _begin_round(state, now)


def person_gone(state: State, now: int) -> list[Event]:
    """A person's seat was given to a computer: does anybody still have to press?"""
    match state.phase:
        case Landing(ready=ready) | Summary(ready=ready) | Harvest(stage="balance", ready=ready):
            if all(seat in ready for seat in humans(state)):
                return _go_on(state, now)
    return []
