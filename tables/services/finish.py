"""The one place that ends a match: record, status, stakes, standings and last snapshot in one transaction."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from msgspec import Struct

from accounts import ledger
from games.kernel.contract import Outcome
from leaderboard.services import MatchResult, ResultRow, results_book
from tables.journal import Entry, entry_write, record_insert
from tables.models import Match, MatchSeat, Record, Snapshot, Table

LEAVE_TENTHS = -100
"""What leaving a match with other humans costs in the best list."""


SHORT = "short"
"""The game says that the match was too short to count: no points for anybody, nothing lost by leaving, stakes back."""
EARLY_STEPS = 10
"""So many steps a seat make an early end count in the best list."""


class Ending(Struct, frozen=True):
    """How a match ends. ``entry`` is its last record.

    ``booked``: places and points count. ``pot``: ``won`` (the best human gets it), ``refund`` or ``house``.
    """

    entry: Entry
    state: bytes
    events: bytes
    outcome: Outcome
    status: str = Match.Status.ENDED
    booked: bool = True
    pot: str = "won"
    flags: tuple[str, ...] = ()
    leaver: int | None = None


@dataclass
class _Ended:
    """The match as its row says, for what follows its end."""

    id: int
    code: str
    game: str
    table_id: int
    stake: int
    daily_key: str
    ended_at: datetime


def match_finish(*, ending: Ending) -> bool:
    """End the match. False when it had moved on or ended already: nothing is written then.

    Plain statements, each once: it holds the match's row (and all of SQLite) while the journal waits.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        match = _match_end(cursor, ending)
        if match is None:
            return False
        record_insert(cursor, ending.entry)
        seats = list(MatchSeat.objects.filter(match_id=match.id).select_related("player"))
        if ending.leaver is not None:
            seats[ending.leaver].left = True
        _seats_rank(seats, ending, pointed=ending.booked and not _cut_short(ending, len(seats)))
        if SHORT in ending.outcome.flags:
            _points_forget(seats)
        _pot_share(match, seats, ending)
        cursor.executemany(_SEAT, [(s.place, s.score, s.points_tenths, s.taler, s.left, s.pk) for s in seats])
        cursor.execute(_TABLE, [Table.Status.OVER, match.table_id])
        cursor.execute(_SNAPSHOT, [match.id, ending.entry.version + 1, ending.state, ending.events])
        cursor.execute(_WAKES, [match.id, Record.Kind.WAKE, Record.Kind.PAUSE])
        _results_book(match, seats)
        return True


_MATCH = (
    "UPDATE tables_match SET version = version + 1, advanced_to_ms = %s, status = %s, ended_at = %s, flags = %s,"
    " wake_at_ms = NULL, bot_at_ms = NULL, paused_at_ms = NULL, turn_mask = 0"
    " WHERE id = %s AND version = %s AND status = %s RETURNING code, game, table_id, stake, daily_key"
)
_SEAT = 'UPDATE tables_matchseat SET place = %s, score = %s, points_tenths = %s, taler = %s, "left" = %s WHERE id = %s'
_TABLE = "UPDATE tables_table SET status = %s WHERE id = %s"
_SNAPSHOT = "INSERT INTO tables_snapshot (match_id, version, state, events) VALUES (%s, %s, %s, %s)"
_WAKES = "DELETE FROM tables_record WHERE match_id = %s AND kind IN (%s, %s)"


def _match_end(cursor: Any, ending: Ending) -> _Ended | None:
    """The conditional update that decides: None when the match isn't where the ending believes it to be."""
    entry, now = ending.entry, timezone.now()
    flags = json.dumps(sorted({*ending.flags, *ending.outcome.flags}))
    stored_now = connection.ops.adapt_datetimefield_value(now)
    asked = [entry.match_id, entry.version, Match.Status.RUNNING]
    cursor.execute(_MATCH, [entry.at_ms, ending.status, stored_now, flags, *asked])
    row = cursor.fetchone()
    if row is None:
        return None
    code, game, table_id, stake, daily_key = row
    return _Ended(entry.match_id, code, game, table_id, stake, daily_key, ended_at=now)


