"""allauth's views where ours must do more: a guest registers or leaves, names are raced for, one session is ended."""

from __future__ import annotations

from typing import Any, cast

from allauth.account import views as allauth
from allauth.account.decorators import reauthentication_required
from allauth.usersessions import views as usersessions
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.errors import NameRefused
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.web import user_required
from portal.konto import services


def guest_of(request: HttpRequest) -> Player | None:
    """The guest that the visitor is, or None."""
    player = cast(PlayerRequest, request).player
    return player if player is not None and player.is_guest else None


class SignupView(allauth.SignupView):
    """„Registrieren“: a guest finds his name filled in and keeps everything."""

    def get_initial(self) -> dict[str, Any]:
        guest = guest_of(self.request)
        return {**super().get_initial(), **({"username": guest.name} if guest else {})}

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return cast(HttpResponse, super().form_valid(form))
        except NameRefused as refusal:  # two at once: the database let the other one have it
            form.add_error("username", refusal.text)
            return cast(HttpResponse, self.form_invalid(form))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(guest=guest_of(self.request), **kwargs)  # type: ignore[no-any-return]


class LoginView(allauth.LoginView):
    """„Anmelden“: a guest reads that his seats will be free."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(guest=guest_of(self.request), **kwargs)  # type: ignore[no-any-return]


class LogoutView(allauth.LogoutView):
    """„Abmelden“, by POST; GET asks first. A guest leaves for good."""

    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        if guest_of(self.request):
            return cast(HttpResponse, self.render_to_response(self.get_context_data()))
        return cast(HttpResponse, super().get(*args, **kwargs))

    def logout(self) -> None:
        guest = guest_of(self.request)
        super().logout()
        if guest is not None:
            services.guest_leave(guest=guest)
            self.request.session.flush()
            cast(PlayerRequest, self.request).player = None
            messages.success(self.request, _("Bis bald! Dein Gastname ist wieder frei."))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(guest=guest_of(self.request), **kwargs)  # type: ignore[no-any-return]


class ReauthenticateView(allauth.ReauthenticateView):
    """The password once more; from then on the session has another key."""

    def form_valid(self, form: Form) -> HttpResponse:
        services.session_renew(session=self.request.session)
        return cast(HttpResponse, super().form_valid(form))


@never_cache
@require_POST
@user_required
def session_end(request: PlayerRequest, session_id: int) -> HttpResponse:
    """Ends one of the user's own sessions, after the password; somebody else's is not found."""
    return cast(HttpResponse, _session_end(request, session_id))


@reauthentication_required  # type: ignore[untyped-decorator]
def _session_end(request: PlayerRequest, session_id: int) -> HttpResponse:
    sessions = list(UserSession.objects.filter(pk=session_id, user=cast(Any, request.user)))
    end_sessions(request, sessions)
    if request.player is None:  # it was this one
        return redirect("home")
    if sessions:
        messages.success(request, _("Dort bist du jetzt abgemeldet."))
    return redirect("usersessions_list")


@method_decorator(reauthentication_required, name="post")
class SessionsView(usersessions.ListUserSessionsView):
    """„Wo du angemeldet bist“. Whoever found the device open asks in vain: ending sessions takes the password."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        context["sessions"] = [(row, row.is_current(), device(row.user_agent)) for row in reversed(context["sessions"])]
        return context


def device(user_agent: str) -> str:
    """A browser's announcement in words: „Firefox, Windows“. Guesses only what a person can recognise."""
    browsers = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
    systems = (
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    )
    found = [next((word for mark, word in names if mark in user_agent), "") for names in (browsers, systems)]
    return ", ".join(word for word in found if word) or _("unbekanntes Gerät")
