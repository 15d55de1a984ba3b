"""Tools of the account pages' tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import TestCase

from tables import notices
from tables.notices import SessionsChanged


def closed(monkeypatch: pytest.MonkeyPatch, work: Callable[[], Any]) -> list[tuple[int, bool]]:
    """(player, comes back as somebody else) of the notices about sessions that ``work`` sends after its commit."""
    sent: list[Any] = []
    with monkeypatch.context() as patch:
        patch.setattr(notices, "send", lambda *more: sent.extend(more))
        with TestCase.captureOnCommitCallbacks(execute=True):
            work()
    return [(one.player_id, one.identity) for one in sent if isinstance(one, SessionsChanged)]
