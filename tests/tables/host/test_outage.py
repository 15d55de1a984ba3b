"""What a host owes when its database or a process went away in between. Found by `make chaos`."""

from __future__ import annotations

import random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from portal.asgi import application
from tables.host import cache, runtime
from tables.host.answers import Ack
from tables.models import Match
from tests.tables.host import support
from tests.tables.host.support import ELEMENTS
from tests.tables.host.test_sockets import HOST, _people

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
