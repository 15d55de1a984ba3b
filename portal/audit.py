"""The security log: who came in, who did not, and what was forbidden. One line an event, in words that a program reads.

``security: login player=k7m2… address=203.0.113.9``. Nothing that was typed is written down: whoever mixes up the
fields types the password where the name belongs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from allauth.account import signals as allauth
from django.contrib.auth import signals
from django.http import HttpRequest, HttpResponse

from accounts import selectors
from accounts.limits import client_address

log = logging.getLogger("security")
REFUSED = {400, 403, 429}


def event(name: str, request: HttpRequest | None, player: Any = None, **more: object) -> None:
    """Write one line. ``player`` None: somebody without an account."""
    address = ""
    if request is not None:
        address = client_address(request.headers.get("x-forwarded-for", ""), request.META.get("REMOTE_ADDR") or "")
    pairs = {"player": getattr(player, "code", "") or "-", "address": address or "-", **more}
    log.info("%s %s", name, " ".join(f"{key}={value}" for key, value in pairs.items()))


def connect() -> None:
    """From now on Django and allauth tell of log-ins; once, when the portal is set up."""
    signals.user_logged_in.connect(_user_event("login"), weak=False, dispatch_uid="audit-login")
    signals.user_logged_out.connect(_user_event("logout"), weak=False, dispatch_uid="audit-logout")
    signals.user_login_failed.connect(_failed, dispatch_uid="audit-failed")
    allauth.user_signed_up.connect(_user_event("signup"), weak=False, dispatch_uid="audit-signup")
    allauth.password_changed.connect(_user_event("password-change"), weak=False, dispatch_uid="audit-change")
    allauth.password_reset.connect(_user_event("password-reset"), weak=False, dispatch_uid="audit-reset")


def _user_event(name: str) -> Callable[..., None]:
    def told(sender: object, request: HttpRequest, user: Any, **kwargs: object) -> None:
        event(name, request, getattr(user, "player", None))

    return told


def _failed(sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **kwargs: object) -> None:
    """Also when somebody is asked for the password once more. Whose account it was about, if there is one."""
    name = credentials.get("username") or ""
    event("login-failed", request, selectors.player_by_name(name) if name else None)


class AuditMiddleware:
    """Writes down every request that was refused: no right, no token, too many tries."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code in REFUSED:
            player = getattr(request, "player", None)
            path = request.path.encode("ascii", "backslashreplace").decode()
            event("refused", request, player, status=response.status_code, method=request.method, path=path)
        return response
