"""A computer's development turn: assay, build, swap, pub."""

from __future__ import annotations

from typing import NamedTuple

from games.elum.actions import Action, Assay, Buy, Fetch, GiveBack, Outfit, Place, Pub
from games.elum.bots.values import Mind
from games.elum.data import ASSAY_MS, LAPSE_MS, OUTFIT_MS, OUTFITS, Good
from games.elum.rules.maps import way
from games.elum.view import Observation, TurnView

PUB_LEAST_MS = 1_400
PAUSES_MS = 1_900
"""Two human pauses, and a little."""
RESCUE = (300, 100)
"""What the colony's first and second ELUM for Nahrung, and for Energie, are worth a round beside their units: without
stock and such an ELUM it would come to its end, and an event can take one."""


class Plan(NamedTuple):
    """What an ELUM brings over the rest of the match, where, and for which good."""

    gain: float
    plot: str
    good: Good


def choose(mind: Mind, actions: list[Action]) -> Action | None:
    """The next order; None lets the clock run out."""
    phase = mind.seen.phase
    assert isinstance(phase, TurnView)
    left = time_left(mind.seen, phase)
    if phase.hand is None:
        return _empty_handed(mind, phase, actions, left)
    return _with_elum(mind, phase, actions, left)


def time_left(seen: Observation, phase: TurnView) -> int:
    """Own ms left of the turn."""
    passed = seen.now - phase.began
    return phase.total - phase.spent - (passed * phase.lapse // LAPSE_MS[1] if phase.lapse else passed)


def way_ms(mind: Mind, plot: str) -> int:
    """How long the walk takes."""
    return way(mind.seen.plots, plot)[0]


# --- empty-handed --------------------------------------------------------------------------------


def _empty_handed(mind: Mind, phase: TurnView, actions: list[Action], left: int) -> Action | None:
    look = _assay(mind, actions, left)
    if look is not None:
        return look
    if phase.built < mind.strength.elums:
        new = max(_new(mind, left), default=None) if Buy() in actions else None
        other = max(_swaps(mind, left), default=None)
        if other is not None and (new is None or other.gain > new.gain):
            return Fetch(other.plot, mind.seen.plots[other.plot].elums[0])
        if new is not None:
            return Buy()
    pub = Pub(leave=False)
    return pub if pub in actions and left >= PUB_LEAST_MS else None


def _assay(mind: Mind, actions: list[Action], left: int) -> Action | None:
    """Before it builds, while there is time for an ELUM after it."""
    if left < ASSAY_MS + OUTFIT_MS + 2 * PAUSES_MS:
        return None
    for plot_id in mind.own:
        looks = mind.rng.random() < mind.strength.assay
        if looks and Assay(plot_id) in actions:
            return Assay(plot_id)
    return None


def _new(mind: Mind, left: int) -> list[Plan]:
    """New ELUMs that pay, on plots with room, that can be paid and placed in time."""
    spare = mind.me.money - mind.reserve()
    found: list[Plan] = []
    for plot_id in mind.own:
        if not room(mind, plot_id) or left < way_ms(mind, plot_id) + OUTFIT_MS + PAUSES_MS:
            continue
        for gain, good in outfits(mind, plot_id):
            money = mind.me.money if good == "food" and mind.lack("food") else spare
            whole, cost = mind.build_gain(gain), mind.seen.store.elum_price + OUTFITS[good]
            pays = whole > 0 and gain >= mind.strength.pays
            if pays and money >= cost:
                found.append(Plan(whole, plot_id, good))
    return found


def outfits(mind: Mind, plot_id: str) -> list[tuple[float, Good]]:
    """(gain a round, good) for each ELUM that may come there."""
    return [(gain + rescue(mind, good), good) for gain, good in mind.outfits(plot_id)]


def rescue(mind: Mind, good: Good) -> int:
    """What is added where the colony has hardly any ELUM for what everybody needs."""
    placed = mind.placed(good)
    return RESCUE[placed] if good in ("food", "energy") and placed < len(RESCUE) else 0


def room(mind: Mind, plot_id: str) -> bool:
    """Empty, or refined with one ELUM."""
    plot = mind.own[plot_id]
    return not plot.elums or (
        mind.strength.second and plot.badge and mind.seen.options.refinement and len(plot.elums) == 1
    )


def _swaps(mind: Mind, left: int) -> list[Plan]:
    """Other outfits that bring enough more than they cost (E-013, E-016)."""
    if mind.strength.swap is None:
        return []
    found: list[Plan] = []
    for plot_id, plot in mind.own.items():
        if len(plot.elums) != 1 or room(mind, plot_id) or _lives_on(mind, plot.elums[0]):
            continue
        if left < 2 * way_ms(mind, plot_id) + OUTFIT_MS + PAUSES_MS:
            continue
        now = mind.keeps(plot_id, plot.elums[0])
        for _gain, good in mind.outfits(plot_id):
            more = (mind.brings(plot_id, good) - now) * mind.rounds_left
            if more > mind.strength.swap * OUTFITS[good] and mind.me.money - mind.reserve() >= OUTFITS[good]:
                found.append(Plan(more - OUTFITS[good], plot_id, good))
    return found


def _lives_on(mind: Mind, good: Good) -> bool:
    """Whether it is one of the colony's last for Nahrung or Energie."""
    return good in ("food", "energy") and mind.placed(good) <= len(RESCUE)


# --- with an ELUM in hand ------------------------------------------------------------------------


def _with_elum(mind: Mind, phase: TurnView, actions: list[Action], left: int) -> Action | None:
    """The best place for it; where another good pays more by then, it is outfitted for that first."""
    assert phase.hand is not None
    has = phase.hand.good
    plans: list[Plan] = []
    for plot_id in mind.own:
        if not room(mind, plot_id):
            continue
        walk = way_ms(mind, plot_id)
        outfit_time = left >= walk + OUTFIT_MS + PAUSES_MS // 2
        for gain, good in outfits(mind, plot_id):
            if good == has and left > walk and Place(plot_id) in actions:
                plans.append(Plan(gain * mind.rounds_left, plot_id, good))
            elif (has is None or phase.hand.paid is None) and outfit_time and Outfit(good) in actions:
                cost = OUTFITS[good] * (1.0 if has is None else mind.strength.swap or 1.0)
                plans.append(Plan(gain * mind.rounds_left - cost, plot_id, good))
    best = max(plans, default=None)
    if best is None:
        return GiveBack() if GiveBack() in actions else None
    return Place(best.plot) if best.good == has else Outfit(best.good)
