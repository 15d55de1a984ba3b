"""Pages around a person that span apps."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import ledger
from accounts.http import PlayerRequest
from accounts.models import Player, User
from accounts.selectors import player_by_code
from accounts.web import player_required, user_required
from portal.konto import selectors, services
from portal.konto.export import export as player_export
from portal.konto.forms import DeleteForm, EmailForm
from tables.selectors import own_matches, player_matches

TALER_PER_PAGE = 30
MATCHES_PER_PAGE = 20


@require_safe
@player_required
def konto(request: PlayerRequest) -> HttpResponse:
    """``/konto/`` leads to what a person does most there."""
    return redirect("settings")


@require_safe
def profile(request: PlayerRequest, code: str) -> HttpResponse:
    """A user's public page: points per game, the last matches that everybody may see."""
    player = player_by_code(code)
    if player is None:
        raise Http404
    context = {
        "shown": player,
        "mine": request.player is not None and request.player.pk == player.pk,
        "results": selectors.results(player),
        "matches": player_matches(player=player, viewer=request.player, limit=10),
    }
    return render(request, "accounts/profile.html", context)


@never_cache
@require_safe
@player_required
def matches(request: PlayerRequest) -> HttpResponse:
    """„Meine Partien“: what runs, then what is over, page by page."""
    player = _player(request)
    before = _number(request, "vor")
    rows = player_matches(player=player, viewer=player, limit=MATCHES_PER_PAGE + 1, before=before)
    shown = rows[:MATCHES_PER_PAGE]
    context = {
        "running": own_matches(player) if before is None else [],
        "matches": shown,
        "older": selectors.match_id(shown[-1].code) if len(rows) > MATCHES_PER_PAGE else None,
        "newest": before is None,
    }
    return render(request, "accounts/matches.html", context)


@never_cache
@require_safe
@user_required
def taler(request: PlayerRequest) -> HttpResponse:
    """The Taler statement, newest first, page by page."""
    player = _player(request)
    before = _number(request, "vor")
    rows = selectors.taler_lines(player, before=before, limit=TALER_PER_PAGE + 1)
    shown = rows[:TALER_PER_PAGE]
    context = {
        "lines": shown,
        "older": shown[-1].entry.id if len(rows) > TALER_PER_PAGE else None,
        "newest": before is None,
        "balance": ledger.balance(player),
        "held": ledger.held(player) - selectors.stakes_given_up(player),
    }
    return render(request, "accounts/taler.html", context)


@never_cache
@require_safe
@player_required
def export(request: PlayerRequest) -> HttpResponse:
    """All data about the player as a JSON file."""
    player = _player(request)
    response = JsonResponse(player_export(player), json_dumps_params={"ensure_ascii": False, "indent": 2})
    name = f"speedgamez-{player.code}-{timezone.localdate().isoformat()}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@user_required
def email(request: PlayerRequest) -> HttpResponse:
    """Sets, changes or removes the e-mail address; asks for the password first."""
    user = cast(User, request.user)
    if request.method != "POST":
        return render(request, "accounts/email.html", {"form": EmailForm(initial={"email": user.email})})
    return cast(HttpResponse, _email_save(request))


@reauthentication_required  # type: ignore[untyped-decorator]
def _email_save(request: PlayerRequest) -> HttpResponse:
    form = EmailForm(request.POST)
    if not form.is_valid():
        return render(request, "accounts/email.html", {"form": form}, status=400)
    services.email_set(user=cast(User, request.user), email=form.cleaned_data["email"])
    messages.success(request, _("Gespeichert."))
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@user_required
def delete(request: PlayerRequest) -> HttpResponse:
    """„Konto löschen“: what it costs, the password, then it is gone."""
    player = _player(request)
    form = DeleteForm(request.POST if request.method == "POST" else None, user=cast(User, request.user))
    if form.is_valid():
        services.account_delete(player=player)
        logout(request)
        request.player = None
        messages.success(request, _("Dein Konto ist gelöscht. Danke fürs Mitspielen."))
        return redirect("home")
    running = selectors.running_matches(player)
    context = {
        "form": form,
        "running": len(running),
        "stakes": sum(match.stake for match in running),
        "balance": ledger.balance(player),
    }
    return render(request, "accounts/delete.html", context, status=400 if form.is_bound else 200)


def _player(request: PlayerRequest) -> Player:
    """The player whom the view's guard has let in."""
    assert request.player is not None
    return request.player


def _number(request: PlayerRequest, key: str) -> int | None:
    """A positive whole number of the address; None for none or nonsense."""
    value = request.GET.get(key, "")
    return int(value) if value.isascii() and value.isdigit() and len(value) < 18 else None
