"""The life of an action: checks in their order, records, duplicates, time, computers, the end."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError

from accounts import ledger
from leaderboard.services import MatchResult
from tables import frames, matchtime
from tables.host import api, runtime
from tables.host.answers import Answer
from tables.host.judge import Host
from tables.host.live import SeatInfo
from tables.journal import Entry, OrmJournal
from tables.models import Match, MatchSeat, MatchTime, Record, Snapshot, Table
from tables.notices import Notice, RecordMade
from tables.services import finish
from tests.tables.host import support
from tests.tables.host.support import ELEMENTS, accepted, live, play_out, refused, submit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _stand_still() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 1_000_000})


def _pass_time(ms: int) -> None:
    MatchTime.objects.filter(pk=1).update(now_ms=matchtime.row_read() + ms)


def _first(match: Match) -> tuple[int, int, object]:
    now = live(match.pk)
    pending = now.game.to_act(now.state)[0]
    return pending.seat, pending.decision, now.game.actions(now.state, pending.seat)[0]


def test_an_action_is_one_record_and_one_step_of_the_row() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"))
    seat, decision, action = _first(match)
    accepted(submit(match.pk, seat, decision, "client-0001", action))
    assert match.turn_mask == 1 << seat
    match.refresh_from_db()
    assert match.turn_mask == 1 << live(match.pk).game.to_act(live(match.pk).state)[0].seat
    record = Record.objects.get(match=match)
    assert (match.version, record.version, record.seat, record.decision) == (1, 1, seat, decision)
    assert ELEMENTS.decode_action(bytes(record.payload or b"")) == action


def test_a_resent_action_acts_once_and_gets_the_same_answer() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"))
    seat, decision, action = _first(match)
    first = accepted(submit(match.pk, seat, decision, "client-0001", action))
    again = accepted(submit(match.pk, seat, decision, "client-0001", action))
    assert first == again
    assert Record.objects.filter(match=match).count() == 1


def test_refusals_are_coded_and_change_nothing() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"))
    seat, decision, action = _first(match)
    assert refused(submit(match.pk, 1 - seat, decision, "client-0001", action)).code == "not_your_turn"
    assert refused(submit(match.pk, seat, decision + 1, "client-0002", action)).code == "stale"
    assert refused(submit(match.pk, seat, decision, "client-0003", b'{"type":"nonsense"}')).code == "malformed"
    assert refused(submit(match.pk, seat, decision, "client-0004", b"[" * 9000)).code == "malformed"
    illegal = b'{"type":"freeze"}'
    assert refused(submit(match.pk, seat, decision, "client-0005", illegal)).code not in {"malformed", "stale"}
    assert not Record.objects.filter(match=match).exists()
    match.refresh_from_db()
    assert match.version == 0


def test_a_late_action_is_judged_after_the_clock() -> None:
    """The host lets time pass before it judges: a late worker makes no late action legal."""
    match = support.match(support.user("Anton"), support.user("Berta"), clock_s=30)
    seat, decision, action = _first(match)
    _pass_time(40_000)
    assert refused(submit(match.pk, seat, decision, "client-0001", action)).code in {"stale", "not_your_turn"}
    assert [r.kind for r in Record.objects.filter(match=match)] == [Record.Kind.WAKE]


def test_within_grace_an_action_still_counts() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"), clock_s=30)
    seat, decision, action = _first(match)
    _pass_time(39_999)
    accepted(submit(match.pk, seat, decision, "client-0001", action))


def test_a_wake_run_twice_or_early_does_nothing_wrong() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"), clock_s=30)
    runtime.call(lambda host: host.wake(match.pk))
    assert not Record.objects.filter(match=match).exists()
    match.refresh_from_db()
    assert match.wake_at_ms == match.origin_ms + 40_000
    _pass_time(40_000)
    for _twice in range(2):
        runtime.call(lambda host: host.wake(match.pk))
    assert Record.objects.filter(match=match, kind=Record.Kind.WAKE).count() == 1


def test_a_clock_runs_out_though_the_news_before_it_was_lost() -> None:
    """In this worker's memory the computer is still to move, and no clock runs; nobody else will make the step."""
    match = support.match("easy", support.user("Anton"), clock_s=30)

    async def work(host: Host) -> None:
        await host.warm(match.pk)
        await sync_to_async(_pass_time)(2_000)
        with matchtime.fixed(await sync_to_async(matchtime.row_read)()):
            await Host(OrmJournal(), lambda _notice: None).bot_move(match.pk)
        await sync_to_async(_pass_time)(41_000)
        with matchtime.fixed(await sync_to_async(matchtime.row_read)()):
            await host.wake(match.pk)

    runtime.call(work)
    kinds = [record.kind for record in Record.objects.filter(match=match).order_by("version")]
    assert kinds == [Record.Kind.ACTION, Record.Kind.WAKE]


