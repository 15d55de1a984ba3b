"""A held button in real time: twelve actions a second for minutes, each once, and a flood that is one still."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tables import bounds
from tables.host import recent, runtime
from tables.host.answers import Ack
from tables.host.judge import Host
from tables.models import MatchTime, Record
from tests.realtime.race import Drive, Honk
from tests.realtime.support import race
from tests.realtime.test_lines import _begun, server
from tests.tables.host import support
from tests.tables.host.support import accepted, guest, submit
from tests.tables.host.test_sockets import Client

__all__ = ["server"]
PER_S = 12
MINUTES = 4


def _second(bucket: bounds.Bucket, clock: list[float], messages: int) -> bool:
    """Whether all of a second's messages are within bounds, evenly spread."""
    taken = True
    for _message in range(messages):
        clock[0] += 1 / messages
        taken = bucket.take() and taken
    return taken


def _acting(clock: list[float], *, quick: float, monkeypatch: pytest.MonkeyPatch) -> bounds.Bucket:
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    bucket = bounds.messages()
    bucket.refill_with(quick)
    return bucket


def test_a_held_button_is_within_bounds_for_minutes_and_not_much_more(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    quick = settings.SOCKET_REALTIME_PER_S
    clock = [1000.0]
    held = _acting(clock, quick=quick, monkeypatch=monkeypatch)
    assert all(_second(held, clock, PER_S + 1) for _second_of in range(60 * MINUTES)), "with the beats"
    wild = _acting(clock, quick=quick, monkeypatch=monkeypatch)
    assert not all(_second(wild, clock, 40) for _second_of in range(5))
    usual = _acting(clock, quick=settings.SOCKET_ACTIONS_PER_S, monkeypatch=monkeypatch)
    assert not all(_second(usual, clock, PER_S + 4) for _second_of in range(30)), "in games of turns as ever"


@pytest.mark.django_db
def test_only_matches_in_real_time_are_quick(settings: Any) -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 10**9})
    quick, slow = race(guest("Anton")), support.match(guest("Berta"), "easy")
    assert bounds.actions_per_s(support.live(quick.pk)) == settings.SOCKET_REALTIME_PER_S
    assert bounds.actions_per_s(support.live(slow.pk)) == settings.SOCKET_ACTIONS_PER_S
    assert bounds.actions_per_s(None) == settings.SOCKET_ACTIONS_PER_S


@pytest.mark.django_db(transaction=True)
async def test_one_decision_stays_open_for_many_actions_over_a_socket(server: runtime.Runtime, settings: Any) -> None:
    """More than a burst, faster than a game of turns may: all taken, all for the same decision."""
    settings.SOCKET_ACTIONS_BURST = 4
    match, path, _people, (first, second) = await sync_to_async(_begun)("Anton", "Berta")
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    assert 'data-decision="1"' in await anton.html('data-full="1"')
    for number in range(4 * PER_S):
        action = {"type": "drive", "to": number % 9}
        await anton.send({"t": "act", "id": f"held-{number:04d}", "d": 1, "a": action})
        await asyncio.sleep(1 / PER_S)
    answers = [(await anton.json("ack"))["id"] for _action in range(4 * PER_S)]
    assert answers == [f"held-{number:04d}" for number in range(4 * PER_S)]
    assert 'data-decision="1"' in await berta.html("&quot;to&quot;:2")
    for _i in range(40):
        await berta.send({"t": "act", "id": "flood-0001", "d": 1, "a": {"type": "honk"}})
    assert await berta.closed() == 1008, "a flood is one in real time as well"
    assert await sync_to_async(Record.objects.filter(match=match, kind=Record.Kind.ACTION, seat=0).count)() == 4 * PER_S


@pytest.mark.django_db(transaction=True)
async def test_a_player_acts_no_faster_with_many_lines(server: runtime.Runtime, settings: Any) -> None:
    """Each action is a record and a message to all: what one may do is bounded over all lines of theirs. The rest is
    refused, and costs nobody anything."""
    settings.SOCKET_ACTIONS_BURST = 10
    match, path, _people, (first, _second) = await sync_to_async(_begun)("Anton", "Berta")
    lines = [await Client(path, first).open() for _line in range(5)]
    assert 'data-decision="1"' in await lines[0].html('data-full="1"')
    for number in range(8 * len(lines)):
        act = {"t": "act", "id": f"many-{number:04d}", "d": 1, "a": {"type": "honk"}}
        await lines[number % len(lines)].send(act)
    refused = [await line.json("no") for line in lines]
    assert {answer["code"] for answer in refused} == {"too_fast"}
    await asyncio.sleep(0.5)
    honks = await sync_to_async(Record.objects.filter(match=match, kind=Record.Kind.ACTION, seat=0).count)()
    assert 10 <= honks <= 10 + settings.SOCKET_REALTIME_PER_S


@pytest.mark.django_db
def test_what_is_sent_again_acts_once_however_much_the_others_do_meanwhile() -> None:
    MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": 10**9})
    match = race(guest("Anton"), guest("Berta"), guest("Clara"), guest("Dora"))

    async def work(host: Host) -> None:
        first = await host.submit(match.pk, 0, 1, "press-0001", Honk())
        for number in range(3 * 4 * recent.KEPT // 2):
            await host.submit(match.pk, 1 + number % 3, 1, f"other-{number:05d}", Drive(number % 9))
        again = await host.submit(match.pk, 0, 1, "press-0001", Honk())
        assert isinstance(first, Ack)
        assert again == first

    runtime.call(work)
    assert support.live(match.pk).state.cars[0].honks == 1
    accepted(submit(match.pk, 0, 1, "press-0001", Honk()))
    assert support.live(match.pk).state.cars[0].honks == 1, "nor in a process that has just loaded the match"


@pytest.mark.django_db
def test_so_many_of_each_seat_are_known_and_no_more_are_kept() -> None:
    found = recent.Recent()
    for number in range(3 * recent.KEPT):
        found.remember(number % 2, f"id-{number}", number)
    last = 3 * recent.KEPT - 1
    assert found.version(last % 2, f"id-{last}") == last
    assert found.version(1 - last % 2, f"id-{last}") is None, "an id is its seat's own"
    assert found.version(0, "id-0") is None
    assert sum(len(own) for own in found._seats.values()) == 2 * recent.KEPT
