"""Whole matches played straight through the journal's and the finisher's own functions, with any clock."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from accounts.models import Player
from accounts.services import user_register
from games import registry
from games.kernel.contract import Pace, Presence
from tables.journal import Entry, entry_write
from tables.models import Match, Record, Snapshot, Table
from tables.services.finish import Ending, match_finish
from tables.services.matches import Holder, match_create

SNAPSHOT_EVERY = 16


def user(name: str) -> Player:
    """A registered player called ``name``."""
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def match_begun(*holders: Player | str, clock_s: int = 0, **fields: Any) -> Match:
    """A running match of Elements, seats in the given order; strings are computers of that level."""
    people = [h for h in holders if isinstance(h, Player)]
    table = Table.objects.create(
        game="elements",
        opener=people[0] if people else None,
        seats_count=len(holders),
        clock_s=clock_s,
        status=Table.Status.PLAYING,
        **fields,
    )
    seats = [Holder(h, "") if isinstance(h, Player) else Holder(None, h) for h in holders]
    return match_create(table=table, holders=seats, draw_seats=False)


class Play:
    """Plays a match at random. Each step is a record; time alone is one too, and dropped at the end."""

    def __init__(self, match: Match, seed: int = 1) -> None:
        self.match = match
        self.game = registry.get(match.game)
        self.state = self.game.decode_state(bytes(Snapshot.objects.get(match=match, version=0).state))
        self.rng = random.Random(seed)
        self.now = 0
        self.version = 0
        self.events: list[Any] = []
        self.since = 0

    def out(self, slow: float = 0.0) -> Match:
        """To the end; with chance ``slow`` a seat thinks for so long that its clock may run out."""
        while self.game.outcome(self.state) is None:
            self.step(self.rng.randint(40_000, 400_000) if self.rng.random() < slow else self.rng.randint(1, 5_000))
        return Match.objects.get(pk=self.match.pk)

    def step(self, pause_ms: int) -> None:
        """One record, ``pause_ms`` after the last. In a real-time match people only press what time waits for."""
        wake = self.game.wake_at(self.state)
        if wake is not None and self.game.info.pace is Pace.REALTIME:
            pause_ms = wake - self.now
        self.now += pause_ms
        if wake is not None and wake <= self.now:
            self._record(Record.Kind.WAKE, self.game.advance(self.state, self.now))
            return
        pending = self.game.to_act(self.state)[0]
        action = self.rng.choice(self.game.actions(self.state, pending.seat))
        events = self.game.apply(self.state, pending.seat, action, self.now)
        self._record(Record.Kind.ACTION, events, pending.seat, pending.decision, self.game.encode_action(action))

    def give(self, seat: int) -> None:
        """The seat goes to a computer."""
        change = Presence("bot", "normal")
        events = self.game.presence(self.state, seat, change, self.now)
        self.match.seats.filter(index=seat).update(left=True, bot="normal", points_tenths=-100)
        self._record(Record.Kind.PRESENCE, events, seat, None, msgspec.json.encode(change))

    def end(
        self, status: str = Match.Status.ENDED, *, booked: bool = True, flags: tuple[str, ...] = ("early",)
    ) -> Match:
        """Stop it as it stands."""
        assert match_finish(
            ending=self._ending(self._entry(Record.Kind.WAKE), status=status, booked=booked, flags=flags)
        )
        return Match.objects.get(pk=self.match.pk)

    def _entry(
        self, kind: int, seat: int | None = None, decision: int | None = None, payload: bytes | None = None
    ) -> Entry:
        return Entry(
            self.match.pk, self.version, kind, self.now, seat, decision, f"c{self.version}", payload, None, None
        )

    def _ending(self, entry: Entry, **more: Any) -> Ending:
        return Ending(
            entry=entry,
            state=self.game.encode_state(self.state),
            events=msgspec.msgpack.encode((self.since, self.events)),
            outcome=self.game.standing(self.state),
            **more,
        )

    def _record(
        self,
        kind: int,
        events: list[Any],
        seat: int | None = None,
        decision: int | None = None,
        payload: bytes | None = None,
    ) -> None:
        entry = self._entry(kind, seat, decision, payload)
        self.events += events
        if self.game.outcome(self.state) is not None:
            assert match_finish(ending=self._ending(entry))
            return
        assert entry_write(entry)
        self.version += 1
        if self.version % SNAPSHOT_EVERY == 0:
            Snapshot.objects.create(
                match=self.match,
                version=self.version,
                state=self.game.encode_state(self.state),
                events=msgspec.msgpack.encode((self.since, self.events)),
            )
            self.events, self.since = [], self.version
