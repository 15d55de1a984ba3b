"""The journal on the database that the tests run on: who wins, who loses, what a broken connection does."""

from __future__ import annotations

import asyncio
import select
import socket
import threading
import time
from collections.abc import AsyncIterator

import msgspec
import psycopg
import pytest
import uvloop
from asgiref.sync import sync_to_async
from django.db import connection, connections

from tables import prepared
from tables.host import database
from tables.journal import Entry, Journal, PostgresJournal, journal_for_database
from tables.models import Match, Record
from tables.prepared import Prepared, PreparedLine
from tests.tables.host import support

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    database.pool_start()
    made = journal_for_database()
    yield made
    await made.close()
    database.pool_stop()
    await sync_to_async(connections.close_all)()


def _matches(count: int) -> list[Match]:
    return [support.match(support.guest(f"A{n}x"), support.guest(f"B{n}x")) for n in range(count)]


def _entry(match: Match, version: int = 0, **changes: object) -> Entry:
    entry = Entry(match.pk, version, 1, 5 + version, 0, 1, f"client-{version:04d}", b'{"type":"freeze"}', None, 77)
    return msgspec.structs.replace(entry, **changes)


async def test_entries_of_many_matches_go_together(journal: Journal) -> None:
    matches = await sync_to_async(_matches)(5)
    answers = await asyncio.gather(*(journal.append(_entry(m)) for m in matches))
    assert answers == [True] * 5
    rows = await sync_to_async(lambda: list(Match.objects.values_list("version", "advanced_to_ms", "bot_at_ms")))()
    assert rows == [(1, 5, 77)] * 5
    records = await sync_to_async(
        lambda: list(Record.objects.values_list("version", "seat", "decision", "client_id"))
    )()
    assert records == [(1, 0, 1, "client-0000")] * 5


async def test_only_the_loser_of_a_batch_loses(journal: Journal) -> None:
    one, two, three = await sync_to_async(_matches)(3)
    assert await journal.append(_entry(two))
    answers = await asyncio.gather(*(journal.append(_entry(m)) for m in (one, two, three)))
    assert answers == [True, False, True]


async def test_two_moves_of_one_match_in_one_batch_are_one_win(journal: Journal) -> None:
    """The key is (match, version): acknowledging by the match alone acknowledged a move that was never stored."""
    (match,) = await sync_to_async(_matches)(1)
    answers = await asyncio.gather(
        journal.append(_entry(match)), journal.append(_entry(match, client_id="client-9999"))
    )
    assert sorted(answers) == [False, True]
    stored = await sync_to_async(lambda: list(Record.objects.values_list("client_id", flat=True)))()
    assert stored == [("client-0000", "client-9999")[answers.index(True)]]


async def test_an_ended_match_takes_no_more(journal: Journal) -> None:
    (match,) = await sync_to_async(_matches)(1)
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(status=Match.Status.ENDED)
    assert not await journal.append(_entry(match))


async def test_texts_and_nothing_survive_the_way(journal: Journal) -> None:
    (match,) = await sync_to_async(_matches)(1)
    odd = b'{"a":"\\"},{\\\\x \xc3\xa4"}'
    assert await journal.append(_entry(match, client_id='b-"\\{},', payload=odd))
    assert await journal.append(_entry(match, 1, seat=None, decision=None, client_id="", payload=None, bot_at_ms=None))
    records = await sync_to_async(lambda: list(Record.objects.order_by("version")))()
    assert (records[0].client_id, bytes(records[0].payload or b"")) == ('b-"\\{},', odd)
    assert (records[1].seat, records[1].decision, records[1].payload) == (None, None, None)


async def test_a_row_that_breaks_a_constraint_fails_alone(journal: Journal) -> None:
    one, two = await sync_to_async(_matches)(2)
    await sync_to_async(Record.objects.create)(match=two, version=1, kind=0, at_ms=0)
    answers = await asyncio.gather(journal.append(_entry(one)), journal.append(_entry(two)), return_exceptions=True)
    if connection.vendor == "postgresql":
        assert answers[0] is True
    assert answers[1] is not True
    version = await sync_to_async(lambda: Match.objects.get(pk=two.pk).version)()
    assert version == 0


async def test_processes_that_fight_for_matches_stay_consistent(journal: Journal) -> None:
    matches = await sync_to_async(_matches)(4)
    other = journal_for_database()

    async def fight(side: Journal, match: Match) -> int:
        won = version = 0
        while version < 12:
            if await side.append(_entry(match, version)):
                won += 1
            version += 1
        return won

    wins = await asyncio.gather(*(fight(side, m) for m in matches for side in (journal, other)))
    await other.close()
    stored = await sync_to_async(Record.objects.count)()
    versions = await sync_to_async(lambda: sum(Match.objects.values_list("version", flat=True)))()
    assert sum(wins) == stored == versions


