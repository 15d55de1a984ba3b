"""How much one may hold at once. Each check locks the player, so that ten clicks at once count like ten in a row.

Raises TableRefused("too_many"), or TableRefused("gone") for an account or guest that has just ended.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Player
from tables.models import Match, MatchSeat, Seat, Table
from tables.services.locking import player_lock
from tables.services.refusals import TableRefused

SEATS = 6
"""At so many waiting tables one may sit: nobody holds the whole lobby."""
TABLES = 3
"""So many waiting tables one may lead and sit at; one that its last player stands up from closes."""
ALONE = 30
"""So many matches alone may run or sleep at once: they sleep for days."""


def seats_check(player: Player) -> None:
    """Before ``player`` sits down at one more table."""
    player_lock(player)
    if seats_full(player.pk):
        raise TableRefused("too_many", _("Du sitzt schon an sechs Tischen. Steh erst an einem davon auf."))


def seats_full(player_id: int) -> bool:
    """Whether that player, locked by the caller, sits at as many waiting tables as one may."""
    return Seat.objects.filter(player=player_id, table__status=Table.Status.OPEN).count() >= SEATS


def tables_check(player: Player) -> None:
    """Before ``player`` leads one more table."""
    player_lock(player)
    if Table.objects.filter(opener=player, status=Table.Status.OPEN, seats__player=player).count() >= TABLES:
        raise TableRefused("too_many", _("Du hast schon drei Tische offen. Nimm einen von ihnen."))


def alone_check(player: Player) -> None:
    """Before ``player`` begins one more match alone."""
    player_lock(player)
    alone = MatchSeat.objects.filter(player=player, left=False, match__status=Match.Status.RUNNING, match__solo=True)
    if alone.count() >= ALONE:
        raise TableRefused("too_many", _("Du hast schon dreißig Partien offen. Spiel erst eine davon zu Ende."))
