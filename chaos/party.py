"""A table of a town: its people, who play one match after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from chaos.diary import Diary
from chaos.people import KINDS, Begun, Kind, Person, match_begin, people_make
from chaos.player import OVER, Player
from chaos.town import Town

LOOK_AT_THE_END_S = 0.5


class Party:
    """Four sockets at a table; people beyond the seats watch."""

    def __init__(self, town: Town, kind: Kind, people: Sequence[Person], diary: Diary, think_s: tuple[float, float]):
        self.town = town
        self.kind = kind
        self.diary = diary
        self.matches: list[Begun] = []
        self.players = [
            Player(town.address, person, diary, think_s=think_s, acts=not (kind.sleeper and i == 0))
            for i, person in enumerate(people)
        ]
        for player in self.players:
            player.on_step = self._seen
            player.on_sent = self._sent
        self._next: asyncio.Task[None] | None = None
        self._unseen: set[Player] = set()
        self._sent_at = 0.0

    @property
    def now(self) -> Begun:
        """The match that they play."""
        return self.matches[-1]

    async def begin(self) -> None:
        """Everybody at a fresh match. Where the database is away, as soon as it is back."""
        seated = [player.person for player in self.players[: self.kind.people]]
        while True:
            try:
                self.matches.append(await self.town.orm(match_begin, self.kind, seated))
                break
            except _database_errors():
                await asyncio.sleep(0.2)
        for player in self.players:
            player.sit(self.now.code)

    async def leave(self) -> None:
        """Everybody closes the page."""
        if self._next is not None:
            self._next.cancel()
        await asyncio.gather(*(player.leave() for player in self.players))

    def _sent(self, sender: Player, at: float) -> None:
        self._unseen = {player for player in self.players if player is not sender}
        self._sent_at = at

    def _seen(self, player: Player) -> None:
        if player in self._unseen:
            self._unseen.discard(player)
            if not self._unseen and self.diary.measuring:
                self.diary.seen_s.append(asyncio.get_running_loop().time() - self._sent_at)
        if all(p.position == OVER for p in self.players) and (self._next is None or self._next.done()):
            self._next = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        await asyncio.sleep(LOOK_AT_THE_END_S)
        await self.begin()


def _database_errors() -> tuple[type[Exception], ...]:
    from django.db import InterfaceError, OperationalError

    return OperationalError, InterfaceError


async def parties_make(
    town: Town, tables: int, diary: Diary, think_s: tuple[float, float], kinds: Sequence[Kind] = KINDS, name: str = "T"
) -> list[Party]:
    """So many tables, all in play."""
    made = []
    for number in range(tables):
        kind = kinds[number % len(kinds)]
        people = await town.orm(people_make, kind, name + _letters(number))
        party = Party(town, kind, people, diary, think_s)
        await party.begin()
        made.append(party)
    return made


def _letters(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in f"{number:03}")


def everybody(parties: Sequence[Party]) -> list[Player]:
    """All players of all tables."""
    return [player for party in parties for player in party.players]


async def until(condition: Any, seconds: float, pause_s: float = 0.05) -> bool:
    """Wait for it; False when it does not come in time."""
    end = asyncio.get_running_loop().time() + seconds
    while not condition():
        if asyncio.get_running_loop().time() > end:
            return False
        await asyncio.sleep(pause_s)
    return True
