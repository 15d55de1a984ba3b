"""Who may use a view: guards around views, and the one question that makes a visitor a guest."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import selectors, services
from accounts.errors import ApplicationError
from accounts.forms import GuestForm
from accounts.http import PlayerRequest
from accounts.limits import limit

P = ParamSpec("P")
View = Callable[Concatenate[PlayerRequest, P], HttpResponse]

BACK_BY_GET = "gast-zurueck"
"""Marks the question's form when the visitor came by a link: go on with GET instead of repeating a POST."""


def guest_or_player(view: View[P]) -> View[P]:
    """Lets users and guests pass. Anybody else is asked for one name, prefilled, and then goes straight on.

    The question keeps what was posted in hidden fields and posts it to the same address, so going on means
    calling ``view`` with the original data: nothing is stored, and the CSRF check covers it.
    """

    @wraps(view)
    def wrapped(request: PlayerRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.player is not None:
            return view(request, *args, **kwargs)
        form = guest_form(request)
        if not guest_form_entered(request, form):
            return _question(request, form)
        if BACK_BY_GET in request.POST:
            return HttpResponseRedirect(request.get_full_path())
        return view(request, *args, **kwargs)

    return wrapped


def player_required(view: View[P]) -> View[P]:
    """Lets users and guests pass; anybody else is sent to log in first."""

    @wraps(view)
    def wrapped(request: PlayerRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.player is None:
            return _to_login(request)
        return view(request, *args, **kwargs)

    return wrapped


def user_required(view: View[P]) -> View[P]:
    """Lets registered users pass; guests learn that this needs an account, anybody else is sent to log in."""

    @wraps(view)
    def wrapped(request: PlayerRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.player is None:
            return _to_login(request)
        if request.player.is_guest:
            return render(request, "accounts/account_needed.html", {"back": request.get_full_path()}, status=403)
        return view(request, *args, **kwargs)

    return wrapped


def guest_form(request: PlayerRequest) -> GuestForm:
    """The question's form: what was answered, or a proposal that is free."""
    if request.method == "POST" and f"{GuestForm.PREFIX}-name" in request.POST:
        return GuestForm(request.POST)
    return GuestForm(initial={"name": selectors.name_proposal()})


def guest_form_entered(request: PlayerRequest, form: GuestForm) -> bool:
    """Whether the answer made the visitor a guest; the form says why not."""
    if not form.is_valid():
        return False
    try:
        limit(request, "guest")
        services.guest_enter(request=request, name=form.cleaned_data["name"])
    except ApplicationError as refusal:
        form.add_error("name", refusal.text)
        return False
    return True


def next_url(request: HttpRequest, fallback: str = "home") -> str:
    """Where to go on: the address in ``next`` when it is ours, or the named page."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    return url if url and ours else reverse(fallback)


def _to_login(request: HttpRequest) -> HttpResponse:
    # After a POST only its page can be shown again, if it has one; the start page always can.
    return redirect_to_login(request.get_full_path() if request.method == "GET" else reverse("home"))


def _question(request: PlayerRequest, form: GuestForm) -> HttpResponse:
    own = {form.add_prefix("name"), "csrfmiddlewaretoken"}
    kept = [(key, value) for key, values in request.POST.lists() if key not in own for value in values]
    if request.method == "GET":
        kept.append((BACK_BY_GET, "1"))
    back = request.get_full_path() if BACK_BY_GET in request.POST else reverse("home")
    context = {"form": form, "kept": kept, "action": request.get_full_path(), "posted": back}
    response = render(request, "accounts/guest.html", context, status=400 if form.is_bound else 200)
    if request.htmx:
        # A button inside a page gets the question in the page's place; htmx swaps no 400 by itself.
        response.status_code = 200
        response["HX-Retarget"] = response["HX-Reselect"] = "#inhalt"
        response["HX-Reswap"] = "outerHTML show:window:top"
    return response
