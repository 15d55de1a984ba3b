"""The security log: one line an event, and nothing that was typed in it."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.accounts.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
LOGIN = "/konto/anmelden/"


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "security"]


def test_log_ins_are_written_down(owner: Person, caplog: pytest.LogCaptureFixture) -> None:
    caplog.clear()
    client = Client(REMOTE_ADDR="192.0.2.7")
    client.post(LOGIN, {"login": "olga", "password": "falsch-und-geheim"})
    client.post(LOGIN, {"login": "Kennwort-7", "password": "x"})
    client.post(LOGIN, {"login": "Olga", "password": PASSWORD})
    client.post("/konto/abmelden/")
    code = owner.player.code
    assert said(caplog) == [
        f"login-failed player={code} address=192.0.2.7",
        "login-failed player=- address=192.0.2.7",
        f"login player={code} address=192.0.2.7",
        f"logout player={code} address=192.0.2.7",
    ]


def test_nothing_that_was_typed_is_written_down(owner: Person, caplog: pytest.LogCaptureFixture) -> None:
    Client().post(LOGIN, {"login": "Olga", "password": "falsch-und-geheim"})
    owner.client.post("/konto/bestaetigen/", {"password": "auch-falsch"})
    assert "login-failed" in caplog.text
    assert not any(word in caplog.text for word in ("geheim", "auch-falsch", PASSWORD, "Olga"))


def test_a_new_account_and_a_new_password_are_written_down(caplog: pytest.LogCaptureFixture) -> None:
    client, word = Client(), "moos-und-regen-5"
    client.post("/konto/registrieren/", {"username": "Tarik", "password1": word, "password2": word})
    new = {"oldpassword": word, "password1": "kies-und-farn-8", "password2": "kies-und-farn-8"}
    client.post("/konto/passwort/", new)
    events = [line.split()[0] for line in said(caplog)]
    assert {"signup", "login", "password-change"} <= set(events)


def test_what_was_refused_is_written_down(owner: Person, caplog: pytest.LogCaptureFixture) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = owner.client.cookies
    client.post("/konto/abmelden/")
    Client().post("/konto/gast/%0Aerfunden", {})
    Client().post("/aussehen/", {"theme": "\n"})
    lines = said(caplog)
    assert any("refused" in line and "status=403" in line and "path=/konto/abmelden/" in line for line in lines)
    assert any("refused" in line and "status=400" in line and "path=/aussehen/" in line for line in lines)


def test_too_many_tries_are_written_down(caplog: pytest.LogCaptureFixture) -> None:
    for _number in range(31):
        answer = Client().post(LOGIN, {"login": "Niemand", "password": "x"})
    assert answer.status_code == 429
    assert any("status=429" in line for line in said(caplog))
