from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from accounts import ledger
from accounts.models import Player
from tests.accounts.people import Person

pytestmark = pytest.mark.django_db


def yesterday() -> date:
    return timezone.localdate() - timedelta(days=1)


def test_the_first_visit_of_a_day_fills_the_purse_and_says_so(owner: Person) -> None:
    with transaction.atomic():
        ledger.stakes_hold(match_code="m", players=[owner.player], amount=940)
        ledger.pot_settle(match_code="m", shares={})
    Player.objects.update(topped_up_on=yesterday())
    page = owner.client.get("/konto/taler/").content.decode()
    assert "Für heute sind 40 Taler dazugekommen." in page
    assert ledger.balance(owner.player) == 100
    assert "dazugekommen" not in owner.client.get("/konto/taler/").content.decode()


def test_later_visits_of_a_day_cost_no_query_for_it(owner: Person, django_assert_num_queries: Any) -> None:
    owner.client.get("/konto/")
    with django_assert_num_queries(2):  # the session, the user with the player
        assert owner.client.get("/konto/").status_code == 302


def test_a_visit_prolongs_a_guest(visiting_guest: Person) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Player.objects.update(guest_expires_at=soon)
    visiting_guest.client.get("/konto/einstellungen/")
    prolonged = Player.objects.get().guest_expires_at
    assert prolonged is not None
    assert prolonged > soon + timedelta(hours=22)


def test_a_guest_is_no_django_user(visiting_guest: Person) -> None:
    response = visiting_guest.client.get("/konto/registrieren/")
    assert response.status_code == 200
    assert response.wsgi_request.user.is_anonymous
    assert getattr(response.wsgi_request, "player", None) == visiting_guest.player


def test_an_ended_guest_is_a_visitor_again(visiting_guest: Person) -> None:
    Player.objects.update(guest_expires_at=None, name_key=None)
    assert visiting_guest.client.get("/konto/einstellungen/").status_code == 302
