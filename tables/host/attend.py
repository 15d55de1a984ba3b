"""Matches in real time follow who is there: the game is told whose line is gone or back, and a match whose last human
is away stands still until a socket of theirs is there again.

Each is a record. What stops or moves the match's time goes with its record in one transaction: whoever judges by
another idea of the time loses the next conditional update and reads it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

import msgspec

from games.kernel.contract import Presence
from tables import absence, matchtime
from tables.absence import LOST_MS, Here
from tables.host.cache import Slot
from tables.host.database import in_database
from tables.host.live import Live, Stand
from tables.host.seats import Leaving
from tables.models import Record
from tables.notices import LobbyChanged
from tables.services.standing import offline_note, pause_write, presence_write

STEPS = 16
"""So many steps one look may take: four seats, a pause, what time brings before each, and lost races."""


class Attending(Leaving):
    """Who is there, in matches in real time; games of turns are told nothing."""

    async def attend(self, match_id: int, connected: Collection[int] = ()) -> int | None:
        """Make the match say and do what follows from who is there; run twice or late it does nothing wrong.

        ``connected``: whose sockets this process holds. Returns in how many ms somebody may be away for long enough;
        None: nothing is to be expected. Raises OSError, DatabaseError.
        """
        slot = self._slot(match_id)
        async with slot.lock:
            for _step in range(STEPS):
                live = await self._current(slot, match_id)
                if live is None or live.over or not live.realtime:
                    return None
                version, here = await in_database(absence.match_here, match_id, connected)
                if live.version < version:  # a lost word, perhaps that of a pause or its end
                    await self._catch_up(slot, live)
                elif not await self._follows(slot, live, here):
                    soon = [LOST_MS - one.gone_ms for one in here if one.gone_ms is not None and not one.lost]
                    return min(soon, default=None)
        return LOST_MS  # others are at it as well

    async def _follows(self, slot: Slot, live: Live, here: list[Here]) -> bool:
        """One step on the way to what is; False when nothing is to be done. Lost races are steps too."""
        alone = here[0] if len(here) == 1 else None
        if live.paused_ms is not None:
            if any(one.present for one in here):
                await self._go_on(slot, live)
                return True
            return False
        change = next((one for one in here if one.changed), None)
        if change is None and (alone is None or not alone.lost):
            return False
        now = live.now()
        if await self._let_pass(slot, live, now):
            return True
        if change is not None:
            await self._say(slot, live, change, now)
        else:
            await self._pause(slot, live, now)
        return True

    async def _say(self, slot: Slot, live: Live, one: Here, now: int) -> None:
        """Tell the game; where it makes no difference there is no record."""
        word = Presence("offline" if one.lost else "back")
        before = live.game.encode_state(live.state)
        events = live.game.presence(live.state, one.seat, word, now)
        if not events and live.game.encode_state(live.state) == before:
            await in_database(partial(offline_note, match_id=live.match_id, seat=one.seat, offline=one.lost))
            return
        entry = self._entry(live, Record.Kind.PRESENCE, now, one.seat, payload=msgspec.json.encode(word))
        outcome = live.outcome()
        write = partial(presence_write, entry=entry, offline=one.lost)
        if outcome is not None:
            await self._commit(slot, live, entry, events)
        elif await self._written(slot, write):
            self._stepped(live, entry, events, over=False)

    async def _pause(self, slot: Slot, live: Live, now: int) -> None:
        """The match's time stands from now on."""
        await self._stand(slot, live, now, Stand(live.origin_ms, now + live.origin_ms))

    async def _go_on(self, slot: Slot, live: Live) -> None:
        """It goes on: its beginning moves by as long as it stood, so no time was lost."""
        assert live.paused_ms is not None
        stood_ms = max(0, matchtime.now_ms() - live.paused_ms)
        await self._stand(slot, live, live.now(), Stand(live.origin_ms + stood_ms, None))

    async def _stand(self, slot: Slot, live: Live, now: int, stand: Stand) -> None:
        live.origin_ms, live.paused_ms = stand.origin_ms, stand.paused_ms
        entry = self._entry(live, Record.Kind.PAUSE, now, payload=msgspec.json.encode(stand))
        write = partial(pause_write, entry=entry, origin_ms=stand.origin_ms, paused_ms=stand.paused_ms)
        if await self._written(slot, write):
            self._stepped(live, entry, [], over=False)
            self.publish(LobbyChanged())

    @staticmethod
    async def _written(slot: Slot, write: Callable[[], bool]) -> bool:
        """Whether it is stored. What is in memory has changed already: lost or failed, it is dropped."""
        try:
            won = await in_database(write)
        except BaseException:
            slot.live = None
            raise
        if not won:
            slot.live = None
        return won
