"""The trait ``untimed_alone``: a single human has no thinking time, whatever the table says."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.urls import reverse

from games import registry
from tables.models import Table
from tables.room import room_of
from tables.services import quick, seats, tables
from tests.tables.lobby.support import GAME, fresh, say_ready, table_of, user
from tests.tables.lobby.test_pages import browser

pytestmark = pytest.mark.django_db
HINT = "Allein gegen Computer spielst du ohne Uhr."


@pytest.fixture
def _untimed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = type(registry.get(GAME))
    info = msgspec.structs.replace(played.info, traits=played.info.traits | {"untimed_alone"})
    monkeypatch.setattr(played, "info", info)


def facts(table: Table, viewer: Any) -> dict[str, str]:
    return dict(room_of(fresh(table), viewer).facts)


@pytest.mark.usefixtures("_untimed")
def test_alone_there_is_no_clock_whatever_the_table_says() -> None:
    mila = user("Mila")
    table = table_of(mila, clock_s=90, seats_count=3, fill_level="normal")
    match = tables.table_start(code=table.code, player=mila)
    assert (match.solo, match.step_ms, match.table.clock_s) == (True, None, 90)
    assert quick.quick_start(player=mila, game=GAME).match.step_ms is None
    page = browser(mila).get(reverse("table", args=[table.code])).content.decode()
    assert "ohne Bedenkzeit" in page and "90 s Bedenkzeit" not in page


@pytest.mark.usefixtures("_untimed")
def test_two_people_have_the_tables_clock() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, clock_s=90, seats_count=3, fill_level="normal")
    say_ready(table, mila, jonas)
    match = tables.table_start(code=table.code, player=mila)
    assert (match.solo, match.step_ms) == (False, 90_000)


def test_other_games_keep_their_clock_alone() -> None:
    mila = user("Mila")
    table = table_of(mila, clock_s=90, seats_count=3, fill_level="normal")
    assert tables.table_start(code=table.code, player=mila).step_ms == 90_000
    assert HINT not in browser(mila).get(reverse("table_open", args=[GAME])).content.decode()
    assert HINT not in browser().get(f"/spiele/{GAME}/").content.decode()


@pytest.mark.usefixtures("_untimed")
def test_the_player_is_told_where_a_clock_is_chosen() -> None:
    mila = user("Mila")
    for path in (reverse("table_open", args=[GAME]), f"/spiele/{GAME}/"):
        assert HINT in browser(mila).get(path).content.decode()
    table = table_of(mila, clock_s=90, seats_count=2)
    assert HINT in browser(mila).get(reverse("table", args=[table.code])).content.decode()
    assert facts(table, mila)["Bedenkzeit"] == "90 s, dann 10 s Nachfrist"
    seats.seat_give_bot(code=table.code, by=mila, index=1, level="normal")
    assert facts(table, mila)["Bedenkzeit"] == "allein ohne Uhr"
