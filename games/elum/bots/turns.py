"""A computer's development turn: build, swap, assay, pub."""

from __future__ import annotations

from games.elum.actions import Action, Assay, Buy, Fetch, GiveBack, Outfit, Place, Pub
from games.elum.bots.values import Mind
from games.elum.data import ASSAY_MS, LAPSE_MS, OUTFIT_MS, OUTFITS, Good
from games.elum.rules.maps import way
from games.elum.view import Observation, TurnView

PUB_LEAST_MS = 1_400
SPARE_MS = 1_500
"""So much time is left over for thinking on the way."""

Choice = tuple[float, str, Good, bool]
"""Gain over the rest of the match, plot, good, and whether something there is replaced."""


def choose(mind: Mind, actions: list[Action]) -> Action | None:
    """The next order; None lets the clock run out."""
    phase = mind.seen.phase
    assert isinstance(phase, TurnView)
    left = time_left(mind.seen, phase)
    if phase.hand is None:
        return _empty_handed(mind, phase, actions, left)
    if phase.hand.good is None:
        return _outfit(mind, actions, left)
    return _place(mind, phase.hand.good, actions)


def time_left(seen: Observation, phase: TurnView) -> int:
    """Own ms left of the turn."""
    passed = seen.now - phase.began
    return phase.total - phase.spent - (passed * phase.lapse // LAPSE_MS[1] if phase.lapse else passed)


def way_ms(mind: Mind, plot: str) -> int:
    """How long the walk takes."""
    return way(mind.seen.plots, plot)[0]


def _empty_handed(mind: Mind, phase: TurnView, actions: list[Action], left: int) -> Action | None:
    if phase.built < mind.strength.elums:
        plan = best_plan(mind, left, fetching=True)
        if plan is not None:
            _gain, plot, _good, replaces = plan
            old = mind.seen.plots[plot].elums
            if replaces and Fetch(plot, old[0]) in actions:
                return Fetch(plot, old[0])
            if not replaces and Buy() in actions:
                return Buy()
    if left >= ASSAY_MS + SPARE_MS:
        for action in actions:
            if isinstance(action, Assay) and mind.rng.random() < mind.strength.assay:
                return action
    pub = Pub(leave=False)
    return pub if pub in actions and left >= PUB_LEAST_MS else None


def best_plan(mind: Mind, left: int, *, fetching: bool) -> Choice | None:
    """The ELUM that brings most and can be paid and placed in time; None where none pays."""
    found = [choice for choice in _plans(mind, left, fetching=fetching) if choice[0] > 0]
    return max(found, default=None)


def _plans(mind: Mind, left: int, *, fetching: bool) -> list[Choice]:
    """New ELUMs on empty or refined plots, and others in place of what stands there."""
    spare = mind.me.money - mind.reserve()
    found: list[Choice] = []
    for plot_id, plot in mind.own().items():
        if left < way_ms(mind, plot_id) + OUTFIT_MS + SPARE_MS:
            continue
        room = not plot.elums or (plot.badge and mind.seen.options.refinement and len(plot.elums) == 1)
        for gain, good in mind.outfits(plot_id):
            if room and spare >= mind.seen.store.elum_price + OUTFITS[good]:
                found.append((mind.build_gain(gain, good), plot_id, good, False))
            if fetching and mind.strength.swap is not None and len(plot.elums) == 1 and not room:
                found += _swap(mind, plot_id, gain, good, left, spare)
    return found


def _swap(mind: Mind, plot_id: str, gain: float, good: Good, left: int, spare: int) -> list[Choice]:
    """Another outfit for the ELUM there, if it brings so much more than it costs."""
    assert mind.strength.swap is not None
    old = mind.seen.plots[plot_id].elums[0]
    cost = OUTFITS[good]
    more = (gain - mind.elum_gain(plot_id, old, more=0)) * mind.rounds_left
    if more <= mind.strength.swap * cost or spare < cost or left < 2 * way_ms(mind, plot_id) + OUTFIT_MS + SPARE_MS:
        return []
    return [(more - cost, plot_id, good, True)]


def _outfit(mind: Mind, actions: list[Action], left: int) -> Action | None:
    """What brings most; what can't be placed any more goes back."""
    plan = best_plan(mind, left, fetching=False)
    wanted = Outfit(plan[2]) if plan is not None else None
    if wanted in actions:
        return wanted
    return GiveBack() if GiveBack() in actions else None


def _place(mind: Mind, good: Good, actions: list[Action]) -> Action | None:
    """The best plot with room; one that was fetched is outfitted anew first where another good pays more."""
    own = mind.own()
    refit = _refit(mind, good, actions)
    if refit is not None:
        return refit
    empty = [
        (mind.elum_gain(action.plot, good), action)
        for action in actions
        if isinstance(action, Place)
        and action.instead is None
        and (not own[action.plot].elums or own[action.plot].badge)
    ]
    best = max(empty, key=lambda pair: (pair[0], pair[1].plot), default=None)
    return best[1] if best is not None else None


def _refit(mind: Mind, good: Good, actions: list[Action]) -> Action | None:
    """A fetched ELUM in hand: the good for which it was fetched."""
    phase = mind.seen.phase
    assert isinstance(phase, TurnView) and phase.hand is not None
    if phase.hand.paid is not None or mind.strength.swap is None:
        return None
    best: tuple[float, Good] | None = None
    for plot_id, plot in mind.own().items():
        if plot.elums:
            continue
        for gain, other in mind.outfits(plot_id):
            more = (gain - mind.elum_gain(plot_id, good)) * mind.rounds_left
            if other != good and more > mind.strength.swap * OUTFITS[other] and Outfit(other) in actions:
                best = max(best or (0.0, other), (more, other))
    return Outfit(best[1]) if best is not None else None
