"""Case 17: twenty want the last seat, and one more closes the tab in the middle of it, through the real application."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.db import connection, connections
from django.test import Client

from accounts.models import Player
from portal.asgi import application
from tables.host import runtime
from tables.models import Seat, Table
from tables.services import seats
from tests.races.support import ROUNDS, TASKS, assert_sound, balances, someone
from tests.tables.lobby.support import table_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

TOKEN = "a" * 32
GONE = "Der letzte Platz ist gerade weg."


@pytest.fixture
async def server() -> AsyncIterator[None]:
    await runtime.server_start()
    yield
    await runtime.server_stop()
    await sync_to_async(connections.close_all)()


def session_of(player: Player) -> str:
    browser = Client()
    assert player.user is not None
    browser.force_login(player.user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


async def press(session: str, path: str, *, hang_up_after_s: float | None = None) -> tuple[int, str]:
    """Post a form; whoever hangs up gets (0, "")."""
    cookies = f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={TOKEN}".encode()
    headers = [(b"host", b"127.0.0.1"), (b"cookie", cookies), (b"x-csrftoken", TOKEN.encode())]
    scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b"", "scheme": "http"}
    line: Any = ApplicationCommunicator(application, scope)  # type: ignore[no-untyped-call]
    await line.send_input({"type": "http.request", "body": b""})
    if hang_up_after_s is not None:
        await asyncio.sleep(hang_up_after_s)
        await line.send_input({"type": "http.disconnect"})
        await line.wait(30)
        return 0, ""
    status, body = (await line.receive_output(60))["status"], b""
    while True:
        part = await line.receive_output(60)
        body += part.get("body", b"")
        if not part.get("more_body"):
            await line.wait(30)
            return int(status), body.decode()


def open_connections() -> int:
    """How many others the database serves; SQLite counts none."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


async def test_somebody_closes_the_tab_while_sitting_down(server: None) -> None:
    """The seat is the closer's, whole, or another's; nobody else pays, and what is free is usable at once."""
    opener, closer, *others = await sync_to_async(lambda: [someone() for _ in range(TASKS + 2)])()
    sessions = await sync_to_async(lambda: [session_of(one) for one in others])()
    closing = await sync_to_async(session_of)(closer)
    rng = random.Random(17)
    for number in range(ROUNDS):
        table = await sync_to_async(table_of)(opener, seats_count=2, stake=100)
        path = f"/tische/{table.code}/setzen/"
        pause = rng.choice((0.0, 0.001, 0.005, 0.02, 0.05))
        alone = number % 2 == 1  # every other time nobody else is after it, so that the closer may well have got it
        presses = [press(closing, path, hang_up_after_s=pause)]
        presses += [] if alone else [press(session, path) for session in sessions]
        _, *answers = await asyncio.gather(*presses)
        holder = await sync_to_async(_holder)(table)
        won = [one for one, (status, _body) in zip(others, answers, strict=False) if status == 302]
        assert [holder] == won or (won == [] and holder in (closer, None)), "counted twice, or half"
        assert {status for status, _body in answers} <= {302, 409}
        assert all(GONE in body for status, body in answers if status == 409)
        await sync_to_async(_use_and_clear)(table, opener, others[0])
    found = await sync_to_async(open_connections)()
    assert found <= TASKS, f"closed tabs have left {found} connections to the database"


def _holder(table: Table) -> Player | None:
    assert_sound()
    return Seat.objects.select_related("player").get(table=table, index=1).player


def _use_and_clear(table: Table, opener: Player, other: Player) -> None:
    """Whoever has the seat gives it back by standing up; then another sits down there, and all go home."""
    holder = _holder(table)
    if holder is not None:
        seats.seat_leave(code=table.code, player=holder)
    seats.seat_take(code=table.code, player=other)
    assert _holder(table) == other
    assert set(balances(opener, other)) == {1000}
    for one in (opener, other):
        seats.seat_leave(code=table.code, player=one)
