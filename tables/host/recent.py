"""The last actions that a match has taken, by their clients' own ids: what is sent again acts once.

Of each seat so many: while a line is down the others go on, in real time by the dozen a second, but the own seat says
nothing; so what is sent again afterwards is among its last.
"""

from __future__ import annotations

from collections import OrderedDict

from tables.models import Record

KEPT = 64
REACH = 5_000
"""So many records back they are looked for when a match is loaded: more than a minute of four who never rest."""


class Recent:
    """By seat and client's id: the version that the action has led to."""

    __slots__ = ("_seats",)

    def __init__(self) -> None:
        self._seats: dict[int, OrderedDict[str, int]] = {}

    def version(self, seat: int, client_id: str) -> int | None:
        """Where this action has led to already; None: it is new."""
        own = self._seats.get(seat)
        return None if own is None else own.get(client_id)

    def remember(self, seat: int, client_id: str, version: int) -> None:
        own = self._seats.setdefault(seat, OrderedDict())
        own[client_id] = version
        while len(own) > KEPT:
            own.popitem(last=False)

    def recall(self, match_id: int, seats: int, version: int) -> None:
        """Those from before the snapshot of ``version``: a resend may reach back over it, and over the end."""
        if not version:
            return
        acted = Record.objects.filter(match_id=match_id, kind=Record.Kind.ACTION).exclude(client_id="")
        older = acted.filter(version__range=(version - REACH, version)).order_by("-version")
        for seat in range(seats):
            after = self._seats.pop(seat, OrderedDict())
            rows = older.filter(seat=seat).values_list("client_id", "version")[: max(0, KEPT - len(after))]
            for client_id, stored in (*reversed(rows), *after.items()):
                self.remember(seat, client_id, stored)
