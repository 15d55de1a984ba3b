"""What every test gets: a Redis-compatible server, an empty cache, and the tools of ``tests/support``."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from xdist.scheduler import LoadFileScheduling

from tests.support import valkey
from tests.support.programs import find

SERVER = re.compile(r"tests/(browser/(?!test_live_|elum/(?!test_two))|portal/supervisor/)")


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


LONG = (
    "tests/faults/test_chaos",
    "tests/faults/test_kills",
    "tests/realtime/test_portal",
    "tests/games/kernel/test_conf",
)
"""Next in this order: a long file that comes last keeps one process busy while the other has nothing left."""


def group(nodeid: str) -> str:
    """What goes to the same process: the tests of a file, or all that start the real server."""
    path = nodeid.split("::", 1)[0]
    return "server" if SERVER.match(path) else path


def rank(nodeid: str) -> int:
    """When a test comes: the server's first, then the long files, then all else as it was collected."""
    if group(nodeid) == "server":
        return -1
    return next((at for at, path in enumerate(LONG) if nodeid.startswith(path)), len(LONG))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What starts the real server takes longest: it comes first, all else is done beside it."""
    items.sort(key=lambda item: rank(item.nodeid))


class Dealer(LoadFileScheduling):
    """Deals out groups instead of files.

    Two Chromiums against two portals leave a small machine nothing for anything else, and then each waits for the
    other's.
    """

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Dealer:
    return Dealer(config, log)
