"""The journal read along from outside: what is stored, whether it follows the rules, how far each match is.

It plays the records on a state of its own, so a screen can be held against what the database says, and not against
what the server believes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import Any

import msgspec
import psycopg

from chaos.people import Begun
from chaos.player import OVER, STEPS_A_THROW
from chaos.town import reads
from games import registry
from games.kernel.contract import Presence, Rejection

WAKE, ACTION, PRESENCE = 0, 1, 2

STANDINGS = "SELECT id, status FROM tables_match WHERE id = ANY(%s)"
RECORDS = """
SELECT r.match_id, r.version, r.kind, r.at_ms, r.seat, r.client_id, r.payload
FROM unnest(%s::bigint[], %s::int[]) AS k(id, v)
JOIN tables_record r ON r.match_id = k.id AND r.version > k.v
ORDER BY r.match_id, r.version
"""
FIRST = "SELECT match_id, state FROM tables_snapshot WHERE version = 0 AND match_id = ANY(%s)"
SEATED = "SELECT match_id, index, player_id FROM tables_matchseat WHERE match_id = ANY(%s)"
OVERDUE = """
SELECT count(*) FROM tables_match m, tables_matchtime t
WHERE m.status = 'running' AND m.id = ANY(%s) AND least(m.wake_at_ms, m.bot_at_ms) < t.now_ms - %s
"""

Place = tuple[int, int]


@dataclass
class Copy:
    """One match as its records make it."""

    state: Any
    version: int = 0
    over: bool = False

    @property
    def position(self) -> int:
        """As a screen shows it (``Player.position``)."""
        return OVER if self.over else int(self.state.throw * STEPS_A_THROW + self.state.pick)


class Mirror:
    """All matches of a town. Its calls block: they run in a thread."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.copies: dict[int, Copy] = {}
        self.stored: dict[str, list[Place]] = defaultdict(list)
        """Client id -> where its records are: (match, seat)."""
        self.seated: dict[Place, int | None] = {}
        """Who sits there."""
        self.wakes: Counter[int] = Counter()
        self.wrong: list[str] = []
        self._game = registry.get("elements")
        self._connection: psycopg.Connection[Any] | None = None

    def read(self, matches: list[Begun]) -> None:
        """Catch up with the database. Raises psycopg.Error while it is away."""
        with self._connected().transaction():
            self._read([begun.match_id for begun in matches])

    def overdue(self, matches: list[Begun], late_ms: int) -> int:
        """How many of the matches want looking at since more than ``late_ms`` of match time."""
        with self._connected().transaction():
            row = self._connected().execute(OVERDUE, [[b.match_id for b in matches], late_ms]).fetchone()
            return int(row[0]) if row else 0

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = reads(self.url)
        return self._connection

    def _read(self, ids: list[int]) -> None:
        connection = self._connected()
        fresh = [i for i in ids if i not in self.copies]
        for match_id, state in connection.execute(FIRST, [fresh]).fetchall():
            self.copies[match_id] = Copy(self._game.decode_state(bytes(state)))
        for match_id, index, player_id in connection.execute(SEATED, [fresh]).fetchall():
            self.seated[match_id, index] = player_id
        going = {i: self.copies[i] for i in ids if i in self.copies and not self.copies[i].over}
        status = dict(connection.execute(STANDINGS, [list(going)]).fetchall())
        known = [list(going), [copy.version for copy in going.values()]]
        for match_id, version, kind, at_ms, seat, client_id, payload in connection.execute(RECORDS, known).fetchall():
            copy = going[match_id]
            if client_id:
                self.stored[client_id].append((match_id, seat))
            self.wakes[match_id] += kind == WAKE
            if status[match_id] == "running":  # the wakes of an ended match are gone; verification looks at it whole
                self._follow(match_id, copy, version, kind, at_ms, seat, payload)
        for match_id, copy in going.items():
            copy.over = status[match_id] != "running"

    def _follow(
        self, match_id: int, copy: Copy, version: int, kind: int, at_ms: int, seat: int | None, payload: Any
    ) -> None:
        if version != copy.version + 1:
            self.wrong.append(f"match {match_id}: version {version} follows {copy.version}")
        copy.version = version
        game = self._game
        try:
            game.advance(copy.state, at_ms)
            if kind == ACTION and seat is not None:
                game.apply(copy.state, seat, game.decode_action(bytes(payload)), at_ms)
            elif kind == PRESENCE and seat is not None:
                game.presence(copy.state, seat, msgspec.json.decode(bytes(payload), type=Presence), at_ms)
        except (Rejection, ValueError, AssertionError, msgspec.MsgspecError) as error:
            self.wrong.append(f"match {match_id}: the record of version {version} breaks the rules: {error}")
