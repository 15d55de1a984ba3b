"""What one client may ask of a socket: so many messages, so many dear ones, so many sockets."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings

from accounts.limits import client_address

DEAR_PER_S = 1.0
DEAR_BURST = 8
"""Whole views and Rat cost a hundred times what an action costs: a bucket of their own, far above what a hand does."""


class Bucket:
    """A token bucket: ``burst`` at once, refilled with ``per_s``."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s = per_s
        self._burst = self._tokens = burst
        self._counted_at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is within bounds. What is refused costs nothing: the next second brings one again."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted_at) * self._per_s)
        self._counted_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


def messages() -> Bucket:
    return Bucket(settings.SOCKET_ACTIONS_PER_S, settings.SOCKET_ACTIONS_BURST)


def dear() -> Bucket:
    return Bucket(DEAR_PER_S, DEAR_BURST)


def address_of(scope: dict[str, Any]) -> str:
    """The client's address of a handshake, as a page's request would have it."""
    hops = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for").decode("latin-1")
    client = scope.get("client")
    return client_address(hops, client[0] if client else "")


def sockets_each(holder: int | str) -> int:
    """How many sockets one holder may have in a process: a player, or all people without a name at one address."""
    most: int = settings.SOCKETS_PER_PLAYER if isinstance(holder, int) else settings.SOCKETS_PER_ADDRESS
    return most
