"""Lists of tables and matches for the home page and for people's own pages. Reads only.

Each list asks the database a fixed number of times, however long it is. Tables by link only and dailies that are
still closed appear in nobody's lists but their own people's.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import ui
from accounts.models import Player
from games import registry
from games.kernel.contract import Info
from tables.dailies import daily_open_until, day_today
from tables.here import people_here
from tables.models import Level, Match, MatchSeat, Seat, Table
from tables.render import said
from tables.rows import DailyToday, OpenTable, OwnMatch, PlayedMatch, RunningMatch, SeatMark, seat_mark

LOBBY_LENGTH = 60
"""So many open tables, and so many running matches, are listed; the newest first."""


def open_tables(*, game: str | None = None, stake: bool | None = None, viewer: Player | None = None) -> list[OpenTable]:
    """Public tables that wait, newest first. ``stake`` True: only with one, False: only without."""
    tables = Table.objects.filter(status=Table.Status.OPEN, public=True).filter(
        Exists(Seat.objects.filter(table=OuterRef("pk"), player__isnull=False))
    )
    if game is not None:
        tables = tables.filter(game=game)
    if stake is not None:
        tables = tables.filter(stake__gt=0) if stake else tables.filter(stake=0)
    return [_open_table(table, viewer) for table in _with_seats(tables)[:LOBBY_LENGTH]]


def own_tables(player: Player) -> list[OpenTable]:
    """Waiting tables where the player sits, those by link only too."""
    seated = Exists(Seat.objects.filter(table=OuterRef("pk"), player=player))
    return [_open_table(t, player) for t in _with_seats(Table.objects.filter(seated, status=Table.Status.OPEN))]


def running_matches(*, game: str | None = None) -> list[RunningMatch]:
    """Public matches that are played right now, those with several people first; sleeping ones aren't."""
    matches = Match.objects.filter(status=Match.Status.RUNNING, public=True, daily_key="")
    if game is not None:
        matches = matches.filter(game=game)
    newest = list(_with_players(matches)[: 2 * LOBBY_LENGTH])
    here = people_here([match.table_id for match in newest])
    rows = [_running(match, here[match.table_id]) for match in newest if here.get(match.table_id)]
    return sorted(rows, key=lambda row: row.people < 2)[:LOBBY_LENGTH]


def own_matches(player: Player) -> list[OwnMatch]:
    """The player's matches that still run or sleep, newest first."""
    mine = MatchSeat.objects.filter(match=OuterRef("pk"), player=player, left=False)
    return [
        _own(match, player) for match in _with_players(Match.objects.filter(Exists(mine), status=Match.Status.RUNNING))
    ]


def player_matches(
    *, player: Player, viewer: Player | None, limit: int = 20, before: int | None = None
) -> list[PlayedMatch]:
    """The player's ended matches as the viewer may know them, newest first. ``before``: a match's id, for paging."""
    matches = Match.objects.filter(seats__player=player).exclude(status=Match.Status.RUNNING)
    shown = Q(public=True, daily_key="") | (~Q(daily_key="") & Q(daily_on__lt=daily_open_until()))
    if viewer is not None:  # a filter by None would find the computers' seats
        shown |= Q(Exists(MatchSeat.objects.filter(match=OuterRef("pk"), player=viewer)))
    matches = matches.filter(shown)
    if before is not None:
        matches = matches.filter(pk__lt=before)
    return [_played(match, player) for match in _with_players(matches)[:limit]]


def dailies_today(player: Player | None) -> list[DailyToday]:
    """Today's challenges of all installed games, with the player's attempt."""
    today = day_today()
    attempts: dict[str, MatchSeat] = {}
    if player is not None:
        rows = MatchSeat.objects.filter(player=player, match__daily_on=today).select_related("match__table")
        attempts = {row.match.daily_key: row for row in rows}
    return [
        _daily(info, variant, today, attempts.get(f"{info.slug}/{variant}"))
        for info in (game.info for game in registry.all_games())
        for variant in info.dailies
    ]


