"""A running match as a process holds it: the decoded state, caught up from records. A cache, never the truth."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games import registry
from games.kernel.board import BoardContext, SeatCard
from games.kernel.contract import AnyGame, Level, Outcome, Pace, Presence
from tables import matchtime
from tables.host.recent import Recent
from tables.models import Level as LevelChoice
from tables.models import Match, MatchSeat, Record, Snapshot

BOT_PACE_MS = (700, 1500)
FAST_PACE_MS = (120, 300)

_presence_decoder = msgspec.json.Decoder(Presence)


class Stand(msgspec.Struct, frozen=True):
    """Where the match's time begins, and where it stands if it does: what a record of a pause says."""

    origin_ms: int
    paused_ms: int | None


_stand_decoder = msgspec.json.Decoder(Stand)


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits there. ``level`` is set while a computer plays, also for a human who left."""

    player_id: int | None
    name: str
    figure: str
    level: str
    left: bool

    @property
    def human(self) -> bool:
        """A person holds this seat and is still in the match."""
        return self.player_id is not None and not self.left


@dataclass(slots=True)
class Live:
    """One match in memory. Whoever reads or changes it holds the match's lock in ``tables/host/judge.py``."""

    match_id: int
    code: str
    table_id: int
    table_code: str
    table_name: str
    slug: str
    game: AnyGame
    state: Any
    version: int
    advanced_to: int
    origin_ms: int
    step_ms: int | None
    stake: int
    solo: bool
    daily: bool
    public: bool
    fast_bots: bool
    seed_hash: str
    seats: tuple[SeatInfo, ...]
    over: bool = False
    paused_ms: int | None = None
    """Absolute match time at which this match's own time stands; None while it runs."""
    snapshot_version: int = 0
    events: list[Any] = field(default_factory=list)
    """Since the snapshot of ``snapshot_version``: what the next one stores."""
    earlier: list[Any] | None = None
    """The events before those, loaded for the Chronik only."""
    recent: Recent = field(default_factory=Recent)
    bots_due: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Seat -> (decision, now when its computer moves)."""
    screen: Any = None
    _context: tuple[tuple[SeatInfo, ...], bool, BoardContext] | None = None

    def now(self, at_ms: int | None = None) -> int:
        """``now`` of the match: match time (or that of an arrival) less the origin, never below what was judged."""
        if self.paused_ms is not None:
            at_ms = self.paused_ms
        return max((matchtime.now_ms() if at_ms is None else at_ms) - self.origin_ms, self.advanced_to)

    @property
    def realtime(self) -> bool:
        """Whether time runs all the time: then the game is told who is there."""
        return self.game.info.pace is Pace.REALTIME

    def seat_of(self, player_id: int | None) -> int | None:
        """The seat the player holds; None for spectators and for those who left."""
        for index, seat in enumerate(self.seats):
            if seat.human and seat.player_id == player_id:
                return index
        return None

    def awaited(self) -> int | None:
        """The seat of the human for whom a paused match waits; None while it runs."""
        if self.paused_ms is None or self.over:
            return None
        return next((index for index, seat in enumerate(self.seats) if seat.human), None)

    def outcome(self) -> Outcome | None:
        result: Outcome | None = self.game.outcome(self.state)
        return result

    def context(self) -> BoardContext:
        """What the board may know of the table; made anew when who sits there has changed."""
        kept = self._context
        if kept is None or kept[0] is not self.seats or kept[1] != self.over:
            cards = tuple(SeatCard(figure=s.figure, level=s.level, left=s.left) for s in self.seats)
            advice = self.solo and not self.daily and "advice" in self.game.info.traits
            kept = self._context = (self.seats, self.over, BoardContext(seats=cards, advice=advice, over=self.over))
        return kept[2]

    def wake_at_ms(self) -> int | None:
        """Absolute match time of the next wake; none while it is paused."""
        wake = None if self.over or self.paused_ms is not None else self.game.wake_at(self.state)
        return None if wake is None else wake + self.origin_ms

    def turn_mask(self) -> int:
        """Bit n: seat n's decision is waited for."""
        return sum([1 << pending.seat for pending in self.game.to_act(self.state)])

    def bots_plan(self, now: int) -> int | None:
        """Decide when each computer in turn moves; absolute match time of the first, None when none is due."""
        if self.over or self.game.info.pace is Pace.REALTIME:
            self.bots_due = {}
            return None
        due = {}
        for pending in self.game.to_act(self.state):
            if self.seats[pending.seat].level:
                known = self.bots_due.get(pending.seat)
                if known is not None and known[0] == pending.decision:
                    due[pending.seat] = known
                else:
                    due[pending.seat] = (pending.decision, now + self._pace_ms(pending.seat, pending.decision))
        self.bots_due = due
        return min(at for _, at in due.values()) + self.origin_ms if due else None

    def _pace_ms(self, seat: int, decision: int) -> int:
        """A human pace, the same for a task that runs twice."""
        low, high = FAST_PACE_MS if self.fast_bots else BOT_PACE_MS
        digest = hashlib.blake2b(f"{self.match_id}/{seat}/{decision}".encode(), digest_size=4).digest()
        return low + int.from_bytes(digest, "big") % (high - low)

    def events_bytes(self, more: list[Any] | None = None) -> bytes:
        """What a snapshot stores: since which version, and the events."""
        return msgspec.msgpack.encode((max(self.snapshot_version, 0), self.events + (more or [])))


