"""Around a table, from twenty hands at once: the last seat, the start, leaving, the rematch."""

from __future__ import annotations

from functools import partial

import pytest

from tables.host import runtime
from tables.models import Match, MatchSeat, Seat, Table
from tables.services import leave, rematch, seats, tables
from tables.services.choices import choice_of
from tests.races.support import ROUNDS, TASKS, Crowd, again, assert_sound, balances, codes, money_lost, someone
from tests.tables.lobby.support import choice, fresh, say_ready, sitting, table_of, terms


def close(table: Table) -> None:
    """Everybody stands up: the table closes, and counts for nobody's limit in the next round."""
    for seat in Seat.objects.filter(table=table, player__isnull=False).select_related("player"):
        assert seat.player is not None
        seats.seat_leave(code=table.code, player=seat.player)
    assert fresh(table).status == Table.Status.CLOSED


def test_the_last_seat(crowd: Crowd) -> None:
    """Case 17: one gets it, nineteen read that it is gone, and it cost them nothing."""
    opener, *others = [someone() for _ in range(TASKS + 1)]
    winners = set()
    for _ in range(ROUNDS):
        table = table_of(opener, seats_count=2, stake=100)
        results = crowd.at_once([partial(seats.seat_take, code=table.code, player=one) for one in others])
        assert codes(results) == {"ok": 1, "full": TASKS - 1}
        winner = others[next(i for i, result in enumerate(results) if isinstance(result, Table))]
        assert sitting(table) == [opener.name, winner.name]
        winners.add(winner.pk)
        assert balances(*others) == [1000] * TASKS
        assert_sound()
        close(table)
    assert len(winners) > 1 or ROUNDS < 20, "always the same one: no race"


def test_a_seat_changes_hands_in_the_rush(crowd: Crowd) -> None:
    """Somebody stands up, is put away, or gets a computer in the place, while others want to sit down there."""
    opener, sitter, *others = [someone() for _ in range(TASKS - 2)]
    for _ in range(ROUNDS):
        table = table_of(opener, sitter, seats_count=2)
        free = partial(seats.seat_free, code=table.code, by=opener, index=1, player_code=sitter.code)
        robot = partial(seats.seat_give_bot, code=table.code, by=opener, index=1, level="easy")
        stand = partial(seats.seat_leave, code=table.code, player=sitter)
        take = [partial(seats.seat_take, code=table.code, player=one) for one in others]
        results = crowd.at_once([stand, stand, free, robot, *take])
        assert set(codes(results)) <= {"ok", "full", "stale", "taken"}
        holders = Seat.objects.filter(table=table, index=1)
        assert holders.filter(player__in=others).count() + holders.exclude(bot="").count() <= 1
        got = [result for result in results[4:] if isinstance(result, Table)]
        assert len(got) == holders.filter(player__in=others).count()
        if not got and not holders.exclude(bot="").exists():
            seats.seat_take(code=table.code, player=others[0])  # what came free is usable at once
            assert sitting(table) == [opener.name, others[0].name]
        assert_sound()
        close(table)


def test_the_start(crowd: Crowd) -> None:
    """Start and start again, by the right one and by others, while people leave and the settings change."""
    people = [someone() for _ in range(4)]
    opener, second, third, fourth = people
    begun = 0
    for _ in range(ROUNDS):
        table = table_of(*people, stake=10)
        say_ready(table, *people)
        seen, other = fresh(table).revision, choice(stake=20)
        start = partial(tables.table_start, code=table.code, player=opener)
        change = partial(tables.table_change, code=table.code, player=opener, terms=terms(table), choice=other)
        results = crowd.at_once(
            [
                *[start] * 6,
                *[partial(start, revision=seen)] * 4,
                *[partial(tables.table_start, code=table.code, player=second)] * 3,
                *[partial(seats.seat_leave, code=table.code, player=third)] * 2,
                partial(seats.seat_ready, code=table.code, player=fourth, ready=False, terms=""),
                *[change] * 2,
                *[partial(seats.seat_take, code=table.code, player=third)] * 2,
            ]
        )
        told = {"ok", "not_opener", "stale", "not_ready", "started", "not_seated"}
        assert set(codes(results)) <= told, codes(results)
        matches = {result.pk for result in results if isinstance(result, Match)}
        assert len(matches) <= 1
        assert Match.objects.filter(table=table).count() == len(matches)
        begun += len(matches)
        playing = MatchSeat.objects.filter(match__in=matches).values_list("player_id", flat=True)
        stake = fresh(table).stake
        assert balances(*people) == [1000 - stake * (one.pk in set(playing)) for one in people]
        assert_sound()
        if matches:
            end(fresh(table))
        else:
            close(table)
        assert balances(*people) == [1000] * 4
    assert begun, "no round ever started: no race"


