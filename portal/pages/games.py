"""A shelf of all games and each game's own page: rules with pictures, options explained, records and best list."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.http import PlayerRequest
from accounts.ui import clock_words
from games import registry
from games.kernel.contract import Info
from leaderboard import selectors as best
from leaderboard.periods import Period, Scope
from tables.render import said
from tables.selectors import dailies_today, open_tables

BEST_SHOWN = 10
RECORDS_SHOWN = 5


@dataclass(frozen=True)
class OptionShown:
    """One option of a table as the page explains it."""

    label: str
    choices: tuple[str, ...]
    default: str
    help: str


def options_shown(info: Info) -> tuple[OptionShown, ...]:
    """The game's own options in words."""
    shown = []
    for field in info.options:
        labels = {choice.value: said(choice.label) for choice in field.choices}
        explained = said(field.help) if field.help else ""
        option = OptionShown(said(field.label), tuple(labels.values()), labels[field.default], explained)
        shown.append(option)
    return tuple(shown)


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """All installed games."""
    return render(request, "portal/games.html")


@require_safe
def game(request: PlayerRequest, slug: str) -> HttpResponse:
    """One game's page. 404 for a game that isn't installed."""
    try:
        info = registry.get(slug).info
    except LookupError as error:
        raise Http404 from error
    player = request.player
    own = best.own_place(slug, player, Period.ALL, Scope.PEOPLE) if player is not None and player.is_user else None
    rows = best.top(slug, Period.ALL, Scope.PEOPLE, BEST_SHOWN)
    context = {
        "info": info,
        "rules_template": f"games/{slug}/rules.html",
        "options": options_shown(info),
        "clocks": [clock_words(seconds) for seconds in info.clock_choices],
        "clock_default": clock_words(info.clock_default_s),
        "best_rows": rows,
        "best_own": None if own is None or any(row.player.pk == own.player.pk for row in rows) else own,
        "records": best.records(slug, limit=RECORDS_SHOWN),
        "has_daily": bool(info.dailies),
        "dailies": [daily for daily in dailies_today(player) if daily.slug == slug],
        "waiting": open_tables(game=slug, viewer=player, limit=0).joinable,
    }
    return render(request, "portal/game.html", context)
