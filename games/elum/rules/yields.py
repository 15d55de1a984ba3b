"""What an ELUM yields on a plot (E-104 to E-106): used by the harvest, the field info and the computers alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from games.elum.data import YIELD_MAX, Good, Kind
from games.elum.rules.maps import NEIGHBOURS, base_yield


class Field(Protocol):
    """A plot, as the state or an observation has it."""

    @property
    def kind(self) -> Kind: ...
    @property
    def peaks(self) -> int: ...
    @property
    def owner(self) -> int | None: ...
    @property
    def elums(self) -> Sequence[Good]: ...


def experience(fields: Mapping[str, Field], seat: int, good: Good, *, more: int = 0) -> int:
    """+1 for every three own ELUMs of the good („Erfahrung“); ``more`` are to come."""
    count = sum(good == elum for field in fields.values() if field.owner == seat for elum in field.elums)
    return (count + more) // 3


def union(fields: Mapping[str, Field], seat: int, plot_id: str, good: Good) -> int:
    """+1 if an own orthogonal neighbour plot makes the same good („Verbund“)."""
    return int(any(fields[n].owner == seat and good in fields[n].elums for n in NEIGHBOURS[plot_id]))


def expected(
    fields: Mapping[str, Field], seat: int, plot_id: str, good: Good, deposit: int, *, more: int = 0
) -> int | None:
    """Units of an ELUM of ``seat`` there without chance, limited to 0 … 8; None where it may not stand."""
    field = fields[plot_id]
    base = base_yield(field.kind, field.peaks, deposit, good)
    if base is None:
        return None
    bonus = union(fields, seat, plot_id, good) + experience(fields, seat, good, more=more)
    return clamp(base + bonus)


def clamp(units: int) -> int:
    """0 … 8 (E-108)."""
    return max(0, min(YIELD_MAX, units))
