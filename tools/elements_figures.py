"""Draw the pictures of Elements' rules page from the game's own tables.

    python tools/elements_figures.py

writes ``templates/games/elements/rules/*.svg``; a test holds the files against what this draws, so that a picture
never shows a number or a colour that the game doesn't have. Words stand in the page, not in the pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.elements import data

TARGET = Path(__file__).resolve().parent.parent / "templates" / "games" / "elements" / "rules"
MINUS = "\N{MINUS SIGN}"
CELL_W, CELL_H, GAP = 40, 44, 3
STEP = CELL_W + GAP
LEFT = 44

INK = {  # face, thickness, sign
    "feuer": ("#c74320", "#832610", "#fff7e8"),
    "wasser": ("#2c6fae", "#1b4872", "#fff7e8"),
    "erde": ("#3b7b38", "#22501f", "#fff7e8"),
    "luft": ("#e4b236", "#86620c", "#362400"),
    "dunkel": ("#2c2431", "#0c090e", "#fff7e8"),
    "hell": ("#f8f1dd", "#b9a67c", "#4a3a20"),
}
SIGN = {
    "feuer": '<path d="M12 2c1 5 7 7 7 13a7 7 0 0 1-14 .5c0-3 2-5 2.7-7.5 1.6.8 2.3 2 2.3 3.5 2-2.4 2.7-6 2-9.5z"/>',
    "wasser": '<path d="M12 2.5c4 5.5 7 8.5 7 12.5a7 7 0 0 1-14 0c0-4 3-7 7-12.5z"/>',
    "erde": '<path d="M11 22v-8C4 14.5 2.5 9.5 3 6c5-.4 8 2 8.5 6C12 8 16 5.5 21 6.5c.5 5-3 8-8 8V22z"/>',
    "luft": (
        '<path d="M3 9h11a3.3 3.3 0 1 0-3.3-3.3M3 14h15a3.3 3.3 0 1 1-3.3 3.3M3 19h6" fill="none" '
        'stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>'
    ),
    "dunkel": '<path d="M15 2.5A10 10 0 1 0 21.5 17 8.5 8.5 0 0 1 15 2.5z"/>',
    "hell": (
        '<circle cx="12" cy="12" r="4.5"/>'
        '<path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2" fill="none" '
        'stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>'
    ),
}


def value_text(value: int) -> str:
    """A value as it stands on the board: ``+2``, ``0``, ``−7``."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"


def sign(name: str, x: float, y: float, size: float, ink: str = "") -> str:
    """An element's sign, its upper left corner at x, y."""
    scale = f"{size / 24:.3g}"
    colour = ink or INK[name][2]
    return f'<g transform="translate({x:g} {y:g}) scale({scale})" fill="{colour}" color="{colour}">{SIGN[name]}</g>'


def die(face: str, x: float, y: float, size: float = 46, turn: float = 0, faint: bool = False) -> str:
    """A die showing a face, its middle at x, y."""
    fill, edge, _ = INK[face]
    half, face_box = size / 2, f'width="{size:g}" height="{size:g}" rx="{size * 0.18:.3g}"'
    body = (
        f'<rect x="{-half:g}" y="{-half + 5:g}" {face_box} fill="{edge}"/>'
        f'<rect x="{-half:g}" y="{-half:g}" {face_box} fill="{fill}"/>'
        f'<rect x="{2.5 - half:g}" y="{2.5 - half:g}" width="{size - 5:g}" height="{size - 5:g}" '
        f'rx="{size * 0.14:.3g}" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>'
        + sign(face, -size * 0.29, -size * 0.29, size * 0.58)
    )
    veil = ' opacity=".3"' if faint else ""
    return f'<g transform="translate({x:g} {y:g}) rotate({turn:g})"{veil}>{body}</g>'


def cell(x: float, y: float, field: str | None, value: int, light: bool = False) -> str:
    """One enamelled field with its colour, sign and value."""
    fill, _, ink = INK["hell"] if light else INK[field] if field else ("#b7a582", "", "#33271a")
    mark = sign(field, x + CELL_W / 2 - 8, y + 4, 16) if field and field != "dunkel" else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{CELL_W}" height="{CELL_H}" rx="4" fill="{fill}"/>{mark}'
        f'<text x="{x + CELL_W / 2:g}" y="{y + CELL_H - 7:g}" fill="{ink}">{value_text(value)}</text>'
    )


