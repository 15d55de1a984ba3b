"""Where sessions are kept: Django's rows, asked for keys only that can be one."""

from __future__ import annotations

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """A cookie may hold anything, a key of ours a-z and 0-9 only. PostgreSQL refuses even to look for a NUL."""

    def __init__(self, session_key: str | None = None) -> None:
        known = session_key if session_key and session_key.isascii() and session_key.isalnum() else None
        super().__init__(known)
