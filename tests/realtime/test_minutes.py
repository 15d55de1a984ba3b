"""How long a match takes: on the box, beside „Schnelle Partie“, at the table, and as a form is being filled in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import registry
from tables import minutes
from tables.forms import TableForm
from tables.models import LastChoice, Table
from tables.room import room_of
from tables.selectors import table_facts
from tables.services import seats
from tests.realtime.shelf import RACE
from tests.realtime.support import SLUG, choice, table_of
from tests.tables.lobby.support import fresh, guest, user
from tests.tables.lobby.test_pages import HTMX, browser, text

pytestmark = pytest.mark.django_db


def fact(table: Table, name: str = "Dauer") -> str | None:
    return dict(room_of(fresh(table), None).facts).get(name)


def test_one_number_is_about_and_two_are_from_and_to() -> None:
    assert minutes.minutes_words((20, 20)) == "etwa 20 Min."
    assert minutes.minutes_words((85, 130)) == "85–130 Min."
    elements = registry.get("elements")
    assert elements.minutes(elements.decode_options({}), 2, None) == (20, 20)


def test_the_table_says_it_for_those_who_sit_there_or_may_come() -> None:
    mila = user("Mila")
    table = table_of(mila)
    assert fact(table) == "10–25 Min."
    seats.seat_give_bot(code=table.code, by=mila, index=3, level="easy")
    assert fact(table) == "10–20 Min."
    Table.objects.filter(pk=table.pk).update(options={"laps": "1"})
    assert fact(table) == "etwa 1 Min."
    Table.objects.filter(pk=table.pk).update(options={"laps": "7"})
    assert fact(table) is None, "an option that the game has no more"


def test_what_only_turns_have_is_not_told_of_real_time() -> None:
    table = table_of(user("Mila"))
    assert fact(table, "Bedenkzeit") is None
    assert fact(table, "Computer ziehen") is None
    assert "ohne Uhr" not in table_facts(fresh(table), RACE.info)
    form = TableForm(RACE.info, choice=choice(), with_stake=False)
    assert [name for name, field in form.fields.items() if field.widget.is_hidden] == ["clock_s", "fast_bots"]
    elements = TableForm(registry.get("elements").info, choice=choice(), with_stake=False)
    assert not any(field.widget.is_hidden for field in elements.fields.values())


def test_the_box_says_it_for_all_seats_and_beside_the_quick_match_it_is_that_one() -> None:
    mila = guest("Mila")
    LastChoice.objects.create(player=mila, game=SLUG, choice={"options": {"laps": "60"}})
    page = browser(mila).get(f"/spiele/{SLUG}/")
    assert "10–25 Min." in text(page)
    quick = page.content.decode().split(f'action="/spiele/{SLUG}/schnell/"')[1].split("</form>")[0]
    assert "allein etwa 60 Min." in " ".join(re.sub(r"<[^>]*>", "", quick).split())
    assert "allein etwa 10 Min." in text(Client().get(f"/spiele/{SLUG}/"))
    elements = Client().get("/spiele/elements/")
    assert "allein etwa 20 Min." in text(elements)


def asked(**query: Any) -> str:
    answer = Client().get(reverse("table_minutes", args=[SLUG]), query, headers=HTMX)
    assert answer.status_code == 200
    assert 'id="dauer"' in answer.content.decode()
    return text(answer).strip().removeprefix("Dauer: ")


def test_a_form_learns_it_with_every_change() -> None:
    assert asked() == "10–25 Min."
    assert asked(**{"option-laps": "60", "seats_count": "2"}) == "60–65 Min."
    assert asked(**{"option-laps": "60", "seats_count": "3", "computers": "2"}) == "etwa 60 Min."
    assert asked(**{"option-laps": "viel", "seats_count": "99", "clock_s": "x", "computers": "-4"}) == "10–25 Min."


def test_it_is_no_page_of_its_own() -> None:
    assert Client().get(reverse("table_minutes", args=[SLUG])).status_code == 302
    assert Client().get("/spiele/schach/dauer/", headers=HTMX).status_code == 404


def test_forms_without_javascript_say_it_for_what_is_saved() -> None:
    mila = user("Mila")
    assert "Dauer: 10–25 Min." in text(browser(mila).get(reverse("table_open", args=[SLUG])))
    table = table_of(mila, options={"laps": "60"}, seats_count=2)
    page = browser(mila).get(reverse("table", args=[table.code])).content.decode()
    assert "60–65 Min." in page.split('id="dauer"')[1].split("</p>")[0]
    form = {"option-laps": "1", "clock_s": "0", "seats_count": "9", "fill_level": "", "fast_bots": "0", "public": "1"}
    wrong = browser(mila).post(reverse("table_open", args=[SLUG]), form)
    assert wrong.status_code == 400
    assert "Dauer: etwa 1 Min." in text(wrong)
