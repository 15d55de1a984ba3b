"""Match time: whole milliseconds that run only while an ASGI process can serve players.

Each ASGI process adds its monotonic clock to the one row twice a second and never lowers it; everyone else
counts on from what it hears of it, at most two seconds ahead. Downtime is so given back to every clock, and a
jumping wall clock harms nothing.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models.functions import Greatest

from tables.models import MatchTime

TICK_S = 0.5
AHEAD_MS = 2_000
WINDOW_S = 5.0


def _mono_ms() -> float:
    return time.monotonic() * 1000


class Clock:
    """This process's idea of match time. Thread-safe.

    Readings of the row (or of another process's tick) come late by their way here, never early: so the largest
    offset of the last seconds is the best one. It never runs backwards and never more than ``AHEAD_MS`` past
    the newest reading.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._offsets: deque[tuple[float, float]] = deque()
        self._best = 0.0
        self._newest = 0
        self._shown = 0

    @property
    def running(self) -> bool:
        return bool(self._offsets)

    def hear(self, value_ms: int) -> None:
        """A reading of match time arrived just now."""
        mono = _mono_ms()
        with self._lock:
            self._newest = max(self._newest, value_ms)
            self._offsets.append((mono, value_ms - mono))
            while len(self._offsets) > 1 and mono - self._offsets[0][0] > WINDOW_S * 1000:
                self._offsets.popleft()
            self._best = max(offset for _, offset in self._offsets)

    def now_ms(self) -> int:
        """Match time in ms; 0 before the first reading."""
        with self._lock:
            if not self._offsets:
                return 0
            now = int(_mono_ms() + self._best)
            self._shown = max(self._shown, min(now, self._newest + AHEAD_MS))
            return self._shown

    def reset(self) -> None:
        """Forget everything (tests)."""
        with self._lock:
            self._offsets.clear()
            self._newest = self._shown = 0


clock = Clock()


def row_read() -> int:
    """The row's value; the row is made when it is missing."""
    value = MatchTime.objects.filter(pk=1).values_list("now_ms", flat=True).first()
    if value is None:
        MatchTime.objects.get_or_create(pk=1)
        return 0
    return value


def row_tick(candidate_ms: int) -> int:
    """Move the row on to ``candidate_ms`` unless it is further already; returns where it stands."""
    if not MatchTime.objects.filter(pk=1).update(now_ms=Greatest("now_ms", candidate_ms)):
        MatchTime.objects.get_or_create(pk=1)
    return row_read()


_fixed: ContextVar[int | None] = ContextVar("fixed_match_time", default=None)


@contextmanager
def fixed(value_ms: int) -> Iterator[None]:
    """Match time stands at ``value_ms`` inside: where no clock runs and the row can't be asked for."""
    token = _fixed.set(value_ms)
    try:
        yield
    finally:
        _fixed.reset(token)


def now_ms() -> int:
    """Match time now: this process's clock, or the row where none runs (commands, tests)."""
    value = _fixed.get()
    if value is not None:
        return value
    return clock.now_ms() if clock.running else row_read()
