"""Who is at a table: sockets claimed by ASGI processes, in the database.

A process writes when a player's first socket comes or the last one goes, and beats its own row twice a second.
Claims of a process that stopped beating end with its last beat. Time is match time, which stands still while
nothing is served: so a restart of a server or of the broker makes nobody absent.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce

from games import registry
from tables import matchtime
from tables.models import Match, MatchSeat, Presence, ServerProcess, Table

ALIVE_MS = 6_000
GIVE_MS = 5 * 60_000
ABANDON_MS = 15 * 60_000
SLOW_GIVE_MS = 24 * 3_600_000
SLOW_ABANDON_MS = 7 * 24 * 3_600_000
"""Without a clock a match of turns sleeps: a day until a seat may be given away, a week until it is abandoned. In real
time it doesn't sleep, but a paused one is kept as long."""


@dataclass(frozen=True)
class Claim:
    """Sockets of one player (None: people without a name) at one table, held by this process."""

    table_id: int
    player_id: int | None
    sockets: int
    left_ms: int | None = None
    """Match time when the last one went, where that was some time ago."""


def process_beat(process: str) -> None:
    """The process lives; its row is made at the first beat."""
    now = matchtime.now_ms()
    if not ServerProcess.objects.filter(pk=process).update(seen_ms=now):
        ServerProcess.objects.get_or_create(pk=process, defaults={"seen_ms": now})


def claims_write(process: str, claims: Iterable[Claim]) -> None:
    """Store how many sockets this process holds now."""
    now = matchtime.now_ms()
    rows = [
        Presence(
            process_id=process,
            table_id=claim.table_id,
            player_id=claim.player_id,
            sockets=claim.sockets,
            left_ms=None if claim.sockets else claim.left_ms or now,
        )
        for claim in sorted(claims, key=lambda claim: (claim.table_id, claim.player_id or 0))
    ]
    with transaction.atomic():
        process_beat(process)
        Presence.objects.bulk_create(
            [row for row in rows if row.player_id is not None],
            update_conflicts=True,
            update_fields=["sockets", "left_ms"],
            unique_fields=["process", "table", "player"],
        )
        for row in rows:
            if row.player_id is None:  # NULLs are never in conflict with each other
                Presence.objects.update_or_create(
                    process_id=process,
                    table_id=row.table_id,
                    player_id=None,  # type: ignore[misc]
                    defaults={"sockets": row.sockets, "left_ms": row.left_ms},
                )


def process_leave(process: str) -> None:
    """The process ends in order: all its sockets are gone."""
    with transaction.atomic():
        process_beat(process)  # its row first, as in claims_write: one that is still at it would deadlock
        Presence.objects.filter(process_id=process, left_ms=None).update(left_ms=matchtime.now_ms(), sockets=0)


def _alive(now: int) -> Q:
    return Q(left_ms=None, process__seen_ms__gte=now - ALIVE_MS)


def sockets_at(table_ids: Iterable[int]) -> dict[int, dict[int | None, int]]:
    """Table -> sockets there by player (None: people without a name), for many tables in one query."""
    rows = Presence.objects.filter(_alive(matchtime.now_ms()), table_id__in=list(table_ids))
    found: dict[int, dict[int | None, int]] = {}
    for table_id, player_id, sockets in rows.values_list("table_id", "player_id", "sockets"):
        there = found.setdefault(table_id, {})
        there[player_id] = there.get(player_id, 0) + sockets
    return found


def last_seen(table_ids: Iterable[int]) -> dict[tuple[int, int], int]:
    """(table, player) -> match time when the last socket was seen: now for those present."""
    now = matchtime.now_ms()
    rows = (
        Presence.objects.filter(table_id__in=list(table_ids), player__isnull=False)
        .values("table_id", "player_id")
        .annotate(seen=Max(Coalesce("left_ms", F("process__seen_ms"))))
    )
    present = set(
        Presence.objects.filter(_alive(now), table_id__in=list(table_ids), player__isnull=False).values_list(
            "table_id", "player_id"
        )
    )
    return {
        (r["table_id"], r["player_id"]): now if (r["table_id"], r["player_id"]) in present else r["seen"] for r in rows
    }


