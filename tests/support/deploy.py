"""Run a management command with the settings of a complete production set-up: ``python -m tests.support.deploy check``.

``make check`` uses it, so that the deploy check judges what an operator gets who filled in ``.env.example``.
"""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "portal.settings",
    "SECRET_KEY": "a-made-up-key-for-the-deploy-check-0123456789-abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "spiele.example.org",
    "CSRF_TRUSTED_ORIGINS": "https://spiele.example.org",
    "DATABASE_URL": "postgres://portal@127.0.0.1:5432/portal",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "OPERATOR_NAME": "Beispielverein",
    "OPERATOR_ADDRESS": "Beispielweg 1, 12345 Beispielstadt",
    "OPERATOR_EMAIL": "betrieb@example.org",
    "EMAIL_URL": "smtp://127.0.0.1:25",
    "DEBUG": "0",
}

if __name__ == "__main__":
    os.environ.update(PRODUCTION)
    execute_from_command_line(["manage.py", *sys.argv[1:]])
