"""Threads for pages that stay, each with its database connection.

Under ASGI Django gives each request a thread of its own, and with the thread goes the connection: on PostgreSQL
each page then began with a new one (a process of the database's, several milliseconds).
"""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from asgiref.sync import SyncToAsync, ThreadSensitiveContext
from django.core.handlers.asgi import ASGIHandler
from django.db import connections

KEPT = 8
"""So many threads are kept for the next page; more at once get one for the time being."""
CONNECTION_KEPT_S = 600


class PageHandler(ASGIHandler):
    """Django's handler, whose threads outlive their request."""

    def __init__(self) -> None:
        super().__init__()
        self._free: list[ThreadSensitiveContext] = []
        for database in connections.settings.values():
            database |= {"CONN_MAX_AGE": CONNECTION_KEPT_S, "CONN_HEALTH_CHECKS": True}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Asgiref ties a thread to a context: the one that was used last is taken, and given back afterwards."""
        context = self._free.pop() if self._free else ThreadSensitiveContext()
        token = SyncToAsync.thread_sensitive_context.set(context)
        try:
            await self.handle(scope, receive, send)
        finally:
            SyncToAsync.thread_sensitive_context.reset(token)
            if len(self._free) < KEPT:
                self._free.append(context)
            else:
                _end(context)

    def close(self) -> None:
        """Let go of all threads and connections that wait; later pages get new ones."""
        while self._free:
            _end(self._free.pop())


def _end(context: ThreadSensitiveContext) -> None:
    executor: Executor | None = SyncToAsync.context_to_thread_executor.pop(context, None)
    if executor is not None:
        executor.submit(connections.close_all)
        executor.shutdown(wait=False)
