"""Computer players: what each strength does in every phase, on scenes set by hand and in small matches.

The big statistics are those of ``python -m benchmarks.elum_bots`` (docs/performance.md).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct

from benchmarks import elum_bots
from games.elum import events as e
from games.elum.actions import Grab
from games.elum.bots import BOTS, drive, land, turns
from games.elum.bots.levels import STRENGTHS
from games.elum.bots.values import Mind
from games.elum.data import GOODS
from games.elum.game import game
from games.elum.options import Options
from games.elum.rules import acts
from games.elum.state import Lot, State, Trade, Turn
from games.elum.view import observe, observe_ladder
from games.kernel.contract import Level, SeatSpec, Setup
from games.kernel.dice import Dice
from games.kernel.simulate import match_seed
from tests.games.elum import scenes
from tests.games.elum.scenes import opening, own, scene, stock, to, until

LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
FIELDS = ("B2", "D2", "B4", "D4", "F2")
"""Steppe in scenes, not side by side."""


def mind(state: State, level: Level, seat: int = 0) -> Mind:
    return Mind(observe(state, seat), STRENGTHS[level], random.Random(1))


def bot_turn(state: State, seat: int = 0) -> list[e.Event]:
    """The turn of a computer, without an event, from its window to its end."""
    turn = scenes.turn(state, seat, begin=False)
    events: list[e.Event] = []
    while state.phase is turn and turn.stage in ("window", "run"):
        events += game.advance(state, game.wake_at(state) or 0)
    return events


def kinds(events: Sequence[e.Event], kind: type[Any]) -> int:
    return sum(isinstance(event, kind) for event in events)


# --- the development turn ------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "most"), [("easy", 2), ("normal", 3), ("hard", 3)])
def test_it_builds_up_to_three_elums_and_goes_to_the_pub(level: Level, most: int) -> None:
    """E-201, E-203: with money, room and time; leicht builds two."""
    state = scene(bots=[0], bot=level)
    own(state, 0, "H1", "H3", "H5", "E1", *FIELDS)
    state.settlers[0].money = 5_000
    state.store.prices["ore"] = 100
    stock(state, 0, food=5, energy=9)
    events = bot_turn(state)
    assert kinds(events, e.Placed) == most
    assert kinds(events, e.PubWon) == 1
    assert kinds(events, e.RanAway) == 0
    assert isinstance(state.phase, Turn) and state.phase.winnings


def test_it_stays_out_of_the_pub_without_time() -> None:
    """E-203: less than 1.4 s of its own time are left."""
    state = scene(bots=[0])
    stock(state, 0)
    turn = scenes.turn(state, 0, begin=False)
    game.advance(state, turn.until)
    turn.total = 1_300
    turn.until = turn.began + 10_000
    _at, events = until(state, e.TurnOver)
    assert kinds(events, e.PubWon) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_its_turn_is_shown_in_six_to_ten_seconds(level: Level) -> None:
    """E-103: with nothing to do and with as much as it can."""
    for busy in (False, True):
        state = scene(bots=[0], bot=level, level="turnier")
        if busy:
            own(state, 0, "A1", "A5", "I1", "I5", "A3", "I3")
            state.settlers[0].money = 5_000
        stock(state, 0, food=5, energy=9)
        bot_turn(state)
        assert isinstance(state.phase, Turn)
        assert 6_000 <= state.phase.until - state.phase.opened <= 10_000
        assert state.phase.total == state.phase.full == 47_500  # a person's clock
        assert busy == (turns.time_left(observe(state, 0), _view(state)) < 44_000)


def _view(state: State) -> Any:
    return observe(state, 0).phase


def test_a_hungry_computer_has_as_little_time_as_a_person() -> None:
    """E-103"""
    state = scene(bots=[0])
    own(state, 0, *FIELDS)
    stock(state, 0, energy=5)
    events = bot_turn(state)
    assert isinstance(state.phase, Turn)
    assert state.phase.total == 4_750
    assert kinds(events, e.Placed) <= 1


def swaps(level: Level, round_: int) -> list[e.Event]:
    """The turn of a settler with a Nahrung ELUM in the mountains, in a colony with plenty of Nahrung."""
    state = scene(bots=[0], bot=level, round_=round_)
    scenes.ground(state, "C3", "mountain", peaks=1)
    own(state, 0, "C3", elums=["food"])
    own(state, 0, "D3", elums=["energy"])
    own(state, 1, "A1", "A5", elums=["energy"])
    for seat in range(4):
        own(state, seat, f"E{'1245'[seat]}", elums=["food"])
        stock(state, seat, food=20, energy=6)
    state.settlers[0].money = 2_000
    return bot_turn(state)


def last_swap(level: Level) -> int:
    """The last round in which it outfits the ELUM for Erz; 0: never."""
    return max((round_ for round_ in range(1, 13) if kinds(swaps(level, round_), e.Fetched)), default=0)


def test_who_outfits_anew_and_when() -> None:
    """E-009, E-013, E-016: leicht never; stark still does when normal no longer thinks that it clearly pays."""
    assert last_swap("easy") == 0
    assert 5 <= last_swap("normal") < last_swap("hard")
    placed = [event for event in swaps("normal", 5) if isinstance(event, e.Placed)]
    assert [(event.plot, event.good) for event in placed] == [("C3", "ore")]


def test_how_often_it_assays() -> None:
    """E-008, E-015, E-202: rarely, now and then, often; only in Turnier."""
    looks: dict[Level, int] = {}
    for level in LEVELS:
        looks[level] = 0
        for round_ in range(1, 13):
            state = scene(bots=[0], bot=level, level="turnier", round_=round_)
            own(state, 0, *FIELDS, elums=["energy"])
            state.store.elums, state.settlers[0].money = 0, 0
            stock(state, 0, food=5, energy=5)
            looks[level] += kinds(bot_turn(state), e.Assayed)
    assert 1 <= looks["easy"] <= 12 < looks["normal"] <= 27 < looks["hard"] <= 54
    state = scene(bots=[0], bot="hard")
    own(state, 0, *FIELDS, elums=["energy"])
    assert kinds(bot_turn(state), e.Assayed) == 0


def deposit_scene(deposit: int, *, known: bool) -> State:
    state = scene(level="turnier", bots=[0], bot="hard")
    own(state, 0, "B2")
    own(state, 1, "E1", "E2", "E4", elums=["food"])
    own(state, 1, "D4", "D2", elums=["energy"])
    scenes.ground(state, "B2", "plain", deposit=deposit)
    state.plots["B2"].known = [0] if known else []
    for seat in range(4):
        stock(state, seat, food=20, energy=8)
    return state


def test_it_mines_the_glimmer_that_it_found_and_knows_nothing_of_what_is_hidden() -> None:
    """E-015, E-202"""
    best = [max(mind(deposit_scene(deposit, known=True), "hard").outfits("B2"))[1] for deposit in (0, 4)]
    assert best[0] != "crystal" and best[1] == "crystal"
    hidden = {tuple(mind(deposit_scene(deposit, known=False), "hard").outfits("B2")) for deposit in range(5)}
    assert len(hidden) == 1


def test_it_makes_what_will_be_dear() -> None:
    """E-200: by the store's own formula on what the coming harvests leave; the first ELUM for it saves the colony."""
    state = scene(bots=[0, 1, 2, 3], round_=6)
    own(state, 0, "B2", "E1")
    for seat in range(4):
        own(state, seat, f"{'BDFG'[seat]}4", elums=["energy"])
        own(state, seat, f"{'BDFG'[seat]}5", elums=["food"])
        stock(state, seat, food=0, energy=9)
    state.store.goods = dict.fromkeys(GOODS, 0)
    for level in LEVELS[1:]:
        hungry = mind(state, level)
        assert hungry.forecast("food") > state.store.prices["food"]
        assert max(hungry.outfits("E1"))[1] == "food"
    for seat in range(4):
        stock(state, seat, food=40, energy=9)
    full = mind(state, "hard")
    assert full.forecast("food") < hungry.forecast("food")
    assert max(full.gain("E1", "food"), 0) < hungry.gain("E1", "food")
    for plot in state.plots.values():
        plot.elums = [good for good in plot.elums if good != "food"]
    assert max(mind(state, "normal").outfits("E1"))[1] == "food"


