"""A development turn: window, clock, what a settler does in it (elum.md 5)."""

from __future__ import annotations

from games.elum.actions import Action, Pub
from games.elum.bots import drive
from games.elum.data import (
    ASSAY_MS,
    FEW_ELUMS,
    IDLE_TURNS,
    LAPSE_MS,
    OUTFIT_MS,
    OUTFITS,
    PEOPLES,
    PUB_BASE,
    PUB_MAX,
    PUB_TIME,
    SLOT_MS,
    WINDOW_BOT_MS,
    WINDOW_MS,
    Good,
)
from games.elum.events import (
    Assayed,
    ElumBought,
    ElumReturned,
    Event,
    Fetched,
    Offered,
    Outfitted,
    Placed,
    PubWon,
    RanAway,
    StandIn,
    Started,
    TurnBegun,
    TurnOpened,
    TurnOver,
    Withdrawn,
)
from games.elum.rules import fate, wampus
from games.elum.rules.base import ask, food_need, quarter
from games.elum.rules.maps import way
from games.elum.state import Doing, Hand, Offer, State, Turn

THINK_MS = (300, 900)


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


def full_ms(state: State, seat: int) -> int:
    """The people's time at this level and tempo."""
    full = PEOPLES[state.settlers[seat].people].turn_ms[state.options.level]
    return full // 2 if state.options.fast else full


