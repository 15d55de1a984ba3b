"""What a player can change about himself: name, look, settings; and what a day begins with."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import ledger
from accounts.errors import ApplicationError, NameRefused
from accounts.models import Player, User
from accounts.names import name_clean, name_fold

LOOKS = range(1, 7)


def name_check(name: str, *, player: Player | None = None) -> str:
    """The name as it would be stored; raises ``NameRefused`` for its form, the refusal list, or when it is taken.

    ``player`` may keep a name that is his own already.
    """
    name = name_clean(name)
    others = Player.objects.filter(name_key=name_fold(name))
    if player is not None:
        others = others.exclude(pk=player.pk)
    if others.exists():
        raise _taken()
    return name


@contextmanager
def name_claim() -> Iterator[None]:
    """A transaction that writes a name. When somebody else was faster, the database says so: ``NameRefused``."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if "name_key" not in str(error) and "username" not in str(error):
            raise
        raise _taken() from error


def player_rename(*, player: Player, name: str) -> Player:
    """Gives a user or living guest another name and frees the old one. Raises ``NameRefused``."""
    name = name_check(name, player=player)
    with name_claim():
        row = Player.objects.select_for_update().get(pk=player.pk)
        if row.name_key is None:
            raise ApplicationError("player_gone", _("Dieses Konto gibt es nicht mehr."))
        row.name, row.name_key = name, name_fold(name)
        row.save(update_fields=["name", "name_key"])
        User.objects.filter(player=row).update(username=name)
    player.name, player.name_key = row.name, row.name_key
    return player


def look_new() -> dict[str, int]:
    """Colour and sign of somebody new, by chance: a table of newcomers isn't a row of twins."""
    return {"colour": secrets.choice(LOOKS), "sign": secrets.choice(LOOKS)}


def player_look_set(*, player: Player, colour: int, sign: int) -> Player:
    """Sets colour and sign of the avatar, 1 to 6 each; raises ``ApplicationError`` outside."""
    if colour not in LOOKS or sign not in LOOKS:
        raise ApplicationError("look_unknown", _("Diese Farbe oder dieses Zeichen gibt es nicht."))
    player.colour, player.sign = colour, sign
    player.save(update_fields=["colour", "sign"])
    return player


def player_settings_set(*, player: Player, theme: str, sounds: bool, motion: bool) -> Player:
    """Sets light or dark, sounds and motion; raises ``ApplicationError`` for an unknown theme."""
    if theme not in Player.Theme.values:
        raise ApplicationError("theme_unknown", _("Dieses Aussehen gibt es nicht."))
    player.theme, player.sounds, player.motion = theme, sounds, motion
    player.save(update_fields=["theme", "sounds", "motion"])
    return player


def player_day_begin(*, player: Player, today: date) -> int:
    """The first visit of a day: fills the purse of a user up to 100 Taler. Returns the Taler given, mostly 0."""
    if not player.is_user or (player.topped_up_on is not None and player.topped_up_on >= today):
        return 0
    with transaction.atomic():
        return ledger.top_up(player, today)


def _taken() -> NameRefused:
    return NameRefused(
        "name_taken", _("Diesen Namen gibt es schon, oder er sieht einem anderen zu ähnlich. Nimm einen anderen.")
    )