def test_the_wampus_is_caught_at_the_share_of_the_level() -> None:
    """E-081, E-082 for computers: never, in 15 and in 30 of 100 turns; once a turn, with empty hands."""
    for level, low, high in (("easy", 0, 0), ("normal", 25, 65), ("hard", 70, 120)):
        state = opening(bots=[0], bot=level)  # type: ignore[arg-type]
        caught = 0
        for round_ in range(1, 301):
            state.round = round_
            caught += drive.wampus_at(state, 0) is not None
        assert low <= caught <= high
    total = 0
    for chance in range(1, 13):
        state = scene(bots=[0], bot="hard", seed=bytes([chance] * 32))
        own(state, 0, *FIELDS)
        stock(state, 0, food=5, energy=9)
        events = bot_turn(state)
        total += kinds(events, e.WampusCaught)
        assert kinds(events, e.WampusCaught) == (drive.wampus_at(state, 0) is not None) <= 1
    assert 1 <= total <= 9


def test_the_colony_keeps_two_elums_for_what_everybody_needs() -> None:
    """E-200, E-201: whoever comes first builds what hardly anybody makes; the last ones aren't outfitted anew."""
    for level in LEVELS:
        for good in ("food", "energy"):
            state = scene(bots=[0], bot=level)
            own(state, 0, "B2")
            own(state, 1, *FIELDS[1:3], elums=["energy" if good == "food" else "food"])
            for seat in range(4):
                stock(state, seat, food=5, energy=5)
            placed = [event.good for event in bot_turn(state) if isinstance(event, e.Placed)]
            assert placed == [good]
    state = scene(bots=[0], bot="hard")
    scenes.ground(state, "C3", "mountain", peaks=3)
    own(state, 0, "C3", elums=["food"])
    own(state, 1, *FIELDS[:2], elums=["energy"])
    state.store.prices["ore"], state.store.elums = 200, 0
    stock(state, 0, food=5, energy=5)
    assert kinds(bot_turn(state), e.Fetched) == 0