def slider(x: float, y: float, value: int, ghost: bool = False) -> str:
    """A wooden slider on a field; ``ghost`` is where it stood before."""
    if ghost:
        return (
            f'<rect x="{x + 5:g}" y="{y - 4:g}" width="{CELL_W - 10}" height="{CELL_H + 8}" rx="9" fill="#fff6e0" '
            'fill-opacity=".35" stroke="#6d4217" stroke-width="2" stroke-dasharray="5 4"/>'
        )
    half = CELL_W / 2 - 5
    return (
        f'<path d="M{x + 5:g} {y + CELL_H + 5:g}V{y + 6:g}q0-11 {half:g}-11t{half:g} 11v{CELL_H - 1}z" '
        'fill="#cf955a" stroke="#5d3713" stroke-width="2"/>'
        f'<path d="M{x + 10:g} {y + 6:g}v{CELL_H - 18}" stroke="#e8bd8b" stroke-width="3" stroke-linecap="round"/>'
        f'<text x="{x + CELL_W / 2:g}" y="{y + CELL_H - 5:g}" fill="#2a1705">{value_text(value)}</text>'
    )


def lane(row: int, y: float, columns: range = range(data.END + 1), shift: float = LEFT) -> str:
    """One row of the board with its sign in front: the fields of ``columns``."""
    name = data.ROWS[row]
    fill, _, _ = INK[name]
    head = f'<circle cx="22" cy="{y + CELL_H / 2:g}" r="16" fill="{fill}"/>{sign(name, 11, y + CELL_H / 2 - 11, 22)}'
    cells = (
        cell(shift + i * STEP, y, data.FIELDS[row][c], data.VALUES[row][c], light=row == data.LIGHT and c > 0)
        for i, c in enumerate(columns)
    )
    return head + "".join(cells) + marks(row, y, columns, shift)


def marks(row: int, y: float, columns: range, shift: float) -> str:
    """The arrow of an element's row and the X of Das Dunkle, where they lie within ``columns``."""
    column = data.ARROWS[row] if row < len(data.ARROWS) else data.X_COLUMN if row == data.DARK else -1
    if column not in columns:
        return ""
    x = shift + columns.index(column) * STEP
    if row == data.DARK:
        cross = f"M{x + 15:g} {y + 7:g}l10 10m0-10-10 10"
        return f'<path d="{cross}" stroke="#ffc0a8" stroke-width="3" stroke-linecap="round"/>'
    return f'<path d="M{x + 12:g} {y - 3:g}h16l-8 8z" fill="#33271a" stroke="#fff6e0" stroke-width="1.5"/>'


def tag(number: int, x: float, y: float) -> str:
    """A round number that the text below the picture explains."""
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="9.5" fill="#fffef8" stroke="#18302a" stroke-width="2"/>'
        f'<text x="{x:g}" y="{y + 5:g}" fill="#18302a" class="fig__tag">{number}</text>'
    )


def glow(x: float, y: float) -> str:
    """The lamp's ring round a field that a die leads to."""
    return (
        f'<rect x="{x - 2:g}" y="{y - 2:g}" width="{CELL_W + 4}" height="{CELL_H + 4}" rx="6" fill="none" '
        'stroke="#2a1a02" stroke-width="6"/>'
        f'<rect x="{x - 2:g}" y="{y - 2:g}" width="{CELL_W + 4}" height="{CELL_H + 4}" rx="6" fill="none" '
        'stroke="#f7b733" stroke-width="3.5"/>'
    )


def arrow(x: float, y: float, length: float) -> str:
    """A hop from one field to the next one."""
    return (
        f'<path d="M{x:g} {y:g}q{length / 2:g}-18 {length:g}-2m-9-4 9 4-4-9" fill="none" stroke="#f7b733" '
        'stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'
    )


