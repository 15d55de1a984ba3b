"""Prepared statements on a PostgreSQL connection of their own, run again and again from the event loop.

By libpq's calls as psycopg hands them out, with the socket's reader registered once: psycopg's own ``execute`` makes
a cursor, converts parameters, and registers and takes away the reader for every statement, which is more work than
a whole move.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from django.db import connections
from psycopg import pq
from psycopg.errors import error_from_result

LOCK_TIMEOUT = "2s"
ANSWER_S = 10.0
"""A server that says nothing for so long is lost, and what it was asked is read back elsewhere: where its machine went
away without a word, TCP would wait for hours."""


class Prepared(NamedTuple):
    """A statement, the types of its parameters, and the name under which the server keeps it."""

    name: str
    types: str
    statement: str


class PreparedLine:
    """Its connection has autocommit, and gives up on a lock after ``LOCK_TIMEOUT``. One ``run`` at a time."""

    def __init__(self, connection: psycopg.AsyncConnection[Any]) -> None:
        self._connection = connection
        self._pgconn = connection.pgconn
        self._loop = asyncio.get_running_loop()
        self._fd = self._pgconn.socket
        self._answer: asyncio.Future[None] | None = None
        self._free: asyncio.Future[None] | None = None
        self._lost: psycopg.Error | None = None
        self._loop.add_reader(self._fd, self._readable)

    @classmethod
    async def open(cls, *statements: Prepared) -> PreparedLine:
        """Connect as Django does and prepare ``statements``.

        Raises psycopg.Error.
        """
        params = connections["default"].get_connection_params()
        keep = {k: v for k, v in params.items() if k in {"host", "port", "user", "password", "dbname"} and v}
        connection = await psycopg.AsyncConnection.connect(autocommit=True, **keep)
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        await connection.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
        for name, types, statement in statements:
            await connection.execute(f"PREPARE {name} ({types}) AS {statement}".encode())
        return cls(connection)

    async def run(self, name: bytes, parameters: Sequence[bytes | None]) -> list[tuple[bytes | None, ...]]:
        """The rows that the statement of that name returns, as text.

        Raises psycopg.Error; after an OperationalError the line is of no use.
        """
        if self._lost is not None:
            raise self._lost
        try:
            self._pgconn.send_query_prepared(name, parameters)
            while self._pgconn.flush():
                await self._writable()
        except psycopg.Error as error:
            self._lose(error)
            raise
        rows: list[tuple[bytes | None, ...]] = []
        failed: psycopg.Error | None = None
        silent = self._loop.call_later(ANSWER_S, self._lose, psycopg.OperationalError("the server says nothing"))
        try:
            while (result := await self._result()) is not None:
                if result.status == pq.ExecStatus.TUPLES_OK:
                    columns = range(result.nfields)
                    rows += [tuple([result.get_value(row, col) for col in columns]) for row in range(result.ntuples)]
                else:
                    failed = error_from_result(result)
        finally:
            silent.cancel()
        if failed is not None:
            raise failed
        return rows

    async def _result(self) -> Any:
        while self._lost is None and self._pgconn.is_busy():
            self._answer = self._loop.create_future()
            await self._answer
        if self._lost is not None:
            raise self._lost
        return self._pgconn.get_result()

    def _readable(self) -> None:
        try:
            self._pgconn.consume_input()
            if self._pgconn.is_busy():
                # The last word of a server that dies, perhaps: uvloop calls once for it and the connection's end
                # together, and never again.
                self._pgconn.consume_input()
        except psycopg.Error as error:
            self._lose(error)
        else:
            if not self._pgconn.is_busy():
                _done(self._answer)

    def _lose(self, error: psycopg.Error) -> None:
        """The connection is of no use any more; whoever waits for it hears of it."""
        self._lost = error
        self._let_go()
        _done(self._answer)
        _done(self._free)

    def _let_go(self) -> None:
        """Look at the socket no more. At once when it fails: libpq has closed it, and its number is soon another's."""
        fd, self._fd = self._fd, -1
        if fd >= 0:
            self._loop.remove_reader(fd)
            self._loop.remove_writer(fd)

    async def _writable(self) -> None:
        self._free = self._loop.create_future()
        self._loop.add_writer(self._fd, _done, self._free)
        await self._free
        if self._fd >= 0:
            self._loop.remove_writer(self._fd)

    async def close(self) -> None:
        """Let go of the connection."""
        self._let_go()
        with contextlib.suppress(psycopg.Error):
            await self._connection.close()


def _done(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)
