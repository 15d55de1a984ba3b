from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_save

SHOWN = {"name", "deleted_at"}
"""What running matches show of a player; accounts know nothing of matches, so a signal tells."""


def _player_saved(*, instance: Any, created: bool, update_fields: frozenset[str] | None, **_: Any) -> None:
    from tables.services.names import matches_tell

    if not created and (update_fields is None or SHOWN & update_fields):
        transaction.on_commit(lambda: matches_tell(player_id=instance.pk))


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_save.connect(_player_saved, sender="accounts.Player", dispatch_uid="tables.player_saved")
