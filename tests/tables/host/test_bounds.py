from __future__ import annotations

import pytest

from tables import bounds


def test_what_is_refused_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked a hundred times too often waited minutes for the next answer."""
    now = 1000.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    bucket = bounds.Bucket(per_s=1, burst=3)
    assert [bucket.take() for _ in range(100)] == [True] * 3 + [False] * 97
    now += 1.0
    assert [bucket.take(), bucket.take()] == [True, False]
    now += 60.0
    assert [bucket.take() for _ in range(5)] == [True] * 3 + [False] * 2
