"""Profile, matches, Taler statement, export and deletion: happy path, wrong method, wrong person."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts import ledger, selectors, services
from accounts.models import Account, Player, User
from leaderboard.models import DailyEntry, RecordEntry
from leaderboard.services import MatchResult, ResultRow, results_book
from tables.models import Match, MatchSeat, Seat, Table
from tests.accounts.people import PASSWORD, Person
from tests.portal.konto.support import closed
from tests.support.markup import words
from tests.tables.host.support import match as running_match
from tests.tables.lobby.support import table_of

pytestmark = pytest.mark.django_db


def played(*players: Player, public: bool = True, stake: int = 0) -> Match:
    """An ended match; the first player came first."""
    match = running_match(*players, stake=stake)
    for place, seat in enumerate(match.seats.order_by("index"), start=1):
        seat.place, seat.score, seat.points_tenths = place, 40 - place, 10 * (100 - place)
        seat.save()
    now = timezone.now() + timedelta(seconds=match.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ENDED, ended_at=now, public=public)
    Table.objects.filter(pk=match.table_id).update(status=Table.Status.OVER)
    rows = tuple(ResultRow(one.pk, 900, place, 40, False) for place, one in enumerate(players, start=1) if one.is_user)
    with transaction.atomic():
        results_book(
            result=MatchResult(match_code=match.code, game="elements", ended_at=now, with_people=True, rows=rows)
        )
    return match


class TestProfile:
    def test_is_public_with_points_and_last_matches(self, owner: Person, opponent: Person, visitor: Client) -> None:
        match = played(owner.player, opponent.player)
        page = visitor.get(f"/konto/profil/{owner.player.code}/").content.decode()
        assert "<h1>Olga</h1>" in page
        assert "Elements" in page
        assert "Platz 1, 1 Partie" in page
        assert f"/partien/{match.code}/" in page
        assert "Bearbeiten" not in page
        assert "example.invalid" not in page
        assert "Bearbeiten" in owner.client.get(f"/konto/profil/{owner.player.code}/").content.decode()

    def test_shows_private_matches_to_their_players_only(
        self, owner: Person, opponent: Person, outsider: Person
    ) -> None:
        match = played(owner.player, opponent.player, public=False)
        url = f"/konto/profil/{owner.player.code}/"
        assert match.code not in outsider.client.get(url).content.decode()
        assert match.code in opponent.client.get(url).content.decode()

    def test_guests_deleted_and_nobody_have_none(self, owner: Person, visiting_guest: Person) -> None:
        codes = [visiting_guest.player.code, "nobody"]
        services.user_blank(player=owner.player, session_keys=[])
        for code in [*codes, owner.player.code]:
            assert visiting_guest.client.get(f"/konto/profil/{code}/").status_code == 404

    def test_refuses_other_methods(self, owner: Person) -> None:
        assert owner.client.post(f"/konto/profil/{owner.player.code}/").status_code == 405


class TestMatches:
    URL = "/konto/partien/"

    def test_lists_running_and_ended_ones(self, owner: Person, opponent: Person, outsider: Person) -> None:
        ended = played(owner.player, opponent.player, public=False)
        running = running_match(owner.player, opponent.player)
        page = owner.client.get(self.URL).content.decode()
        assert f"/partien/{ended.code}/" in page
        assert f"/tische/{running.table.code}/" in page
        assert ended.code not in outsider.client.get(self.URL).content.decode()

    def test_pages_without_gap_or_repeat(self, owner: Person, opponent: Person) -> None:
        codes = [played(owner.player, opponent.player).code for _number in range(23)]
        first = owner.client.get(self.URL)
        older = first.context["older"]
        second = owner.client.get(self.URL, {"vor": older})
        shown = [row.code for row in [*first.context["matches"], *second.context["matches"]]]
        assert shown == codes[::-1]
        assert (len(first.context["matches"]), second.context["older"]) == (20, None)

    @pytest.mark.parametrize("nonsense", ["x", "-1", "9" * 30, "²"])
    def test_nonsense_in_the_address_is_page_one(self, owner: Person, nonsense: str) -> None:
        assert owner.client.get(self.URL, {"vor": nonsense}).context["newest"]

    def test_guests_have_theirs_and_visitors_log_in(self, visiting_guest: Person, visitor: Client) -> None:
        assert visiting_guest.client.get(self.URL).status_code == 200
        assert visitor.get(self.URL).headers["Location"].startswith("/konto/anmelden/")
        assert visiting_guest.client.post(self.URL).status_code == 405


class TestTaler:
    URL = "/konto/taler/"

    def test_shows_entries_balance_and_stakes_in_play(self, owner: Person, opponent: Person) -> None:
        match = running_match(owner.player, opponent.player, stake=25)
        ledger.stakes_hold(match_code=match.code, players=[owner.player, opponent.player], amount=25)
        page = owner.client.get(self.URL).content.decode()
        assert "Startguthaben" in page
        assert "−25" in page
        assert "975" in page
        assert "25 Taler als Einsatz" in page
        assert match.code not in page  # it still runs: nothing to replay
        Match.objects.update(status=Match.Status.ENDED)
        assert f"/partien/{match.code}/" in owner.client.get(self.URL).content.decode()

    def test_pages(self, owner: Person) -> None:
        for number in range(20):
            ledger.stakes_hold(match_code=f"m{number}", players=[owner.player], amount=1)
            ledger.pot_refund(match_code=f"m{number}")
        first = owner.client.get(self.URL)
        second = owner.client.get(self.URL, {"vor": first.context["older"]})
        entries = [line.entry.id for line in [*first.context["lines"], *second.context["lines"]]]
        assert len(first.context["lines"]) == 30
        assert len(set(entries)) == len(entries) == 41
        assert "Zum Neuesten" in second.content.decode()

    def test_shows_nobody_elses(self, owner: Person, opponent: Person) -> None:
        ledger.stakes_hold(match_code="m", players=[opponent.player], amount=777)
        own, other = (words(person.client.get(self.URL).content.decode()) for person in (owner, opponent))
        assert "−777" in other and "223" in other
        assert "777" not in own and "223" not in own

    def test_wrong_person_and_method(self, owner: Person, visiting_guest: Person, visitor: Client) -> None:
        assert visiting_guest.client.get(self.URL).status_code == 403
        assert visitor.get(self.URL).status_code == 302
        assert owner.client.post(self.URL).status_code == 405


class TestExport:
    URL = "/konto/daten/"

    def test_has_everything_about_the_player_and_no_secret(self, owner: Person, opponent: Person) -> None:
        played(owner.player, opponent.player)
        table_of(owner.player)
        response = owner.client.get(self.URL)
        assert response["Content-Disposition"].startswith('attachment; filename="speedgamez-')
        data = json.loads(response.content)
        assert data["profile"]["name"] == "Olga"
        assert data["login"]["email"] == "olga@example.invalid"
        assert data["taler"]["balance"] == 1000
        assert [entry["kind"] for entry in data["taler"]["entries"]] == ["welcome"]
        assert [match["place"] for match in data["matches"]] == [1]
        assert [result["points_tenths"] for result in data["results"]] == [900]
        assert len(data["sessions"]) == len(data["seats"]) == 1
        raw = response.content.decode()
        assert "Oppi" not in raw
        assert owner.user.password not in raw
        assert str(owner.client.session.session_key) not in raw

    def test_daily_attempts_and_records_are_in_it(self, owner: Person, opponent: Person) -> None:
        now, today = timezone.now(), timezone.localdate()
        for person, score in ((owner, 31), (opponent, 77)):
            entry = {"key": "elements/daily", "on": today, "place": 1, "match_code": "m", "ended_at": now}
            DailyEntry.objects.create(player=person.player, score=score, **entry)
            record = {"game": "elements", "key": "best", "label": {}, "match_code": "m", "reached_at": now}
            RecordEntry.objects.create(player=person.player, value=score, **record)
        data = json.loads(owner.client.get(self.URL).content)
        assert [entry["score"] for entry in data["dailies"]] == [31]
        assert [entry["value"] for entry in data["records"]] == [31]

    def test_guests_have_data_too(self, visiting_guest: Person) -> None:
        data = json.loads(visiting_guest.client.get(self.URL).content)
        assert (data["profile"]["name"], data["login"], data["taler"]["balance"]) == ("Mondfuchs", None, 0)

    def test_wrong_person_and_method(self, owner: Person, visitor: Client) -> None:
        assert visitor.get(self.URL).status_code == 302
        assert owner.client.post(self.URL).status_code == 405


class TestDelete:
    URL = "/konto/loeschen/"

    def test_says_what_it_costs(self, owner: Person, opponent: Person) -> None:
        match = running_match(owner.player, opponent.player, stake=25)
        ledger.stakes_hold(match_code=match.code, players=[owner.player, opponent.player], amount=25)
        page = owner.client.get(self.URL).content.decode()
        assert "975 Taler gehen ans Haus." in page
        assert "Du spielst noch 1 Partie." in page
        assert "Einsatz von zusammen 25 Talern" in page

    def test_leaves_what_runs_blanks_the_row_and_ends_the_sessions(
        self, owner: Person, opponent: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = played(owner.player, opponent.player)
        waiting = table_of(opponent.player, owner.player)
        playing = running_match(owner.player, opponent.player, stake=25)
        ledger.stakes_hold(match_code=playing.code, players=[owner.player, opponent.player], amount=25)
        key = owner.client.session.session_key
        told = closed(monkeypatch, lambda: owner.client.post(self.URL, {"password": PASSWORD}))
        assert (owner.player.pk, False) in told
        row = Player.objects.get(pk=owner.player.pk)
        assert (row.display_name, row.name, row.name_key, row.user_id) == ("Gelöscht", "", None, None)
        assert not User.objects.filter(username="Olga").exists()
        assert not Session.objects.filter(session_key=key).exists()
        assert selectors.player_id_by_session(owner.client.session.session_key) is None
        assert not Seat.objects.filter(table=waiting, player=row).exists()
        assert MatchSeat.objects.get(match=playing, player=row).left
        assert MatchSeat.objects.get(match=old, player=row).place == 1
        assert ledger.balance(row) == 0
        assert Account.objects.get(match_code=playing.code).balance == 50
        assert "Gelöscht" in opponent.client.get(f"/konto/profil/{opponent.player.code}/").content.decode()

    def test_needs_the_password(self, owner: Person) -> None:
        for wrong in ({}, {"password": ""}, {"password": "falsch"}):
            assert owner.client.post(self.URL, wrong).status_code == 400
        assert Player.objects.get(pk=owner.player.pk).name == "Olga"

    def test_guessing_the_password_is_slowed_down(self, owner: Person) -> None:
        for _try in range(5):
            owner.client.post(self.URL, {"password": "falsch"})
        response = owner.client.post(self.URL, {"password": PASSWORD})
        assert "zu viele Versuche" in response.content.decode()
        assert User.objects.filter(username="Olga").exists()

    def test_the_name_is_free_afterwards(self, owner: Person) -> None:
        owner.client.post(self.URL, {"password": PASSWORD})
        assert services.guest_create(name="Olga").pk != owner.player.pk

    def test_wrong_person_and_method(self, owner: Person, visiting_guest: Person, visitor: Client) -> None:
        assert visitor.post(self.URL, {"password": PASSWORD}).status_code == 302
        assert visiting_guest.client.post(self.URL, {"password": PASSWORD}).status_code == 403
        assert owner.client.delete(self.URL).status_code == 405


def test_konto_leads_to_the_settings(owner: Person, visitor: Client) -> None:
    assert owner.client.get("/konto/").headers["Location"] == "/konto/einstellungen/"
    assert visitor.get("/konto/").headers["Location"].startswith("/konto/anmelden/")


@pytest.mark.parametrize("page", ["/", "/bestenliste/", "/konto/einstellungen/", "/konto/taler/", "/spiele/"])
def test_logging_out_is_on_every_page_of_an_account(owner: Person, page: str) -> None:
    html = owner.client.get(page).content.decode()
    assert '<form class="menu__out" method="post" action="/konto/abmelden/">' in html
