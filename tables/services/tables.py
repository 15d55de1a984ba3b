"""A table's life before its match: open it, change its settings, start, and what time does to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import ledger
from accounts.models import Player
from games import registry
from tables import notices
from tables.models import Match, Seat, Table
from tables.services.choices import (
    TableChoice,
    choice_check,
    choice_fields,
    choice_of,
    choice_remember,
    choice_terms,
)
from tables.services.limits import alone_check, tables_check
from tables.services.locking import (
    opener_required,
    people_at,
    player_lock,
    table_lock,
    table_lock_open,
    table_move,
)
from tables.services.matches import Holder, match_create
from tables.services.picks import pick_check, pick_remember
from tables.services.refusals import TableRefused, names_joined
from tables.services.seats import seats_leave_elsewhere
from tables.services.tend import tables_tend as tables_tend

TWICE = timedelta(seconds=3)
"""A second click within it means the table that the first one opened."""


def twice() -> tuple[datetime, datetime]:
    """Between which times the first of two clicks was. Not later than now: the clock may have been set back."""
    now = timezone.now()
    return now - TWICE, now + TWICE


def table_open(*, player: Player, game: str, choice: TableChoice, pick: str = "") -> Table:
    """A new waiting table with ``player`` on its first seat, who chooses ``pick`` for it.

    Raises TableRefused, LookupError (no such game).
    """
    choice_check(game=game, choice=choice)
    pick_check(game=game, pick=pick)
    if choice.stake and not player.is_user:
        raise TableRefused("guest_stake", _("Um Taler spielst du nur mit einem Konto."))
    with transaction.atomic():
        player_lock(player)
        again = _opened_just_now(player, game, choice)
        if again is not None:
            return again
        tables_check(player)
        table = table_build(game=game, choice=choice, opener=player, holders=[Holder(player, pick=pick)])
        choice_remember(player=player, game=game, choice=choice)
        pick_remember(player=player, game=game, pick=pick)
    return table


def _opened_just_now(player: Player, game: str, choice: TableChoice) -> Table | None:
    """The table that the first of two clicks opened."""
    mine = Table.objects.filter(opener=player, game=game, status=Table.Status.OPEN, rematch_of=None)
    table = mine.filter(created_at__range=twice(), seats__player=player).order_by("-pk").first()
    return table if table is not None and choice_of(table) == choice else None


def table_build(
    *,
    game: str,
    choice: TableChoice,
    opener: Player,
    holders: Sequence[Holder],
    rematch_of: Table | None = None,
) -> Table:
    """The rows of a waiting table with ``holders`` on its first seats, in the caller's transaction; nobody is ready."""
    table = Table.objects.create(game=game, opener=opener, rematch_of=rematch_of, **choice_fields(choice))
    seats = [Seat(table=table, index=index) for index in range(choice.seats_count)]
    for seat, holder in zip(seats, holders, strict=False):
        seat.player, seat.bot, seat.pick = holder.player, holder.bot, holder.pick
    Seat.objects.bulk_create(seats)
    transaction.on_commit(notices.lobby_changed)
    return table


def table_change(*, code: str, player: Player, terms: str, choice: TableChoice) -> Table:
    """The opener changes the settings; every „Bereit“ is taken back.

    Raises TableRefused: ``stale`` when somebody else changed those that the form saw, ``guest_stake`` while a
    guest sits there, ``seats`` when more people sit there than seats are left.
    """
    with transaction.atomic():
        table = table_lock_open(code)
        opener_required(table, player)
        if terms != choice_terms(choice_of(table)):
            raise TableRefused("stale", _("Die Einstellungen haben sich inzwischen geändert. Das gilt jetzt."))
        choice_check(game=table.game, choice=choice)
        if choice == choice_of(table):
            return table
        people = people_at(table)
        if choice.stake and any(seat.player is not None and not seat.player.is_user for seat in people):
            raise TableRefused("guest_stake", _("Solange ein Gast mitspielt, geht es nur ohne Einsatz."))
        _seats_resize(table, choice.seats_count, people=len(people))
        table.seats.update(ready=False)
        table_move(table, **choice_fields(choice))
        choice_remember(player=player, game=table.game, choice=choice)
    return table


