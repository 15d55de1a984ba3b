"""Django's database from the event loop: a bounded pool of threads, each with one connection.

Not the one thread-sensitive thread of asgiref, or a slow page would hold up every socket. Where no pool runs
(tests, commands) the caller's own thread and so its open transaction are used.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections

P = ParamSpec("P")
R = TypeVar("R")

_pool: ThreadPoolExecutor | None = None


def pool_start() -> None:
    """From now on database work goes to the pool."""
    global _pool
    if _pool is None:
        _pool = ThreadPoolExecutor(settings.DATABASE_POOL_THREADS, thread_name_prefix="database")


def pool_stop() -> None:
    """Wait for running work and let go of the connections."""
    global _pool
    if _pool is not None:
        together = threading.Barrier(settings.DATABASE_POOL_THREADS, timeout=5)
        for _thread in range(settings.DATABASE_POOL_THREADS):
            _pool.submit(_let_go, together)
        _pool.shutdown(wait=True)
        _pool = None


def _let_go(together: threading.Barrier) -> None:
    """Once in each thread of the pool: they wait for each other, so none runs it twice."""
    connections.close_all()
    with contextlib.suppress(threading.BrokenBarrierError):
        together.wait()


def _run(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """In a pool thread. A connection that the server closed meanwhile is opened anew, once."""
    try:
        return function(*args, **kwargs)
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block or connection.is_usable():
            raise
        connections.close_all()
        return function(*args, **kwargs)


async def in_database(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run ``function``, which may use the ORM, off the loop."""
    if _pool is None:
        return await sync_to_async(function, thread_sensitive=True)(*args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_pool, lambda: _run(function, *args, **kwargs))
