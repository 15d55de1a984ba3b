from __future__ import annotations

import logging

import pytest

from portal.logs import Formatter, config


def record(level: int, text: str) -> logging.LogRecord:
    return logging.LogRecord("tables.play", level, __file__, 1, text, None, None)


def test_a_line_has_level_and_logger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Formatter().format(record(logging.WARNING, "late")) == "WARNING tables.play: late"


def test_only_the_first_line_of_a_warning_is_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with_trace = record(logging.ERROR, "a")
    with_trace.exc_text = "b"
    assert Formatter().format(with_trace) == "\033[31mERROR tables.play: a\033[0m\nb"
    assert Formatter().format(record(logging.INFO, "a")) == "INFO tables.play: a"


def test_what_strangers_sent_begins_no_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    sent = "a\nERROR tables: b\x1b[31m\r\x85"
    assert Formatter().format(record(logging.INFO, sent)) == (
        "INFO tables.play: a\\x0aERROR tables: b\\x1b[31m\\x0d\\x85"
    )


def test_the_security_log_speaks_whatever_the_level_is() -> None:
    assert config("ERROR")["loggers"]["security"]["level"] == "INFO"


def test_a_worker_that_ends_warns_of_nothing_but_losses() -> None:
    """kombu's warning is that a message goes back into its queue; what can't go back is an error."""
    transport = logging.getLogger("kombu.transport.virtual.base")
    assert not transport.isEnabledFor(logging.WARNING)
    assert transport.isEnabledFor(logging.ERROR)
