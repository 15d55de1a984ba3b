"""When an ASGI process looks at a match in real time: who of its own sockets came, and who went some time ago."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from tables.absence import LOST_MS
from tables.host.judge import Host

LATE_S = 0.02
"""Match time as this process has it may be so much behind the loop's."""


class Looks:
    """When to look at which match, by the loop's time. Lost with its process: a clock worker looks every second too.

    One doesn't stand for another: what is looked for at once isn't there yet when somebody has only just gone.
    """

    def __init__(self) -> None:
        self._due: set[tuple[float, int]] = set()

    def came(self, match_id: int) -> None:
        """A socket is here and stored: look at once."""
        self._due.add((0.0, match_id))

    def went(self, match_id: int) -> None:
        """A player's last socket is gone: look when that is long enough."""
        self.later(match_id, LOST_MS)

    def later(self, match_id: int, ms: int) -> None:
        """Look in so many ms."""
        self._due.add((asyncio.get_running_loop().time() + ms / 1000 + LATE_S, match_id))

    def take(self) -> list[int]:
        """The matches that are due now."""
        now = asyncio.get_running_loop().time()
        due = {look for look in self._due if look[0] <= now}
        self._due -= due
        return sorted({match_id for _at, match_id in due})

    async def look(self, host: Host, match_id: int, connected: Collection[int]) -> None:
        """Look at one match; a game of turns is passed over where it is known as one."""
        live = host.cached(match_id)
        if live is not None and not live.realtime:
            return
        soon = await host.attend(match_id, connected)
        if soon is not None:
            self.later(match_id, soon)
