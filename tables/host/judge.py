"""Judging what happens in matches: the one path of humans, computers and clocks.

A process judges one action of a match at a time. Nobody reads a state between its change and the commit's
answer, and a lost commit drops it: the truth is read again. Store, then acknowledge, then broadcast.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import random
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import Struct

from games.kernel.contract import Outcome, Presence, Rejection
from games.kernel.texts import Text, gettext_noop, text
from tables.host.database import in_database
from tables.host.live import (
    Live,
    earlier_events,
    level_of,
    live_follow,
    live_load,
    records_after,
    seat_infos,
)
from tables.journal import Entry, Journal, entry_write
from tables.models import Match, MatchSeat, Record, Snapshot
from tables.notices import LobbyChanged, MatchDue, Notice, RecordMade, SeatsChanged, TableChanged
from tables.services.finish import LEAVE_TENTHS, Ending, match_finish

log = logging.getLogger(__name__)

ATTEMPTS = 6
_ = gettext_noop


class Ack(Struct, frozen=True):
    """The action is stored: version ``version`` of the match."""

    version: int


class Refused(Struct, frozen=True):
    """The action is not taken; nothing has changed. ``stale``: the client needs a fresh view."""

    code: str
    text: Text
    stale: bool = False


Answer = Ack | Refused

GONE = Refused("over", text(_("Diese Partie ist zu Ende.")), stale=True)
NOT_YOU = Refused("not_your_turn", text(_("Du bist gerade nicht dran.")), stale=True)
STALE = Refused("stale", text(_("Stand veraltet: Inzwischen ist etwas anderes passiert.")), stale=True)
NO_SEAT = Refused("no_seat", text(_("Du schaust hier nur zu.")))
MALFORMED = Refused("malformed", text(_("Diese Eingabe hat der Tisch nicht verstanden.")))
BUSY = Refused("busy", text(_("Der Tisch ist gerade nicht erreichbar. Versuch es gleich noch einmal.")), stale=True)


class Audience(Protocol):
    """Who wants to see steps: the hub of an ASGI process, or nobody in a worker."""

    def step(self, live: Live, events: list[Any]) -> None:
        """The match moved on by one record."""

    def reload(self, live: Live) -> None:
        """Something beside the records changed (seats, status)."""

    def watched(self, match_id: int) -> bool:
        """Whether a socket of this process shows the match."""


@dataclass(slots=True)
class Slot:
    """A match's place in this process: its lock, and its state when it is loaded."""

    lock: asyncio.Lock
    live: Live | None = None


