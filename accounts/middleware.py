"""Who is here: ``request.player``."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext

from accounts import selectors, services
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.services.guests import SESSION_GUEST

SEEN = "seen"
"""Key of the day of the last visit in a session."""


class PlayerMiddleware:
    """Sets ``request.player`` (user's player, living guest, or None) after authentication.

    A guest's first request of an hour prolongs the guest, a user's first one of a day fills the purse; both are
    told by the row that is read anyway.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request = cast(PlayerRequest, request)
        request.player = _player(request)
        if request.player is not None:
            _visit(request, request.player)
        return self.get_response(request)


def _player(request: PlayerRequest) -> Player | None:
    if request.user.is_authenticated:
        return getattr(request.user, "player", None)
    return selectors.guest_by_id(request.session.get(SESSION_GUEST))


def _visit(request: PlayerRequest, player: Player) -> None:
    if player.is_guest:
        if services.guest_prolong(guest=player, now=timezone.now()):
            request.session.modified = True  # the cookie and its row last as long as the name
        return
    today = timezone.localdate().isoformat()
    if request.session.get(SEEN) != today:
        request.session[SEEN] = today  # stored anew, it lasts on from here
    given = services.player_day_begin(player=player, today=timezone.localdate())
    if given:
        text = ngettext(
            "Dein Beutel war fast leer. Für heute ist %(number)d Taler dazugekommen.",
            "Dein Beutel war fast leer. Für heute sind %(number)d Taler dazugekommen.",
            given,
        )
        messages.info(request, text % {"number": given})
