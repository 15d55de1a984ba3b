"""The result page's data: who came where, item by item, what it brought, and how it goes on. Reads only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import ui
from accounts.models import Player
from games import registry
from games.kernel.board import ResultTable
from tables.dailies import daily_is_open
from tables.host.live import SeatInfo, seat_info
from tables.models import Match, MatchSeat, Table
from tables.render import said
from tables.services.refusals import names_joined
from tables.services.rematch import table_latest

PODIUM = (1, 0, 2, 3)
"""Left to right: second, first, third, and a fourth where the third place is shared."""


@dataclass(frozen=True)
class Row:
    """One seat in the Wertung. ``cells`` are the items, ``score`` their sum; points are tenths for the best list.

    ``left``: the human has gone, a computer played it to the end.
    """

    no: int
    name: str
    figure: str
    place: int
    cells: tuple[int, ...]
    score: int
    points_tenths: int | None
    taler: int | None
    me: bool
    left: bool
    code: str


@dataclass(frozen=True)
class Pod:
    """A block of the podium. ``rank`` 1–3 gives its height: the place, so that those who share one stand level."""

    rank: int
    row: Row


@dataclass(frozen=True)
class ResultView:
    """Everything ``templates/tables/result.html`` shows. ``rows`` best first; empty when nothing was ranked."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    pods: tuple[Pod, ...]
    title: str
    lead: str
    mine: Row | None
    seed: str
    fingerprint: str
    with_points: bool
    with_taler: bool
    rematch: Table | None


def result_view(match: Match, table: ResultTable, player: Player | None) -> ResultView:
    """The result of an ended match for ``player``, who may have watched only."""
    seats = list(match.seats.select_related("player"))
    ranked = all(seat.place is not None for seat in seats)
    rows = _rows(seats, table, player) if ranked else ()
    mine = next((row for row in rows if row.me), None)
    return ResultView(
        columns=tuple(said(column) for column in table.columns[:-1]),
        rows=rows,
        pods=tuple(Pod(rows[i].place, rows[i]) for i in PODIUM if i < len(rows) and rows[i].place <= 3),
        title=_title(match, rows),
        lead=_lead(match, mine, seats, player),
        mine=mine,
        seed=bytes(match.seed).hex() if match.daily_on is None or daily_is_open(match.daily_on) else "",
        fingerprint=match.seed_hash,
        with_points=any(row.points_tenths is not None for row in rows),
        with_taler=match.stake > 0,
        rematch=_rematch(match),
    )


def _rows(seats: Sequence[MatchSeat], table: ResultTable, player: Player | None) -> tuple[Row, ...]:
    rows = [_row(seat, seat_info(seat), table.rows[seat.index], player) for seat in seats]
    return tuple(sorted(rows, key=lambda row: (row.place, row.no)))


def _row(seat: MatchSeat, info: SeatInfo, numbers: tuple[int, ...], player: Player | None) -> Row:
    return Row(
        no=seat.index + 1,
        name=info.name,
        figure="bot" if seat.left else info.figure,
        place=seat.place or 0,
        cells=numbers[:-1],
        score=numbers[-1],
        points_tenths=seat.points_tenths,
        taler=seat.taler,
        me=player is not None and seat.player_id == player.pk,
        left=seat.left,
        code=seat.player.code if seat.player is not None and seat.player.is_user else "",
    )


def _title(match: Match, rows: Sequence[Row]) -> str:
    if match.status == Match.Status.ABANDONED:
        return _("Die Partie wurde abgebrochen.")
    if not rows:
        return _("Die Partie ist beendet.")
    computer = _("{name} (Computer)")
    winners = [row for row in rows if row.place == 1]
    others = [row for row in winners if not row.me or row.left]
    names = names_joined([computer.format(name=row.name) if row.left else row.name for row in others])
    if len(others) < len(winners):
        return _("Du teilst dir den Sieg mit {names}.").format(names=names) if others else _("Du gewinnst.")
    return ngettext("{names} gewinnt.", "{names} teilen sich den Sieg.", len(winners)).format(names=names)


def _lead(match: Match, mine: Row | None, seats: Sequence[MatchSeat], player: Player | None) -> str:
    if mine is None:
        return _unranked_lead(match, seats, player)
    if mine.left:
        words = [_("Du bist gegangen, der Computer hat für dich zu Ende gespielt.")]
    else:
        words = [_("Platz {place} für dich.").format(place=mine.place)]
    if mine.points_tenths:
        count = abs(mine.points_tenths) // 10 if mine.points_tenths % 10 == 0 else 2
        said_points = ui.points(abs(mine.points_tenths))
        if mine.points_tenths > 0:
            bring = ngettext("{points} Punkt für die Bestenliste.", "{points} Punkte für die Bestenliste.", count)
        else:
            bring = ngettext(
                "{points} Punkt weniger in der Bestenliste.", "{points} Punkte weniger in der Bestenliste.", count
            )
        words.append(bring.format(points=said_points))
    elif {"early", "short"} & set(match.flags) and mine.points_tenths is None and player is not None and player.is_user:
        words.append(_("Für Punkte war die Partie zu kurz."))
    return " ".join(words)


def _unranked_lead(match: Match, seats: Sequence[MatchSeat], player: Player | None) -> str:
    played = player is not None and any(seat.player_id == player.pk for seat in seats)
    if match.status == Match.Status.ABANDONED:
        return _("Alle Einsätze sind zurückgezahlt.") if match.stake else _("Sie zählt für niemanden.")
    if all(seat.place is None for seat in seats):
        return _("Alle sind gegangen, darum wurde nicht gewertet.")
    return _("Du hast mitgespielt.") if played else _("Du hast zugeschaut.")


def _rematch(match: Match) -> Table | None:
    """The table at which it goes on already, if there is one."""
    latest = table_latest(match.table)
    open_ = latest.pk != match.table_id and latest.status in (Table.Status.OPEN, Table.Status.PLAYING)
    return latest if open_ else None


def result_headline(match: Match, observation: object) -> str:
    """Where the match stood at its end („Wurf 34“), for the game's ribbon."""
    return said(registry.board(match.game).headline(observation))
