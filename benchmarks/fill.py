"""A portal that many people have used for long: what ``benchmarks/pages.py`` measures on.

A million results for the best lists, 500 waiting tables and 200 watched matches for the start page, two people with
10,000 matches each (one of them plays by link only, so nobody else may see any), and one match that really runs.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta
from importlib import import_module
from itertools import islice
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import Player
from accounts.services import guest_create, user_register
from accounts.services.guests import SESSION_GUEST
from games import registry
from leaderboard.models import Result
from leaderboard.periods import berlin_date
from leaderboard.services import standings_rebuild
from tables import matchtime
from tables.models import Match, MatchSeat, MatchTime, Presence, Seat, ServerProcess, Table
from tables.services.matches import Holder, match_create

BATCH = 20_000
DAYS = 400
ALIVE = 10**12
"""Match time that never comes: so a process that beat then counts as alive."""
GAME = "elements"
SEATS = 4


def fill(*, results: int, players: int, tables: int, running: int, matches: int) -> dict[str, Any]:
    """Fill an empty database. Returns sessions (cookie values by viewer) and addresses (by name) to ask for."""
    now, rng = timezone.now(), random.Random(1)
    user = _user("Mitte")
    guest = guest_create(name="Mondfuchs")
    ids = _people(players)
    ids[len(ids) // 3] = user.pk  # the one in the middle of the list, whose place has to be counted
    _results(results, ids, now)
    standings_rebuild(today=berlin_date(now))
    crowd = list(Player.objects.filter(pk__in=ids[: 5 * tables]).exclude(pk=user.pk))
    _open_tables(tables, crowd, rng)
    _running(running, crowd, rng)
    played, linked = _user("Vielspieler"), _user("Heimlich")
    oldest = _history(played, matches, crowd, public=True)
    _history(linked, matches, crowd, public=False)
    table = _playing([user, guest, *crowd[:2]])
    _settle()
    return {
        "cookies": {"nobody": "", "guest": _session(guest), "user": _session(user), "owner": _session(played)},
        "codes": {"played": played.code, "linked": linked.code, "table": table.code, "oldest": oldest},
        "people": ids,
    }


def _user(name: str) -> Player:
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def _people(count: int) -> list[int]:
    people: Iterable[Player] = iter(Player(name=f"P{i}", colour=i % 6 + 1, sign=i % 5 + 1) for i in range(count))
    while batch := list(islice(people, BATCH)):
        Player.objects.bulk_create(batch)
    return list(Player.objects.filter(user=None, name_key=None).order_by("id").values_list("id", flat=True))


def _results(count: int, ids: list[int], now: datetime) -> None:
    """Some play much, most a little. A match is one result here."""
    rng = random.Random(1)
    slugs = registry.slugs()

    def rows() -> Iterator[tuple[object, ...]]:
        for number in range(count):
            ended = now - timedelta(days=DAYS * rng.random() ** 2)
            place = rng.randint(1, 4)
            points = rng.randint(0, 550) + (300, 150, 50, 0)[place - 1]
            player = ids[int(len(ids) * rng.random() ** 1.4)]
            with_people = rng.random() < 0.9
            game = slugs[number % len(slugs)]
            yield f"r{number:09}", player, game, ended, berlin_date(ended), with_people, points, place, 30, False

    _load(
        Result._meta.db_table,
        "match_code, player_id, game, ended_at, ended_on, with_people, points_tenths, place, score, left",
        rows(),
    )


def _load(table: str, columns: str, rows: Iterator[tuple[object, ...]]) -> None:
    """The quickest way in that the database has; as Django would have written it."""
    names = columns.split(", ")
    quoted = ", ".join(connection.ops.quote_name(name) for name in names)
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({quoted}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        assert connection.connection is not None
        places = ", ".join(["?"] * len(names))
        plain = (tuple(_plain(value) for value in row) for row in rows)
        connection.connection.executemany(f"INSERT INTO {table} ({quoted}) VALUES ({places})", plain)


def _plain(value: object) -> object:
    """What Django gives SQLite for a date and a time."""
    if isinstance(value, datetime):
        return str(value)[:26]
    return str(value) if isinstance(value, date) else value


def _open_tables(count: int, crowd: list[Player], rng: random.Random) -> None:
    """Waiting tables with one to three people of their own, every fourth one for Taler."""
    people = iter(crowd)
    for number in range(count):
        here = list(islice(people, rng.randint(1, SEATS - 1)))
        stake = 50 if number % 4 == 0 else 0
        table = Table.objects.create(game=GAME, opener=here[0], seats_count=SEATS, stake=stake, clock_s=60)
        holders: list[Player | None] = [*here, *[None] * (SEATS - len(here))]
        Seat.objects.bulk_create(Seat(table=table, index=i, player=p) for i, p in enumerate(holders))


def _table(opener: Player) -> Table:
    return Table.objects.create(game=GAME, opener=opener, seats_count=SEATS, status=Table.Status.PLAYING)


def _playing(people: list[Player]) -> Table:
    """A match that the host can show."""
    table = _table(people[0])
    Seat.objects.bulk_create(Seat(table=table, index=i, player=p) for i, p in enumerate(people))
    match_create(table=table, holders=[Holder(p) for p in people])
    return table


def _running(count: int, crowd: list[Player], rng: random.Random) -> None:
    """Matches that are played and watched right now, as lists see them."""
    MatchTime.objects.update_or_create(id=1, defaults={"now_ms": matchtime.now_ms()})
    process, _made = ServerProcess.objects.get_or_create(id="bench", defaults={"seen_ms": ALIVE})
    for _number in range(count):
        people = rng.sample(crowd, SEATS)
        table = _table(people[0])
        match = Match.objects.create(
            table=table, game=GAME, rules_version=1, seed=b"s" * 32, seed_hash="0" * 64, origin_ms=0
        )
        MatchSeat.objects.bulk_create(MatchSeat(match=match, index=i, player=p) for i, p in enumerate(people))
        Presence.objects.bulk_create(
            Presence(process=process, table=table, player=p, sockets=1) for p in [*people, None]
        )


def _history(player: Player, count: int, crowd: list[Player], *, public: bool) -> int:
    """Ended matches of four, the player at one of the seats. Returns the id of the 20th from below, for paging."""
    rng, now, over = random.Random(3), timezone.now(), Table.Status.OVER
    first: int | None = None
    for begin in range(0, count, 1000):
        numbers = range(begin, min(count, begin + 1000))
        shared = {"game": GAME, "opener": player, "seats_count": SEATS, "status": over, "public": public}
        tables = Table.objects.bulk_create(Table(**shared) for _n in numbers)
        matches = Match.objects.bulk_create(
            Match(
                table=table, game=GAME, rules_version=1, seed=b"s" * 32, seed_hash="0" * 64, origin_ms=0,
                status=Match.Status.ENDED, ended_at=now - timedelta(hours=count - n), public=public,
            )
            for n, table in zip(numbers, tables, strict=True)
        )  # fmt: skip
        first = first or matches[0].pk
        MatchSeat.objects.bulk_create(
            MatchSeat(match=match, index=i, player=p, place=i + 1, score=40 - i, points_tenths=300 - 100 * i)
            for match in matches
            for i, p in enumerate(rng.sample([player, *rng.sample(crowd, SEATS - 1)], SEATS))
        )
    assert first is not None
    return first + min(20, count)


def _session(player: Player) -> str:
    """The value of a session cookie of the player's."""
    from django.test import Client

    client = Client()
    if player.user is not None:
        client.force_login(player.user)
        return client.cookies[settings.SESSION_COOKIE_NAME].value
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_GUEST] = player.pk
    session.create()
    return str(session.session_key)


def _settle() -> None:
    """What autovacuum and SQLite's optimizer do by themselves in time."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
