"""The tracks of actions: unlocking, using, the Haube at the end."""

from __future__ import annotations

import pytest

from games.gourmet.actions import Reroll
from games.gourmet.data import Bonus
from games.gourmet.game import game
from tests.games.gourmet import sheet
from tests.games.gourmet.table import card, do, give, legal, scene, story

ACTIONS = ("neu", "nach", "kueche")


@pytest.mark.parametrize("index", range(3))
def test_a_full_track_gives_a_haube_once(index: int) -> None:
    """G-090, G-091, G-102: with its last place, not before, and not again beyond it."""
    action = ACTIONS[index]
    places = sheet.TRACKS["chef"][action]
    state = scene("chef", [6] * 6)
    for number in range(1, places + 3):
        told = story(give(state, Bonus(action)))  # type: ignore[arg-type]
        assert told == [action, f"haube:{action}"] if number == places else told == [action]
    assert state.seats[0].card.hauben == 1
    assert state.seats[0].card.left(index) == places + 2, "those beyond the end can be used"


def test_used_or_not_does_not_matter() -> None:
    """G-091: what counts is what was unlocked."""
    state = scene("chef", [6] * 6, card("chef", neu=5))
    for _ in range(5):
        do(state, Reroll())
    assert Reroll() not in legal(state)
    assert story(give(state, Bonus("neu"))) == ["neu", "haube:neu"]
    assert Reroll() in legal(state)


def test_all_three_bring_one_each() -> None:
    """G-044, G-091: with the five printed ones eight."""
    state = scene("chef", [6] * 6, card("chef", neu=5, nach=5, kueche=4, hauben=5))
    give(state, Bonus("neu"), Bonus("nach"), Bonus("kueche"))
    assert state.seats[0].card.hauben == 8


def test_the_hausmenue_has_no_haube_for_a_track() -> None:
    """G-071: neither with the seventh nor beyond."""
    state = scene("haus", [6] * 6, card("haus", neu=6, nach=6))
    give(state, *[Bonus("neu"), Bonus("nach")] * 3)
    assert state.seats[0].card.hauben == 0 and state.seats[0].card.earned == [9, 9, 0]


def test_actions_show_on_the_card() -> None:
    """G-036, G-090: unlocked and used, for all to see."""
    state = scene("chef", [6] * 6, card("chef", neu=2, nach=1, kueche=1))
    do(state, Reroll())
    for viewer in (None, 0, 1):
        seen = game.observe(state, viewer).seats[0].card
        assert (seen.earned, seen.used) == ((2, 1, 1), (1, 0, 0))
