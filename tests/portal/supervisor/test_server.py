"""The ASGI server as it is set up, and its lines as the match host uses them."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from portal.supervisor import server
from tables.wire import LINE

pytestmark = pytest.mark.asyncio

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Receive, Send], Awaitable[None]]


@asynccontextmanager
async def serving(app: App, **options: Any) -> AsyncIterator[tuple[str, int]]:
    """The app behind our kind of line; the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, ws=server.config().ws, ws_per_message_deflate=False, lifespan="off", log_config=None)
    for name, value in options.items():
        setattr(config, name, value)
    running = uvicorn.Server(config)
    task = asyncio.ensure_future(running.serve(sockets=[listener]))
    try:
        yield listener.getsockname()
    finally:
        running.should_exit = True
        await task


def client(address: tuple[str, int]) -> Any:
    return connect(f"ws://{address[0]}:{address[1]}/", max_size=None)


async def all_of(line: ClientConnection) -> list[str]:
    found = []
    try:
        while True:
            found.append(str(await asyncio.wait_for(line.recv(), 5)))
    except ConnectionClosed:
        return found


async def test_who_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is still to be written: the player counts as away and the memory is free again."""
    monkeypatch.setattr(server, "CUT_AFTER_S", 0.2)
    gone = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        writer = asyncio.ensure_future(flood(send))
        while (await receive())["type"] != "websocket.disconnect":
            pass
        writer.cancel()
        gone.set()

    async def flood(send: Send) -> None:
        while True:
            await send({"type": "websocket.send", "text": "x" * 65_536})

    async with serving(app, ws_ping_interval=0.2, ws_ping_timeout=0.2) as address:
        reader = socket.create_connection(address)
        reader.sendall(HANDSHAKE)
        try:
            await asyncio.wait_for(gone.wait(), 10)
        finally:
            reader.close()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 300_000])
async def test_a_line_writes_messages_of_any_length(size: int) -> None:
    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert scope["extensions"][LINE].text(b"ab"[: min(size, 2)], b"x" * max(0, size - 2))
        await send({"type": "websocket.close"})

    async with serving(app) as address, client(address) as line:
        assert [len(text) for text in await all_of(line)] == [size]


async def test_what_is_written_in_one_turn_comes_in_its_order() -> None:
    """Whichever way it goes: on the line itself or as ASGI has it."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        own = scope["extensions"][LINE]
        own.text(b"1", b"")
        await send({"type": "websocket.send", "text": "2"})
        own.text(b"3", b"")
        own.flush_late()
        own.text(b"4", b"")
        await send({"type": "websocket.send", "text": "5"})
        own.text(b"6", b"")
        await send({"type": "websocket.close", "code": 4000})
        assert not own.text(b"7", b""), "closed"

    async with serving(app) as address, client(address) as line:
        assert await all_of(line) == list("123456")
        assert line.close_code == 4000


async def test_a_full_buffer_takes_nothing_more() -> None:
    """The caller keeps what comes then, and drops who never reads."""
    refused: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        for number in range(2_000):
            if not scope["extensions"][LINE].text(b"", b"x" * 65_536):
                refused.set_result(number)
                break
            await asyncio.sleep(0)
        await receive()

    async with serving(app) as address:
        reader = socket.create_connection(address)
        reader.sendall(HANDSHAKE)
        assert await asyncio.wait_for(refused, 10) > 0
        reader.close()


async def test_text_that_is_none_closes_the_line_and_is_nothing_for_the_log(caplog: pytest.LogCaptureFixture) -> None:
    """Any stranger may send it."""

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert (await receive())["type"] == "websocket.disconnect"

    with caplog.at_level(logging.WARNING):
        async with serving(app) as address, client(address) as line:
            await line.send(b"\xff\xfe", text=True)
            assert await all_of(line) == []
            assert line.close_code == 1007
    assert not caplog.records


@pytest.mark.parametrize(
    "after",
    [b"\x88\x80\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xfe", b"\x88\x82\0\0\0\0\x03\xe8", b"\x81\x05hello"],
    ids=["a close", "more of it", "a close with a code", "no frame"],
)
async def test_the_same_with_something_after_it_in_one_packet(caplog: pytest.LogCaptureFixture, after: bytes) -> None:
    ended = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        assert (await receive())["type"] == "websocket.disconnect"
        ended.set()

    with caplog.at_level(logging.WARNING):
        async with serving(app) as address:
            reader, writer = await asyncio.open_connection(*address)
            writer.write(HANDSHAKE)
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"\x81\x82\0\0\0\0\xff\xfe" + after)
            answer = await asyncio.wait_for(reader.read(), 5)
            await asyncio.wait_for(ended.wait(), 5)
            writer.close()
    assert answer[:1] == b"\x88"
    assert not caplog.records


async def test_a_client_is_read_ahead_of_but_not_without_end() -> None:
    seen: list[str] = []
    go_on = asyncio.Event()

    async def app(scope: Any, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        own = scope["extensions"][LINE]
        await asyncio.sleep(0.3)
        assert own.queue.qsize() >= server.READ_AHEAD and own.read_paused
        while (message := await receive())["type"] == "websocket.receive":
            seen.append(message["text"])
            if len(seen) == 200:
                go_on.set()

    async with serving(app) as address, client(address) as line:
        for number in range(200):
            await line.send(str(number))
        await asyncio.wait_for(go_on.wait(), 5)
    assert seen == [str(number) for number in range(200)]
