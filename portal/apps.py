from __future__ import annotations

from django.apps import AppConfig


class PortalConfig(AppConfig):
    name = "portal"

    def ready(self) -> None:
        from portal import audit, checks  # noqa: F401 - registers them

        audit.connect()
