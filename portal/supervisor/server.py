"""One ASGI process: ``python -m portal.supervisor.server --fd N``, on a listening socket that it inherits."""

from __future__ import annotations

import argparse
import os
import socket

import django
import uvicorn
from django.conf import settings
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

GRACE_S = 5
CUT_AFTER_S = 5


class Line(WebSocketsSansIOProtocol):
    """A websocket that ends when nobody answers its pings.

    uvicorn closes it after what is still to be written; for somebody who reads nothing that is never.
    """

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.loop.call_later(CUT_AFTER_S, self.transport.abort)


def config() -> uvicorn.Config:
    """See docs/adr/0004-asgi-server.md; and bounds for what a stranger may send.

    uvicorn leaves X-Forwarded-* alone: the portal counts proxies from the right itself (TRUSTED_PROXIES).
    """
    return uvicorn.Config(
        "portal.asgi:application",
        loop="uvloop",
        http="httptools",
        ws=Line,
        ws_max_size=settings.SOCKET_MESSAGE_BYTES,
        ws_per_message_deflate=False,  # halves throughput
        ws_ping_interval=20,
        ws_ping_timeout=20,
        lifespan="on",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,  # Django's
        log_level="warning",
        timeout_keep_alive=15,
        timeout_graceful_shutdown=GRACE_S,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True)
    fd = parser.parse_args().fd
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    django.setup()
    uvicorn.Server(config()).run(sockets=[socket.socket(fileno=fd)])


if __name__ == "__main__":
    main()
