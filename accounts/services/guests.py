"""Guests: a name and a session, no password, no Taler."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.errors import ApplicationError
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.names import name_fold
from accounts.services.players import look_new, name_check, name_claim

GUEST_FOR = timedelta(hours=24)
PROLONG_AFTER = timedelta(hours=1)
SESSION_GUEST = "guest"
"""Key of the guest's ``Player.pk`` in the session."""


def guest_create(*, name: str) -> Player:
    """A living guest with this name for 24 hours. Raises ``NameRefused``; a registered name is never given away."""
    name = name_check(name)
    with name_claim():
        until = timezone.now() + GUEST_FOR
        return Player.objects.create(name=name, name_key=name_fold(name), guest_expires_at=until, **look_new())


def guest_enter(*, request: PlayerRequest, name: str) -> Player:
    """Makes the visitor of this session a guest: ``request.player`` from now on. Raises ``NameRefused``."""
    if request.player is not None:
        raise ApplicationError("already_in", _("Du bist schon dabei."))
    guest = guest_create(name=name)
    if request.session.session_key:
        request.session.cycle_key()
    request.session[SESSION_GUEST] = guest.pk
    request.player = guest
    return guest


def guest_prolong(*, guest: Player, now: datetime) -> bool:
    """A guest who is here keeps name and seats for 24 hours more; True when that was written (at most once an hour)."""
    if guest.guest_expires_at is not None and guest.guest_expires_at - now < GUEST_FOR - PROLONG_AFTER:
        guest.guest_expires_at = now + GUEST_FOR
        Player.objects.filter(pk=guest.pk, guest_expires_at__isnull=False).update(
            guest_expires_at=guest.guest_expires_at
        )
        return True
    return False


def guests_prolong(*, player_ids: Collection[int], now: datetime) -> int:
    """Guests among these players (they hold seats) live for 24 hours more. Returns how many."""
    living = Player.objects.filter(pk__in=player_ids, guest_expires_at__isnull=False)
    return living.update(guest_expires_at=now + GUEST_FOR)


def guests_end_expired(*, now: datetime) -> list[int]:
    """Frees the names of guests whose time is over. Returns their ids.

    Call ``guests_prolong`` with those who hold seats before: seats live in a layer above this one.
    """
    with transaction.atomic():
        expired = Player.objects.select_for_update().filter(guest_expires_at__lt=now)
        ids = list(expired.order_by("pk").values_list("pk", flat=True))
        Player.objects.filter(pk__in=ids, guest_expires_at__lt=now).update(name_key=None, guest_expires_at=None)
    return ids


def guest_end(*, guest: Player) -> None:
    """Ends one guest now: the name is free, the row stays for the matches played."""
    Player.objects.filter(pk=guest.pk, guest_expires_at__isnull=False).update(name_key=None, guest_expires_at=None)
    guest.refresh_from_db(fields=["name_key", "guest_expires_at", "user"])
