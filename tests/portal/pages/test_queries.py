"""Pages ask the database equally often, however much there is: for a user, a guest and nobody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from leaderboard import overall
from leaderboard.services import MatchResult, ResultRow, results_book
from tables.models import Match, Table
from tests.accounts.people import Person
from tests.tables.lobby.support import guest, over, playing, present, table_of, user

pytestmark = pytest.mark.django_db
VIEWERS = ("owner", "visiting_guest", "nobody")


@pytest.fixture
def viewer(request: pytest.FixtureRequest) -> tuple[Client, Player | None]:
    name: str = request.param
    if name == "nobody":
        return Client(), None
    person: Person = request.getfixturevalue(name)
    return person.client, person.player


def asked(client: Client, path: str) -> int:
    """How many queries the second visit takes: the first one of an hour or a day may write."""
    assert client.get(path).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def people(count: int, name: str) -> list[Player]:
    return [user(f"{name}-{number}") for number in range(count)]


def fill_lobby(name: str, count: int, player: Player | None) -> None:
    for number in range(count):
        table_of(user(f"Wirt-{name}{number}"), guest(f"Gast-{name}{number}"), stake=0)
        one, two = people(2, f"Paar{name}{number}")
        match = playing(one, two)
        present(match.table, one, two, None)
        if player is not None:
            own = playing(player, user(f"Eigen-{name}{number}"))
            present(own.table, player)
            table_of(player, public=False)


def fill_results(name: str, count: int, player: Player | None) -> None:
    rows = tuple(ResultRow(p.pk, 100 + i, 1, 30) for i, p in enumerate(people(count, f"Liste{name}")))
    if player is not None and player.is_user:
        rows = (*rows, ResultRow(player.pk, 1, 2, 10))
    results_book(result=MatchResult(f"liste{name}", "elements", timezone.now(), True, rows))


def fill_history(name: str, count: int, player: Player | None) -> None:
    famous = Player.objects.filter(name="Berta").first() or user("Berta")
    for number in range(count):
        over(playing(famous, user(f"Alt-{name}{number}")))
        if player is not None:
            over(playing(player, user(f"Fern-{name}{number}")))


def same(viewer: tuple[Client, Player | None], path: str, fill: Callable[[str, int, Player | None], None]) -> None:
    client, player = viewer
    fill("a", 1, player)
    few = asked(client, path.format(code=code()))
    fill("b", 4, player)
    assert asked(client, path.format(code=code())) == few
    assert few < 30


def code() -> str:
    return Player.objects.filter(name="Berta").values_list("code", flat=True).first() or ""


@pytest.mark.parametrize("viewer", VIEWERS, indirect=True)
@pytest.mark.parametrize("path", ["/", "/?offen=1&laufend=1", "/?einsatz=ohne", "/spiele/elements/"])
def test_the_start_page_and_a_games_page(viewer: tuple[Client, Player | None], path: str) -> None:
    same(viewer, path, fill_lobby)


@pytest.mark.parametrize("viewer", VIEWERS, indirect=True)
@pytest.mark.parametrize("path", ["/bestenliste/?zeit=immer", "/bestenliste/?spiel=gesamt&zeit=immer"])
def test_the_best_lists(viewer: tuple[Client, Player | None], path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    same(viewer, path, fill_results)
    monkeypatch.setattr(overall, "LIVE_ROWS", 5)  # a long overall list is read from the cache
    assert asked(viewer[0], path) < 30


@pytest.mark.parametrize("viewer", VIEWERS, indirect=True)
def test_a_profile(viewer: tuple[Client, Player | None]) -> None:
    same(viewer, "/konto/profil/{code}/", fill_history)


@pytest.mark.parametrize("viewer", VIEWERS[:2], indirect=True)
def test_the_own_matches(viewer: tuple[Client, Player | None]) -> None:
    same(viewer, "/konto/partien/", fill_history)


@pytest.mark.parametrize("viewer", VIEWERS, indirect=True)
def test_a_running_match(viewer: tuple[Client, Player | None]) -> None:
    client, player = viewer
    few = playing(*([player] if player else []), *people(2 if player is None else 1, "Wenig"))
    many = playing(*([player] if player else []), *people(4 if player is None else 3, "Viel"))
    present(many.table, *Player.objects.filter(name__startswith="Viel"), None)
    assert Match.objects.filter(table__status=Table.Status.PLAYING).count() == 2
    counts = [asked(client, f"/tische/{match.table.code}/") for match in (few, many)]
    assert counts[0] == counts[1] < 30
