"""The game with hidden hands beside the installed ones, and a world where nothing but the match moves."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
import pytest
from django.template import context_processors
from django.utils import timezone

from accounts.models import Player
from games import registry
from games.kernel.contract import AnyGame
from tables import bounds, matchtime, render
from tables.host import runtime
from tests.hidden import board
from tests.hidden.cards import Cards
from tests.hidden.stage import World
from tests.tables.lobby.support import user

TEMPLATES = Path(__file__).parent / "templates"
PERIODS = ("FLUSH_S", "ATTEND_S", "COMPARE_S", "SESSIONS_S")


class Shelf:
    """The installed games and one more; a test may put a game in another's place."""

    def __init__(self) -> None:
        self.games: dict[str, AnyGame] = {"cards": Cards()}
        self.boards: dict[str, Any] = {"cards": board}
        self._get, self._board = registry.get, registry.board

    def get(self, slug: str) -> AnyGame:
        return self.games.get(slug) or self._get(slug)

    def board(self, slug: str) -> Any:
        return self.boards.get(slug) or self._board(slug)

    def leaky(self, **words: Any) -> ModuleType:
        """The cards' board with other functions."""
        found = ModuleType("leaky")
        found.__dict__.update({**vars(board), **words})
        return found


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Shelf:
    found = Shelf()
    monkeypatch.setattr(registry, "get", found.get)
    monkeypatch.setattr(registry, "board", found.board)
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"] = [*templates[0]["DIRS"], TEMPLATES]
    settings.TEMPLATES = templates
    environment = render.environment()
    assert environment.loader is not None
    more = jinja2.FileSystemLoader(TEMPLATES / "games")
    monkeypatch.setattr(environment, "loader", jinja2.ChoiceLoader([environment.loader, more]))
    return found


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, settings: Any) -> World:
    """No clock runs: match time is what the world says, wall time the test's moment. No bounds, no regular work."""
    found = World()
    monkeypatch.setattr(matchtime, "now_ms", lambda: found.now_ms)
    monkeypatch.setattr(matchtime.Clock, "now_ms", lambda clock: found.now_ms)
    monkeypatch.setattr(context_processors, "get_token", lambda request: "token")  # a new mask for every page
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    monkeypatch.setattr(bounds, "DEAR_BURST", 10_000)
    settings.SOCKET_ACTIONS_BURST = 10_000
    for name in PERIODS:
        monkeypatch.setattr(runtime, name, 3_600.0, raising=False)
    return found


@pytest.fixture
def people(transactional_db: None) -> Iterator[list[Player]]:
    yield [user(name) for name in ("Anton", "Berta", "Clara", "Dora", "Emil", "Frieda")]
