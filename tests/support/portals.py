"""The real portal in the profile that this run is about: embedded, or production where CI gives services."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support import live, services
from tests.support.live import Portal

PRODUCTION = {
    "SECRET_KEY": "only-for-tests-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "ALLOWED_HOSTS": "127.0.0.1,localhost",
    "HTTPS": "off",
    "OPERATOR_NAME": "Testbetrieb",
    "OPERATOR_ADDRESS": "Teststraße 1, 12345 Teststadt",
    "OPERATOR_EMAIL": "betrieb@example.org",
}


@contextmanager
def any_portal(*arguments: str, env: Mapping[str, str] | None = None, data: Path | None = None) -> Iterator[Portal]:
    """Production where TEST_DATABASE_URL says that PostgreSQL is there (CI), else embedded."""
    chosen = production_portal if os.environ.get("TEST_DATABASE_URL") else live.portal
    with chosen(*arguments, env=env, data=data) as running:
        running.wait_healthy(60)
        yield running


@contextmanager
def production_portal(
    *arguments: str, env: Mapping[str, str] | None = None, data: Path | None = None
) -> Iterator[Portal]:
    """The real portal on a PostgreSQL and a Redis server of its own."""
    with ExitStack() as stack:
        found = {
            **PRODUCTION,
            "DATABASE_URL": stack.enter_context(services.postgresql()),
            "REDIS_URL": stack.enter_context(services.redis_server()),
            **(env or {}),
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        folder = Path("/nonexistent") if data is None else data
        subprocess.run(migrate, check=True, cwd=live.ROOT, env=live.environment(folder, 1, found))
        yield stack.enter_context(live.portal(*arguments, env=found, data=data))
