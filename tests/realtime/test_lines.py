"""The same through real sockets against a running host: in time, and as those at the table see it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from accounts.models import Player
from tables import presence
from tables.host import runtime
from tables.models import Match, Record
from tables.presence import Claim
from tables.services.verify import match_verify
from tests.realtime.support import race
from tests.tables.host import support
from tests.tables.host.test_sockets import Client, _session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
BACK_S = 0.3
AWAY_S = (2.0, 3.5)


@pytest.fixture
async def server() -> AsyncIterator[runtime.Runtime]:
    await runtime.server_start()
    assert runtime._current is not None
    yield runtime._current
    await runtime.server_stop()
    await sync_to_async(connections.close_all)()


def _begun(*names: str, computers: int = 0, laps: int = 60) -> tuple[Match, str, list[Player], list[str]]:
    players = [support.guest(name) for name in names]
    match = race(*players, *["easy"] * computers, laps=laps)
    return match, f"/ws/tische/{match.table.code}/", players, [_session(p) for p in players]


def _kinds(match: Match) -> list[int]:
    return list(
        Record.objects.filter(match=match)
        .exclude(kind=Record.Kind.WAKE)
        .order_by("version")
        .values_list("kind", flat=True)
    )


async def _word(client: Client, part: str, seconds: float) -> float:
    """Seconds until a message with ``part``."""
    began = time.monotonic()
    async with asyncio.timeout(seconds):
        await client.html(part)
    return time.monotonic() - began


async def test_a_line_that_breaks_is_told_after_two_seconds_and_one_that_is_back_at_once(
    server: runtime.Runtime,
) -> None:
    """In time in the best of a few tries: whatever else this machine does is not what is measured."""
    match, path, _people, (first, second) = await sync_to_async(_begun)("Anton", "Berta")
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    await berta.html('data-full="1"')
    away, back = [], []
    for tries in range(1, 5):
        await anton.html('data-full="1"')
        await asyncio.sleep(0.3)
        await anton.socket.disconnect()
        away.append(await _word(berta, "&quot;here&quot;:false", 10))
        began = time.monotonic()
        anton = await Client(path, first).open()
        await _word(berta, "&quot;here&quot;:true", 10)
        back.append(time.monotonic() - began)
        assert (await sync_to_async(_kinds)(match)) == [Record.Kind.PRESENCE] * 2 * tries
        if min(away) <= AWAY_S[1] and min(back) <= BACK_S:
            break
    assert AWAY_S[0] - 0.1 <= min(away) <= AWAY_S[1]
    assert min(back) <= BACK_S


async def test_a_page_that_is_loaded_again_or_a_second_tab_says_nothing(server: runtime.Runtime) -> None:
    match, path, _people, (first, second) = await sync_to_async(_begun)("Anton", "Berta")
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    await berta.html('data-full="1"')
    for pause_s in (0.2, 1.5):
        await anton.socket.disconnect()
        await asyncio.sleep(pause_s)
        anton = await Client(path, first).open()
    other = await Client(path, first).open()
    await asyncio.sleep(0.2)
    await anton.socket.disconnect()
    await asyncio.sleep(2.6)
    assert await sync_to_async(_kinds)(match) == []
    await other.socket.disconnect()


async def test_a_socket_in_another_process_keeps_the_seat(server: runtime.Runtime) -> None:
    match, path, (player, _berta), (first, second) = await sync_to_async(_begun)("Anton", "Berta")
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    await berta.html('data-full="1"')
    stop = asyncio.Event()

    async def elsewhere() -> None:
        """Another process beats, and holds a socket of Anton."""
        await sync_to_async(presence.claims_write)("other", [Claim(match.table_id, player.pk, 1)])
        while not stop.is_set():
            await sync_to_async(presence.process_beat)("other")
            await asyncio.sleep(0.3)

    task = asyncio.create_task(elsewhere())
    await anton.socket.disconnect()
    await asyncio.sleep(2.6)
    assert await sync_to_async(_kinds)(match) == []
    stop.set()
    await task
    await sync_to_async(presence.claims_write)("other", [Claim(match.table_id, player.pk, 0)])
    await server.hub.look(match.pk)  # as the other process would: it looks again when it is time
    async with asyncio.timeout(AWAY_S[1] + 1):
        while await sync_to_async(_kinds)(match) != [Record.Kind.PRESENCE]:
            await asyncio.sleep(0.05)


async def _stopped(path: str, session: str) -> Client:
    """Somebody who watches a match whose only human has been here and gone."""
    anton, watcher = await Client(path, session).open(), await Client(path).open()
    await anton.html('data-full="1"')
    await anton.socket.disconnect()
    await watcher.html("Pausiert, bis Anton wieder da ist.")
    return watcher


def _attribute(message: str, name: str) -> str:
    found = re.search(rf'data-{name}="([^"]*)"', message)
    return found.group(1) if found else ""


async def test_alone_the_match_stands_and_goes_on_where_it_stood(server: runtime.Runtime) -> None:
    match, path, _people, (first,) = await sync_to_async(_begun)("Anton", computers=1)
    anton, watcher = await Client(path, first).open(), await Client(path).open()
    await anton.html('data-full="1"')
    await watcher.html('data-full="1"')
    await anton.socket.disconnect()
    stopped = await watcher.html("Pausiert, bis Anton wieder da ist.")
    assert _attribute(stopped, "paused") == "1"
    stood = int(_attribute(stopped, "now"))
    await asyncio.sleep(1.5)
    await watcher.send({"t": "beat", "at": 1})
    assert (await watcher.json("beat"))["now"] == stood
    await sync_to_async(match.refresh_from_db)()
    assert (match.paused_at_ms, match.wake_at_ms) == (match.origin_ms + stood, None)
    anton = await Client(path, first).open()
    shown = await anton.html('data-full="1"')
    assert _attribute(shown, "paused") == "", "the first that its player sees is a match that runs"
    assert stood <= int(_attribute(shown, "now")) <= stood + 400
    gone_on = await watcher.html('id="pause"')
    assert "Pausiert" not in gone_on
    await sync_to_async(match.refresh_from_db)()
    assert match.paused_at_ms is None
    assert match.wake_at_ms is not None
    assert await sync_to_async(_kinds)(match) == [
        Record.Kind.PRESENCE, Record.Kind.PAUSE, Record.Kind.PAUSE, Record.Kind.PRESENCE,
    ]  # fmt: skip
    await anton.send({"t": "act", "id": "client-0001", "d": 1, "a": {"type": "drive", "to": 5}})
    await anton.json("ack")
    assert (await sync_to_async(match_verify)(await sync_to_async(Match.objects.get)(pk=match.pk))).ok


async def test_two_pages_that_come_back_at_once_go_on_once(server: runtime.Runtime) -> None:
    match, path, _people, (first,) = await sync_to_async(_begun)("Anton", computers=1)
    await _stopped(path, first)
    await sync_to_async(match.refresh_from_db)()
    origin, stopped = match.origin_ms, match.paused_at_ms or 0
    pages = await asyncio.gather(*(Client(path, first).open() for _page in range(4)))
    for page in pages:
        assert _attribute(await page.html('data-full="1"'), "paused") == ""
    await sync_to_async(match.refresh_from_db)()
    kinds = await sync_to_async(_kinds)(match)
    assert kinds.count(Record.Kind.PAUSE) == 2
    assert match.origin_ms > origin
    assert match.origin_ms + stopped - origin <= stopped + 10_000


async def test_a_lost_word_of_the_way_back_is_made_good_by_whoever_looks_next(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that has the socket never looks: the sweep of a worker does."""
    from tables import absence

    async def never(*_args: Any) -> None:
        return None

    match, path, _people, (first,) = await sync_to_async(_begun)("Anton", computers=1)
    await _stopped(path, first)
    monkeypatch.setattr(server.hub, "look", never)
    anton = await Client(path, first).open()
    assert 'data-paused="1"' in await anton.html('data-full="1"')
    await anton.send({"t": "act", "id": "client-0001", "d": 1, "a": {"type": "drive", "to": 5}})
    assert (await anton.json("no"))["code"] == "paused"
    await asyncio.sleep(0.3)
    assert await sync_to_async(absence.matches_to_look_at)() == [match.pk]
    await server.host.attend(match.pk)
    await anton.html('id="pause"')
    assert await sync_to_async(absence.matches_to_look_at)() == []


async def test_matches_of_turns_hear_nothing_of_lines(server: runtime.Runtime) -> None:
    players = await sync_to_async(lambda: [support.guest("Anton")])()
    match = await sync_to_async(support.match)(players[0], "easy")
    path = f"/ws/tische/{match.table.code}/"
    anton = await Client(path, await sync_to_async(_session)(players[0])).open()
    await anton.html('data-full="1"')
    await anton.socket.disconnect()
    await asyncio.sleep(2.5)
    assert await sync_to_async(_kinds)(match) == []
    await sync_to_async(match.refresh_from_db)()
    assert match.paused_at_ms is None
