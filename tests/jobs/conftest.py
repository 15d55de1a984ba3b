from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tables import tasks
from tables.host import runtime
from tables.models import MatchTime
from tests.jobs.jobs import START_MS


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A worker's process: its host on a loop of its own, its heap."""
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": START_MS})
    kinds = tasks._kinds
    yield
    tasks._kinds = kinds
    started, tasks._clockwork = tasks._clockwork, None
    current = runtime._current
    if current is not None:
        if started is not None:
            current.loop.call_soon_threadsafe(started._run_task.cancel)
        runtime.worker_stop()
        asyncio.run_coroutine_threadsafe(_nothing(), current.loop).result(5)
        current.loop.call_soon_threadsafe(current.loop.stop)


async def _nothing() -> None:
    await asyncio.sleep(0)
