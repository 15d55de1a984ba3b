"""Rate limits by the client's address, counted in the shared cache beside allauth's own."""

from __future__ import annotations

from allauth.core import ratelimit
from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings
from django.http import HttpRequest

from accounts.errors import TooManyTries


def limit(request: HttpRequest, action: str) -> None:
    """Counts one try of ``action`` (``ACCOUNT_RATE_LIMITS`` names its rate); raises ``TooManyTries``."""
    if not ratelimit.consume(request, action=action):
        raise TooManyTries


def client_address(forwarded: str, remote: str) -> str:
    """The address that the outermost of our proxies saw; the connection's own without (enough) proxies.

    ``forwarded`` is X-Forwarded-For, ``remote`` the connection's address. Without any address (a Unix socket) all
    share one: a limit too strict is better than none.
    """
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    count: int = settings.TRUSTED_PROXIES
    named = hops[-count] if 0 < count <= len(hops) else remote
    return clean_client_ip(named) or "0.0.0.0"
