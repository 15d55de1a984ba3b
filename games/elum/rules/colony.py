"""Colony events: which one strikes, and what it does before and after the harvest (elum.md 7)."""

from __future__ import annotations

from games.elum.data import (
    COLONY_EARLY,
    COLONY_EARLY_ROUNDS,
    COLONY_POOL,
    GOODS,
    METEOR_LEVEL,
    ROWS,
    ColonyKind,
    Good,
)
from games.elum.rules.chance import one_of
from games.elum.rules.maps import NEIGHBOURS
from games.elum.rules.yields import clamp
from games.elum.state import ColonyEvent, Crop, State

AIMLESS: tuple[ColonyKind, ...] = ("rain", "sun", "pirates", "fire")
"""They can come to a colony that has nothing for them, when nothing else is left: every round has its event."""

Elum = tuple[str, int]
"""A plot and the number of the ELUM on it."""


def draw(state: State) -> ColonyEvent:
    """The event of this round: kinds weigh what is left of them; one without a target is drawn again (E-111)."""
    kinds = [kind for kind in COLONY_POOL if _left(state, kind) > 0 and _allowed(state, kind)]
    early = [kind for kind in kinds if kind in COLONY_EARLY and has_target(state, kind)]
    if state.round <= COLONY_EARLY_ROUNDS and early:
        kinds = early
    possible = [kind for kind in kinds if has_target(state, kind)] or [kind for kind in kinds if kind in AIMLESS]
    urn = [kind for kind in possible for _each in range(_left(state, kind))]
    kind = one_of(state.dice, f"colony/{state.round}", urn)
    state.colony[kind] = state.colony.get(kind, 0) + 1
    return _aim(state, kind)


def _left(state: State, kind: ColonyKind) -> int:
    return COLONY_POOL[kind] - state.colony.get(kind, 0)


def _allowed(state: State, kind: ColonyKind) -> bool:
    """A meteorite makes a deposit of Glimmer, which only Turnier has (A-10)."""
    return kind != "meteor" or state.options.level == "turnier"


def has_target(state: State, kind: ColonyKind) -> bool:
    """Whether the event would strike anything."""
    match kind:
        case "rain":
            return bool(_elums(state, None, ("food", "energy")))
        case "sun":
            return bool(_elums(state, None, ("energy",)))
        case "pest":
            return bool(_elums(state, best(state), ("food",)))
        case "radiation":
            return bool(_elums(state, best(state), GOODS))
        case "pirates":
            good = pirates_take(state)
            stocked = any(settler.goods[good] for settler in state.settlers)
            return stocked or bool(_elums(state, None, (good,)))
        case "fire":
            return any(state.store.goods[good] for good in ("food", "energy", "ore"))
        case "meteor":
            return bool(_meteor_plots(state))
        case "quake":
            return True


def best(state: State) -> tuple[int, ...]:
    """„Die Besten“: the first two, of two settlers the first (A-15)."""
    return tuple(state.rank[: 2 if len(state.rank) >= 3 else 1])


def pirates_take(state: State) -> Good:
    """Glimmer in Turnier, else Erz (E-118)."""
    return "crystal" if state.options.level == "turnier" else "ore"


def _elums(state: State, seats: tuple[int, ...] | None, goods: tuple[Good, ...]) -> list[Elum]:
    """ELUMs of these seats (None: of all) for these goods."""
    return [
        (plot_id, number)
        for plot_id, plot in state.plots.items()
        if plot.owner is not None and (seats is None or plot.owner in seats)
        for number, good in enumerate(plot.elums)
        if good in goods
    ]


def _meteor_plots(state: State) -> list[str]:
    return [
        plot_id for plot_id, plot in state.plots.items() if plot.kind not in ("river", "town") and plot.deposit <= 2
    ]


def _aim(state: State, kind: ColonyKind) -> ColonyEvent:
    label = f"colony/{state.round}/{kind}"
    match kind:
        case "rain":
            return ColonyEvent(kind, row=one_of(state.dice, label, ROWS))
        case "meteor":
            return ColonyEvent(kind, plot=one_of(state.dice, label, _meteor_plots(state)))
        case "pest" | "radiation":
            goods: tuple[Good, ...] = ("food",) if kind == "pest" else GOODS
            plot_id, number = one_of(state.dice, label, _elums(state, best(state), goods))
            plot = state.plots[plot_id]
            return ColonyEvent(kind, plot=plot_id, seat=plot.owner, good=plot.elums[number])
        case "pirates":
            return ColonyEvent(kind, good=pirates_take(state))
        case "quake" if state.dice.below(label, 2) == 0:
            mountain, to = _wandering(state, label)
            return ColonyEvent(kind, plot=mountain, to=to)
    return ColonyEvent(kind)


def _wandering(state: State, label: str) -> tuple[str, str]:
    """A mountain and the Steppe plot left or right of it with which it will change places (A-12)."""
    mountain = one_of(state.dice, label, [p for p, plot in state.plots.items() if plot.kind == "mountain"])
    sides = [n for n in NEIGHBOURS[mountain] if n[1] == mountain[1] and state.plots[n].kind == "plain"]
    return mountain, one_of(state.dice, label, sides)


# --- before the harvest --------------------------------------------------------------------------


def before(state: State, event: ColonyEvent) -> None:
    """Meteorite and radiation change the map before anything is reaped."""
    if event.kind == "meteor":
        assert event.plot is not None
        state.plots[event.plot].deposit, state.plots[event.plot].shown = METEOR_LEVEL, True
    elif event.kind == "radiation":
        assert event.plot is not None and event.good is not None
        state.plots[event.plot].elums.remove(event.good)


def weather(event: ColonyEvent | None, plot_id: str, good: Good) -> int:
    """What rain and sun add to an ELUM's yield."""
    if event is None:
        return 0
    if event.kind == "sun":
        return 3 if good == "energy" else 0
    if event.kind == "rain":
        here = plot_id[1] == event.row
        return {"food": 4 if here else 1, "energy": -2 if here else -1}.get(good, 0)
    return 0


# --- after it ------------------------------------------------------------------------------------


def after(event: ColonyEvent | None, crop: Crop) -> Crop:
    """What pest, pirates and quake leave of a crop."""
    if event is None:
        return crop
    pest = event.kind == "pest" and (crop.plot, crop.good) == (event.plot, event.good)
    robbed = event.kind == "pirates" and crop.good == event.good
    if pest or robbed:
        return Crop(crop.plot, crop.seat, crop.good, 0, crop.idle, spoilt=True)
    if event.kind == "quake" and crop.good == "ore":
        return Crop(crop.plot, crop.seat, crop.good, clamp(crop.units // 2), crop.idle)
    return crop


def burn(state: State) -> None:
    """The store loses Nahrung, Energie and Erz; its ELUMs stay (E-121)."""
    for good in ("food", "energy", "ore"):
        state.store.goods[good] = 0


def wander(state: State, event: ColonyEvent) -> str | None:
    """The mountain and the Steppe change places with their ELUMs; the plot where ELUMs came to without owner, if any.

    Owner, deposit, badge and counters stay with the place. An ELUM that comes to a plot without owner runs away.
    """
    assert event.plot is not None and event.to is not None
    one, other = state.plots[event.plot], state.plots[event.to]
    one.kind, other.kind = other.kind, one.kind
    one.peaks, other.peaks = other.peaks, one.peaks
    one.elums, other.elums = other.elums, one.elums
    lost = None
    for plot_id, plot in ((event.plot, one), (event.to, other)):
        if plot.owner is None and plot.elums:
            plot.elums, lost = [], plot_id
    return lost
