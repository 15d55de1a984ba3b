"""Pages' threads: kept from one request to the next, with their connections, and not without bound."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from portal import threads
from portal.threads import PageHandler


class Handler(PageHandler):
    """Notes in which threads requests were handled; each waits until ``gate`` is open."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[int] = []
        self.gate = asyncio.Event()

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        self.seen.append(await sync_to_async(threading.get_ident)())
        await self.gate.wait()
        if scope == "broken":
            raise ValueError(scope)


async def test_one_page_after_the_other_has_the_same_thread_also_after_an_exception() -> None:
    handler = Handler()
    handler.gate.set()
    await handler("", None, None)
    with pytest.raises(ValueError, match="broken"):
        await handler("broken", None, None)
    await handler("", None, None)
    assert len(set(handler.seen)) == 1
    handler.close()


async def test_pages_at_once_have_threads_of_their_own_and_only_some_of_them_are_kept() -> None:
    handler = Handler()
    many = [asyncio.create_task(handler("", None, None)) for _number in range(threads.KEPT + 3)]
    while len(handler.seen) < len(many):
        await asyncio.sleep(0)
    assert len(set(handler.seen)) == threads.KEPT + 3
    handler.gate.set()
    await asyncio.gather(*many)
    again = [asyncio.create_task(handler("", None, None)) for _number in range(threads.KEPT + 3)]
    await asyncio.gather(*again)
    assert len(set(handler.seen[len(many) :]) & set(handler.seen[: len(many)])) >= threads.KEPT
    handler.close()


@pytest.mark.django_db(transaction=True)
async def test_a_thread_keeps_its_connection_and_lets_go_of_it_in_the_end() -> None:
    class Asking(PageHandler):
        async def handle(self, scope: Any, receive: Any, send: Any) -> None:
            found.append(await sync_to_async(connected)())

    def connected() -> Any:
        connection.ensure_connection()
        return connection.connection

    found: list[Any] = []
    handler = Asking()
    await handler("", None, None)
    await handler("", None, None)
    assert found[0] is found[1]
    handler.close()
    await asyncio.sleep(0.2)
    with pytest.raises(Exception, match="close"):
        found[0].cursor().execute("SELECT 1")
