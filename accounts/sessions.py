"""Where sessions are kept: Django's rows, asked for keys only that can be one, and not for ever."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db

BEGUN = "begun"
"""Key of the Unix time of the log-in in a session."""


class SessionStore(db.SessionStore):
    """A session ends ``SESSION_COOKIE_AGE`` after its last visit, and ``SESSION_LIFETIME_S`` after its log-in anyhow.

    A cookie may hold anything, a key of ours a-z and 0-9 only. PostgreSQL refuses even to look for a NUL.
    """

    def __init__(self, session_key: str | None = None) -> None:
        known = session_key if session_key and session_key.isascii() and session_key.isalnum() else None
        super().__init__(known)

    def get_expiry_age(self, **kwargs: Any) -> int:
        age: int = super().get_expiry_age(**kwargs)
        return age if BEGUN not in self else max(0, min(age, round(self._end() - time.time())))

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        date: datetime = super().get_expiry_date(**kwargs)
        return date if BEGUN not in self else min(date, datetime.fromtimestamp(self._end(), tz=UTC))

    def _end(self) -> float:
        return float(self[BEGUN]) + settings.SESSION_LIFETIME_S