class Host:
    """The match host of one process. All methods run on one event loop."""

    def __init__(self, journal: Journal, publish: Callable[[Notice], None], audience: Audience | None = None) -> None:
        self.journal = journal
        self.publish = publish
        self.audience = audience
        self._slots: OrderedDict[int, Slot] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the cache -------------------------------------------------------------------------------

    def _slot(self, match_id: int) -> Slot:
        slot = self._slots.get(match_id)
        if slot is None:
            slot = self._slots[match_id] = Slot(asyncio.Lock())
            self._shrink()
        self._slots.move_to_end(match_id)
        return slot

    def _shrink(self) -> None:
        """Let the matches go that nobody touched for longest; those in use or on a screen stay."""
        excess = len(self._slots) - settings.MATCH_CACHE_SIZE
        if excess <= 0:
            return
        for match_id, slot in list(self._slots.items())[: excess + 16]:
            if not slot.lock.locked() and not (self.audience and self.audience.watched(match_id)):
                del self._slots[match_id]

    @contextlib.asynccontextmanager
    async def match(self, match_id: int) -> AsyncIterator[Live | None]:
        """The match under its lock, loaded if need be; None when there is no such match."""
        slot = self._slot(match_id)
        async with slot.lock:
            if slot.live is None:
                slot.live = await in_database(live_load, match_id)
            yield slot.live

    async def _current(self, slot: Slot, match_id: int) -> Live | None:
        if slot.live is None:
            slot.live = await in_database(live_load, match_id)
        return slot.live

    def cached(self, match_id: int) -> Live | None:
        """What is in memory, without waiting; not to be changed."""
        slot = self._slots.get(match_id)
        return slot.live if slot else None

    # --- actions ---------------------------------------------------------------------------------

    async def submit(self, match_id: int, seat: int, decision: int, client_id: str, action: bytes | Any) -> Answer:
        """Judge an action of ``seat``; ``action`` is a client's JSON or already typed."""
        slot = self._slot(match_id)
        async with slot.lock:
            for _attempt in range(ATTEMPTS):
                live = await self._current(slot, match_id)
                if live is None:
                    return GONE
                try:
                    answer = await self._judge(slot, live, seat, decision, client_id, action)
                except OSError:
                    slot.live = None
                    return BUSY
                if answer is not None:
                    return answer
            return BUSY

    async def _judge(
        self, slot: Slot, live: Live, seat: int, decision: int, client_id: str, action: bytes | Any
    ) -> Answer | None:
        """The checks in their fixed order; None when the match moved on meanwhile and all is to be judged again."""
        known = live.recent.get((seat, client_id))
        if known is not None:
            return Ack(known)
        if live.over:
            return GONE
        now = live.now()
        if await self._let_pass(slot, live, now):
            return None
        pending = next((p for p in live.game.to_act(live.state) if p.seat == seat), None)
        if pending is None:
            return NOT_YOU
        if pending.decision != decision:
            return STALE
        try:
            typed = live.game.decode_action(action) if isinstance(action, bytes) else action
        except (msgspec.ValidationError, msgspec.DecodeError, RecursionError):
            return MALFORMED
        try:
            events = live.game.apply(live.state, seat, typed, now)
        except Rejection as refusal:
            return Refused(refusal.code, refusal.text)
        payload = live.game.encode_action(typed)
        entry = self._entry(live, Record.Kind.ACTION, now, seat, decision, client_id, payload)
        if not await self._commit(slot, live, entry, events):
            return None
        return Ack(live.version)

    async def _let_pass(self, slot: Slot, live: Live, now: int) -> bool:
        """If time alone changes something by ``now``, that is a record of its own; True when one was due."""
        wake = live.game.wake_at(live.state)
        if wake is None or wake > now:
            return False
        events = live.game.advance(live.state, now)
        await self._commit(slot, live, self._entry(live, Record.Kind.WAKE, now), events)
        return True

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
        )

    async def _commit(self, slot: Slot, live: Live, entry: Entry, events: list[Any]) -> bool:
        """Make the step durable, then tell everybody. The state is changed already: a lost commit drops it."""
        outcome = live.outcome()
        try:
            if outcome is None:
                won = await self.journal.append(entry)
            else:
                won = await self._finish(live, entry, events, outcome)
        except BaseException:
            slot.live = None
            raise
        if not won:
            slot.live = None
            return False
        self._stepped(live, entry, events, over=outcome is not None)
        return True

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

    def _stepped(self, live: Live, entry: Entry, events: list[Any], *, over: bool) -> None:
        live.version = entry.version + 1
        live.advanced_to = entry.at_ms
        live.events.extend(events)
        live.over = over
        if entry.kind == Record.Kind.ACTION and entry.seat is not None and entry.client_id:
            live.remember(entry.seat, entry.client_id, live.version)
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
        if self.audience is not None:
            self.audience.step(live, events)

    def _snapshot(self, live: Live) -> None:
        """Store the state as it is now; it follows the commit and nothing waits for it.

        Versions of snapshots are the same in every process, so that their events join without overlap.
        """
        row = Snapshot(
            match_id=live.match_id,
            version=live.version,
            state=live.game.encode_state(live.state),
            events=live.events_bytes(),
        )
        self._events_close(live)
        self._later(in_database(_snapshot_write, row))

    @staticmethod
    def _events_close(live: Live) -> None:
        """A snapshot has taken the events so far."""
        if live.earlier is not None:
            live.earlier.extend(live.events)
        live.events, live.snapshot_version = [], live.version

    def _later(self, coroutine: Any) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- time and computers ----------------------------------------------------------------------

    async def wake(self, match_id: int) -> None:
        """Let time pass in the match if something is due. Run twice or late it does nothing wrong."""
        slot = self._slot(match_id)
        async with slot.lock:
            for _attempt in range(ATTEMPTS):
                live = await self._current(slot, match_id)
                if live is None or live.over:
                    return
                try:
                    if not await self._let_pass(slot, live, live.now()):
                        self._repeat_due(live)
                        return
                except OSError:
                    return

    def _repeat_due(self, live: Live) -> None:
        """Say again when the match wants looking at: whoever woke it too early knows then."""
        bot = min((at for _d, at in live.bots_due.values()), default=None)
        self.publish(MatchDue(live.match_id, live.wake_at_ms(), None if bot is None else bot + live.origin_ms))

    async def bot_move(self, match_id: int) -> None:
        """Make the moves of computers that are due. The answer carries its decision, so a late one is refused.

        The word that it is due may be here before the word of the last record, so the database is asked first.
        """
        await self.catch_up(match_id)
        await self._until_due(match_id)
        async with self.match(match_id) as live:
            if live is None or live.over:
                return
            now = live.now()
            thoughts = [self._thought(live, seat, d) for seat, (d, at) in live.bots_due.items() if at <= now + 20]
            game = live.game
        for seat, decision, level, observation, actions, rng in thoughts:
            if not actions:
                continue
            choice = await asyncio.to_thread(game.bot(level).choose, observation, actions, rng)
            answer = await self.submit(match_id, seat, decision, f"bot-{seat}-{decision}", choice)
            if isinstance(answer, Refused) and answer.code not in {"stale", "not_your_turn", "over"}:
                log.error("computer's move refused in match %s: %s", match_id, answer.code)

    async def _until_due(self, match_id: int) -> None:
        """Two processes' ideas of match time differ a little: wait where this one's is behind."""
        async with self.match(match_id) as live:
            if live is None or live.over:
                return
            if not live.bots_due:
                live.bots_plan(live.now())
            ahead = min((at for _d, at in live.bots_due.values()), default=0) - live.now()
        if 0 < ahead < 1_000:
            await asyncio.sleep(ahead / 1000)

    def _thought(self, live: Live, seat: int, decision: int) -> tuple[int, int, Any, Any, list[Any], random.Random]:
        """All a computer needs to think away from the lock; its chance follows from a secret, match, seat, decision."""
        secret = hashlib.blake2b(
            f"bot/{live.code}/{seat}/{decision}".encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16
        )
        rng = random.Random(secret.digest())
        pending = {p.seat: p.decision for p in live.game.to_act(live.state)}
        actions = live.game.actions(live.state, seat) if pending.get(seat) == decision else []
        level = level_of(live.seats[seat].level)
        return seat, decision, level, live.game.observe(live.state, seat), actions, rng

    async def advise(self, match_id: int, seat: int) -> tuple[int, bytes, Text] | Refused:
        """Rat: decision, the recommended action's JSON and the reason. Only alone, never in a daily."""
        async with self.match(match_id) as live:
            if live is None or live.over:
                return GONE
            if not live.context().advice:
                return Refused("no_advice", text(_("Rat gibt es nur allein gegen Computer.")))
            pending = next((p for p in live.game.to_act(live.state) if p.seat == seat), None)
            if pending is None:
                return NOT_YOU
            observation, actions = live.game.observe(live.state, seat), live.game.actions(live.state, seat)
            game, code = live.game, live.code
        rng = random.Random(f"advice/{code}/{pending.decision}")
        advice = await asyncio.to_thread(game.advise, observation, actions, rng)
        if advice is None:
            return Refused("no_advice", text(_("Dazu fällt dem Tisch kein Rat ein.")))
        return pending.decision, game.encode_action(advice.action), advice.reason

    # --- the host's word on seats ----------------------------------------------------------------

    async def leave(self, match_id: int, seat: int, *, by_host: bool = False) -> Refused | None:
        """The human at ``seat`` leaves for good; a computer takes the seat, or the match ends with the last human."""
        slot = self._slot(match_id)
        async with slot.lock:
            for _attempt in range(ATTEMPTS):
                live = await self._current(slot, match_id)
                if live is None or live.over:
                    return GONE
                if not live.seats[seat].human:
                    return None
                now = live.now()
                if await self._let_pass(slot, live, now):
                    continue
                others = any(s.human for i, s in enumerate(live.seats) if i != seat)
                done = await (self._hand_over(slot, live, seat, now) if others else self._left_by_all(slot, live, seat, now))
                if done:
                    return None
            return BUSY

    async def _hand_over(self, slot: Slot, live: Live, seat: int, now: int) -> bool:
        change = Presence("bot", "normal")
        events = live.game.presence(live.state, seat, change, now)
        live.seats[seat].left, live.seats[seat].level = True, "normal"
        entry = self._entry(live, Record.Kind.PRESENCE, now, seat, payload=msgspec.json.encode(change))
        if not await in_database(_hand_over_write, entry):
            slot.live = None
            return False
        self._stepped(live, entry, events, over=False)
        self.publish(SeatsChanged(live.match_id))
        if self.audience is not None:
            self.audience.reload(live)
        return True

    async def _left_by_all(self, slot: Slot, live: Live, seat: int, now: int) -> bool:
        """The last human goes: what was lost goes to the house, nothing is ranked."""
        return await self._end(slot, live, now, "abandoned", booked=False, pot="house", flags=("left",), leaver=seat)

    async def end_as_it_stands(self, match_id: int, seat: int) -> Refused | None:
        """The last human there ends the match: it is ranked as it stands, the pot is won."""
        async with self.match(match_id) as live:
            slot = self._slot(match_id)
            if live is None or live.over:
                return GONE
            if not live.seats[seat].human or any(s.human for i, s in enumerate(live.seats) if i != seat):
                return Refused("others", text(_("Es sind noch andere dabei: Ende ist erst, wenn die Partie aus ist.")))
            if not any(s.left for s in live.seats):
                return Refused("others", text(_("Allein gegen Computer kannst du die Partie nur verlassen.")))
            if not await self._end(slot, live, live.now(), "ended", booked=True, pot="won", flags=("early",)):
                return BUSY
        return None

    async def abandon(self, match_id: int) -> bool:
        """Nobody has been there for too long: the match ends without a ranking, stakes go back in full."""
        async with self.match(match_id) as live:
            if live is None or live.over:
                return False
            slot = self._slot(match_id)
            return await self._end(slot, live, live.now(), "abandoned", booked=False, pot="refund", flags=("absent",))

    async def _end(
        self, slot: Slot, live: Live, now: int, status: str, *, booked: bool, pot: str, flags: tuple[str, ...],
        leaver: int | None = None,
    ) -> bool:  # fmt: skip
        """End a match that its rules have not ended, after what time has brought until now."""
        while await self._let_pass(slot, live, now):
            if slot.live is not live or live.over:
                return False
        entry = self._entry(live, Record.Kind.WAKE, now)
        ending = Ending(
            entry=entry,
            state=live.game.encode_state(live.state),
            events=live.events_bytes(),
            outcome=live.game.standing(live.state),
            status=status,
            booked=booked,
            pot=pot,
            flags=flags,
            leaver=leaver,
        )
        if not await in_database(self._finish_now, ending):
            slot.live = None
            return False
        self._stepped(live, entry, [], over=True)
        return True

    # --- following other processes ---------------------------------------------------------------

    async def follow(self, notice: RecordMade) -> None:
        """Another process moved a match on. Only matches held here follow; a late word never lowers a version."""
        slot = self._slots.get(notice.match_id)
        if slot is None or slot.live is None:
            return
        async with slot.lock:
            live = slot.live
            if live is None or live.version >= notice.version:
                return
            if live.version + 1 < notice.version or notice.over:
                await self._catch_up(slot, live)
                return
            record = Record(
                version=notice.version, kind=notice.kind, at_ms=notice.at_ms, seat=notice.seat,
                decision=notice.decision, client_id=notice.client_id, payload=notice.payload,
            )  # fmt: skip
            self._follow_one(live, record)

    def _follow_one(self, live: Live, record: Record) -> None:
        events = live_follow(live, record)
        live.bots_plan(record.at_ms)
        if live.version % settings.SNAPSHOT_EVERY == 0:
            self._events_close(live)
        if self.audience is not None:
            self.audience.step(live, events)

    async def catch_up(self, match_id: int) -> None:
        """Fill a gap from the database."""
        slot = self._slots.get(match_id)
        if slot is None or slot.live is None:
            return
        async with slot.lock:
            if slot.live is not None:
                await self._catch_up(slot, slot.live)

    async def _catch_up(self, slot: Slot, live: Live) -> None:
        status = await in_database(_match_status, live.match_id)
        if status == Match.Status.RUNNING:
            for record in await in_database(records_after, live.match_id, live.version):
                if record.version != live.version + 1:
                    break
                self._follow_one(live, record)
            return
        fresh = await in_database(live_load, live.match_id)
        slot.live = fresh
        if fresh is not None and self.audience is not None:
            fresh.screen = live.screen
            self.audience.reload(fresh)

    async def seats_changed(self, match_id: int) -> None:
        """Read again who sits where."""
        slot = self._slots.get(match_id)
        if slot is None or slot.live is None:
            return
        async with slot.lock:
            if slot.live is not None:
                slot.live.seats = await in_database(seat_infos, match_id)
                if self.audience is not None:
                    self.audience.reload(slot.live)

    async def history(self, live: Live) -> list[Any]:
        """Every event so far, for the Chronik; the caller holds the lock."""
        if live.earlier is None:
            live.earlier = await in_database(earlier_events, live.game, live.match_id, live.snapshot_version)
        return live.earlier + live.events

    async def close(self) -> None:
        """Let what is being judged finish."""
        await asyncio.gather(*(slot.lock.acquire() for slot in self._slots.values() if slot.lock.locked()))
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _snapshot_write(row: Snapshot) -> None:
    Snapshot.objects.bulk_create([row], ignore_conflicts=True)


def _match_status(match_id: int) -> str | None:
    return Match.objects.filter(pk=match_id).values_list("status", flat=True).first()


def _hand_over_write(entry: Entry) -> bool:
    """The record of a leaver and the mark on the seat, in one short transaction."""
    with transaction.atomic():
        if not entry_write(entry):
            return False
        row = MatchSeat.objects.select_related("player").get(match_id=entry.match_id, index=entry.seat)
        row.left, row.bot = True, "normal"
        if row.player is not None and row.player.is_user:
            row.points_tenths = LEAVE_TENTHS
        row.save(update_fields=["left", "bot", "points_tenths"])
        return True
