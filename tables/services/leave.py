"""Leaving a running match, giving an absent seat to the computer, ending the match as it stands.

All three go through the match's host, the one path on which a match changes.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Player
from tables.host import api
from tables.models import Match
from tables.services.refusals import TableRefused


def match_leave(*, code: str, player: Player) -> None:
    """„Partie verlassen“ at the table ``code``: the computer takes the seat. Raises ApplicationError."""
    api.leave(_running(code), player)


def match_give(*, code: str, index: int, by: Player) -> None:
    """Give the seat ``index`` of somebody absent to the computer; that counts as leaving. Raises ApplicationError."""
    api.give_seat(_running(code), index, by=by)


def match_end(*, code: str, by: Player) -> None:
    """The last human there ends the match as it stands. Raises ApplicationError."""
    api.end_match(_running(code), by=by)


def _running(code: str) -> Match:
    match = Match.objects.filter(table__code=code).first()
    if match is None or match.status != Match.Status.RUNNING:
        raise TableRefused("over", _("Hier läuft keine Partie mehr."))
    return match
