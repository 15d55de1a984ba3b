"""Match time: never lowered, stands still while nothing is served, shared by all."""

from __future__ import annotations

import pytest

from tables import matchtime
from tables.models import MatchTime


class _Mono:
    """A monotonic clock that the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ms = 1_000.0
        monkeypatch.setattr(matchtime, "_mono_ms", lambda: self.ms)


@pytest.fixture
def mono(monkeypatch: pytest.MonkeyPatch) -> _Mono:
    return _Mono(monkeypatch)


def test_it_counts_on_from_a_reading(mono: _Mono) -> None:
    clock = matchtime.Clock()
    clock.hear(50_000)
    mono.ms += 700
    assert clock.now_ms() == 50_700


def test_it_runs_two_seconds_ahead_at_most(mono: _Mono) -> None:
    clock = matchtime.Clock()
    clock.hear(50_000)
    mono.ms += 60_000
    assert clock.now_ms() == 52_000


def test_late_readings_never_set_it_back(mono: _Mono) -> None:
    clock = matchtime.Clock()
    clock.hear(50_000)
    mono.ms += 500
    assert clock.now_ms() == 50_500
    clock.hear(50_100)
    assert clock.now_ms() == 50_500
    mono.ms += 100
    assert clock.now_ms() == 50_600


def test_the_freshest_way_wins(mono: _Mono) -> None:
    clock = matchtime.Clock()
    clock.hear(49_600)
    mono.ms += 500
    clock.hear(50_500)
    assert clock.now_ms() == 50_500


def test_after_downtime_it_goes_on_from_where_it_stood(mono: _Mono) -> None:
    clock = matchtime.Clock()
    clock.hear(50_000)
    mono.ms += 60_000
    shown = clock.now_ms()
    for _tick in range(12):
        clock.hear(50_000 + 500 * _tick)
        mono.ms += 500
    assert shown <= clock.now_ms() <= 50_000 + 500 * 12 + matchtime.AHEAD_MS


@pytest.mark.django_db
def test_the_row_is_never_lowered() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 9_000})
    assert matchtime.row_tick(9_500) == 9_500
    assert matchtime.row_tick(9_200) == 9_500


@pytest.mark.django_db
def test_the_row_is_made_when_it_is_missing() -> None:
    MatchTime.objects.all().delete()
    assert matchtime.row_read() == 0
    assert matchtime.row_tick(5) in {0, 5}
