"""Seats of a waiting table: sit down, stand up, say „Bereit“, put computers on free seats, free a seat.

Each service locks the table's row, changes a seat by a conditional update, and tells the viewers on commit.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from tables import notices
from tables.here import people_here
from tables.models import Level, Seat, Table
from tables.services.choices import choice_of, choice_terms
from tables.services.limits import seats_check
from tables.services.locking import opener_required, people_at, table_lock, table_lock_open, table_move, table_tell
from tables.services.picks import pick_free, pick_last
from tables.services.refusals import TableRefused


def seat_take(*, code: str, player: Player) -> Table:
    """Sit down on the first free seat, with what was chosen last if nobody here has it; who sits there stays.

    Raises TableRefused, Table.DoesNotExist.
    """
    with transaction.atomic():
        table = table_lock_open(code)
        if table.seats.filter(player=player).exists():
            return table
        _admitted(table, player)
        pick = pick_free(table=table, pick=pick_last(player=player, game=table.game))
        if not any(_claim(seat, player, pick) for seat in table.seats.filter(player=None, bot="").order_by("index")):
            raise TableRefused(
                "full", _("Der letzte Platz ist gerade weg. Schau zu oder such dir einen anderen Tisch.")
            )
        # Whoever sits down at an empty table leads it: its opener has stood up.
        alone = len(people_at(table)) == 1
        table_move(table, **({"opener": player, "opener_away_ms": None} if alone else {}))
    return table


def seat_leave(*, code: str, player: Player) -> Table:
    """Stand up before the start. Who isn't seated, or whose match runs, is left as it is (no refusal)."""
    with transaction.atomic():
        table = table_lock(code)
        if table.status == Table.Status.OPEN:
            _stand_up(table, player)
    return table


def seats_leave_elsewhere(*, players: Collection[Player], table: Table) -> None:
    """A start stands its people up at all other waiting tables. Each of those in a transaction of its own, so
    that no two starts wait for each other's locks."""
    waiting = Seat.objects.filter(player__in=players, table__status=Table.Status.OPEN).exclude(table=table)
    for seat in waiting.select_related("player", "table").order_by("table_id", "index"):
        if seat.player is not None:
            seat_leave(code=seat.table.code, player=seat.player)


def seat_ready(*, code: str, player: Player, ready: bool, terms: str) -> Table:
    """Say „Bereit“ to the settings named by ``terms``, or take it back. Said twice it is still ready.

    Raises TableRefused("stale") when the settings have changed since the page was shown.
    """
    with transaction.atomic():
        table = table_lock_open(code)
        seat = table.seats.filter(player=player).first()
        if seat is None:
            raise TableRefused("not_seated", _("Du sitzt nicht an diesem Tisch."))
        if ready and terms != choice_terms(choice_of(table)):
            raise TableRefused("stale", _("Die Einstellungen haben sich geändert. Schau sie dir noch einmal an."))
        if table.seats.filter(pk=seat.pk, player=player).exclude(ready=ready).update(ready=ready):
            table_tell(table)
    return table


def seat_give_bot(*, code: str, by: Player, index: int, level: str) -> Table:
    """The opener puts a computer of ``level`` on a free seat, changes its strength, or takes it back (``""``).

    Where Taler are at stake, whoever else said „Bereit“ is asked again: it was said to other opponents.
    """
    if level not in ("", *Level.values):
        raise TableRefused("options", _("Diese Stärke gibt es nicht."))
    with transaction.atomic():
        table = table_lock_open(code)
        opener_required(table, by)
        if not table.seats.filter(index=index, player=None).update(bot=level, ready=False):
            raise TableRefused("taken", _("Auf diesem Platz sitzt gerade jemand."))
        if table.stake:
            table.seats.exclude(player=by).update(ready=False)
        table_move(table)
    return table


def seat_free(*, code: str, by: Player, index: int, player_code: str) -> Table:
    """The opener frees the seat of ``player_code`` for somebody else, who then can't sit down here again.

    The form names the player, so that a stale one never meets whoever sits there now.
    """
    with transaction.atomic():
        table = table_lock_open(code)
        opener_required(table, by)
        seat = table.seats.filter(index=index, player__isnull=False).select_related("player").first()
        # Compared here: PostgreSQL refuses to look for a posted NUL.
        if seat is None or seat.player is None or seat.player.code != player_code or seat.player.pk == by.pk:
            raise TableRefused("stale", _("Auf diesem Platz sitzt inzwischen niemand mehr oder jemand anderes."))
        table.seats.filter(pk=seat.pk).update(player=None, ready=False, pick="")
        table_move(table, barred=sorted({*table.barred, seat.player.pk}))
        # At a table by link only they may not even watch: their sockets come back and meet the gate.
        transaction.on_commit(partial(notices.identity_changed, seat.player.pk))
    return table


def opener_next(table: Table, *, present: Collection[int] | None = None) -> Player | None:
    """Who leads the table after its opener: the next seated one, present ones first; None when nobody is seated."""
    here = people_here([table.pk])[table.pk] if present is None else present
    people = [seat for seat in people_at(table) if seat.player_id != table.opener_id]
    people.sort(key=lambda seat: (seat.player_id not in here, seat.index))
    return people[0].player if people else None


def _admitted(table: Table, player: Player) -> None:
    if player.pk in table.barred:
        raise TableRefused("barred", _("Dein Platz an diesem Tisch wurde für jemand anderen frei gemacht."))
    if table.stake and not player.is_user:
        raise TableRefused("guest_stake", _("Hier wird um Taler gespielt. Dafür brauchst du ein Konto."))
    seats_check(player)


def _claim(seat: Seat, player: Player, pick: str) -> bool:
    """The seat's row changes hands only while it is free, whoever else is after it."""
    return bool(Seat.objects.filter(pk=seat.pk, player=None, bot="").update(player=player, ready=False, pick=pick))


def _stand_up(table: Table, player: Player) -> None:
    if not table.seats.filter(player=player).update(player=None, ready=False, pick=""):
        return
    if not people_at(table):
        table_move(table, status=Table.Status.CLOSED)
        return
    heir = opener_next(table) if table.opener_id == player.pk else None
    table_move(table, **({"opener": heir, "opener_away_ms": None} if heir else {}))
