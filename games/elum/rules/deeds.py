"""What a settler does in a turn, already found legal (rules/orders.py), and how the turn ends."""

from __future__ import annotations

from games.elum.data import (
    ASSAY_MS,
    IDLE_TURNS,
    LAPSE_MS,
    OUTFIT_MS,
    OUTFITS,
    PUB_BASE,
    PUB_MAX,
    PUB_TIME,
    SLOT_MS,
    WINDOW_BOT_MS,
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
    TurnOver,
    Withdrawn,
)
from games.elum.rules import wampus
from games.elum.rules.base import quarter
from games.elum.rules.maps import way
from games.elum.rules.turnclock import left_at, shown_ms, thinking
from games.elum.state import Doing, Hand, State, Turn


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
    events = lose_hand(turn)
    turn.stage, turn.winnings = "slot", money
    turn.doing, turn.think, turn.wampus = None, None, None
    turn.until = _slot_end(turn, at)
    return [*events, PubWon(turn.seat, money), *over(state, turn)]


def _slot_end(turn: Turn, at: int) -> int:
    """When the slot machine has stopped; a computer's whole turn shows for 6 to 10 s (E-103)."""
    end = at + SLOT_MS
    if not turn.lapse:
        return end
    least, most = (turn.opened + WINDOW_BOT_MS + lapse for lapse in LAPSE_MS)
    return max(least, min(end, most) if at < most else end)


# --- an order is carried out ---------------------------------------------------------------------


def done(state: State, turn: Turn, doing: Doing, at: int) -> list[Event]:
    """An order is carried out."""
    turn.doing = None
    if turn.lapse:
        turn.think = at + shown_ms(turn, thinking(state, turn))
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


# --- the end of the turn -------------------------------------------------------------------------


def over(state: State, turn: Turn) -> list[Event]:
    """Told once a turn; two idle ones in a row bring the computer in (A-35)."""
    settler = state.settlers[turn.seat]
    idle = settler.robot is None and turn.acts == 0
    settler.idle = settler.idle + 1 if idle else 0
    events: list[Event] = [TurnOver(turn.seat, idle, turn.offered)]
    if settler.idle >= IDLE_TURNS:
        settler.stand_in, settler.idle = True, 0
        events.append(StandIn(turn.seat, on=True))
    return events


def lose_hand(turn: Turn) -> list[Event]:
    """What is still in hand runs away (E-093)."""
    if turn.hand is None:
        return []
    turn.hand, turn.ran_away = None, True
    return [RanAway(turn.seat)]
