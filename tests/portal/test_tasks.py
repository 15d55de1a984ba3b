from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Player
from accounts.services.guests import guest_create
from leaderboard.models import Standing
from leaderboard.periods import EPOCH, Period
from portal.tasks import housekeeping
from tables.models import Seat, Table

pytestmark = pytest.mark.django_db


def late_guest(name: str) -> Player:
    guest = guest_create(name=name)
    Player.objects.filter(pk=guest.pk).update(guest_expires_at=timezone.now() - timedelta(hours=1))
    return guest


def test_expired_guests_and_sessions_go() -> None:
    guest = late_guest("Gast-1")
    living = guest_create(name="Gast-2")
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - timedelta(days=1))
    housekeeping()
    housekeeping()  # twice is like once
    guest.refresh_from_db()
    living.refresh_from_db()
    assert guest.name_key is None
    assert living.name_key is not None
    assert not Session.objects.filter(session_key="old").exists()


def test_a_guest_lasts_as_long_as_the_seat() -> None:
    guest = late_guest("Gast-3")
    table = Table.objects.create(game="elements", seats_count=2, opener=guest)
    Seat.objects.create(table=table, index=0, player=guest)
    housekeeping()
    guest.refresh_from_db()
    assert guest.name_key is not None
    Table.objects.update(status=Table.Status.CLOSED)
    Player.objects.filter(pk=guest.pk).update(guest_expires_at=timezone.now() - timedelta(hours=1))
    housekeeping()
    guest.refresh_from_db()
    assert guest.name_key is None


def test_sums_of_periods_that_nobody_can_ask_for_go() -> None:
    guest = guest_create(name="Gast-4")
    today = timezone.localdate()
    for period, begins in ((Period.DAY, today), (Period.DAY, today - timedelta(days=90)), (Period.ALL, EPOCH)):
        Standing.objects.create(game="elements", span=period.span, begins=begins, with_people=True, player=guest)
    housekeeping()
    assert sorted(Standing.objects.values_list("begins", flat=True)) == [EPOCH, today]
