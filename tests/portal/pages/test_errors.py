"""Requests that nobody can read: answered with 400, and not worth a line in the log."""

from __future__ import annotations

import logging

import pytest
from django.conf import settings
from django.test import Client

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"


def sure() -> Client:
    """With a token that fits."""
    client = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": "a" * 32})
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return client


@pytest.mark.parametrize("charset", ["latin-1", "utf-7", "rot13", "utf-8"])
def test_a_form_in_another_charset(charset: str) -> None:
    """Whatever asks for the form again fails again: the check of the CSRF token, and the error page with one."""
    response = sure().generic("POST", "/aussehen/", b"theme=dark", f"{FORM}; charset={charset}")
    if charset == "utf-8":
        assert response.status_code < 400
    else:
        assert response.status_code == 400
        assert "Das haben wir nicht verstanden" in response.content.decode()


@pytest.mark.parametrize(
    "body",
    ["x=" + "y" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "&".join(["x=1"] * 1001)],
    ids=["too long", "too many fields"],
)
def test_a_form_without_measure(body: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        response = sure().post("/aussehen/", body, content_type=FORM)
    assert response.status_code == 400
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_missing_token_is_worth_no_warning(caplog: pytest.LogCaptureFixture) -> None:
    assert Client(enforce_csrf_checks=True).post("/aussehen/", "x=1", content_type=FORM).status_code == 403
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_a_cookie_that_no_session_has() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "\0aaaaaaaaaaa"
    assert client.get("/").status_code == 200
