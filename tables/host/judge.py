"""Judging what happens in matches: the one path of humans, computers and clocks.

A process judges one action of a match at a time, in a fixed order of checks: over, due, seat, decision, legal.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from typing import Any, TypeAlias

import msgspec
from django.conf import settings
from django.db import DatabaseError

from games.kernel.contract import AnyGame, Level, Rejection
from games.kernel.texts import Text, gettext_noop, text
from tables import matchtime
from tables.host.answers import BUSY, GONE, MALFORMED, NOT_YOU, PAUSED, STALE, Ack, Answer, Refused
from tables.host.attend import Attending
from tables.host.cache import Slot
from tables.host.live import Live, level_of
from tables.host.seats import ATTEMPTS
from tables.models import Record
from tables.notices import MatchDue

log = logging.getLogger(__name__)

_ = gettext_noop


Thought: TypeAlias = "tuple[AnyGame, int, int, Level, Any, list[Any], random.Random]"
"""All that a computer needs away from the lock: game, seat, decision, strength, observation, actions, chance."""


class Host(Attending):
    """The match host of one process."""

    async def submit(
        self, match_id: int, seat: int, decision: int, client_id: str, action: bytes | Any,
        *, player_id: int | None = None,
    ) -> Answer:  # fmt: skip
        """Judge an action of ``seat``; ``action`` is a client's JSON or already typed.

        ``player_id``: who acts; a seat that they have left meanwhile is no longer theirs. ``now`` is the arrival:
        what waits here for the match's turn or for the database costs no thinking time.
        """
        arrived_ms = matchtime.now_ms()
        slot = self._slot(match_id)
        async with slot.lock:
            for _attempt in range(ATTEMPTS):
                try:
                    live = await self._current(slot, match_id)
                    if live is None:
                        return GONE
                    if player_id is not None and not live.over and live.seat_of(player_id) != seat:
                        return NOT_YOU
                    answer = await self._judge(slot, live, seat, decision, client_id, action, arrived_ms)
                except (OSError, DatabaseError) as error:
                    log.warning("match %s is not reachable: %s", match_id, type(error).__name__)
                    slot.live = None
                    return BUSY
                if answer is not None:
                    return answer
            return BUSY

    async def _judge(
        self, slot: Slot, live: Live, seat: int, decision: int, client_id: str, action: bytes | Any, arrived_ms: int
    ) -> Answer | None:
        """The checks in their fixed order; None when the match moved on meanwhile and all is to be judged again."""
        known = live.recent.version(seat, client_id)
        if known is not None:
            return Ack(known)
        if live.over:
            return GONE
        if live.paused_ms is not None:  # whoever acts is there: it goes on as soon as that is looked at
            return PAUSED
        now = live.now(arrived_ms)
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
        before = self._before(live)
        try:
            events = live.game.apply(live.state, seat, typed, now)
        except Rejection as refusal:
            return Refused(refusal.code, refusal.text)
        payload = live.game.encode_action(typed)
        entry = self._entry(live, Record.Kind.ACTION, now, seat, decision, client_id, payload)
        if not await self._commit(slot, live, entry, events, before):
            return None
        return Ack(live.version)

    # --- time and computers ----------------------------------------------------------------------

    async def wake(self, match_id: int) -> None:
        """Let time pass in the match if something is due. Run twice or late it does nothing wrong."""
        slot, looked = self._slot(match_id), False
        async with slot.lock:
            for _attempt in range(ATTEMPTS):
                live = await self._current(slot, match_id)
                if live is None or live.over:
                    return
                try:
                    if await self._let_pass(slot, live, live.now()):
                        looked = True
                    elif looked:
                        self._repeat_due(live)
                        return
                    else:  # what is in memory may be behind, and nobody else makes the step that is due
                        looked = True
                        await self._catch_up(slot, live)
                except (OSError, DatabaseError) as error:
                    log.warning("match %s is not reachable: %s", match_id, type(error).__name__)
                    slot.live = None
                    return

    def _repeat_due(self, live: Live) -> None:
        """Say again when the match wants looking at: whoever woke it too early knows then."""
        bot = min((at for _d, at in live.bots_due.values()), default=None)
        self.publish(MatchDue(live.match_id, live.wake_at_ms(), None if bot is None else bot + live.origin_ms))

    async def bot_move(self, match_id: int) -> None:
        """Make the moves of computers that are due. The answer carries its decision, so a late one is refused."""
        thoughts = await self._thoughts(match_id)
        if (
            not thoughts
        ):  # what is in memory may be behind: a word is lost, or that of the move is here before the record's
            await self.catch_up(match_id)
            thoughts = await self._thoughts(match_id)
        for game, seat, decision, level, observation, actions, rng in thoughts:
            choice = await asyncio.to_thread(game.bot(level).choose, observation, actions, rng)
            answer = await self.submit(match_id, seat, decision, f"bot:{seat}:{decision}", choice)
            if isinstance(answer, Refused) and answer.code not in {"stale", "not_your_turn", "over", "busy"}:
                log.error("computer's move refused in match %s: %s", match_id, answer.code)

    async def _thoughts(self, match_id: int) -> list[Thought]:
        """What is to be thought about now; where this process's idea of match time is a little behind, it waits."""
        for _look in range(2):
            async with self.match(match_id) as live:
                if live is None or live.over:
                    return []
                if not live.bots_due:
                    live.bots_plan(live.now())
                now = live.now()
                due = [(seat, decision) for seat, (decision, at) in live.bots_due.items() if at <= now]
                found = [self._thought(live, seat, decision) for seat, decision in due]
                ahead = min((at for _d, at in live.bots_due.values()), default=now + 1_000) - now
            if found or ahead >= 1_000:
                break
            await asyncio.sleep(ahead / 1000)
        return [thought for thought in found if thought[5]]

    def _thought(self, live: Live, seat: int, decision: int) -> Thought:
        """All a computer needs to think away from the lock; its chance follows from a secret, match, seat, decision."""
        secret = hashlib.blake2b(
            f"bot/{live.code}/{seat}/{decision}".encode(), key=settings.SECRET_KEY.encode()[:64], digest_size=16
        )
        rng = random.Random(secret.digest())
        pending = {p.seat: p.decision for p in live.game.to_act(live.state)}
        actions = live.game.actions(live.state, seat) if pending.get(seat) == decision else []
        level = level_of(live.seats[seat].level)
        return live.game, seat, decision, level, live.game.observe(live.state, seat), actions, rng

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
