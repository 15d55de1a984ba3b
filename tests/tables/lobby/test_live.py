"""What the sockets of a waiting room's viewers are told."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from tables.host import runtime
from tables.models import Table
from tables.services import seats
from tests.tables.host.test_sockets import Client, _session
from tests.tables.lobby.support import guest, table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]


def _waiting(*names: str, public: bool = True) -> tuple[Table, list[Player], list[str]]:
    people = [guest(name) for name in names]
    return table_of(*people, public=public), people, [_session(player) for player in people]


async def test_a_waiting_room_is_told_who_comes_and_goes(server: runtime.Runtime) -> None:
    table, _people, (first, second) = await sync_to_async(_waiting)("Anton", "Berta")
    path = f"/ws/tische/{table.code}/"
    anton = await Client(path, first).open()
    await anton.json("room")
    berta = await Client(path, second).open()
    await anton.json("room")
    await berta.socket.disconnect()
    await anton.json("room")


async def test_a_waiting_room_is_told_of_changed_seats(server: runtime.Runtime) -> None:
    table, people, (first, _second) = await sync_to_async(_waiting)("Anton", "Berta")
    anton = await Client(f"/ws/tische/{table.code}/", first).open()
    await anton.json("room")
    await sync_to_async(seats.seat_leave)(code=table.code, player=people[1])
    await anton.json("room")


async def test_whose_seat_was_freed_loses_the_socket_of_a_table_by_link(server: runtime.Runtime) -> None:
    table, people, (_first, second) = await sync_to_async(_waiting)("Anton", "Berta", public=False)
    path = f"/ws/tische/{table.code}/"
    berta = await Client(path, second).open()
    await berta.json("room")
    await sync_to_async(seats.seat_free)(code=table.code, by=people[0], index=1, player_code=people[1].code)
    assert await berta.closed() == 1012
    assert await (await Client(path, second).open()).closed() == 4403
