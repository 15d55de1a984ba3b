"""Every account page speaks German with du; our translations are compiled and used."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.utils.translation import gettext, ngettext

from tests.accounts.people import PASSWORD, Person

CATALOGUE = Path(settings.BASE_DIR) / "locale" / "de" / "LC_MESSAGES" / "django.po"
FORMAL = re.compile(r"\b(Sie|Ihr|Ihre[nmrs]?|Ihnen)\b")
ENGLISH = re.compile(r"\b(the|your|you|please|password|username|email|sign|required|submit)\b", re.IGNORECASE)
MAYBE_FORMAL = ("Sie kommen mit der ersten Partie", "Sie gibt es nicht")
"""Where „Sie“ begins a sentence about points or Taler."""


def words(page: str) -> str:
    """What a person reads or hears of a page."""
    body = page.split("<main", 1)[1].split("</main>", 1)[0]
    spoken = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', body))
    return html.unescape(re.sub(r"<[^>]+>", " ", body) + " " + spoken)


def assert_ours(text: str) -> None:
    for phrase in MAYBE_FORMAL:
        text = text.replace(phrase, "")
    assert not FORMAL.search(text), FORMAL.search(text)
    assert not ENGLISH.search(text), ENGLISH.search(text)


VISITOR_PAGES = ["anmelden/", "registrieren/", "gast/", "passwort/vergessen/", "passwort/vergessen/gesendet/"]
VISITOR_PAGES += ["passwort/vergessen/fertig/", "passwort/vergessen/x-y/", "gesperrt/"]
USER_PAGES = ["einstellungen/", "passwort/", "email/", "sitzungen/", "abmelden/", "bestaetigen/", "taler/", "partien/"]
USER_PAGES += ["loeschen/"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", VISITOR_PAGES)
def test_pages_for_visitors(visitor: Client, page: str) -> None:
    assert_ours(words(visitor.get(f"/konto/{page}").content.decode()))


@pytest.mark.django_db
@pytest.mark.parametrize("page", USER_PAGES)
def test_pages_for_users(owner: Person, page: str) -> None:
    response = owner.client.get(f"/konto/{page}")
    assert response.status_code == 200
    assert_ours(words(response.content.decode().replace("olga@example.invalid", "")))


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["einstellungen/", "abmelden/", "anmelden/", "registrieren/", "partien/", "taler/"])
def test_pages_for_guests(visiting_guest: Person, page: str) -> None:
    assert_ours(words(visiting_guest.client.get(f"/konto/{page}").content.decode()))


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["anmelden/", "registrieren/", "gast/", "passwort/vergessen/"])
def test_what_forms_say_when_something_is_missing(visitor: Client, page: str) -> None:
    answer = words(visitor.post(f"/konto/{page}", {"gast-name": ""}).content.decode())
    assert "Das fehlt noch." in answer
    assert_ours(answer)


@pytest.mark.django_db
def test_letters(owner: Person, visitor: Client) -> None:
    visitor.post("/konto/passwort/vergessen/", {"email": "olga@example.invalid"})
    new = {"oldpassword": PASSWORD, "password1": "moos-und-regen-5", "password2": "moos-und-regen-5"}
    owner.client.post("/konto/passwort/", new)
    assert len(mail.outbox) == 2
    for letter in mail.outbox:
        text = re.sub(r"http\S+", "", f"{letter.subject}\n{letter.body}")
        assert_ours(text)
        assert "Speedgamez" in letter.subject
        assert "{" not in letter.body


def entries() -> Iterator[tuple[str, str | None, list[str]]]:
    """(msgid, plural, translations) of our catalogue."""
    for block in CATALOGUE.read_text(encoding="utf-8").split("\n\n"):
        found = re.findall(r'^(msgid|msgid_plural|msgstr(?:\[\d\])?) (".*")$', block, re.MULTILINE)
        parts = [(key, ast.literal_eval(value)) for key, value in found]
        if parts and parts[0][1]:
            plural = next((value for key, value in parts if key == "msgid_plural"), None)
            yield parts[0][1], plural, [value for key, value in parts if key.startswith("msgstr")]


@pytest.mark.parametrize(("msgid", "plural", "texts"), list(entries()))
def test_the_catalogue_is_compiled_and_wins(msgid: str, plural: str | None, texts: list[str]) -> None:
    if plural is None:
        assert gettext(msgid) == texts[0]
    else:
        assert [ngettext(msgid, plural, number) for number in (1, 2)] == texts
