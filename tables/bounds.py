"""What one client may ask of a socket: so many messages, so many dear ones, so many sockets."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from django.conf import settings

from accounts.limits import client_address
from tables.host.live import Live

DEAR_PER_S = 1.0
DEAR_BURST = 8
"""Whole views and Rat cost a hundred times what an action costs: a bucket of their own, far above what a hand does."""
ARRIVALS_PER_S = 1.0
LONGEST_WAIT_S = 5.0
"""Sockets of one player: as many at once as one may have; who opens more, and faster (each costs a whole view), waits
at the door, but not for ever."""
PLAYERS_KEPT = 5_000


class Bucket:
    """A token bucket: ``burst`` at once, refilled with ``per_s``."""

    def __init__(self, per_s: float, burst: float) -> None:
        self._per_s = per_s
        self._burst = self._tokens = burst
        self._counted_at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is within bounds. What is refused costs nothing: the next second brings one again."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def reserve(self) -> float:
        """Take one even before it is there; seconds until it will be."""
        self._refill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._per_s)

    def refill_with(self, per_s: float) -> None:
        """From now on so many a second."""
        if per_s != self._per_s:
            self._refill()
            self._per_s = per_s

    def _refill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._counted_at) * self._per_s)
        self._counted_at = now


class Player:
    """What a player has left of actions and of what is dear, over all sockets of this process, closed ones as well."""

    def __init__(self) -> None:
        self.dear = dear()
        self.acts = messages()
        self.arrivals = Bucket(ARRIVALS_PER_S, settings.SOCKETS_PER_PLAYER)


class Players:
    """The players whom this process has seen last."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, Player] = OrderedDict()

    def of(self, player_id: int | None) -> Player:
        """The player's; people without a name have nothing in common, so each socket gets its own."""
        if player_id is None:
            return Player()
        player = self._known.setdefault(player_id, Player())
        self._known.move_to_end(player_id)
        if len(self._known) > PLAYERS_KEPT:
            self._known.popitem(last=False)
        return player


def messages() -> Bucket:
    return Bucket(settings.SOCKET_ACTIONS_PER_S, settings.SOCKET_ACTIONS_BURST)


def actions_per_s(live: Live | None) -> float:
    """How fast whoever plays in this match may go on acting: in real time as fast as a button that is held down."""
    quick: float = settings.SOCKET_REALTIME_PER_S if live is not None and live.realtime else 0.0
    usual: float = settings.SOCKET_ACTIONS_PER_S
    return max(usual, quick)


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
