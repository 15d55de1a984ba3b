"""What a server may give a socket beyond ASGI: the connection itself. No Django here; the server starts without."""

from __future__ import annotations

from typing import Protocol

LINE = "speedgamez.line"
"""The extension of the scope that holds the connection's ``Line``, where the server gives one."""


class Line(Protocol):
    """The connection below a socket: writing to it costs no task and no turn of the loop."""

    def text(self, head: bytes, body: bytes) -> bool:
        """Write a text message, ``head`` and ``body`` together, with this turn of the loop.

        False when the line is closed or its buffer is full.
        """

    def flush_late(self) -> None:
        """Write what waits on all lines now if the turn is long: the rest of it may be many other tables' moves."""
