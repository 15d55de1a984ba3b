"""Somebody with a table's page open, as static/js has it: comes back by itself, sends the same id again, sees gaps."""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from chaos.diary import Diary
from chaos.line import Line, connect
from chaos.people import Person

HEAD = re.compile(rb'data-(n|full|turn|decision|over)="([^"]*)"')
TAKE = re.compile(rb'data-take="([^"]*)"')
THROW = re.compile(rb'data-throw="(\d+)"')
FREEZE = b'{"type":"freeze"}'
STEPS_A_THROW = 8
OVER = 10**9
FINAL = {1008, 4401, 4403, 4404, 4429}
PATIENCE_S, BEAT_S, ANSWER_S = 3.0, 5.0, 4.0
AGAIN = 0.05
"""So many of the acknowledged actions are sent once more, for the same answer."""


@dataclass
class Sent:
    """An action that waits for its answer."""

    frame: bytes
    client_id: str
    decision: int
    at: float
    once: bool = True


class Player:
    """One person at one table at a time."""

    def __init__(
        self, server: tuple[str, int], person: Person, diary: Diary, *, think_s: tuple[float, float], acts: bool = True
    ) -> None:
        self.server = server
        self.person = person
        self.diary = diary
        self.think_s = think_s
        self.acts = acts
        self.playing = True
        """False: looks on, sends nothing of its own."""
        self.code = ""
        self.line: Line | None = None
        self.whole_at = 0.0
        """When the whole view of the present line came; 0 while there is none."""
        self.position = -1
        self._round = 0
        """How far the match on the screen is, in steps; OVER at its end."""
        self.decision: int | None = None
        self.choices: list[bytes] = []
        self.freezes = False
        self.waits: Sent | None = None
        self.last_acked: Sent | None = None
        self.on_step: Callable[[Player], None] = lambda player: None
        self.on_sent: Callable[[Player, float], None] = lambda player, at: None
        self._spent: int | None = None
        self._number: int | None = None
        self._heard_at = 0.0
        self._beat_at = 0.0
        self._rng = random.Random(person.player_id)
        self._task: asyncio.Task[None] | None = None
        self._gone = False

    # --- coming and going ------------------------------------------------------------------------

    def sit(self, code: str) -> None:
        """Open the page of the table ``code``, in place of the one before."""
        self.code = code
        self.whole_at, self.position, self.decision, self.choices = 0.0, -1, None, []
        self.waits = self.last_acked = self._spent = None
        if self._task is None:
            self._task = asyncio.create_task(self._stay())
        elif self.line is not None:
            self.line.close()

    async def leave(self) -> None:
        """Close the page."""
        self._gone = True
        if self.line is not None:
            self.line.close()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def back(self) -> bool:
        """There is a line, and it brought the whole view."""
        return self.line is not None and self.line.up and self.whole_at > 0

    async def _stay(self) -> None:
        tries = 0
        while not self._gone:
            self.whole_at, self._number = 0.0, None
            code = self.code
            address = f"10.9.{self.person.player_id >> 8 & 255}.{self.person.player_id & 255}"
            try:
                self.line = await connect(self.server, f"/ws/tische/{code}/", self.person.cookie, self.take_in, address)
            except (OSError, TimeoutError):
                await asyncio.sleep(self._delay(tries))
                tries += 1
                continue
            tries = 0
            self._heard_at = time.monotonic()
            await self._use(self.line)
            if code == self.code and not self._gone:
                self.diary.closes[self.line.close_code] += 1
                if self.line.close_code in FINAL:
                    self.diary.wrong.append(f"a player who did nothing wrong was sent away: {self.line.close_code}")
                    return
                await asyncio.sleep(self._delay(0))

    def _delay(self, retry: int) -> float:
        return min(2.0, 0.3 * 2.0**retry) * (0.5 + self._rng.random() / 2)

    async def _use(self, line: Line) -> None:
        """Look at the line every half second until it is gone: beats, patience, a dead line."""
        while not line.closed.done():
            await asyncio.wait([line.closed], timeout=0.5)
            now = time.monotonic()
            if now - max(self._heard_at, self._beat_at - ANSWER_S) > BEAT_S + ANSWER_S:
                line.close()
            elif now - self._beat_at > BEAT_S:
                self._beat_at = now
                line.send(b'{"t":"beat","at":%d}' % int(now * 1000))
            if self.waits is not None and now - self.waits.at > PATIENCE_S and self.back:
                self._send_again(self.waits)
            elif self.waits is None and self.decision is not None and now - self._heard_at > 2:
                self._spent = None
                self._plan()

    # --- what comes ------------------------------------------------------------------------------

    def take_in(self, data: bytes) -> None:
        """One message."""
        self._heard_at = time.monotonic()
        if data[:1] != b"{":
            self._see(data)
            return
        frame = json.loads(data)
        kind = frame["t"]
        if kind == "ack":
            self._accepted(frame["id"])
        elif kind == "no":
            self._refused(frame["id"], frame["code"])
        elif kind == "beat" and frame["n"] != (self._number or 0):
            self._sync()

    def _see(self, data: bytes) -> None:
        head = dict(HEAD.findall(data[: data.find(b">")]))
        number, full = int(head[b"n"]), head[b"full"] == b"1"
        gap = self._number is not None and number != self._number + 1
        self._number = number
        if gap and not full:
            self._sync()
        self.decision = int(head[b"decision"]) if head[b"decision"] else None
        if b'id="glow"' in data:
            glow = data[data.find(b'id="glow"') :]
            self.choices = [html.unescape(raw.decode()).encode() for raw in TAKE.findall(glow[: glow.find(b"</div>")])]
        if b'id="action"' in data:
            self.freezes = FREEZE in data
        throw = THROW.search(data)
        if throw is not None:
            self._round = int(throw.group(1))
        if b'id="order"' in data:  # it changes with every pick
            order = data[data.find(b'id="order"') :]
            done = order[: order.find(b"</ol>")].count(b'data-step="done"')
            self.position = self._round * STEPS_A_THROW + done
        if head[b"over"] == b"1":
            self.position = OVER
        if full and not self.whole_at:
            self.whole_at = time.monotonic()
            self._resend()
        self.on_step(self)
        self._plan()

    def _sync(self) -> None:
        if self.line is not None:
            self.line.send(b'{"t":"sync"}')

    def _accepted(self, client_id: str) -> None:
        self.diary.acked.add(client_id)
        if self.waits is None or self.waits.client_id != client_id:
            return
        sent, self.waits = self.waits, None
        self.last_acked, self._spent = sent, sent.decision
        if sent.once and self.diary.measuring:
            self.diary.ack_s.append(time.monotonic() - sent.at)
        if self._rng.random() < AGAIN:
            self._ask_again(sent)

    def _refused(self, client_id: str, code: str) -> None:
        self.diary.refused[code] += 1
        if client_id in self.diary.acked and code != "busy":
            self.diary.wrong.append(f"{client_id} was acknowledged, and sent again refused: {code}")
        if self.waits is not None and self.waits.client_id == client_id:
            self.waits, self._spent = None, None

    # --- what goes -------------------------------------------------------------------------------

    def _resend(self) -> None:
        """After a break: the same id again where the decision is still open; else it has been decided meanwhile."""
        if self.last_acked is not None and self.position != OVER:
            self._ask_again(self.last_acked)
        if self.waits is not None and self.waits.decision == self.decision:
            self._send_again(self.waits)
        elif self.waits is not None:
            self.waits = None
            self.diary.unknown += 1

    def _ask_again(self, sent: Sent) -> None:
        if self.line is not None:
            self.diary.asked_again += 1
            self.line.send(sent.frame)

    def _send_again(self, sent: Sent) -> None:
        sent.at, sent.once = time.monotonic(), False
        if self.line is not None:
            self.line.send(sent.frame)

    def _plan(self) -> None:
        if not (self.acts and self.playing) or self.waits is not None or self.decision in (None, self._spent):
            return
        self._spent = self.decision  # one plan for each decision; what is refused is planned anew
        pause = self._rng.uniform(*self.think_s)
        asyncio.get_running_loop().call_later(pause, self._act, self.code, self.decision)

    def _act(self, code: str, decision: int) -> None:
        if (code, decision) != (self.code, self.decision) or self.waits is not None or not self.choices:
            return
        if not self.back or self.line is None or not self.playing:
            self._spent = None
            return
        client_id = str(uuid.UUID(int=self._rng.getrandbits(128), version=4))
        action = self._rng.choice([*self.choices, FREEZE] if self.freezes else self.choices)
        frame = b'{"t":"act","id":"%s","d":%d,"a":%s}' % (client_id.encode(), decision, action)
        self.waits = Sent(frame, client_id, decision, time.monotonic())
        self.diary.sent[client_id] = self.person.player_id
        self.line.send(frame)
        self.on_sent(self, self.waits.at)
