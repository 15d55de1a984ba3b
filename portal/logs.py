"""How log lines look: level and logger in front, warnings and errors coloured where a person reads them."""

from __future__ import annotations

import logging
import os
import sys
from typing import Any

CONTROLS = {code: f"\\x{code:02x}" for code in (*range(32), 127, *range(128, 160)) if chr(code) != "\t"}
COLOURS = {logging.WARNING: 33, logging.ERROR: 31, logging.CRITICAL: 31}


class Formatter(logging.Formatter):
    """``LEVEL logger: message``; ``manage.py serve`` puts time and process in front."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")
        self.colour = not os.environ.get("NO_COLOR") and (bool(os.environ.get("FORCE_COLOR")) or sys.stderr.isatty())

    def formatMessage(self, record: logging.LogRecord) -> str:
        """What strangers sent can't begin a line of its own, nor colour one; a traceback comes after this."""
        record.message = record.message.translate(CONTROLS)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        colour = COLOURS.get(record.levelno)
        if not self.colour or colour is None:
            return text
        first, newline, rest = text.partition("\n")
        return f"\033[{colour}m{first}\033[0m{newline}{rest}"


def config(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything to one stream. What any stranger can cause, or any stop, is no warning."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "portal.logs.Formatter"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "security": {"level": "INFO"},  # portal/audit.py, whatever LOG_LEVEL says
            "django.request": {"level": "ERROR"},  # 404 and the like
            "django.security": {"level": "CRITICAL"},  # odd hosts, oversized forms, missing CSRF tokens
            "kombu.transport.virtual.base": {"level": "ERROR"},  # a worker that ends puts back what it had just fetched
            "websockets": {"level": "ERROR"},
        },
    }
