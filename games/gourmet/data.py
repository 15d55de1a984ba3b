"""The two menus: dice, areas, fields, boni, points (``games/gourmet.md``, A1 and A2). Tables only.

Areas, dice and actions go by their German ids. Fields of an area count from 0, grids row by row. A die shows 1 to 6.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from games.kernel.texts import gettext_noop as _

MenuId: TypeAlias = Literal["haus", "chef"]
DieId: TypeAlias = Literal["weiss", "silber", "gelb", "blau", "gruen", "orange", "lila", "rosa"]
AreaId: TypeAlias = Literal["silber", "gelb", "blau", "gruen", "orange", "lila", "rosa"]
ActionId: TypeAlias = Literal["neu", "nach", "kueche"]
Kind: TypeAlias = Literal["crosses", "rings", "silver", "ladder", "factors", "rising", "falling", "pairs", "open"]
"""How an area takes entries.

``crosses``: a grid of numbers to cross. ``rings``: a grid where a number is circled, then crossed. ``silver``: a row of
1 to 6 for each colour. The others are rows filled from left to right: ``ladder`` by a minimum, ``factors`` pips times
a factor, ``rising`` and ``falling`` compared with the entry before, ``pairs`` first minus second, ``open`` any number.
"""

GRIDS: frozenset[Kind] = frozenset({"crosses", "rings", "silver"})
SIX = 6
WHITE: DieId = "weiss"


class Bonus(Struct, frozen=True, cache_hash=True):
    """What a field, a line or a round brings.

    ``kind`` is an action (``neu``, ``nach``, ``kueche``), a ``haube``, or an entry in one of ``areas``: a ``cross``
    (Hausmenü, "X"), a ``number`` (Hausmenü, ``number`` times the field's factor) or a ``free`` field (Chefmenü, "?").
    """

    kind: Literal["neu", "nach", "kueche", "haube", "cross", "number", "free"]
    areas: tuple[AreaId, ...] = ()
    number: int = 0


class Line(Struct, frozen=True):
    """Fields that bring a bonus or points together, once all are crossed (``rings``: circled)."""

    fields: tuple[int, ...]
    bonus: Bonus | None = None
    points: int = 0


class Area(Struct, frozen=True):
    """One coloured area.

    ``numbers`` by field: the number printed there (grids), the minimum (``ladder``) or the factor (``factors``,
    ``pairs``); empty where any number goes. ``columns`` of a grid, 0 for a row. ``blank``: grid fields that are
    crossed from the start. ``boni`` by field of a row; ``minimums`` by field: below it the bonus is lost (``open``).
    ``lines`` of a grid in the order in which they pay: rows, columns, diagonal. ``points`` by number of entries,
    from 0; for ``silver`` by crosses of one row.
    """

    id: AreaId
    name: str
    dish: str
    kind: Kind
    size: int
    numbers: tuple[int, ...] = ()
    columns: int = 0
    blank: tuple[int, ...] = ()
    boni: tuple[Bonus | None, ...] = ()
    minimums: tuple[int, ...] = ()
    lines: tuple[Line, ...] = ()
    points: tuple[int, ...] = ()


class Menu(Struct, frozen=True):
    """A menu card. ``tracks`` are the places of each action's track; ``track_haube``: a full one brings a Haube."""

    id: MenuId
    name: str
    dice: tuple[DieId, ...]
    areas: tuple[Area, ...]
    tracks: tuple[tuple[ActionId, int], ...]
    track_haube: bool
    rounds: tuple[Bonus, ...]


ROUNDS_BY_SEATS: dict[int, int] = {2: 6, 3: 5, 4: 4}
"""rules/gourmet.txt, Runden."""
ROLLS = 3
PLACE_BONUS: tuple[int, ...] = (30, 15, 5, 0)
"""Leaderboard points for the place, computers counted."""

AREA_NAMES: dict[AreaId, str] = {
    "silber": _("Silberbesteck"),
    "gelb": _("Zitronentarte"),
    "blau": _("Blaubeer-Parfait"),
    "gruen": _("Kräutergarten"),
    "orange": _("Orangen-Glace"),
    "lila": _("Feigen-Tatin"),
    "rosa": _("Himbeer-Soufflé"),
}
COLOURS: dict[DieId, str] = {
    "weiss": _("Weiß"),
    "silber": _("Silber"),
    "gelb": _("Gelb"),
    "blau": _("Blau"),
    "gruen": _("Grün"),
    "orange": _("Orange"),
    "lila": _("Lila"),
    "rosa": _("Rosa"),
}
ACTION_NAMES: dict[ActionId, str] = {
    "neu": _("Neu anrichten"),
    "nach": _("Nachschlag"),
    "kueche": _("Zurück in die Küche"),
}
MENU_NAMES: dict[MenuId, str] = {"haus": _("Hausmenü"), "chef": _("Chefmenü")}

NEU, NACH, KUECHE, HAUBE = Bonus("neu"), Bonus("nach"), Bonus("kueche"), Bonus("haube")


def _x(area: AreaId) -> Bonus:
    return Bonus("cross", (area,))


def _n(area: AreaId, number: int) -> Bonus:
    return Bonus("number", (area,), number)


def _q(area: AreaId) -> Bonus:
    return Bonus("free", (area,))


def _lines(
    rows: int, columns: int, row_boni: tuple[Bonus | None, ...], column_boni: tuple[Bonus | None, ...]
) -> tuple[Line, ...]:
    return (
        *(Line(tuple(range(r * columns, (r + 1) * columns)), row_boni[r]) for r in range(rows)),
        *(Line(tuple(range(c, rows * columns, columns)), column_boni[c]) for c in range(columns)),
    )


# --- Hausmenü (A1) -----------------------------------------------------------------------------

_GELB_HAUS = Area(
    "gelb",
    AREA_NAMES["gelb"],
    "dish-zitronentarte",
    "crosses",
    16,
    numbers=(3, 6, 5, 0, 2, 1, 0, 5, 1, 0, 2, 4, 0, 3, 4, 6),
    columns=4,
    blank=(3, 6, 9, 12),
    lines=(
        Line((0, 1, 2, 3), _x("blau")),
        Line((4, 5, 6, 7), _n("orange", 4)),
        Line((8, 9, 10, 11), _x("gruen")),
        Line((12, 13, 14, 15), HAUBE),
        Line((0, 4, 8, 12), points=10),
        Line((1, 5, 9, 13), points=14),
        Line((2, 6, 10, 14), points=16),
        Line((3, 7, 11, 15), points=20),
        Line((0, 5, 10, 15), NACH),
    ),
)
_BLAU_HAUS = Area(
    "blau",
    AREA_NAMES["blau"],
    "dish-blaubeerparfait",
    "crosses",
    11,
    numbers=(2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    columns=4,  # the first place of the first row is empty: field 0 stands in the second column
    lines=(
        Line((0, 1, 2), _n("orange", 5)),
        Line((3, 4, 5, 6), _x("gelb")),
        Line((7, 8, 9, 10), HAUBE),
        Line((3, 7), NEU),
        Line((0, 4, 8), _x("gruen")),
        Line((1, 5, 9), _n("lila", 6)),
        Line((2, 6, 10), NACH),
    ),
    points=(0, 1, 2, 4, 7, 11, 16, 22, 29, 37, 46, 56),
)
_GRUEN_HAUS = Area(
    "gruen",
    AREA_NAMES["gruen"],
    "dish-kraeutergarten",
    "ladder",
    11,
    numbers=(1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6),
    boni=(None, None, None, NACH, None, _x("blau"), HAUBE, None, _n("lila", 6), NEU, None),
    points=(0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66),
)
_ORANGE = Area(
    "orange",
    AREA_NAMES["orange"],
    "dish-orangenglace",
    "factors",
    11,
    numbers=(1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 3),
    boni=(None, None, NEU, None, _x("gelb"), NACH, None, HAUBE, None, _n("lila", 6), None),
)
_LILA = Area(
    "lila",
    AREA_NAMES["lila"],
    "dish-feigentatin",
    "rising",
    11,
    boni=(None, None, NEU, _x("blau"), NACH, _x("gelb"), HAUBE, NEU, _x("gruen"), _n("orange", 6), NACH),
)
HAUS = Menu(
    "haus",
    MENU_NAMES["haus"],
    ("weiss", "gelb", "blau", "gruen", "orange", "lila"),
    (_GELB_HAUS, _BLAU_HAUS, _GRUEN_HAUS, _ORANGE, _LILA),
    (("neu", 7), ("nach", 7)),
    track_haube=False,
    rounds=(NEU, NACH, Bonus("cross", ("gelb", "blau", "gruen")), Bonus("number", ("orange", "lila"), SIX)),
)

# --- Chefmenü (A2) -----------------------------------------------------------------------------

SILVER_ROWS: tuple[AreaId, ...] = ("gelb", "blau", "gruen", "rosa")
"""The colours of the silver rows, from the top."""

_SILBER = Area(
    "silber",
    AREA_NAMES["silber"],
    "dish-silberbesteck",
    "silver",
    24,
    numbers=(1, 2, 3, 4, 5, 6) * 4,
    columns=6,
    lines=_lines(4, 6, (KUECHE, NEU, NACH, _q("gelb")), (NEU, _q("blau"), NACH, HAUBE, _q("rosa"), _q("gruen"))),
    points=(0, 1, 3, 5, 8, 12, 16),
)
_GELB_CHEF = Area(
    "gelb",
    AREA_NAMES["gelb"],
    "dish-zitronentarte",
    "rings",
    12,
    numbers=(2, 5, 1, 6, 4, 1, 6, 3, 5, 3, 2, 4),
    columns=4,
    lines=_lines(3, 4, (_q("blau"), KUECHE, _q("gruen")), (NEU, _q("silber"), _q("rosa"), HAUBE)),
    points=(0, 3, 8, 15, 24, 35, 48, 62, 77, 93, 110, 128, 147),
)
_BLAU_CHEF = Area(
    "blau",
    AREA_NAMES["blau"],
    "dish-blaubeerparfait",
    "falling",
    12,
    boni=(None, KUECHE, None, _q("rosa"), NACH, NEU, HAUBE, _q("silber"), _q("gelb"), NACH, None, _q("gruen")),
    points=(0, 2, 5, 9, 13, 18, 24, 31, 39, 48, 58, 69, 81),
)
_GRUEN_CHEF = Area(
    "gruen",
    AREA_NAMES["gruen"],
    "dish-kraeutergarten",
    "pairs",
    12,
    numbers=(1, 1, 2, 1, 2, 2, 3, 1, 3, 2, 4, 2),
    boni=(None, NEU, _q("silber"), NACH, _q("blau"), KUECHE, HAUBE, _q("gelb"), NACH, _q("rosa"), NEU, _q("blau")),
)
_ROSA = Area(
    "rosa",
    AREA_NAMES["rosa"],
    "dish-himbeersouffle",
    "open",
    12,
    boni=(None, NEU, NACH, _q("gelb"), KUECHE, _q("blau"), HAUBE, NEU, _q("silber"), _q("gruen"), NACH, _q("gelb")),
    minimums=(0, 2, 3, 4, 5, 2, 6, 3, 4, 5, 4, 6),
)
CHEF = Menu(
    "chef",
    MENU_NAMES["chef"],
    ("weiss", "silber", "gelb", "blau", "gruen", "rosa"),
    (_SILBER, _GELB_CHEF, _BLAU_CHEF, _GRUEN_CHEF, _ROSA),
    (("neu", 6), ("nach", 6), ("kueche", 5)),
    track_haube=True,
    rounds=(NEU, NACH, KUECHE, Bonus("free", ("silber", "gelb", "blau", "gruen", "rosa"))),
)

MENUS: dict[MenuId, Menu] = {"haus": HAUS, "chef": CHEF}
AREA_INDEX: dict[MenuId, dict[AreaId, int]] = {
    key: {area.id: index for index, area in enumerate(menu.areas)} for key, menu in MENUS.items()
}
TRACK_INDEX: dict[ActionId, int] = {"neu": 0, "nach": 1, "kueche": 2}
FALLING_FIRST = 12
"""The best sum that blue can begin with in the Chefmenü."""
