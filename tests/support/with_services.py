"""Run a command with PostgreSQL and Redis of its own: ``python -m tests.support.with_services make test``."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.services import postgresql, redis_server

if __name__ == "__main__":
    with postgresql() as database, redis_server() as redis:
        found = {**os.environ, "TEST_DATABASE_URL": database, "TEST_REDIS_URL": redis}
        sys.exit(subprocess.run(sys.argv[1:], env=found, check=False).returncode)
