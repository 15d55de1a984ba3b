"""Impressum, Datenschutz, light and dark, and pages for what went wrong."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from accounts.models import Player
from tests.accounts.people import Person

pytestmark = pytest.mark.django_db
PAGES = ("/", "/spiele/", "/spiele/elements/", "/impressum/", "/datenschutz/", "/gibt-es-nicht/")


@pytest.mark.parametrize("path", PAGES)
def test_every_page_has_one_main_one_heading_and_unique_ids(owner: Person, path: str) -> None:
    html = owner.client.get(path).content.decode()
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert html.count("<main ") == html.count("<h1") == 1
    assert 'id="inhalt"' in html and 'lang="de"' in html
    for link in ("/impressum/", "/datenschutz/", "/spiele/"):
        assert f'href="{link}"' in html


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_the_strict_policy(visitor: Client, path: str) -> None:
    page = visitor.get(path)
    html = page.content.decode()
    policy = page["Content-Security-Policy"]
    assert "unsafe" not in policy and "script-src 'self'" in policy and "style-src 'self'" in policy
    assert not re.search(r"<style|\sstyle=|<script(?![^>]*src=)|\son\w+=", html)


def test_the_menu_marks_where_you_are(visitor: Client) -> None:
    assert visitor.get("/spiele/").content.decode().count('aria-current="page"') == 2  # head and tab bar
    assert 'aria-current="page"' not in visitor.get("/impressum/").content.decode()


def test_impressum_names_the_operator(visitor: Client) -> None:
    html = visitor.get("/impressum/").content.decode()
    assert "Testbetrieb" in html and "12345 Teststadt<br>" in html and "mailto:betrieb@example.org" in html
    assert "fehlen noch Angaben" not in html


@pytest.mark.parametrize("missing", ["OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL"])
def test_impressum_says_what_is_missing(visitor: Client, settings: object, missing: str) -> None:
    setattr(settings, missing, "")
    assert "fehlen noch Angaben" in visitor.get("/impressum/").content.decode()
    assert visitor.get("/datenschutz/").status_code == 200


def test_a_visitor_keeps_dark_on_the_device(visitor: Client) -> None:
    response = visitor.post("/aussehen/", {"theme": "dark", "next": "/spiele/?a=1"})
    assert (response.status_code, response["Location"]) == (302, "/spiele/?a=1")
    assert 'data-theme="dark"' in visitor.get("/").content.decode()
    visitor.post("/aussehen/", {"theme": "auto"})
    assert "data-theme" not in visitor.get("/").content.decode()


def test_a_player_keeps_it_with_the_account(owner: Person) -> None:
    Player.objects.filter(pk=owner.player.pk).update(sounds=False, motion=False)
    owner.client.post("/aussehen/", {"theme": "light"})
    owner.player.refresh_from_db()
    assert (owner.player.theme, owner.player.sounds, owner.player.motion) == ("light", False, False)
    html = owner.client.get("/").content.decode()
    assert 'data-theme="light" data-motion="off" data-sounds="off"' in html


@pytest.mark.parametrize("where", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_it_never_leads_to_strangers(visitor: Client, where: str) -> None:
    assert visitor.post("/aussehen/", {"theme": "dark", "next": where})["Location"] == "/"


def test_it_refuses_what_it_does_not_know(visitor: Client) -> None:
    assert visitor.post("/aussehen/", {"theme": "pink"}).status_code == 400
    assert visitor.get("/aussehen/").status_code == 405


def test_a_form_without_its_token_is_explained(db: None) -> None:
    page = Client(enforce_csrf_checks=True).post("/aussehen/", {"theme": "dark"})
    assert page.status_code == 403 and "Das hat zu lange gelegen" in page.content.decode()


def test_a_missing_page_shows_a_way_out(visitor: Client) -> None:
    page = visitor.get("/gibt-es-nicht/")
    assert page.status_code == 404 and "Hier liegt kein Spiel" in page.content.decode()


def test_the_page_for_a_broken_server_needs_neither_request_nor_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_database(*args: object, **kwargs: object) -> None:
        raise AssertionError("asked the database")

    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.cursor", no_database)
    assert "Uns ist etwas vom Tisch gefallen" in render_to_string("500.html")
