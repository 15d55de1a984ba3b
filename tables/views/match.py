"""The table's page while a match runs and after it has ended."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Player
from games import registry
from tables.host import api
from tables.models import Match, MatchSeat, Table
from tables.results import result_headline, result_view


def match_page(request: HttpRequest, table: Table) -> HttpResponse:
    """The running match of ``table``: with the player's own seat, or as a spectator."""
    match: Match = table.match
    seats = list(MatchSeat.objects.filter(match=match).select_related("player"))
    player: Player | None = request.player
    seat = _own_seat(seats, player)
    page = api.page(match, seat, player)
    board = registry.board(match.game)
    names = _by_name(page.fragments)
    context = {
        "table": table,
        "match": match,
        "info": registry.get(match.game).info,
        "table_name": table.opener.display_name if table.opener else "",
        "seat": seat,
        "seat_no": None if seat is None else seat + 1,
        "f": names,
        "shell": names,
        "log": page.log,
        "message": page.message,
        "fingerprint": " ".join(match.seed_hash[i : i + 4] for i in range(0, len(match.seed_hash), 4)),
        "board_template": f"games/{match.game}/board.html",
        "board_styles": board.STYLES,
        "board_scripts": board.SCRIPTS,
        **_leaving(match, seats, player),
    }
    return render(request, "tables/match.html", context)


def result_page(request: HttpRequest, table: Table) -> HttpResponse:
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
        "seed_groups": [view.seed[i : i + 4] for i in range(0, len(view.seed), 4)],
        "fingerprint_groups": [match.seed_hash[i : i + 4] for i in range(0, len(match.seed_hash), 4)],
    }
    return render(request, "tables/result.html", context)


def _own_seat(seats: list[MatchSeat], player: Player | None) -> int | None:
    """The seat that the player holds and has not left."""
    if player is None:
        return None
    return next((seat.index for seat in seats if seat.player_id == player.pk and not seat.left), None)


def _by_name(fragments: dict[str, str]) -> dict[str, str]:
    """Names as Django templates can say them: ``bar-what`` becomes ``bar_what``."""
    return {name.replace("-", "_"): html for name, html in fragments.items()}


def _leaving(match: Match, seats: list[MatchSeat], player: Player | None) -> dict[str, Any]:
    """What leaving means right now; the page keeps it true while people come and go."""
    here = [seat for seat in seats if seat.player_id is not None and not seat.left]
    others = any(player is None or seat.player_id != player.pk for seat in here)
    return {
        "others": others,
        "solo": match.solo,
        "last_human": not match.solo and not others,
        "ranked": player is not None and player.is_user,
    }