def follow(game: AnyGame, state: Any, kind: int, at_ms: int, seat: int | None, payload: bytes | None) -> list[Any]:
    """Make a stored record's step on ``state``; returns its events. The one way of a replay."""
    events: list[Any] = game.advance(state, at_ms)
    if kind == Record.Kind.ACTION:
        assert seat is not None and payload is not None
        events = events + game.apply(state, seat, game.decode_action(payload), at_ms)
    elif kind == Record.Kind.PRESENCE:
        assert seat is not None and payload is not None
        events = events + game.presence(state, seat, _presence_decoder.decode(payload), at_ms)
    return events


def events_decode(game: AnyGame, data: bytes) -> tuple[int, list[Any]]:
    """A snapshot's events and the version after which they happened."""
    stored: tuple[int, list[Any]] = msgspec.msgpack.decode(
        data,
        type=tuple[int, list[game.event_type]],  # type: ignore[name-defined]
    )
    return stored


def seat_infos(match_id: int) -> tuple[SeatInfo, ...]:
    """Who sits where in the match, in seat order."""
    rows = MatchSeat.objects.filter(match_id=match_id).select_related("player")
    return tuple(seat_info(row) for row in rows.only(*_SEATED))


_SEATED = ("index", "bot", "left", "player__name", "player__deleted_at", "player__user_id")


BOT_NAMES = ("Robo Rita", "Robo Karl", "Robo Lotte", "Robo Emil", "Robo Hanne", "Robo Oskar")


def bot_name(index: int) -> str:
    """What a computer at that seat is called."""
    return BOT_NAMES[index % len(BOT_NAMES)]


def seat_info(row: MatchSeat) -> SeatInfo:
    if row.player is None:
        return SeatInfo(None, bot_name(row.index), "bot", row.bot, left=False)
    return SeatInfo(row.player_id, row.player.display_name, row.player.figure, row.bot, row.left)


def level_label(level: str) -> str:
    """„leicht“, „normal“ or „stark“."""
    return str(LevelChoice(level).label)


def live_at(match: Match, state: Any, version: int) -> Live:
    """The match as it stands in a snapshot: ``state`` at ``version``; without the opener's name, which is a query."""
    return Live(
        match_id=match.pk,
        code=match.code,
        table_id=match.table_id,
        table_code=match.table.code,
        table_name="",
        slug=match.game,
        game=registry.get(match.game),
        state=state,
        version=version,
        advanced_to=0,
        origin_ms=match.origin_ms,
        step_ms=match.step_ms,
        stake=match.stake,
        solo=match.solo,
        daily=bool(match.daily_key),
        public=match.public,
        fast_bots=match.fast_bots,
        seed_hash=match.seed_hash,
        seats=seat_infos(match.pk),
        snapshot_version=version,
        over=match.status != Match.Status.RUNNING,
        paused_ms=match.paused_at_ms,
    )


