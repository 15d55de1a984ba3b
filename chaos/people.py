"""Who plays, and at what: people with sessions, tables that have begun. Runs in the town's ORM thread."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from importlib import import_module
from typing import Any

SEATS = 4
STAKE = 5


@dataclass(frozen=True)
class Person:
    """A player of the database and the cookie of their browser."""

    player_id: int
    cookie: str


@dataclass(frozen=True)
class Kind:
    """A sort of table: so many people, computers on the other seats, a clock, a stake."""

    people: int = SEATS
    clock_s: int = 0
    stake: int = 0
    sleeper: bool = False
    """The first of the people never acts, so only the clock moves the match on."""


KINDS = (
    Kind(clock_s=20, stake=STAKE),
    Kind(),
    Kind(people=2, clock_s=20),
    Kind(clock_s=20),
    Kind(people=2, clock_s=1, sleeper=True),
)
"""What the tables of a town are, in turn: some need the clock worker, some the computers."""


@dataclass(frozen=True)
class Begun:
    """A match that runs, and its address."""

    match_id: int
    code: str
    table_id: int


def guest_make(name: str) -> Person:
    """A guest with a session."""
    from django.conf import settings
    from django.utils import timezone

    from accounts.models import Player
    from accounts.services.guests import SESSION_GUEST

    expires = timezone.now() + timedelta(days=1)
    player = Player.objects.create(name=name, name_key=name.lower(), guest_expires_at=expires)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_GUEST] = player.pk
    session.create()
    return Person(player.pk, f"{settings.SESSION_COOKIE_NAME}={session.session_key}")


def user_make(name: str) -> Person:
    """A user with 1000 Taler, logged in."""
    from django.conf import settings
    from django.test import Client

    from accounts.services import user_register

    user = user_register(username=name, email="", password=secrets.token_urlsafe(12))
    client = Client()
    client.force_login(user, settings.AUTHENTICATION_BACKENDS[0])
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return Person(user.player.pk, f"{settings.SESSION_COOKIE_NAME}={session}")


def people_make(kind: Kind, name: str) -> list[Person]:
    """The people of one table, and spectators up to four sockets."""
    seated = [(user_make if kind.stake else guest_make)(f"{name}x{_letters(i)}") for i in range(kind.people)]
    return seated + [guest_make(f"{name}s{_letters(i)}") for i in range(SEATS - kind.people)]


def _letters(number: int) -> str:
    return "abcdefghij"[number]


def match_begin(kind: Kind, seated: Sequence[Person]) -> Begun:
    """A table of Elements that has just begun, as a start by its opener would leave it."""
    from django.db import transaction

    from accounts.models import Player
    from tables.models import Seat, Table
    from tables.services.tables import table_begin

    with transaction.atomic():
        rows = Player.objects.in_bulk([person.player_id for person in seated])
        people = [rows[person.player_id] for person in seated]
        table = Table.objects.create(
            game="elements", opener=people[0], seats_count=SEATS, clock_s=kind.clock_s, stake=kind.stake,
            fill_level="easy", fast_bots=True,
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(table=table, index=i, player=people[i] if i < len(people) else None, ready=i < len(people))
            for i in range(SEATS)
        )
        match = table_begin(table=table)
    return Begun(match.pk, table.code, table.pk)


def match_desert(seated: Sequence[Person]) -> Begun:
    """A match with a stake whose people have been away for longer than the portal waits for anybody."""
    from tables import matchtime, presence
    from tables.models import Match

    begun = match_begin(Kind(people=len(seated), clock_s=60, stake=STAKE), seated)
    long_ago = matchtime.row_read() - presence.ABANDON_MS - 1_000
    Match.objects.filter(pk=begun.match_id).update(origin_ms=long_ago)
    return begun


def held(codes: Sequence[str]) -> dict[str, Any]:
    """Table code -> (status of its match, stakes paid in, given back, what is still in the pot)."""
    from django.db.models import Sum

    from accounts.models import Account, Transfer
    from tables.models import Match

    found = {}
    for match in Match.objects.filter(table__code__in=codes).select_related("table"):
        booked = Transfer.objects.filter(match_code=match.code)
        paid = booked.filter(kind=Transfer.Kind.HOLD).aggregate(n=Sum("amount"))["n"] or 0
        back = booked.filter(kind=Transfer.Kind.REFUND).aggregate(n=Sum("amount"))["n"] or 0
        pot = Account.objects.filter(match_code=match.code).aggregate(n=Sum("balance"))["n"] or 0
        found[match.table.code] = (match.status, paid, back, pot)
    return found
