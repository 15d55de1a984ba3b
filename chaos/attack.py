"""The attackers, in a process of their own so that their work is not counted against whom they disturb.

``python -m chaos.attack`` reads a plan (JSON) from standard input and writes what came of it to standard output.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections import Counter
from typing import Any

from chaos.diary import Diary
from chaos.line import Line, connect
from chaos.nonsense import BROKEN, TEXT, Stuff, hostile
from chaos.people import Person
from chaos.player import OVER, Player

ANSWER_S = 10.0
UNFINISHED, UNFINISHED_S = "1011 after an unfinished frame", 50.0
"""Broken bytes may begin a long frame, and all that follows is taken for its rest: the line ends with a ping that
nobody answers (20 s), the server's patience with that (20 s), and its cut (5 s)."""
BATCH = 8
"""So many things go out before an answer to a beat is waited for."""
KEEP = 200
NUMBERS = 10**8
"""Client ids of one attacker."""


class Pace:
    """Things to send for all attackers together, at most ``per_s`` of them a second (0: as fast as answered)."""

    def __init__(self, things: int, per_s: float) -> None:
        self.left = things
        self._per_s = per_s
        self._next = time.monotonic()

    async def take(self) -> bool:
        """One more; False when all are sent."""
        if self.left <= 0:
            return False
        self.left -= 1
        if self._per_s:
            self._next = max(self._next + 1 / self._per_s, time.monotonic() - 0.5)
            await asyncio.sleep(max(0.0, self._next - time.monotonic()))
        return True


class Sums:
    """What all attackers met."""

    def __init__(self) -> None:
        self.lines = 0
        self.silent: list[str] = []
        """What went out last on lines that were neither answered nor closed."""
        self.kinds: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.closes: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()


class Attacker(Player):
    """Somebody with a real seat who sends what no browser would."""

    def __init__(self, server: tuple[str, int], person: Person, number: int, plan: dict[str, Any], sums: Sums) -> None:
        super().__init__(server, person, Diary(), think_s=(0, 0), acts=False)
        self.sums = sums
        self.tables: list[str] = plan["tables"]
        self.others: list[str] = plan["others"]
        self.foreign: list[str] = plan["foreign"]
        self.rng = random.Random(f"{plan['seed']}/{number}")
        self.number = number * NUMBERS + plan["seed"] * 10**6
        self.old: list[bytes] = []
        self.beats = 0
        self.mates: list[Attacker] = []
        """All attackers at the same tables: what one of them is asked, the others answer too."""

    async def assault(self, pace: Pace) -> None:
        """Come, send, be sent away, come again, until all is sent."""
        while pace.left > 0:
            self.sit_quietly(self._table())
            path = self.rng.choices((f"/ws/tische/{self.code}/", "/ws/start/"), (20, 1))[0]
            try:
                self.line = await connect(self.server, path, self.person.cookie, self.take_in, "203.0.113.9")
            except (OSError, TimeoutError) as error:
                self.sums.refused[type(error).__name__] += 1
                await asyncio.sleep(0.2)
                continue
            self.sums.lines += 1
            await self._use_up(self.line, pace)
            self.line.close()

    def sit_quietly(self, code: str) -> None:
        """At a table, without the task that a player has."""
        self.code, self.whole_at, self.position, self.decision, self.choices = code, 0.0, -1, None, []
        self._number = None

    def _table(self) -> str:
        """Mostly the own table, else somebody else's, as a spectator."""
        if self.rng.random() < 0.15 and self.others:
            return self.rng.choice(self.others)
        if len(self.tables) > 1 and self.position == OVER and self.code == self.tables[0]:
            self.tables = self.tables[1:]
        return self.tables[0]

    async def _use_up(self, line: Line, pace: Pace) -> None:
        unfinished = False
        while line.up:
            thrown = [self._throw(line) for _ in range(BATCH) if await pace.take()]
            unfinished = unfinished or any(one.startswith(BROKEN) for one in thrown)
            if not await self._answered(line, UNFINISHED_S if unfinished else ANSWER_S):
                self.sums.silent.append(f"{self.code}: " + ", ".join(thrown))
                return
            if pace.left <= 0:
                return
        silent_pings = unfinished and line.close_code == 1011
        self.sums.closes[UNFINISHED if silent_pings else str(line.close_code)] += 1

    def _throw(self, line: Line) -> str:
        """Send something; what it was, for the record."""
        self.number += 1
        asked = next((one for one in [self, *self.mates] if one.decision is not None), self)
        decision = asked.decision if asked.decision is not None else self.rng.randint(1, 40)
        thing = hostile(self.rng, Stuff(self.number, decision, asked.choices, self.old, self.foreign))
        self.sums.kinds[thing.kind] += 1
        if thing.opcode < 0:
            line.raw(thing.payload)
            return f"{thing.kind} {thing.payload[:60]!r}"
        line.frame(thing.opcode, thing.payload)
        if thing.opcode == TEXT and b"hostile-" in thing.payload:
            self.old.append(thing.payload)
            del self.old[:-KEEP]
        return f"{thing.kind} {thing.opcode} {thing.payload[:60]!r}"

    async def _answered(self, line: Line, patience_s: float) -> bool:
        """Whether the server still answers, or has closed the line; False when it does neither in time."""
        known, end = self.beats, time.monotonic() + patience_s
        line.send(b'{"t":"beat","at":1}')
        while self.beats == known and line.up:
            if time.monotonic() > end:
                return False
            await asyncio.wait([line.closed], timeout=0.005)
        return True

    def take_in(self, data: bytes) -> None:
        if data[:1] != b"{":
            super().take_in(data)
            return
        frame = json.loads(data)
        self.sums.answers[frame["t"] if frame["t"] != "no" else f"no: {frame['code']}"] += 1
        self.beats += frame["t"] == "beat"


async def attack(plan: dict[str, Any]) -> dict[str, Any]:
    """All attackers of the plan at once."""
    sums, pace = Sums(), Pace(plan["things"], plan["per_s"])
    address = (plan["host"], plan["port"])
    made = [
        Attacker(address, Person(one["player"], one["cookie"]), one["number"], {**plan, **one}, sums)
        for one in plan["attackers"]
    ]
    for attacker in made:
        attacker.mates = [one for one in made if one.tables == attacker.tables]
    begun = time.monotonic()
    await asyncio.gather(*(attacker.assault(pace) for attacker in made))
    return {**vars(sums), "seconds": time.monotonic() - begun}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(attack(json.load(sys.stdin)))))
