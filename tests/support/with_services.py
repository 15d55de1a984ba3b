"""Run a command with a PostgreSQL server of its own, and its tests on Redis instead of the embedded server:

``python -m tests.support.with_services make test``
"""

from __future__ import annotations

import os
import subprocess
import sys

from tests.support.services import postgresql

if __name__ == "__main__":
    with postgresql() as database:
        found = {**os.environ, "TEST_DATABASE_URL": database, "TEST_REDIS_SERVER": "redis-server"}
        sys.exit(subprocess.run(sys.argv[1:], env=found, check=False).returncode)
