"""Why something at a table doesn't happen: a code for programs, a German sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.errors import ApplicationError


class TableRefused(ApplicationError):
    """Nothing has changed. ``code``: ``full``, ``guest_stake``, ``not_opener``, ``stale``, ``started`` …"""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.status = 403 if code in FORBIDDEN else 409


FORBIDDEN = frozenset({"guest_stake", "not_opener", "barred", "not_seated", "not_yours"})
"""Codes of those who have no right to it, however often they ask."""


def names_joined(names: Sequence[str]) -> str:
    """„Jonas“, „Jonas und Mila“, „Jonas, Mila und Ole“."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} und {last}").format(names=", ".join(names[:-1]), last=names[-1])
