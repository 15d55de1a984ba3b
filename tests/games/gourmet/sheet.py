"""Both sheets typed again from ``games/gourmet.md`` (A1, A2), apart from ``games/gourmet/data.py``.

Fields count from 1 here as they do there. "X blue" is a free cross, "4 orange" a number, "? Blau" a free field.
"""

from __future__ import annotations

from games.gourmet.data import AreaId, Bonus, MenuId

AREAS: dict[str, AreaId] = {
    "yellow": "gelb",
    "blue": "blau",
    "green": "gruen",
    "orange": "orange",
    "purple": "lila",
    "silver": "silber",
    "Gelb": "gelb",
    "Blau": "blau",
    "Grün": "gruen",
    "Silber": "silber",
    "Rosa": "rosa",
}
PLAIN = {
    "Neu anrichten": Bonus("neu"),
    "Nachschlag": Bonus("nach"),
    "Zurück": Bonus("kueche"),
    "Haube": Bonus("haube"),
}


def bonus(words: str) -> Bonus | None:
    """What a cell of the tables says; a dash is nothing."""
    if words == "–":
        return None
    if words in PLAIN:
        return PLAIN[words]
    what, area = words.split()
    if what == "X":
        return Bonus("cross", (AREAS[area],))
    if what == "?":
        return Bonus("free", (AREAS[area],))
    return Bonus("number", (AREAS[area],), int(what))


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.split("|")]


def boni(row: str) -> list[Bonus | None]:
    return [bonus(cell) for cell in cells(row)]


def numbers(row: str) -> list[int]:
    return [int(cell) for cell in row.split()]


GRIDS: dict[tuple[MenuId, AreaId], tuple[str, str, str]] = {
    ("haus", "gelb"): (
        "3 6 5 x / 2 1 x 5 / 1 x 2 4 / x 3 4 6",
        "X blue | 4 orange | X green | Haube",
        "– | – | – | –",
    ),
    ("haus", "blau"): (
        ". 2 3 4 / 5 6 7 8 / 9 10 11 12",
        "5 orange | X yellow | Haube",
        "Neu anrichten | X green | 6 purple | Nachschlag",
    ),
    ("chef", "silber"): (
        "1 2 3 4 5 6 / 1 2 3 4 5 6 / 1 2 3 4 5 6 / 1 2 3 4 5 6",
        "Zurück | Neu anrichten | Nachschlag | ? Gelb",
        "Neu anrichten | ? Blau | Nachschlag | Haube | ? Rosa | ? Grün",
    ),
    ("chef", "gelb"): (
        "2 5 1 6 / 4 1 6 3 / 5 3 2 4",
        "? Blau | Zurück | ? Grün",
        "Neu anrichten | ? Silber | ? Rosa | Haube",
    ),
}
"""Numbers by rows (x: crossed from the start, a dot: no field), boni of rows, boni of columns."""
DIAGONAL = ((1, 1), (2, 2), (3, 3), (4, 4))
"""Of the Hausmenü's yellow; it brings a Nachschlag."""

ROWS: dict[tuple[MenuId, AreaId], tuple[int, str]] = {
    ("haus", "gruen"): (11, "– | – | – | Nachschlag | – | X blue | Haube | – | 6 purple | Neu anrichten | –"),
    ("haus", "orange"): (11, "– | – | Neu anrichten | – | X yellow | Nachschlag | – | Haube | – | 6 purple | –"),
    ("haus", "lila"): (
        11,
        "– | – | Neu anrichten | X blue | Nachschlag | X yellow | Haube | Neu anrichten | X green | 6 orange"
        "| Nachschlag",
    ),
    ("chef", "blau"): (
        12,
        "– | Zurück | – | ? Rosa | Nachschlag | Neu anrichten | Haube | ? Silber | ? Gelb | Nachschlag | – | ? Grün",
    ),
    ("chef", "gruen"): (
        12,
        "– | Neu anrichten | ? Silber | Nachschlag | ? Blau | Zurück | Haube | ? Gelb | Nachschlag | ? Rosa"
        "| Neu anrichten | ? Blau",
    ),
    ("chef", "rosa"): (
        12,
        "– | Neu anrichten | Nachschlag | ? Gelb | Zurück | ? Blau | Haube | Neu anrichten | ? Silber | ? Grün"
        "| Nachschlag | ? Gelb",
    ),
}
"""Fields and the bonus under each."""
GREEN_AT_LEAST = numbers("1 2 3 4 5 1 2 3 4 5 6")
ORANGE_FACTORS = numbers("1 1 1 2 1 1 2 1 2 1 3")
PAIR_FACTORS = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (4, 2)]
PINK_MINIMUMS = numbers("0 2 3 4 5 2 6 3 4 5 4 6")

YELLOW_COLUMNS = numbers("10 14 16 20")
BLUE_POINTS = numbers("0 1 2 4 7 11 16 22 29 37 46 56")
GREEN_POINTS = numbers("0 1 3 6 10 15 21 28 36 45 55 66")
SILVER_POINTS = numbers("0 1 3 5 8 12 16")
RING_POINTS = numbers("0 3 8 15 24 35 48 62 77 93 110 128 147")
FALLING_POINTS = numbers("0 2 5 9 13 18 24 31 39 48 58 69 81")

ROUND_BONI: dict[MenuId, list[Bonus]] = {
    "haus": [
        Bonus("neu"),
        Bonus("nach"),
        Bonus("cross", ("gelb", "blau", "gruen")),
        Bonus("number", ("orange", "lila"), 6),
    ],
    "chef": [
        Bonus("neu"),
        Bonus("nach"),
        Bonus("kueche"),
        Bonus("free", ("silber", "gelb", "blau", "gruen", "rosa")),
    ],
}
TRACKS = {"haus": {"neu": 7, "nach": 7}, "chef": {"neu": 6, "nach": 6, "kueche": 5}}
SOURCES = {"haus": {"neu": 6, "nach": 7, "kueche": 0}, "chef": {"neu": 9, "nach": 9, "kueche": 6}}
"""So many places bring the action, round bonus included."""


def fields(menu: MenuId, area: AreaId) -> dict[tuple[int, int], tuple[int, int]]:
    """Field (from 0, as the game counts) and number by (row, column) from 1; 0 is crossed from the start."""
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for r, row in enumerate(GRIDS[menu, area][0].split("/"), 1):
        for c, cell in enumerate(row.split(), 1):
            if cell != ".":
                found[r, c] = len(found), 0 if cell == "x" else int(cell)
    return found


def lines(menu: MenuId, area: AreaId) -> list[tuple[tuple[int, ...], Bonus | None]]:
    """Fields and bonus of rows, columns and diagonal, in this order."""
    at = fields(menu, area)
    _numbers, rows, columns = GRIDS[menu, area]
    found = [(tuple(at[p][0] for p in at if p[0] == r), b) for r, b in enumerate(boni(rows), 1)]
    found += [(tuple(at[p][0] for p in at if p[1] == c), b) for c, b in enumerate(boni(columns), 1)]
    if (menu, area) == ("haus", "gelb"):
        found.append((tuple(at[p][0] for p in DIAGONAL), PLAIN["Nachschlag"]))
    return found
