"""What a host owes when its database or a process went away in between. Found by `make chaos`."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from portal.asgi import application
from tables import presence
from tables.host import cache, runtime, screen
from tables.host.answers import Ack, Refused
from tables.host.screen import Room
from tables.journal import Entry, entry_write
from tables.models import Match
from tests.tables.host import support
from tests.tables.host.support import ELEMENTS
from tests.tables.host.test_sockets import HOST, Client, _people

pytestmark = pytest.mark.django_db(transaction=True)


def _away(match_id: int) -> None:
    raise OperationalError("the database system is shutting down")


async def test_a_socket_that_needs_the_database_while_it_is_away_leaves_no_ghost(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (anton, _berta) = await sync_to_async(_people)("Anton", "Berta")
    code = await sync_to_async(lambda: match.table.code)()
    headers = [(b"host", HOST), (b"origin", b"http://127.0.0.1"), (b"cookie", f"sessionid={anton}".encode())]
    socket = WebsocketCommunicator(application, f"/ws/tische/{code}/", headers=headers)
    assert (await socket.connect(timeout=5))[0]
    while 'data-full="1"' not in await socket.receive_from(timeout=5):
        pass
    monkeypatch.setattr(cache, "live_load", _away)
    server.host._slot(match.pk).live = None  # as after a commit that failed
    await socket.send_to('{"t":"sync"}')
    while (sent := await socket.receive_output(timeout=5))["type"] != "websocket.close":
        pass
    assert sent["code"] == 1012, "it is to come back"
    await socket.disconnect()
    assert server.hub.everybody() == []


def test_the_action_that_ended_a_match_is_answered_alike_when_it_is_sent_again_to_another_process() -> None:
    """Its ack may have gone with the line or the process; „over“ would tell the player that it was not taken."""
    match = support.match(support.guest("Anton"), support.guest("Berta"))
    rng, last = random.Random(3), None
    while not (live := support.live(match.pk)).over:
        pending = ELEMENTS.to_act(live.state)[0]
        action = rng.choice(ELEMENTS.actions(live.state, pending.seat))
        last = match.pk, pending.seat, pending.decision, f"step-{live.version:04}", action
        support.accepted(support.submit(*last))
    assert last is not None
    match.refresh_from_db()
    assert match.status == Match.Status.ENDED
    again: Any = support.submit(*last)  # every call of the tests makes a host of its own, as another process
    assert isinstance(again, Ack), again


class Held:
    """A journal whose answers a test gives; what it is asked to store is not stored."""

    leaves_time = True

    def __init__(self) -> None:
        self.asked: list[tuple[Entry, asyncio.Future[bool]]] = []

    def append(self, entry: Entry) -> asyncio.Future[bool]:
        self.asked.append((entry, asyncio.get_running_loop().create_future()))
        return self.asked[-1][1]

    async def close(self) -> None:
        return None


async def _quiet(line: Client) -> None:
    """Read until nothing more comes (who is there)."""
    while not await line.socket.receive_nothing(0.3):
        await line.message()


@pytest.mark.parametrize("stored", [True, False])
async def test_what_a_step_shows_is_made_while_it_is_stored_and_sent_only_then(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch, stored: bool
) -> None:
    """Another process may have been faster, here with the same move: what was rendered then is shown to nobody."""
    match, (_anton, berta) = await sync_to_async(_people)("Anton", "Berta")
    line = await Client(f"/ws/tische/{match.table.code}/", berta).open()
    await _quiet(line)
    held, now = Held(), server.host.cached(match.pk)
    assert now is not None
    before = screen.of(now).public.shown["order"]
    with monkeypatch.context() as patched:
        patched.setattr(server.host, "journal", held)
        judged = asyncio.create_task(
            server.host.submit(match.pk, 0, 1, "client-0001", ELEMENTS.actions(now.state, 0)[0])
        )
        while not held.asked:
            await asyncio.sleep(0)
        await asyncio.sleep(0.02)
        assert screen.of(now).public.shown["order"] != before, "rendered already"
        assert await line.socket.receive_nothing(0.1), "nobody sees what is not stored"
        entry, answer = held.asked[0]
        elsewhere = msgspec.structs.replace(entry, client_id="client-0002")
        await sync_to_async(entry_write)(entry if stored else elsewhere)
        answer.set_result(stored)
        assert isinstance(await judged, Ack if stored else Refused)
    seen = await line.html("chronik")
    truth = await sync_to_async(_fresh)(match, 1)
    assert truth["order"] in seen
    assert truth["action"] in seen
    assert "chron__line" in seen


def _fresh(match: Match, seat: int) -> dict[str, str]:
    """A board's fragments as nobody has looked at them yet."""
    live, shown = support.live(match.pk), screen.Screen()
    shown.changes(live, Room(), (seat,))
    return {fragment.name: html.decode() for fragment, html in shown.everything(live, seat)}


async def test_who_watches_is_right_again_though_the_word_of_their_going_was_lost(server: runtime.Runtime) -> None:
    match, (anton, _berta) = await sync_to_async(_people)("Anton", "Berta")
    line = await Client(f"/ws/tische/{match.table.code}/", anton).open()
    await _quiet(line)
    room = server.hub.rooms[match.table_id].room
    for watching in (3, 0):  # at another process, and the broker was away
        await sync_to_async(presence.claims_write)("another", [presence.Claim(match.table_id, None, watching)])
        assert await line.socket.receive_nothing(0.2)
        await server._attend()
        assert 'id="watchers"' in await line.html()
        assert room.watchers == watching
        await server._attend()
        assert await line.socket.receive_nothing(0.2), "what is right is not sent again"


async def test_who_loads_the_only_page_here_anew_sees_the_others_there(server: runtime.Runtime) -> None:
    """Nothing is written of that going and coming, so nothing says who is there but a look."""
    match, (anton, _berta) = await sync_to_async(_people)("Anton", "Berta")
    berta = await sync_to_async(lambda: match.seats.get(index=1).player_id)()
    await sync_to_async(presence.claims_write)("another", [presence.Claim(match.table_id, berta, 1)])
    for _load in range(2):
        line = await Client(f"/ws/tische/{match.table.code}/", anton).open()
        await _quiet(line)
        room = server.hub.rooms[match.table_id].room
        assert berta in room.online
        assert room.watchers == 0
        await line.leave()


async def test_who_waited_for_a_match_does_not_watch_it(server: runtime.Runtime) -> None:
    match, (anton, _berta) = await sync_to_async(_people)("Anton", "Berta")
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(status=Match.Status.ABANDONED)
    line = await Client(f"/ws/tische/{match.table.code}/", anton).open()
    await _quiet(line)
    room = server.hub.rooms[match.table_id]
    assert room.room.watchers == 1, "no match is running"
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(status=Match.Status.RUNNING)
    room.match_id = None
    server.hub.room_match(room, match.pk)
    await _quiet(line)
    assert room.room.watchers == 0
    await line.leave()
