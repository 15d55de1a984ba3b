from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.live import Portal
from tests.support.portals import any_portal


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/faults/" in item.path.as_posix():
            item.add_marker(pytest.mark.faults)
            item.add_marker(pytest.mark.live)


@pytest.fixture(scope="package")
def portal() -> Iterator[Portal]:
    """One portal for all faults: what a test breaks has to heal by itself."""
    with any_portal(env={"TRUSTED_PROXIES": "1"}) as running:
        yield running
