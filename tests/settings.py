"""The product's settings for tests: data of their own, nothing slow, and no ``.env`` of a developer.

Each process of a run has services to itself, since notices name matches by number: a database of its own (on the
PostgreSQL server of ``TEST_DATABASE_URL``, else SQLite in a file) and a server on ``REDIS_SOCKET``, which
``tests/conftest.py`` starts: the program of ``TEST_REDIS_SERVER``, else the Redis-compatible one out of the wheel.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

TEST_DATA = Path(tempfile.mkdtemp(prefix="speedgamez-test-"))
(TEST_DATA / "static").mkdir()
atexit.register(shutil.rmtree, TEST_DATA, ignore_errors=True)
os.environ.update(
    PORTAL_DATA=str(TEST_DATA),
    DATABASE_URL=os.environ.get("TEST_DATABASE_URL", ""),
    REDIS_URL="",
    SECRET_KEY="only-for-tests-" + "0123456789abcdef" * 3,
    DEBUG="0",
    TRUSTED_PROXIES="0",
    OPERATOR_NAME="Testbetrieb",
    OPERATOR_ADDRESS="Teststraße 1, 12345 Teststadt",
    OPERATOR_EMAIL="betrieb@example.org",
)

from portal.settings import *  # noqa: E402, F403
from portal.settings import DATABASES, REDIS_SOCKET  # noqa: E402

if not os.environ["DATABASE_URL"]:
    # In a file, since threads (and WAL) need one; one per pytest process.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_DATA / "test.sqlite3")}

REDIS_URL = f"unix://{REDIS_SOCKET}"
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://")
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
