"""The only writer of records: what is waiting in this process goes to the database together.

Each entry inserts one record and moves the small match row on by a conditional update on its version; whoever
loses that race is told so and judges again. PostgreSQL takes a batch as one statement, SQLite as one immediate
transaction in a writer thread. See docs/adr/0010-journal.md; figures in docs/performance.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Awaitable, Sequence
from typing import Any, ClassVar, Protocol

import psycopg
from django.db import connection, connections, transaction
from msgspec import Struct

from tables.host.database import in_database
from tables.models import Record
from tables.prepared import Prepared, PreparedLine

log = logging.getLogger(__name__)


class Entry(Struct, frozen=True):
    """One move of a match from ``version`` to ``version + 1``. Times are ms; wakes are absolute match time."""

    match_id: int
    version: int
    kind: int
    at_ms: int
    seat: int | None
    decision: int | None
    client_id: str
    payload: bytes | None
    wake_at_ms: int | None
    bot_at_ms: int | None
    turn_mask: int = 0


class Journal(Protocol):
    """Where entries become durable."""

    leaves_time: ClassVar[bool]
    """Whether the loop has nothing to do for an entry between ``append`` and its answer, and may use that time. A
    writer thread needs the interpreter itself: whatever the loop does then costs it half a millisecond a statement."""

    def append(self, entry: Entry) -> Awaitable[bool]:
        """True once the entry is committed, False when the match had moved on. Raises OSError when neither is known."""

    async def close(self) -> None:
        """Finish what is waiting and let go of the connection."""


# --- Django's connection: tests, and whatever must share a transaction ----------------------------


def entry_write(entry: Entry) -> bool:
    """Write one entry on Django's connection, inside the caller's transaction if there is one."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_MOVE, [*_moved(entry), entry.match_id, entry.version])
        if cursor.rowcount != 1:
            return False
        record_insert(cursor, entry)
        return True


_MOVE = (
    "UPDATE tables_match SET version = version + 1, advanced_to_ms = %s, wake_at_ms = %s, bot_at_ms = %s,"
    " turn_mask = %s WHERE id = %s AND version = %s AND status = 'running'"
)
_RECORD = (
    "INSERT INTO tables_record (match_id, version, kind, at_ms, seat, decision, client_id, payload)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s)"
)


def _moved(e: Entry) -> tuple[Any, ...]:
    """What the match's row gets."""
    return (e.at_ms, e.wake_at_ms, e.bot_at_ms, e.turn_mask)


def _recorded(e: Entry) -> tuple[Any, ...]:
    """The record's row."""
    return (e.match_id, e.version + 1, e.kind, e.at_ms, e.seat, e.decision, e.client_id, e.payload)


def record_insert(cursor: Any, entry: Entry) -> None:
    """Write the entry's record; the caller has moved the match's row on."""
    cursor.execute(_RECORD, _recorded(entry))


class OrmJournal:
    """One entry, one transaction on Django's connection."""

    leaves_time: ClassVar[bool] = False

    async def append(self, entry: Entry) -> bool:
        return await in_database(entry_write, entry)

    async def close(self) -> None:
        return None


# --- batches ---------------------------------------------------------------------------------------

Waiting = tuple[Entry, "asyncio.Future[bool]"]

