"""The race beside the installed games: in a test's process for a while, in a portal's processes for good."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2

from games import registry
from tests.realtime import board
from tests.realtime.race import Race

TEMPLATES = Path(__file__).parent / "templates"
RACE = Race()


def shelve(put: Callable[[Any, str, Any], None], settings: Any) -> None:
    """``put(owner, name, value)`` sets an attribute, ``monkeypatch.setattr`` or ``setattr`` itself."""
    get, board_of, slugs = registry.get, registry.board, registry.slugs
    put(registry, "get", lambda slug: RACE if slug == RACE.info.slug else get(slug))
    put(registry, "board", lambda slug: board if slug == RACE.info.slug else board_of(slug))
    put(registry, "slugs", lambda: (*slugs(), RACE.info.slug))
    _templates(put, settings)


def _templates(put: Callable[[Any, str, Any], None], settings: Any) -> None:
    """The race's pages, its fragments, and for its scene that of Elements."""
    from portal.templatetags import portal_ui
    from tables import render

    places = copy.deepcopy(settings.TEMPLATES)
    places[0]["DIRS"] = [*places[0]["DIRS"], TEMPLATES]
    settings.TEMPLATES = places
    environment = render.environment()
    assert environment.loader is not None
    more = jinja2.FileSystemLoader(TEMPLATES / "games")
    put(environment, "loader", jinja2.ChoiceLoader([environment.loader, more]))
    scene = portal_ui._scene
    put(portal_ui, "_scene", lambda slug: scene("elements" if slug == RACE.info.slug else slug))
