"""The request as our views get it."""

from __future__ import annotations

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from accounts.models import Player


class PlayerRequest(HttpRequest):
    """A request that knows its player (``PlayerMiddleware``): a user's, a living guest's, or None."""

    player: Player | None
    htmx: HtmxDetails
    session: SessionBase