POSTGRES_TYPES = [
    "bigint",
    "int",
    "smallint",
    "bigint",
    "smallint",
    "int",
    "text",
    "bytea",
    "bigint",
    "bigint",
    "smallint",
]
POSTGRES_ONE = """
WITH u AS (
  UPDATE tables_match SET version = version + 1, advanced_to_ms = $4, wake_at_ms = $9, bot_at_ms = $10, turn_mask = $11
  WHERE id = $1 AND version = $2 AND status = 'running'
  RETURNING id, version
)
INSERT INTO tables_record (match_id, version, kind, at_ms, seat, decision, client_id, payload)
SELECT id, version, $3, $4, $5, $6, $7, $8 FROM u
RETURNING match_id, version
"""
"""What a batch of one is: at a few hundred moves a second nearly every move, and a quarter less work than below."""
POSTGRES_BATCH = """
WITH b AS (
  SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    AS t(id, v, kind, at_ms, seat, decision, client_id, payload, wake, bot, turn)
), l AS MATERIALIZED (
  SELECT b.* FROM tables_match m JOIN b ON m.id = b.id AND m.version = b.v AND m.status = 'running'
  ORDER BY m.id FOR NO KEY UPDATE OF m
), u AS (
  UPDATE tables_match m SET version = m.version + 1, advanced_to_ms = l.at_ms, wake_at_ms = l.wake,
    bot_at_ms = l.bot, turn_mask = l.turn
  FROM l WHERE m.id = l.id AND m.version = l.v
  RETURNING l.id, m.version, l.kind, l.at_ms, l.seat, l.decision, l.client_id, l.payload
)
INSERT INTO tables_record (match_id, version, kind, at_ms, seat, decision, client_id, payload)
SELECT id, version, kind, at_ms, seat, decision, client_id, payload FROM u
RETURNING match_id, version
"""
ONE, BATCH = b"one", b"batch"
PREPARED = (
    Prepared(ONE.decode(), ", ".join(POSTGRES_TYPES), POSTGRES_ONE),
    Prepared(BATCH.decode(), ", ".join(f"{kind}[]" for kind in POSTGRES_TYPES), POSTGRES_BATCH),
)


def _array(values: Sequence[object]) -> bytes:
    """An array literal."""
    return ("{" + ",".join(["NULL" if v is None else str(v) for v in values]) + "}").encode()


def _bytes_array(values: Sequence[bytes | None]) -> bytes:
    return ("{" + ",".join(["NULL" if v is None else f'"\\\\x{v.hex()}"' for v in values]) + "}").encode()


def _text_array(values: Sequence[str]) -> bytes:
    escaped = [v.replace("\\", "\\\\").replace('"', '\\"') for v in values]
    return ("{" + ",".join([f'"{v}"' for v in escaped]) + "}").encode()


def _parameters_of_one(e: Entry) -> list[bytes | None]:
    plain = (
        e.match_id, e.version, e.kind, e.at_ms, e.seat, e.decision, e.client_id,
        None if e.payload is None else f"\\x{e.payload.hex()}", e.wake_at_ms, e.bot_at_ms, e.turn_mask,
    )  # fmt: skip
    return [None if value is None else str(value).encode() for value in plain]


def _parameters(batch: Sequence[Entry]) -> list[bytes]:
    return [
        _array([e.match_id for e in batch]),
        _array([e.version for e in batch]),
        _array([e.kind for e in batch]),
        _array([e.at_ms for e in batch]),
        _array([e.seat for e in batch]),
        _array([e.decision for e in batch]),
        _text_array([e.client_id for e in batch]),
        _bytes_array([e.payload for e in batch]),
        _array([e.wake_at_ms for e in batch]),
        _array([e.bot_at_ms for e in batch]),
        _array([e.turn_mask for e in batch]),
    ]