def test_it_plays_as_robotron() -> None:
    """E-199"""
    assert [settler.people for settler in opening(bots=[1, 3]).settlers][1::2] == ["robotron", "robotron"]


# --- land ----------------------------------------------------------------------------------------


def test_which_land_it_grabs() -> None:
    """E-012, E-200: normal one within its noise of the best, stark the best, leicht any of eight good ones."""
    state = scene(bots=[0], bot="easy")
    scenes.grant(state)
    ahead = [action.plot for action in acts.possible(state, 0) if isinstance(action, Grab)]
    values = {plot: mind(state, "hard").plot_value(plot) for plot in ahead}
    best = max(values.values())
    for level in LEVELS:
        state.settlers[0].level = level
        wanted = set()
        for round_ in range(1, 11):
            state.round = 1
            state.dice.seed = bytes([round_] * 32)
            wanted.add(drive.at_grant(state, 0, ahead))
        if level == "easy":
            assert 3 <= len(wanted) <= 10
        elif level == "normal":
            assert all(values[plot] > 0.7 * best for plot in wanted)
        else:
            assert {values[plot] for plot in wanted} == {best}


def limits(state: State, plot: str = "B2") -> dict[Level, int]:
    return {level: land.limit(mind(state, level), plot) for level in LEVELS}


def test_how_high_it_bids() -> None:
    """E-010, E-204: by the value and the rounds left, never beyond its money; leicht cautiously."""
    state = scene(round_=3)
    state.settlers[0].money = 9_000
    early = limits(state)
    assert early["easy"] < early["normal"] < early["hard"]
    for level in LEVELS:
        assert early[level] <= mind(state, level).plot_value("B2")
    state.round = 11
    late = limits(state)
    assert all(late[level] <= early[level] for level in LEVELS)
    assert late["easy"] < 400
    state.settlers[0].money = 1_000
    assert limits(state)["hard"] <= 600  # 60 % of its cash
    state.settlers[0].money = 150
    assert limits(state)["normal"] <= 0  # the ELUMs that its fields want come first


