"""What every page knows: who plays, which games there are, how it looks."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import ledger
from games import registry
from tables.services.choices import choices_last

SECTIONS = (("/spiele/", "games"), ("/bestenliste/", "leaderboard"), ("/konto/", "account"))


def section(path: str) -> str:
    """The entry of the main menu that a path belongs to, "" for none."""
    if path in ("/", "/start/tische/"):
        return "start"
    return next((name for prefix, name in SECTIONS if path.startswith(prefix)), "")


def theme(request: HttpRequest) -> str:
    """``light``, ``dark`` or ``auto``: the player's, or this device's for somebody without a name."""
    player = getattr(request, "player", None)
    chosen = player.theme if player is not None else request.COOKIES.get(settings.THEME_COOKIE_NAME, "")
    return chosen if chosen in ("light", "dark") else "auto"


def portal(request: HttpRequest) -> dict[str, Any]:
    """Context of all templates; the balance is asked for only where a template shows it, and once."""
    player = getattr(request, "player", None)
    return {
        "player": player,
        "games": [game.info for game in registry.all_games()],
        "theme": theme(request),
        "section": section(request.path_info),
        "last_choices": cache(lambda: choices_last(player)),
        "taler": cache(lambda: ledger.balance(player)) if player is not None and player.is_user else None,
    }
