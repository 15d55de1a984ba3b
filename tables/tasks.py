"""Celery tasks: interfaces to services. Each may run twice, late, or for a match that moved on."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from typing import Any

from celery import shared_task
from celery.signals import worker_process_shutdown, worker_ready, worker_shutdown
from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.db.models import Q

from tables import absence, matchtime, presence
from tables.clockwork import BOT, WAKE, Clockwork
from tables.host import runtime
from tables.models import Match
from tables.notices import BotsDue, send

log = logging.getLogger(__name__)

AHEAD_MS = 2_000
RETRY_S = 0.5
BEAT_KEY = "worker-beat"
_clockwork: Clockwork | None = None
_making = threading.Lock()
_kinds: tuple[str, ...] = (WAKE,)


KINDS = {"clock": WAKE, "bots": BOT}
"""What a worker of a queue does when it is due."""


@worker_ready.connect
def _clockwork_start(sender: Any, **_kwargs: Any) -> None:
    """A worker keeps a heap from its start, or from when the database is there."""
    global _kinds
    _kinds = tuple(kind for queue, kind in KINDS.items() if queue in sender.app.amqp.queues.consume_from)
    threading.Thread(target=_clockwork_wait, name="start", daemon=True).start()


def _clockwork_wait() -> None:
    while True:
        try:
            matchtime.row_read()  # fails while the database is away, before anything is built
            _clockwork_get()
            return
        except (DatabaseError, OSError) as error:
            log.warning("the heap waits for the database: %s", type(error).__name__)
            time.sleep(RETRY_S)
        finally:
            connections.close_all()


def _clockwork_get() -> Clockwork:
    """This worker's heap; made for ``_kinds`` if there is none."""
    global _clockwork
    with _making:
        if _clockwork is None:
            made: list[Clockwork] = []
            started = runtime.worker_start(lambda notice: made[0].heard(notice) if made else None)

            async def make() -> Clockwork:
                return Clockwork(_kinds)

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
    """Every second: hand the heaps what is overdue or due within two seconds, and which matches in real time know
    something else than who is there. Also the workers' sign of life.

    One task and one query for both kinds: celery's work for a task is ten times that of the query, and twice a second
    in three processes at once it held up every move for 40 ms. Other workers hear of computers' moves by a notice.
    """
    try:
        clockwork = _clockwork_get()
        soon = matchtime.now_ms() + AHEAD_MS
        due = Match.objects.filter(Q(wake_at_ms__lte=soon) | Q(bot_at_ms__lte=soon), status=Match.Status.RUNNING)
        rows = list(due.values_list("pk", "wake_at_ms", "bot_at_ms"))
        unlike = absence.matches_to_look_at()
    except (OperationalError, InterfaceError) as error:
        log.warning("no sweep, the database is not reachable: %s", type(error).__name__)
        return
    bots = [(pk, at) for pk, _wake, at in rows if at is not None and at <= soon]
    fed = [(WAKE, pk, at) for pk, at, _bot in rows if at is not None and at <= soon] + [(BOT, *bot) for bot in bots]
    loop = runtime.worker_start().loop
    loop.call_soon_threadsafe(clockwork.swept, fed)
    if unlike:
        loop.call_soon_threadsafe(clockwork.unlike, unlike)
    if bots:
        send(BotsDue(bots))
    cache.set(BEAT_KEY, int(time.time()), 60)


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
