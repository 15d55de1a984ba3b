"""Verification confirms every honest match, and finds whatever was changed in a stored one."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db.models import F

from games import registry
from tables.models import Match, Record, Snapshot
from tables.services.verify import (
    Verification,
    match_verify,
    verdict_store,
    verification_begin,
    verification_known,
    verification_running,
)
from tests.tables.replay.support import Play, match_begun, user

pytestmark = pytest.mark.django_db


def failed(found: Verification) -> set[str]:
    return {check.key for check in found.checks if not check.ok}


def played(clock_s: int = 0, slow: float = 0.0, seed: int = 1) -> Match:
    return Play(match_begun(user("Mila"), "easy", "normal", clock_s=clock_s), seed).out(slow)


class TestHonestMatches:
    @pytest.mark.parametrize("seed", range(4))
    def test_a_match_with_clocks_that_ran_out(self, seed: int) -> None:
        match = played(clock_s=30, slow=0.3, seed=seed)
        assert not Record.objects.filter(match=match, kind=Record.Kind.WAKE).exists()
        found = match_verify(match)
        assert failed(found) == set()
        assert found.records == Record.objects.filter(match=match).count()
        assert found.snapshots == Snapshot.objects.filter(match=match).count()
        assert found.draws > 100

    def test_one_that_somebody_left_and_one_that_ended_early(self) -> None:
        play = Play(match_begun(user("Mila"), user("Jonas"), clock_s=30))
        for _ in range(20):
            play.step(35_000)
        play.give(1)
        for _ in range(9):
            play.step(100)
        play.now += 1_000_000
        for _ in range(3):
            play.step(0)
        assert failed(match_verify(play.end())) == set()

    def test_one_that_was_given_up(self) -> None:
        play = Play(match_begun(user("Mila"), "easy"))
        for _ in range(5):
            play.step(100)
        match = play.end(Match.Status.ABANDONED, booked=False, flags=("left",))
        assert failed(match_verify(match)) == set()

    def test_one_that_still_runs(self) -> None:
        play = Play(match_begun(user("Mila"), "easy", clock_s=30))
        for _ in range(40):
            play.step(10_000)
        assert failed(match_verify(Match.objects.get(pk=play.match.pk))) == set()


class TestChangedMatches:
    def test_another_seed(self) -> None:
        match = played()
        Match.objects.filter(pk=match.pk).update(seed=bytes(32))
        assert {"seed", "start"} <= failed(match_verify(Match.objects.get(pk=match.pk)))

    def test_another_seed_with_its_hash_and_first_state(self) -> None:
        """A host that exchanges everything it can: the later states still tell."""
        match = played()
        other = Play(match_begun(user("Jonas"), "easy", "normal")).match
        Match.objects.filter(pk=match.pk).update(seed=other.seed, seed_hash=other.seed_hash)
        Snapshot.objects.filter(match=match, version=0).update(state=Snapshot.objects.get(match=other).state)
        wrong = failed(match_verify(Match.objects.get(pk=match.pk)))
        assert "seed" not in wrong
        assert {"records", "states", "draws"} & wrong

    def test_a_draw_inside_a_stored_state(self) -> None:
        match = played()
        game = registry.get(match.game)
        row = Snapshot.objects.filter(match=match).order_by("version")[2]
        state = game.decode_state(bytes(row.state))
        die = state.tray[0]
        die.face = "dunkel" if die.face != "dunkel" else "feuer"
        Snapshot.objects.filter(pk=row.pk).update(state=game.encode_state(state))
        assert "states" in failed(match_verify(match))

    def test_the_last_state(self) -> None:
        match = played()
        game = registry.get(match.game)
        row = Snapshot.objects.filter(match=match).latest("version")
        state = game.decode_state(bytes(row.state))
        state.seats[0].positions[0] += 1
        Snapshot.objects.filter(pk=row.pk).update(state=game.encode_state(state))
        assert "states" in failed(match_verify(match))

    def test_a_missing_last_state(self) -> None:
        match = played()
        Snapshot.objects.filter(match=match).latest("version").delete()
        assert failed(match_verify(match)) <= {"states", "draws"}

    @pytest.mark.parametrize("change", ["drop", "action", "decision"])
    def test_a_record(self, change: str) -> None:
        match = played()
        first = Record.objects.filter(match=match).order_by("version")[3]
        if change == "drop":
            first.delete()
        elif change == "decision":
            Record.objects.filter(pk=first.pk).update(decision=99)
        else:
            Record.objects.filter(pk=first.pk).update(payload=b'{"type":"take","die":"grau","row":"feuer"}')
        assert "records" in failed(match_verify(match)) or "states" in failed(match_verify(match))

    @pytest.mark.parametrize("field", ["place", "score", "points_tenths"])
    def test_the_outcome(self, field: str) -> None:
        match = played()
        match.seats.filter(player__isnull=False).update(**{field: F(field) + 1})
        assert failed(match_verify(match)) == {"outcome"}

    def test_an_event_of_the_chronik(self) -> None:
        match = played()
        row = Snapshot.objects.filter(match=match).order_by("version")[1]
        start, events = msgspec.msgpack.decode(bytes(row.events))
        events[0], events[1] = events[1], events[0]
        Snapshot.objects.filter(pk=row.pk).update(events=msgspec.msgpack.encode((start, events)))
        assert failed(match_verify(match)) == {"events"}


def test_rules_of_another_version_are_not_replayed() -> None:
    match = played()
    Match.objects.filter(pk=match.pk).update(rules_version=0)
    found = match_verify(Match.objects.get(pk=match.pk))
    assert found.ok
    assert not found.replayed
    assert [check.key for check in found.checks] == ["seed"]


def test_the_result_is_remembered_for_the_page() -> None:
    match = played()
    assert verification_known(match) is None
    assert verification_begin(match)
    assert not verification_begin(match)
    assert verification_running(match)
    verdict_store(match_code=match.code)
    assert not verification_running(match)
    known = verification_known(match)
    assert known is not None
    assert known == match_verify(match)


def test_a_code_that_is_gone_is_no_error() -> None:
    verdict_store(match_code="gibtesnicht")


class TestCommand:
    def run(self, *arguments: str) -> tuple[int, str]:
        out = StringIO()
        try:
            call_command("verify_match", *arguments, stdout=out)
        except SystemExit as end:
            return int(end.code or 0), out.getvalue()
        return 0, out.getvalue()

    def test_an_honest_match(self) -> None:
        code, said = self.run(played().code)
        assert code == 0
        assert "verified" in said
        assert "FAIL" not in said

    def test_a_changed_match(self) -> None:
        match = played()
        match.seats.filter(index=0).update(score=999)
        code, said = self.run(match.code)
        assert code == 1
        assert "FAIL outcome: seat 0: stored place" in said
        assert "NOT verified" in said

    def test_as_json(self) -> None:
        match = played()
        _code, said = self.run(match.code, "--json")
        found: dict[str, Any] = json.loads(said)
        assert (found["match"], found["ok"]) == (match.code, True)

    def test_no_such_match(self) -> None:
        with pytest.raises(CommandError) as refused:
            call_command("verify_match", "gibtesnicht")
        assert refused.value.returncode == 2
