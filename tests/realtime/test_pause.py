"""A match in real time that waits for its last human: by the services."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts import ledger
from accounts.models import Player
from games import registry
from tables import absence, matchtime, presence, selectors
from tables.absence import LOST_MS
from tables.host import api, runtime
from tables.host.answers import Refused
from tables.host.judge import Host
from tables.host.live import live_load
from tables.journal import OrmJournal
from tables.models import Match, Record
from tables.notices import Notice, RecordMade
from tables.presence import Claim
from tables.services.verify import match_verify
from tests.realtime.going import (
    DAY_MS,
    ORIGIN,
    alone,
    gone,
    here,
    look,
    match_time_begins,
    passes,
    paused,
    state,
    told,
    wake,
)
from tests.realtime.race import TICK_MS, Drive, Honk
from tests.realtime.shelf import RACE
from tests.realtime.support import race
from tests.tables.host import support
from tests.tables.host.support import accepted, guest, refused, submit, user

__all__ = ["match_time_begins"]
pytestmark = pytest.mark.django_db


def test_alone_and_away_stops_the_time() -> None:
    match, _anton = alone()
    assert told(match) == [(0, "offline")]
    assert paused(match)
    assert (match.paused_at_ms, match.wake_at_ms) == (ORIGIN + 5_100, None)
    before = state(match)
    passes(600_000, "p1")
    wake(match)
    wake(match)
    assert state(match) == before
    assert support.live(match.pk).now() == 5_100
    assert absence.matches_to_look_at() == []


def test_back_again_nothing_is_lost() -> None:
    match, anton = alone()
    version = support.live(match.pk).version
    passes(600_000, "p1")
    here(match, anton)
    assert absence.matches_to_look_at() == [match.pk]
    look(match)
    assert not paused(match)
    assert match.origin_ms == ORIGIN + 600_000
    assert match.wake_at_ms == match.origin_ms + 5_500
    assert support.live(match.pk).now() == 5_100
    assert told(match) == [(0, "offline"), (0, "back")]
    assert state(match).done == 10
    passes(400, "p1")
    wake(match)
    assert state(match).done == 11
    assert support.live(match.pk).version == version + 3
    accepted(submit(match.pk, 0, 1, "client-0001", Drive(9)))


def test_a_pause_is_replayed_and_proven_while_it_runs_and_after_its_end() -> None:
    match, anton = alone()
    assert match_verify(Match.objects.get(pk=match.pk)).ok
    for _turn in range(2):
        passes(90_000, "p1")
        here(match, anton)
        look(match)
        accepted(submit(match.pk, 0, 1, f"client-{matchtime.row_read()}", Drive(7)))
        assert match_verify(Match.objects.get(pk=match.pk)).ok
        passes(700, "p1")
        gone(match, anton)
        passes(LOST_MS + 1, "p1")
        look(match)
    here(match, anton)
    look(match)
    passes(120_000, "p1")
    wake(match)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    assert match.advanced_to_ms < 140_000
    assert match.paused_at_ms is None
    assert match_verify(match).ok
    assert not Record.objects.filter(match=match, kind=Record.Kind.PAUSE).exists()
    assert Record.objects.filter(match=match, kind=Record.Kind.PRESENCE).count() == 6


def test_nothing_is_judged_while_it_stands() -> None:
    match, _anton = alone()
    answer = refused(submit(match.pk, 0, 1, "client-0001", Drive(9)))
    assert (answer.code, answer.stale) == ("paused", True)


def test_with_others_it_goes_on_and_stops_for_the_last_one_only() -> None:
    anton, berta = user("Anton"), user("Berta")
    match = race(anton, berta)
    here(match, anton, berta)
    gone(match, anton)
    passes(10_000, "p1")
    look(match)
    assert not paused(match)
    assert told(match) == [(0, "offline")]
    api.leave(match, berta)
    assert absence.matches_to_look_at() == [match.pk]
    look(match)
    assert paused(match)
    here(match, berta)
    look(match)
    assert paused(match), "who has left for good is nobody to wait for"
    here(match, anton)
    look(match)
    assert not paused(match)


def test_two_who_are_both_away_do_not_stop_it() -> None:
    anton, berta = user("Anton"), user("Berta")
    match = race(anton, berta)
    here(match, anton, berta)
    gone(match, anton, berta)
    passes(60_000, "p1")
    look(match)
    assert sorted(told(match)) == [(0, "offline"), (1, "offline")]
    assert not paused(match)


def test_a_paused_match_is_kept_for_seven_days_and_then_abandoned() -> None:
    match, anton = alone()
    passes(7 * DAY_MS - LOST_MS - 200, "p1")
    assert presence.deserted_matches() == []
    passes(LOST_MS + 200, "p1")
    assert presence.deserted_matches() == [match.pk]
    runtime.call(lambda host: host.abandon(match.pk))
    match.refresh_from_db()
    assert (match.status, match.advanced_to_ms, match.paused_at_ms) == (Match.Status.ABANDONED, 5_100, None)
    assert match_verify(match).ok
    assert ledger.balance(anton) == 1000


def test_each_return_begins_the_seven_days_anew() -> None:
    match, anton = alone()
    passes(6 * DAY_MS, "p1")
    here(match, anton)
    look(match)
    passes(1_000, "p1")
    gone(match, anton)
    passes(LOST_MS + 1, "p1")
    look(match)
    passes(6 * DAY_MS, "p1")
    assert presence.deserted_matches() == []


def test_in_real_time_those_who_all_desert_end_it_after_fifteen_minutes() -> None:
    anton, berta = user("Anton"), user("Berta")
    match = race(anton, berta, laps=60)
    here(match, anton, berta)
    gone(match, anton, berta)
    passes(presence.ABANDON_MS, "p1")
    assert presence.deserted_matches() == []
    passes(1, "p1")
    assert presence.deserted_matches() == [match.pk]


def test_in_real_time_a_seat_may_be_given_away_after_five_minutes() -> None:
    anton, berta = user("Anton"), user("Berta")
    match = race(anton, berta, laps=60)
    here(match, berta)
    passes(presence.GIVE_MS - 1, "p1")
    assert presence.attendance(match.table_id).givable == set()
    passes(1, "p1")
    assert presence.attendance(match.table_id).givable == {anton.pk}


def test_who_is_away_may_still_leave_or_end_a_match_that_stands() -> None:
    match, anton = alone()
    api.leave(match, anton)
    match.refresh_from_db()
    assert (match.status, match.advanced_to_ms) == (Match.Status.ABANDONED, 5_100)


# --- several processes ---------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def later(ms: int, *people: Player, match: Match, away: bool = False) -> AsyncIterator[None]:
    """Match time has passed, for hosts too, and these have come to the table (or gone)."""
    await sync_to_async(passes)(ms, "p1")
    with matchtime.fixed(await sync_to_async(matchtime.row_read)()):
        await sync_to_async(gone if away else here)(match, *people)
        yield


def two_hosts(match: Match, work: Any) -> list[Notice]:
    """Run ``work(first, second)`` with two hosts that know the match and hear nothing of each other."""
    said: list[Notice] = []

    async def run(_host: Host) -> None:
        first, second = Host(OrmJournal(), said.append), Host(OrmJournal(), said.append)
        await first.warm(match.pk)
        await second.warm(match.pk)
        await work(first, second)

    runtime.call(run)
    return said


def test_two_processes_that_look_at_once_stop_it_once_and_let_it_go_on_once() -> None:
    anton = user("Anton")
    match = race(anton, "easy")
    passes(LOST_MS + 500, "p1")

    async def both(first: Host, second: Host) -> None:
        await asyncio.gather(first.attend(match.pk), second.attend(match.pk), first.attend(match.pk))

    two_hosts(match, both)
    assert paused(match)
    assert told(match) == [(0, "offline")]
    assert Record.objects.filter(match=match, kind=Record.Kind.PAUSE).count() == 1
    passes(90_000, "p1")
    here(match, anton)
    two_hosts(match, both)
    assert not paused(match)
    assert match.origin_ms == ORIGIN + 90_000
    assert told(match) == [(0, "offline"), (0, "back")]


def test_a_process_that_missed_the_pause_moves_nothing_on() -> None:
    """It knows the match by the time before the pause: by that, all the pause would be played at once."""
    anton = user("Anton")
    match = race(anton, "easy")

    async def work(first: Host, second: Host) -> None:
        async with later(LOST_MS + 500, match=match):
            await first.attend(match.pk)
        async with later(90_000, anton, match=match):
            await first.attend(match.pk)
            await second.wake(match.pk)
            answer = await second.submit(match.pk, 0, 1, "client-0001", Drive(5))
        assert not isinstance(answer, Refused), answer

    two_hosts(match, work)
    assert support.live(match.pk).now() == LOST_MS + 500
    assert state(match).done == (LOST_MS + 500) // TICK_MS


def test_a_process_that_missed_the_end_of_a_pause_finds_out_when_it_looks() -> None:
    anton = user("Anton")
    match = race(anton, "easy")

    async def work(first: Host, second: Host) -> None:
        async with later(LOST_MS + 500, match=match):
            await first.attend(match.pk)
            await second.catch_up(match.pk)
        async with later(90_000, anton, match=match):
            await first.attend(match.pk)
        async with later(0, anton, match=match, away=True):
            pass
        async with later(LOST_MS + 1, match=match):
            await second.attend(match.pk)

    two_hosts(match, work)
    assert paused(match)
    assert told(match) == [(0, "offline"), (0, "back"), (0, "offline")]


def test_whoever_follows_by_notices_knows_the_pause_and_its_end() -> None:
    anton = user("Anton")
    match = race(anton, "easy")
    seen: list[tuple[int, int | None]] = []

    async def work(first: Host, second: Host) -> None:
        heard: list[Notice] = []
        first.publish = heard.append

        async def follow() -> None:
            for notice in heard:
                if isinstance(notice, RecordMade):
                    await second.follow(notice)
            live = second.cached(match.pk)
            assert live is not None
            seen.append((live.origin_ms, live.paused_ms))
            heard.clear()

        async with later(LOST_MS + 500, match=match):
            await first.attend(match.pk)
        await follow()
        async with later(50_000, anton, match=match):
            await first.attend(match.pk)
        await follow()

    two_hosts(match, work)
    assert seen == [(ORIGIN, ORIGIN + LOST_MS + 500), (ORIGIN + 50_000, None)]


def test_a_match_that_stands_is_loaded_as_it_stands_after_any_snapshot(settings: Any) -> None:
    settings.SNAPSHOT_EVERY = 2
    match, anton = alone()
    passes(70_000, "p1")
    here(match, anton)
    look(match)
    for number in range(7):
        accepted(submit(match.pk, 0, 1, f"client-{number:04d}", Honk()))
    live = live_load(match.pk)
    assert live is not None
    assert (live.origin_ms, live.paused_ms, live.now()) == (ORIGIN + 70_000, None, 5_100)
    gone(match, anton)
    passes(LOST_MS + 1, "p1")
    look(match)
    live = live_load(match.pk)
    assert live is not None
    assert (live.now(), live.wake_at_ms()) == (5_100 + LOST_MS + 1, None)


# --- pages ---------------------------------------------------------------------------------------------


def test_lists_say_that_it_stands() -> None:
    match, anton = alone()
    assert [row.paused for row in selectors.own_matches(anton)] == [True]
    browser = Client()
    assert anton.user is not None
    browser.force_login(anton.user)
    home = browser.get("/").content.decode()
    assert "Pausiert" in home.split('id="weiter"')[1].split("</aside>")[0]
    assert "Pausiert" in browser.get("/konto/partien/").content.decode()
    watcher = guest("Clara")
    presence.claims_write("p1", [Claim(match.table_id, watcher.pk, 1)])
    lists = Client().get("/").content.decode()
    assert "Pausiert" in lists.split('id="laeuft"')[1].split("</section>")[0]
    here(match, anton)
    look(match)
    assert [row.paused for row in selectors.own_matches(anton)] == [False]
    assert "Pausiert" not in browser.get("/").content.decode()


def test_who_watches_reads_for_whom_it_waits() -> None:
    match, anton = alone()
    page = Client().get(f"/tische/{match.table.code}/").content.decode()
    assert "Pausiert, bis Anton wieder da ist." in page
    assert 'data-paused="1"' in page
    here(match, anton)
    look(match)
    page = Client().get(f"/tische/{match.table.code}/").content.decode()
    assert "Pausiert" not in page
    assert 'data-paused="1"' not in page


def test_the_race_is_a_game_in_real_time() -> None:
    assert set(registry.realtime_slugs()) == {"elum", RACE.info.slug}
