"""Everything that the portal keeps about one player, as plain data for JSON."""

from __future__ import annotations

from typing import Any

from allauth.usersessions.models import UserSession

from accounts import ledger
from accounts.models import Player
from accounts.selectors import statement
from leaderboard.models import DailyEntry, RecordEntry, Result
from tables.models import LastChoice, MatchSeat, Seat

ENTRIES_AT_ONCE = 1000


def export(player: Player) -> dict[str, Any]:
    """The player's data; times in ISO 8601 with their offset, Taler whole, points in tenths."""
    return {
        "profile": _profile(player),
        "login": _login(player),
        "sessions": _sessions(player),
        "taler": {"balance": ledger.balance(player), "held": ledger.held(player), "entries": _entries(player)},
        "seats": list(
            Seat.objects.filter(player=player).order_by("pk").values("table__code", "index", "ready", "pick")
        ),
        "matches": _matches(player),
        "results": list(
            Result.objects.filter(player=player)
            .order_by("pk")
            .values("match_code", "game", "ended_at", "with_people", "points_tenths", "place", "score", "left")
        ),
        **_lists(player),
        "last_choices": list(
            LastChoice.objects.filter(player=player).order_by("game").values("game", "choice", "pick")
        ),
    }


def _lists(player: Player) -> dict[str, Any]:
    """The player's lines in daily and record lists."""
    dailies = DailyEntry.objects.filter(player=player).order_by("pk")
    records = RecordEntry.objects.filter(player=player).order_by("pk")
    return {
        "dailies": list(dailies.values("key", "on", "score", "place", "left", "match_code", "ended_at")),
        "records": list(records.values("game", "key", "value", "match_code", "reached_at")),
    }


def _profile(player: Player) -> dict[str, Any]:
    fields = ("code", "name", "created_at", "colour", "sign", "theme", "sounds", "motion", "guest_expires_at")
    return {field: getattr(player, field) for field in (*fields, "topped_up_on")}


def _login(player: Player) -> dict[str, Any] | None:
    """Without the password's hash: it is of no use to the person and of much to a thief."""
    user = player.user
    if user is None:
        return None
    return {field: getattr(user, field) for field in ("username", "email", "date_joined", "last_login")}


def _sessions(player: Player) -> list[dict[str, Any]]:
    sessions = UserSession.objects.filter(user__player=player).order_by("pk")
    return list(sessions.values("created_at", "last_seen_at", "ip", "user_agent"))


def _entries(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before = None
    while lines := statement(player, before=before, limit=ENTRIES_AT_ONCE):
        for line in lines:
            entry = {"at": line.at, "kind": line.kind, "delta": line.delta, "after": line.after}
            found.append({**entry, "match": line.match_code})
        before = lines[-1].id
    return found


def _matches(player: Player) -> list[dict[str, Any]]:
    seats = MatchSeat.objects.filter(player=player).select_related("match").order_by("match_id")
    return [
        {
            "code": seat.match.code,
            "game": seat.match.game,
            "options": seat.match.options,
            "status": seat.match.status,
            "started_at": seat.match.started_at,
            "ended_at": seat.match.ended_at,
            **{
                field: getattr(seat, field)
                for field in ("index", "pick", "left", "place", "score", "points_tenths", "taler")
            },
        }
        for seat in seats
    ]
