"""A scene played through the real application: pages, socket, host, journal. What the viewer received is returned."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client

from accounts.models import Player
from games.kernel.contract import AnyGame
from games.kernel.dice import fingerprint
from portal.asgi import application
from tables.host import runtime
from tables.host.live import live_load
from tables.models import Match, MatchSeat, MatchTime, Presence, Record, ServerProcess, Snapshot, Table
from tests.hidden.scene import Move, Scene

R = TypeVar("R")

ORIGIN_MS = 1_000_000
SETTLE_S = 0.03
"""What follows a commit has been pushed by then; a beat shows that it has been sent."""


@dataclass
class World:
    """What match time is: it moves when a test says so."""

    now_ms: int = ORIGIN_MS


class Stage:
    """The rows of one match, set back before each run."""

    def __init__(self, game: AnyGame, scene: Scene, people: list[Player], world: World) -> None:
        self.game, self.scene, self.world = game, scene, world
        self.people = people[: scene.humans]
        self.table = Table.objects.create(
            game=game.info.slug, opener=people[0], seats_count=scene.seats, status=Table.Status.PLAYING
        )
        self.match = Match.objects.create(
            table=self.table, game=game.info.slug, rules_version=game.info.rules_version, step_ms=scene.step_ms,
            seed=scene.seed, seed_hash=fingerprint(scene.seed), origin_ms=ORIGIN_MS, solo=scene.humans == 1,
        )  # fmt: skip
        MatchSeat.objects.bulk_create(
            MatchSeat(match=self.match, index=i, player=people[i] if i < scene.humans else None,
                      bot="" if i < scene.humans else "normal")
            for i in range(scene.seats)
        )  # fmt: skip
        self.viewer = None if scene.viewer is None else people[scene.viewer]
        self.session = self._session()
        self.pages = self._pages()

    def _session(self) -> str:
        browser = Client()
        if self.viewer is None:
            return ""
        assert self.viewer.user is not None
        browser.force_login(self.viewer.user)
        return browser.cookies[settings.SESSION_COOKIE_NAME].value

    def _pages(self) -> list[str]:
        """Every page that may tell of the match, its own first."""
        code = self.table.code
        found = [f"/tische/{code}/", f"/tische/{code}/raum/", f"/partien/{self.match.code}/", "/", "/start/tische/"]
        found += ["/bestenliste/", "/spiele/", f"/konto/profil/{self.people[-1].code}/"]
        if self.viewer is not None:
            found += ["/konto/", "/konto/partien/", "/konto/taler/", "/konto/daten/"]
        return found

    def play(self, state: Any) -> list[str]:
        """Everything that the viewer receives while the scene is played on from ``state``."""
        self._set_back(state)
        return asyncio.run(self._play())

    def _set_back(self, state: Any) -> None:
        """The rows as they were; of the seed only its fingerprint is known, so that stays as it is."""
        cache.clear()
        for model in (Presence, ServerProcess):
            model.objects.all().delete()
        Record.objects.filter(match=self.match).delete()
        Snapshot.objects.filter(match=self.match).delete()
        told = msgspec.msgpack.encode((0, self.scene.events))
        data = self.game.encode_state(state)
        Snapshot.objects.create(match=self.match, version=self.scene.version, state=data, events=told)
        Match.objects.filter(pk=self.match.pk).update(
            version=self.scene.version, advanced_to_ms=self.scene.now, seed=state.dice.seed, bot_at_ms=None
        )
        self.world.now_ms = ORIGIN_MS + self.scene.now
        MatchTime.objects.update_or_create(pk=1, defaults={"now_ms": self.world.now_ms})
        live = live_load(self.match.pk)
        assert live is not None
        Match.objects.filter(pk=self.match.pk).update(wake_at_ms=live.wake_at_ms(), turn_mask=live.turn_mask())

    async def _play(self) -> list[str]:
        await runtime.server_start()
        try:
            return await self._watched()
        finally:
            await runtime.server_stop()
            await sync_to_async(connections.close_all)()

    async def _watched(self) -> list[str]:
        received = [await in_thread(self._page, path) for path in self.pages]
        headers = [(b"host", b"127.0.0.1"), (b"origin", b"http://127.0.0.1")]
        headers.append((b"cookie", f"{settings.SESSION_COOKIE_NAME}={self.session}".encode()))
        line = WebsocketCommunicator(application, f"/ws/tische/{self.table.code}/", headers=headers)
        assert (await line.connect(timeout=10))[0]
        await asyncio.sleep(0.2)  # who is there has been written and shown
        received += await self._heard(line)
        for frame in self._nonsense():
            await line.send_to(text_data=frame)
            received += await self._heard(line)
        for number, move in enumerate(self.scene.moves):
            await self._move(line, move, f"scene-{number:04d}")
            received += await self._heard(line)
        await line.send_to(text_data='{"t":"sync"}')
        received += await self._heard(line)
        received += [await in_thread(self._page, path) for path in self.pages[:3]]
        await line.disconnect()
        return received

    def _page(self, path: str) -> str:
        browser = Client()
        if self.session:
            browser.cookies[settings.SESSION_COOKIE_NAME] = self.session
        response = browser.get(path)
        assert response.status_code < 500
        body = response.content.decode()
        return f"{path} {response.status_code} {response.get('Location', '')}\n{body}"

    def _nonsense(self) -> list[str]:
        """What is refused: each refusal is a word about the match as well."""
        asked = [p.decision for p in self.game.to_act(self.scene.state) if p.seat == self.scene.viewer]
        decision = asked[0] if asked else 0
        frames = [
            {"t": "act", "id": f"wrong-{i:04d}", "d": decision, "a": json.loads(action)}
            for i, action in enumerate(self.scene.refused)
        ]
        frames += [{"t": "act", "id": "stale-0001", "d": decision + 1, "a": {"type": "play"}}, {"t": "advice"}]
        return [*map(json.dumps, frames), "{"]

    async def _move(self, line: WebsocketCommunicator, move: Move, client_id: str) -> None:
        self.world.now_ms = ORIGIN_MS + move.at
        if move.seat is None:
            await runtime.host().wake(self.match.pk)
        elif move.seat == self.scene.viewer:
            action = json.loads(move.action)
            await line.send_to(text_data=json.dumps({"t": "act", "id": client_id, "d": move.decision, "a": action}))
        else:
            await runtime.host().submit(self.match.pk, move.seat, move.decision, client_id, move.action)

    async def _heard(self, line: WebsocketCommunicator) -> list[str]:
        """All messages up to now."""
        await asyncio.sleep(SETTLE_S)
        await line.send_to(text_data='{"t":"beat","at":1}')
        found: list[str] = []
        while not found or '"t":"beat"' not in found[-1]:
            found.append(await line.receive_from(timeout=20))
        return found


async def in_thread(work: Callable[..., R], *args: Any) -> R:
    """Off the loop, where pages ask the host of this loop, and with a connection that ends with it."""

    def run() -> R:
        try:
            return work(*args)
        finally:
            connection.close()

    return await asyncio.to_thread(run)
