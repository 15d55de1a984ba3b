"""Lists of tables and matches for the home page and for people's own pages. Reads only.

Each list asks the database a fixed number of times, however long it is. Tables by link only and dailies that are
still closed appear in nobody's lists but their own people's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Value
from django.utils.translation import gettext as _

from accounts import ui
from accounts.faces import Face
from accounts.models import Player
from games import registry
from games.kernel.contract import Daily, Info, Pace
from tables.dailies import daily_name, daily_open_until, day_today
from tables.here import somebody_here, watchers_by_table
from tables.models import Level, Match, MatchSeat, Seat, Table
from tables.render import said
from tables.rows import (
    DailyToday,
    OpenTable,
    OpenTables,
    OwnMatch,
    PlayedMatch,
    RunningMatch,
    RunningMatches,
    SeatMark,
    seat_mark,
)

Marks = dict[int, tuple[SeatMark, ...]]

LOBBY_LENGTH = 25
"""So many open tables, or running matches, are read whole at once."""
WINDOWS = (3, 60)
"""So many times as many of a player's newest matches as are wanted are looked at: mostly the first window has them.
Whoever shows nobody any of the last 600 shows none in the profile."""


def open_tables(
    *,
    game: str | None = None,
    stake: bool | None = None,
    viewer: Player | None = None,
    start: int = 0,
    limit: int = LOBBY_LENGTH,
) -> OpenTables:
    """Public tables that wait: those that the viewer can join first, the newest of them on top.

    ``stake`` True: only with one, False: only without. All are counted, but only ``limit`` of them from ``start`` on
    are read whole.
    """
    tables = Table.objects.filter(status=Table.Status.OPEN, public=True)
    if game is not None:
        tables = tables.filter(game=game)
    if stake is not None:
        tables = tables.filter(stake__gt=0) if stake else tables.filter(stake=0)
    light = tables.values_list("pk", "stake").annotate(
        free=Count("seats", filter=Q(seats__player=None, seats__bot="")),
        mine=Count("seats", filter=Q(seats__player=viewer)) if viewer is not None else Value(0),
    )
    pays = viewer is not None and viewer.is_user
    joinable: list[int] = []
    others: list[int] = []
    for pk, asked, free, mine in light.alias(people=Count("seats__player")).filter(people__gt=0).order_by("-pk"):
        (joinable if free and not mine and (pays or not asked) else others).append(pk)
    pks = [*joinable, *others]
    start = _start(start, limit, len(pks))
    shown = pks[start : start + limit]
    rows = Table.objects.select_related("opener").in_bulk(shown)
    part = OpenTables(_open_tables([rows[pk] for pk in shown if pk in rows], viewer), start=start, count_all=len(pks))
    part.joinable = len(joinable)
    return part


def own_tables(player: Player) -> list[OpenTable]:
    """Waiting tables where the player sits, those by link only too."""
    waiting = Table.objects.filter(seats__player=player, status=Table.Status.OPEN)
    return _open_tables(list(waiting.select_related("opener").order_by("-pk")), player)


def running_matches(
    *, game: str | None = None, without: Collection[str] = (), start: int = 0, limit: int = LOBBY_LENGTH
) -> RunningMatches:
    """Public matches that are played right now (sleeping ones aren't), those alone last, else the newest on top.

    ``without``: but those at these tables. All are counted, ``limit`` of them from ``start`` on are read whole.
    """
    # From the people who are there: matches that sleep may be many thousands.
    here = somebody_here().filter(
        table__match__status=Match.Status.RUNNING, table__match__public=True, table__match__daily_key=""
    )
    if game is not None:
        here = here.filter(table__match__game=game)
    if without:
        here = here.exclude(table__code__in=without)
    found_here = here.values_list("table__match__solo", "table__match__pk").distinct()
    pks = [pk for _solo, pk in sorted(found_here, key=lambda row: (row[0], -row[1]))]
    start = _start(start, limit, len(pks))
    shown = pks[start : start + limit]
    rows = Match.objects.select_related("table__opener").defer("seed").in_bulk(shown)
    marks, watchers = _match_marks(shown), watchers_by_table([match.table_id for match in rows.values()])
    found = [_running(rows[pk], marks[pk], watchers.get(rows[pk].table_id, 0)) for pk in shown if pk in rows]
    return RunningMatches(found, start=start, count_all=len(pks))


def own_matches(player: Player) -> list[OwnMatch]:
    """The player's matches that still run or sleep, newest first."""
    seats = MatchSeat.objects.filter(player=player, left=False, match__status=Match.Status.RUNNING)
    rows = list(seats.select_related("match__table").defer("match__seed").order_by("-match_id"))
    marks = _match_marks([seat.match_id for seat in rows])
    return [_own(seat, marks[seat.match_id]) for seat in rows]


def player_matches(
    *, player: Player, viewer: Player | None, limit: int = 20, before: int | None = None
) -> list[PlayedMatch]:
    """The player's ended matches as the viewer may know them, newest first. ``before``: a match's id, for paging."""
    mine = MatchSeat.objects.filter(player=player).order_by("-match_id")
    if before is not None:
        mine = mine.filter(match_id__lt=before)
    rows: list[MatchSeat] = []
    for window in WINDOWS:  # by the index alone, or the database may walk through everybody's matches
        newest = list(mine.values_list("match_id", flat=True)[: window * limit])
        rows = list(_ended(mine.filter(match_id__in=newest), player, viewer)[:limit])
        if len(rows) == limit or len(newest) < window * limit:
            break
    marks = _match_marks([seat.match_id for seat in rows])
    return [_played(seat, marks[seat.match_id]) for seat in rows]


def _ended(seats: QuerySet[MatchSeat], player: Player, viewer: Player | None) -> QuerySet[MatchSeat]:
    """Those of ended matches, with the matches, that the viewer may know."""
    seats = seats.exclude(match__status=Match.Status.RUNNING).select_related("match").defer("match__seed")
    if viewer is not None and viewer.pk == player.pk:
        return seats
    shown = Q(match__public=True, match__daily_key="")
    shown |= ~Q(match__daily_key="") & Q(match__daily_on__lt=daily_open_until())
    if viewer is not None:  # a filter by None would find the computers' seats
        shown |= Q(Exists(MatchSeat.objects.filter(match=OuterRef("match"), player=viewer)))
    return seats.filter(shown)


def dailies_today(player: Player | None) -> list[DailyToday]:
    """Today's challenges of all installed games, with the player's attempt."""
    today = day_today()
    attempts: dict[str, MatchSeat] = {}
    if player is not None:
        rows = MatchSeat.objects.filter(player=player, match__daily_on=today).select_related("match__table")
        attempts = {row.match.daily_key: row for row in rows}
    return [
        _daily(info, daily, today, attempts.get(f"{info.slug}/{daily.variant}"))
        for info in (game.info for game in registry.all_games())
        for daily in info.dailies
    ]


def table_facts(table: Table, info: Info) -> tuple[str, ...]:
    """Settings in few words for a list: the clock, options that differ from the usual, the computers."""
    facts = []
    if info.pace is Pace.TURNS:
        clock = ui.clock_words(table.clock_s)
        facts.append(_("{clock} Bedenkzeit").format(clock=clock) if table.clock_s else _("ohne Uhr"))
    for field in info.options:
        value = table.options.get(field.key, field.default)
        if value != field.default:
            facts.extend(said(choice.label) for choice in field.choices if choice.value == value)
    if table.fill_level:
        facts.append(_("Computer: {level}").format(level=_(Level(table.fill_level).label)))
    return tuple(facts)


def _start(start: int, limit: int, count: int) -> int:
    """``start``, or the last page's when the list has become too short for it."""
    return start if start < count or not limit else max(0, count - 1) // limit * limit


def _open_tables(tables: Collection[Table], viewer: Player | None) -> list[OpenTable]:
    seats = Seat.objects.filter(table_id__in=[t.pk for t in tables]).order_by("index")
    rows = seats.values_list("table_id", "index", "bot", *Face.columns("player"))
    marks: Marks = defaultdict(tuple)
    for table_id, index, bot, *who in rows:
        marks[table_id] += (seat_mark(index, bot, Face(*who) if who[0] else None),)
    return [_open_table(table, marks[table.pk], viewer) for table in tables]


def _match_marks(match_ids: Collection[int]) -> Marks:
    seats = MatchSeat.objects.filter(match_id__in=match_ids).order_by("index")
    rows = seats.values_list("match_id", "index", "bot", "left", *Face.columns("player"))
    marks: Marks = defaultdict(tuple)
    for match_id, index, bot, left, *who in rows:
        marks[match_id] += (seat_mark(index, bot, Face(*who) if who[0] else None, drawn=True, left=left),)
    return marks


def _open_table(table: Table, seats: tuple[SeatMark, ...], viewer: Player | None) -> OpenTable:
    info = registry.get(table.game).info
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
        mine=viewer is not None and any(seat.code == viewer.code for seat in seats),
        account_needed=bool(table.stake) and not (viewer is not None and viewer.is_user),
    )


