from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.test import Client

from accounts import ledger, selectors, services
from accounts.models import User
from tests.accounts.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


Who = Callable[[str | None], int | None]


def key(client: Client) -> str:
    session_key = client.session.session_key
    assert session_key is not None
    return session_key


class TestPlayerBySession:
    @pytest.fixture(params=["one", "many"])
    def who(self, request: pytest.FixtureRequest) -> Who:
        """One session's player, asked for alone or among others."""
        if request.param == "one":
            return selectors.player_id_by_session
        return lambda session_key: selectors.player_ids_by_sessions([str(session_key), "0" * 32]).get(str(session_key))

    def test_knows_users_and_guests(self, who: Who, owner: Person, visiting_guest: Person) -> None:
        assert who(key(owner.client)) == owner.player.pk
        assert who(key(visiting_guest.client)) == visiting_guest.player.pk

    @pytest.mark.parametrize("session_key", [None, "", "x", "f" * 32])
    def test_knows_nobody_behind_a_wrong_key(self, who: Who, session_key: str | None) -> None:
        assert who(session_key) is None

    def test_a_new_password_ends_other_sessions_at_once(self, who: Who, owner: Person) -> None:
        user = User.objects.get(pk=owner.user.pk)
        user.set_password("etwas-ganz-anderes")
        user.save()
        assert who(key(owner.client)) is None

    def test_a_locked_user_is_nobody(self, who: Who, owner: Person) -> None:
        User.objects.update(is_active=False)
        assert who(key(owner.client)) is None

    def test_after_logging_out_the_key_opens_nothing(self, who: Who, owner: Person) -> None:
        old = key(owner.client)
        owner.client.post("/konto/abmelden/")
        assert who(old) is None

    def test_logging_in_changes_the_key(self, who: Who, visiting_guest: Person, owner: Person) -> None:
        old = key(visiting_guest.client)
        visiting_guest.client.post("/konto/anmelden/", {"login": owner.player.name, "password": PASSWORD})
        assert who(old) is None
        assert who(key(visiting_guest.client)) == owner.player.pk

    def test_a_guest_who_ended_is_nobody(self, who: Who, visiting_guest: Person) -> None:
        services.guest_end(guest=visiting_guest.player)
        assert who(key(visiting_guest.client)) is None

    def test_a_deleted_user_is_nobody(self, who: Who, owner: Person) -> None:
        services.user_blank(player=owner.player, session_keys=[])
        assert who(key(owner.client)) is None

    @pytest.mark.parametrize("change", [{BACKEND_SESSION_KEY: "os.path"}, {SESSION_KEY: "999999"}])
    def test_a_session_of_another_backend_or_user_is_nobody(
        self, who: Who, owner: Person, change: dict[str, str]
    ) -> None:
        session = owner.client.session
        session.update(change)
        session.save()
        assert who(session.session_key) is None

    def test_a_guest_id_of_a_user_opens_nothing(self, who: Who, visitor: Client, owner: Person) -> None:
        session = visitor.session
        session["guest"] = owner.player.pk
        session.save()
        assert who(session.session_key) is None

    def test_asks_twice_at_most(self, owner: Person, django_assert_max_num_queries: Any) -> None:
        session_key = key(owner.client)
        with django_assert_max_num_queries(2):
            selectors.player_id_by_session(session_key)


class TestStatement:
    def test_lists_the_newest_first_with_the_balance_after_each(self, owner: Person, opponent: Person) -> None:
        with transaction.atomic():
            ledger.stakes_hold(match_code="m1", players=[owner.player, opponent.player], amount=30)
            ledger.pot_settle(match_code="m1", shares={owner.player.pk: 60})
        lines = selectors.statement(owner.player)
        assert [(line.kind, line.delta, line.after, line.match_code) for line in lines] == [
            ("settle", 60, 1030, "m1"),
            ("hold", -30, 970, "m1"),
            ("welcome", 1000, 1000, ""),
        ]

    def test_pages_without_gap_or_repeat(self, owner: Person) -> None:
        for number in range(7):
            with transaction.atomic():
                ledger.stakes_hold(match_code=f"m{number}", players=[owner.player], amount=10)
                ledger.pot_refund(match_code=f"m{number}")
        everything = selectors.statement(owner.player, limit=100)
        paged, before = [], None
        while page := selectors.statement(owner.player, before=before, limit=4):
            paged += page
            before = page[-1].id
        assert paged == everything
        assert len(everything) == 15

    def test_shows_nothing_of_others_and_nothing_to_guests(self, owner: Person, visiting_guest: Person) -> None:
        assert len(selectors.statement(owner.player)) == 1
        assert selectors.statement(visiting_guest.player) == []


def test_player_by_code_finds_users_only(owner: Person, visiting_guest: Person) -> None:
    assert selectors.player_by_code(owner.player.code) == owner.player
    assert selectors.player_by_code(visiting_guest.player.code) is None
    assert selectors.player_by_code("nobody") is None


def test_players_by_id(owner: Person, opponent: Person) -> None:
    found = selectors.players_by_id([owner.player.pk, opponent.player.pk, 10**9])
    assert found == {owner.player.pk: owner.player, opponent.player.pk: opponent.player}
