"""Cases 12, 13 and 24: a rematch is the same again, for the same people; a private table stays private."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import Player
from games import registry
from leaderboard.models import Result
from tables import selectors_live
from tables.models import LastChoice, Match, MatchSeat, Table
from tables.services import quick, rematch, seats, tables
from tables.services.choices import TableChoice, choice_default, choice_of, choice_remember
from tests.cases.support import SLUGS, unusual_options
from tests.tables.lobby.support import guest, over, say_ready, table_of, user
from tests.tables.replay.support import Play
from tests.tables.test_match_pages import browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", SLUGS)
def test_a_rematch_keeps_every_option_and_nobodys_defaults_change(slug: str) -> None:
    """Case 12: each option at a value that nobody proposes."""
    info = registry.get(slug).info
    mila, jonas = user("Mila"), user("Jonas")
    wanted = TableChoice(
        options=unusual_options(slug), clock_s=info.clock_choices[-1], seats_count=info.seats_max, stake=40,
        public=False, fill_level="hard", fast_bots=True,
    )  # fmt: skip
    table = tables.table_open(player=mila, game=slug, choice=wanted)
    seats.seat_take(code=table.code, player=jonas)
    say_ready(table, jonas)
    old = over(tables.table_start(code=table.code, player=mila))
    usual = TableChoice(options={}, clock_s=info.clock_choices[0], seats_count=info.seats_min)
    for one in (mila, jonas):
        choice_remember(player=one, game=slug, choice=usual)
    before = list(LastChoice.objects.order_by("pk").values())
    again = rematch.rematch_open(code=old.code, player=jonas)
    assert choice_of(again) == wanted
    assert list(LastChoice.objects.order_by("pk").values()) == before
    with pytest.raises(Exception, match="nicht bereit"):
        tables.table_start(code=again.code, player=jonas)  # the stake is agreed to anew


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("made", [user, guest])
def test_again_alone_is_the_same_persons_match(slug: str, made: Callable[[str], Player]) -> None:
    """Case 13: old tab, new tab and two clicks lead to one match; the lists book it to who played."""
    one, other = made("Mila"), user("Jonas")
    short = dataclasses.replace(choice_default(registry.get(slug).info), options=unusual_options(slug))
    first = quick.quick_start(player=one, game=slug, choice=short)
    Play(first.match).out()
    tabs = [browser(one).post(f"/tische/{first.code}/nochmal/") for _ in range(3)]
    again = Table.objects.get(rematch_of=first)
    assert {tab.headers["Location"] for tab in tabs} == {f"/tische/{again.code}/"}
    assert list(MatchSeat.objects.filter(match=again.match, player__isnull=False).values_list("player")) == [(one.pk,)]
    assert 'data-role="seat"' in browser(one).get(f"/tische/{again.code}/").content.decode()
    assert 'data-role="watch"' in browser(other).get(f"/tische/{again.code}/").content.decode()
    Play(again.match).out()
    booked = list(Result.objects.order_by("pk").values_list("match_code", "player", "with_people"))
    expected = [(table.match.code, one.pk, False) for table in (first, again)]
    assert booked == (expected if one.is_user else [])
    assert Match.objects.count() == 2


class Private:
    """A table by link only with two people, looked for by somebody else on every page."""

    def __init__(self) -> None:
        self.mila, self.jonas, self.nosy = user("Mila"), user("Jonas"), user("Nase")
        self.table = table_of(self.mila, self.jonas, public=False)

    def listed(self) -> list[str]:
        """Pages that tell a stranger or a visitor of it."""
        codes = re.compile("|".join([self.table.code, *Match.objects.values_list("code", flat=True)]))
        paths = ["/", "/?alle=1", "/start/tische/", "/start/tische/?alle=1", "/spiele/", "/spiele/elements/"]
        paths += ["/bestenliste/", "/bestenliste/?spiel=elements", "/konto/", "/konto/partien/", "/konto/daten/"]
        paths += [f"/konto/profil/{one.code}/" for one in (self.mila, self.jonas)]
        clients = {"stranger": browser(self.nosy), "visitor": Client()}
        return [
            f"{who} {path}"
            for who, client in clients.items()
            for path in paths
            if codes.search(
                client.get(path, headers={"HX-Request": "true"} if "tische" in path else None).content.decode()
            )
        ]


def test_a_private_table_is_private_before_during_and_after() -> None:
    """Case 24: no page lists it, no number leads to it; the link does."""
    here = Private()
    table, link = here.table, f"/tische/{here.table.code}/"
    assert here.listed() == []
    assert browser(here.nosy).get(link).status_code == 200
    say_ready(table, here.jonas)
    match = tables.table_start(code=table.code, player=here.mila)
    assert here.listed() == []
    assert browser(here.nosy).get(link).status_code == 200
    Play(match).out()
    assert here.listed() == []
    for number in (table.pk, match.pk, 1):
        for path in (f"/tische/{number}/", f"/tische/{number}/raum/", f"/partien/{number}/"):
            assert browser(here.nosy).get(path, follow=True).status_code == 404
    assert browser(here.nosy).get(f"/partien/{match.code}/").status_code == 404
    assert Client().get(f"/partien/{match.code}/").status_code == 404
    assert browser(here.jonas).get(f"/partien/{match.code}/").status_code == 200


def test_a_public_one_is_listed() -> None:
    """Else the search above would find nothing anyway."""
    here = Private()
    Table.objects.update(public=True)
    assert {"stranger /", "visitor /", "stranger /start/tische/"} <= set(here.listed())


def test_who_was_put_out_has_no_use_of_the_link() -> None:
    """Case 24: neither page nor room nor seat nor socket."""
    here = Private()
    code, link = here.table.code, f"/tische/{here.table.code}/"
    seats.seat_free(code=code, by=here.mila, index=1, player_code=here.jonas.code)
    out = browser(here.jonas)
    page = out.get(link)
    assert page.status_code == 403
    assert "Mila" not in re.sub(r"<header.*?</header>", "", page.content.decode(), flags=re.DOTALL)
    assert "raum" not in out.get(f"{link}raum/").content.decode()
    assert out.post(f"{link}setzen/").status_code == 403
    gate = selectors_live.gate(code, here.jonas.pk)
    assert gate is not None
    assert not gate.allowed
