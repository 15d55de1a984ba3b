"""How long a session lasts: from visit to visit, and never longer than a month after its log-in."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.selectors import player_id_by_session
from accounts.sessions import BEGUN
from tests.accounts.people import Person

pytestmark = pytest.mark.django_db


def lasts_s(person: Person) -> float:
    """What is left of the person's session, as the database knows it."""
    row = Session.objects.get(session_key=person.client.session.session_key)
    return (row.expire_date - timezone.now()).total_seconds()


def test_a_session_ends_two_weeks_after_the_last_visit(owner: Person) -> None:
    owner.client.get("/")
    assert lasts_s(owner) == pytest.approx(settings.SESSION_COOKIE_AGE, abs=60)
    assert settings.SESSION_COOKIE_AGE <= 14 * 24 * 3600
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert player_id_by_session(owner.client.session.session_key) is None
    assert "Konto: Olga" not in owner.client.get("/").content.decode()


def test_the_first_visit_of_a_day_prolongs_it(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    owner.client.get("/")
    Session.objects.update(expire_date=timezone.now() + timedelta(days=1))
    owner.client.get("/")
    assert lasts_s(owner) < 2 * 24 * 3600
    tomorrow = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr(timezone, "localdate", lambda *args: tomorrow)
    response = owner.client.get("/")
    assert lasts_s(owner) == pytest.approx(settings.SESSION_COOKIE_AGE, abs=60)
    assert response.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE


def test_a_month_after_the_log_in_it_ends_anyhow(owner: Person) -> None:
    session = owner.client.session
    session[BEGUN] = int(time.time()) - settings.SESSION_LIFETIME_S + 3600
    session.save()
    owner.client.get("/")
    assert lasts_s(owner) <= 3600
    session[BEGUN] -= 7200
    session.save()
    assert player_id_by_session(session.session_key) is None


def test_logging_in_again_begins_anew(owner: Person) -> None:
    assert owner.client.session[BEGUN] == pytest.approx(time.time(), abs=60)
