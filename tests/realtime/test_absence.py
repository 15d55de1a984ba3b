"""Who is there, as a match in real time is told it: by the services."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.kernel.contract import Presence
from tables import absence, matchtime, presence
from tables.absence import DEAD_MS, LOST_MS
from tables.host import api, runtime
from tables.models import Record
from tables.presence import Claim
from tests.realtime.going import alone, gone, here, look, match_time_begins, passes, paused, state, told, wake
from tests.realtime.race import Race
from tests.realtime.support import race
from tests.tables.host import support
from tests.tables.host.support import guest

__all__ = ["match_time_begins"]
pytestmark = pytest.mark.django_db


def test_after_two_seconds_without_a_socket_the_game_is_told_and_of_the_way_back_at_once() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, anton, berta)
    gone(match, anton)
    passes(LOST_MS, "p1")
    assert look(match) is not None or told(match) == []
    assert told(match) == []
    passes(1, "p1")
    assert absence.matches_to_look_at() == [match.pk]
    look(match)
    assert told(match) == [(0, "offline")]
    assert (state(match).cars[0].away, state(match).cars[0].speed, state(match).cars[1].away) == (True, 0, False)
    here(match, anton)
    assert absence.matches_to_look_at() == [match.pk]
    look(match)
    assert told(match) == [(0, "offline"), (0, "back")]
    assert absence.matches_to_look_at() == []
    assert not paused(match)


def test_looking_again_says_nothing_twice() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, berta)
    passes(LOST_MS + 1, "p1")
    for _turn in range(3):
        look(match)
    assert told(match) == [(0, "offline")]


def test_a_page_that_is_loaded_again_is_nobodys_absence() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, anton, berta)
    gone(match, anton)
    passes(LOST_MS - 1, "p1")
    soon = look(match)
    assert soon == 1
    here(match, anton)
    passes(60_000, "p1")
    look(match)
    assert told(match) == []


def test_who_has_only_just_gone_is_not_taken_for_somebody_who_is_here() -> None:
    """Their moment may be later than the row of match time, which is a little behind."""
    match, anton = alone()
    passes(60_000, "p1")
    presence.claims_write("p1", [Claim(match.table_id, anton.pk, 0, matchtime.row_read() + 300)])
    look(match)
    assert paused(match)
    berta = guest("Berta")
    other = race(berta, guest("Clara"))
    presence.claims_write("p1", [Claim(other.table_id, berta.pk, 0, matchtime.row_read() + 300)])
    assert look(other) == LOST_MS, "it is to be looked at again"


def test_sockets_of_another_process_count() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, anton, berta, process="p1")
    here(match, anton, process="p2")
    gone(match, anton, process="p1")
    passes(60_000, "p1", "p2")
    look(match)
    assert told(match) == []
    gone(match, anton, process="p2")
    passes(LOST_MS + 1, "p1", "p2")
    look(match)
    assert told(match) == [(0, "offline")]


def test_sockets_that_this_process_holds_count_before_they_are_stored() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, berta)
    passes(60_000, "p1")
    runtime.call(lambda host: host.attend(match.pk, {anton.pk}))
    assert told(match) == []


def test_the_claims_of_a_dead_process_are_dead() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, anton, process="p1")
    here(match, berta, process="p2")
    passes(DEAD_MS - 1, "p2")
    look(match)
    assert told(match) == [], "it may be late with its beat"
    passes(1, "p2")
    assert absence.matches_to_look_at() == [match.pk]
    look(match)
    assert told(match) == [(0, "offline")]


def test_a_restart_of_the_server_makes_nobody_absent() -> None:
    """Match time stands still while nothing serves, and whoever counts it on goes two seconds ahead at most."""
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, anton, berta)
    presence.process_leave("p1")
    passes(matchtime.AHEAD_MS)
    look(match)
    assert absence.matches_to_look_at() == []
    assert told(match) == []


def test_who_never_came_is_away_two_seconds_after_the_start() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, berta)
    passes(LOST_MS, "p1")
    look(match)
    assert told(match) == []
    passes(1, "p1")
    look(match)
    assert told(match) == [(0, "offline")]


def test_the_record_is_made_after_what_time_has_brought() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, berta)
    passes(3_200, "p1")
    look(match)
    kinds = list(Record.objects.filter(match=match).order_by("version").values_list("kind", "at_ms"))
    assert kinds == [(Record.Kind.WAKE, 3_200), (Record.Kind.PRESENCE, 3_200)]
    assert state(match).done == 6


def test_computers_and_who_left_are_neither_away_nor_back() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = race("hard", anton, berta)
    here(match, anton, berta)
    api.leave(match, anton)
    gone(match, anton)
    passes(60_000, "p1")
    look(match)
    here(match, anton)
    look(match)
    assert told(match) == [(1, "bot")]
    assert absence.matches_to_look_at() == []


class Indifferent(Race):
    """Nobody's absence makes a difference."""

    def presence(self, state: Any, seat: int, change: Presence, now: int) -> Any:
        return [] if change.change != "bot" else super().presence(state, seat, change, now)


def test_where_it_makes_no_difference_there_is_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    get = registry.get
    monkeypatch.setattr(registry, "get", lambda slug: Indifferent() if slug == "race" else get(slug))
    anton, berta = guest("Anton"), guest("Berta")
    match = race(anton, berta)
    here(match, berta)
    passes(LOST_MS + 1, "p1")
    wake(match)
    version = support.live(match.pk).version
    look(match)
    assert support.live(match.pk).version == version
    assert absence.matches_to_look_at() == [], "it is noted all the same, or every look would find it"
    assert match.seats.get(index=0).offline


def test_games_of_turns_are_told_nothing() -> None:
    anton, berta = guest("Anton"), guest("Berta")
    match = support.match(anton, berta)
    passes(60_000, "p1")
    assert look(match) is None
    assert absence.matches_to_look_at() == []
    alone = support.match(anton, "easy")
    passes(60_000)
    look(alone)
    assert not Record.objects.filter(kind__in=(Record.Kind.PRESENCE, Record.Kind.PAUSE)).exists()
    assert not paused(alone)