def test_seats_that_could_not_be_read_are_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    match = support.match(support.user("Anton"), support.user("Berta"))

    def away(_match_id: int) -> tuple[SeatInfo, ...]:
        raise OperationalError("away")

    async def work(host: Host) -> tuple[bool, ...]:
        await host.warm(match.pk)
        await Host(OrmJournal(), lambda _notice: None).leave(match.pk, 0)
        with monkeypatch.context() as patch, pytest.raises(OperationalError):
            patch.setattr("tables.host.cache.seat_infos", away)
            await host.seats_changed(match.pk)
        async with host.match(match.pk) as found:
            assert found is not None
            return tuple(seat.left for seat in found.seats)

    assert runtime.call(work) == (True, False)


def test_news_that_comes_while_a_match_is_loaded_is_not_lost() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"))
    seat, decision, action = _first(match)
    news: list[Notice] = []

    async def work(host: Host) -> int:
        read = await sync_to_async(live)(match.pk)
        slot = host._slot(match.pk)
        async with slot.lock:  # as while it is loaded: what was read is from before the record
            await Host(OrmJournal(), news.append).submit(match.pk, seat, decision, "client-0001", action)
            made = next(notice for notice in news if isinstance(notice, RecordMade))
            assert host.holds(match.pk)
            following = asyncio.ensure_future(host.follow(made))
            await asyncio.sleep(0)
            slot.live = read
        await following
        found = host.cached(match.pk)
        assert found is not None
        return found.version

    assert runtime.call(work) == 1


def test_computers_move_when_due_and_not_before() -> None:
    match = support.match(support.user("Anton"), "easy")
    seat, decision, action = _first(match)
    accepted(submit(match.pk, seat, decision, "client-0001", action))
    match.refresh_from_db()
    assert match.bot_at_ms is not None and 700 <= match.bot_at_ms - match.origin_ms <= 1500
    runtime.call(lambda host: host.bot_move(match.pk))
    assert Record.objects.filter(match=match).count() == 1
    _pass_time(1500)
    for _twice in range(2):
        runtime.call(lambda host: host.bot_move(match.pk))
    moves = Record.objects.filter(match=match).order_by("version")
    assert [r.seat for r in moves] == [seat, 1]
    assert moves[1].client_id.startswith("bot:1:")


def test_who_has_left_no_longer_acts_for_the_seat() -> None:
    """Their socket may not know yet that the computer plays there."""
    anton = support.user("Anton")
    match = support.match(anton, support.user("Berta"))
    seat, decision, action = _first(match)
    runtime.call(lambda host: host.leave(match.pk, seat))
    late = host_submit(match, seat, decision, action, anton.pk)
    assert refused(late).code == "not_your_turn"
    assert not Record.objects.filter(match=match, kind=Record.Kind.ACTION).exists()


def host_submit(match: Match, seat: int, decision: int, action: object, player_id: int) -> Answer:
    """As a socket of that player does."""
    return runtime.call(lambda host: host.submit(match.pk, seat, decision, "client-0001", action, player_id=player_id))


def test_nobody_takes_a_computers_move_away_by_its_id() -> None:
    """A client's id is remembered for its seat, and the computer that gets the seat must find its own unused."""
    with pytest.raises(ValueError, match="id"):
        frames.frame_decode('{"t":"act","id":"bot:0:12","d":1,"a":{}}')


def test_leaving_that_is_not_stored_has_not_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta)

    def fails(_entry: Entry) -> bool:
        raise OperationalError

    async def work(host: Host) -> tuple[bool, str | None]:
        with pytest.raises(OperationalError):
            await host.leave(match.pk, 0)
        async with host.match(match.pk) as found:
            assert found is not None
            return found.seats[0].left, found.state.seats[0].level

    monkeypatch.setattr("tables.host.seats.seat_hand_over", fails)
    assert runtime.call(work) == (False, None)


def test_who_left_elsewhere_is_gone_here_though_no_notice_said_so() -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta)

    async def work(host: Host) -> bool:
        async with host.match(match.pk):
            pass
        await Host(OrmJournal(), lambda _notice: None).leave(match.pk, 0)
        await host.catch_up(match.pk)
        await asyncio.gather(*host._tasks)
        async with host.match(match.pk) as found:
            assert found is not None
            return found.seats[0].left

    assert runtime.call(work)


def test_replayed_records_give_the_stored_state_and_snapshots_join() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"), support.guest("Gast-C"))
    rng = random.Random(3)
    for _step in range(60):
        support.play_one(match.pk, rng)
    from_snapshot = live(match.pk)
    assert from_snapshot.snapshot_version == 48
    Snapshot.objects.filter(match=match, version=48).delete()
    from_start = live(match.pk)
    assert ELEMENTS.encode_state(from_snapshot.state) == ELEMENTS.encode_state(from_start.state)
    history = runtime.call(lambda host: _history(host, match.pk))
    assert history == from_start.events


async def _history(host: object, match_id: int) -> object:
    async with host.match(match_id) as loaded:  # type: ignore[attr-defined]
        return await host.history(loaded)  # type: ignore[attr-defined]


