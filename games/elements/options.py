"""Table options. The rules know no variants: thinking time is the kernel's, seats are the table's."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.contract import OptionField


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing to choose."""


OPTION_FIELDS: tuple[OptionField, ...] = ()