def _seats_rank(seats: list[MatchSeat], ending: Ending, *, pointed: bool) -> None:
    """Places, scores and points of every seat; who left keeps what leaving cost, set when he left."""
    for seat in seats:
        if ending.booked:
            seat.place = ending.outcome.places[seat.index]
            seat.score = ending.outcome.scores[seat.index]
        if pointed and not seat.left and seat.player is not None and seat.player.is_user:
            seat.points_tenths = ending.outcome.points_tenths[seat.index]


def _points_forget(seats: list[MatchSeat]) -> None:
    """Also what leaving would have cost."""
    for seat in seats:
        seat.points_tenths = None


def _pot_share(match: _Ended, seats: list[MatchSeat], ending: Ending) -> None:
    """Settle or refund the stakes, exactly once: the pot's own key keeps a second time away."""
    if not match.stake:
        return
    payers = [s for s in seats if s.player_id is not None]
    if ending.pot == "refund" or SHORT in ending.outcome.flags:
        ledger.pot_refund(match_code=match.code)
        for seat in payers:
            seat.taler = 0
        return
    there = [s for s in payers if not s.left] if ending.pot == "won" else []
    best = min((ending.outcome.places[s.index] for s in there), default=0)
    winners = [s for s in there if ending.outcome.places[s.index] == best]
    parts = ledger.split(match.stake * len(payers), [s.index for s in winners]) if winners else []
    shares = {s.player_id: part for s, part in zip(winners, parts, strict=True) if s.player_id is not None}
    ledger.pot_settle(match_code=match.code, shares=shares)
    for seat in payers:
        seat.taler = shares.get(seat.player_id or 0, 0) - match.stake


def _cut_short(ending: Ending, seats: int) -> bool:
    """Ended by the last human before it was much of a match: nobody but who left has it in the best list.

    Or two could meet, one leave and the other collect points at once (docs/adr/0019-leaving.md).
    """
    return "early" in ending.flags and ending.entry.version + 1 < seats * EARLY_STEPS


def _results_book(match: _Ended, seats: list[MatchSeat]) -> None:
    """Hand a plain outcome to the best lists: users only, those who left with what it cost."""
    people = [s for s in seats if s.player_id is not None]
    rows = tuple(
        ResultRow(
            player_id=s.player_id,
            points_tenths=s.points_tenths,
            place=s.place or len(seats),
            score=s.score or 0,
            left=s.left,
        )
        for s in people
        if s.points_tenths is not None and s.player_id is not None and s.player is not None and s.player.is_user
    )
    if not rows:
        return
    daily_on, begun_at = None, match.ended_at
    if match.daily_key:
        daily_on, begun_at = Match.objects.values_list("daily_on", "started_at").get(pk=match.id)
    results_book(
        result=MatchResult(
            match_code=match.code,
            game=match.game,
            ended_at=match.ended_at,
            with_people=len(people) > 1,
            rows=rows,
            daily_key=match.daily_key,
            daily_on=daily_on,
            daily_begun_on=timezone.localtime(begun_at).date(),
        )
    )


def seat_hand_over(entry: Entry) -> bool:
    """The record of somebody who leaves others, and the mark on the seat. False when the match had moved on.

    What leaving costs in the best list is written now and booked when the match ends.
    """
    assert entry.seat is not None
    with transaction.atomic():
        if not entry_write(entry):
            return False
        row = MatchSeat.objects.select_related("player").get(match_id=entry.match_id, index=entry.seat)
        row.left, row.bot = True, "normal"
        if row.player is not None and row.player.is_user:
            row.points_tenths = LEAVE_TENTHS
        row.save(update_fields=["left", "bot", "points_tenths"])
        return True


def snapshots_write(rows: list[Snapshot]) -> None:
    """Store snapshots on the way; another process may have been faster."""
    Snapshot.objects.bulk_create(rows, ignore_conflicts=True)
