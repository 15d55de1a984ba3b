"""What others see of a player: for lists, which name dozens, the columns alone instead of the whole row."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext


def shown_name(name: str, deleted_at: datetime | None) -> str:
    """The name as others read it."""
    return name if deleted_at is None else gettext("Gelöscht")


def shown_figure(user_id: int | None, deleted_at: datetime | None) -> str:
    """Which wooden figure stands for a player: ``user`` or ``guest``."""
    return "guest" if user_id is None and deleted_at is None else "user"


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
        return shown_name(self.name, self.deleted_at)

    @property
    def figure(self) -> str:
        return shown_figure(self.user_id, self.deleted_at)
