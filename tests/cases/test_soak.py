"""Case 25: seats and many who watch, lines that come and go, word between processes that is lost: nobody stays behind.

``SOAK_SECONDS=3600`` makes an hour of it; CI does some seconds.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import time
from html.parser import HTMLParser
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from tables.host import runtime
from tables.models import Match
from tables.notices import Notice, RecordMade
from tests.hidden.stage import in_thread
from tests.tables.conftest import server
from tests.tables.host import support
from tests.tables.host.test_sockets import Client

__all__ = ["server"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

SECONDS = float(os.environ.get("SOAK_SECONDS", "4"))
WATCHERS = 10
MOVES = 20
"""At least so many in a match, however slow the machine is."""
RESYNC_S = 1.0
LOST = 0.1
"""Share of records that this process doesn't hear of when another one makes them."""
VOID = {"br", "hr", "img", "input", "link", "meta", "wbr"}


class Roots(HTMLParser):
    """A message's roots by id, as htmx swaps them."""

    def __init__(self, message: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, str] = {}
        self._message, self._depth, self._begin, self._id = message, 0, 0, ""
        self._lines = [0, *(match.end() for match in re.finditer("\n", message))]
        self.feed(message)

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        if self._depth == 0:
            self._begin, self._id = self._at(), dict(attrs).get("id") or ""
        self._depth += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1
        if self._depth == 0:
            self.found[self._id] = self._message[self._begin : self._at()]


class Eye:
    """A browser: counts the numbers of its messages, asks for everything after a gap, keeps what it sees."""

    def __init__(self, path: str, session: str) -> None:
        self.path, self.session = path, session
        self.seen: dict[str, str] = {}
        self.number = 0
        self.gap_at: float | None = None
        self.slowest_resync_s = 0.0
        self.lines = 0
        self._client: Client | None = None

    async def come(self) -> None:
        self._client = await Client(self.path, self.session).open()
        self.number, self.lines = 0, self.lines + 1
        while not self._take(await self._client.message()):
            pass

    async def go(self) -> None:
        assert self._client is not None
        await self._client.socket.disconnect()
        self._client = None

    async def listen(self, seconds: float) -> None:
        """Take in what comes."""
        assert self._client is not None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if await self._client.socket.receive_nothing(timeout=0.02, interval=0.005):
                continue
            self._take(await self._client.message())
        if self.gap_at is not None:
            await self.send({"t": "sync"})

    async def send(self, frame: dict[str, Any]) -> None:
        assert self._client is not None
        await self._client.send(frame)

    def _take(self, message: str) -> bool:
        """Whether it was a whole view."""
        if not message.startswith("<"):
            return False
        roots = Roots(message).found
        facts = dict(re.findall(r'data-(\w+)="([^"]*)"', roots["live-msg"]))
        full: bool = facts["full"] == "1"
        if self.number and int(facts["n"]) != self.number + 1 and self.gap_at is None:
            self.gap_at = time.monotonic()
        if full and self.gap_at is not None:
            self.slowest_resync_s = max(self.slowest_resync_s, time.monotonic() - self.gap_at)
            self.gap_at = None
        self.number = int(facts["n"])
        roots.pop("live-msg")
        chronik = roots.pop("chronik", "")
        if full:
            self.seen = {"chronik": chronik}
        elif chronik:
            self.seen["chronik"] = f"{chronik} {self.seen.get('chronik', '')}"
        self.seen.update(roots)
        return full

    def lines_told(self) -> list[str]:
        """The Chronik's sentences, in an order that doesn't depend on how they came."""
        return sorted(words.strip() for words in re.findall(r">([^<>]+)<", self.seen["chronik"]) if words.strip())


async def play(match: Match, eyes: list[Eye], rng: random.Random, until: float) -> int:
    """Moves by turns from a seat's own line and from another process; returns how many."""
    for number in range(100_000):
        live = await in_thread(support.live, match.pk)
        pending = live.game.to_act(live.state)
        if live.over or not pending or (number >= MOVES and time.monotonic() > until):
            return number
        seat, decision = pending[0].seat, pending[0].decision
        action = live.game.encode_action(rng.choice(live.game.actions(live.state, seat)))
        eye = eyes[seat]
        if rng.random() < 0.5 and eye.gap_at is None and eye._client is not None:
            await eye.send({"t": "act", "id": f"soak-{live.version:06d}", "d": decision, "a": json.loads(action)})
            await asyncio.sleep(0.02)
        else:
            await in_thread(_elsewhere, match.pk, seat, decision, f"soak-{live.version:06d}", action)
    return 0


def _elsewhere(match_id: int, seat: int, decision: int, client_id: str, action: bytes) -> None:
    """As a process of its own does it: this one hears of it by a notice, or doesn't."""
    async_to_sync(runtime._inline)(lambda host: host.submit(match_id, seat, decision, client_id, action))


async def wander(eye: Eye, rng: random.Random, until: float) -> None:
    """Listen, and now and then lose the line and come back."""
    while time.monotonic() < until:
        await eye.listen(rng.uniform(0.1, 0.6))
        if rng.random() < 0.3:
            await eye.go()
            await asyncio.sleep(rng.uniform(0, 0.2))
            await eye.come()


def _people() -> tuple[Match, list[str]]:
    from tests.tables.host.test_sockets import _session

    players = [support.guest(name) for name in ("Anton", "Berta", "Clara", "Dora")]
    return support.match(*players), [_session(player) for player in players]


async def test_everybody_ends_with_the_same_board(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.SOCKET_ACTIONS_BURST = 10**9
    rng, heard = random.Random(25), server.heard

    def deaf(notice: Notice) -> None:
        if not (isinstance(notice, RecordMade) and rng.random() < LOST):
            heard(notice)

    monkeypatch.setattr(server.bus, "_handler", deaf)
    end = time.monotonic() + SECONDS
    moves = 0
    while time.monotonic() < end:
        match, sessions = await sync_to_async(_people)()
        path = f"/ws/tische/{match.table.code}/"
        eyes = [Eye(path, session) for session in [*sessions, *[""] * WATCHERS]]
        for eye in eyes:
            await eye.come()
        wandering = [wander(eye, random.Random(i), end) for i, eye in enumerate(eyes)]
        done = await asyncio.gather(play(match, eyes, rng, end), *wandering)
        moves += done[0] or 0
        await settled(match, eyes, path)
        await sync_to_async(_gone)(match)
    assert moves >= MOVES, "hardly any traffic"


async def settled(match: Match, eyes: list[Eye], path: str) -> None:
    """What each has seen by and by is what somebody sees who comes now; a lost last word is found within seconds."""
    await asyncio.gather(*(eye.listen(3.5) for eye in eyes))
    fresh = Eye(path, "")
    await fresh.come()
    public = set(fresh.seen) - {"action", "glow", "chronik", "bar-what"}
    for number, eye in enumerate(eyes):
        assert eye.gap_at is None, f"{number} has a gap still"
        assert eye.slowest_resync_s <= RESYNC_S
        assert {name: eye.seen[name] for name in public} == {name: fresh.seen[name] for name in public}, number
        assert eye.lines_told() == fresh.lines_told(), number
        assert number < 4 or eye.seen["action"] == fresh.seen["action"]
        await eye.go()
    await fresh.go()


def _gone(match: Match) -> None:
    from accounts.models import Player

    Player.objects.filter(match_seats__match=match).update(name_key=None, guest_expires_at=None)
