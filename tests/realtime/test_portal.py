"""The same against the real portal: two ASGI processes, workers, and all of them killed."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from tests.support.client import Caller
from tests.support.live import Portal
from tests.support.portals import any_portal

pytestmark = [pytest.mark.live, pytest.mark.faults]
WITHIN_S = 10.0
PRESENCE, PAUSE = 2, 3


@pytest.fixture(scope="module")
def portal() -> Iterator[Portal]:
    found = {"DJANGO_SETTINGS_MODULE": "tests.realtime.settings", "TRUSTED_PROXIES": "1", "SOCKETS_PER_PLAYER": "12"}
    with any_portal("--processes", "2", env=found) as running:
        yield running


@pytest.fixture(scope="module")
def people(portal: Portal) -> list[Caller]:
    return [Caller(portal).be_guest() for _guest in range(2)]


def soon(holds: Callable[[], bool], seconds: float, what: str) -> float:
    """Seconds until it holds."""
    began = time.monotonic()
    while not holds():
        assert time.monotonic() - began < seconds, f"not after {seconds} s: {what}"
        time.sleep(0.03)
    return time.monotonic() - began


def told(portal: Portal, path: str) -> list[str]:
    """„0 offline“, „1 back“ … and „pause“, in order."""
    rows = portal.query(
        "SELECT r.kind, r.seat, r.payload FROM tables_record r JOIN tables_match m ON m.id = r.match_id"
        f" JOIN tables_table t ON t.id = m.table_id WHERE t.code = '{path.split('/')[2]}'"
        f" AND r.kind IN ({PRESENCE}, {PAUSE}) ORDER BY r.version"
    )
    words = [re.search(rb'"change":"(\w+)"', bytes(payload)) for _kind, _seat, payload in rows]
    return [
        f"{seat} {word.group(1).decode()}" if word else "pause"
        for (_k, seat, _p), word in zip(rows, words, strict=True)
    ]


def row(portal: Portal, path: str) -> tuple[int, int | None, str]:
    """Version, since when it stands, status."""
    (version, paused, status), *_none = portal.query(
        "SELECT m.version, m.paused_at_ms, m.status FROM tables_match m JOIN tables_table t ON t.id = m.table_id"
        f" WHERE t.code = '{path.split('/')[2]}'"
    )
    return version, paused, status


def seat_of(portal: Portal, path: str, caller: Caller) -> int:
    (found,), *_none = portal.query(
        'SELECT s."index" FROM tables_matchseat s JOIN tables_match m ON m.id = s.match_id JOIN tables_table t'
        f" ON t.id = m.table_id JOIN accounts_player p ON p.id = s.player_id WHERE t.code = '{path.split('/')[2]}'"
        f" AND p.name = '{caller.name}'"
    )
    return int(found)


def alone(caller: Caller) -> str:
    caller.ask("/spiele/race/")
    _status, text, path = caller.ask("/spiele/race/schnell/", {"pick": ""})
    assert path.startswith("/tische/"), text
    return path


def together(first: Caller, second: Caller) -> str:
    fields = {
        "option-laps": "60",
        "clock_s": "0",
        "seats_count": "2",
        "fill_level": "",
        "fast_bots": "1",
        "public": "1",
    }
    first.ask("/spiele/race/tisch/")
    _status, text, path = first.ask("/spiele/race/tisch/", {**fields, "pick": "rot"})
    assert path.startswith("/tische/"), text
    second.sit(path)
    for caller in (first, second):
        caller.ready(path)
    first.start(path)
    return path


def line(caller: Caller, path: str) -> ClientConnection:
    """A socket, as often as it takes."""
    until = time.monotonic() + 20
    while True:
        try:
            return caller.socket(path, open_timeout=5)
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def hang_up(*lines: ClientConnection) -> None:
    for one in lines:
        with contextlib.suppress(ConnectionClosed, OSError):
            one.close()


def test_sockets_of_both_processes_count_and_the_last_one_decides(portal: Portal, people: list[Caller]) -> None:
    anton, berta = people
    path = together(anton, berta)
    seat = seat_of(portal, path, anton)
    other = line(berta, path)
    lines = [line(anton, path) for _tab in range(8)]  # on either process, by chance
    soon(lambda: told(portal, path)[-1:] != [f"{seat} offline"], 5, "all are here")
    before = told(portal, path)
    for one in lines[:-1]:
        one.close()
    time.sleep(2.6)
    assert told(portal, path) == before
    lines[-1].close()
    took = soon(lambda: told(portal, path) == [*before, f"{seat} offline"], 6, "offline")
    assert 1.9 <= took <= 3.5
    back = line(anton, path)
    soon(lambda: told(portal, path) == [*before, f"{seat} offline", f"{seat} back"], 1.5, "back")
    hang_up(back, other)


def test_who_does_not_come_back_to_killed_processes_is_away(portal: Portal, people: list[Caller]) -> None:
    anton, berta = people
    path = together(anton, berta)
    seats = {caller.name: seat_of(portal, path, caller) for caller in people}
    lines = [line(anton, path), line(berta, path)]
    time.sleep(0.5)
    portal.kill("asgi")
    hang_up(*lines)
    back = line(berta, path)
    soon(lambda: f"{seats[anton.name]} offline" in told(portal, path), WITHIN_S, "Anton is away")
    assert told(portal, path).count(f"{seats[berta.name]} offline") == told(portal, path).count(
        f"{seats[berta.name]} back"
    )
    portal.wait_healthy(40)
    hang_up(back)


def test_a_match_that_stands_stands_over_the_death_of_everything_and_goes_on(
    portal: Portal, people: list[Caller]
) -> None:
    anton = people[0]
    path = alone(anton)
    one = line(anton, path)
    soon(lambda: row(portal, path)[0] >= 3, 10, "it runs")
    one.close()
    soon(lambda: row(portal, path)[1] is not None, 4, "it stands")
    stood = row(portal, path)
    for victim in ("asgi", "clock", "bots", "beat"):
        portal.kill(victim)
    portal.wait_healthy(40)
    time.sleep(2.5)
    assert row(portal, path) == stood, "nothing moves, nothing spins"
    again = line(anton, path)
    soon(lambda: row(portal, path)[1] is None, WITHIN_S, "it goes on")
    soon(lambda: row(portal, path)[0] >= stood[0] + 5, 10, "time runs")
    words = told(portal, path)
    assert [word.split()[-1] for word in words[-4:]] == ["offline", "pause", "pause", "back"]
    hang_up(again)


def test_whose_process_is_killed_finds_the_match_standing_soon_after(portal: Portal, people: list[Caller]) -> None:
    """Nobody is left who would look in time: the sweep of a worker does."""
    anton = people[0]
    path = alone(anton)
    one = line(anton, path)
    soon(lambda: row(portal, path)[0] >= 3, 10, "it runs")
    portal.kill("asgi")
    hang_up(one)
    portal.wait_healthy(40)
    soon(lambda: row(portal, path)[1] is not None, WITHIN_S, "it stands")
    again = line(anton, path)
    soon(lambda: row(portal, path)[1] is None, 2, "it goes on")
    hang_up(again)


def test_a_match_that_nobody_ever_came_to_stands(portal: Portal, people: list[Caller]) -> None:
    path = alone(people[1])
    soon(lambda: row(portal, path)[1] is not None, 6, "it stands")


def test_nothing_went_wrong_unseen(portal: Portal) -> None:
    assert portal.tracebacks() == []
