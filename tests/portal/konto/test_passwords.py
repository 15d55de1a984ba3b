"""Which passwords can be had."""

from __future__ import annotations

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "password",
    [
        "Speedgamez1",
        "elements2026!",
        "SPIEL-spiel-3",
        "passwort",
        "iloveyou123",  # out of breaches
        "sunshine1",
        "short7!",
        "olga-olga",
    ],
)
def test_what_everybody_tries_first_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="olga-olga"))


@pytest.mark.parametrize(
    "password",
    [
        "nurkleinebuchstaben",
        "GROSSEBUCHSTABEN",
        "4711081519736402",
        "ein Satz mit Leerzeichen",
        "密码安全吗真的吗",
        "spielfeld aus kastanien",
        "x7" * 64,
    ],
)
def test_any_composition_and_any_length_will_do(password: str) -> None:
    validate_password(password, User(username="olga"))


def test_a_password_is_taken_exactly_as_typed() -> None:
    word = " Kiesel und  Farn " + "ä" * 60 + " "
    client = Client()
    form = {"username": "Tarik", "password1": word, "password2": word}
    assert client.post("/konto/registrieren/", form).status_code == 302
    for wrong in (word.strip(), word.lower(), word[:-2], word[:64]):
        assert Client().post("/konto/anmelden/", {"login": "Tarik", "password": wrong}).status_code == 200
    assert Client().post("/konto/anmelden/", {"login": "Tarik", "password": word}).status_code == 302


def test_fields_hide_what_is_typed_and_let_password_managers_in() -> None:
    html = Client().get("/konto/registrieren/").content.decode()
    assert html.count('type="password"') == 2 and html.count('autocomplete="new-password"') == 2
    assert "onpaste" not in html
    html = Client().get("/konto/anmelden/").content.decode()
    assert 'type="password"' in html and 'autocomplete="current-password"' in html
