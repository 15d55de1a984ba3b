from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Player
from tables.models import Table
from tables.room import Room, room_of
from tables.services import seats
from tests.tables.lobby.support import fresh, guest, present, say_ready, table_of, user

pytestmark = pytest.mark.django_db


def seen(table: Table, viewer: Player | None = None) -> Room:
    return room_of(fresh(table), viewer)


@pytest.mark.parametrize(
    ("people", "changes", "said"),
    [
        (1, {}, "Noch 3 Plätze frei. Allein geht es nicht los: Es fehlt noch jemand, oder ein Computer."),
        (1, {"fill_level": "easy"}, "Noch 3 Plätze frei. Du kannst starten."),
        (
            1,
            {"fill_level": "easy", "stake": 5},
            "Noch 3 Plätze frei. Um Taler geht es erst los, wenn noch jemand mitspielt.",
        ),
        (1, {"stake": 5}, "Noch 3 Plätze frei. Um Taler geht es erst los, wenn noch jemand mitspielt."),
        (2, {}, "Noch 2 Plätze frei. Sobald alle bereit sind, kannst du starten."),
        (2, {"seats_count": 3}, "Noch ein Platz frei. Sobald alle bereit sind, kannst du starten."),
        (2, {"seats_count": 2}, "Alle Plätze sind besetzt. Sobald alle bereit sind, kannst du starten."),
    ],
)
def test_the_room_says_what_is_missing(people: int, changes: dict[str, Any], said: str) -> None:
    mila = user("Mila")
    table = table_of(mila, *(user(f"Gast-{n}") for n in range(people - 1)), **changes)
    assert seen(table, mila).say == said


def test_others_read_who_starts() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    assert seen(table, jonas).say == "Noch 2 Plätze frei. Sobald alle bereit sind, kann Mila starten."
    say_ready(table, jonas)
    assert seen(table, jonas).say == "Noch 2 Plätze frei. Mila kann jetzt starten."
    assert (seen(table, mila).can_start, seen(table, jonas).can_start) == (True, False)


def test_nobody_at_the_table() -> None:
    mila = user("Mila")
    table = table_of(mila)
    seats.seat_leave(code=table.code, player=mila)
    assert seen(table, mila).say == "Hier sitzt gerade niemand. Wer sich setzt, führt den Tisch."
    assert not seen(table, mila).can_start


def test_who_is_not_connected_is_shown_as_away_but_never_the_viewer() -> None:
    mila, jonas, frieda = user("Mila"), user("Jonas"), guest("Frieda")
    table = table_of(mila, jonas, frieda)
    present(table, frieda)
    assert [chair.away for chair in seen(table, mila).chairs] == [False, True, False, False]


def test_a_room_takes_few_queries_however_many_sit_there(django_assert_num_queries: Any) -> None:
    mila = user("Mila")
    table = table_of(mila, user("Jonas"), user("Ole"), guest("Frieda"))
    present(table, mila)
    shown = Table.objects.select_related("opener").get(pk=table.pk)
    with django_assert_num_queries(3):
        room_of(shown, mila)


def test_for_taler_the_last_free_seat_is_kept_for_somebody() -> None:
    """A computer on it left a table that could never start, and said only that somebody else was missing."""
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, seats_count=2, stake=20)
    assert not seen(table, mila).takes_computers
    assert seen(table_of(mila, seats_count=2), mila).takes_computers
    assert seen(table_of(mila, seats_count=3, stake=20), mila).takes_computers
    assert seen(table_of(mila, jonas, seats_count=3, stake=20), mila).takes_computers
