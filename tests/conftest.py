"""What every test gets: a Redis-compatible server, an empty cache, and the tools of ``tests/support``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache

from tests.support import valkey
from tests.support.programs import find


@pytest.fixture(scope="session", autouse=True)
def redis_server() -> Iterator[str]:
    """The URL of a running Redis-compatible server, private to this process."""
    chosen = os.environ.get("TEST_REDIS_SERVER")
    with valkey.running(settings.REDIS_SOCKET, find(chosen) if chosen else valkey.EMBEDDED):
        yield settings.REDIS_URL
    shutil.rmtree(settings.REDIS_SOCKET.parent, ignore_errors=True)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    """Rate limits count in the cache: no test inherits another's."""
    cache.clear()


@pytest.fixture(autouse=True)
def no_match_clock() -> None:
    """A test that ran a host has left this process its idea of match time; the next one's database has another."""
    from tables import matchtime  # models can't be loaded with this file

    matchtime.clock.reset()
