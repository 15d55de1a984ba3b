"""Rate limits by the client's address, counted in the shared cache beside allauth's own."""

from __future__ import annotations

from allauth.core import ratelimit
from django.http import HttpRequest

from accounts.errors import TooManyTries


def limit(request: HttpRequest, action: str) -> None:
    """Counts one try of ``action`` (``ACCOUNT_RATE_LIMITS`` names its rate); raises ``TooManyTries``."""
    if not ratelimit.consume(request, action=action):
        raise TooManyTries
