"""Taler from twenty hands at once: stakes, settlements, the daily money, accounts that go meanwhile."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Sum

from accounts import ledger
from accounts.models import Account, Player
from accounts.services import player_day_begin
from leaderboard.models import Result, Standing
from leaderboard.periods import Period
from portal.konto import services as konto
from tables.host import runtime
from tables.journal import Entry
from tables.models import Match, MatchSeat, Record
from tables.services import seats, tables
from tables.services.finish import Ending, match_finish
from tests.races.support import ROUNDS, TASKS, Crowd, again, assert_sound, balances, codes, someone
from tests.tables.host import support as host
from tests.tables.lobby.support import GAME, choice, fresh, say_ready, table_of


def abandon(match: Match) -> bool:
    """As the host does with a match that everybody has deserted; every call is a process of its own here."""
    return runtime.call(lambda found: found.abandon(match.pk))


def test_the_stake(crowd: Crowd) -> None:
    """One player at five tables that all start at once, with Taler for three of them: nobody pays what he hasn't."""
    busy, *openers = [someone() for _ in range(6)]
    for _ in range(ROUNDS):
        waiting = [table_of(opener, busy, stake=300) for opener in openers]
        for table in waiting:
            say_ready(table, busy)
        start = [partial(tables.table_start, code=t.code, player=o) for t, o in zip(waiting, openers, strict=True)]
        results = crowd.at_once(start * 4)
        assert set(codes(results)) <= {"ok", "not_enough_taler", "stake", "too_few"}, codes(results)
        begun = {result.pk for result in results if isinstance(result, Match)}
        assert 1 <= len(begun) <= 3
        assert balances(busy) == [1000 - 300 * len(begun)]
        assert_sound()
        for match in Match.objects.filter(pk__in=begun):
            assert abandon(match)
        for table, opener in zip(waiting, openers, strict=True):
            for one in (busy, opener):
                seats.seat_leave(code=table.code, player=one)
        assert balances(busy, *openers) == [1000] * 6


def ending(match: Match, **more: Any) -> Ending:
    """The match's end as it stands, by its first record."""
    live = host.live(match.pk)
    entry = Entry(match.pk, live.version, Record.Kind.WAKE, 1, None, None, "", None, None, None)
    outcome = live.game.standing(live.state)
    state = live.game.encode_state(live.state)
    return Ending(entry=entry, state=state, events=live.events_bytes(), outcome=outcome, **more)


def begun(*people: Player, stake: int) -> Match:
    table = table_of(*people, stake=stake)
    say_ready(table, *people)
    return tables.table_start(code=table.code, player=people[0])


def test_the_settlement(crowd: Crowd) -> None:
    """Ten matches of the same four end at once, each of them in two ways: each is settled in one of them."""
    people = [someone() for _ in range(4)]
    for _ in range(ROUNDS):
        matches = [begun(*(people[i % 4 :] + people[: i % 4]), stake=5) for i in range(TASKS // 2)]
        ends = [partial(match_finish, ending=ending(match)) for match in matches]
        results = crowd.at_once([*ends, *(partial(abandon, match) for match in matches)])
        for won, refunded, match in zip(results[:10], results[10:], matches, strict=True):
            match.refresh_from_db()
            assert (won, refunded) in {(True, False), (False, True)}
            assert match.status == (Match.Status.ENDED if won else Match.Status.ABANDONED)
        won_taler = dict(MatchSeat.objects.values_list("player_id").annotate(n=Sum("taler")))
        assert balances(*people) == [1000 + won_taler[one.pk] for one in people]
        assert_sound()
        assert_lists()


def assert_lists() -> None:
    """Each ended match is booked once, and the sums are those of what was booked."""
    ended = MatchSeat.objects.filter(match__status=Match.Status.ENDED, player__user__isnull=False)
    assert Result.objects.count() == ended.count()
    for player_id, points in Result.objects.values_list("player_id").annotate(n=Sum("points_tenths")):
        sums = Standing.objects.filter(player_id=player_id, span=Period.ALL.span).aggregate(n=Sum("points_tenths"))
        assert sums["n"] == points


def spend(player: Player, amount: int, code: str) -> None:
    with transaction.atomic():
        ledger.stakes_hold(match_code=code, players=[player], amount=amount)
        ledger.pot_settle(match_code=code, shares={})


def test_the_daily_money(crowd: Crowd) -> None:
    """The first visit of a day from fifteen tabs, while five tables want the last Taler: filled up once."""
    poor, today = someone(), date(2031, 1, 1)
    spend(poor, 900, "begin")
    for number in range(ROUNDS):
        today += timedelta(days=1)
        spend(poor, 60, f"lost-{number}")  # 40 are left
        visits = [partial(player_day_begin, player=again(poor), today=today) for _ in range(15)]

        def pay(code: str) -> None:
            with transaction.atomic():
                ledger.stakes_hold(match_code=code, players=[poor], amount=30)

        results = crowd.at_once([*visits, *(partial(pay, f"pot-{number}-{i}") for i in range(5))])
        given = [taler for taler in results[:15] if taler]
        assert given == [60], "filled up once, and held stakes count"
        paid = codes(results[15:])
        assert set(paid) <= {"ok", "not_enough_taler"}
        assert 1 <= paid["ok"] <= 3
        assert balances(poor) == [100 - 30 * paid["ok"]]
        assert_sound()
        with transaction.atomic():
            for pot in Account.objects.filter(kind="pot", balance__gt=0):
                assert pot.match_code is not None
                ledger.pot_refund(match_code=pot.match_code)
        assert balances(poor) == [100]


def test_an_account_goes(crowd: Crowd) -> None:
    """Deleted from four tabs, while matches of its player end, others begin and he sits down: nobody is left behind."""
    others = [someone() for _ in range(3)]
    for _ in range(ROUNDS):
        gone = someone()
        ended = [begun(others[i % 3], gone, stake=50) for i in range(6)]
        runs = begun(others[0], gone, stake=50)
        open_tables = [table_of(others[i % 3], stake=10) for i in range(3)]
        starting = table_of(others[1], gone, stake=20)  # another choice: the same again would be the same table
        say_ready(starting, gone)
        results = crowd.at_once(
            [
                *(partial(konto.account_delete, player=again(gone)) for _ in range(4)),
                *(partial(match_finish, ending=ending(match)) for match in ended),
                *(partial(abandon, match) for match in ended[:3]),
                *(partial(seats.seat_take, code=table.code, player=again(gone)) for table in open_tables),
                *[partial(tables.table_start, code=starting.code, player=others[1])] * 2,
                partial(player_day_begin, player=again(gone), today=date(2031, 1, 1)),
                partial(tables.table_open, player=again(gone), game=GAME, choice=choice()),
            ]
        )
        told = {
            "ok",
            "gone",
            "over",
            "no_seat",
            "busy",
            "too_few",
            "stake",
            "full",
            "guest_stake",
            "not_seated",
            "closed",
        }
        assert set(codes(results)) <= told, codes(results)
        gone.refresh_from_db()
        assert (gone.name, gone.user, gone.deleted_at is not None) == ("", None, True)
        assert balances(gone) == [0]
        assert_sound()
        for match in Match.objects.filter(status=Match.Status.RUNNING):
            assert abandon(match)
        assert balances(gone) == [0], "what a pot still owed goes to the house"
        for table in [*open_tables, starting]:
            for one in others:
                seats.seat_leave(code=table.code, player=one)
            assert fresh(table).status != "open"
        assert runs.pk