def test_the_end_books_points_and_pot_once() -> None:
    """L-054, L-055: points for the best list; the pot goes to the best human, in equal parts when shared."""
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, stake=50)
    ledger_hold(match, anton, berta)
    ended = play_out(match.pk)
    seats = list(MatchSeat.objects.filter(match=match))
    assert ended.status == Match.Status.ENDED
    assert ended.table.status == Table.Status.OVER
    assert sorted(s.taler or 0 for s in seats) in ([-50, 50], [0, 0])
    assert ledger.balance(anton) + ledger.balance(berta) == 2000
    assert all(s.place and s.points_tenths is not None for s in seats)
    assert Snapshot.objects.filter(match=match, version=ended.version).exists()
    assert not Record.objects.filter(match=match, kind=Record.Kind.WAKE).exists()


def ledger_hold(match: Match, *players: object) -> None:
    from django.db import transaction

    with transaction.atomic():
        ledger.stakes_hold(match_code=match.code, players=players, amount=match.stake)  # type: ignore[arg-type]


def test_who_leaves_others_loses_stake_and_points_and_a_computer_plays_on() -> None:
    """L-054: leaving a match with other humans costs 10 points; L-055: the pot goes to the best human still there."""
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, stake=50)
    ledger_hold(match, anton, berta)
    api.leave(match, anton)
    seat = MatchSeat.objects.get(match=match, player=anton)
    assert (seat.left, seat.bot, seat.points_tenths) == (True, "normal", -100)
    play_out(match.pk)
    seat.refresh_from_db()
    assert (seat.points_tenths, seat.taler) == (-100, -50)
    assert ledger.balance(berta) == 1050


def test_the_last_human_may_end_it_as_it_stands_and_wins_the_pot() -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, "normal", stake=50)
    ledger_hold(match, anton, berta)
    with pytest.raises(Exception, match=r"andere"):
        api.end_match(match, berta)
    api.leave(match, anton)
    api.end_match(match, berta)
    match.refresh_from_db()
    assert (match.status, match.flags) == (Match.Status.ENDED, ["early"])
    assert ledger.balance(berta) == 1050


def test_when_all_have_left_it_ends_and_the_house_takes_what_they_lost() -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, stake=50)
    ledger_hold(match, anton, berta)
    api.leave(match, anton)
    api.leave(match, berta)
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert ledger.balance(anton) + ledger.balance(berta) == 1900


def test_an_abandoned_match_is_refunded_in_full() -> None:
    anton, berta = support.user("Anton"), support.user("Berta")
    match = support.match(anton, berta, stake=50, clock_s=30)
    ledger_hold(match, anton, berta)
    assert runtime.call(lambda host: host.abandon(match.pk))
    assert not runtime.call(lambda host: host.abandon(match.pk))
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert ledger.balance(anton) == ledger.balance(berta) == 1000


def test_alone_leaving_costs_nothing() -> None:
    anton = support.user("Anton")
    match = support.match(anton, "easy")
    api.leave(match, anton)
    match.refresh_from_db()
    assert match.status == Match.Status.ABANDONED
    assert MatchSeat.objects.get(match=match, player=anton).points_tenths is None


def test_rat_only_alone() -> None:
    """L-056"""
    anton = support.user("Anton")
    alone = support.match(anton, "easy")
    given = runtime.call(lambda host: host.advise(alone.pk, 0))
    assert isinstance(given, tuple)
    assert msgspec.json.decode(given[1])["type"] in {"take", "freeze"}
    together = support.match(anton, support.user("Berta"))
    answer = runtime.call(lambda host: host.advise(together.pk, 0))
    assert answer.code == "no_advice"  # type: ignore[union-attr]


def test_what_arrived_in_time_counts_though_it_waited_for_its_turn() -> None:
    match = support.match(support.user("Anton"), support.user("Berta"), clock_s=30)
    seat, decision, action = _first(match)
    arrived = matchtime.row_read() + 39_000
    _pass_time(41_000)

    async def late(host: Host) -> Answer:
        async with host.match(match.pk) as loaded:
            assert loaded is not None
            slot = host._slot(match.pk)
            answer = await host._judge(slot, loaded, seat, decision, "client-0001", action, arrived)
            assert answer is not None
            return answer

    accepted(runtime.call(late))


def test_an_end_soon_after_the_start_counts_for_nobody_but_who_left(monkeypatch: pytest.MonkeyPatch) -> None:
    booked: list[MatchResult] = []
    monkeypatch.setattr(finish, "results_book", lambda *, result: booked.append(result))
    for steps in (0, 20):
        anton, berta = support.user(f"Anton{steps}"), support.user(f"Berta{steps}")
        match = support.match(anton, berta)
        rng = random.Random(5)
        for _step in range(steps):
            support.play_one(match.pk, rng)
        api.leave(match, anton)
        api.end_match(match, berta)
        assert (MatchSeat.objects.get(match=match, player=berta).points_tenths is None) is (steps == 0)
    assert [[row.left for row in result.rows] for result in booked] == [[True], [True, False]]
    assert [result.with_people for result in booked] == [True, True]
