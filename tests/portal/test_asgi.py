"""The ASGI entry: what a stranger may send before Django is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from portal import asgi

pytestmark = pytest.mark.asyncio
CHUNK = b"x" * 65_536


async def answer(path: str, body: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """What a POST with these parts of a body is answered."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"multipart/form-data; boundary=b")],
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        part = next(body, None)
        if part is None:
            await asyncio.Event().wait()  # stays connected and says no more
        return part or {}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await asgi.page(scope, receive, send)
    return sent


async def test_a_body_without_end_is_refused_before_it_fills_the_disk() -> None:
    def endless() -> Iterator[dict[str, Any]]:
        for _chunk in range(2 * asgi.BODY_BYTES // len(CHUNK)):
            yield {"type": "http.request", "body": CHUNK, "more_body": True}
        raise AssertionError("read to the end")

    start, body = await answer("/spiele/elements/schnell/", endless())
    assert start["status"] == 413
    assert (b"connection", b"close") in start["headers"]
    assert body["type"] == "http.response.body"


@pytest.mark.django_db(transaction=True)
async def test_what_a_form_may_have_goes_on_to_django() -> None:
    start, *_rest = await answer("/gibtesnicht/", iter([{"type": "http.request", "body": CHUNK}]))
    assert start["status"] in {403, 404}
