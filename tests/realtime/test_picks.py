"""What every seat chooses for itself: once a table, live, remembered, kept by a rematch, proven by verification."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.kernel.contract import Daily
from portal.konto.export import export
from tables.models import LastChoice, Match, MatchSeat, Seat, Table
from tables.room import room_of
from tables.services import daily, picks, quick, rematch, seats, tables
from tables.services.refusals import TableRefused
from tables.services.verify import match_verify
from tests.realtime.shelf import RACE
from tests.realtime.support import SLUG, choice, table_of
from tests.tables.lobby.support import at_once, fresh, guest, over, say_ready, user
from tests.tables.lobby.test_pages import HTMX, browser, text

pytestmark = pytest.mark.django_db


def chosen(table: Table) -> list[str]:
    return list(table.seats.order_by("index").values_list("pick", flat=True))


def choose(table: Table, player: Player, pick: str) -> Table:
    return picks.seat_pick(code=table.code, player=player, pick=pick)


def refused(*, code: str, **of: Any) -> TableRefused:
    with pytest.raises(TableRefused) as found:
        choose(**of)
    assert found.value.code == code
    return found.value


def test_each_value_goes_to_one_seat_of_a_table_only() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, pick="rot")
    assert chosen(table) == ["rot", "", "", ""]
    said = refused(code="pick_taken", table=table, player=jonas, pick="rot")
    assert said.text == "„Roter Renner“ hat schon Mila. Such dir etwas anderes aus."
    choose(table, jonas, "blau")
    choose(table, mila, "")
    choose(table, jonas, "rot")
    assert chosen(table) == ["", "rot", "", ""]
    assert Seat.objects.filter(pick="rot").count() == 1
    other = table_of(user("Ole"), pick="rot")
    assert chosen(other)[0] == "rot", "at another table it is free"


def test_the_database_itself_lets_nobody_have_what_another_has() -> None:
    table = table_of(user("Mila"), user("Jonas"), pick="rot")
    with pytest.raises(IntegrityError):
        table.seats.filter(index=1).update(pick="rot")


def test_what_cannot_be_chosen_is_refused_and_changes_nothing() -> None:
    mila = user("Mila")
    table = table_of(mila, pick="rot")
    refused(code="options", table=table, player=mila, pick="lila")
    refused(code="options", table=table, player=mila, pick="\x00")
    refused(code="not_seated", table=table, player=user("Ole"), pick="blau")
    assert chosen(table)[0] == "rot"
    tables.table_start(code=tables_ready(table, mila), player=mila)
    refused(code="started", table=table, player=mila, pick="blau")
    with pytest.raises(TableRefused):
        tables.table_open(player=mila, game=SLUG, choice=choice(), pick="lila")
    with pytest.raises(TableRefused):
        tables.table_open(player=mila, game="elements", choice=choice(), pick="rot")
    with pytest.raises(TableRefused):
        quick.quick_start(player=mila, game=SLUG, pick="lila")


def tables_ready(table: Table, *people: Player) -> str:
    Table.objects.filter(pk=table.pk).update(fill_level="normal")
    say_ready(fresh(table), *people)
    return table.code


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_the_same_at_once_one_is_told() -> None:
    people = [user(name) for name in ("Mila", "Jonas", "Ole", "Frieda")]
    table = table_of(*people)
    results = at_once([partial(choose, table, player, "mint") for player in people])
    assert sorted(type(result).__name__ for result in results) == ["Table", *["TableRefused"] * 3]
    assert chosen(table).count("mint") == 1


def test_a_choice_is_news_for_all_at_the_table_and_takes_back_no_bereit() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas)
    say_ready(table, jonas)
    before = fresh(table).revision
    choose(table, jonas, "gelb")
    assert fresh(table).revision == before + 1
    choose(table, jonas, "gelb")
    assert fresh(table).revision == before + 1, "said twice it is no news"
    assert table.seats.get(player=jonas).ready


def test_who_stands_up_or_is_sent_away_leaves_the_choice() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, pick="rot")
    choose(table, jonas, "blau")
    seats.seat_free(code=table.code, by=mila, index=1, player_code=jonas.code)
    assert chosen(table) == ["rot", "", "", ""]
    ole = user("Ole")
    seats.seat_take(code=table.code, player=ole)
    choose(table, ole, "blau")
    seats.seat_leave(code=table.code, player=mila)
    assert chosen(table) == ["", "blau", "", ""]


def test_the_last_choice_comes_along_to_the_next_table_if_nobody_there_has_it() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    first = table_of(jonas, pick="rot")
    choose(first, jonas, "mint")
    table = table_of(mila, jonas, pick="rot")
    assert chosen(table) == ["rot", "mint", "", ""]
    other = table_of(user("Ole"), jonas, pick="mint")
    assert chosen(other) == ["mint", "", "", ""]
    assert picks.pick_last(player=jonas, game=SLUG) == "mint"


def test_only_what_the_game_still_knows_is_remembered() -> None:
    mila = user("Mila")
    LastChoice.objects.create(player=mila, game=SLUG, pick="lila")
    assert picks.pick_last(player=mila, game=SLUG) == ""
    assert chosen(table_of(user("Ole"), mila))[1] == ""


def test_a_choice_for_the_seat_alone_makes_no_quick_match_of_old_settings() -> None:
    """Who has chosen a colour has still not chosen how long to race."""
    mila = user("Mila")
    first = quick.quick_start(player=mila, game=SLUG, pick="gelb")
    match = Match.objects.get(table=first)
    assert (match.solo, match.table.fill_level, match.table.seats_count) == (True, "normal", 4)
    assert MatchSeat.objects.get(match=match, player=mila).pick == "gelb"
    assert not MatchSeat.objects.filter(match=match, player=None).exclude(pick="").exists()


def test_a_quick_match_begins_with_the_last_choice() -> None:
    mila = guest("Mila")
    quick.quick_start(player=mila, game=SLUG, pick="gelb")
    Match.objects.update(status=Match.Status.ENDED)
    match = Match.objects.get(table=quick.quick_start(player=mila, game=SLUG))
    assert match.seats.get(player=mila).pick == "gelb"


def state_colours(match: Match) -> list[str]:
    from tables.host.live import live_load

    live = live_load(match.pk)
    assert live is not None
    return [car.colour for car in live.state.cars]


def test_a_match_begins_with_the_picks_and_draws_the_rest_and_is_proven_with_them() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, ole, pick="schwarz")
    choose(table, jonas, "mint")
    say_ready(table, mila, jonas, ole)
    match = tables.table_start(code=table.code, player=mila)
    by_player = dict(match.seats.values_list("player__name", "pick"))
    assert by_player == {"Mila": "schwarz", "Jonas": "mint", "Ole": ""}
    colours = state_colours(match)
    assert len(set(colours)) == 3
    for seat in match.seats.exclude(pick=""):
        assert colours[seat.index] == seat.pick
    assert match_verify(match).ok
    match.seats.filter(pick="mint").update(pick="gelb")
    assert not match_verify(Match.objects.get(pk=match.pk)).ok


def test_a_rematch_keeps_everybodys_choice() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, ole, pick="rot")
    choose(table, jonas, "mint")
    say_ready(table, mila, jonas, ole)
    match = tables.table_start(code=table.code, player=mila)
    LastChoice.objects.update(pick="braun")
    again = rematch.rematch_open(code=over(match).code, player=jonas)
    assert sorted(chosen(again)) == ["", "", "mint", "rot"]
    assert again.seats.get(player=mila).pick == "rot"
    assert set(LastChoice.objects.values_list("pick", flat=True)) == {"braun"}


def test_who_left_keeps_no_choice_from_whoever_sits_down_at_the_rematch() -> None:
    mila, jonas, ole = user("Mila"), user("Jonas"), user("Ole")
    table = table_of(mila, jonas, pick="rot")
    choose(table, jonas, "mint")
    say_ready(table, mila, jonas)
    match = tables.table_start(code=table.code, player=mila)
    match.seats.filter(player=jonas).update(left=True)
    again = rematch.rematch_open(code=over(match).code, player=mila)
    picks.pick_remember(player=ole, game=SLUG, pick="mint")
    seats.seat_take(code=again.code, player=ole)
    assert again.seats.get(player=ole).pick == "mint"


def test_again_alone_keeps_the_choice() -> None:
    mila = user("Mila")
    table = quick.quick_start(player=mila, game=SLUG, pick="violett")
    again = rematch.rematch_again(code=over(table.match).code, player=mila)
    assert again.match.seats.get(player=mila).pick == "violett"


def test_the_room_shows_who_has_what_and_offers_the_rest() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, pick="rot")
    room = room_of(fresh(table), jonas)
    assert [chair.pick.label if chair.pick else "" for chair in room.chairs] == ["Roter Renner", "", "", ""]
    assert room.cards[0].label == "Auslosen"
    assert [card.value for card in room.cards if card.taken_by] == ["rot"]
    assert [card.value for card in room_of(fresh(table), mila).cards if card.taken_by] == []
    assert room_of(fresh(table), user("Ole")).cards == ()
    assert room_of(fresh(table), None).cards == ()


def test_the_own_data_tell_of_it() -> None:
    mila = user("Mila")
    table_of(mila, pick="rot")
    assert [row["pick"] for row in export(mila)["last_choices"]] == ["rot"]


# --- pages -------------------------------------------------------------------------------------------


def inputs(response: Any) -> dict[str, str]:
    """The radios „pick“ of a page: value -> ``checked``, ``disabled`` or nothing."""
    found = {}
    for tag in re.findall(r"<input[^>]*name=\"pick\"[^>]*>", response.content.decode()):
        value = re.search(r'value="([^"]*)"', tag)
        assert value is not None
        found[value.group(1)] = "".join(word for word in ("checked", "disabled") if re.search(rf"\b{word}\b", tag))
    return found


def test_the_room_asks_whoever_sits_there_by_radios_with_names() -> None:
    mila, jonas = user("Mila"), guest("Jonas")
    table = table_of(mila, jonas, pick="rot")
    page = browser(jonas).get(reverse("table", args=[table.code]))
    assert inputs(page) == {
        "": "checked",
        "rot": "disabled",
        **{card.value: "" for card in RACE_CARDS if card.value != "rot"},
    }
    assert "Dein Platz: Auto" in text(page)
    assert "hat Mila" in text(page)
    assert "1600 Taler, mehr Zugzeit" in text(page)
    assert inputs(Client().get(reverse("table", args=[table.code]))) == {}


RACE_CARDS = RACE.info.seat_field.choices if RACE.info.seat_field else ()


def test_a_choice_without_javascript_leads_back_to_the_table_and_with_it_swaps_the_room() -> None:
    mila = guest("Mila")
    table = table_of(mila)
    answer = browser(mila).post(reverse("table_pick", args=[table.code]), {"pick": "gelb"}, follow=True)
    assert inputs(answer)["gelb"] == "checked"
    answer = browser(mila).post(reverse("table_pick", args=[table.code]), {"pick": "mint"}, headers=HTMX)
    assert inputs(answer)["mint"] == "checked"
    assert answer["HX-Retarget"] == "#raum"


def test_the_refusal_stands_at_the_choice() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    table = table_of(mila, jonas, pick="rot")
    answer = browser(jonas).post(reverse("table_pick", args=[table.code]), {"pick": "rot"}, headers=HTMX)
    place = answer.content.decode().split('id="wahl-absage"')[1].split("</div>")[0]
    assert "hat schon Mila" in place
    assert inputs(answer)["rot"] == "disabled"
    strange = browser(user("Ole")).post(reverse("table_pick", args=[table.code]), {"pick": "blau"})
    assert strange.status_code == 403


def test_the_form_of_a_new_table_asks_and_remembers() -> None:
    mila = user("Mila")
    page = browser(mila).get(reverse("table_open", args=[SLUG]))
    assert inputs(page)[""] == "checked"
    form = {"option-laps": "10", "clock_s": "0", "seats_count": "3", "fill_level": "", "fast_bots": "0", "public": "1",
            "stake": "0"}  # fmt: skip
    answer = browser(mila).post(reverse("table_open", args=[SLUG]), {**form, "pick": "braun"})
    assert answer.status_code == 302
    assert Seat.objects.get(player=mila).pick == "braun"
    assert inputs(browser(mila).get(reverse("table_open", args=[SLUG])))["braun"] == "checked"
    wrong = browser(mila).post(reverse("table_open", args=[SLUG]), {**form, "pick": "lila"})
    assert wrong.status_code == 400


def test_the_settings_of_a_waiting_table_do_not_ask_a_second_time() -> None:
    mila = user("Mila")
    page = browser(mila).get(reverse("table", args=[table_of(mila, pick="rot").code]))
    assert len(inputs(page)) == len(RACE_CARDS) + 1
    assert page.content.decode().count('name="pick"') == len(RACE_CARDS) + 1


@pytest.mark.parametrize("path", ["/", "/spiele/", f"/spiele/{SLUG}/"])
def test_the_quick_match_asks_wherever_it_is_offered(path: str) -> None:
    mila = guest("Mila")
    picks.pick_remember(player=mila, game=SLUG, pick="orange")
    page = browser(mila).get(path).content.decode()
    form = page.split(f'action="/spiele/{SLUG}/schnell/"')[1].split("</form>")[0]
    assert re.search(r'<option value="orange" selected>Orangenkiste</option>', form)
    assert "Gelbe Gefahr: 1600 Taler, mehr Zugzeit" in form
    assert "<label" in form
    elements = page.split('action="/spiele/elements/schnell/"')
    assert all("<select" not in part.split("</form>")[0] for part in elements[1:])


def test_a_quick_match_by_its_form() -> None:
    mila = guest("Mila")
    browser(mila).post(reverse("table_quick", args=[SLUG]), {"pick": "braun"})
    assert MatchSeat.objects.get(player=mila).pick == "braun"


def test_a_daily_draws_the_same_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    import msgspec

    monkeypatch.setattr(type(RACE), "info", msgspec.structs.replace(RACE.info, dailies=(Daily("daily"),)))
    mila = user("Mila")
    picks.pick_remember(player=mila, game=SLUG, pick="rot")
    table = daily.daily_start(player=mila, game=SLUG, variant="daily")
    assert table.match.seats.get(player=mila).pick == ""
