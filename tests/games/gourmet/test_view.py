"""What a viewer sees; previews say what then happens."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings

from games.gourmet.actions import Action, Hold, Lapse, Mark, Reroll, Take
from games.gourmet.data import MENUS, Bonus, MenuId
from games.gourmet.events import Earned, Entered, Event
from games.gourmet.game import game
from games.gourmet.rules.card import total
from games.gourmet.state import State
from games.gourmet.view import Preview, card_of
from tests.games.gourmet.table import (
    Match,
    any_action,
    asked,
    at_seconds,
    at_tray,
    card,
    do,
    give,
    mark,
    matches,
    opening,
    scene,
    take,
)


def preview(state: State, action: Action, seat: int = 0) -> Preview:
    return next(option for option in game.observe(state, seat).options if option.action == action)


# --- what is seen ----------------------------------------------------------------------------


@pytest.mark.parametrize("menu", list(MENUS))
def test_at_the_pass_all_see_the_same(menu: MenuId) -> None:
    """G-003: cards, dice, points; only the choices are one's own."""
    state = opening(menu, 3, step_ms=30_000)
    public = game.observe(state, None)
    for seat in range(3):
        own = game.observe(state, seat)
        assert msgspec.structs.replace(own, own=None, decision=None, options=()) == public
    assert [option.action for option in game.observe(state, 0).options] == game.actions(state, 0)
    assert game.observe(state, 1).options == () and game.observe(state, 1).decision is None


def test_points_stand_on_each_card() -> None:
    """G-044, G-046: areas, Hauben, sum."""
    filled = card("chef", silber=(0, 1), gelb={0: 2}, blau=[7], gruen=[3, 3, 2, 6], rosa=[5], hauben=2)
    seen = game.observe(scene("chef", [6] * 6, filled), None).seats[0].card
    assert (seen.points, seen.hauben, seen.total) == ((3, 3, 2, -4, 5), 2, 9 - 8)
    again = card_of(seen)
    assert (again.areas, again.hauben) == (filled.areas, filled.hauben)


def test_who_is_at_the_pass_and_what_the_rolls_gave() -> None:
    """G-008, G-017, G-050"""
    state = scene("haus", [6, 6, 6, 6, 6, 2])
    take(state, "lila", "lila", 0)
    do(state, Lapse())
    seen = game.observe(state, None)
    assert (seen.active, seen.turn, seen.round, seen.rounds, seen.roll) == (0, 0, 6, 6, 3)
    assert seen.taken == ("lila", "") and not seen.last_turn


def test_the_bonus_that_the_pass_chooses_is_seen_by_all() -> None:
    """G-025: it is the only one who acts; nothing is hidden there."""
    state = scene("haus", [6, 3, 6, 6, 6, 6], card("haus", gelb=(1, 2)))
    take(state, "gelb", "gelb", 0)
    for viewer in (None, 0, 1):
        assert game.observe(state, viewer).bonus == Bonus("cross", ("blau",))


# --- previews --------------------------------------------------------------------------------


def test_a_preview_says_number_gain_boni_and_dice_lost() -> None:
    """G-010, G-042: a 5 on ×2 with white and yellow lower."""
    state = scene("haus", [4, 1, 6, 6, 5, 6], card("haus", orange=[1] * 3))
    one = preview(state, Take("orange", "orange", 3))
    assert (one.number, one.gain, one.boni, one.lost) == (10, 10, (), ("weiss", "gelb"))
    one = preview(state, Take("weiss", "orange", 3))
    assert (one.number, one.gain, one.lost) == (8, 8, ("gelb",))
    for action in (Lapse(), Hold(True)):
        assert preview(state, action) == Preview(action)


def test_a_preview_counts_the_whole_chain_and_its_hauben() -> None:
    """G-043, G-044: 1 in green's ninth, a 6 in purple, a 6 in orange, a Haube of the weakest area."""
    filled = card("haus", gruen=[5] * 8, lila=[1] * 9, orange=[1] * 7, gelb=(7, 11, 15), blau=(0, 1, 2))
    state = scene("haus", [6, 6, 6, 4, 6, 6], filled)
    one = preview(state, Take("gruen", "gruen", 8))
    assert one.boni == (Bonus("number", ("lila",), 6), Bonus("number", ("orange",), 6), Bonus("haube"))
    assert one.gain == 9 + 6 + 6 + 4


