"""The ASGI application: pages by Django, sockets by Channels, the match host's life by the lifespan protocol."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

import django

django.setup(set_prefix=False)

from channels.routing import URLRouter  # noqa: E402
from django.conf import settings  # noqa: E402
from django.http.request import split_domain_port, validate_host  # noqa: E402

from portal.threads import PageHandler  # noqa: E402
from tables.host import runtime  # noqa: E402
from tables.routing import websocket_urlpatterns  # noqa: E402

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

django_application = PageHandler()
sockets = URLRouter(websocket_urlpatterns)
BODY_BYTES = 1024 * 1024
"""More than any form of ours has."""


def origin_is_ours(scope: Scope) -> bool:
    """Whether the handshake comes from a page of this portal: same host as asked for, or a trusted origin."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    host = headers.get(b"host", b"").decode("latin-1")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.netloc != host:
        return False
    return validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)


async def refuse(receive: Receive, send: Send) -> None:
    """Refuse the handshake (the browser sees 1006): only for foreign Origins and unknown addresses."""
    await receive()
    await send({"type": "websocket.close", "code": 4403})


async def socket(scope: Scope, receive: Receive, send: Send) -> None:
    await runtime.server_start()
    if not origin_is_ours(scope):
        await refuse(receive, send)
        return
    try:
        await sockets(scope, receive, send)
    except ValueError as error:
        if "No route found" not in str(error):
            raise
        await refuse(receive, send)


async def page(scope: Scope, receive: Receive, send: Send) -> None:
    """Django spools a body of any size to disk before it looks at the address: what is too big ends here, with 413."""
    if scope["method"] == "TRACE":
        await _refuse(send, 405)
        return
    seen = 0

    async def bounded() -> dict[str, Any]:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        return message if seen <= BODY_BYTES else {"type": "http.disconnect"}

    await django_application(scope, bounded, send)
    if seen > BODY_BYTES:
        await _refuse(send, 413)


async def _refuse(send: Send, status: int) -> None:
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            try:
                await runtime.server_start()
            except Exception as error:
                await send({"type": "lifespan.startup.failed", "message": f"{type(error).__name__}: {error}"})
                raise
            await send({"type": "lifespan.startup.complete"})
        else:
            await runtime.server_stop()
            django_application.close()
            await send({"type": "lifespan.shutdown.complete"})
            return


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One entry for everything; ``runserver`` knows no lifespan, so the host starts with the first request there."""
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "websocket":
        await socket(scope, receive, send)
    else:
        await runtime.server_start()
        await page(scope, receive, send)
