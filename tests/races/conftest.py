"""The races run where there are real transactions: on PostgreSQL in CI, on SQLite with a bare ``make test``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.races.support import Crowd


@pytest.fixture
def crowd(transactional_db: None) -> Iterator[Crowd]:
    with Crowd() as found:
        yield found


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Any) -> None:
    """Twenty hands behind one address at once: what limits them by address is proved elsewhere."""
    settings.ACCOUNT_RATE_LIMITS = False