class PostgresJournal:
    """One connection and one writer task; everything waiting goes into one statement."""

    leaves_time: ClassVar[bool] = True

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._line: PreparedLine | None = None
        self._task = asyncio.get_running_loop().create_task(self._run(), name="journal")

    def append(self, entry: Entry) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        while self._waiting:
            await asyncio.sleep(0.01)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._drop()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            waiting, self._waiting = self._waiting, []
            try:
                batch = self._twins_refused(waiting)
                if batch:
                    await self._write(batch)
            except Exception:  # whatever it was: without this task nothing is stored any more
                log.exception("journal: a batch of %d failed", len(waiting))
                for _entry, future in waiting:
                    if not future.done():
                        future.set_exception(OSError("the journal is not reachable"))

    @staticmethod
    def _twins_refused(waiting: list[Waiting]) -> list[Waiting]:
        """One statement can't tell two entries of one match and version apart: the later one has lost."""
        first: dict[tuple[int, int], Waiting] = {}
        for entry, future in waiting:
            if (
                first.setdefault((entry.match_id, entry.version), (entry, future))[1] is not future
                and not future.done()
            ):
                future.set_result(False)
        return list(first.values())

    async def _write(self, batch: list[Waiting]) -> None:
        """The whole batch; when it fails as a whole, one by one, so that only the guilty entry fails."""
        try:
            won = await self._send([entry for entry, _ in batch])
        except (psycopg.OperationalError, psycopg.InterfaceError):
            await self._drop()
            await asyncio.gather(*(self._settle(entry, future) for entry, future in batch))
        except psycopg.Error:
            for entry, future in batch:
                await self._settle(entry, future)
        else:
            for entry, future in batch:
                if not future.done():
                    future.set_result((entry.match_id, entry.version + 1) in won)

    async def _settle(self, entry: Entry, future: asyncio.Future[bool]) -> None:
        """One entry whose outcome is open: read back whether it is stored, write it if not."""
        try:
            if await in_database(entry_stored, entry):
                result = True
            else:
                result = await in_database(entry_write, entry)
        except Exception as error:
            log.warning("journal: match %s stays at %s: %s", entry.match_id, entry.version, type(error).__name__)
            if not future.done():
                future.set_exception(OSError("the journal is not reachable"))
            return
        if not future.done():
            future.set_result(result)

    async def _send(self, batch: list[Entry]) -> set[tuple[int, int]]:
        if self._line is None:
            self._line = await PreparedLine.open(*PREPARED)
        if len(batch) == 1:
            rows = await self._line.run(ONE, _parameters_of_one(batch[0]))
        else:
            rows = await self._line.run(BATCH, _parameters(batch))
        return {(int(match_id or 0), int(version or 0)) for match_id, version in rows}

    async def _drop(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()


def entry_stored(entry: Entry) -> bool:
    """Whether exactly this entry is in the database: after a lost connection the outcome is unknown."""
    return Record.objects.filter(
        match_id=entry.match_id,
        version=entry.version + 1,
        kind=entry.kind,
        at_ms=entry.at_ms,
        seat=entry.seat,
        decision=entry.decision,
        client_id=entry.client_id,
        payload=entry.payload,
    ).exists()


class SqliteJournal:
    """One writer thread, one immediate transaction for everything waiting, synchronous=FULL."""

    leaves_time: ClassVar[bool] = False
    UPDATE, INSERT = _MOVE.replace("%s", "?"), _RECORD.replace("%s", "?")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._path = connections["default"].settings_dict["NAME"]
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, entry: Entry) -> asyncio.Future[bool]:
        future: asyncio.Future[bool] = self._loop.create_future()
        self._queue.put((entry, future))
        return future

    async def close(self) -> None:
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join, 10)

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None, timeout=20)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        while (first := self._queue.get()) is not None:
            batch = [first]
            while len(batch) < 500 and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    self._queue.put(None)
                    break
                batch.append(more)
            self._answer(batch, self._write(connection, batch))
        connection.close()

    def _write(self, connection: sqlite3.Connection, batch: list[Waiting]) -> list[bool] | None:
        """Won or lost for each of the batch; None when nothing was written (the disk is full, say)."""
        try:
            connection.execute("BEGIN IMMEDIATE")
            won = [self._entry(connection, entry) for entry, _ in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            log.warning("journal: batch of %d not written: %s", len(batch), error)
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            return None
        return won

    def _entry(self, connection: sqlite3.Connection, e: Entry) -> bool:
        if connection.execute(self.UPDATE, (*_moved(e), e.match_id, e.version)).rowcount != 1:
            return False
        connection.execute(self.INSERT, _recorded(e))
        return True

    def _answer(self, batch: list[Waiting], won: list[bool] | None) -> None:
        def deliver() -> None:
            for i, (_, future) in enumerate(batch):
                if future.done():
                    continue
                if won is None:
                    future.set_exception(OSError("the journal is not reachable"))
                else:
                    future.set_result(won[i])

        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(deliver)


def journal_for_database() -> Journal:
    """The batching journal for the configured database; needs a running loop."""
    if connections["default"].vendor == "postgresql":
        return PostgresJournal()
    return SqliteJournal()
