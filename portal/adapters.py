"""How allauth meets our accounts: names, players, guests, and the sockets that lose their right."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any, ClassVar, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.auth_backends import AuthenticationBackend
from allauth.core import context
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import selectors, services
from accounts.errors import NameRefused
from accounts.http import PlayerRequest
from accounts.limits import client_address
from accounts.models import Player, User
from accounts.names import name_fold
from accounts.services.guests import SESSION_GUEST
from accounts.sessions import BEGUN
from portal.konto import services as konto
from portal.konto import texts

log = logging.getLogger(__name__)


class NameBackend(AuthenticationBackend):
    """Logs in by the folded name: whoever has „Mila“ may type „mila“; nobody else can have a name like it."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        player = selectors.player_by_name(username)
        return self._check_password(player.user if player else None, password)  # type: ignore[no-any-return]

    def get_user(self, user_id: int) -> User | None:
        """The user with its player, in one query for each request."""
        user = User.objects.select_related("player").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


class AccountAdapter(DefaultAccountAdapter):
    """Registration and log-in by our services; German texts; the client's address behind proxies."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("Dieses Konto ist gesperrt."),
        "email_password_mismatch": _("Name und Passwort passen nicht zusammen."),
        "enter_current_password": _("Das ist nicht dein jetziges Passwort."),
        "incorrect_password": _("Das Passwort stimmt nicht."),
        "invalid_login": _("Das hat nicht geklappt."),
        "invalid_or_expired_key": _("Dieser Link gilt nicht mehr."),
        "invalid_password_reset": _("Dieser Link gilt nicht mehr."),
        "rate_limited": _("Das waren zu viele Versuche. Warte kurz, dann geht es wieder."),
        "too_many_login_attempts": _("Das waren zu viele Versuche. Warte ein paar Minuten, dann geht es wieder."),
        "username_password_mismatch": _("Name und Passwort passen nicht zusammen."),
        "username_taken": _("Diesen Namen gibt es schon."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name that can be had; a guest may keep his own."""
        player = None if shallow else _player(context.request)
        try:
            return services.name_check(username, player=player)
        except NameRefused as refusal:
            raise ValidationError(refusal.text, code=refusal.code) from refusal

    def save_user(self, request: HttpRequest, user: User, form: BaseForm, commit: bool = True) -> User:
        """Registers user and player at once. Raises ``NameRefused`` when somebody was faster."""
        data = form.cleaned_data
        return services.user_register(
            username=data["username"],
            email=data.get("email") or "",
            password=data["password1"],
            guest=_player(request),
        )

    def login(self, request: HttpRequest, user: User) -> None:
        """Logs in. A guest who registered stays the same player; one who had an account all along ends here."""
        guest = _player(request)
        super().login(request, user)
        request.session[BEGUN] = int(time.time())
        request.session.pop(SESSION_GUEST, None)
        player = user.player
        cast(PlayerRequest, request).player = player
        if guest is None:
            return
        if guest.pk == player.pk:
            konto.guest_became_user(player=player)
        else:
            left = konto.guest_leave(guest=guest)
            messages.info(request, texts.guest_left(guest.name, left))

    def logout(self, request: HttpRequest) -> None:
        """Logs out; this session's sockets are closed."""
        player = _player(request)
        super().logout(request)
        cast(PlayerRequest, request).player = None
        if player is not None:
            konto.sessions_tell(player_id=player.pk)

    def set_password(self, user: User, password: str) -> None:
        """A new password ends all other sessions (their hash is the old one's), and with them their sockets."""
        super().set_password(user, password)
        konto.sessions_tell(player_id=user.player.pk)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """A letter that can't be sent is logged; the page goes on as if it had been and tells nothing of accounts."""
        try:
            super().send_mail(template_prefix, email, context)
        except (SMTPException, OSError):
            log.exception("mail %s was not sent", template_prefix)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """A name's failures count for each address: a stranger's guesses lock nobody else out.

        However the name is written, it is the same account (``NameBackend``).
        """
        name = name_fold(credentials.get("username") or credentials.get("email") or "")
        return f"{name}@{self.get_client_ip(request)}"

    def get_client_ip(self, request: HttpRequest) -> str:
        """As the portal's own limits count it."""
        return client_address(request.headers.get("x-forwarded-for", ""), request.META.get("REMOTE_ADDR") or "")


class SessionsAdapter(DefaultUserSessionsAdapter):
    """Ending a session closes its sockets, in every process."""

    def end_sessions(self, sessions: Sequence[Any]) -> None:
        """Ends these sessions (allauth's ``UserSession`` rows, with their users)."""
        players = set(
            Player.objects.filter(user__in=[session.user_id for session in sessions]).values_list("pk", flat=True)
        )
        super().end_sessions(sessions)
        for player_id in players:
            konto.sessions_tell(player_id=player_id)


def _player(request: HttpRequest) -> Player | None:
    return cast(PlayerRequest, request).player
