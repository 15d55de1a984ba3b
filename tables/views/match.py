"""The table's page while a match runs and after it has ended."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from accounts.http import PlayerRequest
from accounts.models import Player
from games import registry
from tables.host import api
from tables.models import Match, MatchSeat, Table
from tables.results import result_headline, result_view


def match_page(request: PlayerRequest, table: Table) -> HttpResponse:
    """The running match of ``table``: with the player's own seat, or as a spectator."""
    match: Match = table.match
    player: Player | None = request.player
    page = api.page(match, player)
    board = registry.board(match.game)
    context = {
        "table": table,
        "match": match,
        "info": registry.get(match.game).info,
        "table_name": table.opener.display_name if table.opener else "",
        "page": page,
        "seat": page.seat,
        "seat_no": None if page.seat is None else page.seat + 1,
        "f": page.fragments,
        "fingerprint_groups": _groups(match.seed_hash),
        "board_template": f"games/{match.game}/board.html",
        "menu_template": f"games/{match.game}/menu.html" if board.FULL else "",
        "board_styles": board.STYLES,
        "board_scripts": board.SCRIPTS,
        **_leaving(match, player),
    }
    return render(request, "tables/match_full.html" if board.FULL else "tables/match.html", context)


def result_page(request: PlayerRequest, table: Table) -> HttpResponse:
    """The ended match of ``table``: podium, Wertung, and how to go on."""
    match: Match = table.match
    final = api.final(match)
    view = result_view(match, final.result, request.player)
    played = request.player is not None and match.seats.filter(player=request.player).exists()
    context = {
        "table": table,
        "match": match,
        "info": registry.get(match.game).info,
        "result": view,
        "played": played,
        "headline": result_headline(match, final.observation),
        "seed_groups": _groups(view.seed),
        "fingerprint_groups": _groups(match.seed_hash),
    }
    return render(request, "tables/result.html", context)


def _groups(digits: str) -> list[str]:
    """Hex digits in fours, so that people can compare them."""
    return [digits[i : i + 4] for i in range(0, len(digits), 4)]


def _leaving(match: Match, player: Player | None) -> dict[str, Any]:
    """What leaving means right now; the page keeps it true while people come and go."""
    here = MatchSeat.objects.filter(match=match, player__isnull=False, left=False)
    others = here.exclude(player=player).exists()
    return {
        "others": others,
        "solo": match.solo,
        "last_human": not match.solo and not others,
        "ranked": player is not None and player.is_user,
    }