def _running(match: Match, seats: tuple[SeatMark, ...], watchers: int) -> RunningMatch:
    return RunningMatch(
        table_code=match.table.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        opener=match.table.opener.display_name if match.table.opener else "",
        stake=match.stake,
        seats=seats,
        people=sum(bool(seat.code) and not seat.left for seat in seats),
        watchers=watchers,
        started_at=match.started_at,
        paused=match.paused_at_ms is not None,
    )


def _own(seat: MatchSeat, seats: tuple[SeatMark, ...]) -> OwnMatch:
    match = seat.match
    return OwnMatch(
        table_code=match.table.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        seats=seats,
        stake=match.stake,
        clock_s=(match.step_ms or 0) // 1000,
        solo=match.solo,
        daily=daily_name(match.daily_key),
        my_turn=bool(match.turn_mask >> seat.index & 1),
        started_at=match.started_at,
        paused=match.paused_at_ms is not None,
        realtime=match.game in registry.realtime_slugs(),
    )


def _played(seat: MatchSeat, seats: tuple[SeatMark, ...]) -> PlayedMatch:
    match = seat.match
    return PlayedMatch(
        code=match.code,
        slug=match.game,
        title=registry.get(match.game).info.title,
        ended_at=match.ended_at or match.started_at,
        seats=seats,
        place=seat.place,
        score=seat.score,
        points_tenths=seat.points_tenths,
        taler=seat.taler,
        left=seat.left,
        abandoned=match.status == Match.Status.ABANDONED,
        solo=match.solo,
        daily=daily_name(match.daily_key),
    )


def _daily(info: Info, daily: Daily, on: date, attempt: MatchSeat | None) -> DailyToday:
    state = "new"
    if attempt is not None:
        state = "running" if attempt.match.status == Match.Status.RUNNING else "done"
    return DailyToday(
        slug=info.slug,
        title=info.title,
        variant=daily.variant,
        name=said(daily.name),
        on=on,
        state=state,
        table_code=attempt.match.table.code if attempt else "",
        match_code=attempt.match.code if attempt else "",
        score=attempt.score if attempt else None,
    )
