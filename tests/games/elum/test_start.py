"""Seats, levels, peoples, map, ranking: what a match begins with."""

from __future__ import annotations

from collections import Counter

import pytest

from games.elum.data import (
    CHOSEN,
    COLUMNS,
    OUTFITS,
    PEOPLES,
    PLOT_IDS,
    ROWS,
    TOWN,
    Good,
    Kind,
    Tier,
)
from games.elum.game import game
from games.elum.options import Options
from games.elum.rules.base import food_need, quarter
from games.elum.rules.maps import allowed, base_yield, distance, peak_sites, plot_name, way
from games.elum.scoring import all_worth
from games.elum.state import Landing, Over, State
from games.kernel.contract import Presence, SeatSpec, Setup
from games.kernel.dice import Dice
from tests.games.elum.scenes import SEED, opening, own, scene, stock


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_settlers(seats: int) -> None:
    """E-001"""
    state = opening(seats)
    assert len(state.settlers) == len(state.rank) == seats and isinstance(state.phase, Landing)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_no_other_number(seats: int) -> None:
    """E-001"""
    with pytest.raises(ValueError, match="2 to 4"):
        game.new(Options(), Setup(), (SeatSpec(),) * seats, Dice(SEED))
    assert (game.info.seats_min, game.info.seats_max) == (2, 4)


@pytest.mark.parametrize("rounds", [6, 12])
def test_a_match_has_12_rounds_or_6(rounds: int) -> None:
    """E-002, E-111: played to the end by computers; each round but the last has one colony event."""
    state = opening(4, rounds=rounds, tempo="schnell", bots=range(4))
    events = game.advance(state, 10**9)
    assert isinstance(state.phase, Over) and not state.phase.collapsed
    told = Counter(type(event).__name__ for event in events)
    assert told["RoundBegun"] == rounds == state.round
    assert told["ColonyStruck"] == rounds - 1 == sum(state.colony.values())


def test_nothing_but_12_or_6_rounds() -> None:
    """E-002: 12 unless 6 is chosen."""
    field = next(field for field in game.info.options if field.key == "rounds")
    assert [choice.value for choice in field.choices] == ["12", "6"] and field.default == "12"
    assert game.decode_options({}) == Options(12, "standard", "normal", True)


# --- levels (E-017 to E-023) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "food", "energy", "store"), [("einsteiger", 8, 4, 16), ("standard", 4, 2, 8), ("turnier", 4, 2, 8)]
)
def test_stocks_and_prices_at_the_start(level: Tier, food: int, energy: int, store: int) -> None:
    """E-017, E-021, E-022"""
    state = opening(level=level)
    for settler in state.settlers:
        assert settler.goods == {"food": food, "energy": energy, "ore": 0, "crystal": 0}
    assert state.store.goods == {"food": store, "energy": store, "ore": 0, "crystal": 0}
    assert state.store.prices == {"food": 30, "energy": 25, "ore": 50, "crystal": 100}
    assert state.store.elum_price == 100
    assert state.store.elums == (None if level == "einsteiger" else 14)


@pytest.mark.parametrize(("level", "money"), [("einsteiger", 1000), ("standard", 1000), ("turnier", 1200)])
def test_a_robotron_starts_with_1200_in_turnier(level: Tier, money: int) -> None:
    """E-023; a human with the same level does not."""
    state = opening(2, level=level, bots=(1,))
    assert [settler.people for settler in state.settlers] == ["kugler", "robotron"]
    assert [settler.money for settler in state.settlers] == [1000, money]


@pytest.mark.parametrize("level", ["einsteiger", "standard", "turnier"])
def test_deposits_of_glimmer_are_in_turnier_only(level: Tier) -> None:
    """E-022, E-032"""
    state = opening(level=level)
    assert any(plot.deposit for plot in state.plots.values()) == (level == "turnier")


# --- peoples -------------------------------------------------------------------------------------


def test_what_the_peoples_start_with() -> None:
    """E-194, E-196, E-197"""
    expected = dict.fromkeys(("kugler", "stampfer", "krabbler", "schnauzer", "langbein"), 1000)
    for people, money in {**expected, "fluegler": 1600, "siedler": 600}.items():
        state = opening(2, picks=(people, "kugler" if people != "kugler" else "siedler"))
        assert (state.settlers[0].people, state.settlers[0].money) == (people, money)
    assert set(CHOSEN) == {*expected, "fluegler", "siedler"} and len(PEOPLES) == 8


