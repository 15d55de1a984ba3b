"""Speed-E.L.U.M. at the portal: tables, seats, points, stakes, leaving, rematches."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.db import transaction
from django.test import Client

from accounts import ledger
from accounts.models import Player
from accounts.services import guest_create, user_register
from games import registry
from games.elum.game import game
from games.elum.state import Over, State
from games.kernel.contract import Presence
from leaderboard.models import Result
from tables.host.api import page
from tables.journal import Entry
from tables.models import Match, Record, Snapshot, Table
from tables.services import quick, rematch, seats, tables
from tables.services.choices import TableChoice, choice_default, choice_of, choice_terms
from tables.services.finish import Ending, match_finish
from tables.services.matches import Holder, match_create
from tables.services.picks import seat_pick
from tables.services.refusals import TableRefused

pytestmark = pytest.mark.django_db
INFO = registry.get("elum").info
LONG_MS = 3_600_000


def user(name: str) -> Player:
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def choice(**changes: Any) -> TableChoice:
    return dataclasses.replace(choice_default(INFO), **changes)


def begun(*people: Player, **changes: Any) -> Match:
    """A match that these people have started."""
    table = tables.table_open(player=people[0], game="elum", choice=choice(**changes))
    for player in people[1:]:
        seats.seat_take(code=table.code, player=player)
    terms = choice_terms(choice_of(Table.objects.get(pk=table.pk)))
    for player in people:
        seats.seat_ready(code=table.code, player=player, ready=True, terms=terms)
    return tables.table_start(code=table.code, player=people[0])


def state_of(match: Match) -> State:
    return game.decode_state(bytes(Snapshot.objects.get(match=match, version=0).state))


def ended(match: Match, worth: Sequence[int], *, at: int = LONG_MS, left: Sequence[int] = ()) -> Match:
    """The match with these sums by seat at its end; ``left``: seats whose people have gone."""
    state = state_of(match)
    for seat in left:
        game.presence(state, seat, Presence("bot", "normal"), 1_000)
        match.seats.filter(index=seat).update(left=True, bot="normal", points_tenths=-100)
    state.phase = Over(at, [(money, 0, 0, money) for money in worth])
    entry = Entry(match.pk, 0, Record.Kind.WAKE, at, None, None, "", None, None, None)
    events = msgspec.msgpack.encode((0, []))
    assert match_finish(ending=Ending(entry, game.encode_state(state), events, game.standing(state)))
    return Match.objects.get(pk=match.pk)


def seat_of(match: Match, player: Player) -> int:
    return int(match.seats.get(player=player).index)


def sums(match: Match, *order: Player) -> list[int]:
    """Worth by seat: these people best first, computers poor."""
    found = [100] * match.seats.count()
    for place, player in enumerate(order):
        found[seat_of(match, player)] = 5_000 - place * 1_000
    return found


def points(match: Match, player: Player) -> int | None:
    """What is booked in the best list, in tenths."""
    row = Result.objects.filter(match_code=match.code, player_id=player.pk).first()
    return None if row is None else int(row.points_tenths)


# --- the table -----------------------------------------------------------------------------------


def test_free_places_are_taken_by_robotron() -> None:
    """E-004: two people at a table of four; the computer takes the others' places."""
    match = begun(user("Mila"), user("Jonas"))
    assert sorted(seat.bot for seat in match.seats.all()) == ["", "", "normal", "normal"]
    assert [settler.people for settler in state_of(match).settlers].count("robotron") == 2


def test_the_opener_sets_everything_and_each_has_a_default(client: Client) -> None:
    """E-005: „Runden“, „Stufe“, „Einsatz“, „Tempo“ and the strength of the „Robotron“ (E-128: „Veredelung“ is on)."""
    account = user("Mila").user
    assert account is not None
    client.force_login(account)
    html = client.get("/spiele/elum/tisch/").content.decode()
    for word in ("Runden", "Stufe", "Einsatz", "Tempo", "Robotron leicht", "Robotron stark", "Veredelung", "Volk"):
        assert word in html
    assert choice_default(INFO).options == {
        "rounds": "12",
        "level": "standard",
        "tempo": "normal",
        "refinement": "true",
    }
    assert (choice_default(INFO).fill_level, choice_default(INFO).stake, choice_default(INFO).seats_count) == (
        "normal",
        0,
        4,
    )


