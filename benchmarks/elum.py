"""Auctions of Speed-E.L.U.M. with four moving figures a table, beside tables of Elements.

    python -m benchmarks.elum --auctions 20 --tables 100 --rate 100 --seconds 20 --json

Every figure is sent to another price five times a second. ``late``: from the instant at which time alone had to change
something (a unit passes, two meet, the clock) to the ``now`` of its record. ``seen``: from sending a price until all
four browsers at the table know it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.clocks import lateness
from benchmarks.live import percentiles, running, show, spent_s
from tests.support.programs import free_port

SEATS = 4
PACE_S = 0.2
STEPS = 35
RICH = 1_000_000
STOCK = 250


def prepare(auctions: int) -> list[tuple[str, int, list[str]]]:
    """Tables at the ladder of Nahrung, two buyers and two sellers who never run out: code, match, cookies."""
    from django.conf import settings
    from django.db import transaction

    from accounts.models import Player
    from benchmarks.tables import _session, guest
    from games.elum.game import game
    from tables.models import Seat, Snapshot, Table
    from tables.notices import match_started
    from tables.services.matches import Holder, _wakes_set, match_create

    store = import_module(settings.SESSION_ENGINE).SessionStore
    rng, made = random.Random(3), []
    for number in range(auctions):
        with transaction.atomic():
            players = [guest(Player, f"auction-{number}-{i}") for i in range(SEATS)]
            table = Table.objects.create(
                game="elum", opener=players[0], seats_count=SEATS, status=Table.Status.PLAYING,
                options={"rounds": "6", "level": "standard", "tempo": "normal", "refinement": "true"},
            )  # fmt: skip
            Seat.objects.bulk_create(Seat(table=table, index=i, player=p) for i, p in enumerate(players))
            holders = [Holder(p) for p in players]
            match = match_create(table=table, holders=holders, seed=rng.randbytes(32), draw_seats=False)
            state = game.decode_state(bytes(Snapshot.objects.get(match=match, version=0).state))
            match.origin_ms -= _to_the_ladder(state)
            Snapshot.objects.filter(match=match, version=0).update(state=game.encode_state(state))
            match.save(update_fields=["origin_ms"])
            _wakes_set(match, state)
        match_started(match.pk, table.code, match.wake_at_ms, match.bot_at_ms)
        made.append((table.code, match.pk, [_session(store, settings, p) for p in players]))
    return made


def _to_the_ladder(state: Any) -> int:
    """Lead the state to an auction's ladder; its match time then."""
    from games.elum.data import GOODS
    from games.elum.game import game
    from games.elum.rules import trade
    from games.elum.state import Book

    state.round, state.rank = 2, list(range(SEATS))
    for seat, settler in enumerate(state.settlers):
        settler.money = RICH
        settler.goods = {good: STOCK if good == "food" and seat % 2 else 0 for good in GOODS}
    books = [{good: Book(0, 0, 0, 0, 0) for good in GOODS} for _seat in range(SEATS)]
    trade.enter(state, ("food",), books, 0)
    while state.phase.stage != "ladder":
        game.advance(state, game.wake_at(state) or 0)
    return int(state.now)