def test_a_preview_names_the_bonus_that_will_wait() -> None:
    """G-042: the choice of its field is the next step."""
    state = scene("haus", [4, 6, 4, 6, 6, 6], card("haus", blau=(3, 4, 5, 2, 10), gelb=(13, 14)))
    assert preview(state, Take("blau", "blau", 6)).boni == (Bonus("cross", ("gelb",)), Bonus("nach"))
    take(state, "blau", "blau", 6)
    one = preview(state, Mark("gelb", 15))
    assert (one.number, one.boni) == (6, (Bonus("haube"),))


def test_a_preview_of_a_choice_counts_what_waits_behind_it() -> None:
    """G-045: silver's row brings a field in yellow, its column then a Haube: 3 for the cross, 1 for the Haube."""
    filled = card(
        "chef",
        silber=(18, 19, 20, 22, 23, 3, 9, 15),
        gelb={0: 1, 1: 2},
        blau=[7],
        gruen=[3, 1],
        rosa=[6],
    )
    state = scene("chef", [6, 4, 6, 6, 6, 6], filled)
    take(state, "silber", "silber", 21)
    before = total(MENUS["chef"], state.seats[0].card)
    one = preview(state, Mark("gelb", 0))
    mark(state, "gelb", 0)
    assert state.seats[0].card.hauben == 1
    assert one.gain == total(MENUS["chef"], state.seats[0].card) - before == (8 - 3) + 2


def test_marks_of_circles_and_crosses() -> None:
    """G-080, G-093"""
    state = scene("chef", [6, 6, 2, 6, 6, 6], card("chef", gelb={0: 1}))
    assert (preview(state, Take("gelb", "gelb", 0)).mark, preview(state, Take("gelb", "gelb", 0)).gain) == (2, 3)
    assert (preview(state, Take("gelb", "gelb", 10)).mark, preview(state, Take("gelb", "gelb", 10)).gain) == (1, 0)
    give(state, Bonus("free", ("gelb",)))
    assert preview(state, Mark("gelb", 0)).mark == 2 and preview(state, Mark("gelb", 5)).mark == 1


def test_at_tray_and_nachschlag_nothing_is_lost() -> None:
    """G-021, G-038"""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), plates=["lila"])
    assert preview(state, Take("orange", "orange", 0), 1).lost == ()
    state = at_seconds("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), card("haus"), plates=["lila"])
    assert preview(state, Take("lila", "lila", 0), 0).lost == ()


@given(matches)
@settings(max_examples=25, deadline=None)
def test_previews_say_what_then_happens(match: Match) -> None:
    """G-042, G-043: number, mark, gain, boni and dice lost, in any match."""
    menu, seats, seed, chooser = match
    state, rng = opening(menu, seats, seed=seed, first=None), random.Random(chooser)
    while state.phase != "over":
        seat = rng.choice(sorted(asked(state)))
        seen = game.observe(state, seat)
        assert [option.action for option in seen.options] == game.actions(state, seat)
        action = any_action(state, seat, rng)
        option = next(option for option in seen.options if option.action == action)
        behind, before = state.seats[seat].waiting[1:], total(MENUS[menu], state.seats[seat].card)
        round_ = state.round
        events = game.apply(state, seat, action, 0)
        if isinstance(action, Take | Mark):
            first = next(event for event in events if isinstance(event, Entered) and event.seat == seat)
            assert (first.number, first.mark, first.lost) == (option.number, option.mark, option.lost)
            if state.round == round_:
                assert total(MENUS[menu], state.seats[seat].card) - before == option.gain
                _same(option.boni, behind, _brought(events, seat), state.seats[seat].waiting)
        elif not isinstance(action, Reroll) and state.round == round_:
            assert option == Preview(action) and total(MENUS[menu], state.seats[seat].card) == before


def _brought(events: list[Event], seat: int) -> list[Entered | Earned]:
    """What followed the entry: told at once, to the seat. The opening's bonus is told with it and isn't meant."""
    own = [e for e in events if isinstance(e, Entered | Earned) and e.seat == seat and e.to != "others"]
    return [e for e in own if not (isinstance(e, Earned) and e.round)][1:]


def _same(boni: tuple[Bonus, ...], behind: list[Bonus], told: list[Entered | Earned], waiting: list[Bonus]) -> None:
    """The boni of the preview came in this order; those that need a choice wait before what waited already."""
    for bonus, event in zip(boni, told, strict=False):
        if isinstance(event, Earned):
            assert event.bonus == bonus
        else:
            assert event.area in bonus.areas
    if len(told) < len(boni):
        assert waiting == [*boni[len(told) :], *behind]
    elif not behind:
        assert not waiting and len(told) == len(boni)
