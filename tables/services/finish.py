"""The one place that ends a match: record, status, stakes, standings and last snapshot in one transaction."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from msgspec import Struct

from accounts import ledger
from games.kernel.contract import Outcome
from leaderboard.services import MatchResult, ResultRow, results_book
from tables.journal import Entry, entry_write
from tables.models import Match, MatchSeat, Record, Snapshot, Table

LEAVE_TENTHS = -100
"""What leaving a match with other humans costs in the best list."""


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


def match_finish(*, ending: Ending) -> bool:
    """End the match. False when it had moved on or ended already: nothing is written then."""
    with transaction.atomic():
        match = Match.objects.select_for_update().select_related("table").get(pk=ending.entry.match_id)
        if not entry_write(ending.entry):
            return False
        seats = list(MatchSeat.objects.filter(match=match).select_related("player"))
        if ending.leaver is not None:
            seats[ending.leaver].left = True
        _seats_rank(seats, ending, pointed=ending.booked and not _cut_short(ending, len(seats)))
        _pot_share(match, seats, ending)
        MatchSeat.objects.bulk_update(seats, ["place", "score", "points_tenths", "taler", "left"])
        match.version = ending.entry.version + 1
        match.status = ending.status
        match.ended_at = timezone.now()
        match.wake_at_ms = match.bot_at_ms = None
        match.turn_mask = 0
        match.flags = sorted({*ending.flags, *ending.outcome.flags})
        match.save(update_fields=["status", "ended_at", "wake_at_ms", "bot_at_ms", "turn_mask", "flags"])
        Table.objects.filter(pk=match.table_id).update(status=Table.Status.OVER)
        Snapshot.objects.create(match=match, version=match.version, state=ending.state, events=ending.events)
        Record.objects.filter(match=match, kind=Record.Kind.WAKE).delete()
        _results_book(match, seats)
        return True


def _seats_rank(seats: list[MatchSeat], ending: Ending, *, pointed: bool) -> None:
    """Places, scores and points of every seat; who left keeps what leaving cost, set when he left."""
    for seat in seats:
        if ending.booked:
            seat.place = ending.outcome.places[seat.index]
            seat.score = ending.outcome.scores[seat.index]
        if pointed and not seat.left and seat.player is not None and seat.player.is_user:
            seat.points_tenths = ending.outcome.points_tenths[seat.index]


def _pot_share(match: Match, seats: list[MatchSeat], ending: Ending) -> None:
    """Settle or refund the stakes, exactly once: the pot's own key keeps a second time away."""
    if not match.stake:
        return
    payers = [s for s in seats if s.player_id is not None]
    if ending.pot == "refund":
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


def _results_book(match: Match, seats: list[MatchSeat]) -> None:
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
    if not rows or match.ended_at is None:
        return
    results_book(
        result=MatchResult(
            match_code=match.code,
            game=match.game,
            ended_at=match.ended_at,
            with_people=len(people) > 1,
            rows=rows,
            daily_key=match.daily_key,
            daily_on=match.daily_on,
            daily_begun_on=timezone.localtime(match.started_at).date(),
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


def snapshot_write(row: Snapshot) -> None:
    """Store a snapshot on the way; another process may have been faster."""
    Snapshot.objects.bulk_create([row], ignore_conflicts=True)
