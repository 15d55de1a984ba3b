"""Cases 5, 8 and 21: a command counts once and for what it was meant for; a clock runs out with nobody there."""

from __future__ import annotations

import random

import pytest

from games import registry
from tables.host import runtime
from tables.host.live import Live
from tables.models import Match, MatchTime, Record
from tests.cases.support import SLUGS, awaited, begun
from tests.tables.host.support import accepted, live, refused, submit
from tests.tables.lobby.support import user

pytestmark = pytest.mark.django_db

STEPS = 30


def people(slug: str) -> list[str]:
    return ["Anton", "Berta", "Clara", "Dora", "Emil", "Frieda"][: registry.get(slug).info.seats_max]


def records(match: Match) -> int:
    return Record.objects.filter(match=match).count()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_command_counts_once_however_often_it_is_sent(slug: str) -> None:
    """Case 5: sent twice, and again after a reconnect to another process (each call is one here), with a snapshot
    in between: one effect, and the same answer each time."""
    rng = random.Random(5)
    match = begun(slug, *(user(name) for name in people(slug)))
    answers: dict[tuple[int, int, str, bytes], int] = {}
    for number in range(STEPS):
        now = awaited(match)
        if now.over:
            break
        pending = rng.choice(now.game.to_act(now.state))
        action = now.game.encode_action(rng.choice(now.game.actions(now.state, pending.seat)))
        command = (pending.seat, pending.decision, f"resend-{number:04d}", action)
        before = records(match)
        answers[command] = accepted(submit(match.pk, *command)).version
        for again in [command, *rng.sample(sorted(answers), min(2, len(answers)))]:
            assert accepted(submit(match.pk, *again)).version == answers[again]
        assert records(match) == before + 1


@pytest.mark.parametrize("slug", SLUGS)
def test_a_command_for_an_old_board_is_never_read_anew(slug: str) -> None:
    """Case 21: what is legal now, in answer to the decision before, is refused; so is the old choice."""
    rng = random.Random(21)
    match = begun(slug, *(user(name) for name in people(slug)))
    old: dict[int, int] = {}
    told = set()
    for number in range(STEPS):
        now = awaited(match)
        if now.over:
            break
        pending = rng.choice(now.game.to_act(now.state))
        action = now.game.encode_action(rng.choice(now.game.actions(now.state, pending.seat)))
        before = records(match)
        asked = [(one.seat, one.decision) for one in now.game.to_act(now.state)]  # in real time one is open for long
        for seat, decision in [one for one in old.items() if one not in asked]:
            answer = refused(submit(match.pk, seat, decision, f"old-{number:04d}-{seat}", action))
            assert answer.stale, "the page is told to look again"
            told.add(answer.code)
        assert records(match) == before
        accepted(submit(match.pk, pending.seat, pending.decision, f"now-{number:04d}", action))
        old[pending.seat] = pending.decision
    assert told == {"stale", "not_your_turn"}


@pytest.mark.parametrize(
    ("slug", "clock_s"), [(slug, clock) for slug in SLUGS for clock in registry.get(slug).info.clock_choices if clock]
)
def test_a_clock_runs_out_with_all_browsers_closed(slug: str, clock_s: int) -> None:
    """Case 8: three seconds after turn and grace the consequence is stored, step for step; no clock is below zero."""
    match = begun(slug, *(user(name) for name in people(slug)), clock_s=clock_s)
    for step in range(1, 13):
        wake = Match.objects.get(pk=match.pk).wake_at_ms
        assert wake is not None, "a running clock without a wake"
        MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": wake + 3_000})
        runtime.call(lambda host: host.wake(match.pk))
        assert list(Record.objects.filter(match=match).values_list("kind", flat=True)) == [Record.Kind.WAKE] * step
        no_clock_below_zero(live(match.pk), wake + 3_000)


def no_clock_below_zero(now: Live, time_ms: int) -> None:
    """What a page would be sent at that time."""
    shown = registry.board(now.slug).seat_statuses(now.game.observe(now.state, None))
    clocks = [status.expiry_ms for status in shown if status.expiry_ms is not None]
    assert clocks
    assert all(expiry + now.origin_ms > time_ms for expiry in clocks)