if connection.vendor == "postgresql":  # SQLite has no connection to cut

    async def test_a_connection_that_is_cut_loses_nothing(journal: Journal) -> None:
        assert isinstance(journal, PostgresJournal)
        (match,) = await sync_to_async(_matches)(1)
        assert await journal.append(_entry(match))

        await sync_to_async(_cut)()
        assert await journal.append(_entry(match, 1))
        assert await sync_to_async(Record.objects.count)() == 2

    async def test_the_number_of_a_cut_socket_is_somebody_elses_soon(journal: Journal) -> None:
        """Looking at it no longer must not touch the new one: asyncio raises then, and nothing was stored any more."""
        assert isinstance(journal, PostgresJournal)
        (match,) = await sync_to_async(_matches)(1)
        assert await journal.append(_entry(match))
        line = journal._line
        assert line is not None
        number = line._fd
        server = await asyncio.start_server(_echo, "127.0.0.1", 0)
        await sync_to_async(_cut)()
        while line._lost is None:
            await asyncio.sleep(0.01)
        lines = [await asyncio.open_connection(*server.sockets[0].getsockname()) for _n in range(20)]
        numbers = [writer.get_extra_info("socket").fileno() for _reader, writer in lines]
        assert number in numbers, "the number is free and given again"
        for version in (1, 2):
            assert await asyncio.wait_for(journal.append(_entry(match, version)), 5)
        reader, writer = lines[numbers.index(number)]
        writer.write(b"still here")
        assert await asyncio.wait_for(reader.read(10), 5) == b"still here"
        for _reader, writer in lines:
            writer.close()
        server.close()

    async def test_whatever_fails_the_next_batch_is_written(
        journal: Journal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert isinstance(journal, PostgresJournal)
        (match,) = await sync_to_async(_matches)(1)
        with monkeypatch.context() as broken:
            broken.setattr(journal, "_send", _fails)
            with pytest.raises(OSError, match="not reachable"):
                await journal.append(_entry(match))
        assert "a batch of 1 failed" in caplog.text
        assert await journal.append(_entry(match))

    @pytest.mark.parametrize("last_word", [True, False])
    def test_a_server_that_is_gone_is_lost_soon(monkeypatch: pytest.MonkeyPatch, last_word: bool) -> None:
        """Its machine may vanish without a word. Or a last word comes with the end: uvloop, which serves, calls a
        reader once for both, and the process then stored nothing any more. Found by `make chaos`.
        """
        monkeypatch.setattr(prepared, "ANSWER_S", 60 if last_word else 0.5)
        with socket.create_server(("127.0.0.1", 0)) as front:
            between = Between(front, last_word)
            params = {**connection.get_connection_params(), "host": "127.0.0.1", "port": between.port}
            monkeypatch.setattr(type(connections["default"]), "get_connection_params", lambda self: params)

            async def ask() -> None:
                line = await PreparedLine.open(Prepared("same", "int", "SELECT $1"))
                assert await line.run(b"same", [b"7"]) == [(b"7",)]
                between.die()
                with pytest.raises(psycopg.OperationalError):
                    await asyncio.wait_for(line.run(b"same", [b"8"]), 3)
                await line.close()

            uvloop.run(ask())


class Between:
    """A server's only client and the server behind it; after ``die`` what is asked next is answered by its end."""

    NOTICE = b"SWARNING\0VWARNING\0C57P02\0Mterminating connection because of crash\0\0"

    def __init__(self, front: socket.socket, last_word: bool) -> None:
        settings = connections["default"].settings_dict
        self.port = front.getsockname()[1]
        self._front = front
        self._back = settings["HOST"], int(settings["PORT"])
        self._last_word = last_word
        self._dies = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def die(self) -> None:
        self._dies.set()

    def _run(self) -> None:
        client, _address = self._front.accept()
        with client, socket.create_connection(self._back) as server:
            while True:
                ready, _w, _x = select.select([client, server], [], [], 5)
                if client in ready and self._dies.is_set():
                    if not self._last_word:
                        time.sleep(2)
                        return
                    client.sendall(b"N" + (len(self.NOTICE) + 4).to_bytes(4) + self.NOTICE)
                    return  # what was asked is unread: the end is a reset
                for one, other in ((client, server), (server, client)):
                    if one in ready:
                        other.sendall(one.recv(65536))


def _cut() -> None:
    """End all connections to the database but this one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


async def _echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(100):
        writer.write(data)


async def _fails(batch: list[Entry]) -> set[tuple[int, int]]:
    raise RuntimeError("not foreseen")