def table_facts(table: Table, info: Info) -> tuple[str, ...]:
    """Settings in few words for a list: the clock, options that differ from the usual, the computers."""
    facts = [_("{clock} Bedenkzeit").format(clock=ui.clock_words(table.clock_s)) if table.clock_s else _("ohne Uhr")]
    for field in info.options:
        value = table.options.get(field.key, field.default)
        if value != field.default:
            facts.extend(said(choice.label) for choice in field.choices if choice.value == value)
    if table.fill_level:
        facts.append(_("Computer: {level}").format(level=_(Level(table.fill_level).label)))
    return tuple(facts)


def _with_seats(tables: QuerySet[Table]) -> QuerySet[Table]:
    seats = Seat.objects.select_related("player").order_by("index")
    return tables.select_related("opener").prefetch_related(Prefetch("seats", queryset=seats)).order_by("-pk")


def _with_players(matches: QuerySet[Match]) -> QuerySet[Match]:
    seats = MatchSeat.objects.select_related("player").order_by("index")
    found = matches.select_related("table", "table__opener").defer("seed")
    return found.prefetch_related(Prefetch("seats", queryset=seats)).order_by("-pk")


def _open_table(table: Table, viewer: Player | None) -> OpenTable:
    info = registry.get(table.game).info
    seats = tuple(seat_mark(seat) for seat in table.seats.all())
    mine = viewer is not None and any(seat.player_id == viewer.pk for seat in table.seats.all())
    return OpenTable(
        code=table.code,
        slug=table.game,
        title=info.title,
        opener=table.opener.display_name if table.opener else "",
        stake=table.stake,
        clock_s=table.clock_s,
        facts=table_facts(table, info),
        seats=seats,
        people=sum(bool(seat.code) for seat in seats),
        free=sum(seat.free for seat in seats),
        public=table.public,
        mine=mine,
        account_needed=bool(table.stake) and not (viewer is not None and viewer.is_user),
    )


def _running(match: Match, here: dict[int | None, int]) -> RunningMatch:
    seated = {seat.player_id for seat in match.seats.all() if seat.player_id is not None}
    return RunningMatch(
        table_code=match.table.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        opener=match.table.opener.display_name if match.table.opener else "",
        stake=match.stake,
        seats=_marks(match.seats.all()),
        people=sum(seat.player_id is not None and not seat.left for seat in match.seats.all()),
        watchers=here.get(None, 0) + sum(1 for player_id in here if player_id is not None and player_id not in seated),
        started_at=match.started_at,
    )


def _own(match: Match, player: Player) -> OwnMatch:
    seat = next(seat for seat in match.seats.all() if seat.player_id == player.pk)
    return OwnMatch(
        table_code=match.table.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        seats=_marks(match.seats.all()),
        stake=match.stake,
        clock_s=(match.step_ms or 0) // 1000,
        solo=match.solo,
        daily=bool(match.daily_key),
        my_turn=bool(match.turn_mask >> seat.index & 1),
        started_at=match.started_at,
    )


def _played(match: Match, player: Player) -> PlayedMatch:
    seat = next(seat for seat in match.seats.all() if seat.player_id == player.pk)
    return PlayedMatch(
        code=match.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        ended_at=match.ended_at or match.started_at,
        seats=_marks(match.seats.all()),
        place=seat.place,
        score=seat.score,
        points_tenths=seat.points_tenths,
        taler=seat.taler,
        left=seat.left,
        abandoned=match.status == Match.Status.ABANDONED,
        solo=match.solo,
        daily=bool(match.daily_key),
    )


def _daily(info: Info, variant: str, on: date, attempt: MatchSeat | None) -> DailyToday:
    state = "new"
    if attempt is not None:
        state = "running" if attempt.match.status == Match.Status.RUNNING else "done"
    return DailyToday(
        slug=info.slug,
        title=info.title,
        variant=variant,
        on=on,
        state=state,
        table_code=attempt.match.table.code if attempt else "",
        match_code=attempt.match.code if attempt else "",
        score=attempt.score if attempt else None,
    )


def _marks(seats: Iterable[MatchSeat]) -> tuple[SeatMark, ...]:
    return tuple(seat_mark(seat) for seat in seats)
