"""What browsers are told, which cookies they keep, and what no stranger gets: in the production profile over TLS."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, User
from accounts.selectors import player_id_by_session
from portal import asgi
from tests.accounts.people import Person, guest_person
from tests.portal.konto.support import closed
from tests.support.live import ROOT, environment
from tests.support.portals import PRODUCTION


def player_of(client: Client) -> Player | None:
    player_id = player_id_by_session(client.session.session_key)
    return None if player_id is None else Player.objects.get(pk=player_id)


SHOW = """
import json, django
django.setup()
from django.conf import settings
from portal.messages import NamedCookieStorage
names = ("SESSION", "CSRF")
print(json.dumps({
    "names": [*(getattr(settings, f"{name}_COOKIE_NAME") for name in names), settings.THEME_COOKIE_NAME,
              NamedCookieStorage.cookie_name],
    "secure": [getattr(settings, f"{name}_COOKIE_SECURE") for name in names],
    "http_only": [getattr(settings, f"{name}_COOKIE_HTTPONLY") for name in names],
    "same_site": [getattr(settings, f"{name}_COOKIE_SAMESITE") for name in names],
    "paths": [getattr(settings, f"{name}_COOKIE_PATH") for name in names],
    "domains": [getattr(settings, f"{name}_COOKIE_DOMAIN") for name in names],
    "hsts": [settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS],
    "debug": settings.DEBUG,
}))
"""


@pytest.fixture(scope="module")
def production() -> dict[str, Any]:
    """The settings of a portal behind TLS; read in a process of its own."""
    urls = {"DATABASE_URL": "postgres://portal@127.0.0.1:1/portal", "REDIS_URL": "redis://127.0.0.1:1/0"}
    env = environment(Path("/nonexistent"), 1, {**PRODUCTION, **urls, "HTTPS": "on"})
    ran = subprocess.run(
        [sys.executable, "-c", SHOW], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60
    )
    return dict(json.loads(ran.stdout))


def test_cookies_belong_to_this_host_alone(production: dict[str, Any]) -> None:
    assert all(name.startswith("__Host-") for name in production["names"])
    assert production["secure"] == [True, True]
    assert production["paths"] == ["/", "/"] and production["domains"] == [None, None]


def test_no_script_reads_a_cookie_and_no_foreign_page_sends_one(production: dict[str, Any]) -> None:
    assert production["http_only"] == [True, True] and production["same_site"] == ["Lax", "Lax"]


def test_browsers_are_to_come_by_tls_only(production: dict[str, Any]) -> None:
    assert production["hsts"][0] >= 31_536_000 and production["hsts"][1]
    assert not production["debug"]


@pytest.mark.django_db
def test_a_page_over_tls_says_so(settings: Settings) -> None:
    settings.SECURE_HSTS_SECONDS, settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = 31_536_000, True
    page = Client().get("/", secure=True)
    assert page["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/health/", "/gibtesnicht/", "/konto/anmelden/", "/bestenliste/"])
def test_every_answer_has_its_headers(path: str) -> None:
    answer = Client().get(path)
    policy = dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))
    assert policy["script-src"] == policy["style-src"] == policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in answer
    assert "charset=utf-8" in answer["Content-Type"] or answer["Content-Type"] == "application/json"


async def test_nobody_traces() -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    await asgi.page({"type": "http", "method": "TRACE", "path": "/"}, None, send)  # type: ignore[arg-type]
    assert sent[0]["status"] == 405


@pytest.mark.django_db
def test_what_a_page_changes_is_never_changed_by_looking(owner: Person) -> None:
    """Links, pictures and prefetching send GET: whatever answers it writes nothing of the player's."""
    before = [str(value) for value in type(owner.player).objects.values_list().get(pk=owner.player.pk)]
    for path in ("/konto/abmelden/", "/konto/loeschen/", "/konto/email/", "/konto/einstellungen/", "/konto/daten/"):
        owner.client.get(path, {"name": "Neu", "email": "x@example.invalid", "password": "x"})
    assert player_of(owner.client) == owner.player
    assert [str(value) for value in type(owner.player).objects.values_list().get(pk=owner.player.pk)] == before


@pytest.mark.django_db
def test_the_export_is_a_file_and_no_page(owner: Person) -> None:
    answer = owner.client.get("/konto/daten/")
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert answer["Content-Type"] == "application/json" and "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_an_operator_ends_the_sessions_of_one_or_of_all(owner: Person, outsider: Person) -> None:
    visitor = guest_person("Mondfuchs")
    out = StringIO()
    call_command("sessions_end", "OLGA", stdout=out)
    assert (player_of(owner.client), player_of(outsider.client)) == (None, outsider.player)
    assert out.getvalue() == "1 sessions ended.\n"
    call_command("sessions_end", "--all", stdout=out)
    assert player_of(outsider.client) is None and player_of(visitor.client) is None
    with pytest.raises(CommandError):
        call_command("sessions_end", "Niemand")


@pytest.mark.django_db
def test_ended_sessions_lose_their_sockets(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    told = closed(monkeypatch, lambda: call_command("sessions_end", "Olga", stdout=StringIO()))
    assert told == [(owner.player.pk, False)]


def test_a_link_for_a_forgotten_password_lasts_an_hour(owner: Person, settings: Settings) -> None:
    from django.contrib.auth.tokens import default_token_generator as tokens

    token = tokens.make_token(owner.user)
    assert settings.PASSWORD_RESET_TIMEOUT <= 3600 and tokens.check_token(owner.user, token)
    then = timezone.now().replace(tzinfo=None)
    tokens._now = lambda: then.replace(year=then.year + 1)  # type: ignore[method-assign]
    try:
        assert not tokens.check_token(owner.user, token)
    finally:
        del tokens._now


def test_there_are_no_accounts_that_nobody_made(db: None) -> None:
    assert not User.objects.exists() and not Player.objects.exists()
    assert settings.AUTHENTICATION_BACKENDS == ["portal.adapters.NameBackend"]
