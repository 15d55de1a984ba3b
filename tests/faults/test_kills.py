"""kill -9 of any process in the middle of play: nothing acknowledged is lost, play goes on within ten seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support import live
from tests.support.client import Caller, Seat, flood, match_of, play
from tests.support.live import Portal

WITHIN_S = 10.0


def records(portal: Portal, path: str) -> list[tuple[int, str, int | None]]:
    """(version, client id, seat) of the match at the table, in order."""
    code = path.split("/")[2]
    found = portal.query(
        "SELECT r.version, r.client_id, r.seat FROM tables_record r JOIN tables_match m ON m.id = r.match_id "
        f"JOIN tables_table t ON t.id = m.table_id WHERE t.code = '{code}' ORDER BY r.version"
    )
    return [(version, client_id, seat) for version, client_id, seat in found]


def computers_moved(portal: Portal, seats: list[Seat]) -> int:
    """Records of actions that no person sent."""
    mine = {client_id for seat in seats for client_id in seat.acked}
    return sum(1 for _, client_id, seat in records(portal, seats[0].path) if seat is not None and client_id not in mine)


def acked(seats: list[Seat]) -> int:
    return sum(len(seat.acked) for seat in seats)


def assert_nothing_lost(portal: Portal, seats: list[Seat]) -> None:
    """Each acknowledged action is in the journal exactly once, and versions have no gap."""
    rows = records(portal, seats[0].path)
    stored = [client_id for _, client_id, _ in rows if client_id]
    assert len(stored) == len(set(stored))
    for seat in seats:
        assert set(seat.acked) <= set(stored)
    assert [version for version, _, _ in rows] == list(range(1, len(rows) + 1))


@pytest.fixture
def seats(portal: Portal) -> Iterator[list[Seat]]:
    """Two people and two fast computers, some moves into a match."""
    found = match_of(portal, people=2, seats_count="4", fill_level="easy")
    play(found, lambda: acked(found) >= 4 and computers_moved(portal, found) >= 4, 60)
    yield found
    for seat in found:
        if seat.line is not None:
            seat.line.close()


@pytest.mark.parametrize("victim", ["asgi", "clock", "bots", "beat"])
def test_play_goes_on_after_a_kill(portal: Portal, seats: list[Seat], victim: str) -> None:
    before = acked(seats), computers_moved(portal, seats)
    portal.kill(victim)
    killed_at = time.monotonic()
    play(
        seats,
        lambda: acked(seats) >= before[0] + 3 and computers_moved(portal, seats) >= before[1] + 2,
        WITHIN_S,
    )
    assert time.monotonic() - killed_at < WITHIN_S
    play(seats, lambda: acked(seats) >= before[0] + 8, 60)
    assert_nothing_lost(portal, seats)
    portal.wait_healthy(40)


def test_play_goes_on_after_all_were_killed_at_once(portal: Portal, seats: list[Seat]) -> None:
    before = acked(seats), computers_moved(portal, seats)
    for victim in ("asgi", "clock", "bots", "beat"):
        portal.kill(victim)
    play(
        seats,
        lambda: acked(seats) >= before[0] + 3 and computers_moved(portal, seats) >= before[1] + 2,
        WITHIN_S,
    )
    assert_nothing_lost(portal, seats)


def back(seat: Seat) -> Seat:
    """The seat's line is made anew, and brings the whole view."""
    seat.connect(30)
    seat.hear_whole()
    return seat


def test_thirty_players_behind_one_address_are_back_at_once(portal: Portal) -> None:
    """A protection that counts by address would shut innocent people out; a flood costs only its own line, and ends."""
    crowd = match_of(portal, people=2)
    crowd += [Seat(Caller(portal).be_guest(), crowd[0].path) for _ in range(28)]
    for seat in crowd:
        seat.caller.address = "203.0.113.77"
    with ThreadPoolExecutor(len(crowd)) as hands:
        list(hands.map(back, crowd))
        portal.kill("asgi")
        killed_at = time.monotonic()
        list(hands.map(back, crowd))
        assert time.monotonic() - killed_at < 30
    flooding, neighbour = crowd[-1], crowd[-2]
    assert flooding.line is not None
    assert flood(flooding.line) == 1008
    neighbour.hear_all()
    back(flooding)
    for seat in crowd:
        if seat.line is not None:
            seat.line.close()
    portal.wait_healthy(40)


def test_play_goes_on_after_the_redis_compatible_server_was_killed() -> None:
    with live.portal() as portal:
        portal.wait_healthy(60)
        seats = match_of(portal, people=2, seats_count="4", fill_level="easy")
        play(seats, lambda: acked(seats) >= 4 and computers_moved(portal, seats) >= 4, 60)
        before = acked(seats), computers_moved(portal, seats)
        portal.kill("valkey")
        play(
            seats,
            lambda: acked(seats) >= before[0] + 3 and computers_moved(portal, seats) >= before[1] + 2,
            WITHIN_S,
        )
        assert_nothing_lost(portal, seats)
        portal.wait_healthy(40)


def test_a_match_goes_on_after_the_whole_server_was_stopped(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Ctrl-C in the middle, started again on the same data: same match, nothing lost."""
    data = tmp_path_factory.mktemp("var")
    with live.portal(data=data) as portal:
        seats = match_of(portal, people=2)
        play(seats, lambda: acked(seats) >= 6, 60)
        port = portal.port
    with live.portal(data=data, port=port) as portal:
        before = acked(seats)
        for seat in seats:
            seat.line = None
        play(seats, lambda: acked(seats) >= before + 4, 30)
        assert_nothing_lost(portal, seats)
