"""People in fixed roles: an owner, an opponent, an outsider, each with a client; a visitor without a name."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from accounts import services
from accounts.models import Player, User

PASSWORD = "kiesel-und-farn-7"


@dataclass
class Person:
    """Somebody with a name and an open browser."""

    player: Player
    client: Client

    @property
    def user(self) -> User:
        assert self.player.user is not None
        return self.player.user

    def confirm(self) -> None:
        """Type the password once more, as the portal asks for before it changes what counts."""
        assert self.client.post("/konto/bestaetigen/", {"password": PASSWORD}).status_code == 302


def user_person(name: str, email: str = "") -> Person:
    """A registered user who has just logged in by the form."""
    services.user_register(username=name, email=email, password=PASSWORD)
    client = Client()
    response = client.post("/konto/anmelden/", {"login": name, "password": PASSWORD})
    assert response.status_code == 302
    return Person(Player.objects.get(name=name, name_key__isnull=False), client)


def guest_person(name: str) -> Person:
    """A guest who came in by „Als Gast spielen“."""
    client = Client()
    response = client.post("/konto/gast/", {"gast-name": name})
    assert response.status_code == 302
    return Person(Player.objects.get(name=name, name_key__isnull=False), client)


@pytest.fixture
def owner(db: None) -> Person:
    return user_person("Olga", "olga@example.invalid")


@pytest.fixture
def opponent(db: None) -> Person:
    return user_person("Oppi")


@pytest.fixture
def outsider(db: None) -> Person:
    return user_person("Aussen")


@pytest.fixture
def visiting_guest(db: None) -> Person:
    return guest_person("Mondfuchs")


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()
