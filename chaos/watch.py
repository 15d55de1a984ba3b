"""Looking on while things break: money that must never change in sum, people shown who are not there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import psycopg

from chaos.town import AWAY, reads

EVERY_S = 1.0
GHOST_S = 20.0
"""A claim may outlive its process by six seconds of match time, which stands still while no server runs."""

HERE = """
SELECT p.table_id, p.player_id, p.process_id || ', which beat ' || t.now_ms - s.seen_ms || ' ms ago'
FROM tables_presence p JOIN tables_serverprocess s ON s.id = p.process_id, tables_matchtime t
WHERE p.left_ms IS NULL AND p.player_id IS NOT NULL AND s.seen_ms >= t.now_ms - %s
"""
SUM = "SELECT coalesce(sum(balance), 0) FROM accounts_account"
BOOKS = """
SELECT a.id FROM accounts_account a WHERE a.balance <>
  (SELECT coalesce(sum(amount), 0) FROM accounts_transfer WHERE target_id = a.id)
  - (SELECT coalesce(sum(amount), 0) FROM accounts_transfer WHERE source_id = a.id)
  OR (a.balance < 0 AND a.kind <> 'house')
"""
POTS = """
SELECT m.code FROM tables_match m LEFT JOIN accounts_account a ON a.match_code = m.code
WHERE coalesce(a.balance, 0) <> CASE WHEN m.status = 'running' THEN
  m.stake * (SELECT count(*) FROM tables_matchseat s WHERE s.match_id = m.id AND s.player_id IS NOT NULL) ELSE 0 END
"""

Pair = tuple[int, int]
Shown = dict[Pair, str]
"""Who is shown at which table, and whose claim says so."""


class Watch:
    """Looks every second. ``here`` gives the (table, player) pairs of the sockets that are open now."""

    def __init__(self, url: str, here: Callable[[], set[Pair]]) -> None:
        self.url = url
        self.here = here
        self.wrong: list[str] = []
        self.looks = 0
        self.oldest_ghost_s = 0.0
        self._there_at: dict[Pair, float] = {}
        self._told: set[Pair] = set()
        self._connection: psycopg.Connection[Any] | None = None

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await asyncio.sleep(EVERY_S)
            open_now = self.here()
            try:
                shown, total = await asyncio.to_thread(self._look)
            except AWAY:
                continue  # killed just now
            self.looks += 1
            if total:
                self.wrong.append(f"the ledger's sum is {total}")
            self._ghosts(shown, open_now, time.monotonic())

    def note(self) -> None:
        """Who has a socket open just now; for visits that may be over before the next look."""
        self._there_at |= dict.fromkeys(self.here(), time.monotonic())

    def _ghosts(self, shown: Shown, open_now: set[Pair], now: float) -> None:
        for pair in open_now | (set(shown) - set(self._there_at)):
            self._there_at[pair] = now
        for pair in set(shown) - open_now:
            age = now - self._there_at[pair]
            self.oldest_ghost_s = max(self.oldest_ghost_s, age)
            if age > GHOST_S and pair not in self._told:
                self._told.add(pair)
                self.wrong.append(
                    f"player {pair[1]} is shown at table {pair[0]}, {age:.0f} s after the last socket, by {shown[pair]}"
                )

    def _look(self) -> tuple[Shown, int]:
        if self._connection is None or self._connection.closed or self._connection.broken:
            self._connection = reads(self.url)
        with self._connection.transaction():
            return shown_now(self._connection), int(self._connection.execute(SUM).fetchone()[0])  # type: ignore[index]


def shown_now(connection: psycopg.Connection[Any]) -> Shown:
    """Who is shown at which table: claims of processes that live."""
    from tables.presence import ALIVE_MS

    return {(row[0], row[1]): row[2] for row in connection.execute(HERE, [ALIVE_MS]).fetchall()}


def books_wrong(url: str) -> list[str]:
    """The ledger as a whole: balances are what their entries say, pots hold the stakes of running matches only."""
    with reads(url) as connection:
        total = connection.execute(SUM).fetchone()
        wrong = [] if total is not None and total[0] == 0 else [f"the ledger's sum is {total}"]
        wrong += [f"account {row[0]} does not fit its entries" for row in connection.execute(BOOKS).fetchall()]
        return wrong + [f"the pot of match {row[0]} is wrong" for row in connection.execute(POTS).fetchall()]


class Stalls:
    """How long this process got no turn: on a machine that is busy with other things, times tell of those."""

    STEP_S = 0.05

    def __init__(self) -> None:
        self.longest_s = 0.0
        self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(self.STEP_S)
            self.longest_s = max(self.longest_s, time.monotonic() - before - self.STEP_S)

    def end(self) -> float:
        """Stop looking; the longest one in seconds."""
        self._task.cancel()
        return round(self.longest_s, 2)
