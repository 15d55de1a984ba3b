from __future__ import annotations

import logging

import pytest

from portal.logs import Formatter


def record(level: int, text: str) -> logging.LogRecord:
    return logging.LogRecord("tables.play", level, __file__, 1, text, None, None)


def test_a_line_has_level_and_logger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Formatter().format(record(logging.WARNING, "late")) == "WARNING tables.play: late"


def test_only_the_first_line_of_a_warning_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert Formatter().format(record(logging.ERROR, "a\nb")) == "\033[31mERROR tables.play: a\033[0m\nb"
    assert Formatter().format(record(logging.INFO, "a")) == "INFO tables.play: a"


def test_a_worker_that_ends_warns_of_nothing_but_losses() -> None:
    """kombu's warning is that a message goes back into its queue; what can't go back is an error."""
    transport = logging.getLogger("kombu.transport.virtual.base")
    assert not transport.isEnabledFor(logging.WARNING)
    assert transport.isEnabledFor(logging.ERROR)