def wood(width: float, height: float) -> str:
    """The board's plank."""
    return (
        f'<rect y="6" width="{width:g}" height="{height - 6:g}" rx="11" fill="#a58d62"/>'
        f'<rect width="{width:g}" height="{height - 6:g}" rx="11" fill="#e9dbbd"/>'
    )


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    """A whole picture: decoration, for the page says the same in words."""
    body = "\n".join(part for part in parts if part)
    return (
        f'<svg class="fig" viewBox="0 0 {width:g} {height:g}" aria-hidden="true" focusable="false">\n{body}\n</svg>\n'
    )


BOARD_W = LEFT + (data.END + 1) * STEP + 5


def board(columns: tuple[int, ...], extra: Iterable[str] = (), first: int = 0) -> str:
    """The whole tableau with sliders on ``columns``, from row ``first`` on."""
    rows = range(first, len(data.ROWS))
    height = len(rows) * (CELL_H + 10) + 24
    parts = [wood(BOARD_W, height)]
    for i, row in enumerate(rows):
        y = 12 + i * (CELL_H + 10)
        parts += [lane(row, y), slider(LEFT + columns[row] * STEP, y, data.VALUES[row][columns[row]])]
    return svg(BOARD_W, height, [*parts, *extra])


def row_y(row: int) -> float:
    """Upper edge of a row's fields on the whole tableau."""
    return 12 + row * (CELL_H + 10)


def column_x(column: int) -> float:
    """Left edge of a column's fields."""
    return LEFT + column * STEP


def tableau() -> str:
    """The board early in a match, with numbers at what the text explains."""
    tags = (
        glow(column_x(4), row_y(0)),
        tag(1, column_x(0) + 3, row_y(0) + 3),
        tag(2, column_x(4) + 1, row_y(0) + 1),
        tag(3, column_x(8) + 3, row_y(1) + 3),
        tag(4, column_x(6) + 1, row_y(2) + 1),
        tag(5, column_x(10) + CELL_W - 2, row_y(3) + 3),
        tag(6, column_x(5) + 3, row_y(4) + 3),
        tag(7, column_x(4) + 3, row_y(5) + 3),
    )
    return board((3, 2, 1, 2, 1, 1), tags)


def strip(row: int, columns: range, before: int, after: int, extra: Iterable[str] = ()) -> str:
    """A piece of one row with the slider's step from ``before`` to ``after``; room for a die at the right."""
    y, shift = 30, LEFT
    x_before, x_after = shift + columns.index(before) * STEP, shift + columns.index(after) * STEP
    width = shift + len(columns) * STEP + 5
    parts = [
        f'<g transform="translate(0 16)">{wood(width, CELL_H + 36)}</g>',
        lane(row, y, columns, shift),
        slider(x_before, y, data.VALUES[row][before], ghost=True),
        slider(x_after, y, data.VALUES[row][after]),
        arrow(x_before + CELL_W / 2, y - 12, x_after - x_before),
        *extra,
    ]
    return svg(width + 74, CELL_H + 54, parts)


def fit() -> str:
    """Fire's slider stands before a green field: Erde moves it on."""
    width = LEFT + 5 * STEP + 5
    return strip(0, range(2, 7), 3, 4, [die("erde", width + 40, 54, 52, 6)])


def misfit() -> str:
    """No die fits: the taken one moves Das Helle."""
    width = LEFT + 5 * STEP + 5
    cross = f'<path d="M{width + 18:g} 32l44 44m0-44-44 44" stroke="#f0664a" stroke-width="6" stroke-linecap="round"/>'
    return strip(data.LIGHT, range(2, 7), 3, 4, [die("wasser", width + 40, 54, 52, -6), cross])


def dark() -> str:
    """Das Dunkle from its start to its end, the slider frozen on +5."""
    height = CELL_H + 40
    x = column_x(data.X_COLUMN)
    flake = (
        f'<g transform="translate({x + CELL_W / 2:g} 25)" stroke="#fff" stroke-width="2.6" stroke-linecap="round">'
        '<path d="M0-9V9M-7.8-4.5 7.8 4.5M7.8-4.5-7.8 4.5"/></g>'
    )
    ice = (
        f'<rect x="{x - 1:g}" y="10" width="{CELL_W + 2}" height="{CELL_H + 20}" rx="10" fill="#57a9d6" '
        'fill-opacity=".6" stroke="#e8f7ff" stroke-width="2.5"/>'
    )
    wooden = slider(x, 16, data.VALUES[data.DARK][data.X_COLUMN])
    number = wooden[wooden.index("<text") :]
    return svg(BOARD_W, height, [wood(BOARD_W, height), lane(data.DARK, 16), wooden, ice, flake, number])


