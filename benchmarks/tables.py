"""Real tables for the benchmark: guests with sessions, matches of Elements, and a replica of each state.

The replica lets the load generator know a legal action without reading HTML. It runs in the generator's process,
on the same seed, so both sides agree as long as every action is applied once.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

SEATS = 4


@dataclass
class BenchMatch:
    """A match on the server and its replica here."""

    table_code: str
    state: Any


@dataclass
class BenchTable:
    """Four guests who play one match after the other."""

    cookies: list[str]
    matches: list[BenchMatch] = field(default_factory=list)


def prepare(tables: int, matches_each: int, *, seed: int = 1) -> list[BenchTable]:
    """Make guests, sessions, tables and running matches in the database that Django is set up for."""
    from django.conf import settings
    from django.db import transaction

    from accounts.models import Player
    from games import registry
    from tables.models import Seat, Table
    from tables.services.matches import Holder, match_create

    game = registry.get("elements")
    store = import_module(settings.SESSION_ENGINE).SessionStore
    rng = random.Random(seed)
    made = []
    for number in range(tables):
        with transaction.atomic():
            players = [guest(Player, f"bench-{number}-{i}") for i in range(SEATS)]
            table = BenchTable(cookies=[_session(store, settings, p) for p in players])
            for _ in range(matches_each):
                row = Table.objects.create(
                    game="elements", opener=players[0], seats_count=SEATS, status=Table.Status.PLAYING
                )
                Seat.objects.bulk_create(Seat(table=row, index=i, player=p) for i, p in enumerate(players))
                match = match_create(
                    table=row, holders=[Holder(p) for p in players], seed=rng.randbytes(32), draw_seats=False
                )
                state = game.decode_state(bytes(match.snapshots.get().state))
                table.matches.append(BenchMatch(row.code, state))
        made.append(table)
    return made


def computers_play(matches: int, level: str, *, fast: bool = False) -> list[int]:
    """Running matches of four computers, to whom nobody looks; ``fast``: with the short pause between moves."""
    from tables.models import Table
    from tables.notices import match_started
    from tables.services.matches import Holder, match_create

    rng, made = random.Random(9), []
    for _ in range(matches):
        table = Table.objects.create(game="elements", seats_count=SEATS, status=Table.Status.PLAYING, fast_bots=fast)
        holders = [Holder(None, level) for _ in range(SEATS)]
        match = match_create(table=table, holders=holders, seed=rng.randbytes(32), draw_seats=False)
        match_started(match.pk, table.code, match.wake_at_ms, match.bot_at_ms)
        made.append(match.pk)
    return made


def guest(player: Any, name: str) -> Any:
    from datetime import timedelta

    from django.utils import timezone

    return player.objects.create(name=name, name_key=name, guest_expires_at=timezone.now() + timedelta(days=1))


def _session(store: Any, settings: Any, player: Any) -> str:
    from accounts.services.guests import SESSION_GUEST

    session = store()
    session[SESSION_GUEST] = player.pk
    session.create()
    return f"{settings.SESSION_COOKIE_NAME}={session.session_key}"
