"""The one way to change a table: its row is locked first, so that seats, options and status move together.

On SQLite a transaction is immediate and holds the whole database; there the lock is already taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from tables import notices
from tables.models import Seat, Table
from tables.services.refusals import TableRefused


def table_lock(code: str) -> Table:
    """The table's row, locked until the caller's transaction ends. Raises Table.DoesNotExist.

    Not its key: a rematch that names this table must not wait for whoever has it locked and waits for a player
    whom the rematch holds.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("table_lock needs a transaction")
    return Table.objects.select_for_update(no_key=True).get(code=code)


def table_lock_open(code: str) -> Table:
    """The same for a table that still waits for its start; else TableRefused("started" or "closed")."""
    table = table_lock(code)
    if table.status == Table.Status.CLOSED:
        raise TableRefused("closed", _("Dieser Tisch ist geschlossen."))
    if table.status != Table.Status.OPEN:
        raise TableRefused("started", _("An diesem Tisch läuft schon eine Partie."))
    return table


def opener_required(table: Table, player: Player) -> None:
    if table.opener_id != player.pk:
        raise TableRefused("not_opener", _("Das kann nur, wer den Tisch führt."))


def table_move(table: Table, **fields: Any) -> None:
    """Store ``fields``, count the revision up and tell everybody who looks, once it is committed."""
    for name, value in fields.items():
        setattr(table, name, value)
    table.revision += 1
    table.save(update_fields=[*fields, "revision"])
    table_tell(table)


def table_tell(table: Table) -> None:
    transaction.on_commit(partial(notices.table_changed, table.code))


def people_at(table: Table) -> list[Seat]:
    """The seats that people hold, in seat order, with their players."""
    return list(table.seats.filter(player__isnull=False).select_related("player").order_by("index"))


def player_lock(player: Player) -> None:
    """What the same player does twice happens one after the other, until the caller's transaction ends.

    Who takes a table's lock as well takes it before. Raises TableRefused("gone") when account or guest ended meanwhile.
    """
    if not players_lock([player.pk]):
        raise player_gone()


def players_lock(ids: Iterable[int | None]) -> set[int]:
    """The same for several, in the order of their ids. Returns those who still are somebody."""
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=set(ids)).order_by("pk")
    return {pk for pk, name_key in rows.values_list("pk", "name_key") if name_key is not None}


def player_gone() -> TableRefused:
    return TableRefused("gone", _("Du bist hier nicht mehr angemeldet."))