@dataclass(frozen=True)
class Attendance:
    """Who of a running match's humans is there, and who was away for so long that the seat may be given away."""

    online: frozenset[int]
    givable: frozenset[int]
    watchers: int


def attendance(table_id: int) -> Attendance:
    """For the table's viewers."""
    return attendances([table_id])[table_id]


def attendances(table_ids: Collection[int]) -> dict[int, Attendance]:
    """The same for many tables, in two statements: after a restart everybody comes at once."""
    now = matchtime.now_ms()
    there: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    playing: dict[int, _Playing] = {}
    claims = Presence.objects.filter(table_id__in=table_ids)
    for table_id, *claim in claims.values_list("table_id", "player_id", "sockets", "left_ms", "process__seen_ms"):
        there[table_id].append(tuple(claim))
    seats = MatchSeat.objects.filter(match__table_id__in=table_ids, match__status=Match.Status.RUNNING)
    for table_id, origin_ms, step_ms, game, player_id, left in seats.order_by().values_list(
        "match__table_id", "match__origin_ms", "match__step_ms", "match__game", "player_id", "left"
    ):
        limit_ms = GIVE_MS if _hurries(step_ms, game) else SLOW_GIVE_MS
        match = playing.setdefault(table_id, _Playing(origin_ms, limit_ms, set()))
        if player_id and not left:  # computers have none
            match.humans.add(player_id)
    return {table_id: _attendance(now, there[table_id], playing.get(table_id)) for table_id in table_ids}


def _hurries(step_ms: int | None, game: str) -> bool:
    """Whether the match goes on without who is away: by its clock, or in real time."""
    return bool(step_ms) or game in registry.realtime_slugs()


@dataclass(frozen=True)
class _Playing:
    """A running match: where its time began, how long a seat may be empty, who is to be there."""

    origin_ms: int
    limit_ms: int
    humans: set[int]


def _attendance(now: int, claims: list[tuple[Any, ...]], match: _Playing | None) -> Attendance:
    """``claims``: player, sockets, when the last one went, when its process was last seen."""
    online: set[int] = set()
    seen: dict[int, int] = {}
    watching = 0
    humans = match.humans if match is not None else set()
    for player_id, sockets, left_ms, beat_ms in claims:
        if left_ms is None and beat_ms >= now - ALIVE_MS:
            watching += 0 if player_id in humans else sockets
            if player_id is not None:
                online.add(player_id)
        if player_id is not None:
            seen[player_id] = max(seen.get(player_id, 0), beat_ms if left_ms is None else left_ms)
    away: set[int] = set()
    if match is not None:
        began = match.origin_ms
        away = {p for p in humans - online if now - max(seen.get(p, 0), began) >= match.limit_ms}
    return Attendance(frozenset(online), frozenset(away), watching)


def deserted_matches() -> list[int]:
    """Running matches without any human for so long that they are abandoned; paused ones are kept longer."""
    now = matchtime.now_ms()
    running = {m.table_id: m for m in Match.objects.filter(status=Match.Status.RUNNING, origin_ms__lt=now - ABANDON_MS)}
    if not running:
        return []
    newest = {table_id: m.paused_at_ms or m.origin_ms for table_id, m in running.items()}
    seats = MatchSeat.objects.filter(match__in=running.values(), player__isnull=False, left=False)
    humans = set(seats.values_list("match__table_id", "player_id"))
    for key, seen in last_seen(running).items():
        if key in humans:
            newest[key[0]] = max(newest[key[0]], seen)
    limits = {
        t: ABANDON_MS if m.paused_at_ms is None and _hurries(m.step_ms, m.game) else SLOW_ABANDON_MS
        for t, m in running.items()
    }
    return [m.pk for t, m in running.items() if now - newest[t] >= limits[t]]


def presence_prune() -> None:
    """Forget processes that stopped longer ago than any limit on absence reaches."""
    ServerProcess.objects.filter(seen_ms__lt=matchtime.now_ms() - 2 * SLOW_ABANDON_MS).delete()
    ended = [Table.Status.CLOSED, Table.Status.OVER]
    Presence.objects.filter(table__status__in=ended, left_ms__lt=matchtime.now_ms() - GIVE_MS).delete()
