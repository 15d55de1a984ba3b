from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Player
from tests.accounts.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
URL = "/konto/einstellungen/"


def data(**changes: object) -> dict[str, object]:
    return {"name": "Olga", "colour": 2, "sign": 3, "theme": "dark", "sounds": "on", **changes}


def test_stores_what_was_chosen(owner: Person) -> None:
    owner.confirm()
    response = owner.client.post(URL, data(name="Olga2"), follow=True)
    assert "Gespeichert." in response.content.decode()
    player = Player.objects.get(pk=owner.player.pk)
    assert (player.name, player.colour, player.sign, player.theme) == ("Olga2", 2, 3, "dark")
    assert (player.sounds, player.motion) == (True, False)
    assert 'data-theme="dark"' in owner.client.get(URL).content.decode()


def test_a_user_takes_another_name_with_the_password_only(owner: Person) -> None:
    """The name is half of the log-in: whoever found the device open doesn't lock its owner out."""
    asked = owner.client.post(URL, data(name="Olga2"))
    assert asked.headers["Location"].startswith("/konto/bestaetigen/")
    assert Player.objects.get(pk=owner.player.pk).name == "Olga"
    owner.client.post(asked.headers["Location"], {"password": PASSWORD}, follow=True)
    assert Player.objects.get(pk=owner.player.pk).name == "Olga2"


def test_guests_have_settings_too(visiting_guest: Person) -> None:
    assert visiting_guest.client.post(URL, data(name="Mondfuchs")).status_code == 302
    assert Player.objects.get().theme == "dark"


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"name": "0ppi"}, "Diesen Namen gibt es schon"),
        ({"name": "O"}, "3 bis 20 Zeichen"),
        ({"name": ""}, "Das fehlt noch."),
        ({"colour": 7}, "steht hier nicht zur Wahl"),
        ({"theme": "pink"}, "steht hier nicht zur Wahl"),
    ],
)
def test_refuses_at_the_field_and_changes_nothing(
    owner: Person, opponent: Person, changes: dict[str, object], text: str
) -> None:
    response = owner.client.post(URL, data(**changes))
    assert response.status_code == 400
    assert text in response.content.decode()
    player = Player.objects.get(pk=owner.player.pk)
    assert (player.name, player.colour, player.theme) == ("Olga", owner.player.colour, "auto")


def test_changes_nobody_elses(owner: Person, outsider: Person) -> None:
    outsider.client.post(URL, data(name="Aussen"))
    assert Player.objects.get(pk=owner.player.pk).theme == "auto"


def test_sends_visitors_to_log_in(visitor: Client) -> None:
    assert visitor.get(URL).headers["Location"] == f"/konto/anmelden/?next={URL}"


def test_refuses_other_methods(owner: Person) -> None:
    assert owner.client.delete(URL).status_code == 405
