"""A daily challenge's day (Europe/Berlin) and seed: the same start for all, and closed to others till it is over."""

from __future__ import annotations

import hashlib
from datetime import date, datetime, timedelta

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext

from games import registry
from games.kernel.dice import SEED_BYTES
from tables.render import said

CLOSES_AT = timedelta(hours=2)
"""A daily counts if it ends by 02:00 next morning; then list, matches and seed are open (DESIGN.md, section 2)."""


def day_today(now: datetime | None = None) -> date:
    """The day in Berlin."""
    return timezone.localtime(now).date()


def daily_open_until(now: datetime | None = None) -> date:
    """Dailies of days before this one are open to everybody."""
    return (timezone.localtime(now) - CLOSES_AT).date()


def daily_is_open(on: date, now: datetime | None = None) -> bool:
    """Whether others may watch and replay the matches of that day's challenges, and learn the seed."""
    return on < daily_open_until(now)


def daily_name(key: str) -> str:
    """The name of the challenge ``<slug>/<variant>``, also of one that its game no longer has; empty for no key."""
    slug, _slash, variant = key.partition("/")
    daily = registry.get(slug).info.daily(variant) if key else None
    return said(daily.name) if daily else gettext("Tagesaufgabe") if key else ""


def daily_seed(key: str, on: date) -> bytes:
    """The day's 32-byte seed out of the server's secret, the challenge (``<slug>/<variant>``) and the date."""
    secret = hashlib.sha256(b"daily seed\0" + settings.SECRET_KEY.encode()).digest()
    return hashlib.blake2b(f"{key}/{on.isoformat()}".encode(), key=secret, digest_size=SEED_BYTES).digest()
