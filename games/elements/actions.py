"""What a seat can do at its pick."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.elements.data import DieId, RowId


class Take(Struct, frozen=True, cache_hash=True, tag_field="type", tag="take", forbid_unknown_fields=True):
    """Take ``die`` and move the slider of ``row`` by one field.

    A die that fits names the row it moves, a misthrow names ``hell``. With Das Helle at its end any row
    may be named (a free step) or None: the die is taken, nothing moves.
    """

    die: DieId
    row: RowId | None


class Freeze(Struct, frozen=True, tag_field="type", tag="freeze", forbid_unknown_fields=True):
    """Freeze Das Dunkle on its X; the die is still to be taken."""


Action: TypeAlias = Take | Freeze
