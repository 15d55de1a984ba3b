"""The settlers walk in: podiums and a table of money, land, goods and worth (E-177, E-185), for round and match."""

from __future__ import annotations

from typing import Any, TypeAlias

from games.elum.board.shows.cast import Cast, settler
from games.elum.scoring import places
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text

Worths: TypeAlias = tuple[tuple[int, int, int, int], ...]

ITEMS = (_("Geld"), _("Land"), _("Rohstoffe"), _("Gesamtvermögen"))


def ranking_data(everybody: Cast, rank: tuple[int, ...], worth: Worths) -> dict[str, Any]:
    """Podiums, best first; the last in the ranking comes in first (``i``). Equal worth shares a place."""
    place = places([row[3] for row in worth])
    pods = [
        {
            **settler(everybody, seat),
            "place": place[seat],
            "step": number + 1,
            "i": len(rank) - 1 - number,
            "worth": worth[seat],
        }
        for number, seat in enumerate(rank)
    ]
    rows = [
        {"name": text(name), "item": item, "total": item == len(ITEMS) - 1, "cells": [_cell(pod, item) for pod in pods]}
        for item, name in enumerate(ITEMS)
    ]
    return {"pods": pods, "rows": rows}


def _cell(pod: dict[str, Any], item: int) -> tuple[int, int]:
    return pod["seat"], pod["worth"][item]
