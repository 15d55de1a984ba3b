"""Registered users: from a name and a password, or from a guest who stays; and back to nobody."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Player, User
from accounts.names import name_fold
from accounts.services.players import look_new, name_check, name_claim


def user_register(*, username: str, email: str, password: str, guest: Player | None = None) -> User:
    """A user with a player of that name and 1000 Taler. Raises ``NameRefused``, also when two take a name at once.

    ``guest`` becomes this user: its player row, and with it seats, matches and settings, stays the same one.
    """
    name = name_check(username, player=guest)
    with name_claim():
        user = User.objects.create_user(username=name, email=email, password=password)
        player = _player_for(guest)
        player.name, player.name_key = name, name_fold(name)
        player.user, player.guest_expires_at = user, None
        player.topped_up_on = timezone.localdate()
        player.save()
        ledger.welcome(player)
    return user


def _player_for(guest: Player | None) -> Player:
    """The guest's own row while it belongs to nobody else, a new one otherwise."""
    row = Player.objects.select_for_update().filter(pk=guest.pk).first() if guest else None
    return row if row is not None and row.is_guest else Player(**look_new())


def user_blank(*, player: Player, session_keys: list[str]) -> None:
    """Deletes the log-in and blanks the player's row, which stays as „Gelöscht“ for the matches played.

    The player's Taler go to the house, name and sessions are free. Leave running matches before.
    """
    with transaction.atomic():
        # Taler first: the end of a match holds the house, too, when its foreign keys ask for the player's row.
        ledger.account_close(player)
        row = Player.objects.select_for_update().get(pk=player.pk)
        user, row.user = row.user, None
        row.name, row.name_key, row.guest_expires_at, row.topped_up_on = "", None, None, None
        row.colour, row.sign, row.theme, row.sounds, row.motion = 1, 1, Player.Theme.AUTO, True, True
        row.deleted_at = timezone.now()
        row.save()
        if user is not None:
            user.delete()
        Session.objects.filter(session_key__in=session_keys).delete()
    player.refresh_from_db()
