"""Pages and actions as a browser without JavaScript sends them, and as htmx does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tables.models import Match, Table
from tables.services import daily, quick, seats, tables
from tests.tables.lobby.support import (
    GAME,
    choice,
    fresh,
    guest,
    over,
    ready_names,
    say_ready,
    sitting,
    table_of,
    terms,
    user,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true", "HX-Target": "raum"}


def browser(player: Player | None = None) -> Client:
    """A browser in which ``player`` is logged in, or plays as a guest, or nobody."""
    client = Client()
    if player is not None and player.user is not None:
        client.force_login(player.user)
    elif player is not None:
        session = client.session
        session["guest"] = player.pk
        session.save()
    return client


def url(name: str, table: Table) -> str:
    return reverse(name, args=[table.code])


def text(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", response.content.decode()))


def buttons(response: Any) -> list[str]:
    """Accessible names of buttons; disabled ones in brackets."""
    found = []
    for attributes, inner in re.findall(r"<button\b([^>]*)>(.*?)</button>", response.content.decode(), re.DOTALL):
        name = " ".join(re.sub(r"<[^>]*>", "", inner).split())
        found.append(f"({name})" if re.search(r"\bdisabled\b", attributes) else name)
    return found


# --- a new table ---------------------------------------------------------------------------------


def test_the_form_of_a_new_table_shows_the_games_choices() -> None:
    page = browser(user("Mila")).get(reverse("table_open", args=[GAME]))
    assert page.status_code == 200
    for word in (
        "Bedenkzeit",
        "60 s",
        "ohne Uhr",
        "Plätze",
        "Freie Plätze beim Start",
        "Einsatz in Talern",
        "nur mit Link",
    ):
        assert word in text(page)
    assert "Tisch eröffnen" in buttons(page)


def test_a_posted_form_opens_the_table_and_the_next_one_is_filled_in_so() -> None:
    mila = browser(user("Mila"))
    sent = mila.post(
        reverse("table_open", args=[GAME]),
        {"clock_s": "90", "seats_count": "3", "fill_level": "hard", "fast_bots": "1", "public": "0", "stake": "25"},
    )
    table = Table.objects.get()
    assert (sent.status_code, sent["Location"]) == (302, url("table", table))
    assert (table.clock_s, table.seats_count, table.fill_level, table.fast_bots, table.public, table.stake) == (
        90, 3, "hard", True, False, 25,
    )  # fmt: skip
    again = mila.get(reverse("table_open", args=[GAME])).content.decode()
    assert re.search(r'name="clock_s" value="90"[^>]*checked', again)
    assert re.search(r'name="public" value="0"[^>]*checked', again)


def test_a_wrong_stake_is_said_at_its_field() -> None:
    page = browser(user("Mila")).post(
        reverse("table_open", args=[GAME]),
        {"clock_s": "60", "seats_count": "4", "fast_bots": "0", "public": "1", "stake": "501"},
    )
    assert page.status_code == 400
    assert "Der Einsatz geht von 0 bis 500 Taler." in text(page)
    assert not Table.objects.exists()


def test_guests_are_not_asked_for_a_stake_and_can_not_smuggle_one_in() -> None:
    frieda = browser(guest("Frieda"))
    assert "Einsatz in Talern" not in text(frieda.get(reverse("table_open", args=[GAME])))
    frieda.post(
        reverse("table_open", args=[GAME]),
        {"clock_s": "60", "seats_count": "4", "fast_bots": "0", "public": "1", "stake": "50"},
    )
    assert Table.objects.get().stake == 0


def test_opening_a_table_without_a_name_asks_for_one_and_goes_straight_on() -> None:
    client = browser()
    form = {"clock_s": "60", "seats_count": "2", "fast_bots": "0", "public": "1"}
    question = client.post(reverse("table_open", args=[GAME]), form)
    assert not Table.objects.exists()
    name = re.search(r'name="([\w-]*name)"', question.content.decode())
    assert name is not None
    client.post(reverse("table_open", args=[GAME]), {**form, name.group(1): "Frieda"})
    assert sitting(Table.objects.get()) == ["Frieda", ""]


def test_unknown_games_are_not_found() -> None:
    for name in ("table_open", "table_quick"):
        assert browser(user(f"U-{name[6:]}")).post(reverse(name, args=["halma"])).status_code == 404
    assert browser().post(reverse("daily_start", args=[GAME, "weekly"])).status_code == 404


# --- starting alone ------------------------------------------------------------------------------


def test_quick_starts_for_a_stranger_after_one_name() -> None:
    client = browser()
    question = client.post(reverse("table_quick", args=[GAME]))
    name = re.search(r'name="([\w-]*name)"', question.content.decode())
    assert name is not None
    sent = client.post(reverse("table_quick", args=[GAME]), {name.group(1): "Frieda"})
    match = Match.objects.get()
    assert sent["Location"] == url("table", match.table)
    assert match.solo


def test_looking_at_the_address_of_a_quick_match_begins_nothing() -> None:
    sent = browser(user("Mila")).get(reverse("table_quick", args=[GAME]))
    assert sent["Location"] == reverse("game", args=[GAME])
    assert not Match.objects.exists()


def test_the_daily_needs_an_account() -> None:
    daily_url = reverse("daily_start", args=[GAME, "daily"])
    assert browser().post(daily_url)["Location"].startswith(reverse("account_login"))
    assert browser(guest("Frieda")).post(daily_url).status_code == 403
    sent = browser(user("Mila")).post(daily_url)
    assert sent["Location"] == url("table", Match.objects.get().table)


# --- the waiting room ----------------------------------------------------------------------------


def test_opening_a_link_seats_nobody_and_asks_for_no_name() -> None:
    table = table_of(user("Mila"), public=False)
    page = browser().get(url("table", table))
    assert page.status_code == 200
    assert "Tisch von Mila" in text(page)
    assert "Beitreten" in buttons(page)
    assert sitting(table) == ["Mila", "", "", ""]


def test_the_openers_room() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    page = browser(mila).get(url("table", table))
    names = buttons(page)
    assert "(Starten)" in names
    assert {"Bereit", "Aufstehen", "Computer setzen", "Platz frei machen (von Jonas)", "Kopieren", "So spielen"} <= set(
        names
    )
    assert f"http://testserver{url('table', table)}" in page.content.decode()
    assert page.content.decode().count("data-sitting") == 2
    say_ready(table, jonas)
    assert "Starten" in buttons(browser(mila).get(url("table", table)))


def test_another_players_room_has_nothing_of_the_openers() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    names = buttons(browser(jonas).get(url("table", table_of(mila, jonas))))
    assert {"Bereit", "Aufstehen"} <= set(names)
    assert not {"Starten", "(Starten)", "Computer setzen", "So spielen"} & set(names)


def test_there_is_one_main_button() -> None:
    mila, jonas = user("Mila"), guest("Jonas")
    table = table_of(mila, jonas)
    people = [mila, jonas, user("Ole"), None]
    for _ in range(2):
        for viewer in people:
            assert browser(viewer).get(url("table", table)).content.decode().count("btn--main") <= 1
        say_ready(table, mila, jonas)


def test_sitting_down_by_the_link_as_a_stranger() -> None:
    table = table_of(user("Mila"), public=False)
    client = browser()
    question = client.post(url("table_sit", table))
    name = re.search(r'name="([\w-]*name)"', question.content.decode())
    assert name is not None
    assert sitting(table) == ["Mila", "", "", ""]
    sent = client.post(url("table_sit", table), {name.group(1): "Frieda"})
    assert (sent.status_code, sent["Location"]) == (302, url("table", table))
    assert sitting(table) == ["Mila", "Frieda", "", ""]


def test_a_guest_reads_at_a_stake_table_why_not() -> None:
    table = table_of(user("Mila"), stake=50)
    frieda = browser(guest("Frieda"))
    page = frieda.get(url("table", table))
    assert "Dafür brauchst du ein Konto" in text(page)
    assert "Beitreten" not in buttons(page)
    refused = frieda.post(url("table_sit", table))
    assert refused.status_code == 403
    assert "Dafür brauchst du ein Konto" in text(refused)
    assert sitting(table) == ["Mila", "", "", ""]


def test_who_comes_too_late_reads_it_at_the_buttons() -> None:
    table = table_of(user("Mila"), user("Jonas"), seats_count=2)
    refused = browser(user("Ole")).post(url("table_sit", table))
    assert refused.status_code == 409
    assert re.search(r'id="absage" role="alert"[^>]*><p class="field__error">', refused.content.decode())
    assert "Der letzte Platz ist gerade weg" in text(refused)


def test_htmx_gets_the_room_alone_and_refusals_where_it_swaps_them() -> None:
    mila = user("Mila")
    table = table_of(mila)
    done = browser(mila).post(url("table_ready", table), {"ready": "1", "terms": terms(table)}, headers=HTMX)
    assert done.status_code == 200
    assert done.content.decode().lstrip().startswith('<div id="raum"')
    assert ready_names(table) == ["Mila"]
    refused = browser(user("Jonas")).post(url("table_start", table), headers=HTMX)
    assert refused.status_code == 200
    assert "Das kann nur, wer den Tisch führt." in text(refused)


def test_an_answer_finds_its_place_though_the_form_that_asked_is_gone() -> None:
    mila = user("Mila")
    table = table_of(mila)
    done = browser(mila).post(url("table_bot", table), {"index": "1", "level": "easy"}, headers=HTMX)
    assert (done["HX-Retarget"], done["HX-Reswap"], done["HX-Push-Url"]) == ("#raum", "outerHTML", "false")


def test_a_refreshed_room_keeps_what_its_reader_is_busy_with() -> None:
    mila = user("Mila")
    table = table_of(mila)
    client = browser(mila)
    kept = client.get(url("table_room", table), headers=HTMX).content.decode()
    assert kept.count("hx-preserve") == 2
    acted = client.post(url("table_bot", table), {"index": "1", "level": "easy"}, headers=HTMX).content.decode()
    assert "hx-preserve" not in acted


def test_the_room_without_htmx_is_the_tables_page() -> None:
    table = table_of(user("Mila"))
    assert browser().get(url("table_room", table))["Location"] == url("table", table)


def test_ready_goes_one_way_however_often_it_is_clicked() -> None:
    mila = user("Mila")
    table = table_of(mila)
    client = browser(mila)
    form = {"ready": "1", "terms": terms(table)}
    for _ in range(2):
        assert client.post(url("table_ready", table), form).status_code == 302
    assert ready_names(table) == ["Mila"]
    assert "Bereit" not in buttons(client.get(url("table", table)))
    client.post(url("table_ready", table), {"ready": "0"})
    assert ready_names(table) == []


def test_changed_settings_and_a_stale_form() -> None:
    mila = user("Mila")
    table = table_of(mila, jonas := user("Jonas"))
    say_ready(table, jonas)
    form = {"terms": terms(table), "clock_s": "30", "seats_count": "4", "fast_bots": "0", "public": "1", "stake": "5"}
    client = browser(mila)
    assert client.post(url("table_options", table), form).status_code == 302
    assert (fresh(table).clock_s, fresh(table).stake) == (30, 5)
    assert ready_names(table) == []
    stale = client.post(url("table_options", table), {**form, "stake": "500"})
    assert stale.status_code == 409
    assert "haben sich inzwischen geändert" in text(stale)
    assert fresh(table).stake == 5
    wrong = client.post(url("table_options", table), {**form, "terms": terms(table), "stake": "-3"})
    assert wrong.status_code == 409
    assert "Der Einsatz geht von 0 bis 500 Taler." in text(wrong)
    assert browser(jonas).post(url("table_options", table), {**form, "terms": terms(table)}).status_code == 403


def test_the_start_leads_to_the_match() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    sent = browser(mila).post(url("table_start", table), {"revision": str(table.revision)}, headers=HTMX)
    assert sent["HX-Redirect"] == url("table", table)
    assert fresh(table).status == Table.Status.PLAYING
    moved = browser(jonas).get(url("table_room", table), headers=HTMX).content.decode()
    assert 'id="raum"' in moved
    assert 'data-phase="playing"' in moved
    late = browser(user("Ole")).post(url("table_sit", table), headers=HTMX)
    assert late["HX-Redirect"] == url("table", table)


@pytest.mark.parametrize("revision", ["9" * 5000, "99999999", "-1", "x"])
def test_a_start_that_names_no_revision_of_the_table_is_stale(revision: str) -> None:
    mila = user("Mila")
    table = table_of(mila, fill_level="easy")
    refused = browser(mila).post(url("table_start", table), {"revision": revision})
    assert refused.status_code == 409
    assert "Am Tisch hat sich gerade etwas geändert." in text(refused)
    assert fresh(table).status == Table.Status.OPEN


def test_who_can_not_pay_is_named_on_the_page() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    for _ in range(2):
        table = table_of(mila, jonas, stake=500)
        say_ready(table, jonas)
        browser(mila).post(url("table_start", table), {"revision": str(table.revision)})
        mila = user(f"Mila-{table.pk}")
    table = table_of(mila, jonas, stake=10)
    say_ready(table, jonas)
    refused = browser(mila).post(url("table_start", table), {"revision": str(table.revision)})
    assert refused.status_code == 409
    assert re.search(r"hat .*Jonas.* nicht genug Taler", text(refused))


def test_seats_by_the_opener() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, public=False)
    client = browser(mila)
    client.post(url("table_bot", table), {"index": "2", "level": "hard"})
    client.post(url("table_free", table), {"index": "1", "player": jonas.code})
    assert sitting(table) == ["Mila", "", "hard", ""]
    client.post(url("table_bot", table), {"index": "2", "level": ""})
    assert client.post(url("table_bot", table), {"index": "x", "level": "hard"}).status_code == 409
    assert client.post(url("table_free", table), {"index": "0", "player": "\0"}).status_code == 409
    assert sitting(table) == ["Mila", "", "", ""]
    away = browser(jonas).get(url("table", table))
    assert away.status_code == 403
    assert "Dieser Tisch ist für dich zu" in text(away)
    assert browser(jonas).post(url("table_sit", table)).status_code == 403


def test_standing_up() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    browser(jonas).post(url("table_stand", table))
    assert sitting(table) == ["Mila", "", "", ""]


@pytest.mark.parametrize("deed", ["stand", "ready", "bot", "free", "options", "start"])
def test_strangers_do_nothing_and_looking_does_nothing(deed: str) -> None:
    table = table_of(user("Mila"))
    assert browser().post(url(f"table_{deed}", table)).status_code == 403
    assert browser(user("Ole")).get(url(f"table_{deed}", table))["Location"] == url("table", table)
    assert sitting(table) == ["Mila", "", "", ""]


def test_a_closed_table_shows_the_way_out() -> None:
    table = table_of(user("Mila"))
    Table.objects.update(status=Table.Status.CLOSED)
    page = browser().get(url("table", table))
    assert page.status_code == 410
    assert "Dieser Tisch ist zu" in text(page)
    assert reverse("home") in page.content.decode()
    assert browser().get(reverse("table", args=["gibtesnicht"])).status_code == 404


def test_an_open_page_of_a_closed_table_reloads_without_a_starting_signal() -> None:
    table = table_of(user("Mila"))
    Table.objects.update(status=Table.Status.CLOSED)
    assert browser().get(url("table_room", table), headers=HTMX)["HX-Refresh"] == "true"


def test_somebody_elses_daily_is_closed() -> None:
    mila = user("Mila")
    table = daily.daily_start(player=mila, game=GAME, variant="daily")
    page = browser(user("Jonas")).get(url("table", table))
    assert page.status_code == 403
    assert "Noch geheim" in text(page)


# --- after a match -------------------------------------------------------------------------------


def test_revanche_and_again_lead_to_the_new_table() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    old = over(tables.table_start(code=table.code, player=mila))
    first = browser(mila).post(url("table_rematch", old))
    second = browser(jonas).post(url("table_rematch", old))
    assert first["Location"] == second["Location"] == url("table", Table.objects.get(rematch_of=old))
    alone = over(quick.quick_start(player=mila, game=GAME).match)
    sent = browser(mila).post(url("table_again", alone))
    assert sent["Location"] == url("table", Table.objects.get(rematch_of=alone))


def test_settings_that_nobody_changed_start_where_they_were() -> None:
    mila = user("Mila")
    table = table_of(mila, **{"clock_s": 120, "seats_count": 3})
    page = browser(mila).get(url("table", table)).content.decode()
    assert re.search(r'name="clock_s" value="120"[^>]*checked', page)
    assert re.search(r'name="seats_count" value="3"[^>]*checked', page)
    assert choice().clock_s == 60
    seats.seat_leave(code=table.code, player=mila)
