"""The page of an ended match: who may see it, what each step shows, and the proof."""

from __future__ import annotations

import re
from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from accounts.models import Player
from leaderboard.periods import daily_opens_at
from tables import dailies, tasks
from tables.models import Match
from tables.services import verify
from tables.services.verify import verdict_store
from tests.tables.replay.support import Play, match_begun, user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None and player.user is not None:
        client.force_login(player.user)
    return client


def url(match: Match) -> str:
    return reverse("match", args=[match.code])


@pytest.fixture
def mila() -> Player:
    return user("Mila")


@pytest.fixture
def match(mila: Player) -> Match:
    return Play(match_begun(mila, "normal")).out()


@pytest.fixture
def queued(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was given to the workers."""
    calls: list[Any] = []
    monkeypatch.setattr(tasks.match_verify, "apply_async", lambda args, **_more: calls.append(args))
    return calls


class TestAccess:
    def test_a_public_match_is_for_everybody(self, match: Match) -> None:
        assert browser().get(url(match)).status_code == 200

    def test_a_private_one_is_for_its_players(self, mila: Player, match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(public=False)
        for client in (browser(), browser(user("Jonas"))):
            assert client.get(url(match)).status_code == 404
            assert client.get(url(match), headers=HTMX).status_code == 404
            assert client.post(url(match)).status_code == 404
        assert browser(mila).get(url(match)).status_code == 200

    def test_a_running_one_leads_to_its_table(self, mila: Player) -> None:
        running = match_begun(mila, "normal")
        response = browser().get(url(running))
        assert (response.status_code, response["Location"]) == (302, reverse("table", args=[running.table.code]))
        Match.objects.filter(pk=running.pk).update(public=False)
        assert browser().get(url(running)).status_code == 404

    def test_a_running_one_never_shows_its_seed(self, mila: Player) -> None:
        running = match_begun(mila, "normal")
        for headers in ({}, HTMX):
            body = browser(mila).get(url(running), {"pruefung": "1", "schritt": "0"}, headers=headers).content.decode()
            assert bytes(running.seed).hex() not in body

    def test_no_such_match(self) -> None:
        assert browser().get(reverse("match", args=["gibtesnicht"])).status_code == 404


class TestDaily:
    ON = date(2026, 11, 25)

    @pytest.fixture
    def daily(self, match: Match) -> Match:
        """As ``daily_start`` makes one: not public, so that no list shows it."""
        Match.objects.filter(pk=match.pk).update(daily_key="elements/daily", daily_on=self.ON, public=False)
        return Match.objects.get(pk=match.pk)

    def at(self, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
        """So long after its list has opened."""
        now = daily_opens_at(self.ON) + timedelta(seconds=seconds)
        real = dailies.daily_open_until
        monkeypatch.setattr(dailies, "daily_open_until", lambda _now=None: real(now))

    def test_until_two_it_is_for_its_player_without_the_seed(
        self, monkeypatch: pytest.MonkeyPatch, mila: Player, daily: Match
    ) -> None:
        self.at(monkeypatch, -1)
        closed = browser().get(url(daily))
        assert closed.status_code == 403
        assert "26. November um 02:00 Uhr" in closed.content.decode()
        own = browser(mila).get(url(daily))
        assert own.status_code == 200
        for body in (closed.content.decode(), own.content.decode()):
            assert bytes(daily.seed).hex() not in body
        assert daily.seed_hash in own.content.decode()

    def test_from_two_on_it_is_open(self, monkeypatch: pytest.MonkeyPatch, daily: Match) -> None:
        self.at(monkeypatch, 1)
        response = browser().get(url(daily))
        assert response.status_code == 200
        assert bytes(daily.seed).hex() in response.content.decode()


class TestSteps:
    def step(self, match: Match, number: str, **headers: str) -> str:
        return browser().get(url(match), {"schritt": number}, headers=headers).content.decode()

    def shown(self, html: str) -> int:
        found = re.search(r'id="steps-now" data-step="(\d+)"', html)
        assert found is not None
        return int(found[1])

    def test_it_opens_at_the_end(self, match: Match) -> None:
        html = browser().get(url(match)).content.decode()
        last = self.shown(html)
        assert last == match.records.count()
        assert 'id="steps-next"' not in html
        assert f'href="{url(match)}?schritt={last - 1}"' in html

    def test_links_lead_from_step_to_step(self, match: Match) -> None:
        html = self.step(match, "0")
        assert self.shown(html) == 0
        assert 'id="steps-prev"' not in html
        assert f'href="{url(match)}?schritt=1"' in html

    @pytest.mark.parametrize(
        ("asked", "shown"), [("-3", None), ("x", None), ("999999", None), ("9" * 40, None), ("7", 7)]
    )
    def test_a_step_that_is_not_there_is_the_last(self, match: Match, asked: str, shown: int | None) -> None:
        assert self.shown(self.step(match, asked)) == (match.records.count() if shown is None else shown)

    def test_htmx_gets_the_fragments_of_the_step_alone(self, match: Match) -> None:
        response = browser().get(url(match), {"schritt": "5"}, headers=HTMX)
        html = response.content.decode()
        assert "<html" not in html
        for name in ("seat-1", "throw", "order", "lane0-feuer", "sum1", "steps-now"):
            assert html.count(f'id="{name}"') == 1
        assert 'id="action"' not in html
        assert response["HX-Replace-Url"] == f"{url(match)}?schritt=5"

    def test_the_line_of_the_step_is_marked(self, match: Match) -> None:
        html = self.step(match, "5")
        marked = re.findall(r'data-step="(\d+)" aria-current="step"', html)
        assert marked
        assert set(marked) == {"5"}

    def test_no_inline_script_or_style(self, match: Match) -> None:
        html = self.step(match, "5")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)

    def test_places_are_those_of_the_match(self, match: Match) -> None:
        html = browser().get(url(match)).content.decode()
        for seat in match.seats.all():
            assert f"<b>{str(seat.score).replace('-', chr(0x2212))}</b>" in html

    def test_old_rules_are_shown_and_said(self, match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(rules_version=0)
        cache.clear()
        html = browser().get(url(match)).content.decode()
        assert "Du siehst nur, was von ihr gespeichert ist." in html
        assert self.shown(html) == match.snapshots.count() - 1


class TestProof:
    def test_seed_and_hash_are_shown(self, match: Match) -> None:
        html = browser().get(url(match)).content.decode()
        assert bytes(match.seed).hex() in html
        assert match.seed_hash in html

    def test_the_button_queues_one_task_however_often_it_is_pressed(self, match: Match, queued: list[Any]) -> None:
        for _ in range(3):
            html = browser().post(url(match), headers=HTMX).content.decode()
            assert "wird gerade nachgespielt" in html
            assert 'hx-trigger="load delay:1s"' in html
        assert queued == [(match.code,)]

    def test_the_result_comes_by_polling(self, match: Match, queued: list[Any]) -> None:
        client = browser()
        client.post(url(match), headers=HTMX)
        verdict_store(match_code=match.code)
        html = client.get(url(match), {"pruefung": "1"}, headers=HTMX).content.decode()
        assert "Alles stimmt." in html
        assert "hx-trigger" not in html

    def test_a_verdict_that_comes_between_two_looks_is_not_overlooked(
        self, match: Match, queued: list[Any], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The page asked for the verdict just before it was there and for the worker just after: „Prüfen“ came back."""
        client = browser()
        client.post(url(match), headers=HTMX)

        def looked(key: str) -> Any:
            found = cache.get(key)
            monkeypatch.setattr(verify, "cache", cache)
            verdict_store(match_code=match.code)
            return found

        monkeypatch.setattr(verify, "cache", SimpleNamespace(get=looked))
        html = client.get(url(match), {"pruefung": "1"}, headers=HTMX).content.decode()
        assert "Prüfen</button>" not in html
        assert "Alles stimmt." in html

    def test_a_wrong_match_is_called_wrong(self, match: Match) -> None:
        match.seats.filter(index=0).update(score=999)
        verdict_store(match_code=match.code)
        html = browser().get(url(match)).content.decode()
        assert "Hier stimmt etwas nicht." in html
        assert "Alles stimmt." not in html

    def test_without_javascript_the_page_comes_back(self, match: Match, queued: list[Any]) -> None:
        response = browser().post(url(match))
        assert (response.status_code, response["Location"]) == (302, f"{url(match)}?pruefung=1#wuerfel")

    def test_without_a_broker_it_says_so_and_may_be_tried_again(
        self, match: Match, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_args: object, **_more: object) -> None:
            raise OperationalError

        monkeypatch.setattr(tasks.match_verify, "apply_async", fail)
        html = browser().post(url(match), headers=HTMX).content.decode()
        assert "Versuch es gleich noch einmal." in html
        assert "Prüfen</button>" in html
