"""Reads across apps for one player: seats, the profile page, Taler with their matches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from allauth.usersessions.models import UserSession
from django.db.models import Sum

from accounts.models import Player
from accounts.selectors import StatementLine, statement
from games import registry
from leaderboard.periods import Scope
from leaderboard.selectors import GamePoints, player_points
from tables.models import Match, MatchSeat, Presence, Seat, Table


def waiting_codes(player: Player) -> list[str]:
    """Codes of the tables where the player sits and waits for the start."""
    seats = Seat.objects.filter(player=player, table__status=Table.Status.OPEN)
    return list(seats.order_by("pk").values_list("table__code", flat=True))


def running_matches(player: Player) -> list[Match]:
    """Matches that the player still plays."""
    seats = MatchSeat.objects.filter(player=player, left=False, match__status=Match.Status.RUNNING)
    return [seat.match for seat in seats.select_related("match__table").order_by("pk")]


def stakes_given_up(player: Player) -> int:
    """Stakes that lie in running matches which the player has left: lost, and not the player's any more."""
    seats = MatchSeat.objects.filter(player=player, left=True, match__status=Match.Status.RUNNING)
    return seats.aggregate(total=Sum("match__stake"))["total"] or 0


def session_keys(player: Player) -> list[str]:
    """Keys of the user's known sessions."""
    return list(UserSession.objects.filter(user__player=player).values_list("session_key", flat=True))


def connected_ids() -> set[int]:
    """Ids of all players, guests too, who hold sockets at a table."""
    rows = Presence.objects.filter(player__isnull=False, sockets__gt=0)
    return set(rows.values_list("player_id", flat=True))


@dataclass(frozen=True)
class GameResult:
    """All that a profile tells about one game: points with people and alone, None where nothing was played."""

    slug: str
    title: str
    people: GamePoints | None
    alone: GamePoints | None


def results(player: Player) -> list[GameResult]:
    """Points per game, in the order of the portal's games; only games that the player has results in."""
    found = {(points.game, points.scope): points for points in player_points(player)}
    rows = [
        GameResult(
            game.info.slug,
            str(game.info.title),
            found.get((game.info.slug, Scope.PEOPLE)),
            found.get((game.info.slug, Scope.ALONE)),
        )
        for game in registry.all_games()
    ]
    return [row for row in rows if row.people or row.alone]


@dataclass(frozen=True)
class TalerLine:
    """An entry of the statement with what it was for."""

    entry: StatementLine
    slug: str
    title: str
    ended: bool


def taler_lines(player: Player, *, before: int | None, limit: int) -> list[TalerLine]:
    """The statement's entries older than ``before``, newest first, with their matches' games."""
    entries = statement(player, before=before, limit=limit)
    matches = _matches(entry.match_code for entry in entries)
    titles = {game.info.slug: str(game.info.title) for game in registry.all_games()}
    lines = []
    for entry in entries:
        match = matches.get(entry.match_code)
        slug = match.game if match else ""
        ended = match is not None and match.status != Match.Status.RUNNING
        lines.append(TalerLine(entry, slug, titles.get(slug, ""), ended))
    return lines


def _matches(codes: Iterable[str]) -> dict[str, Match]:
    wanted = {code for code in codes if code}
    return {match.code: match for match in Match.objects.filter(code__in=wanted).only("code", "game", "status")}


def match_id(code: str) -> int:
    """The id behind a match's code, for paging."""
    return Match.objects.values_list("pk", flat=True).get(code=code)
