"""Making a match's step durable and telling everybody: store, then acknowledge, then broadcast.

Nobody reads a state between its change and the commit's answer, and a lost commit undoes it, with all that was
rendered from it meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from django.conf import settings

from games.kernel.contract import Outcome
from tables.host.cache import Audience, Matches, Slot
from tables.host.database import in_database
from tables.host.live import Live
from tables.journal import Entry, Journal
from tables.models import Record, Snapshot
from tables.notices import LobbyChanged, Notice, RecordMade, TableChanged
from tables.services.finish import Ending, match_finish, snapshots_write


class Steps(Matches):
    """One step: its record, its commit, its notice, now and then its snapshot."""

    def __init__(self, journal: Journal, publish: Callable[[Notice], None], audience: Audience | None = None) -> None:
        super().__init__(journal, publish, audience)
        self._snapshots: list[Snapshot] = []
        self._snapshots_task = False

    async def _let_pass(self, slot: Slot, live: Live, now: int) -> bool:
        """If time alone changes something by ``now``, that is a record of its own; True when one was due."""
        wake = live.game.wake_at(live.state)
        if wake is None or wake > now:
            return False
        before = self._before(live)
        events = live.game.advance(live.state, now)
        await self._commit(slot, live, self._entry(live, Record.Kind.WAKE, now), events, before)
        return True

    @staticmethod
    def _before(live: Live) -> bytes | None:
        """The state that a lost commit goes back to. In real time people act while the clock does, so that this is lost
        often; elsewhere hardly ever, and the match is loaded again then."""
        return live.game.encode_state(live.state) if live.realtime else None

    def _entry(
        self, live: Live, kind: int, now: int, seat: int | None = None, decision: int | None = None,
        client_id: str = "", payload: bytes | None = None,
    ) -> Entry:  # fmt: skip
        return Entry(
            match_id=live.match_id,
            version=live.version,
            kind=kind,
            at_ms=now,
            seat=seat,
            decision=decision,
            client_id=client_id,
            payload=payload,
            wake_at_ms=live.wake_at_ms(),
            bot_at_ms=live.bots_plan(now),
            turn_mask=live.turn_mask(),
        )

    async def _commit(
        self, slot: Slot, live: Live, entry: Entry, events: list[Any], before: bytes | None = None
    ) -> bool:
        """Make the step durable, then tell everybody. The state is changed already: a lost commit drops it, or goes
        back to ``before`` and follows whoever was faster."""
        outcome, rendered = live.outcome(), None
        try:
            if outcome is None:
                stored = self.journal.append(entry)
                rendered = await self._rendered(live, events)
                won = await stored
            else:
                won = await self._finish(live, entry, events, outcome)
        except BaseException:
            slot.live = None
            raise
        if not won:
            await self._lost(slot, live, before)
            return False
        self._stepped(live, entry, events, over=outcome is not None, rendered=rendered)
        return True

    async def _lost(self, slot: Slot, live: Live, before: bytes | None) -> None:
        """Another process was faster: what was made here is undone, and what was rendered of it was not sent."""
        slot.live = None
        if before is None:
            return
        live.state = live.game.decode_state(before)
        if live.screen is not None:
            live.screen.unsent()
        slot.live = live
        try:
            await self._catch_up(slot, live)
        except BaseException:
            slot.live = None
            raise

    async def _rendered(self, live: Live, events: list[Any]) -> Any:
        """What the step shows, made while the database stores it; a lost commit drops it together with the match."""
        if self.audience is None or not self.journal.leaves_time or not self.audience.watched(live.match_id):
            return None
        await asyncio.sleep(0)  # the journal's batch goes out first
        return self.audience.rendered(live, events)

    async def _finish(self, live: Live, entry: Entry, events: list[Any], outcome: Outcome) -> bool:
        ending = Ending(
            entry=entry,
            state=live.game.encode_state(live.state),
            events=live.events_bytes(events),
            outcome=outcome,
        )
        return await in_database(self._finish_now, ending)

    @staticmethod
    def _finish_now(ending: Ending) -> bool:
        return match_finish(ending=ending)

    def _stepped(self, live: Live, entry: Entry, events: list[Any], *, over: bool, rendered: Any = None) -> None:
        live.version = entry.version + 1
        live.advanced_to = entry.at_ms
        live.events.extend(events)
        live.over = over
        if entry.kind == Record.Kind.ACTION and entry.seat is not None and entry.client_id:
            live.recent.remember(entry.seat, entry.client_id, live.version)
        self.publish(
            RecordMade(
                entry.match_id, live.version, entry.kind, entry.at_ms, entry.seat, entry.decision, entry.client_id,
                entry.payload, None if over else entry.wake_at_ms, None if over else entry.bot_at_ms, over,
            )
        )  # fmt: skip
        if over:
            self.publish(TableChanged(live.table_code))
            self.publish(LobbyChanged())
        elif live.version % settings.SNAPSHOT_EVERY == 0:
            self._snapshot(live)
        self._show(live, events, rendered)

    def _snapshot(self, live: Live) -> None:
        """Store the state as it is now; it follows the commit and nothing waits for it.

        What comes while one is being written goes together: fifty threads that write one each hold up the loop.
        Versions of snapshots are the same in every process, so that their events join without overlap.
        """
        row = Snapshot(
            match_id=live.match_id,
            version=live.version,
            state=live.game.encode_state(live.state),
            events=live.events_bytes(),
        )
        self._events_close(live)
        self._snapshots.append(row)
        if not self._snapshots_task:
            self._snapshots_task = True
            self._later(self._snapshots_write())

    async def _snapshots_write(self) -> None:
        try:
            while self._snapshots:
                rows, self._snapshots = self._snapshots, []
                await in_database(snapshots_write, rows)
        finally:
            self._snapshots_task = False
