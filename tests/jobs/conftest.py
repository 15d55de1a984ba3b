from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest
from django.db import connection

from tables import tasks
from tables.clockwork import Clockwork
from tables.host import runtime
from tables.models import MatchTime
from tests.jobs.jobs import START_MS


@pytest.fixture
def worker(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A worker's process: its host on a loop of its own, its heap; the other queue's tasks run here, too."""
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": START_MS})
    monkeypatch.setattr(Clockwork, "_queue_bot", staticmethod(_here(tasks.bot_move)))
    yield
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


def _here(task: Callable[[int], object]) -> Callable[[int], None]:
    def run(match_id: int) -> None:
        try:
            task(match_id)
        finally:
            connection.close()

    return run