def end(table: Table) -> Table:
    """End the match as one that nobody came to; stakes go back."""
    match_id = table.match.pk
    assert runtime.call(lambda host: host.abandon(match_id))
    return fresh(table)


def test_leaving_before_the_start(crowd: Crowd) -> None:
    """All stand up at once, five times each: the table is handed on and closes once, with nobody at it."""
    people = [someone() for _ in range(4)]
    for _ in range(ROUNDS):
        table = table_of(*people, stake=10)
        results = crowd.at_once([partial(seats.seat_leave, code=table.code, player=one) for one in people * 5])
        assert codes(results) == {"ok": TASKS}
        assert (fresh(table).status, sitting(table)) == (Table.Status.CLOSED, [""] * 4)
        assert fresh(table).revision == table.revision + 4, "each stood up once"
        assert_sound()


def test_leaving_a_match(crowd: Crowd) -> None:
    """All leave a running match at once, five times each: it ends once, the house has all stakes, all are booked."""
    people = [someone() for _ in range(4)]
    for done in range(1, ROUNDS + 1):
        table = table_of(*people, stake=4)
        say_ready(table, *people)
        match = tables.table_start(code=table.code, player=people[0])
        results = crowd.at_once([partial(leave.match_leave, code=table.code, player=one) for one in people * 5])
        told = codes(results)
        assert set(told) <= {"ok", "over", "no_seat", "busy"}, told
        for one in people:  # who read that the table is busy tries again, as it says
            if MatchSeat.objects.filter(match=match, player=one, left=False).exists():
                leave.match_leave(code=table.code, player=one)
        match.refresh_from_db()
        assert (match.status, match.seats.filter(left=True).count()) == (Match.Status.ABANDONED, 4)
        assert sorted(match.seats.values_list("points_tenths", flat=True), key=str) == [-100, -100, -100, None]
        assert [money_lost(one) for one in people] == [4 * done] * 4
        assert_sound()


@pytest.mark.parametrize("alone", [False, True], ids=["with people", "alone"])
def test_the_rematch(crowd: Crowd, alone: bool) -> None:
    """Everybody presses, at the last result and at the one before: one new table, which all of them come to."""
    people = [someone() for _ in range(1 if alone else 4)]
    press = rematch.rematch_again if alone else rematch.rematch_open
    wanted = choice(fill_level="easy", clock_s=30, fast_bots=True)
    older = table_of(*people, clock_s=30, fill_level="easy", fast_bots=True)
    say_ready(older, *people)
    newer = older = end(tables.table_start(code=older.code, player=people[0]).table)
    for _ in range(ROUNDS):
        pressed = [(older if number % 2 else newer, people[number % len(people)]) for number in range(TASKS)]
        results = crowd.at_once([partial(press, code=table.code, player=one) for table, one in pressed])
        assert codes(results) == {"ok": TASKS}
        assert {result.pk for result in results} == set(
            Table.objects.filter(rematch_of=newer).values_list("pk", flat=True)
        )
        table = fresh(results[0])
        assert choice_of(table) == wanted
        assert Seat.objects.filter(table=table, player__isnull=False).count() == len(people)
        assert_sound()
        if not alone:
            assert not Seat.objects.filter(table=table, ready=True).exists()
            say_ready(table, *people)
            assert table.opener is not None
            tables.table_start(code=table.code, player=again(table.opener))
        older, newer = newer, end(fresh(table))
