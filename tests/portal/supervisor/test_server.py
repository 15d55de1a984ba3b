"""The ASGI server as it is set up."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from portal.supervisor import server

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.asyncio
async def test_who_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is still to be written: the player counts as away and the memory is free again."""
    monkeypatch.setattr(server, "CUT_AFTER_S", 0.2)
    gone = asyncio.Event()

    async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        writer = asyncio.ensure_future(flood(send))
        while (await receive())["type"] != "websocket.disconnect":
            pass
        writer.cancel()
        gone.set()

    async def flood(send: Callable[[Any], Awaitable[None]]) -> None:
        while True:
            await send({"type": "websocket.send", "text": "x" * 65_536})

    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app, ws=server.config().ws, lifespan="off", log_config=None, ws_ping_interval=0.2, ws_ping_timeout=0.2
    )
    running = uvicorn.Server(config)
    serving = asyncio.ensure_future(running.serve(sockets=[listener]))
    client = socket.create_connection(listener.getsockname())
    client.sendall(HANDSHAKE)
    try:
        await asyncio.wait_for(gone.wait(), 10)
    finally:
        client.close()
        running.should_exit = True
        await serving
