"""What others see of a player: for lists, which name dozens, the columns alone instead of the whole row."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext


class Face(NamedTuple):
    """A player's code, name and look."""

    code: str
    name: str
    user_id: int | None
    deleted_at: datetime | None
    colour: int
    sign: int

    @classmethod
    def columns(cls, prefix: str) -> tuple[str, ...]:
        """For ``values_list``, seen from a row whose foreign key ``prefix`` leads to the player."""
        return tuple(f"{prefix}__{field}" for field in cls._fields)

    @property
    def display_name(self) -> str:
        return self.name if self.deleted_at is None else gettext("Gelöscht")

    @property
    def figure(self) -> str:
        """Which wooden figure stands for this player: ``user`` or ``guest``."""
        return "guest" if self.user_id is None and self.deleted_at is None else "user"
