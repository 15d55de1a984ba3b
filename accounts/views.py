"""Guest entry and settings."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import services
from accounts.errors import ApplicationError
from accounts.forms import SettingsForm
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.web import guest_form, guest_form_entered, next_url, player_required


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest(request: PlayerRequest) -> HttpResponse:
    """„Als Gast spielen“: one name, then on to where the visitor wanted to go."""
    if request.player is not None:
        return HttpResponseRedirect(next_url(request))
    form = guest_form(request)
    if guest_form_entered(request, form):
        return HttpResponseRedirect(next_url(request))
    kept = [("next", next_url(request))]
    context = {"form": form, "kept": kept, "action": request.path}
    return render(request, "accounts/guest.html", context, status=400 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def settings(request: PlayerRequest) -> HttpResponse:
    """Name, colour, sign, theme, sounds, motion; guests have them too."""
    player = request.player
    assert player is not None
    fields = ("name", "colour", "sign", "theme", "sounds", "motion")
    form = SettingsForm(
        request.POST if request.method == "POST" else None,
        player=player,
        initial={field: getattr(player, field) for field in fields},
    )
    if form.is_valid() and player.is_user and form.cleaned_data["name"] != player.name:
        return cast(HttpResponse, _settings_with_name(request, player, form))
    return _settings_answer(request, player, form)


@reauthentication_required  # type: ignore[untyped-decorator]
def _settings_with_name(request: PlayerRequest, player: Player, form: SettingsForm) -> HttpResponse:
    """A user's name is half of the log-in: it changes with the password only."""
    return _settings_answer(request, player, form)


def _settings_answer(request: PlayerRequest, player: Player, form: SettingsForm) -> HttpResponse:
    if form.is_valid() and _settings_save(player, form):
        messages.success(request, _("Gespeichert."))
        return redirect("settings")
    # The page's head shows what is stored, not what was refused.
    return render(request, "accounts/settings.html", {"form": form}, status=400 if form.is_bound else 200)


def _settings_save(player: Player, form: SettingsForm) -> bool:
    data = form.cleaned_data
    try:
        if data["name"] != player.name:
            services.player_rename(player=player, name=data["name"])
    except ApplicationError as refusal:
        form.add_error("name", refusal.text)
        return False
    services.player_look_set(player=player, colour=data["colour"], sign=data["sign"])
    services.player_settings_set(player=player, theme=data["theme"], sounds=data["sounds"], motion=data["motion"])
    return True