def live_load(match_id: int) -> Live | None:
    """The match out of the database: its last snapshot, then the records after it. None when there is none.

    Reads are not one transaction: records may reach further than the match row, so they say the version.
    """
    match = Match.objects.select_related("table", "table__opener").only(*_LOADED).filter(pk=match_id).first()
    if match is None:
        return None
    game = registry.get(match.game)
    snapshot = (
        Snapshot.objects.filter(match_id=match_id)
        .order_by("-version")
        .values_list("version", "state", "events")
        .first()
    )
    assert snapshot is not None, "match_create writes snapshot 0"
    version, state, events = snapshot
    live = live_at(match, game.decode_state(bytes(state)), version)
    live.table_name = match.table.opener.display_name if match.table.opener else ""
    followed = records_after(match.pk, version)
    for record in followed:
        live_follow(live, record)
    if any(record.kind == Record.Kind.PRESENCE for record in followed):
        live.seats = seat_infos(match.pk)  # read before those records, so perhaps from before them
    if live.version <= match.version:
        live.advanced_to = max(live.advanced_to, match.advanced_to_ms)
    else:  # it moved on while it was read, perhaps over a pause that the snapshot has behind it
        origin_ms, paused_ms = Match.objects.values_list("origin_ms", "paused_at_ms").get(pk=match_id)
        live.origin_ms, live.paused_ms = origin_ms, paused_ms
    if live.over:
        live.snapshot_version, live.events = events_decode(game, bytes(events))
    live.recent.recall(match_id, len(live.seats), version)
    if match.bot_at_ms is not None and not live.over:
        for pending in game.to_act(live.state):
            if live.seats[pending.seat].level:
                live.bots_due[pending.seat] = (pending.decision, match.bot_at_ms - match.origin_ms)
    return live


_LOADED = (
    "code", "game", "step_ms", "stake", "seed_hash", "status", "version", "origin_ms", "advanced_to_ms", "bot_at_ms",
    "paused_at_ms", "solo", "daily_key", "public", "fast_bots", "table__code", "table__opener__name",
    "table__opener__deleted_at",
)  # fmt: skip
"""What a match in memory is made of."""


def live_follow(live: Live, record: Record) -> list[Any]:
    """Take one record; returns its events."""
    payload = None if record.payload is None else bytes(record.payload)
    events = follow(live.game, live.state, record.kind, record.at_ms, record.seat, payload)
    live.version = record.version
    live.advanced_to = record.at_ms
    live.events.extend(events)
    if record.kind == Record.Kind.PAUSE and payload is not None:
        where = _stand_decoder.decode(payload)
        live.origin_ms, live.paused_ms = where.origin_ms, where.paused_ms
    if record.kind == Record.Kind.ACTION and record.seat is not None and record.client_id:
        live.recent.remember(record.seat, record.client_id, record.version)
    return events


def gives_seat(record: Record) -> bool:
    """Whether a record of presence says that a computer has the seat now."""
    return record.payload is not None and _presence_decoder.decode(bytes(record.payload)).change == "bot"


def earlier_events(game: AnyGame, match_id: int, up_to: int) -> list[Any]:
    """All events up to version ``up_to``: the older part of the Chronik.

    Out of the snapshots; where one is missing (a process died before it wrote it) by replay from the start.
    """
    events: list[Any] = []
    reached = 0
    for row in Snapshot.objects.filter(match_id=match_id, version__lte=up_to, version__gt=0).order_by("version"):
        start, more = events_decode(game, bytes(row.events))
        if start != reached:
            break
        events.extend(more)
        reached = row.version
    return events if reached == up_to else _replayed_events(game, match_id, up_to)


def _replayed_events(game: AnyGame, match_id: int, up_to: int) -> list[Any]:
    first = Snapshot.objects.get(match_id=match_id, version=0)
    state = game.decode_state(bytes(first.state))
    events: list[Any] = []
    for r in Record.objects.filter(match_id=match_id, version__lte=up_to).order_by("version"):
        events += follow(game, state, r.kind, r.at_ms, r.seat, None if r.payload is None else bytes(r.payload))
    return events


def records_after(match_id: int, version: int) -> list[Record]:
    return list(Record.objects.filter(match_id=match_id, version__gt=version).order_by("version"))


def level_of(value: str) -> Level:
    """A stored level as the contract's word."""
    level: Level = msgspec.convert(value, Level)
    return level