@pytest.mark.parametrize("level", LEVELS)
def test_who_overbids_by_one_finds_its_limit(level: Level) -> None:
    """E-204: a person who only drives the price up pays for it; and computers climb in few strides."""
    state = scene(bots=[1, 2, 3], bot=level, round_=4)
    for seat in range(4):
        state.settlers[seat].money = 5_000
    at = scenes.auction(state, Lot("B2", None))
    most = max(land.limit(Mind(observe(state, seat), STRENGTHS[level], _rng(state, seat)), "B2") for seat in (1, 2, 3))
    to(state, 0, 160 + 300 * 10, at)
    steps: list[e.Event] = []
    while not kinds(steps, e.LotSold):
        steps += game.advance(state, game.wake_at(state) or 0)
    sold = [event for event in steps if isinstance(event, e.LotSold)]
    assert sold[0].winner == 0
    assert all((event.price or 0) <= most for event in steps if isinstance(event, e.Stepped))
    assert kinds(steps, e.Stepped) <= 24


def _rng(state: State, seat: int) -> random.Random:
    return drive._rng(state, drive._ladder_label(state, seat), state.round)


# --- matches -------------------------------------------------------------------------------------


class Played(Struct):
    """A whole match of computers, and what its ladders showed."""

    tally: elum_bots.Tally
    state: State


@pytest.fixture(scope="module")
def played() -> Played:
    tally = elum_bots.Tally()
    state = elum_bots.watch(tally, Options(), [LEVELS[1]] * 4, match_seed("elum", 7, 0))
    return Played(tally, state)


def test_four_normal_ones_build_a_colony_that_lives(played: Played) -> None:
    """E-173, E-175, E-201, E-203: twelve rounds, no collapse, trade among themselves, few strides, no lost ELUM."""
    tally = played.tally
    assert tally.collapsed == [] and played.state.round == 12
    assert 40_000 <= tally.worth[0] <= 95_000
    assert tally.counts["could"] >= 8
    assert tally.counts["did"] >= tally.counts["could"] / 2
    assert sum(tally.steps_goods) / len(tally.steps_goods) <= 10
    assert tally.counts["RanAway/normal"] == 0
    assert tally.counts["PubWon/normal"] >= 40
    assert all(6_000 <= ms <= 10_000 for ms in tally.turn_ms)


def test_the_benchmark_says_it_all() -> None:
    """A stronger pair is ahead; the summary has what the docs quote."""
    found = elum_bots.measure(Options(rounds=6), ("hard", "hard", "easy", "easy"), 2, 3)
    assert found["score_mean"]["hard"] > found["score_mean"]["easy"]
    assert found["collapsed_in_round"] == []
    assert {"trade_share", "worth_sum_mean", "turn_ms", "cpu_s_a_match"} <= set(found)


@pytest.mark.parametrize(("seats", "options"), [(2, Options(rounds=6)), (3, Options(rounds=6, level="einsteiger"))])
def test_small_tables_and_other_levels_live_too(seats: int, options: Options) -> None:
    """E-201"""
    tally = elum_bots.Tally()
    elum_bots.watch(tally, options, [LEVELS[1]] * seats, match_seed("elum", 5, 1))
    assert tally.collapsed == []


def test_the_map_is_not_needed_to_trade() -> None:
    """What a computer decides on a ladder from the lean view, it decides from the whole one as well."""
    specs = tuple(SeatSpec(level) for level in (*LEVELS, LEVELS[1]))
    state = game.new(Options(rounds=6, level="turnier"), Setup(), specs, Dice(match_seed("elum", 7, 1)))
    compared = 0
    while state.round < 4:
        game.advance(state, game.wake_at(state) or 0)
        phase = state.phase
        if not isinstance(phase, Trade) or phase.stage not in ("sides", "ladder") or state.now % 3:
            continue
        for seat, settler in enumerate(state.settlers):
            assert settler.level is not None
            lean, whole = observe_ladder(state, seat, None), observe(state, seat)
            assert not lean.plots and whole.plots
            chosen = [BOTS[settler.level].decide(seen, drive.LADDER, random.Random(3)) for seen in (lean, whole)]
            assert chosen[0] == chosen[1]
            compared += 1
    assert compared > 100