class Auction:
    """One table's four sockets and figures. A seat's steps are its own, so that who sees one knows whose it is."""

    def __init__(self, code: str, cookies: list[str], number: int, seen: list[float]) -> None:
        self.code, self.cookies, self.seen = code, cookies, seen
        self.sockets: list[Any] = []
        self.decisions: list[bytes] = [b""] * SEATS
        self.rng = random.Random(number)
        self.waiting: dict[bytes, tuple[float, set[int]]] = {}
        self.sent = self.refused = 0
        self.recording = False

    async def connect(self, address: tuple[str, int]) -> None:
        from benchmarks.rawsocket import RawSocket

        host, path = f"{address[0]}:{address[1]}", f"/ws/tische/{self.code}/"
        loop = asyncio.get_running_loop()
        for seat, cookie in enumerate(self.cookies):
            made = partial(RawSocket, host, path, cookie, self._reader(seat))
            _, socket = await loop.create_connection(made, *address)
            self.sockets.append(socket)
        await asyncio.gather(*(socket.ready for socket in self.sockets))

    def _reader(self, seat: int) -> Callable[[bytes], None]:
        def read(data: bytes) -> None:
            if data[:1] == b"{":
                self.refused += data.startswith(b'{"t":"no"')
                return
            start = data.find(b'data-decision="') + 15
            self.decisions[seat] = data[start : data.find(b'"', start)]
            for mark, (sent_at, missing) in list(self.waiting.items()):
                if seat in missing and mark in data:
                    missing.discard(seat)
                    if not missing:
                        del self.waiting[mark]
                        if self.recording:
                            self.seen.append(time.perf_counter() - sent_at)

        return read

    def move(self, seat: int) -> None:
        """Send the seat's figure to another of its own steps."""
        step = self.rng.randrange(STEPS // SEATS) * SEATS + seat
        price = 15 + step
        mark = b"&#34;to&#34;:%d}" % step
        if mark in self.waiting or not self.decisions[seat]:
            return
        self.waiting[mark] = time.perf_counter(), set(range(SEATS))
        self.sent += 1
        self.sockets[seat].send(
            b'{"t":"act","id":"e-%s-%d","d":%s,"a":{"type":"walk","price":%d}}'
            % (self.code.encode(), self.sent, self.decisions[seat], price)
        )

    async def play(self, until: float) -> None:
        """Each figure five times a second, not all at once."""
        await asyncio.sleep(self.rng.random() * PACE_S)
        while time.perf_counter() < until:
            for seat in range(SEATS):
                self.move(seat)
                await asyncio.sleep(PACE_S / SEATS)


def measure(options: argparse.Namespace) -> dict[str, Any]:
    port = free_port()
    with (
        tempfile.TemporaryDirectory(prefix="speedgamez-bench-") as folder,
        running(options.profile, 1, port, Path(folder)) as (server, env),
    ):
        os.environ.update(env)
        import django

        django.setup()
        from benchmarks import tables
        from tables import matchtime

        turns = tables.prepare(options.tables, 2)
        auctions = prepare(options.auctions)
        pids = {name: server.pids(name) for name in ("asgi", "clock")}
        since_ms = matchtime.row_read()
        figures = asyncio.run(load(("127.0.0.1", port), auctions, turns, options, pids))
        late = lateness([match for _code, match, _cookies in auctions], since_ms + 3_000)
        errors = server.tracebacks()
        for line in errors[:5]:
            print(line, file=sys.stderr)
    return {**figures, "wakes": len(late["wake"]), "late_ms": percentiles(late["wake"]), "log_errors": len(errors)}


async def load(
    address: tuple[str, int], auctions: list[Any], turns: list[Any], options: argparse.Namespace, pids: Any
) -> dict[str, Any]:
    from benchmarks.load import Figures, TablePlay, at_rate

    seen: list[float] = []
    playing = [Auction(code, cookies, n, seen) for n, (code, _match, cookies) in enumerate(auctions)]
    figures = Figures()
    others = [TablePlay(address, table, figures, n) for n, table in enumerate(turns)]
    for auction in playing:
        await auction.connect(address)
    gc.collect()
    gc.freeze()
    gc.disable()
    begun: list[Any] = []

    def begin() -> None:
        begun.append((time.perf_counter(), {name: spent_s(found) for name, found in pids.items()}))
        for auction in playing:
            auction.recording = True

    until = time.perf_counter() + options.seconds + 4
    movers = [asyncio.create_task(auction.play(until)) for auction in playing]
    await at_rate(others, options.rate, options.seconds, figures, begin)
    await asyncio.gather(*movers)
    took = time.perf_counter() - begun[0][0]
    busy = {n: round((sum(spent_s(p)) - sum(begun[0][1][n])) / took, 2) for n, p in pids.items()}
    for play in others:
        play.close()
    return {
        "auctions": len(playing),
        "tables": len(others),
        "profile": options.profile,
        "moves_per_s": round(sum(a.sent for a in playing) / (options.seconds + 4), 1),
        "seen_ms": percentiles(seen),
        "unseen": sum(len(a.waiting) for a in playing),
        "refused": sum(a.refused for a in playing),
        "turns_per_s": round(figures.done / options.seconds, 1),
        "turns_seen_ms": percentiles(figures.seen),
        "busy": busy,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=("embedded", "production"), default="production")
    parser.add_argument("--auctions", type=int, default=20)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    show(measure(options), as_json=options.json)


if __name__ == "__main__":
    main()
