from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from tables.host import runtime


@pytest.fixture
async def server() -> AsyncIterator[runtime.Runtime]:
    """A host as in an ASGI process, on this test's loop."""
    await runtime.server_start()
    assert runtime._current is not None
    yield runtime._current
    await runtime.server_stop()
    await sync_to_async(connections.close_all)()
