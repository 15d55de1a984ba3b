"""Matches that the real host has run (its records, snapshots and endings) are confirmed and can be shown."""

from __future__ import annotations

import random

import pytest

from tables import matchtime, replay
from tables.host import api, runtime
from tables.models import Match, MatchTime, Record, Snapshot
from tables.services.verify import Verification, match_verify
from tests.tables.host import support

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _stand_still() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 1_000_000})


def pass_time(ms: int) -> None:
    MatchTime.objects.filter(pk=1).update(now_ms=matchtime.row_read() + ms)


def confirmed(match: Match) -> Verification:
    found = match_verify(Match.objects.get(pk=match.pk))
    assert {check.key: check.detail for check in found.checks if not check.ok} == {}
    return found


def play_some(match: Match, rng: random.Random, moves: int, slow: float) -> None:
    """Moves of whoever is to act; with chance ``slow`` a clock runs out instead."""
    for _ in range(moves):
        if rng.random() < slow:
            pass_time(60_000)
            runtime.call(lambda host: host.wake(match.pk))
        else:
            pass_time(rng.randint(1, 4000))
            if not support.play_one(match.pk, rng):
                return


def test_a_whole_match_with_clocks() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"), clock_s=30)
    rng = random.Random(5)
    play_some(match, rng, 60, slow=0.25)
    assert Record.objects.filter(match=match, kind=Record.Kind.WAKE).exists()
    confirmed(match)
    ended = support.play_out(match.pk, seed=5)
    assert ended.status == Match.Status.ENDED
    assert Snapshot.objects.filter(match=match).count() >= 3
    found = confirmed(ended)
    assert found.snapshots == Snapshot.objects.filter(match=match).count()
    made = replay.timeline(ended)
    assert made.exact
    last = replay.state_at(ended, made, made.last)
    assert support.ELEMENTS.outcome(last) is not None


def test_one_that_somebody_left_and_the_last_one_ended() -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, "normal", clock_s=30)
    play_some(match, random.Random(2), 20, slow=0.2)
    api.leave(match, berta)
    play_some(match, random.Random(3), 7, slow=0)
    api.end_match(match, by=anton)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    confirmed(match)
    assert replay.timeline(match).exact


def test_one_that_all_have_left() -> None:
    anton = support.user("Anton")
    match = support.match(anton, "normal")
    play_some(match, random.Random(2), 5, slow=0)
    api.leave(match, anton)
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    confirmed(match)
    assert replay.timeline(match).exact
