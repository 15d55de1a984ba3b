"""``/health/``: does everything that play needs answer? JSON, 200 or 503; no secrets, nothing written."""

from __future__ import annotations

import logging
from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables import notices

log = logging.getLogger(__name__)

QUEUES = ("clock", "bots")
WORKER_BEAT_S = 5
WORKER_LOST_S = 20
"""A queue whose workers gave no sign for so long counts as dead."""


def _key(queue: str) -> str:
    return f"speedgamez:alive:{queue}"


def _client() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def worker_seen(queue: str) -> None:
    """Called inside a worker of the queue, every ``WORKER_BEAT_S`` seconds."""
    with _client() as client:
        client.set(_key(queue), "1", ex=WORKER_LOST_S)


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def _broker() -> bool:
    with _client() as client:
        return bool(client.ping())


def _notices() -> bool:
    """Whether a server process listens to the word between processes."""
    with _client() as client:
        return any(count > 0 for _, count in client.pubsub_numsub(notices.CHANNEL))


def _workers() -> bool:
    with _client() as client:
        return all(client.mget([_key(queue) for queue in QUEUES]))


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "broker": _broker,
    "notices": _notices,
    "workers": _workers,
}


def _holds(name: str) -> bool:
    try:
        return CHECKS[name]()
    except (DatabaseError, redis.RedisError, OSError) as error:
        log.warning("health: %s: %s", name, type(error).__name__)
        return False


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Each check by name, and ``status``: ``ok`` when all hold, else ``degraded`` (503)."""
    found = {name: _holds(name) for name in CHECKS}
    good = all(found.values())
    answer = JsonResponse({"status": "ok" if good else "degraded", **found}, status=200 if good else 503)
    answer._has_been_logged = True  # type: ignore[attr-defined]  # Django would log an ERROR for each 503
    return answer