EXAMPLE = (10, 8, 9, 7, 5, 4)
"""Columns of the example's sliders, by row index."""


def example_values() -> tuple[int, ...]:
    """What each row of the example counts."""
    return tuple(data.VALUES[row][column] for row, column in enumerate(EXAMPLE))


def example() -> str:
    """A board at the end of a match."""
    return board(EXAMPLE)


def felt(parts: Iterable[str]) -> str:
    """A small picture of the table: 200 x 130."""
    return svg(200, 130, ['<rect width="200" height="130" rx="9" fill="#1f4d41"/>', *parts])


FACES = ("feuer", "luft", "erde", "dunkel", "wasser")


def person(x: float, y: float, seat: int) -> str:
    """A seat's wooden figure in its colour."""
    colour = ("#e66546", "#4480cc", "#f8b83b", "#165423")[seat]
    return (
        f'<g transform="translate({x:g} {y:g}) scale(.62)">'
        '<path d="M0-22a8 8 0 0 1 6.5 12.5C14-8 19-4 19 0c0 3-2.5 4-6 3.5'
        f'L16 17h-32l3-13.5C-16.5 4-19 3-19 0c0-4 5-8 12.5-9.5A8 8 0 0 1 0-22z" fill="{colour}" '
        'stroke="#2e2218" stroke-width="2.4" stroke-linejoin="round"/></g>'
    )


def step_throw() -> str:
    """One player throws the dice."""
    curves = "M34 30q10-14 26-16M160 28q-8-12-24-15M22 60q2-8 8-14M178 60q-2-8-8-14"
    speed = f'<path d="{curves}" fill="none" stroke="#8fb8a8" stroke-width="3" stroke-linecap="round"/>'
    spots = ((44, 52, -14), (80, 34, 9), (118, 38, -6), (154, 54, 15), (99, 72, -22))
    dice = (die(face, x, y, 34, turn) for face, (x, y, turn) in zip(FACES, spots, strict=True))
    return felt([speed, *dice, person(100, 116, 0)])


def step_pick() -> str:
    """The thrower picks one die."""
    dice = (die(face, 30 + i * 35, 58, 28, (i - 2) * 3) for i, face in enumerate(FACES) if i != 2)
    ring = '<rect x="82" y="14" width="36" height="41" rx="9" fill="none" stroke="#f7b733" stroke-width="3"/>'
    return felt([*dice, die("erde", 100, 32, 28), ring, person(100, 112, 0)])


def step_others() -> str:
    """The others take one each, clockwise."""
    taken = ((38, 98, 1, "feuer"), (100, 88, 2, "dunkel"), (162, 98, 3, "luft"))
    people = (person(x - 12, y + 8, seat) + die(face, x + 14, y + 2, 20) for x, y, seat, face in taken)
    way = (
        '<path d="M26 66q74-34 146 0m-10-9 10 9-13 1" fill="none" stroke="#f7b733" stroke-width="3.5" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return felt([die("wasser", 100, 30, 28, -4), way, *people])


def step_last() -> str:
    """The thrower takes what is left."""
    ring = '<rect x="80" y="18" width="40" height="46" rx="10" fill="none" stroke="#f7b733" stroke-width="3"/>'
    return felt([die("wasser", 100, 39, 32, 0), ring, person(84, 112, 0), die("erde", 116, 104, 24, 5)])


FIGURES = {
    "tableau": tableau,
    "fit": fit,
    "misfit": misfit,
    "dark": dark,
    "example": example,
    "step-throw": step_throw,
    "step-pick": step_pick,
    "step-others": step_others,
    "step-last": step_last,
}


def main() -> int:
    """Write every picture."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        (TARGET / f"{name}.svg").write_text(draw(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
