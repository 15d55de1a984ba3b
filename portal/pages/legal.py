"""Impressum, Datenschutz and the choice of light or dark."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from accounts.http import PlayerRequest
from accounts.services.players import player_settings_set

THEMES = ("light", "dark", "auto")
COOKIE_AGE_S = 60 * 60 * 24 * 365


def operator() -> dict[str, object]:
    """Who runs this portal, from the settings; ``complete`` is False while something is missing."""
    address = [line.strip() for line in settings.OPERATOR_ADDRESS.replace("\\n", "\n").splitlines()]
    parts = [part.strip() for line in address for part in line.split(",") if part.strip()]
    name, email = settings.OPERATOR_NAME.strip(), settings.OPERATOR_EMAIL.strip()
    return {"name": name, "address": parts, "email": email, "complete": bool(name and parts and email)}


@require_safe
def impressum(request: HttpRequest) -> HttpResponse:
    """Who is responsible for the portal."""
    return render(request, "portal/impressum.html", {"operator": operator()})


@require_safe
def datenschutz(request: HttpRequest) -> HttpResponse:
    """Which data the portal keeps, why and for how long."""
    days = settings.SESSION_LIFETIME_S // (60 * 60 * 24)
    names = {
        "session": settings.SESSION_COOKIE_NAME,
        "csrf": settings.CSRF_COOKIE_NAME,
        "theme": settings.THEME_COOKIE_NAME,
        "messages": settings.MESSAGES_COOKIE_NAME,
    }
    context = {"operator": operator(), "session_days": days, "cookies": names}
    return render(request, "portal/datenschutz.html", context)


@require_POST
def theme(request: PlayerRequest) -> HttpResponse:
    """Keep light, dark or automatic: with the player, or on the device of somebody without a name."""
    chosen = request.POST.get("theme", "")
    if chosen not in THEMES:
        return HttpResponseBadRequest()
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    response = HttpResponseRedirect(back if safe else "/")
    if (player := request.player) is not None:
        player_settings_set(player=player, theme=chosen, sounds=player.sounds, motion=player.motion)
    name = settings.THEME_COOKIE_NAME
    response.set_cookie(name, chosen, max_age=COOKIE_AGE_S, secure=settings.HTTPS, httponly=True, samesite="Lax")
    return response
