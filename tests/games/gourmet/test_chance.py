"""What a die shows follows from round, seat, roll, number of the Neu anrichten and die, and from nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from games.gourmet.actions import Fetch, Reroll
from games.gourmet.data import DieId, MenuId
from games.gourmet.events import Event, Rolled
from games.kernel.dice import draw
from tests.games.gourmet.table import Match, card, choosers, do, menus, opening, play, rolled, scene, take

Shown: TypeAlias = "dict[tuple[int, int, int, int, str], int]"
seeds = st.binary(min_size=32, max_size=32)


def shown(events: Iterable[Event]) -> Shown:
    """Pips by round, seat, roll, Neu anrichten and die."""
    return {
        (event.round, event.seat, event.roll, event.again, die): value
        for event in events
        if isinstance(event, Rolled)
        for die, value in event.values.items()
    }


def of(match: Match) -> Shown:
    return shown(event for _state, _seat, _action, events in play(match) for event in events)


@given(menus, menus, st.integers(2, 4), st.integers(2, 4), seeds, choosers, choosers)
@settings(max_examples=40, deadline=None)
def test_two_ways_of_playing_one_seed(
    menu: MenuId, other: MenuId, seats: int, more: int, seed: bytes, first: int, second: int
) -> None:
    """G-007, G-012, G-030, G-035: the same roll shows the same pips, whatever was chosen, on whichever menu."""
    one, two = of((menu, seats, seed, first)), of((other, more, seed, second))
    common = one.keys() & two.keys()
    assert len(common) >= 4 * 2 * 4, "four rounds, two seats, the first roll of four dice"
    assert {key: one[key] for key in common} == {key: two[key] for key in common}
    for (round_, seat, roll, again, die), value in one.items():
        assert value == 1 + draw(seed, f"roll/{round_}/{seat}/{roll}/{again}/{die}", 0, 6)


def test_a_die_fetched_back_moves_no_other() -> None:
    """G-035: the others show what they would have shown without it."""
    without = scene("chef", [1, 6, 6, 6, 6, 4])
    expected = rolled(take(without, "rosa", "rosa", 0)).values
    state = scene("chef", [1, 6, 6, 6, 6, 4], card("chef", kueche=1))
    take(state, "rosa", "rosa", 0)
    thrown = rolled(do(state, Fetch("weiss"))).values
    assert {die: value for die, value in thrown.items() if die != "weiss"} == expected


def test_neu_anrichten_throws_anew() -> None:
    """G-030: other pips than before, as a rule."""
    different = 0
    for number in range(50):
        state = opening(seed=number.to_bytes(32, "big"))
        before = {die.id: die.value for die in state.pool}
        different += rolled_again(do(state, Reroll())) != before
    assert different >= 49


def rolled_again(events: list[Event]) -> dict[DieId, int]:
    return next(event.values for event in events if isinstance(event, Rolled) and event.again)


def test_all_pips_come_equally_often() -> None:
    """G-007"""
    counted: Counter[int] = Counter()
    for number in range(600):
        counted.update(die.value for die in opening(seed=number.to_bytes(32, "big")).pool)
    assert set(counted) == {1, 2, 3, 4, 5, 6}
    assert all(500 < count < 700 for count in counted.values())
