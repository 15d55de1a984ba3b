"""Matches recorded once are played again: old records lead to the same end for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import registry
from tests.games.recorded import files, load, play_again

ALL = [path for slug in registry.slugs() for path in files(slug)]


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_at_least_three(slug: str) -> None:
    assert len(files(slug)) >= 3


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_recorded_match_ends_as_it_did(path: Path) -> None:
    match = load(path)
    game = registry.get(match.game)
    state = play_again(game, match)
    assert game.outcome(state) == match.outcome
    assert known(msgspec.json.decode(msgspec.json.encode(state)), match.state) == match.state


@pytest.mark.parametrize("path", ALL, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_another_choice_would_be_noticed(path: Path) -> None:
    """The comparison can fail: the match without its last action does not end so."""
    match = load(path)
    shorter = msgspec.structs.replace(match, records=match.records[:-1])
    game = registry.get(match.game)
    state = play_again(game, shorter)
    assert game.outcome(state) != match.outcome
    assert known(msgspec.json.decode(msgspec.json.encode(state)), match.state) != match.state


def known(value: Any, recorded: Any) -> Any:
    """``value`` without the fields that states gained (with defaults) since the match was recorded."""
    if isinstance(value, dict) and isinstance(recorded, dict):
        return {key: known(part, recorded[key]) for key, part in value.items() if key in recorded}
    if isinstance(value, list) and isinstance(recorded, list) and len(value) == len(recorded):
        return [known(part, other) for part, other in zip(value, recorded, strict=True)]
    return value
