"""Production: colony event, energy, yields, books, bonuses, refinement, balance (elum.md 7)."""

from __future__ import annotations

from games.elum.data import (
    BLOCK_MS,
    BLOCKS_MAX_MS,
    BLOCKS_REST_MS,
    BONUS_CRYSTAL,
    BONUS_EACH,
    BONUS_MANY,
    BONUS_TOP,
    EVENT_MS,
    GOODS,
    HARVEST_NOISE,
    KEPT_MINERALS,
    MOUNTAIN_MS,
    REFINED_ALL,
    REFINED_ONE,
    Good,
)
from games.elum.events import Balance, ColonyStruck, Event, Harvested, MountainMoved, RanAway
from games.elum.rules import colony
from games.elum.rules.base import ask, energy_need, food_need, humans
from games.elum.rules.chance import weighted
from games.elum.rules.maps import base_yield
from games.elum.rules.yields import clamp, experience, union
from games.elum.state import Bonus, Book, Crop, Harvest, State


def enter(state: State, at: int) -> list[Event]:
    """The colony event as a picture; in the last round the harvest at once."""
    if state.round >= state.options.rounds:
        state.phase = Harvest("blocks", at, at)
        return _reap(state, state.phase, at)
    event = colony.draw(state)
    state.phase = Harvest("event", at, at + EVENT_MS, event)
    return [ColonyStruck(event)]


def run(state: State, harvest: Harvest, at: int) -> tuple[list[Event], bool]:
    """Do what is due; whether the phase is over."""
    event = harvest.event
    if harvest.stage == "event":
        return _reap(state, harvest, at), False
    if harvest.stage == "blocks" and event is not None and event.to is not None:
        return _wander(state, harvest, at), False
    if harvest.stage in ("blocks", "mountain"):
        return _balance(state, harvest, at), False
    return [], True


# --- the harvest ---------------------------------------------------------------------------------