def test_a_quick_match_is_alone_against_three_robotron_with_the_settings_of_the_table() -> None:
    """E-024, E-025, E-026: at once, alone, as chosen in the form, without a stake."""
    mila = user("Mila")
    wanted = choice(
        options={"rounds": "6", "level": "turnier", "tempo": "schnell", "refinement": "false"},
        fill_level="hard",
        stake=50,
        seats_count=2,
    )
    table = quick.quick_start(player=mila, game="elum", pick="krabbler", choice=wanted)
    match = Match.objects.get(table=table)
    assert match.status == Match.Status.RUNNING and match.solo and match.stake == 0
    assert sorted(seat.bot for seat in match.seats.all()) == ["", "hard", "hard", "hard"]
    assert match.options == wanted.options
    assert state_of(match).settlers[seat_of(match, mila)].people == "krabbler"


def test_running_tables_can_be_watched_and_show_what_is_public() -> None:
    """E-027: what an assay found is not in the page of who watches."""
    mila, ben = user("Mila"), user("Ben")
    turnier = {"rounds": "12", "level": "turnier", "tempo": "normal", "refinement": "true"}
    match = begun(mila, user("Jonas"), options=turnier)
    state, seat = state_of(match), seat_of(match, mila)
    plot = next(p for p, it in state.plots.items() if it.kind == "plain" and it.deposit)
    state.plots[plot].known.append(seat)
    Snapshot.objects.filter(match=match, version=0).update(state=game.encode_state(state))
    own, watched = page(match, mila).fragments["infos"], page(match, ben).fragments["infos"]
    assert own.count("#good-crystal") == 1 and "#good-crystal" not in watched


# --- points --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "tenths"), [(2, [100, -100]), (3, [100, 0, -100]), (4, [100, 50, -50, -100])])
def test_points_by_place_among_the_humans(count: int, tenths: list[int]) -> None:
    """E-211, E-212: by the places among the people; E-217: there is no other rating."""
    people = [user(name) for name in ("Mila", "Jonas", "Ayla", "Ben")[:count]]
    match = begun(*people)
    match = ended(match, sums(match, *people))
    assert [points(match, player) for player in people] == tenths
    assert {field.name for field in Result._meta.get_fields()} & {"elo", "rating"} == set()


def test_equal_worth_shares_the_points() -> None:
    """E-216: two of two level: 0 each."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas)
    match = ended(match, [3_000] * 4)
    assert [points(match, player) for player in (mila, jonas)] == [0, 0]


def test_who_leaves_loses_ten_and_who_stays_alone_wins_ten() -> None:
    """E-213, E-221, E-222: the computer takes the seat, −10 for who went, +10 for the only one left."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas)
    match = ended(match, sums(match, jonas, mila), left=[seat_of(match, jonas)])
    assert (points(match, mila), points(match, jonas)) == (100, -100)
    assert match.seats.get(player=jonas).bot == "normal"


def test_alone_against_robotron_there_are_no_points() -> None:
    """E-214."""
    mila = user("Mila")
    match = Match.objects.get(table=quick.quick_start(player=mila, game="elum"))
    match = ended(match, sums(match, mila))
    assert points(match, mila) == 0


def test_a_match_under_two_minutes_does_not_count() -> None:
    """E-223, A-50: no points for anybody, nothing lost by leaving, stakes back."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, stake=50)
    assert ledger.balance(mila) == 950
    match = ended(match, sums(match, mila, jonas), at=119_999, left=[seat_of(match, jonas)])
    assert (points(match, mila), points(match, jonas)) == (None, None)
    assert (ledger.balance(mila), ledger.balance(jonas)) == (1_000, 1_000)


# --- stakes --------------------------------------------------------------------------------------


def test_the_pot_goes_to_the_best_human() -> None:
    """E-218, E-219: also when a Robotron is richer."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, stake=100)
    worth = sums(match, jonas, mila)
    worth[next(seat.index for seat in match.seats.all() if seat.bot)] = 90_000
    ended(match, worth)
    assert (ledger.balance(mila), ledger.balance(jonas)) == (900, 1_100)