@pytest.mark.parametrize(
    ("people", "einsteiger", "other"),
    [
        ("fluegler", 75_000, 61_000),
        ("kugler", 61_000, 47_500),
        ("langbein", 61_000, 47_500),
        ("siedler", 47_500, 34_000),
    ],
)
def test_turn_time_of_the_peoples(people: str, einsteiger: int, other: int) -> None:
    """E-195, E-198, A-5: on all levels."""
    assert PEOPLES[people].turn_ms == {"einsteiger": einsteiger, "standard": other, "turnier": other}


def test_the_marks_of_two_peoples() -> None:
    """E-195, E-198"""
    assert game.info.seat_field is not None
    notes = {choice.value: choice.note.msgid for choice in game.info.seat_field.choices if choice.note is not None}
    assert "Einsteiger" in notes["fluegler"] and "schwer" in notes["siedler"]


def test_nobody_takes_a_people_twice_and_robotron_is_the_computers() -> None:
    """A-38"""
    for picks in (("kugler", "kugler"), ("robotron", "kugler"), ("x", "kugler")):
        with pytest.raises(ValueError, match="people"):
            opening(2, picks=picks)
    drawn = opening(4, picks=("", "kugler", "", ""))
    peoples = [settler.people for settler in drawn.settlers]
    assert len(set(peoples)) == 4 and peoples[1] == "kugler" and "robotron" not in peoples


# --- the map (E-038) -----------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(40))
def test_a_map(number: int) -> None:
    """E-038: town, four river plots, two mountains a row left and right, four peaks a row as 2+2, 1+3 or 3+1."""
    state = opening(level="turnier", seed=bytes([number]) * 32)
    plots = state.plots
    assert tuple(plots) == PLOT_IDS and len(plots) == 45
    assert [p for p, plot in plots.items() if plot.kind == "town"] == [TOWN] == ["E3"]
    assert [p for p, plot in plots.items() if plot.kind == "river"] == ["E1", "E2", "E4", "E5"]
    for row in ROWS:
        mountains = [p for p in plots if p[1] == row and plots[p].kind == "mountain"]
        assert len(mountains) == 2 and mountains[0][0] in COLUMNS[:4] and mountains[1][0] in COLUMNS[5:]
        peaks = [plots[p].peaks for p in mountains]
        assert sum(peaks) == 4 and set(peaks) <= {1, 2, 3}
    assert len(peak_sites(plots)) == 20
    assert all(plot.owner is None and not plot.elums for plot in plots.values())
    centres = [p for p in plots if plots[p].deposit == 3]
    assert 1 <= len(centres) <= 4
    for plot_id, plot in plots.items():
        assert plot.deposit == max(0, 3 - min(distance(plot_id, centre) for centre in centres))


def test_maps_differ() -> None:
    """E-038: drawn, not the same each time; all three ways to share four peaks come."""
    shares = Counter(
        tuple(plot.peaks for plot in opening(seed=bytes([n]) * 32).plots.values() if plot.kind == "mountain")[:2]
        for n in range(60)
    )
    assert set(shares) == {(2, 2), (1, 3), (3, 1)}


@pytest.mark.parametrize(
    ("kind", "peaks", "expected"),
    [
        ("plain", 0, (2, 3, 1, 2)),
        ("river", 0, (4, 2, None, None)),
        ("mountain", 1, (1, 1, 2, 2)),
        ("mountain", 2, (1, 1, 3, 2)),
        ("mountain", 3, (1, 1, 4, 2)),
        ("town", 0, (None, None, None, None)),
    ],
)
def test_base_yields(kind: Kind, peaks: int, expected: tuple[int | None, ...]) -> None:
    """E-038, E-049, E-104: Nahrung, Energie, Erz, Glimmer (its deposit here is 2)."""
    goods: tuple[Good, ...] = ("food", "energy", "ore", "crystal")
    assert tuple(base_yield(kind, peaks, 2, good) for good in goods) == expected
    assert allowed(kind) == tuple(good for good, units in zip(goods, expected, strict=True) if units is not None)


def test_each_ground_is_best_for_its_good() -> None:
    """E-049"""

    def most(good: Good) -> str:
        kinds: tuple[tuple[Kind, int], ...] = (("plain", 0), ("river", 0), ("mountain", 1))
        return max(kinds, key=lambda pair: base_yield(pair[0], pair[1], 0, good) or 0)[0]

    assert (most("food"), most("energy"), most("ore")) == ("river", "plain", "mountain")


