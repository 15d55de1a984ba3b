"""Speedgourmet at the portal: tables, computers, points, stakes, leaving."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts import ledger
from accounts.models import Player
from accounts.services import user_register
from games import registry
from games.gourmet.game import game
from games.gourmet.state import State
from leaderboard.models import Result
from tables.host import api
from tables.host.answers import Ack
from tables.host.live import live_load
from tables.journal import Entry
from tables.models import Match, Record, Snapshot, Table
from tables.services import quick, seats, tables
from tables.services.choices import TableChoice, choice_default, choice_of, choice_terms
from tables.services.finish import Ending, match_finish
from tests.games.gourmet.table import card
from tests.tables.host.support import submit

pytestmark = pytest.mark.django_db
INFO = registry.get("gourmet").info


def user(name: str) -> Player:
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def choice(**changes: Any) -> TableChoice:
    return dataclasses.replace(choice_default(INFO), **changes)


def begun(*people: Player, **changes: Any) -> Match:
    """A match that these people have started."""
    table = tables.table_open(player=people[0], game="gourmet", choice=choice(**changes))
    for player in people[1:]:
        seats.seat_take(code=table.code, player=player)
    terms = choice_terms(choice_of(Table.objects.get(pk=table.pk)))
    for player in people:
        seats.seat_ready(code=table.code, player=player, ready=True, terms=terms)
    return tables.table_start(code=table.code, player=people[0])


def state_of(match: Match) -> State:
    live = live_load(match.pk)
    assert live is not None and isinstance(live.state, State)
    return live.state


def seat_of(match: Match, player: Player) -> int:
    return int(match.seats.get(player=player).index)


def ended(match: Match, sums: Sequence[int]) -> Match:
    """The match at its end with these sums by seat, all of them in orange."""
    match.refresh_from_db()
    state = state_of(match)
    for seat, points_ in zip(state.seats, sums, strict=True):
        seat.card, seat.shown, seat.asked = card("haus", orange=[points_]), None, False
    state.phase = "over"
    entry = Entry(match.pk, match.version, Record.Kind.WAKE, 3_600_000, None, None, "", None, None, None)
    outcome = game.outcome(state)
    assert outcome is not None and outcome.scores == tuple(sums)
    ending = Ending(entry, game.encode_state(state), msgspec.msgpack.encode((0, [])), outcome)
    assert match_finish(ending=ending)
    return Match.objects.get(pk=match.pk)


def by_seat(match: Match, sums: dict[Player, int], computers: int = 0) -> list[int]:
    found = [computers] * match.seats.count()
    for player, points_ in sums.items():
        found[seat_of(match, player)] = points_
    return found


def points(match: Match, player: Player) -> int | None:
    """What is booked in the best list, in tenths."""
    row = Result.objects.filter(match_code=match.code, player_id=player.pk).first()
    return None if row is None else int(row.points_tenths)


def play_on(match: Match, steps: int, seed: int = 1) -> None:
    """Random legal actions through the host, for whoever is asked."""
    rng = random.Random(seed)
    for _ in range(steps):
        live = live_load(match.pk)
        assert live is not None
        if live.over:
            return
        pending = rng.choice(live.game.to_act(live.state))
        action = rng.choice(live.game.actions(live.state, pending.seat))
        assert isinstance(submit(match.pk, pending.seat, pending.decision, f"play-{live.version:06d}", action), Ack)


# --- tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize("menu", ["haus", "chef"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_alone_against_one_to_three_computers_on_either_menu(menu: str, count: int) -> None:
    """G-001, G-002, G-115: of any strength, without a clock."""
    mila = user("Mila")
    wanted = choice(options={"menu": menu}, fill_level="hard", seats_count=count, clock_s=60)
    match = Match.objects.get(table=quick.quick_start(player=mila, game="gourmet", choice=wanted))
    assert match.solo and sorted(seat.bot for seat in match.seats.all()) == ["", *["hard"] * (count - 1)]
    state = state_of(match)
    assert state.menu == menu and state.rounds == {2: 6, 3: 5, 4: 4}[count]
    assert all(seat.clock.step_ms is None for seat in state.seats) and game.wake_at(state) is None


@pytest.mark.parametrize("count", [2, 3, 4])
def test_with_others(count: int) -> None:
    """G-001, G-112: with the table's thinking time."""
    match = begun(*[user(name) for name in ("Mila", "Jonas", "Ayla", "Ben")[:count]], seats_count=count, clock_s=90)
    state = state_of(match)
    assert len(state.seats) == count and not match.solo
    assert {seat.clock.step_ms for seat in state.seats} == {90_000}


def test_thinking_times_and_menus_of_the_form(client: Client) -> None:
    """G-002, G-112: 2 minutes and the Hausmenü if nobody chooses."""
    account = user("Mila").user
    assert account is not None
    client.force_login(account)
    html = client.get("/spiele/gourmet/tisch/").content.decode()
    for word in ("Hausmenü", "Chefmenü", "30 s", "60 s", "90 s", "2 Min.", "ohne Uhr"):
        assert word in html
    assert (choice_default(INFO).clock_s, choice_default(INFO).options) == (120, {"menu": "haus"})


