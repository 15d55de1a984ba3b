"""People who come and go in races, and match time that passes; tests take ``match_time_begins`` by its name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from accounts.models import Player
from games.kernel.contract import Presence
from tables import matchtime, presence
from tables.absence import LOST_MS
from tables.host import runtime
from tables.models import Match, MatchTime, Record
from tables.presence import Claim
from tests.realtime.support import race
from tests.tables.host import support
from tests.tables.host.support import user

ORIGIN = 10**9
DAY_MS = 24 * 3_600_000


@pytest.fixture(autouse=True)
def match_time_begins() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": ORIGIN})


def passes(ms: int, *alive: str) -> None:
    MatchTime.objects.filter(pk=1).update(now_ms=matchtime.row_read() + ms)
    for process in alive:
        presence.process_beat(process)


def here(match: Match, *people: Player, process: str = "p1") -> None:
    presence.claims_write(process, [Claim(match.table_id, player.pk, 1) for player in people])


def gone(match: Match, *people: Player, process: str = "p1") -> None:
    presence.claims_write(process, [Claim(match.table_id, player.pk, 0) for player in people])


def look(match: Match) -> int | None:
    return runtime.call(lambda host: host.attend(match.pk))


def wake(match: Match) -> None:
    runtime.call(lambda host: host.wake(match.pk))


def told(match: Match) -> list[tuple[int | None, str]]:
    """Every word on a seat, in order."""
    records = Record.objects.filter(match=match, kind=Record.Kind.PRESENCE).order_by("version")
    return [(r.seat, msgspec.json.decode(bytes(r.payload or b""), type=Presence).change) for r in records]


def state(match: Match) -> Any:
    return support.live(match.pk).state


def paused(match: Match) -> bool:
    match.refresh_from_db()
    return match.paused_at_ms is not None


def alone(*, laps: int = 10) -> tuple[Match, Player]:
    """A race against a computer, its player there for three seconds and gone for a little more than two."""
    anton = user("Anton")
    match = race(anton, "easy", laps=laps)
    here(match, anton)
    passes(3_000, "p1")
    wake(match)
    gone(match, anton)
    passes(LOST_MS + 100, "p1")
    look(match)
    return match, anton
