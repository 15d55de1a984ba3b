"""Regular work of the portal itself: signs of life, and taking away what nobody needs any more."""

from __future__ import annotations

import logging

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from accounts.services.guests import guests_end_expired, guests_prolong
from leaderboard.services import standings_prune
from portal import health
from portal.konto.services import sessions_purge
from portal.selectors import seated_player_ids
from tables.presence import presence_prune

log = logging.getLogger(__name__)


@shared_task
def alive(queue: str) -> None:
    """A worker of the queue is at work: what ``/health/`` tells."""
    health.worker_seen(queue)


@shared_task
def housekeeping() -> None:
    """Expired sessions, guests and sums of long gone periods go. Run twice or late, it does the same."""
    now = timezone.now()
    SessionStore.clear_expired()
    sessions_purge()
    guests_prolong(player_ids=seated_player_ids(), now=now)
    ended = guests_end_expired(now=now)
    standings_prune(today=timezone.localdate(now))
    presence_prune()
    log.info("housekeeping: %d guests expired", len(ended))
