"""The race among the games of this process."""

from __future__ import annotations

from typing import Any

import pytest

from tests.realtime.shelf import shelve


@pytest.fixture(autouse=True)
def _race(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    shelve(monkeypatch.setattr, settings)
