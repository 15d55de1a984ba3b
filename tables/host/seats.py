"""The host's word on seats: leaving, giving a seat to the computer, ending a match that its rules have not ended."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from games.kernel.contract import Presence
from games.kernel.texts import gettext_noop, text
from tables.host.answers import BUSY, GONE, Refused
from tables.host.cache import Slot
from tables.host.database import in_database
from tables.host.live import Live
from tables.host.steps import Steps
from tables.models import Record
from tables.notices import SeatsChanged
from tables.services.finish import Ending, seat_hand_over

ATTEMPTS = 6
_ = gettext_noop


class Leaving(Steps):
    """What leaves the journal's group: each is one short transaction of its own."""

    async def leave(self, match_id: int, seat: int) -> Refused | None:
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
                done = await (
                    self._hand_over(slot, live, seat, now) if others else self._left_by_all(slot, live, seat, now)
                )
                if done:
                    return None
            return BUSY

    async def _hand_over(self, slot: Slot, live: Live, seat: int, now: int) -> bool:
        change = Presence("bot", "normal")
        events = live.game.presence(live.state, seat, change, now)
        gone = replace(live.seats[seat], left=True, level="normal")
        live.seats = (*live.seats[:seat], gone, *live.seats[seat + 1 :])
        entry = self._entry(live, Record.Kind.PRESENCE, now, seat, payload=msgspec.json.encode(change))
        try:
            won = await in_database(seat_hand_over, entry)
        except BaseException:
            slot.live = None  # the state is changed already and the record isn't there
            raise
        if not won:
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
                return GONE if live.over else BUSY  # type: ignore[redundant-expr]  # a wake may have ended it
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
            outcome=live.game.standing(live.state, now),
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
