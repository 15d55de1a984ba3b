"""„Nochmal spielen“ and „Revanche“: the same settings again, once, however many ask for it.

A table has at most one rematch (``Table.rematch_of`` is unique). Whoever asks at an old result is led along the chain
to the newest table; only when that is over or closed does another one begin.
"""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from tables.models import Match, MatchSeat, Seat, Table
from tables.services.choices import choice_of
from tables.services.limits import seats_check, seats_full, tables_check
from tables.services.locking import player_gone, players_lock, table_lock, table_move, table_tell
from tables.services.matches import Holder
from tables.services.refusals import TableRefused
from tables.services.seats import seats_leave_elsewhere
from tables.services.tables import table_begin, table_build


def rematch_again(*, code: str, player: Player) -> Table:
    """Alone: the same settings at once. Two clicks give one match. Raises TableRefused, Table.DoesNotExist."""
    try:
        with transaction.atomic():
            table = _rematch_again(code, player)
    except IntegrityError:  # the same moment, from another result of the same chain: that match it is
        table = table_latest(Table.objects.get(code=code))
    seats_leave_elsewhere(players=[player], table=table)
    return table


def rematch_open(*, code: str, player: Player) -> Table:
    """With people: one new table for the same people, nobody ready, so that a stake is agreed to anew.

    Who left the match, or is gone, keeps no seat. The last choices of the players stay as they are.
    Raises TableRefused, Table.DoesNotExist.
    """
    try:
        with transaction.atomic():
            return _rematch_open(code, player)
    except IntegrityError:  # the same moment, from another result of the same chain: that table it is
        return table_latest(Table.objects.get(code=code))


def table_latest(table: Table) -> Table:
    """The newest table of the chain of rematches that goes on from ``table``."""
    while (later := Table.objects.filter(rematch_of=table).first()) is not None:
        table = later
    return table


def _rematch_again(code: str, player: Player) -> Table:
    old = _ended_table(code, player)
    if not old.match.solo or old.daily_key:
        raise TableRefused("not_alone", _("Hier geht es nur mit einer Revanche weiter."))
    latest = table_latest(old)
    if latest.status in (Table.Status.OPEN, Table.Status.PLAYING):
        return latest
    table = _table_again(old, latest, player)
    table_begin(table=table)
    return table


def _rematch_open(code: str, player: Player) -> Table:
    old = _ended_table(code, player)
    if old.match.solo or old.daily_key:
        raise TableRefused("alone", _("Eine Revanche gibt es nur mit anderen zusammen."))
    latest = table_latest(old)
    if latest.status in (Table.Status.OPEN, Table.Status.PLAYING):
        return latest
    table = _table_again(old, latest, player)
    table_tell(old)
    return table


def _ended_table(code: str, player: Player) -> Table:
    """The table of a match that is over and in which the player took part, locked."""
    table = table_lock(code)
    match = Match.objects.filter(table=table).first()
    if match is None or match.status == Match.Status.RUNNING:
        raise TableRefused("running", _("Die Partie läuft noch."))
    if not MatchSeat.objects.filter(match=match, player=player).exists():
        raise TableRefused("not_yours", _("Das können nur die, die mitgespielt haben."))
    return table


def _table_again(old: Table, latest: Table, player: Player) -> Table:
    """A waiting table with the settings, people and computers of ``old``, as the rematch of ``latest``."""
    staying = _staying(old, player)
    table = table_build(game=old.game, choice=choice_of(old), opener=player, holders=[], rematch_of=latest)
    table_move(table, barred=old.barred)
    for seat in old.seats.select_related("player"):
        holder = Holder(seat.player, pick=seat.pick) if seat.player_id in staying else Holder(None, seat.bot)
        anew = Seat.objects.filter(table=table, index=seat.index)
        anew.update(player=holder.player, bot=holder.bot, pick=holder.pick)
    return table


def _staying(old: Table, player: Player) -> set[int]:
    """The ids of who keeps a seat: not who left or is gone, and of the others not who sits at enough tables already.

    Locks them. Raises TableRefused when ``player``, who asks, may not sit down anywhere.
    """
    left = old.match.seats.filter(left=True).exclude(player=player).values_list("player_id", flat=True)
    seated = old.seats.filter(player__isnull=False).values_list("player_id", flat=True)
    here = players_lock({player.pk, *seated}) - set(left)
    if player.pk not in here:
        raise player_gone()
    if old.match.solo:  # it begins at once
        return here
    tables_check(player)
    seats_check(player)
    return {pk for pk in here if not seats_full(pk)}