def test_equals_at_the_top_share_the_pot() -> None:
    """E-219: in equal parts, an odd Taler to the better seat (A-37)."""
    mila, jonas, ayla = user("Mila"), user("Jonas"), user("Ayla")
    match = begun(mila, jonas, ayla, stake=25)
    worth = sums(match, mila, jonas, ayla)
    worth[seat_of(match, jonas)] = worth[seat_of(match, mila)]
    ended(match, worth)
    first, second = sorted((mila, jonas), key=lambda player: seat_of(match, player))
    assert (ledger.balance(first), ledger.balance(second), ledger.balance(ayla)) == (1_013, 1_012, 975)


def test_who_plays_alone_for_a_stake_gets_it_back() -> None:
    """E-220: the portal begins no such match; if there is one, its only human has the stake back."""
    mila = user("Mila")
    with pytest.raises(TableRefused):
        begun(mila, stake=40)
    assert ledger.balance(mila) == 1_000
    table = Table.objects.create(
        game="elum", opener=mila, seats_count=2, stake=40, status=Table.Status.PLAYING, options=choice().options
    )
    match = match_create(table=table, holders=[Holder(mila), Holder(None, "normal")])
    with transaction.atomic():
        ledger.stakes_hold(match_code=match.code, players=[mila], amount=40)
    assert ledger.balance(mila) == 960
    ended(match, [1, 1])
    assert ledger.balance(mila) == 1_000


def test_guests_play_along_without_a_stake_only() -> None:
    """E-224."""
    mila, gast = user("Mila"), guest_create(name="Gast1")
    free = tables.table_open(player=mila, game="elum", choice=choice())
    seats.seat_take(code=free.code, player=gast)
    dear = tables.table_open(player=user("Ben"), game="elum", choice=choice(stake=10))
    with pytest.raises(TableRefused):
        seats.seat_take(code=dear.code, player=gast)


# --- once more -----------------------------------------------------------------------------------


def test_playing_alone_again_begins_at_once_with_the_same_settings_and_people() -> None:
    """E-225, E-227: „Nochmal spielen“ keeps the people."""
    mila = user("Mila")
    table = quick.quick_start(player=mila, game="elum", pick="langbein")
    match = Match.objects.get(table=table)
    ended(match, sums(match, mila))
    again = Match.objects.get(table=rematch.rematch_again(code=table.code, player=mila))
    assert again.status == Match.Status.RUNNING and again.options == match.options
    assert state_of(again).settlers[seat_of(again, mila)].people == "langbein"


def test_a_revanche_is_a_new_table_to_which_the_others_are_asked_and_keeps_the_peoples() -> None:
    """E-226, E-227."""
    mila, jonas = user("Mila"), user("Jonas")
    table = tables.table_open(player=mila, game="elum", choice=choice(), pick="kugler")
    seats.seat_take(code=table.code, player=jonas)
    seat_pick(code=table.code, player=jonas, pick="stampfer")
    terms = choice_terms(choice_of(Table.objects.get(pk=table.pk)))
    for player in (mila, jonas):
        seats.seat_ready(code=table.code, player=player, ready=True, terms=terms)
    match = tables.table_start(code=table.code, player=mila)
    ended(match, sums(match, mila, jonas))
    new = rematch.rematch_open(code=table.code, player=jonas)
    assert new.status == Table.Status.OPEN and new.rematch_of_id == table.pk
    picks = {seat.player: seat.pick for seat in new.seats.all() if seat.player is not None}
    assert picks == {mila: "kugler", jonas: "stampfer"}
