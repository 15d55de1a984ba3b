"""What a seat can do. Which of these are legal depends on the step (``rules/legal.py``)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.gourmet.data import AreaId, DieId


class Take(Struct, frozen=True, cache_hash=True, tag_field="type", tag="take", forbid_unknown_fields=True):
    """Enter ``die`` in ``field`` of ``area``: at the Pass, from the tray, as an extra silver cross or as Nachschlag."""

    die: DieId
    area: AreaId
    field: int


class Mark(Struct, frozen=True, cache_hash=True, tag_field="type", tag="mark", forbid_unknown_fields=True):
    """Enter the bonus that waits for a choice in ``field`` of ``area``."""

    area: AreaId
    field: int


class Reroll(Struct, frozen=True, tag_field="type", tag="reroll", forbid_unknown_fields=True):
    """„Neu anrichten“: throw the dice of this roll once more."""


class Lapse(Struct, frozen=True, tag_field="type", tag="lapse", forbid_unknown_fields=True):
    """„Verfallen lassen“: nothing of this roll is taken."""


class Fetch(Struct, frozen=True, cache_hash=True, tag_field="type", tag="fetch", forbid_unknown_fields=True):
    """„Zurück in die Küche“: take ``die`` back from the tray before the next roll."""

    die: DieId


class Roll(Struct, frozen=True, tag_field="type", tag="roll", forbid_unknown_fields=True):
    """Go on without taking (another) die back."""


class Nothing(Struct, frozen=True, tag_field="type", tag="nothing", forbid_unknown_fields=True):
    """„Nichts nehmen“ at the tray."""


class Done(Struct, frozen=True, tag_field="type", tag="done", forbid_unknown_fields=True):
    """„Fertig“: no more Nachschlag in this turn, or no more extra silver cross."""


class Hold(Struct, frozen=True, cache_hash=True, tag_field="type", tag="hold", forbid_unknown_fields=True):
    """„Nachschläge aufheben“: answer „Fertig“ at the end of each turn until taken back (``on`` False) or the last."""

    on: bool


Action: TypeAlias = Take | Mark | Reroll | Lapse | Fetch | Roll | Nothing | Done | Hold