def _reap(state: State, harvest: Harvest, at: int) -> list[Event]:
    """Compute what everybody makes and credit it; the show takes its time."""
    event = harvest.event
    if event is not None:
        colony.before(state, event)
    harvest.crops = _crops(state, harvest)
    if event is not None and event.kind == "fire":
        colony.burn(state)
    harvest.books = [_books(state, seat, harvest) for seat in range(len(state.settlers))]
    for settler, books in zip(state.settlers, harvest.books, strict=True):
        settler.goods = {good: books[good].new for good in GOODS}
    blocks = sum(crop.units for crop in harvest.crops)
    harvest.block_ms = min(BLOCK_MS, BLOCKS_MAX_MS // max(1, blocks))
    harvest.stage, harvest.began = "blocks", at
    harvest.until = at + blocks * harvest.block_ms + BLOCKS_REST_MS
    return [Harvested(tuple(harvest.crops), harvest.block_ms)]


def _crops(state: State, harvest: Harvest) -> list[Crop]:
    """Every ELUM's yield, in an order of plots drawn per harvest."""
    event = harvest.event
    plots = [plot_id for plot_id, plot in state.plots.items() if plot.owner is not None and plot.elums]
    order = [plots[i] for i in state.dice.shuffled(f"harvest/{state.round}/order", len(plots))]
    dark = _without_energy(state)
    crops = []
    for plot_id in order:
        plot = state.plots[plot_id]
        assert plot.owner is not None
        for good in plot.elums:
            idle = (plot_id, good) in dark
            units = 0 if idle else _units(state, plot_id, good, colony.weather(event, plot_id, good))
            crops.append(colony.after(event, Crop(plot_id, plot.owner, good, units, idle)))
    return crops


def _units(state: State, plot_id: str, good: Good, weather: int) -> int:
    """Base, neighbour, experience and chance, limited; then the weather, limited again."""
    plot = state.plots[plot_id]
    base = base_yield(plot.kind, plot.peaks, plot.deposit, good)
    assert base is not None and plot.owner is not None
    bonus = union(state.plots, plot.owner, plot_id, good) + experience(state.plots, plot.owner, good)
    noise = weighted(state.dice, f"harvest/{state.round}/{plot_id}/{good}", HARVEST_NOISE[state.options.level])
    return clamp(clamp(base + bonus + noise) + weather)


def _without_energy(state: State) -> set[tuple[str, Good]]:
    """For each unit of Energie that is missing, one ELUM by chance stands still (E-110)."""
    dark: set[tuple[str, Good]] = set()
    for seat, settler in enumerate(state.settlers):
        needing = [
            (plot_id, good)
            for plot_id, plot in state.plots.items()
            if plot.owner == seat
            for good in plot.elums
            if good != "energy"
        ]
        missing = max(0, len(needing) - settler.goods["energy"])
        order = state.dice.shuffled(f"harvest/{state.round}/dark/{seat}", len(needing))
        dark.update(needing[i] for i in order[:missing])
    return dark


def _books(state: State, seat: int, harvest: Harvest) -> dict[Good, Book]:
    """Old stock, use, spoilage, what pirates took, harvest (E-140 to E-143)."""
    event = harvest.event
    need = {"food": food_need(state.round), "energy": energy_need(state, seat)}
    books: dict[Good, Book] = {}
    for good in GOODS:
        old = state.settlers[seat].goods[good]
        used = min(old, need.get(good, 0))
        rotten = spoilage(good, old - used)
        robbed = event is not None and event.kind == "pirates" and event.good == good
        stolen = old - used - rotten if robbed else 0
        made = sum(crop.units for crop in harvest.crops if crop.seat == seat and crop.good == good)
        books[good] = Book(old, used, rotten, stolen, made)
    return books


def spoilage(good: Good, rest: int) -> int:
    """What is lost of the rest: half of the Nahrung, a quarter of the Energie, minerals above 50."""
    if good == "food":
        return rest // 2
    return rest // 4 if good == "energy" else max(0, rest - KEPT_MINERALS)


def _wander(state: State, harvest: Harvest, at: int) -> list[Event]:
    event = harvest.event
    assert event is not None and event.plot is not None and event.to is not None
    lost = colony.wander(state, event)
    harvest.stage, harvest.began, harvest.until = "mountain", at, at + MOUNTAIN_MS
    moved: list[Event] = [MountainMoved(event.plot, event.to)]
    return moved if lost is None else [*moved, RanAway(None, lost)]


# --- the balance ---------------------------------------------------------------------------------


def _balance(state: State, harvest: Harvest, at: int) -> list[Event]:
    """Pay the bonuses, give the badges; then it waits for „Weiter“ (E-122 to E-132)."""
    made = [{good: books[good].made for good in GOODS} for books in harvest.books]
    harvest.first = _first_crystal(state, harvest)
    harvest.bonuses = bonuses(made, _goods_in_play(state), _owner(harvest, harvest.first))
    for settler, bonus in zip(state.settlers, harvest.bonuses, strict=True):
        settler.money += bonus.total
    harvest.refined = _refine(state, harvest)
    harvest.stage, harvest.began, harvest.until = "balance", at, None
    ask(state, humans(state))
    if not humans(state):
        harvest.until = at
    units = tuple(sum(goods.values()) for goods in made)
    return [Balance(tuple(harvest.bonuses), units, tuple(harvest.refined))]


def _goods_in_play(state: State) -> tuple[Good, ...]:
    return GOODS if state.options.level == "turnier" else GOODS[:3]


def bonuses(made: list[dict[Good, int]], goods: tuple[Good, ...], crystal: int | None) -> list[Bonus]:
    """By seat, from the units credited; ``crystal`` is the seat of the match's first Glimmer block."""
    sums = [sum(units.values()) for units in made]
    most = max(sums)
    return [
        Bonus(
            top=BONUS_TOP * total if total == most and total > 0 else 0,
            many=BONUS_MANY[1] if total >= BONUS_MANY[0] else 0,
            each=BONUS_EACH if all(units[good] > 0 for good in goods) else 0,
            crystal=BONUS_CRYSTAL if seat == crystal else 0,
        )
        for seat, (units, total) in enumerate(zip(made, sums, strict=True))
    ]


def _first_crystal(state: State, harvest: Harvest) -> str | None:
    """The plot of the very first Glimmer block of the match, if it appeared in this show (A-30)."""
    if state.crystal_found:
        return None
    for crop in harvest.crops:
        if crop.good == "crystal" and crop.units:
            state.crystal_found = True
            return crop.plot
    return None


def _owner(harvest: Harvest, plot_id: str | None) -> int | None:
    return next((crop.seat for crop in harvest.crops if crop.plot == plot_id), None)


def _refine(state: State, harvest: Harvest) -> list[str]:
    """Count what each plot has yielded; who reaches the mark gets a badge for good (A-27)."""
    if not state.options.refinement:
        return []
    one, every = refinement_marks(state.options.rounds)
    refined = []
    for crop in harvest.crops:
        made = state.plots[crop.plot].made
        made[crop.good] = made.get(crop.good, 0) + crop.units
    for plot_id in dict.fromkeys(crop.plot for crop in harvest.crops):
        plot = state.plots[plot_id]
        if not plot.badge and (max(plot.made.values()) >= one or sum(plot.made.values()) >= every):
            plot.badge = True
            refined.append(plot_id)
    return refined


def refinement_marks(rounds: int) -> tuple[int, int]:
    """Units of one good, or of all (E-129, E-130)."""
    return (REFINED_ONE, REFINED_ALL) if rounds == 12 else (REFINED_ONE // 2, REFINED_ALL // 2)
