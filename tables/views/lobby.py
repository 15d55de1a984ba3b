"""Ways to a table: the form of a new one, „Schnelle Partie“, the daily challenge."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.errors import ApplicationError
from accounts.http import PlayerRequest
from accounts.web import guest_or_player, user_required
from games import registry
from games.kernel.contract import Info
from tables.forms import TableForm
from tables.services import daily, quick, tables
from tables.services.choices import choice_default, choice_last


def table_open(request: PlayerRequest, slug: str) -> HttpResponse:
    """The form of a new table, filled in as chosen last; posted, it opens the table."""
    info = game_info(slug)
    if request.method == "POST":
        return _table_open(request, slug)
    choice = choice_last(player=request.player, info=info) or choice_default(info)
    form = TableForm(info, choice=choice, with_stake=_plays_for_taler(request))
    return _form_page(request, info, form)


@guest_or_player
def _table_open(request: PlayerRequest, slug: str) -> HttpResponse:
    info = game_info(slug)
    form = TableForm(info, choice=choice_default(info), with_stake=_plays_for_taler(request), data=request.POST)
    if not form.is_valid() or request.player is None:
        return _form_page(request, info, form, status=400)
    try:
        table = tables.table_open(player=request.player, game=slug, choice=form.choice())
    except ApplicationError as refusal:
        form.add_error(None, refusal.text)
        return _form_page(request, info, form, status=refusal.status)
    return redirect("table", code=table.code)


def table_quick(request: PlayerRequest, slug: str) -> HttpResponse:
    """„Schnelle Partie“: posted, it begins at once."""
    game_info(slug)
    if request.method != "POST":
        return redirect("game", slug=slug)
    return _table_quick(request, slug)


@guest_or_player
def _table_quick(request: PlayerRequest, slug: str) -> HttpResponse:
    assert request.player is not None, "guest_or_player lets nobody else pass"
    try:
        table = quick.quick_start(player=request.player, game=slug)
    except ApplicationError as refusal:
        messages.error(request, refusal.text)
        return redirect("home")
    return redirect("table", code=table.code)


def daily_start(request: PlayerRequest, slug: str, variant: str) -> HttpResponse:
    """Today's challenge: begins it, or leads back to the one attempt of today."""
    if variant not in game_info(slug).dailies:
        raise Http404
    if request.method != "POST":
        return redirect("game", slug=slug)
    return _daily_start(request, slug, variant)


@user_required
def _daily_start(request: PlayerRequest, slug: str, variant: str) -> HttpResponse:
    assert request.player is not None, "user_required lets nobody else pass"
    table = daily.daily_start(player=request.player, game=slug, variant=variant)
    return redirect("table", code=table.code)


def game_info(slug: str) -> Info:
    """Raises Http404 for a game that is not installed."""
    try:
        return registry.get(slug).info
    except LookupError as missing:
        raise Http404(slug) from missing


def _plays_for_taler(request: PlayerRequest) -> bool:
    return request.player is not None and request.player.is_user


def _form_page(request: PlayerRequest, info: Info, form: TableForm, status: int = 200) -> HttpResponse:
    context = {"info": info, "form": form, "with_stake": _plays_for_taler(request)}
    return render(request, "tables/open.html", context, status=status)
