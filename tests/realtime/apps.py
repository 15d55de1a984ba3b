"""Brings the race into every process of a portal that runs with ``tests.realtime.settings``."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class RealtimeConfig(AppConfig):
    name = "tests.realtime"
    label = "realtime"

    def ready(self) -> None:
        from tests.realtime.shelf import shelve

        shelve(setattr, settings)
