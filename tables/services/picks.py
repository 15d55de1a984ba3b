"""What every player chooses for the own seat (``Info.seat_field``): each value once a table, remembered by game.

Computers choose nothing, and who chooses nothing gets what the game draws.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games import registry
from games.kernel.options import pick_known
from tables.models import LastChoice, Seat, Table
from tables.render import said
from tables.services.locking import table_lock_open, table_move
from tables.services.refusals import TableRefused


def pick_check(*, game: str, pick: str) -> None:
    """Raises TableRefused("options") for what the game doesn't know."""
    if not pick_known(registry.get(game).info, pick):
        raise TableRefused("options", _("Das steht bei diesem Spiel nicht zur Wahl."))


def pick_last(*, player: Player | None, game: str) -> str:
    """What the player chose last, as far as the game still knows it; empty: the game draws."""
    if player is None or registry.get(game).info.seat_field is None:
        return ""
    stored = LastChoice.objects.filter(player=player, game=game).values_list("pick", flat=True).first()
    return pick_known_or_none(game=game, pick=stored or "")


def pick_known_or_none(*, game: str, pick: str) -> str:
    """``pick`` if the game still knows it; else nothing."""
    return pick if pick_known(registry.get(game).info, pick) else ""


def pick_remember(*, player: Player, game: str, pick: str) -> None:
    """The next seat of this player begins with it."""
    if registry.get(game).info.seat_field is not None:
        LastChoice.objects.update_or_create(player=player, game=game, defaults={"pick": pick})


def pick_free(*, table: Table, pick: str) -> str:
    """``pick`` if nobody at the table, locked by the caller, has it; else nothing."""
    return "" if pick and table.seats.filter(pick=pick).exists() else pick


def seat_pick(*, code: str, player: Player, pick: str) -> Table:
    """Choose ``pick`` for the own seat, or leave it to the game (``""``). „Bereit“ stays said: it concerns nobody else.

    Raises TableRefused: ``pick_taken`` when somebody else has it, ``options``, ``not_seated``, and those of a table
    that waits no more.
    """
    with transaction.atomic():
        table = table_lock_open(code)
        pick_check(game=table.game, pick=pick)
        seat = table.seats.filter(player=player).first()
        if seat is None:
            raise TableRefused("not_seated", _("Du sitzt nicht an diesem Tisch."))
        other = table.seats.filter(pick=pick).exclude(pk=seat.pk).select_related("player").first() if pick else None
        if other is not None:
            raise _taken(table, other)
        pick_remember(player=player, game=table.game, pick=pick)
        if table.seats.filter(pk=seat.pk, player=player).exclude(pick=pick).update(pick=pick):
            table_move(table)
    return table


def _taken(table: Table, other: Seat) -> TableRefused:
    field = registry.get(table.game).info.seat_field
    label = next(said(c.label) for c in field.choices if c.value == other.pick) if field else other.pick
    name = other.player.display_name if other.player else ""
    sentence = _("„{choice}“ hat schon {name}. Such dir etwas anderes aus.")
    return TableRefused("pick_taken", sentence.format(choice=label, name=name))
