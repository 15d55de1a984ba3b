"""Twenty tasks at one instant, each with a database connection of its own, and what must hold after every round.

``RACE_ROUNDS`` says how many rounds a race has: a few in CI, 200 when somebody wants to know (CONTRIBUTING.md).
"""

from __future__ import annotations

import itertools
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any

from django.db import connection
from django.db.models import Count, F, Q, Sum

from accounts.errors import ApplicationError
from accounts.models import Account, Player, Transfer, User
from accounts.services import user_register
from tables.models import Match, MatchSeat, Seat, Table

TASKS = 20
ROUNDS = int(os.environ.get("RACE_ROUNDS", "2"))
HANG_S = 120
"""Whoever has no answer by then never gets one: a deadlock that the database didn't see, or a lost wake-up."""

Deed = Callable[[], Any]
_names = itertools.count(1)


def someone() -> Player:
    """A user whom no round has met before."""
    return user_register(username=f"Rennt-{next(_names)}", email="", password="richtig-langes-Wort-7").player


def again(player: Player) -> Player:
    """The same player as another request has read the row."""
    return Player.objects.select_related("user").get(pk=player.pk)


class Crowd:
    """Twenty threads that stay: their connections are open before the race begins, so that all start together."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(TASKS, thread_name_prefix="race")

    def __enter__(self) -> Crowd:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._together([lambda: connection.close()] * TASKS)  # each thread's own
        self._pool.shutdown()

    def at_once(self, deeds: Sequence[Deed]) -> list[Any]:
        """What each of the twenty deeds returned, or its ApplicationError. Anything else is raised: nobody reads a 500.

        A deadlock, a broken constraint and a time-out are such errors; whoever hangs is one too.
        """
        assert len(deeds) == TASKS, f"a race has {TASKS} tasks, not {len(deeds)}"
        return self._together(deeds)

    def _together(self, deeds: Sequence[Deed]) -> list[Any]:
        gate = threading.Barrier(len(deeds))

        def run(deed: Deed) -> Any:
            gate.wait(HANG_S)
            try:
                return deed()
            except ApplicationError as refusal:
                assert refusal.code
                assert refusal.text
                return refusal

        futures = [self._pool.submit(run, deed) for deed in deeds]
        return [future.result(HANG_S) for future in futures]


def codes(results: Iterable[Any]) -> Counter[str]:
    """How often each answer came: a refusal's code, ``ok`` for everything else."""
    return Counter(result.code if isinstance(result, ApplicationError) else "ok" for result in results)


def balances(*players: Player) -> list[int]:
    found = dict(Account.objects.filter(player__in=players).values_list("player_id", "balance"))
    return [found[player.pk] for player in players]


def money_lost(player: Player) -> int:
    """What the player gave and got, without welcome and gifts: what matches have cost."""
    kinds = ("hold", "settle", "refund")
    paid = Transfer.objects.filter(source__player=player, kind__in=kinds).aggregate(n=Sum("amount"))["n"] or 0
    got = Transfer.objects.filter(target__player=player, kind__in=kinds).aggregate(n=Sum("amount"))["n"] or 0
    return int(paid - got)


def assert_sound() -> None:
    """The books and the rows as they must be after any race, whatever happened in it."""
    _assert_books()
    _assert_rows()


def _assert_books() -> None:
    assert (Account.objects.aggregate(n=Sum("balance"))["n"] or 0) == 0, "Taler were made or lost"
    paid = dict(Transfer.objects.values_list("source").annotate(n=Sum("amount")))
    got = dict(Transfer.objects.values_list("target").annotate(n=Sum("amount")))
    for pk, kind, balance in Account.objects.values_list("pk", "kind", "balance"):
        assert balance == got.get(pk, 0) - paid.get(pk, 0), f"account {pk} is not what its entries say"
        assert kind == "house" or balance >= 0
    _assert_pots()


def _assert_pots() -> None:
    """A running match holds the stake of each person in it; any other holds nothing."""
    pots = dict(Account.objects.filter(kind="pot").values_list("match_code", "balance"))
    staked = Match.objects.filter(stake__gt=0).annotate(people=Count("seats", filter=Q(seats__player__isnull=False)))
    wanted = {match.code: match.stake * match.people if match.status == Match.Status.RUNNING else 0 for match in staked}
    assert {code: pots.get(code) for code in wanted} == wanted, "a pot holds what it must not"


def _assert_rows() -> None:
    """No row is left behind, and none stands where it can't be."""
    assert not User.objects.filter(player=None).exists(), "a log-in without a player"
    assert not Player.objects.filter(user__isnull=False, account=None).exists(), "a user without a purse"
    playing = Table.objects.filter(status__in=[Table.Status.PLAYING, Table.Status.OVER])
    assert not playing.filter(match=None).exists(), "a table plays without a match"
    waiting = Table.objects.filter(status__in=[Table.Status.OPEN, Table.Status.CLOSED])
    assert not waiting.filter(match__isnull=False).exists(), "a match at a table that waits"
    counted = Table.objects.annotate(chairs=Count("seats"))
    assert not counted.exclude(chairs=F("seats_count")).exists(), "a table has more or fewer seats than it says"
    assert not Match.objects.filter(Q(seats=None) | Q(snapshots=None)).exists(), "half a match"
    ended = Match.objects.exclude(status=Match.Status.RUNNING)
    assert not ended.exclude(table__status=Table.Status.OVER).exists(), "a match has ended, its table plays on"
    assert not ended.filter(Q(ended_at=None) | Q(wake_at_ms__isnull=False)).exists(), "ended, but not quite"
    nobody = Player.objects.filter(name_key=None)
    assert not Seat.objects.filter(player__in=nobody, table__status=Table.Status.OPEN).exists(), "a ghost sits there"
    running = MatchSeat.objects.filter(match__status=Match.Status.RUNNING, left=False)
    assert not running.filter(player__in=nobody).exists(), "a ghost plays"
