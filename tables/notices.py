"""Word between processes: one Redis channel, one message for all that happened in a turn of the loop.

Delivery is at most once and nothing depends on it: gaps are filled from the database (``tables/hub.py``).
The functions at the end are for services and views: call them on commit.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import TypeAlias

import msgspec
import redis
from django.conf import settings
from django.utils.functional import SimpleLazyObject
from msgspec import Struct

log = logging.getLogger(__name__)

CHANNEL = "speedgamez:notices:2"


class RecordMade(Struct, frozen=True, tag="r", array_like=True):
    """A record was committed: all that another process needs to follow without asking the database."""

    match_id: int
    version: int
    kind: int
    at_ms: int
    seat: int | None
    decision: int | None
    client_id: str
    payload: bytes | None
    wake_at_ms: int | None
    bot_at_ms: int | None
    over: bool


class MatchDue(Struct, frozen=True, tag="d", array_like=True):
    """A match began or changed outside the journal: when it wants looking at next (absolute match time)."""

    match_id: int
    wake_at_ms: int | None
    bot_at_ms: int | None


class BotsDue(Struct, frozen=True, tag="b", array_like=True):
    """(Match, absolute match time): computers' moves that are overdue or near, for whoever has lost a word."""

    due: list[tuple[int, int]]


class TableChanged(Struct, frozen=True, tag="t", array_like=True):
    """Seats, options or status of a table changed: its viewers fetch it anew."""

    code: str


class LobbyChanged(Struct, frozen=True, tag="l", array_like=True):
    """The list of open tables or running matches changed."""


class SessionsChanged(Struct, frozen=True, tag="s", array_like=True):
    """Sockets of this player are checked against the session store. ``identity``: they come back as somebody else."""

    player_id: int
    identity: bool = False


class PresenceChanged(Struct, frozen=True, tag="p", array_like=True):
    """Somebody came to a table or went."""

    table_id: int


class Tick(Struct, frozen=True, tag="k", array_like=True):
    """Match time as an ASGI process just wrote it."""

    now_ms: int


class SeatsChanged(Struct, frozen=True, tag="m", array_like=True):
    """A seat of a running match changed hands or a match ended outside the journal: reload its row."""

    match_id: int


Notice: TypeAlias = (
    RecordMade
    | MatchDue
    | BotsDue
    | TableChanged
    | LobbyChanged
    | SessionsChanged
    | PresenceChanged
    | Tick
    | SeatsChanged
)


PROCESS = secrets.token_hex(8)
"""This process's name. Messages begin with it: a process skips its own, it has acted on them already."""

_OWN = PROCESS.encode()
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(list[Notice])
_redis: redis.Redis = SimpleLazyObject(  # type: ignore[assignment]
    lambda: redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
)
_local: list[Callable[[Notice], None]] = []


def encode(notices: list[Notice]) -> bytes:
    """A message of this process."""
    return _OWN + _encoder.encode(notices)


def is_own(data: bytes) -> bool:
    """Whether this process has sent the message."""
    return data.startswith(_OWN)


def decode(data: bytes) -> list[Notice]:
    """What happened elsewhere. Raises msgspec.ValidationError for what is no message of ours."""
    return _decoder.decode(memoryview(data)[len(_OWN) :])


def listen_locally(handler: Callable[[Notice], None]) -> None:
    """``handler`` hears what this process's own threads send; it must be thread-safe."""
    _local.append(handler)


def send(*notices: Notice) -> None:
    """Tell all processes, from a thread. A broker that is down costs speed, not truth: it is logged only."""
    for handler in _local:
        for notice in notices:
            handler(notice)
    try:
        _redis.publish(CHANNEL, encode(list(notices)))
    except redis.RedisError as error:
        log.warning("notice not sent, the broker is away: %s", type(error).__name__)


def table_changed(code: str) -> None:
    """The table's viewers fetch it anew; so do the home pages."""
    send(TableChanged(code), LobbyChanged())


def lobby_changed() -> None:
    send(LobbyChanged())


def match_started(match_id: int, table_code: str, wake_at_ms: int | None, bot_at_ms: int | None) -> None:
    """A match began at this table."""
    send(MatchDue(match_id, wake_at_ms, bot_at_ms), TableChanged(table_code), LobbyChanged())


def sessions_changed(player_id: int) -> None:
    """A session of the player ended or the password changed: sockets without the right to stay are closed."""
    send(SessionsChanged(player_id))


def identity_changed(player_id: int) -> None:
    """A guest became a user: the sockets come back with the new session."""
    send(SessionsChanged(player_id, identity=True))
