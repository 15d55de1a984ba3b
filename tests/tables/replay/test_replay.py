from __future__ import annotations

import msgspec
import pytest
from django.core.cache import cache

from games import registry
from tables import replay
from tables.models import Match, Snapshot
from tests.tables.replay.support import Play, match_begun, user

pytestmark = pytest.mark.django_db


class Watched(Play):
    """Keeps every state that it went through."""

    def __init__(self, match: Match, seed: int = 1) -> None:
        super().__init__(match, seed)
        self.states = [self.game.encode_state(self.state)]

    def step(self, pause_ms: int) -> None:
        super().step(pause_ms)
        self.states.append(self.game.encode_state(self.state))


@pytest.fixture
def played() -> Watched:
    play = Watched(match_begun(user("Mila"), "easy", "normal"))
    play.match = play.out()
    return play


def test_every_step_is_the_state_that_was_played(played: Watched) -> None:
    made = replay.timeline(played.match)
    assert made.exact
    assert made.last == len(played.states) - 1
    assert len(made.states) < len(played.states) / 4
    for number, state in enumerate(played.states):
        found = replay.state_at(played.match, made, number)
        assert registry.get("elements").encode_state(found) == state


def test_lines_lie_at_the_step_that_told_them(played: Watched) -> None:
    made = replay.timeline(played.match)
    assert made.steps[0].lines == ()
    headings = [line.heading for step in made.steps for line in step.lines if line.heading is not None]
    assert len(headings) == played.state.throw
    assert all(step.lines for step in made.steps[1:])
    last = made.steps[-1].lines[-1].text
    assert last is not None
    assert "{who}" in last.msgid


def test_time_that_ran_out_is_a_step_of_its_own() -> None:
    play = Play(match_begun(user("Mila"), "easy", clock_s=30))
    for pause in (200_000, 100, 100):
        play.step(pause)
    match = play.end()
    made = replay.timeline(match)
    times = [step for step in made.steps[1:] if step.seat is None]
    assert [step.at_ms for step in times] == [40_000]
    assert any("Zeit um" in line.text.msgid for line in times[0].lines if line.text is not None)
    for step in made.steps:
        replay.state_at(match, made, step.number)


def test_the_timeline_is_kept(played: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    made = replay.timeline(played.match)
    monkeypatch.setattr(replay, "timeline_make", lambda match: pytest.fail("made twice"))
    assert replay.timeline(played.match) == made


def test_old_rules_are_shown_from_what_is_stored(played: Watched) -> None:
    Match.objects.filter(pk=played.match.pk).update(rules_version=0)
    match = Match.objects.get(pk=played.match.pk)
    made = replay.timeline(match)
    stored = Snapshot.objects.filter(match=match).order_by("version")
    assert not made.exact
    assert made.last == len(stored) - 1
    for number, row in enumerate(stored):
        assert replay.state_at(match, made, number) == registry.get("elements").decode_state(bytes(row.state))
    assert any(step.lines for step in made.steps)


def test_records_that_do_not_fit_are_shown_from_what_is_stored(played: Watched) -> None:
    played.match.records.order_by("version")[:1].get().delete()
    made = replay.timeline(played.match)
    assert not made.exact


def test_events_that_the_game_forgot_have_no_lines(played: Watched) -> None:
    Match.objects.filter(pk=played.match.pk).update(rules_version=0)
    odd = msgspec.msgpack.encode((0, [{"type": "gone"}]))
    Snapshot.objects.filter(match=played.match, version__gt=0).update(events=odd)
    cache.clear()
    made = replay.timeline(Match.objects.get(pk=played.match.pk))
    assert not any(step.lines for step in made.steps)
