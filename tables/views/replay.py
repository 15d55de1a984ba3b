"""The page of an ended match: replay step by step, Chronik, and the proof of its dice."""

from __future__ import annotations

import logging
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from kombu.exceptions import OperationalError

from accounts.http import PlayerRequest
from games import registry
from tables import tasks
from tables.host.live import seat_infos
from tables.models import Match
from tables.replay import timeline
from tables.replay_page import Access, chronik, match_access, places, seed_is_open, seed_opens_at, step_shown
from tables.services.verify import (
    verification_begin,
    verification_drop,
    verification_known,
    verification_running,
)
from tables.shell import on_page

log = logging.getLogger(__name__)


@require_http_methods(["GET", "HEAD", "POST"])
def match_replay(request: PlayerRequest, code: str) -> HttpResponse:
    """A match's page; ``?schritt=`` is the step shown. POST asks for the verification of its dice."""
    match = get_object_or_404(Match.objects.select_related("table"), code=code)
    access = match_access(match, request.player)
    if access is Access.HIDDEN:
        raise Http404
    if access is Access.RUNNING:
        return redirect("table", code=match.table.code)
    if access is Access.DAILY:
        context = {"info": registry.get(match.game).info, "opens_at": seed_opens_at(match)}
        return render(request, "tables/replay_closed.html", context, status=403)
    if request.method == "POST":
        return _verify(request, match)
    if request.htmx and "pruefung" in request.GET:
        return render(request, "tables/replay/proof_state.html", {"match": match, **_proof(match)})
    if request.htmx and not request.htmx.boosted:
        return _step(request, match)
    return _page(request, match)


def _page(request: PlayerRequest, match: Match) -> HttpResponse:
    made = timeline(match)
    board = registry.board(match.game)
    shown = step_shown(match, made, _number(request, made.last))
    seats = seat_infos(match.pk)
    context = {
        "match": match,
        "info": registry.get(match.game).info,
        "names": [seat.name for seat in seats],
        "exact": made.exact,
        "shown": shown,
        "f": on_page(shown.fragments),
        "groups": chronik(made.steps, seats),
        "rows": places(match, request.player),
        "board_template": f"games/{match.game}/board.html",
        "board_styles": board.STYLES,
        "board_scripts": board.REPLAY_SCRIPTS,
        "board_full": board.FULL,
        "seat_no": None,
        **_proof(match),
    }
    return render(request, "tables/replay.html", context)


def _step(request: PlayerRequest, match: Match) -> HttpResponse:
    """The fragments of one step, swapped in out of band."""
    made = timeline(match)
    shown = step_shown(match, made, _number(request, made.last))
    response = render(request, "tables/replay/step.html", {"match": match, "shown": shown})
    response["HX-Replace-Url"] = f"{reverse('match', args=[match.code])}?schritt={shown.number}"
    return response


def _verify(request: PlayerRequest, match: Match) -> HttpResponse:
    failed = False
    if verification_known(match) is None and verification_begin(match):
        try:
            tasks.match_verify.apply_async((match.code,), retry=False, expires=120)
        except OperationalError:
            log.warning("verification not queued: no broker")
            verification_drop(match)
            failed = True
    if request.htmx:
        context = {"match": match, **_proof(match), "failed": failed}
        return render(request, "tables/replay/proof_state.html", context)
    return redirect(f"{reverse('match', args=[match.code])}?pruefung=1#wuerfel")


def _proof(match: Match) -> dict[str, Any]:
    """Seed, its hash, and how far the verification is."""
    opened = seed_is_open(match)
    # Asked first: the worker stores its verdict before it stops, so who has just stopped has one.
    running = verification_running(match)
    return {
        "seed": bytes(match.seed).hex() if opened else "",
        "seed_opens_at": None if opened else seed_opens_at(match),
        "verification": verification_known(match),
        "running": running,
    }


def _number(request: PlayerRequest, last: int) -> int:
    """The step that is asked for; the last one if none is, or not a number."""
    asked = request.GET.get("schritt", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else last
