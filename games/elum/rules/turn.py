"""A development turn: order, window, clock, end (elum.md 5). What a settler does in it: orders.py, deeds.py."""

from __future__ import annotations

from games.elum.actions import Action, Pub
from games.elum.bots import drive
from games.elum.data import (
    FEW_ELUMS,
    LAPSE_MS,
    WINDOW_BOT_MS,
    WINDOW_MS,
)
from games.elum.events import (
    Event,
    TurnBegun,
    TurnOpened,
)
from games.elum.rules import deeds, fate, orders, wampus
from games.elum.rules.base import ask, food_need
from games.elum.rules.turnclock import full_ms, shown_ms, spent_at, thinking, total_ms
from games.elum.state import Offer, State, Turn


def turn_order(state: State) -> list[int]:
    """The richest first; with at most seven ELUMs in the store the last begin (E-066, E-067)."""
    order = list(state.rank)
    if few_elums(state):
        order.reverse()
    return order


def few_elums(state: State) -> bool:
    """Whether the store has so few ELUMs that the order is turned."""
    return state.store.elums is not None and state.store.elums <= FEW_ELUMS


def open_turn(state: State, order: list[int], at: int, *, reversed_: bool) -> list[Event]:
    """The start window of the first of ``order`` (E-068)."""
    seat, settler = order[0], state.settlers[order[0]]
    happened = fate.strike(state, seat)
    wait = WINDOW_BOT_MS if settler.robot is not None else WINDOW_MS
    state.phase = Turn("window", seat, order[1:], at, at + wait, happened)
    ask(state, [seat] if settler.level is None else [])
    return [TurnOpened(seat, happened, reversed_, settler.stand_in)]


def begin(state: State, turn: Turn, at: int) -> list[Event]:
    """The clock runs (E-074, E-075)."""
    settler = state.settlers[turn.seat]
    turn.full = full_ms(settler.people, state.options)
    turn.total = total_ms(turn.full, settler.goods["food"], food_need(state.round))
    turn.stage, turn.began, turn.spent = "run", at, 0
    if settler.robot is not None:
        turn.lapse = turn.full
        turn.think = at + shown_ms(turn, thinking(state, turn))
    else:
        wampus.appear_first(state, turn, at, at - turn.opened)
    turn.until = at + shown_ms(turn, turn.total)
    return [TurnBegun(turn.seat, turn.total, turn.full)]


# --- who plays it on -----------------------------------------------------------------------------


def take_over(state: State, turn: Turn, at: int) -> None:
    """A player is back in a turn that the computer made for them: the clock runs as fast as time again."""
    if turn.stage == "window":
        turn.until = max(at, turn.opened + WINDOW_MS)
    if turn.stage != "run" or not turn.lapse:
        return
    turn.spent, turn.began, turn.lapse, turn.think = spent_at(turn, at), at, 0, None
    turn.until = at + max(0, turn.total - turn.spent)
    if not turn.caught:
        wampus.appear_first(state, turn, at, min(WINDOW_MS, at - turn.opened))


def hand_over(state: State, turn: Turn, at: int) -> None:
    """A computer plays this turn on, in time lapse from now."""
    if turn.stage == "window":
        turn.until = min(turn.until, at + WINDOW_BOT_MS)
    if turn.stage != "run" or turn.lapse:
        return
    turn.spent, turn.began, turn.lapse = spent_at(turn, at), at, turn.full
    turn.until = at + shown_ms(turn, max(0, turn.total - turn.spent))
    turn.wampus = None
    turn.think = at + shown_ms(turn, thinking(state, turn)) if turn.doing is None else None


# --- what is due ---------------------------------------------------------------------------------


def due(state: State, turn: Turn) -> int:
    """The next instant of the turn."""
    if turn.stage != "run":
        return turn.until
    instants = [turn.until]
    if turn.doing is not None:
        instants.append(turn.doing.until)
    if turn.think is not None:
        instants.append(turn.think)
    if turn.wampus is not None and turn.hand is None:
        instants.append(turn.wampus.next)
    if turn.wampus is not None and not turn.wampus.up and wampus.shown(state, turn) is not None:
        instants.append(wampus.grace_ends(turn.wampus))
    return min(instants)


def run(state: State, turn: Turn, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether the turn is over."""
    if turn.stage == "window":
        return begin(state, turn, at), False
    if turn.stage != "run":
        return _close(state, turn), True
    if turn.doing is not None and turn.doing.until <= at:
        return deeds.done(state, turn, turn.doing, at), False
    if turn.until <= at:
        return _time_up(state, turn, at), False
    if turn.wampus is not None and turn.hand is None and turn.wampus.next <= at:
        return wampus.pass_time(state, turn, at), False
    if turn.think is None or turn.think > at:
        return [], False  # who is busy can't catch the Wampus any more that has ducked
    return _robot(state, turn, at), False


def _time_up(state: State, turn: Turn, at: int) -> list[Event]:
    """The clock has run out; a short time lapse stands until it was long enough to be seen."""
    events = deeds.lose_hand(turn)
    turn.stage, turn.doing, turn.think, turn.wampus = "end", None, None, None
    turn.until = max(at, turn.opened + WINDOW_BOT_MS + LAPSE_MS[0]) if turn.lapse else at
    return [*events, *deeds.over(state, turn)]


def _close(state: State, turn: Turn) -> list[Event]:
    if turn.offered is not None:
        state.offers.append(Offer(turn.seat, turn.offered))
    return []


def _robot(state: State, turn: Turn, at: int) -> list[Event]:
    """A computer's next order; when it wants no more, its clock runs out."""
    turn.think = None
    action = drive.in_turn(state, turn.seat)
    if _catches(state, turn, action, at):
        turn.think = at + shown_ms(turn, thinking(state, turn))
        return wampus.catch(state, turn)
    if action is None:
        return _time_up(state, turn, at)
    events = orders.order(state, turn, action, at)
    if turn.stage == "run" and turn.doing is None:
        turn.think = at + shown_ms(turn, thinking(state, turn))
    return events


def _catches(state: State, turn: Turn, action: Action | None, at: int) -> bool:
    """A computer's Wampus: once a turn at its level's chance, with empty hands, before its turn is over."""
    if turn.caught or turn.hand is not None:
        return False
    when = drive.wampus_at(state, turn.seat)
    return when is not None and (spent_at(turn, at) >= when or action is None or isinstance(action, Pub))