def total_ms(full: int, food: int, need: int) -> int:
    """Full time with the need in stock, else 10 % plus the share that is there (E-083, E-085)."""
    return full if food >= need else min(full, full // 10 + full * food // need)


def begin(state: State, turn: Turn, at: int) -> list[Event]:
    """The clock runs (E-074, E-075)."""
    settler = state.settlers[turn.seat]
    turn.full = full_ms(state, turn.seat)
    turn.total = total_ms(turn.full, settler.goods["food"], food_need(state.round))
    turn.stage, turn.began, turn.spent = "run", at, 0
    if settler.robot is not None:
        turn.lapse = turn.full
        turn.think = at + shown_ms(turn, _thinking(state, turn))
    else:
        wampus.appear_first(state, turn, at, at - turn.opened)
    turn.until = at + shown_ms(turn, turn.total)
    return [TurnBegun(turn.seat, turn.total, turn.full)]


# --- the clock -----------------------------------------------------------------------------------


def shown_ms(turn: Turn, own: int) -> int:
    """How long ``own`` ms of the settler's clock last in the match."""
    return -(-own * LAPSE_MS[1] // turn.lapse) if turn.lapse else own


def spent_at(turn: Turn, at: int) -> int:
    """What the settler's clock says at ``at``."""
    passed = at - turn.began
    return turn.spent + (passed * turn.lapse // LAPSE_MS[1] if turn.lapse else passed)


def left_at(turn: Turn, at: int) -> int:
    """Own ms left."""
    return max(0, turn.total - spent_at(turn, at))


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
    turn.think = at + shown_ms(turn, _thinking(state, turn)) if turn.doing is None else None


def _thinking(state: State, turn: Turn) -> int:
    """Human pauses before a computer's next order, of its own clock."""
    return THINK_MS[0] + state.dice.below(f"think/{state.round}/{turn.seat}", THINK_MS[1] - THINK_MS[0])


# --- what is due ---------------------------------------------------------------------------------


def due(turn: Turn) -> int:
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
    return min(instants)


def run(state: State, turn: Turn, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether the turn is over."""
    if turn.stage == "window":
        return begin(state, turn, at), False
    if turn.stage != "run":
        return _close(state, turn), True
    if turn.doing is not None and turn.doing.until <= at:
        return _done(state, turn, turn.doing, at), False
    if turn.until <= at:
        return _time_up(state, turn, at), False
    if turn.wampus is not None and turn.hand is None and turn.wampus.next <= at:
        return wampus.pass_time(state, turn, at), False
    return _robot(state, turn, at), False


def _time_up(state: State, turn: Turn, at: int) -> list[Event]:
    """The clock has run out; a short time lapse stands until it was long enough to be seen."""
    events = _lose_hand(turn)
    turn.stage, turn.doing, turn.think, turn.wampus = "end", None, None, None
    turn.until = max(at, turn.opened + WINDOW_BOT_MS + LAPSE_MS[0]) if turn.lapse else at
    return [*events, *_over(state, turn)]


def _over(state: State, turn: Turn) -> list[Event]:
    """Told once a turn; two idle ones in a row bring the computer in (A-35)."""
    settler = state.settlers[turn.seat]
    idle = settler.robot is None and turn.acts == 0
    settler.idle = settler.idle + 1 if idle else 0
    events: list[Event] = [TurnOver(turn.seat, idle)]
    if settler.idle >= IDLE_TURNS:
        settler.stand_in, settler.idle = True, 0
        events.append(StandIn(turn.seat, on=True))
    return events


def _close(state: State, turn: Turn) -> list[Event]:
    if turn.offered is not None:
        state.offers.append(Offer(turn.seat, turn.offered))
    return []


def _lose_hand(turn: Turn) -> list[Event]:
    """What is still in hand runs away (E-093)."""
    if turn.hand is None:
        return []
    turn.hand, turn.ran_away = None, True
    return [RanAway(turn.seat)]


def _done(state: State, turn: Turn, doing: Doing, at: int) -> list[Event]:
    """An order is carried out."""
    turn.doing = None
    if turn.lapse:
        turn.think = at + shown_ms(turn, _thinking(state, turn))
    match doing.kind:
        case "outfit":
            assert doing.good is not None and turn.hand is not None
            turn.hand = Hand(doing.good, turn.hand.paid)
            return [Outfitted(turn.seat, doing.good)]
        case "assay":
            return [_assayed(state, turn, doing)]
        case "fetch":
            return [_fetched(state, turn, doing, at)]
        case "place":
            return [_placed(state, turn, doing, at)]


def _assayed(state: State, turn: Turn, doing: Doing) -> Event:
    assert doing.plot is not None
    plot = state.plots[doing.plot]
    plot.known.append(turn.seat)
    return Assayed(turn.seat, doing.plot, plot.deposit)


def _fetched(state: State, turn: Turn, doing: Doing, at: int) -> Event:
    assert doing.plot is not None and doing.good is not None
    state.plots[doing.plot].elums.remove(doing.good)
    _take_in_hand(state, turn, Hand(doing.good), at)
    return Fetched(turn.seat, doing.plot, doing.good)


def _placed(state: State, turn: Turn, doing: Doing, at: int) -> Event:
    """The new one stands; what it replaces is in hand (E-092, E-133)."""
    assert doing.plot is not None and turn.hand is not None and turn.hand.good is not None
    plot, good = state.plots[doing.plot], turn.hand.good
    taken = doing.good
    if taken is not None:
        plot.elums.remove(taken)
    plot.elums.append(good)
    turn.built += 1
    turn.hand = None
    if taken is not None:
        _take_in_hand(state, turn, Hand(taken), at)
    else:
        _empty_hand(state, turn, at)
    return Placed(turn.seat, doing.plot, good, taken)


def _take_in_hand(state: State, turn: Turn, hand: Hand, at: int) -> None:
    """While an ELUM is in hand, the Wampus hides (E-094)."""
    turn.hand = hand
    if turn.wampus is not None and turn.wampus.up:
        wampus.duck(state, turn, at)


def _empty_hand(state: State, turn: Turn, at: int) -> None:
    """It comes back with a fresh hidden phase."""
    turn.hand = None
    if turn.wampus is not None:
        first = turn.wampus.next
        wampus.duck(state, turn, at)
        if turn.wampus.seen_plot is None:  # it hasn't shown yet: not before its first time either
            turn.wampus.next = max(turn.wampus.next, first)


# --- orders, already found legal (rules/orders.py) -----------------------------------------------


def buy(state: State, turn: Turn, at: int) -> list[Event]:
    """An ELUM for the store's price."""
    price = state.store.elum_price
    state.settlers[turn.seat].money -= price
    if state.store.elums is not None:
        state.store.elums -= 1
    _take_in_hand(state, turn, Hand(None, price), at)
    return [ElumBought(turn.seat, price)]


def give_back(state: State, turn: Turn, at: int) -> list[Event]:
    """The store takes back what it sold in this turn, at its price."""
    assert turn.hand is not None and turn.hand.paid is not None
    price = turn.hand.paid
    state.settlers[turn.seat].money += price
    if state.store.elums is not None:
        state.store.elums += 1
    _empty_hand(state, turn, at)
    return [ElumReturned(turn.seat, price)]


def outfit(state: State, turn: Turn, good: Good, at: int) -> list[Event]:
    """Pay the outfit; it takes a moment (E-088)."""
    state.settlers[turn.seat].money -= OUTFITS[good]
    return start(turn, Doing("outfit", at, at + shown_ms(turn, OUTFIT_MS), None, good))


def assay(turn: Turn, plot: str, at: int) -> list[Event]:
    """Look for Glimmer (E-095)."""
    return start(turn, Doing("assay", at, at + shown_ms(turn, ASSAY_MS), plot))


def place(state: State, turn: Turn, plot: str, taken: Good | None, at: int) -> list[Event]:
    """Walk with the ELUM to the plot, where ``taken`` comes off (E-091)."""
    ms, path = way(state.plots, plot)
    return start(turn, Doing("place", at, at + shown_ms(turn, ms), plot, taken, path))


def fetch(state: State, turn: Turn, plot: str, good: Good, at: int) -> list[Event]:
    """Walk to the plot for its ELUM."""
    ms, path = way(state.plots, plot)
    return start(turn, Doing("fetch", at, at + shown_ms(turn, ms), plot, good, path))


def start(turn: Turn, doing: Doing) -> list[Event]:
    """The settler is busy from now on."""
    turn.doing, turn.think = doing, None
    return [Started(turn.seat, doing.kind, doing.until, doing.plot, doing.good)]


def put_up(turn: Turn, plot: str) -> list[Event]:
    """Offer a plot: free, one per turn."""
    turn.offered = plot
    return [Offered(turn.seat, plot)]


def withdraw(turn: Turn) -> list[Event]:
    """Take the offer back."""
    assert turn.offered is not None
    plot, turn.offered = turn.offered, None
    return [Withdrawn(turn.seat, plot)]


def pub(state: State, turn: Turn, at: int) -> list[Event]:
    """Bet: the more time is left, the more (E-099 to E-101)."""
    base = PUB_BASE[quarter(state.round, state.options.rounds) - 1]
    most = PUB_TIME * left_at(turn, at) // turn.full
    money = min(PUB_MAX, base + state.dice.below(f"pub/{state.round}/{turn.seat}", most + 1))
    state.settlers[turn.seat].money += money
    events = _lose_hand(turn)
    turn.stage, turn.winnings = "slot", money
    turn.doing, turn.think, turn.wampus = None, None, None
    turn.until = _slot_end(turn, at)
    return [*events, PubWon(turn.seat, money), *_over(state, turn)]


def _slot_end(turn: Turn, at: int) -> int:
    """When the slot machine has stopped; a computer's whole turn shows for 6 to 10 s (E-103)."""
    end = at + SLOT_MS
    if not turn.lapse:
        return end
    least, most = (turn.opened + WINDOW_BOT_MS + lapse for lapse in LAPSE_MS)
    return max(least, min(end, most) if at < most else end)


def _robot(state: State, turn: Turn, at: int) -> list[Event]:
    """A computer's next order; when it wants no more, its clock runs out."""
    from games.elum.rules import orders

    turn.think = None
    action = drive.in_turn(state, turn.seat)
    if _catches(state, turn, action, at):
        turn.think = at + shown_ms(turn, _thinking(state, turn))
        return wampus.catch(state, turn)
    if action is None:
        return _time_up(state, turn, at)
    events = orders.order(state, turn, action, at)
    if turn.stage == "run" and turn.doing is None:
        turn.think = at + shown_ms(turn, _thinking(state, turn))
    return events


def _catches(state: State, turn: Turn, action: Action | None, at: int) -> bool:
    """A computer's Wampus: once a turn at its level's chance, with empty hands, before its turn is over."""
    if turn.caught or turn.hand is not None:
        return False
    when = drive.wampus_at(state, turn.seat)
    return when is not None and (spent_at(turn, at) >= when or action is None or isinstance(action, Pub))
