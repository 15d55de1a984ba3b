"""The match page and the result page as a browser gets them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.services import guest_create
from tables.models import Match, MatchSeat, Table
from tests.support.markup import words
from tests.tables.replay.support import Play, match_begun, user

pytestmark = pytest.mark.django_db


def browser(player: Player | None = None) -> Client:
    client = Client()
    if player is not None and player.user is not None:
        client.force_login(player.user)
    elif player is not None:
        session = client.session
        session["guest"] = player.pk
        session.save()
    return client


def page(match: Match, viewer: Player | None = None) -> str:
    response = browser(viewer).get(f"/tische/{match.table.code}/")
    assert response.status_code == 200
    return response.content.decode()


def ended(*holders: Player | str, **fields: Any) -> Match:
    return Play(match_begun(*holders, **fields)).out()


# --- the match -------------------------------------------------------------------------------------


def test_the_match_page_shows_the_own_seat_its_clock_and_its_decision() -> None:
    mila = user("Mila")
    markup = page(match_begun(mila, user("Jonas"), clock_s=60), mila)
    assert 'data-role="seat" data-me="1"' in markup
    assert re.search(r'id="live-msg"[^>]* data-turn="1" data-decision="\d+"', markup)
    assert 'data-deadline="60000"' in markup


def test_a_spectator_gets_no_seat_no_decision_and_no_way_to_leave() -> None:
    markup = page(match_begun(user("Mila"), user("Jonas")))
    assert 'data-role="watch" data-me=""' in markup
    assert re.search(r'id="live-msg"[^>]* data-turn="0" data-decision=""', markup)
    assert "verlassen" not in markup
    assert "Du schaust zu." in markup


def test_who_has_left_watches_only() -> None:
    mila = user("Mila")
    match = match_begun(mila, user("Jonas"), user("Ole"))
    MatchSeat.objects.filter(match=match, player=mila).update(left=True, bot="normal")
    assert 'data-role="watch"' in page(match, mila)


def test_the_page_obeys_the_strict_policy() -> None:
    mila = user("Mila")
    for markup in (page(match_begun(mila, "normal"), mila), page(ended(mila, "easy"), mila)):
        assert " style=" not in markup
        assert not re.search(r"<script(?![^>]*\bsrc=)", markup)
        assert not re.search(r"\son\w+=", markup)


def test_the_fingerprint_stands_there_from_the_start_the_seed_only_at_the_end() -> None:
    mila = user("Mila")
    match = match_begun(mila, "normal")
    seed, fingerprint = bytes(match.seed).hex(), match.seed_hash
    during = page(match, mila).replace(" ", "")
    after = page(Play(match).out(), mila).replace(" ", "")
    assert fingerprint in during
    assert seed not in during
    assert fingerprint in after
    assert seed in after


def cost_of_leaving(markup: str) -> list[str]:
    """The sentences of the dialog that are shown."""
    dialog = markup.partition('id="dlg-leave"')[2].partition("</dialog>")[0]
    shown = re.sub(r'<(div|p) data-when="\w+" hidden>.*?</\1>', "", dialog, flags=re.DOTALL)
    return [line for line in (words(part).strip() for part in re.split(r"</?(?:p|li)>", shown)) if line]


def test_leaving_names_its_price_with_others_there() -> None:
    mila = user("Mila")
    match = match_begun(mila, user("Jonas"))
    Match.objects.filter(pk=match.pk).update(stake=25)
    said = " ".join(cost_of_leaving(page(match, mila)))
    assert "10 Punkte in der Bestenliste" in said
    assert "deinen Einsatz von 25 Talern" in said


def test_a_guest_has_no_points_to_lose() -> None:
    guest = guest_create(name="Gast-1")
    said = " ".join(cost_of_leaving(page(match_begun(guest, user("Jonas")), guest)))
    assert "10 Punkte" not in said
    assert "deinen Platz" in said


def test_alone_leaving_costs_nothing_and_says_so() -> None:
    mila = user("Mila")
    said = " ".join(cost_of_leaving(page(match_begun(mila, "normal"), mila)))
    assert "es kostet dich nichts" in said
    assert "10 Punkte" not in said


def shows_ending(markup: str) -> bool:
    return re.search(r'<li data-when="last">', markup) is not None


def test_the_last_human_of_several_may_end_the_match() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = match_begun(mila, jonas)
    assert not shows_ending(page(match, mila))
    MatchSeat.objects.filter(match=match, player=jonas).update(left=True, bot="normal")
    assert shows_ending(page(match, mila))


def test_alone_from_the_start_there_is_nothing_to_end() -> None:
    mila = user("Mila")
    assert not shows_ending(page(match_begun(mila, "normal"), mila))


def test_the_door_leads_home_and_does_not_leave() -> None:
    mila = user("Mila")
    bar = page(match_begun(mila, "normal"), mila).partition("</header>")[0].rpartition("<header")[2]
    assert re.search(r'<a [^>]*href="/"', bar)
    assert "icon-door" not in bar


# --- the result ------------------------------------------------------------------------------------


def table_rows(markup: str) -> list[list[str]]:
    body = markup.partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        [words(cell).strip() for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row)] for row in body.split("<tr")[1:]
    ]


def headline(markup: str) -> str:
    return words(markup.partition("<h1>")[2].partition("</h1>")[0]).strip()


def number(shown: str) -> int:
    return int(shown.replace("−", "-").replace("+", ""))


def test_the_items_of_each_row_add_up_and_the_best_comes_first() -> None:
    mila = user("Mila")
    rows = table_rows(page(ended(mila, user("Jonas"), "normal"), mila))
    assert len(rows) == 3
    for _place, _name, *cells in rows:
        items, total = [number(c) for c in cells[:6]], number(cells[6])
        assert sum(items) == total
    assert [number(row[0]) for row in rows] == sorted(number(row[0]) for row in rows)


def test_the_result_says_who_won_and_what_it_is_to_me() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = ended(mila, jonas)
    seats = {s.player_id: s for s in match.seats.all()}
    markup = words(page(match, jonas))
    assert f"Platz {seats[jonas.pk].place} für dich." in markup


def test_who_won_is_addressed_and_the_others_read_the_name() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = ended(mila, jonas)
    MatchSeat.objects.filter(match=match, player=mila).update(place=1)
    MatchSeat.objects.filter(match=match, player=jonas).update(place=2)
    assert headline(page(match, mila)) == "Du gewinnst."
    assert headline(page(match, jonas)) == headline(page(match)) == "Mila gewinnt."


def test_a_shared_win_names_both() -> None:
    mila = user("Mila")
    match = ended(mila, user("Jonas"))
    MatchSeat.objects.filter(match=match).update(place=1)
    markup = page(match)
    assert headline(markup) == "Mila und Jonas teilen sich den Sieg."
    assert headline(page(match, mila)) == "Du teilst dir den Sieg mit Jonas."
    assert markup.count('class="pod pod--1"') == 2, "they stand level"


@pytest.mark.parametrize(
    ("places", "stand"),
    [
        ((1, 2, 3, 4), "213"),
        ((1, 1, 3, 3), "1133"),
        ((1, 2, 2, 2), "2122"),
        ((1, 1, 1, 1), "1111"),
        ((1, 2, 3, 3), "2133"),
        ((1, 2, 2, 4), "212"),
    ],
)
def test_whoever_shares_a_third_place_stands_on_the_podium(places: tuple[int, ...], stand: str) -> None:
    match = ended(user("Mila"), user("Jonas"), "normal", "normal")
    for seat, place in zip(match.seats.order_by("index"), places, strict=True):
        MatchSeat.objects.filter(pk=seat.pk).update(place=place)
    assert "".join(re.findall(r'class="pod pod--(\d)"', page(match))) == stand


def test_a_win_of_somebody_who_left_is_the_computers() -> None:
    mila = user("Mila")
    match = ended(mila, user("Jonas"))
    MatchSeat.objects.filter(match=match, player=mila).update(place=2)
    MatchSeat.objects.filter(match=match).exclude(player=mila).update(place=1, left=True, bot="normal")
    markup = page(match, mila)
    assert "Jonas (Computer) gewinnt." in words(markup)
    assert "figure-bot" in markup.partition('class="podium"')[2].partition("</ol>")[0]


def test_with_people_it_goes_on_by_a_rematch_alone_by_playing_again() -> None:
    mila = user("Mila")
    together, alone = page(ended(mila, user("Jonas")), mila), page(ended(mila, "easy"), mila)
    assert "Revanche" in words(together)
    assert "Nochmal spielen" not in words(together)
    assert "Nochmal spielen" in words(alone)
    assert "Revanche" not in words(alone)


def test_who_only_watched_can_not_ask_for_a_rematch() -> None:
    markup = words(page(ended(user("Mila"), user("Jonas"))))
    assert "Revanche" not in markup
    assert "Du hast zugeschaut." in markup


def test_a_rematch_that_is_open_is_where_the_main_button_leads() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = ended(mila, jonas)
    assert browser(mila).post(f"/tische/{match.table.code}/revanche/").status_code == 302
    rematch = Table.objects.get(rematch_of=match.table)
    assert f'<a class="btn btn--main" href="/tische/{rematch.code}/">' in page(match, jonas)


def test_taler_and_points_are_shown_with_their_sign() -> None:
    mila, jonas = user("Mila"), user("Jonas")
    match = ended(mila, jonas)
    Match.objects.filter(pk=match.pk).update(stake=25)
    MatchSeat.objects.filter(match=match, player=mila).update(taler=25, points_tenths=33, place=1)
    MatchSeat.objects.filter(match=match, player=jonas).update(taler=-25, points_tenths=-100, place=2, left=True)
    (first, second) = table_rows(page(match, mila))
    assert first[-2:] == ["+3,3", "+25"]
    assert second[-2:] == ["−10", "−25"]
    assert "gegangen" in second[1]
    assert "3,3 Punkte für die Bestenliste." in words(page(match, mila))
    assert "10 Punkte weniger in der Bestenliste." in words(page(match, jonas))


def test_an_end_too_soon_for_points_says_so_to_who_could_have_had_some() -> None:
    mila, frieda = user("Mila"), guest_create(name="Frieda")
    match = ended(mila, frieda)
    Match.objects.filter(pk=match.pk).update(flags=["early"])
    MatchSeat.objects.filter(match=match).update(points_tenths=None)
    assert "Für Punkte war die Partie zu kurz." in words(page(match, mila))
    assert "zu kurz" not in words(page(match, frieda))


def test_an_abandoned_match_says_so_and_ranks_nobody() -> None:
    mila = user("Mila")
    match = Play(match_begun(mila, user("Jonas"))).end(Match.Status.ABANDONED, booked=False)
    markup = page(match, mila)
    assert "Die Partie wurde abgebrochen." in words(markup)
    assert table_rows(markup) == []


def test_a_daily_keeps_its_seed_until_its_day_is_over() -> None:
    mila = user("Mila")
    today = timezone.localdate()
    match = match_begun(mila, "normal", daily_key="elements/daily", daily_on=today)
    match.table.seats.create(index=0, player=mila)
    Play(match).out()
    seed = bytes(match.seed).hex()
    assert seed not in page(match, mila).replace(" ", "")
    Match.objects.filter(pk=match.pk).update(daily_on=date(2020, 1, 1))
    assert seed in page(match, mila).replace(" ", "")
