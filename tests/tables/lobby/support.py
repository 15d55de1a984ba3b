"""People and tables for the lobby's tests."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from django.db import connection

from accounts.models import Player
from accounts.services import guest_create, user_register
from games import registry
from tables import matchtime
from tables.models import Match, Presence, ServerProcess, Table
from tables.services import seats, tables
from tables.services.choices import TableChoice, choice_default, choice_of, choice_terms

T = TypeVar("T")
GAME = "elements"


def user(name: str) -> Player:
    return user_register(username=name, email="", password="richtig-langes-Wort-7").player


def guest(name: str) -> Player:
    return guest_create(name=name)


def choice(**changes: Any) -> TableChoice:
    """The game's proposal with ``changes``."""
    return dataclasses.replace(choice_default(registry.get(GAME).info), **changes)


def table_of(opener: Player, *others: Player, **changes: Any) -> Table:
    """A waiting table with these people on it, nobody ready."""
    table = tables.table_open(player=opener, game=GAME, choice=choice(**changes))
    for player in others:
        seats.seat_take(code=table.code, player=player)
    return fresh(table)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def say_ready(table: Table, *players: Player, ready: bool = True) -> None:
    for player in players:
        seats.seat_ready(code=table.code, player=player, ready=ready, terms=terms(table))


def terms(table: Table) -> str:
    return choice_terms(choice_of(fresh(table)))


def sitting(table: Table) -> list[str]:
    """Names by seat; computers by their level, free seats empty."""
    rows = table.seats.select_related("player").order_by("index")
    return [seat.player.display_name if seat.player else seat.bot for seat in rows]


def ready_names(table: Table) -> list[str]:
    rows = table.seats.filter(ready=True).select_related("player").order_by("index")
    return [seat.player.display_name for seat in rows if seat.player]


def over(match: Match) -> Table:
    """The match's table as it is when the match has ended."""
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ENDED, wake_at_ms=None, bot_at_ms=None)
    Table.objects.filter(pk=match.table_id).update(status=Table.Status.OVER)
    return Table.objects.get(pk=match.table_id)


def present(table: Table, *players: Player | None) -> None:
    """These (None: somebody without a name) are connected to the table right now, and nobody else."""
    process, _made = ServerProcess.objects.update_or_create(id="p1", defaults={"seen_ms": matchtime.now_ms()})
    Presence.objects.filter(table=table).delete()
    for player in players:
        Presence.objects.create(process=process, table=table, player=player, sockets=1)


def at_once(deeds: list[Callable[[], T]]) -> list[T | Exception]:
    """Run all at the same instant in threads of their own; each result or exception by position."""
    gate = threading.Barrier(len(deeds))
    results: list[T | Exception] = [RuntimeError("did not run")] * len(deeds)

    def run(position: int, deed: Callable[[], T]) -> None:
        try:
            gate.wait(10)
            results[position] = deed()
        except Exception as error:
            results[position] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(deeds)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def playing(*people: Player, **changes: Any) -> Match:
    table = table_of(*people, **changes)
    say_ready(table, *people)
    match = tables.table_start(code=table.code, player=people[0])
    present(table, *people)
    return match
