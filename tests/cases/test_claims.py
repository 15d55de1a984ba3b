"""Case 1: who I am is the session's word alone; whatever else a socket or a frame says claims nothing."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from tables import presence
from tables.host import runtime
from tables.models import Record
from tests.tables.conftest import server
from tests.tables.host import support
from tests.tables.host.test_sockets import Client

__all__ = ["server"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

WORDS = (
    "seat",
    "player",
    "player_id",
    "playerID",
    "user",
    "code",
    "session",
    "sessionid",
    "credentials",
    "token",
    "as",
)


def plain(message: str) -> str:
    """Without match time, which runs on from socket to socket."""
    return re.sub(r' data-now="\d+"', "", message)


def claims(berta: Player) -> dict[str, str]:
    return {word: value for word in WORDS for value in ("1", str(berta.pk), berta.code)}


async def test_a_socket_claims_nothing_beside_its_session(server: runtime.Runtime) -> None:
    """By query, cookies and headers: the view of those who watch, and Berta is no more there than before."""
    anton, berta, stranger = await sync_to_async(lambda: [support.guest(n) for n in ("Anton", "Berta", "Clara")])()
    match = await sync_to_async(support.match)(anton, berta)
    path = f"/ws/tische/{match.table.code}/"
    session = await sync_to_async(_session)(stranger)
    watched = plain(await (await Client(path).open()).html('data-full="1"'))
    assert 'data-decision=""' in watched
    for word, value in claims(berta).items():
        for key in ("", session):
            client = Client(f"{path}?{word}={value}", key, cookies=f"{word}x={value}; guest={berta.pk}; ".encode())
            client.socket.scope["headers"] += [(f"x-{word}".encode(), value.encode()), (b"authorization", b"1")]
            await client.open()
            seen = plain(await client.html('data-full="1"'))
            assert 'data-turn="0" data-decision=""' in seen
            await client.socket.disconnect()
    await asyncio.sleep(0.3)
    there = await sync_to_async(presence.attendance)(match.table_id)
    assert berta.pk not in there.online


def _session(player: Player) -> str:
    from tests.tables.host.test_sockets import _session as made

    return made(player)


@pytest.mark.parametrize("who", ["nobody", "a stranger", "the other seat"])
async def test_a_frame_claims_nothing(server: runtime.Runtime, who: str) -> None:
    """It is Anton's turn. Whoever names his seat in a frame, in whatever field, makes no move for him."""
    anton, berta, clara = await sync_to_async(lambda: [support.guest(n) for n in ("Anton", "Berta", "Clara")])()
    match = await sync_to_async(support.match)(anton, berta)
    player = {"nobody": None, "a stranger": clara, "the other seat": berta}[who]
    session = "" if player is None else await sync_to_async(_session)(player)
    client = await Client(f"/ws/tische/{match.table.code}/", session).open()
    live = await sync_to_async(support.live)(match.pk)
    asked = live.game.to_act(live.state)[0]
    action = json.loads(live.game.encode_action(live.game.actions(live.state, asked.seat)[0]))
    frame: dict[str, Any] = {"t": "act", "id": "claim-0001", "d": asked.decision, "a": action}
    await client.send(frame)
    assert (await client.json("no"))["code"] in {"no_seat", "not_your_turn"}
    for word in WORDS[:8]:
        await client.send({**frame, word: asked.seat})
        assert (await client.json("no"))["code"] == "malformed"
    for inside in ("seat", "player"):
        await client.send({**frame, "a": {**action, inside: asked.seat}})
        assert (await client.json("no"))["code"] in {"no_seat", "not_your_turn", "malformed"}
    assert not await sync_to_async(Record.objects.filter(match=match).exists)()
