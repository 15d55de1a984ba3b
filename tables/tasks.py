"""Celery tasks: interfaces to services. Each may run twice, late, or for a match that moved on."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from celery import shared_task
from celery.signals import worker_process_shutdown, worker_ready, worker_shutdown
from django.core.cache import cache

from tables import matchtime, presence
from tables.clockwork import BOT, WAKE, Clockwork
from tables.host import runtime
from tables.models import Match

log = logging.getLogger(__name__)

AHEAD_MS = 2_000
BEAT_KEY = "worker-beat"
_clockwork: Clockwork | None = None


def _is_clock_worker(sender: Any) -> bool:
    return "clock" in sender.app.amqp.queues.consume_from


@worker_ready.connect
def _clock_start(sender: Any, **_kwargs: Any) -> None:
    """A worker of the ``clock`` queue keeps a heap from its start."""
    if _is_clock_worker(sender):
        _clockwork_get()


def _clockwork_get() -> Clockwork:
    global _clockwork
    if _clockwork is None:
        made: list[Clockwork] = []
        started = runtime.worker_start(lambda notice: made[0].heard(notice) if made else None)

        async def make() -> Clockwork:
            return Clockwork()

        _clockwork = asyncio.run_coroutine_threadsafe(make(), started.loop).result(runtime.CALL_TIMEOUT_S)
        made.append(_clockwork)
    return _clockwork


@worker_shutdown.connect
@worker_process_shutdown.connect
def _host_stop(**_kwargs: Any) -> None:
    """The host's thread is a daemon: what it is judging gets its commit before the process goes."""
    runtime.worker_stop()


@shared_task(ignore_result=True)
def sweep() -> None:
    """Every second: hand the heap what is overdue or due within two seconds. Also the workers' sign of life."""
    clockwork = _clockwork_get()
    now = matchtime.now_ms()
    due = list(
        Match.objects.filter(status=Match.Status.RUNNING, wake_at_ms__lte=now + AHEAD_MS).values_list(
            "pk", "wake_at_ms"
        )
    )
    bots = list(
        Match.objects.filter(status=Match.Status.RUNNING, bot_at_ms__lte=now + AHEAD_MS).values_list("pk", "bot_at_ms")
    )
    fed = [(WAKE, pk, at) for pk, at in due] + [(BOT, pk, at) for pk, at in bots]
    runtime.worker_start().loop.call_soon_threadsafe(clockwork.feed, fed)
    cache.set(BEAT_KEY, int(time.time()), 60)


@shared_task(ignore_result=True)
def bot_move(match_id: int) -> None:
    """The computers whose move is due think and move."""
    runtime.worker_start()
    runtime.call(lambda host: host.bot_move(match_id))


@shared_task(ignore_result=True)
def upkeep() -> None:
    """Every ten seconds: tables without an opener or anybody at all, matches that all humans have deserted."""
    from tables.services.tables import tables_tend

    runtime.worker_start()
    tables_tend(now_ms=matchtime.now_ms())
    for match_id in presence.deserted_matches():
        runtime.call(lambda host, match_id=match_id: host.abandon(match_id))  # type: ignore[misc]


@shared_task(ignore_result=True)
def match_verify(match_code: str) -> None:
    """Replay a stored match and keep the verdict for its page."""
    from tables.services.verify import verdict_store

    verdict_store(match_code=match_code)
