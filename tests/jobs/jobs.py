"""Every task of the portal with something for it to do: ``run`` does it, ``done`` proves that it was done once."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import redis
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Player
from accounts.services import guest_create
from leaderboard import overall
from leaderboard.models import Standing
from leaderboard.periods import Period, Scope
from leaderboard.tasks import overall_refresh
from portal import tasks as portal_tasks
from tables import matchtime, presence
from tables import tasks as table_tasks
from tables.models import Match, MatchTime, Presence, Record, Seat, ServerProcess, Table
from tables.presence import Claim
from tables.services import tend, verify
from tables.tasks import KINDS
from tests.tables.host import support as host
from tests.tables.lobby.support import fresh, ready_names, say_ready, table_of, user
from tests.tables.replay.support import Play, match_begun

START_MS = 10**9
"""Match time when a test begins: older than any limit on absence."""
SOON_S = 10


@dataclass(frozen=True)
class Job:
    run: Callable[[], object]
    done: Callable[[], None]


def time_passes(ms: int) -> None:
    """Match time moves on; the server process of that name serves all the while."""
    now = matchtime.row_read() + ms
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": now})
    ServerProcess.objects.filter(pk="alive").update(seen_ms=now)


def soon(holds: Callable[[], bool]) -> None:
    """What a worker does on a loop of its own is done soon."""
    until = time.monotonic() + SOON_S
    while not holds():
        assert time.monotonic() < until, "it was not done"
        time.sleep(0.02)


def sweep() -> Job:
    """A clock that has run out and a computer whose move is due; no heap knows of them."""
    match = host.match(user("Anton"), user("Berta"), clock_s=30)
    computers = host.match("easy", user("Carla"))
    time_passes(41_000)
    table_tasks._kinds = tuple(KINDS.values())

    def done() -> None:
        swept(match, Record.Kind.WAKE)
        swept(computers, Record.Kind.ACTION)

    return Job(table_tasks.sweep, done)


def swept(match: Match, kind: int) -> None:
    """What was due is done soon, once."""
    soon(lambda: Record.objects.filter(match=match).exists())
    honest(match, kind)


def honest(match: Match, kind: int) -> None:
    """The match has one step of that kind, and its replay leads to what is stored."""
    assert list(Record.objects.filter(match=match).values_list("version", "kind")) == [(1, kind)]
    match.refresh_from_db()
    assert match.version == 1
    assert verify.match_verify(match).ok


def upkeep() -> Job:
    """A table without its opener, one with nobody, one whose reader has gone, and a match that all have deserted."""
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    left, empty = table_of(mila, jonas), table_of(ole, clock_s=30)
    say_ready(left, mila)
    deserted = host.match(user("Anton"), user("Berta"), stake=50)
    with transaction.atomic():
        people = [seat.player for seat in deserted.seats.select_related("player") if seat.player]
        ledger.stakes_hold(match_code=deserted.code, players=people, amount=50)
    time_passes(presence.SLOW_ABANDON_MS)
    now = matchtime.row_read()
    presence.claims_write("alive", [Claim(left.pk, jonas.pk, 1)])
    process = ServerProcess.objects.get(pk="alive")
    Presence.objects.create(process=process, table=left, player=mila, sockets=0, left_ms=now - 60_000)
    Table.objects.filter(pk=left.pk).update(opener_away_ms=now - tend.OPENER_AWAY_MS)
    Table.objects.filter(pk=empty.pk).update(empty_since_ms=now - tend.EMPTY_MS)
    revision = fresh(left).revision

    def done() -> None:
        assert (fresh(left).opener, fresh(left).status) == (jonas, Table.Status.OPEN)
        assert ready_names(left) == []
        assert fresh(left).revision == revision + 2, "handed on once, and one „Bereit“ taken back once"
        assert fresh(empty).status == Table.Status.CLOSED
        deserted.refresh_from_db()
        assert (deserted.status, deserted.flags) == (Match.Status.ABANDONED, ["absent"])
        assert [ledger.balance(one) for one in people] == [1000, 1000]

    return Job(table_tasks.upkeep, done)


def match_verify() -> Job:
    match = Play(match_begun(user("Mila"), "easy")).out()

    def done() -> None:
        found = verify.verification_known(match)
        assert found is not None
        assert found.ok
        assert not verify.verification_running(match)

    return Job(partial(table_tasks.match_verify, match.code), done)


def alive() -> Job:
    def done() -> None:
        with redis.Redis.from_url(settings.REDIS_URL) as client:
            assert 0 < client.ttl("speedgamez:alive:clock") <= 20

    return Job(partial(portal_tasks.alive, "clock"), done)


def housekeeping() -> Job:
    gone, seated, here = [guest_create(name=f"Gast-{word}") for word in ("weg", "sitzt", "da")]
    table = Table.objects.create(game="elements", seats_count=2, opener=seated)
    Seat.objects.create(table=table, index=0, player=seated)
    long_ago = timezone.now() - timedelta(hours=1)
    Player.objects.filter(pk__in=[gone.pk, seated.pk]).update(guest_expires_at=long_ago)
    Session.objects.create(session_key="old", session_data="", expire_date=long_ago)
    begins = timezone.localdate() - timedelta(days=90)
    Standing.objects.create(game="elements", span=Period.DAY.span, begins=begins, with_people=True, player=here)
    ServerProcess.objects.create(id="dead", seen_ms=0)
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 3 * presence.SLOW_ABANDON_MS})

    def done() -> None:
        named = set(Player.objects.filter(name_key__isnull=False).values_list("pk", flat=True))
        assert named == {seated.pk, here.pk}
        assert not Session.objects.exists()
        assert not Standing.objects.exists()
        assert not ServerProcess.objects.exists()

    return Job(portal_tasks.housekeeping, done)


def best_list() -> Job:
    key = overall.ListKey.on(Period.ALL, Scope.PEOPLE, timezone.localdate())
    players = [user(name) for name in ("Anton", "Berta")]
    for points, player in enumerate(players, start=1):
        Standing.objects.create(
            game="elements", span=key.period.span, begins=key.begins, with_people=True, player=player,
            points_tenths=10 * points, matches=1,
        )  # fmt: skip

    def done() -> None:
        kept = overall.KeptList(key.name, cache.get(key.name))
        assert [player_id for player_id, _share in kept.entries(0, 9)] == [players[1].pk, players[0].pk]

    return Job(partial(overall_refresh, key.period.value, key.begins.isoformat(), key.scope.value), done)


JOBS: dict[str, Callable[[], Job]] = {
    "tables.tasks.sweep": sweep,
    "tables.tasks.upkeep": upkeep,
    "tables.tasks.match_verify": match_verify,
    "portal.tasks.alive": alive,
    "portal.tasks.housekeeping": housekeeping,
    "leaderboard.tasks.overall_refresh": best_list,
}
