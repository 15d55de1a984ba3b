"""The 22 events that a turn may bring (elum.md 6)."""

from __future__ import annotations

from games.elum.data import EVENT_PER_MILLE, FATE_MONEY, FATES, GOODS
from games.elum.rules.base import elums, free_plots, gain, owned, quarter
from games.elum.rules.chance import one_of
from games.elum.state import Happened, State


def strike(state: State, seat: int) -> Happened | None:
    """Draw and apply the event of this turn; mostly there is none (E-069)."""
    label = f"fate/{state.round}/{seat}"
    if state.dice.below(label, 1000) >= EVENT_PER_MILLE:
        return None
    possible = [fate for fate in FATES if fate not in state.fates and may_strike(state, seat, fate)]
    if not possible:
        return None
    hungry = state.settlers[seat].goods["food"] == 0 and "E1" in possible
    fate = "E1" if hungry else one_of(state.dice, label + "/which", possible)
    state.fates.append(fate)
    return _apply(state, seat, fate)


def may_strike(state: State, seat: int, fate: str) -> bool:
    """By rank (E-072, E-073) and by the event's own condition."""
    place, last = state.rank.index(seat), len(state.rank)
    if FATES[fate].good and place == 0:
        return False
    if not FATES[fate].good and place >= last - 2:
        return False
    return _fits(state, seat, fate)


def _fits(state: State, seat: int, fate: str) -> bool:
    entry = FATES[fate]
    if entry.elums:
        return elums(state, seat) > 0
    if entry.per:
        return elums(state, seat, *entry.per) > 0
    if fate == "E13":
        return bool(free_plots(state))
    if fate == "E14":
        return state.settlers[seat].goods["food"] >= 2
    return fate != "E22" or len(owned(state, seat)) >= 2


def _apply(state: State, seat: int, fate: str) -> Happened:
    settler, entry = state.settlers[seat], FATES[fate]
    if entry.factor:
        count = elums(state, seat, *entry.per) if entry.per else 0
        money = entry.factor * FATE_MONEY * quarter(state.round, state.options.rounds) * (count or 1)
        money = max(money, -settler.money)
        settler.money += money
        return Happened(fate, money=money, count=count)
    if fate in ("E1", "E2"):
        goods = {"food": 3, "energy": 2} if fate == "E1" else {"ore": 2}
        for good in GOODS:
            settler.goods[good] += goods.get(good, 0)
        return Happened(fate)
    if fate == "E14":
        lost = settler.goods["food"] // 2
        settler.goods["food"] -= lost
        return Happened(fate, count=lost)
    return _land(state, seat, fate)


def _land(state: State, seat: int, fate: str) -> Happened:
    """A plot for nothing, or the newest one lost with its ELUMs (and its offer, A-24)."""
    if fate == "E13":
        plot_id = one_of(state.dice, f"fate/{state.round}/{seat}/plot", free_plots(state))
        gain(state, seat, plot_id)
        return Happened(fate, plot=plot_id)
    mine = owned(state, seat)
    plot_id = max(mine, key=lambda plot: mine[plot].gained)
    plot = state.plots[plot_id]
    plot.owner, plot.elums = None, []
    state.offers = [offer for offer in state.offers if offer.plot != plot_id]
    return Happened(fate, plot=plot_id)
