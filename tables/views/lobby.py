"""Ways to a table: the form of a new one, „Schnelle Partie“, the daily challenge."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from accounts.errors import ApplicationError
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.web import guest_or_player, user_required
from games import registry
from games.kernel.contract import Info
from tables.forms import TableForm
from tables.minutes import asked_minutes, form_minutes
from tables.models import Table
from tables.services import daily, quick, tables
from tables.services.choices import choice_default, choice_last
from tables.services.picks import pick_last


def table_open(request: PlayerRequest, slug: str) -> HttpResponse:
    """The form of a new table, filled in as chosen last; posted, it opens the table."""
    info = game_info(slug)
    if request.method == "POST":
        return _table_open(request, slug)
    choice = choice_last(player=request.player, info=info) or choice_default(info)
    pick = pick_last(player=request.player, game=slug)
    form = TableForm(info, choice=choice, with_stake=_plays_for_taler(request), pick=pick)
    return _form_page(request, info, form)


def _opened(player: Player, slug: str, form: TableForm, *, quickly: bool) -> Table:
    """The table of a valid form; ``quickly``: a match alone with these settings, which begins at once."""
    if not quickly:
        return tables.table_open(player=player, game=slug, choice=form.choice(), pick=form.pick())
    return quick.quick_start(player=player, game=slug, pick=form.pick(), choice=form.choice())


@guest_or_player
def _table_open(request: PlayerRequest, slug: str) -> HttpResponse:
    info = game_info(slug)
    form = TableForm(
        info, choice=choice_default(info), with_stake=_plays_for_taler(request), data=request.POST, pick=""
    )
    if not form.is_valid() or request.player is None:
        return _form_page(request, info, form, status=400)
    try:
        table = _opened(request.player, slug, form, quickly="quick" in request.POST)
    except ApplicationError as refusal:
        form.add_error(None, refusal.text)
        return _form_page(request, info, form, status=refusal.status)
    return redirect("table", code=table.code)


def table_minutes(request: PlayerRequest, slug: str) -> HttpResponse:
    """How long it takes as the form stands, fetched anew with every change; a page of its own it is not."""
    info = game_info(slug)
    if not request.htmx:
        return redirect("table_open", slug=slug)
    computers = request.GET.get("computers", "")
    count = int(computers) if computers in set("0123456") else 0
    return render(request, "tables/room/minutes.html", {"minutes": asked_minutes(info, request.GET, computers=count)})


def table_quick(request: PlayerRequest, slug: str) -> HttpResponse:
    """„Schnelle Partie“: posted, it begins at once."""
    game_info(slug)
    if request.method != "POST":
        return redirect("game", slug=slug)
    return _table_quick(request, slug)


@guest_or_player
def _table_quick(request: PlayerRequest, slug: str) -> HttpResponse:
    pick = request.POST.get("pick")
    return _at_once(request, lambda player: quick.quick_start(player=player, game=slug, pick=pick))


def _at_once(request: PlayerRequest, start: Callable[[Player], Table]) -> HttpResponse:
    """On to the match that ``start`` begins, or home with the reason why not."""
    assert request.player is not None, "the views before let nobody else pass"
    try:
        table = start(request.player)
    except ApplicationError as refusal:
        messages.error(request, refusal.text)
        return redirect("home")
    return redirect("table", code=table.code)


def daily_start(request: PlayerRequest, slug: str, variant: str) -> HttpResponse:
    """Today's challenge: begins it, or leads back to the one attempt of today."""
    if game_info(slug).daily(variant) is None:
        raise Http404
    if request.method != "POST":
        return redirect("game", slug=slug)
    return _daily_start(request, slug, variant)


@user_required
def _daily_start(request: PlayerRequest, slug: str, variant: str) -> HttpResponse:
    return _at_once(request, lambda player: daily.daily_start(player=player, game=slug, variant=variant))


def game_info(slug: str) -> Info:
    """Raises Http404 for a game that is not installed."""
    try:
        return registry.get(slug).info
    except LookupError as missing:
        raise Http404(slug) from missing


def _plays_for_taler(request: PlayerRequest) -> bool:
    return request.player is not None and request.player.is_user


def _form_page(request: PlayerRequest, info: Info, form: TableForm, status: int = 200) -> HttpResponse:
    context = {"info": info, "form": form, "with_stake": _plays_for_taler(request), "minutes": form_minutes(form)}
    return render(request, "tables/open.html", context, status=status)