def table_start(*, code: str, player: Player, revision: int | None = None) -> Match:
    """The opener starts; that is the opener's „Bereit“ too. A table that has started already answers with its match.

    Seats still free go to computers if so chosen, else they stay empty. Stakes are held here. Raises TableRefused
    (``stale`` when seats or settings have changed since the page was shown, ``not_ready``, ``too_few``, ``stake``)
    and NotEnoughTaler, which names who can't pay.
    """
    with transaction.atomic():
        table = table_lock(code)
        if table.status in (Table.Status.PLAYING, Table.Status.OVER):
            return table.match
        table = table_lock_open(code)
        opener_required(table, player)
        if revision is not None and revision != table.revision:
            raise TableRefused("stale", _("Am Tisch hat sich gerade etwas geändert. Schau noch einmal hin."))
        people = people_at(table)
        _start_check(table, people)
        match = table_begin(table=table)
    seats_leave_elsewhere(players=[seat.player for seat in people if seat.player is not None], table=table)
    return match


def table_begin(*, table: Table, seed: bytes | None = None) -> Match:
    """The match of a table whose seats are right: the last step of every kind of start, in the caller's transaction.

    ``seed`` is a daily's: there the seats are not drawn, the player begins.
    """
    if table.fill_level:
        table.seats.filter(player=None, bot="").update(bot=table.fill_level)
    seats = list(table.seats.select_related("player").order_by("index"))
    holders = [Holder(seat.player, seat.bot, seat.pick) for seat in seats if seat.player_id or seat.bot]
    if len(holders) < registry.get(table.game).info.seats_min:
        raise TableRefused("too_few", _("Es fehlt noch jemand. Setz einen Computer auf einen freien Platz."))
    payers = [holder.player for holder in holders if holder.player is not None]
    if len(payers) == 1 and seed is None:
        alone_check(payers[0])
    match = match_create(table=table, holders=holders, seed=seed, draw_seats=seed is None)
    if table.stake:
        ledger.stakes_hold(match_code=match.code, players=payers, amount=match.stake)
    table.status = Table.Status.PLAYING
    table.revision += 1
    table.save(update_fields=["status", "revision"])
    transaction.on_commit(partial(notices.match_started, match.pk, table.code, match.wake_at_ms, match.bot_at_ms))
    return match


def _start_check(table: Table, people: list[Seat]) -> None:
    waiting = [s.player.display_name for s in people if s.player and not s.ready and s.player_id != table.opener_id]
    if waiting:
        names = names_joined(waiting)
        raise TableRefused(
            "not_ready",
            ngettext("{names} ist noch nicht bereit.", "{names} sind noch nicht bereit.", len(waiting)).format(
                names=names
            ),
        )
    if not people:
        raise TableRefused("not_seated", _("Setz dich zuerst an den Tisch."))
    if table.stake and len(people) < 2:
        raise TableRefused("stake", _("Um Taler geht es nur zu mehreren. Warte auf jemanden oder spiel ohne Einsatz."))
    if table.stake and any(seat.player is not None and not seat.player.is_user for seat in people):
        raise TableRefused("guest_stake", _("Solange ein Gast mitspielt, geht es nur ohne Einsatz."))


def _seats_resize(table: Table, count: int, *, people: int) -> None:
    """Add free seats at the end, or take some away: free ones first, then computers', the last ones first."""
    if people > count:
        raise TableRefused("seats", _("Es sitzen schon mehr Leute am Tisch, als er dann Plätze hätte."))
    seats = list(table.seats.order_by("index"))
    spare = sorted((s for s in seats if s.player_id is None), key=lambda s: (bool(s.bot), -s.index))
    gone = {seat.pk for seat in spare[: max(0, len(seats) - count)]}
    table.seats.filter(pk__in=gone).delete()
    kept = [seat for seat in seats if seat.pk not in gone]
    for index, seat in enumerate(kept):  # ascending, so that no index is taken twice on the way
        if seat.index != index:
            table.seats.filter(pk=seat.pk).update(index=index)
    Seat.objects.bulk_create([Seat(table=table, index=index) for index in range(len(kept), count)])
