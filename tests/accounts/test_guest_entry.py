from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from accounts import services
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.web import guest_or_player, user_required
from tests.accounts.people import Person

pytestmark = pytest.mark.django_db


@guest_or_player
def echo(request: PlayerRequest, code: str) -> HttpResponse:
    assert request.player is not None
    return HttpResponse(f"{request.method} {code} {request.player.name} {dict(request.POST.lists())}")


@user_required
def users_only(request: PlayerRequest) -> HttpResponse:
    return HttpResponse("users")


urlpatterns = [
    path("echo/<slug:code>/", echo),
    path("users/", users_only),
    path("", include("portal.urls")),
]

asks = override_settings(ROOT_URLCONF=__name__)


class TestGuestPage:
    def test_prefills_a_free_name_and_makes_nobody_by_looking(self, visitor: Client) -> None:
        page = visitor.get("/konto/gast/").content.decode()
        match = re.search(r'name="gast-name" value="([^"]+)"', page)
        assert match is not None
        assert services.name_check(match[1]) == match[1]
        assert not Player.objects.exists()

    def test_goes_on_to_where_the_visitor_wanted(self, visitor: Client) -> None:
        response = visitor.post("/konto/gast/", {"gast-name": "Frieda", "next": "/spiele/"})
        assert response.headers["Location"] == "/spiele/"
        assert visitor.get("/konto/einstellungen/").status_code == 200

    @pytest.mark.parametrize("target", ["https://example.invalid/", "//example.invalid/x", "javascript:alert(1)"])
    def test_goes_to_no_foreign_place(self, visitor: Client, target: str) -> None:
        response = visitor.post("/konto/gast/", {"gast-name": "Frieda", "next": target})
        assert response.headers["Location"] == "/"

    def test_says_at_the_field_why_a_name_is_refused(self, visitor: Client, owner: Person) -> None:
        response = visitor.post("/konto/gast/", {"gast-name": "0lga"})
        assert response.status_code == 400
        assert "Diesen Namen gibt es schon" in response.content.decode()
        assert 'aria-invalid="true"' in response.content.decode()
        assert visitor.get("/konto/einstellungen/").status_code == 302

    def test_users_and_guests_pass_by(self, owner: Person, visiting_guest: Person) -> None:
        for person in (owner, visiting_guest):
            response = person.client.post("/konto/gast/", {"gast-name": "Neu"})
            assert response.status_code == 302
        assert not Player.objects.filter(name="Neu").exists()

    def test_refuses_other_methods(self, visitor: Client) -> None:
        assert visitor.put("/konto/gast/").status_code == 405

    def test_needs_the_csrf_token(self) -> None:
        assert Client(enforce_csrf_checks=True).post("/konto/gast/", {"gast-name": "Frieda"}).status_code == 403

    def test_limits_guests_by_address(self) -> None:
        codes = [Client().post("/konto/gast/", {"gast-name": f"Frieda{number}x"}).status_code for number in range(21)]
        assert codes == [302] * 20 + [400]
        assert Client(REMOTE_ADDR="192.0.2.7").post("/konto/gast/", {"gast-name": "Anders"}).status_code == 302
        cache.clear()

    def test_entering_changes_the_session_key(self, visitor: Client) -> None:
        visitor.session.save()
        session = visitor.session
        session["x"] = 1
        session.save()
        visitor.cookies["sessionid"] = str(session.session_key)
        visitor.post("/konto/gast/", {"gast-name": "Frieda"})
        assert visitor.session.session_key != session.session_key


class TestGuestOrPlayer:
    @asks
    def test_lets_users_and_guests_pass(self, owner: Person, visiting_guest: Person) -> None:
        for person in (owner, visiting_guest):
            answer = person.client.post("/echo/abc/", {"a": "1"}).content.decode()
            assert answer == f"POST abc {person.player.name} {{'a': ['1']}}"

    @asks
    def test_asks_a_visitor_and_then_does_what_was_wanted(self, visitor: Client) -> None:
        page = visitor.post("/echo/abc/?x=2", {"a": ["1", "2"], "b": "<i>"}).content.decode()
        assert 'action="/echo/abc/?x=2"' in page
        assert page.count('type="hidden" name="a"') == 2
        assert 'name="b" value="&lt;i&gt;"' in page
        assert not Player.objects.exists()
        answer = visitor.post("/echo/abc/?x=2", {"a": ["1", "2"], "b": "<i>", "gast-name": "Frieda"}).content.decode()
        assert answer.startswith("POST abc Frieda ")
        assert "'a': ['1', '2']" in answer

    @asks
    def test_a_refused_answer_keeps_what_was_wanted(self, visitor: Client) -> None:
        response = visitor.post("/echo/abc/", {"a": "1", "gast-name": "x"})
        assert response.status_code == 400
        assert 'type="hidden" name="a" value="1"' in response.content.decode()

    @asks
    def test_after_a_link_it_goes_on_with_get(self, visitor: Client) -> None:
        page = visitor.get("/echo/abc/?x=2").content.decode()
        assert 'name="gast-zurueck"' in page
        response = visitor.post("/echo/abc/?x=2", {"gast-name": "Frieda", "gast-zurueck": "1"})
        assert response.headers["Location"] == "/echo/abc/?x=2"
        assert visitor.get("/echo/abc/?x=2").content == b"GET abc Frieda {}"

    @asks
    def test_in_a_page_the_question_takes_the_pages_place(self, visitor: Client) -> None:
        response = visitor.post("/echo/abc/", {"gast-name": "x"}, headers={"HX-Request": "true"})
        assert response.status_code == 200
        assert (response["HX-Retarget"], response["HX-Reselect"]) == ("#inhalt", "#inhalt")
        assert 'id="inhalt"' in response.content.decode()


class TestUserRequired:
    @asks
    def test_lets_users_pass(self, owner: Person) -> None:
        assert owner.client.get("/users/").content == b"users"

    @asks
    def test_tells_guests_that_it_needs_an_account(self, visiting_guest: Person) -> None:
        response = visiting_guest.client.get("/users/")
        assert response.status_code == 403
        assert "/konto/registrieren/?next=/users/" in response.content.decode()

    @asks
    def test_sends_visitors_to_log_in(self, visitor: Client) -> None:
        assert visitor.get("/users/?a=1").headers["Location"] == "/konto/anmelden/?next=/users/%3Fa%3D1"
        assert visitor.post("/users/").headers["Location"] == "/konto/anmelden/?next=/"