@pytest.mark.parametrize(
    ("plot", "kind", "name"),
    [
        ("B2", "mountain", "Bergfeld im Nordwesten"),
        ("E2", "river", "Flussfeld nördlich der Stadt"),
        ("E4", "river", "Flussfeld südlich der Stadt"),
        ("E1", "river", "Flussfeld am Nordrand"),
        ("E5", "river", "Flussfeld am Südrand"),
        ("I3", "plain", "Steppenfeld am Ostrand"),
        ("A4", "plain", "Steppenfeld am Westrand"),
        ("A1", "plain", "Steppenfeld in der Nordwestecke"),
        ("I5", "mountain", "Bergfeld in der Südostecke"),
        ("C3", "plain", "Steppenfeld westlich der Stadt"),
        ("G3", "plain", "Steppenfeld östlich der Stadt"),
        ("G4", "plain", "Steppenfeld im Südosten"),
    ],
)
def test_names_of_fields(plot: str, kind: Kind, name: str) -> None:
    """E-050"""
    words = plot_name(kind, plot)
    parts = {key: getattr(value, "msgid", value) for key, value in words.values.items()}
    assert words.msgid.format(**parts) == name


def test_walking_times() -> None:
    """Half a second to leave the town, then by the ground of each plot entered, by the cheapest path."""
    state = scene()
    assert way(state.plots, "D3") == (850, ("D3",))
    assert way(state.plots, "E2") == (1000, ("E2",))
    assert way(state.plots, "E1")[0] == 500 + 2 * 500
    assert way(state.plots, "A3")[0] == 500 + 4 * 350
    state.plots["D3"].kind, state.plots["D3"].peaks = "mountain", 1
    assert way(state.plots, "D3")[0] == 500 + 700
    assert way(state.plots, "C3")[0] == 500 + 700 + 350
    state.plots["C3"].kind, state.plots["C3"].peaks = "mountain", 3
    assert way(state.plots, "B3")[0] == 500 + min(700 + 700 + 350, 500 + 350 * 4)
    longest = max(way(opening(seed=bytes([n]) * 32).plots, plot)[0] for n in range(20) for plot in PLOT_IDS)
    assert longest <= 3_300


# --- ranking, quarters, needs --------------------------------------------------------------------


def ranking(state: State) -> list[int]:
    game.advance(state, 8_000)
    return state.rank


def test_the_ranking_of_round_1_is_by_starting_worth() -> None:
    """E-039, A-9: so a Flügler is first in round 1, a Siedler last."""
    assert ranking(opening(3, picks=("siedler", "fluegler", "kugler"))) == [1, 2, 0]


def test_equal_worth_ranks_by_an_order_drawn_once() -> None:
    """E-039"""
    orders = {tuple(opening(seed=bytes([n]) * 32).rank) for n in range(80)}
    assert len(orders) >= 18
    for number in range(5):
        state = opening(seed=bytes([number]) * 32)
        assert ranking(state) == sorted(range(4), key=lambda seat: state.settlers[seat].tie)


def test_worth_has_four_parts() -> None:
    """E-003, E-205: money, land, machines and stocks; an ELUM in hand doesn't count."""
    state = scene()
    own(state, 0, "A1")
    own(state, 0, "B1", elums=("ore",))
    own(state, 0, "C1", elums=("food", "crystal"))
    state.store.prices = {"food": 31, "energy": 27, "ore": 53, "crystal": 101}
    stock(state, 0, food=2, energy=3, ore=5, crystal=7)
    state.settlers[0].money = 1234
    land = 3 * 500 + (75 + 35) + (25 + 35) + (100 + 35)
    goods = 2 * 31 + 3 * 27 + 5 * 53 + 7 * 101
    assert all_worth(state)[0] == (1234, land, goods, 1234 + land + goods)
    assert OUTFITS == {"food": 25, "energy": 50, "ore": 75, "crystal": 100}


@pytest.mark.parametrize(("rounds", "expected"), [(12, [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]), (6, [1, 1, 2, 3, 3, 4])])
def test_quarters(rounds: int, expected: list[int]) -> None:
    """A-1"""
    assert [quarter(round_, rounds) for round_ in range(1, rounds + 1)] == expected


def test_the_need_of_food() -> None:
    """E-084, A-2: the same rounds in a match of six."""
    assert [food_need(round_) for round_ in range(1, 13)] == [3] * 4 + [4] * 4 + [5] * 4


def test_leaving_keeps_the_people() -> None:
    """E-222: a computer takes the seat, money and people stay."""
    state = opening(2, picks=("fluegler", "kugler"))
    game.presence(state, 0, Presence("bot", "normal"), 10)
    assert (state.settlers[0].people, state.settlers[0].money, state.settlers[0].level) == ("fluegler", 1600, "normal")
