"""The tableau and the dice: tables only (``games/elements-tableau.json``; L-003 to L-011, L-025).

A row has 11 columns, 0 is the far left where every slider starts and 10 the right end. Rows, dice and
faces go by their German ids, in this fixed order everywhere.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from games.kernel.texts import gettext_noop as _

Face: TypeAlias = Literal["feuer", "wasser", "erde", "luft", "dunkel"]
RowId: TypeAlias = Literal["feuer", "wasser", "erde", "luft", "dunkel", "hell"]
DieId: TypeAlias = Literal["rot", "blau", "gruen", "gelb", "grau"]

FACES: tuple[Face, ...] = ("feuer", "wasser", "erde", "luft", "dunkel")
ELEMENTS: tuple[Face, ...] = FACES[:4]
ROWS: tuple[RowId, ...] = ("feuer", "wasser", "erde", "luft", "dunkel", "hell")
ROW_INDEX: dict[RowId, int] = {row: i for i, row in enumerate(ROWS)}
DARK = ROW_INDEX["dunkel"]
LIGHT = ROW_INDEX["hell"]

NAMES: dict[RowId, str] = {
    "feuer": _("Feuer"),
    "wasser": _("Wasser"),
    "erde": _("Erde"),
    "luft": _("Luft"),
    "dunkel": _("Das Dunkle"),
    "hell": _("Das Helle"),
}
DIE_NAMES: dict[DieId, str] = {
    "rot": _("roter Würfel"),
    "blau": _("blauer Würfel"),
    "gruen": _("grüner Würfel"),
    "gelb": _("gelber Würfel"),
    "grau": _("grauer Würfel"),
}

END = 10
"""The column of a finished row."""

_ELEMENT_VALUES = (-10, -8, -6, -4, -2, 0, 2, 4, 6, 8, 10)
VALUES: tuple[tuple[int, ...], ...] = (
    _ELEMENT_VALUES,
    _ELEMENT_VALUES,
    _ELEMENT_VALUES,
    _ELEMENT_VALUES,
    (-6, -4, -2, 1, 3, 5, -1, -3, -5, -8, -10),
    (-8, -6, -4, -2, 1, 2, 3, 4, 6, 8, 10),
)
"""The number above each column, by row index."""

MIDDLE: dict[Face, tuple[Face, Face, Face]] = {
    "feuer": ("erde", "luft", "wasser"),
    "wasser": ("feuer", "erde", "luft"),
    "erde": ("luft", "wasser", "feuer"),
    "luft": ("wasser", "feuer", "erde"),
}
"""Colours of columns 4, 5 and 6 of the element rows: never the row's own."""


def _element_fields(row: Face) -> tuple[Face | None, ...]:
    return (None, *([row] * 3), *MIDDLE[row], *([row] * 4))


FIELDS: tuple[tuple[Face | None, ...], ...] = (
    *(_element_fields(row) for row in ELEMENTS),
    (None, *(FACES[4:] * END)),
    (None,) * (END + 1),
)
"""The colour of each column by row index; None for the start and for Das Helle, which no face moves."""

NEEDS: tuple[tuple[Face | None, ...], ...] = tuple((*fields[1:], None) for fields in FIELDS)
"""The face that moves the slider on from each column, by row index; None where no face does."""

ARROWS: tuple[int, ...] = (6, 5, 6, 5)
"""Columns that the element sliders must have reached before Das Dunkle can be frozen."""

X_COLUMN = 5
"""The column of Das Dunkle marked X: +5, where it can be frozen."""

DICE: dict[DieId, tuple[Face, ...]] = {
    "rot": ("feuer", "feuer", "wasser", "erde", "luft", "dunkel"),
    "blau": ("feuer", "wasser", "wasser", "erde", "luft", "dunkel"),
    "gruen": ("feuer", "wasser", "erde", "erde", "luft", "dunkel"),
    "gelb": ("feuer", "wasser", "erde", "luft", "luft", "dunkel"),
    "grau": ("feuer", "wasser", "erde", "erde", "luft", "dunkel"),
}
DICE_BY_SEATS: dict[int, tuple[DieId, ...]] = {
    2: ("rot", "blau", "gruen", "gelb"),
    3: ("rot", "blau", "gruen", "gelb"),
    4: ("rot", "blau", "gruen", "gelb", "grau"),
}

END_ROWS_ONE = 4
"""One player with so many finished rows ends the match."""

END_ROWS_MANY = 3
END_PLAYERS = 2
"""So many players with ``END_ROWS_MANY`` finished rows each end it too."""

PLACE_BONUS: tuple[int, ...] = (30, 15, 5, 0)
"""Leaderboard points for places 1 to 4, added to the score (at least 0)."""
