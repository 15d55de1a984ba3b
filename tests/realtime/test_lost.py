"""Several processes move a match in real time on; whoever was slower goes back, follows, and judges again."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from asgiref.sync import sync_to_async

from tables.host import runtime, screen
from tables.host.answers import Ack, Answer
from tables.host.live import Live
from tables.host.screen import Room
from tables.journal import Entry, entry_write
from tables.models import Match, Record
from tests.realtime.race import Drive
from tests.realtime.shelf import RACE
from tests.realtime.test_lines import _begun, server
from tests.tables.host import support
from tests.tables.host.test_outage import Held
from tests.tables.host.test_sockets import Client

__all__ = ["server"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


async def _asked(held: Held, number: int) -> tuple[Entry, asyncio.Future[bool]]:
    async with asyncio.timeout(10):
        while len(held.asked) <= number:
            await asyncio.sleep(0.005)
    await asyncio.sleep(0.02)  # it is rendered meanwhile
    return held.asked[number]


async def _lose_one(judged: asyncio.Task[Answer], held: Held, faster: Drive) -> None:
    """The first step that this process makes comes too late: another one had ``faster`` stored. The rest is stored."""
    entry, answer = await _asked(held, 0)
    payload = RACE.encode_action(faster)
    elsewhere = msgspec.structs.replace(
        entry, kind=Record.Kind.ACTION, seat=0, decision=1, client_id="elsewhere-0001", payload=payload
    )
    assert await sync_to_async(entry_write)(elsewhere)
    answer.set_result(False)
    number = 1
    while not judged.done():
        found = asyncio.create_task(_asked(held, number))
        await asyncio.wait({found, judged}, return_when=asyncio.FIRST_COMPLETED)
        if not found.done():
            found.cancel()
            break
        entry, answer = found.result()
        answer.set_result(await sync_to_async(entry_write)(entry))
        number += 1


@pytest.mark.parametrize("faster", [9, 5])
async def test_who_was_slower_goes_back_and_follows(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch, faster: int
) -> None:
    """The match isn't loaded again, which at twenty actions a second held up everything. Where the other process made
    the same step (5), what was rendered of the lost one is what is to be seen, and nobody was sent it yet."""
    match, path, _people, (_first, second) = await sync_to_async(_begun)("Anton", "Berta")
    line = await Client(path, second).open()
    while not await line.socket.receive_nothing(0.3):
        await line.message()
    held, before = Held(), server.host.cached(match.pk)
    assert before is not None
    with monkeypatch.context() as patched:
        patched.setattr(server.host, "journal", held)
        judged = asyncio.create_task(server.host.submit(match.pk, 0, 1, "here-000001", Drive(5)))
        await _lose_one(judged, held, Drive(faster))
        assert isinstance(await judged, Ack)
    now = server.host.cached(match.pk)
    assert now is before, "not loaded again"
    truth = await sync_to_async(support.live)(match.pk)
    assert RACE.encode_state(now.state) == RACE.encode_state(truth.state)
    assert now.version == truth.version
    assert now.recent.version(0, "elsewhere-0001") == 1
    await _shows(line, truth, match)


async def _shows(line: Client, truth: Live, match: Match) -> None:
    """All fragments that a socket has been sent since are those of the match as it is."""
    shown = screen.Screen()
    shown.changes(truth, Room(), (1,))
    last: dict[str, str] = {}
    while not await line.socket.receive_nothing(0.3):
        said = await line.message()
        for fragment, html in shown.everything(truth, 1):
            if f'id="{fragment.name}"' in said:
                last[fragment.name] = html.decode() if html.decode() in said else "another"
    assert last and "another" not in last.values(), (match.pk, last)
