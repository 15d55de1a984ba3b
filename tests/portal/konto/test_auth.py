"""Registration, log-in, log-out, passwords and sessions, through the pages."""

from __future__ import annotations

import re

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts import ledger, selectors, services
from accounts.errors import NameRefused
from accounts.models import Player, User
from portal.konto import services as konto
from portal.tasks import housekeeping
from tables.models import Match, MatchSeat, Seat
from tests.accounts.people import PASSWORD, Person, guest_person, user_person
from tests.portal.konto.support import closed
from tests.tables.host.support import match as running_match
from tests.tables.lobby.support import table_of

pytestmark = pytest.mark.django_db

SIGNUP, LOGIN, LOGOUT = "/konto/registrieren/", "/konto/anmelden/", "/konto/abmelden/"
RESET, CHANGE, SESSIONS = "/konto/passwort/vergessen/", "/konto/passwort/", "/konto/sitzungen/"


def signup(client: Client, name: str, **changes: str) -> dict[str, str]:
    return {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD, **changes}


def player_of(client: Client) -> Player | None:
    player_id = selectors.player_id_by_session(client.session.session_key)
    return None if player_id is None else Player.objects.get(pk=player_id)


def name_of(client: Client) -> str | None:
    player = player_of(client)
    return player.name if player else None


