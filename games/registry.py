"""The installed games. A folder below ``games/`` that exports ``game`` is one; kernel is not."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import cast

import games
from games.kernel.board import Board
from games.kernel.contract import AnyGame, Pace

ORDER = ("elum", "terra", "dom", "elements", "gourmet")


@cache
def slugs() -> tuple[str, ...]:
    """Slugs of the installed games in shelf order."""
    found = {m.name for m in pkgutil.iter_modules(games.__path__) if m.ispkg and m.name != "kernel"}
    return tuple(sorted(found, key=lambda s: (ORDER.index(s) if s in ORDER else len(ORDER), s)))


@cache
def get(slug: str) -> AnyGame:
    """The game, or LookupError for one that is not installed."""
    if slug not in slugs():
        raise LookupError(slug)
    return cast("AnyGame", importlib.import_module(f"games.{slug}").game)


@cache
def board(slug: str) -> Board:
    """The game's board module (imports Django), or LookupError."""
    get(slug)
    return cast("Board", importlib.import_module(f"games.{slug}.board"))


def realtime_slugs() -> list[str]:
    """The installed games whose time runs all the time."""
    return [slug for slug in slugs() if get(slug).info.pace is Pace.REALTIME]


def all_games() -> tuple[AnyGame, ...]:
    """Every installed game in shelf order."""
    return tuple(get(slug) for slug in slugs())
