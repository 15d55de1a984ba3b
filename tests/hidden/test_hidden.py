"""What a seat or a spectator receives doesn't change when only facts hidden from it do.

Over the real path: pages, socket, refusals, Rat, Chronik and every update, byte for byte, in two matches that differ
in nothing but the dice to come, the hands and the stacks. Every installed game comes under it, whatever it hides
(``Game.redeal``); a game made for this hides hands, and each leak made by intention is noticed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from games import registry
from games.kernel.conformance import LAWS, Violation
from games.kernel.contract import Game, Rejection, Viewer
from games.kernel.randomplay import cases
from games.kernel.texts import text
from tables.host import screen
from tests.hidden.cards import Action, Cards, Event, State
from tests.hidden.conftest import Shelf
from tests.hidden.scene import scene
from tests.hidden.stage import Stage, World

EXAMPLES = int(os.environ.get("HIDDEN_EXAMPLES", "3"))
LEAK_EXAMPLES = 40
"""So many scenes at most until a leak is noticed; the first ones do mostly."""


def differs(slug: str, seed: int, people: list[Player], world: World, *, pages: int = 99) -> str:
    """What the viewer of that scene can tell the two matches apart by; empty if by nothing."""
    game = registry.get(slug)
    found = scene(game, random.Random(seed))
    played = Stage(game, found, people, world)
    played.pages = played.pages[:pages]
    one, other = played.play(found.state), played.play(found.other)
    assert len(one) > len(found.moves) + len(played.pages), "hardly anything was received"
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            at = next((i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), -1)
            around = slice(max(0, at - 80), at + 80)
            return f"message {number} of seat {found.viewer}:\n{mine[around]}\n{theirs[around]}"
    return "" if len(one) == len(other) else f"{len(one)} messages, and {len(other)}"


@pytest.mark.parametrize("slug", [*registry.slugs(), "cards"])
def test_nobody_can_tell_two_matches_apart_that_differ_in_hidden_facts(
    slug: str, shelf: Shelf, world: World, people: list[Player]
) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(seed=st.integers(0, 2**32))
    def holds(seed: int) -> None:
        assert differs(slug, seed, people, world) == ""

    holds()


def test_scenes_compare_something() -> None:
    """Else nothing would be proved: many scenes go on for some moves, and refuse some."""
    for slug in [*registry.slugs(), "cards"]:
        game = Cards() if slug == "cards" else registry.get(slug)
        found = [scene(game, random.Random(seed)) for seed in range(60)]
        assert all(game.encode_state(one.state) != game.encode_state(one.other) for one in found)
        assert sum(len(one.moves) for one in found) >= 60
        assert sum(len(one.refused) for one in found) >= 30
        assert {None, 0, 1} <= {one.viewer for one in found}
        assert {one.humans == 1 for one in found} == {True, False}


# --- leaks by intention ------------------------------------------------------------------------------


class TellsInTheObservation(Cards):
    def words(self, state: State, viewer: Viewer) -> str:
        return f"Die anderen haben {[sum(hand) for seat, hand in enumerate(state.hands) if seat != viewer]}."


class TellsByEvents(Cards):
    def redact(self, event: Event, viewer: Viewer) -> Event | None:
        return event


class TellsByRefusal(Cards):
    def refusal(self, state: State, seat: int, action: Action) -> Rejection:
        return Rejection("not_held", text("Diese Karte hast du nicht, sondern {others}.", others=str(state.hands)))


class TellsTheSeed(Cards):
    def words(self, state: State, viewer: Viewer) -> str:
        return state.dice.seed[:1].hex()


def noticed(slug: str, people: list[Player], world: World) -> bool:
    for seed in range(LEAK_EXAMPLES):
        if len(scene(Cards(), random.Random(seed)).moves) < 2:
            continue  # the leaks to be found need some
        if differs(slug, seed, people, world, pages=1):
            return True
    return False


@pytest.mark.parametrize("leak", [TellsInTheObservation, TellsByEvents, TellsByRefusal, TellsTheSeed])
def test_a_leak_of_the_game_is_noticed(
    leak: Callable[[], Cards], shelf: Shelf, world: World, people: list[Player]
) -> None:
    shelf.games["cards"] = leak()
    assert noticed("cards", people, world)


def _unredacted(live: Any, events: Any, seat: int | None) -> str:
    return str([str(event) for event in events]).replace("<", "")


def _tail(live: Any, now: int, **facts: Any) -> str:
    return KEPT(live, now, **facts).replace("data-over", f'data-deck="{live.state.stack[-1:]}" data-over')


KEPT = screen.message_tail


@pytest.mark.parametrize(
    ("name", "leak"), [("events_json", _unredacted), ("message_tail", _tail)], ids=["events", "message"]
)
def test_a_leak_of_the_host_is_noticed(
    name: str, leak: Any, shelf: Shelf, world: World, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen, name, leak)
    assert noticed("cards", people, world)


@pytest.mark.parametrize("leak", [TellsInTheObservation, TellsTheSeed])
def test_the_law_notices_what_an_observation_tells(leak: Callable[[], Cards]) -> None:
    game = leak()
    with pytest.raises(Violation, match="hidden"):
        for case in cases(game):
            LAWS["hidden"](game, case)


def test_the_law_wants_to_know_what_a_game_hides() -> None:
    class Secretive(Cards):
        redeal = Game.redeal

    with pytest.raises(Violation, match="redeal"):
        LAWS["hidden"](Secretive(), cases(Secretive())[0])


@pytest.mark.parametrize("law", sorted(LAWS.keys() - {"bots", "hash", "options"}))
def test_the_game_with_hands_keeps_the_laws(law: str) -> None:
    for case in cases(Cards()):
        LAWS[law](Cards(), case)