class TestSignup:
    def test_needs_a_name_and_a_password_only(self, visitor: Client) -> None:
        assert visitor.post(SIGNUP, signup(visitor, "Mila")).headers["Location"] == "/"
        player = player_of(visitor)
        assert player is not None
        assert (player.name, player.is_user, ledger.balance(player)) == ("Mila", True, 1000)

    def test_says_that_without_an_email_a_forgotten_password_is_lost(self, visitor: Client) -> None:
        assert "Ohne E-Mail ist ein vergessenes Passwort verloren" in visitor.get(SIGNUP).content.decode()

    def test_keeps_the_email_for_a_reset(self, visitor: Client) -> None:
        visitor.post(SIGNUP, signup(visitor, "Mila", email="Mila@example.invalid"))
        assert User.objects.get().email == "mila@example.invalid"
        assert mail.outbox == []

    def test_an_email_that_no_row_can_hold_is_refused(self, visitor: Client) -> None:
        response = visitor.post(SIGNUP, signup(visitor, "Mila", email="a" * 64 + "@" + ("b" * 60 + ".") * 4 + "de"))
        assert response.status_code == 200
        assert 'id="id_email_error"' in response.content.decode()
        assert not User.objects.exists()

    def test_two_accounts_may_share_an_address_and_nobody_learns_of_it(self, owner: Person, visitor: Client) -> None:
        response = visitor.post(SIGNUP, signup(visitor, "Mila", email=owner.user.email))
        assert response.status_code == 302
        assert name_of(visitor) == "Mila"

    def test_goes_on_to_where_the_visitor_wanted(self, visitor: Client) -> None:
        response = visitor.post(SIGNUP, {**signup(visitor, "Mila"), "next": "/spiele/"})
        assert response.headers["Location"] == "/spiele/"

    @pytest.mark.parametrize(
        ("changes", "text"),
        [
            ({"username": "OLGA"}, "Diesen Namen gibt es schon"),
            ({"username": "Mondfuch5"}, None),
            ({"username": "M0NDFUCHS"}, "Diesen Namen gibt es schon"),
            ({"username": "x"}, "3 bis 20 Zeichen"),
            ({"username": "x" * 40}, "3 bis 20 Zeichen"),
            ({"username": ""}, "Das fehlt noch."),
            ({"email": "keine"}, "Das ist keine E-Mail-Adresse."),
            ({"password1": "kurz", "password2": "kurz"}, "Nimm mindestens 8 Zeichen."),
            ({"password1": "Speedgamez-2026!", "password2": "Speedgamez-2026!"}, "Das errät man hier zuerst."),
            ({"password1": "password123", "password2": "password123"}, "benutzen zu viele"),
            ({"password1": "Milchstrasse", "password2": "Milchstrasse"}, "ähnelt deinen anderen Angaben"),
            ({"password2": "anders-als-oben"}, "Die beiden Passwörter sind verschieden."),
        ],
    )
    def test_refuses_at_the_field_in_our_words(
        self, owner: Person, visiting_guest: Person, visitor: Client, changes: dict[str, str], text: str | None
    ) -> None:
        response = visitor.post(SIGNUP, signup(visitor, "Milchstrasse", **changes))
        if text is None:
            assert response.status_code == 302
            return
        assert text in response.content.decode()
        assert User.objects.count() == 1

    def test_whoever_loses_the_race_for_a_name_reads_why(
        self, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Both have passed the form's check; the other one's insert came first."""
        register = services.user_register

        def slower(**fields: object) -> User:
            if not Player.objects.exists():
                register(username="Mi-la", email="", password=PASSWORD)
                monkeypatch.setattr("accounts.services.users.name_check", lambda name, player=None: name)
            return register(**fields)  # type: ignore[arg-type]

        monkeypatch.setattr("portal.adapters.services.user_register", slower)
        response = visitor.post(SIGNUP, signup(visitor, "Mila"))
        assert "Diesen Namen gibt es schon" in response.content.decode()
        assert (User.objects.count(), name_of(visitor)) == (1, None)

    def test_users_are_sent_on(self, owner: Person) -> None:
        assert owner.client.get(SIGNUP).status_code == 302

    def test_is_limited_by_address(self, visitor: Client) -> None:
        for _try in range(20):
            assert visitor.post(SIGNUP, {}).status_code == 200
        refused = visitor.post(SIGNUP, signup(visitor, "Mila"))
        assert refused.status_code == 429
        assert "zu viele Versuche" in refused.content.decode()
        other = Client(REMOTE_ADDR="192.0.2.9")
        assert other.post(SIGNUP, signup(other, "Mila")).status_code == 302
        cache.clear()


class TestGuestBecomesUser:
    def test_keeps_player_seats_and_running_matches(
        self, visiting_guest: Person, opponent: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        guest = visiting_guest.player
        table_of(opponent.player, guest)
        playing = running_match(guest, opponent.player)
        page = visiting_guest.client.get(SIGNUP).content.decode()
        assert 'name="username" value="Mondfuchs"' in page
        old_key = visiting_guest.client.session.session_key
        told = closed(
            monkeypatch, lambda: visiting_guest.client.post(SIGNUP, signup(visiting_guest.client, "Mondfuchs"))
        )
        assert told == [(guest.pk, True)]
        player = player_of(visiting_guest.client)
        assert player is not None
        assert (player.pk, player.is_user, player.name) == (guest.pk, True, "Mondfuchs")
        assert Seat.objects.filter(player=player).count() == 1
        assert MatchSeat.objects.get(match=playing, player=player).left is False
        assert selectors.player_id_by_session(old_key) is None
        assert "guest" not in visiting_guest.client.session

    def test_may_change_the_name(self, visiting_guest: Person) -> None:
        visiting_guest.client.post(SIGNUP, signup(visiting_guest.client, "Tarik"))
        player = player_of(visiting_guest.client)
        assert player is not None
        assert (player.pk, player.name) == (visiting_guest.player.pk, "Tarik")


class TestLogin:
    @pytest.mark.parametrize("typed", ["Olga", "olga", "0LGA", " Olga "])
    def test_takes_the_name_in_any_look(self, owner: Person, visitor: Client, typed: str) -> None:
        visitor.post(LOGIN, {"login": typed, "password": PASSWORD})
        assert player_of(visitor) == owner.player

    @pytest.mark.parametrize(
        ("name", "password"), [("Olga", "falsch"), ("Niemand7", PASSWORD), ("", PASSWORD), ("Olga", "")]
    )
    def test_refuses_what_does_not_fit(self, owner: Person, visitor: Client, name: str, password: str) -> None:
        response = visitor.post(LOGIN, {"login": name, "password": password})
        page = response.content.decode()
        assert "passen nicht zusammen" in page or "Das fehlt noch." in page
        assert player_of(visitor) is None

    def test_guests_have_no_password(self, visiting_guest: Person, visitor: Client) -> None:
        response = visitor.post(LOGIN, {"login": "Mondfuchs", "password": "!"})
        assert "passen nicht zusammen" in response.content.decode()

    def test_a_locked_account_is_told(self, owner: Person, visitor: Client) -> None:
        User.objects.update(is_active=False)
        response = visitor.post(LOGIN, {"login": "Olga", "password": PASSWORD}, follow=True)
        assert "Dieses Konto ist gesperrt" in response.content.decode()
        assert player_of(visitor) is None

    def test_failed_tries_are_limited_per_name(self, owner: Person, visitor: Client) -> None:
        for _try in range(5):
            visitor.post(LOGIN, {"login": "Olga", "password": "falsch"})
        response = visitor.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        assert "zu viele Versuche" in response.content.decode()
        assert player_of(visitor) is None
        cache.clear()

    def test_a_strangers_failures_lock_nobody_out(self, owner: Person, visitor: Client) -> None:
        stranger = Client(REMOTE_ADDR="192.0.2.9")
        for _try in range(9):
            stranger.post(LOGIN, {"login": "0LGA", "password": "falsch"})
        refused = stranger.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        assert "zu viele Versuche" in refused.content.decode()
        visitor.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        assert player_of(visitor) == owner.player
        where = owner.client.post("/konto/email/", {"email": ""}).headers["Location"]
        assert "zu viele" not in owner.client.post(where, {"password": PASSWORD}, follow=True).content.decode()

    def test_goes_on_to_ours_and_to_no_foreign_place(self, owner: Person) -> None:
        for target, place in [("/spiele/", "/spiele/"), ("https://example.invalid/", "/")]:
            response = Client().post(LOGIN, {"login": "Olga", "password": PASSWORD, "next": target})
            assert response.headers["Location"] == place


class TestGuestLogsIn:
    """Somebody played as a guest and had an account all along."""

    def test_the_guest_gives_up_seats_and_name_and_is_told(
        self, visiting_guest: Person, owner: Person, opponent: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        guest = visiting_guest.player
        table_of(opponent.player, guest)
        playing = running_match(guest, opponent.player)
        assert "gibt der Gast seine Plätze" in visiting_guest.client.get(LOGIN).content.decode()
        told = closed(monkeypatch, lambda: visiting_guest.client.post(LOGIN, {"login": "Olga", "password": PASSWORD}))
        assert (guest.pk, False) in told
        assert player_of(visiting_guest.client) == owner.player
        assert not Seat.objects.filter(player=guest).exists()
        assert MatchSeat.objects.get(match=playing, player=guest).left
        assert Match.objects.get(pk=playing.pk).status == Match.Status.RUNNING
        assert services.guest_create(name="Mondfuchs").pk != guest.pk
        page = visiting_guest.client.get("/konto/einstellungen/").content.decode()
        assert "seine 2 Plätze sind wieder frei" in page

    def test_a_failed_log_in_costs_the_guest_nothing(self, visiting_guest: Person, owner: Person) -> None:
        table_of(owner.player, visiting_guest.player)
        visiting_guest.client.post(LOGIN, {"login": "Olga", "password": "falsch"})
        assert player_of(visiting_guest.client) == visiting_guest.player
        assert Seat.objects.filter(player=visiting_guest.player).exists()


class TestLogout:
    def test_asks_first_and_ends_by_post(self, owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        assert owner.client.get(LOGOUT).status_code == 200
        assert player_of(owner.client) == owner.player
        assert closed(monkeypatch, lambda: owner.client.post(LOGOUT)) == [(owner.player.pk, False)]
        assert player_of(owner.client) is None

    def test_a_guest_leaves_for_good(self, visiting_guest: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        table_of(visiting_guest.player)
        assert "Der Name wird frei" in visiting_guest.client.get(LOGOUT).content.decode()
        told = closed(monkeypatch, lambda: visiting_guest.client.post(LOGOUT))
        assert told == [(visiting_guest.player.pk, False)]
        assert player_of(visiting_guest.client) is None
        assert not Seat.objects.filter(player=visiting_guest.player).exists()
        assert guest_person("Mondfuchs").player.pk != visiting_guest.player.pk

    def test_visitors_are_sent_home(self, visitor: Client) -> None:
        assert visitor.get(LOGOUT).headers["Location"] == "/"
        assert visitor.post(LOGOUT).headers["Location"] == "/"

    def test_needs_the_csrf_token(self, owner: Person) -> None:
        client = Client(enforce_csrf_checks=True)
        client.cookies = owner.client.cookies
        assert client.post(LOGOUT).status_code == 403


class TestPassword:
    def test_a_change_keeps_this_session_and_ends_all_others(
        self, owner: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        elsewhere = Client()
        elsewhere.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        new = {"oldpassword": PASSWORD, "password1": "moos-und-regen-5", "password2": "moos-und-regen-5"}
        told = closed(monkeypatch, lambda: owner.client.post(CHANGE, new))
        assert (owner.player.pk, False) in told
        assert player_of(owner.client) == owner.player
        assert player_of(elsewhere) is None
        assert "Passwort" in mail.outbox[0].subject
        assert mail.outbox[0].to == ["olga@example.invalid"]

    def test_a_change_needs_the_old_one(self, owner: Person) -> None:
        new = {"oldpassword": "falsch", "password1": "moos-und-regen-5", "password2": "moos-und-regen-5"}
        assert "Das ist nicht dein jetziges Passwort." in owner.client.post(CHANGE, new).content.decode()
        assert User.objects.get(pk=owner.user.pk).check_password(PASSWORD)

    def test_guests_and_visitors_have_none_to_change(self, visitor: Client, visiting_guest: Person) -> None:
        for client in (visitor, visiting_guest.client):
            assert client.get(CHANGE).headers["Location"].startswith(LOGIN)

    def test_a_reset_by_mail(self, owner: Person, visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        assert visitor.post(RESET, {"email": "OLGA@example.invalid"}).status_code == 302
        (letter,) = mail.outbox
        assert letter.subject == "Speedgamez: Neues Passwort"
        assert letter.body.startswith("Hallo Olga,")
        link = re.search(r"http://testserver(\S+)", str(letter.body))
        assert link is not None
        page = visitor.get(link[1], follow=True)
        form = page.redirect_chain[-1][0]
        new = {"password1": "moos-und-regen-5", "password2": "moos-und-regen-5"}
        told = closed(monkeypatch, lambda: visitor.post(form, new))
        assert (owner.player.pk, False) in told
        assert player_of(owner.client) is None
        assert User.objects.get(pk=owner.user.pk).check_password("moos-und-regen-5")
        assert "gilt nicht mehr" in Client().get(link[1], follow=True).content.decode()

    def test_a_mail_server_that_is_away_stops_nothing_and_tells_nothing(
        self, owner: Person, visitor: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def away(*args: object, **kwargs: object) -> int:
            raise ConnectionRefusedError

        monkeypatch.setattr("django.core.mail.EmailMessage.send", away)
        new = {"oldpassword": PASSWORD, "password1": "moos-und-regen-5", "password2": "moos-und-regen-5"}
        assert owner.client.post(CHANGE, new).status_code == 302
        known = visitor.post(RESET, {"email": "olga@example.invalid"})
        unknown = visitor.post(RESET, {"email": "fremd@example.invalid"})
        assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])

    def test_a_reset_for_an_unknown_address_answers_the_same_and_sends_nothing(self, visitor: Client) -> None:
        response = visitor.post(RESET, {"email": "fremd@example.invalid"})
        assert response.headers["Location"] == "/konto/passwort/vergessen/gesendet/"
        assert mail.outbox == []


class TestSessions:
    def test_lists_own_sessions_and_ends_one(self, owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        phone = Client(headers={"User-Agent": "Mozilla/5.0 (iPhone) Safari/604.1"})
        phone.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        page = owner.client.get(SESSIONS).content.decode()
        assert "Safari, iPhone" in page
        assert page.count("dieses Gerät") == 1
        end = re.search(r'action="(/konto/sitzungen/\d+/beenden/)"', page)
        assert end is not None
        owner.confirm()
        assert closed(monkeypatch, lambda: owner.client.post(end[1])) == [(owner.player.pk, False)]
        assert player_of(phone) is None
        assert player_of(owner.client) == owner.player

    def test_ends_all_others(self, owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        phone = Client()
        phone.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        owner.confirm()
        assert closed(monkeypatch, lambda: owner.client.post(SESSIONS)) == [(owner.player.pk, False)]
        assert (player_of(phone), player_of(owner.client)) == (None, owner.player)

    def test_nobody_ends_somebody_elses(self, owner: Person, outsider: Person) -> None:
        page = owner.client.get(SESSIONS).content.decode()
        assert "Aussen" not in page
        row = UserSession.objects.get(user=owner.user)
        outsider.confirm()
        outsider.client.post(f"/konto/sitzungen/{row.pk}/beenden/")
        assert player_of(owner.client) == owner.player

    def test_ending_ones_own_logs_out(self, owner: Person) -> None:
        owner.confirm()
        row = UserSession.objects.get(user=owner.user)
        assert owner.client.post(f"/konto/sitzungen/{row.pk}/beenden/").headers["Location"] == "/"
        assert player_of(owner.client) is None

    def test_ending_them_takes_the_password(self, owner: Person) -> None:
        phone = Client()
        phone.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        row = UserSession.objects.get(session_key=phone.session.session_key)
        for url in (SESSIONS, f"/konto/sitzungen/{row.pk}/beenden/"):
            assert owner.client.post(url).headers["Location"].startswith("/konto/bestaetigen/")
        assert player_of(phone) == owner.player

    def test_the_password_typed_again_changes_the_key(self, owner: Person) -> None:
        old = owner.client.session.session_key
        owner.confirm()
        new = owner.client.session.session_key
        assert new != old and not Session.objects.filter(session_key=old).exists()
        assert UserSession.objects.get(user=owner.user).session_key == new
        assert player_of(owner.client) == owner.player

    def test_what_is_over_is_forgotten_by_housekeeping(self, owner: Person) -> None:
        phone = Client()
        phone.post(LOGIN, {"login": "Olga", "password": PASSWORD})
        Session.objects.filter(session_key=phone.session.session_key).update(expire_date=timezone.now())
        housekeeping()
        rows = UserSession.objects.filter(user=owner.user)
        assert [row.session_key for row in rows] == [owner.client.session.session_key]

    def test_wrong_method_and_wrong_person(self, owner: Person, visiting_guest: Person, visitor: Client) -> None:
        assert owner.client.get("/konto/sitzungen/1/beenden/").status_code == 405
        assert visiting_guest.client.post("/konto/sitzungen/1/beenden/").status_code == 403
        assert visitor.get(SESSIONS).headers["Location"].startswith(LOGIN)


class TestEmail:
    URL = "/konto/email/"

    def test_asks_for_the_password_and_then_stores(self, owner: Person) -> None:
        response = owner.client.post(self.URL, {"email": "Neu@example.invalid"})
        assert response.headers["Location"].startswith("/konto/bestaetigen/")
        assert User.objects.get(pk=owner.user.pk).email == "olga@example.invalid"
        owner.client.post(response.headers["Location"], {"password": PASSWORD}, follow=True)
        assert User.objects.get(pk=owner.user.pk).email == "neu@example.invalid"
        Client().post(RESET, {"email": "olga@example.invalid"})
        assert mail.outbox == []
        Client().post(RESET, {"email": "neu@example.invalid"})
        assert len(mail.outbox) == 1

    def test_a_wrong_password_stores_nothing(self, owner: Person) -> None:
        where = owner.client.post(self.URL, {"email": "neu@example.invalid"}).headers["Location"]
        assert "Das Passwort stimmt nicht." in owner.client.post(where, {"password": "falsch"}).content.decode()
        assert User.objects.get(pk=owner.user.pk).email == "olga@example.invalid"

    def test_can_be_taken_away(self, owner: Person) -> None:
        konto.email_set(user=owner.user, email="")
        Client().post(RESET, {"email": "olga@example.invalid"})
        assert mail.outbox == []

    def test_nonsense_is_refused(self, owner: Person) -> None:
        where = owner.client.post(self.URL, {"email": "keine"}).headers["Location"]
        response = owner.client.post(where, {"password": PASSWORD}, follow=True)
        assert "Das ist keine E-Mail-Adresse." in response.content.decode()

    def test_wrong_person(self, visitor: Client, visiting_guest: Person) -> None:
        assert visitor.get(self.URL).status_code == 302
        assert visiting_guest.client.post(self.URL, {"email": "x@example.invalid"}).status_code == 403


def test_everybody_in_a_race_for_a_rename_is_answered(owner: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    user_person("Tarik")
    monkeypatch.setattr("accounts.services.players.name_check", lambda name, player=None: name)
    with pytest.raises(NameRefused):
        services.player_rename(player=owner.player, name="TARIK")


@pytest.mark.parametrize("page", [LOGIN, SIGNUP])
def test_the_way_to_be_a_guest_keeps_where_the_visitor_wanted_to_go(visitor: Client, page: str) -> None:
    assert 'href="/konto/gast/?next=/spiele/%3Fa%3D1"' in visitor.get(page, {"next": "/spiele/?a=1"}).content.decode()