def test_a_match_through_the_host_comes_to_its_end() -> None:
    """G-005, G-120: places, scores and points are written for every person."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, seats_count=2, options={"menu": "chef"})
    play_on(match, 5_000)
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    outcome = game.outcome(state_of(match))
    assert outcome is not None
    for player in (mila, jonas):
        seat = match.seats.get(player=player)
        assert (seat.place, seat.score) == (outcome.places[seat.index], outcome.scores[seat.index])
        assert points(match, player) == outcome.points_tenths[seat.index]


# --- points --------------------------------------------------------------------------------------


def test_everybody_gets_the_points_and_a_bonus_for_the_place() -> None:
    """G-120: 30, 15, 5; the fourth nothing."""
    people = [user(name) for name in ("Mila", "Jonas", "Ayla", "Ben")]
    match = begun(*people, seats_count=4)
    match = ended(match, by_seat(match, dict(zip(people, (180, 150, 120, 90), strict=True))))
    assert [points(match, player) for player in people] == [2100, 1650, 1250, 900]


def test_places_count_computers() -> None:
    """G-124: a person behind a computer is second."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, seats_count=3, fill_level="normal")
    assert match.seats.count() == 3
    match = ended(match, by_seat(match, {mila: 150, jonas: 100}, computers=170))
    assert [points(match, player) for player in (mila, jonas)] == [1650, 1050]


def test_a_full_tie_shares_place_and_bonus() -> None:
    """G-124: two first places, no second."""
    people = [user(name) for name in ("Mila", "Jonas", "Ayla")]
    match = begun(*people, seats_count=3)
    match = ended(match, by_seat(match, dict(zip(people, (150, 150, 100), strict=True))))
    assert [points(match, player) for player in people] == [1800, 1800, 1050]


def test_alone_the_points_count_too() -> None:
    """G-120: „jeder Mensch“, also alone against computers."""
    mila = user("Mila")
    match = Match.objects.get(table=quick.quick_start(player=mila, game="gourmet", choice=choice(seats_count=2)))
    match = ended(match, by_seat(match, {mila: 120}, computers=100))
    assert points(match, mila) == 1500


# --- leaving, stakes -----------------------------------------------------------------------------


def test_who_leaves_others_early_loses_ten_points_and_the_stake() -> None:
    """G-122: the computer plays on; the pot is for those who stayed."""
    mila, jonas, ayla = user("Mila"), user("Jonas"), user("Ayla")
    match = begun(mila, jonas, ayla, seats_count=3, stake=50)
    play_on(match, 40)
    api.leave(match, jonas)
    assert match.seats.get(player=jonas).bot
    assert state_of(match).seats[seat_of(match, jonas)].level is not None
    match = ended(match, by_seat(match, {mila: 100, jonas: 200, ayla: 90}))
    assert points(match, jonas) == -100
    assert [points(match, player) for player in (mila, ayla)] == [1000 + 150, 900 + 50]
    assert [ledger.balance(player) for player in (mila, jonas, ayla)] == [1_100, 950, 950]


def test_the_pot_goes_to_the_best_placed_person() -> None:
    """G-123: also when a computer has more."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, seats_count=3, fill_level="normal", stake=100)
    assert match.seats.count() == 3
    assert [ledger.balance(player) for player in (mila, jonas)] == [900, 900]
    ended(match, by_seat(match, {mila: 90, jonas: 110}, computers=300))
    assert [ledger.balance(player) for player in (mila, jonas)] == [900, 1_100]


def test_tied_best_people_split_the_pot() -> None:
    """G-124: in equal parts."""
    people = [user(name) for name in ("Mila", "Jonas", "Ayla")]
    match = begun(*people, seats_count=3, stake=40)
    ended(match, by_seat(match, dict(zip(people, (150, 150, 100), strict=True))))
    assert [ledger.balance(player) for player in people] == [1_020, 1_020, 960]


def test_a_tie_in_points_is_decided_before_the_pot_is() -> None:
    """G-121, G-123: the highest single area takes it all."""
    mila, jonas = user("Mila"), user("Jonas")
    match = begun(mila, jonas, seats_count=2, stake=40)
    state = state_of(match)
    first, second = seat_of(match, mila), seat_of(match, jonas)
    state.seats[first].card = card("haus", orange=[6], lila=[6])
    state.seats[second].card = card("haus", orange=[7], lila=[5])
    for seat in state.seats:
        seat.asked = False
    state.phase = "over"
    outcome = game.outcome(state)
    assert outcome is not None
    entry = Entry(match.pk, match.version, Record.Kind.WAKE, 3_600_000, None, None, "", None, None, None)
    assert match_finish(ending=Ending(entry, game.encode_state(state), msgspec.msgpack.encode((0, [])), outcome))
    assert [ledger.balance(player) for player in (mila, jonas)] == [960, 1_040]
    assert Snapshot.objects.filter(match=match).exists()
