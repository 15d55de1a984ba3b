"""Draw the pictures of Speedgourmet's rules page from the game's own tables.

    python tools/gourmet_figures.py

writes ``templates/games/gourmet/rules/*.svg``; a test holds the files against what this draws, so that a picture
never shows a number, a bonus or a point that the cards don't have. Words stand in the page, not in the pictures.
The drawings themselves are the sprite's, whose address the page gives as ``gr``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.gourmet import data
from games.gourmet.data import Area, Bonus

TARGET = Path(__file__).resolve().parent.parent / "templates" / "games" / "gourmet" / "rules"
WIDE = 404
LEFT = 88
HALF = 6
MINUS = "\N{MINUS SIGN}"
AT_LEAST = "\N{GREATER-THAN OR EQUAL TO}"
TIMES = "\N{MULTIPLICATION SIGN}"
ON_LIGHT = ("gelb", "orange", "silber")
"""Areas whose tokens carry a dark mark."""

EXAMPLE = (("gelb", 24), ("blau", 22), ("gruen", 28), ("orange", 19), ("lila", 33))
"""The finished Hausmenü card that the page adds up, with ``HAUBEN`` Sternehauben."""
HAUBEN = 3
SOMEBODY = (
    "M0-22a8 8 0 0 1 6.5 12.5C14-8 19-4 19 0c0 3-2.5 4-6 3.5L16 17h-32l3-13.5"
    "C-16.5 4-19 3-19 0c0-4 5-8 12.5-9.5A8 8 0 0 1 0-22z"
)


def use(name: str, x: float, y: float, wide: float, high: float | None = None, colour: str = "") -> str:
    """A drawing of the sprite, its upper left corner at x, y."""
    inked = f' color="{colour}"' if colour else ""
    return (
        f'<use href="{{{{ gr }}}}#{name}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high or wide:g}"'
        f' overflow="visible"{inked}/>'
    )


def die(colour: str, pips: int, x: float, y: float, size: float = 34) -> str:
    return f'<g data-die="{colour}">{use(f"die-{pips}", x, y, size, size * 1.1)}</g>'


def words(x: float, y: float, said: object, kind: str = "", colour: str = "") -> str:
    """A number or a sign, centred at x on the line y."""
    named = f' class="{kind}"' if kind else ""
    inked = f' fill="{colour}"' if colour else ""
    return f'<text x="{x:g}" y="{y:g}"{named}{inked}>{said}</text>'


def rect(x: float, y: float, wide: float, high: float, round_: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{round_:g}" fill="{fill}"/>'


def ring(x: float, y: float, wide: float, high: float, colour: str) -> str:
    """Around a die that is taken."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="12" fill="none" stroke="{colour}"'
        ' stroke-width="3.5"/>'
    )


def pen(path: str, colour: str, wide: float) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{wide:g}" stroke-linecap="round"'
        ' stroke-linejoin="round"/>'
    )


def token(bonus: Bonus, x: float, y: float, size: float = 26) -> str:
    """A bonus as it stands on the card."""
    named = {"neu": "act-neu", "nach": "act-nach", "kueche": "act-kueche", "haube": "haube"}.get(bonus.kind)
    if named:
        return use(named, x, y, size)
    (area,) = bonus.areas
    mark = {"cross": "m-x", "number": f"m-{bonus.number}", "free": "m-q"}[bonus.kind]
    ink = "#2e1d00" if area in ON_LIGHT else "#fff"
    return use(f"sign-{area}", x, y, size) + use(mark, x, y, size, colour=ink)


def figure(wide: float, high: float, inside: list[str], area: str = "") -> str:
    of = f' data-area="{area}"' if area else ""
    body = "\n".join(inside)
    return (
        f'<svg class="fig"{of} viewBox="0 0 {wide:g} {high:g}" aria-hidden="true" focusable="false">\n{body}\n</svg>\n'
    )


def panel(area: Area, high: float, inside: list[str]) -> str:
    ground = (
        f'<rect x="1" y="1" width="{WIDE - 2}" height="{high - 2:g}" rx="10" fill="var(--a)" stroke="var(--deep)"'
        ' stroke-width="2"/>'
    )
    return figure(WIDE, high, [ground, use(area.dish, 8, 10, 72, 54), *inside], area.id)


def cell(x: float, y: float, wide: float, high: float, said: object = "", nth: int = 0) -> str:
    """A field with what is printed in it, and its number in the corner."""
    box = f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="6" fill="var(--cell)"/>'
    inside = words(x + wide / 2, y + high / 2 + 6, said, "gr-no") if said else ""
    return box + inside + (words(x + 9, y + 13, nth, "gr-nth") if nth else "")


def strip(area: Area, y: float, left: float = 12, lines: int = 1) -> list[str]:
    """How many (above) bring how many points (below)."""
    points = area.points[1:]
    per = -(-len(points) // lines)
    step = (WIDE - left - 12) / per
    found = []
    for line in range(lines):
        top = y + line * 40
        found.append(
            f'<rect x="{left:g}" y="{top:g}" width="{WIDE - left - 12:g}" height="36" rx="6" fill="#000"'
            ' fill-opacity=".16"/>'
        )
        for place, value in enumerate(points[line * per : (line + 1) * per]):
            x = left + step * (place + 0.5)
            found.append(words(x, top + 13, line * per + place + 1, "gr-s"))
            found.append(words(x, top + 30, value, "gr-pts"))
    return found


# --- areas -----------------------------------------------------------------------------------------


def crosses(area: Area) -> str:
    """The grids of the Hausmenü, and yellow of the Chefmenü."""
    wide, high, gap = 56, 44, 5
    found: list[str] = []
    skipped = -area.size % area.columns  # blue begins in the second column
    rows = (area.size + skipped) // area.columns
    if skipped:
        found += [
            die("blau", 2, LEFT - 3, 21, 23),
            words(LEFT + 27, 39, "+", "gr-pts"),
            die("weiss", 5, LEFT + 34, 21, 23),
        ]
    ends = area.lines[-1]
    diagonal = ends if ends.fields[1] - ends.fields[0] == area.columns + 1 else None
    for place in range(skipped, rows * area.columns):
        index = place - skipped
        x, y = LEFT + place % area.columns * (wide + gap), 12 + place // area.columns * (high + gap)
        if index in area.blank:
            found += [cell(x, y, wide, high), use("pen-x-1", x + 12, y + 6, 32, colour="#a49c90")]
            continue
        found.append(cell(x, y, wide, high, area.numbers[index]))
        if diagonal is not None and index in diagonal.fields:
            found.append(f'<path d="M{x + wide:g} {y + high - 15:g}v9q0 6-6 6h-9z" fill="var(--deep)"/>')
    below = 12 + rows * (high + gap)
    for line in area.lines:
        places = [field + skipped for field in line.fields]
        last = places[-1]
        if line is diagonal:
            assert line.bonus is not None
            found.append(token(line.bonus, LEFT + area.columns * (wide + gap) + 3, below))
        elif last - places[0] < area.columns:
            assert line.bonus is not None
            y = 12 + last // area.columns * (high + gap)
            found.append(token(line.bonus, LEFT + area.columns * (wide + gap) + 3, y + 9))
        else:
            middle = LEFT + last % area.columns * (wide + gap) + wide / 2
            earned = (
                token(line.bonus, middle - 13, below)
                if line.bonus
                else words(middle, below + 20, line.points, "gr-sum")
            )
            found.append(earned)
    high_of = below + 34
    if area.points:
        lines = 2 if area.kind == "rings" else 1
        found += strip(area, high_of, lines=lines)
        high_of += 40 * lines + 6
    return panel(area, high_of, found)


def silver(area: Area) -> str:
    wide, high, gap = 38, 38, 4
    left = LEFT + 26
    found = []
    for row, colour in enumerate(data.SILVER_ROWS):
        y = 12 + row * (high + gap)
        found.append(use(f"sign-{colour}", LEFT, y + 7, 24))
        found += [cell(left + n * (wide + gap), y, wide, high, n + 1) for n in range(HALF)]
    below = 14 + len(data.SILVER_ROWS) * (high + gap)
    for line in area.lines:
        assert line.bonus is not None
        row, column = divmod(line.fields[-1], HALF)
        if line.fields[1] - line.fields[0] == 1:
            found.append(token(line.bonus, left + HALF * (wide + gap), 12 + row * (high + gap) + 6))
        else:
            found.append(token(line.bonus, left + column * (wide + gap) + 6, below))
    return panel(area, below + 80, [*found, *strip(area, below + 34, left)])


def _between(area: Area, index: int) -> str:
    """The sign between a field and the one before it."""
    if area.kind == "pairs":
        return MINUS if index % 2 else ""
    return {"rising": "&lt;", "falling": AT_LEAST}.get(area.kind, "")


def _printed(area: Area, index: int) -> str:
    if area.kind == "ladder":
        return f"{AT_LEAST}{area.numbers[index]}"
    if area.kind == "pairs":
        return f"{TIMES}{area.numbers[index]}"
    return f"{TIMES}{area.numbers[index]}" if area.kind == "factors" and area.numbers[index] > 1 else ""


def row(area: Area) -> str:
    """An area that is filled from left to right, broken after six fields."""
    wide, high, gap, top = 46, 42, 6, 12
    above = 18 if area.points else 0
    deep = above + high + 36
    found, signs = [], []
    for index in range(area.size):
        x, y = LEFT + index % HALF * (wide + gap), top + index // HALF * deep + above
        found.append(cell(x, y, wide, high, _printed(area, index), index + 1))
        if area.points:
            found.append(words(x + wide / 2, y - 4, area.points[index + 1], "gr-pts"))
        between = _between(area, index)
        if between and index:
            signs.append(
                f'<circle cx="{x - gap / 2:g}" cy="{y + high / 2:g}" r="8" fill="var(--a)" stroke="var(--cell)"/>'
            )
            signs.append(words(x - gap / 2, y + high / 2 + 4.5, between, "gr-s"))
        bonus = area.boni[index]
        if bonus is None:
            continue
        least = area.minimums[index] if area.minimums else 0
        found.append(token(bonus, x + wide / 2 - 13 + (10 if least else 0), y + high + 4))
        if least:
            found.append(words(x + 8, y + high + 22, f"{AT_LEAST}{least}", "gr-s gr-pts"))
    return panel(area, top + 2 * deep, [*found, *signs])


def drawn(area: Area) -> str:
    if area.kind in ("crosses", "rings"):
        return crosses(area)
    return silver(area) if area.kind == "silver" else row(area)


# --- scenes ----------------------------------------------------------------------------------------


def _slate(dice: list[tuple[str, int]], chosen: int = -1, gone: tuple[int, ...] = ()) -> str:
    found = [rect(0, 0, 200, 130, 9, "var(--oak)"), rect(12, 12, 176, 106, 9, "var(--slate)")]
    columns = 3
    for place, (colour, pips) in enumerate(dice):
        x, y = 52 + place % columns * 45, (24 if len(dice) > columns else 46) + place // columns * 46
        if place == chosen:
            found.append(ring(x - 5, y - 5, 44, 46, "#f7b733"))
        found.append(die(colour, pips, x, y))
        if place in gone:
            found.append(use("to-tray", x + 22, y + 26, 26, 14))
    return "".join(found)


ROLL = [("weiss", 4), ("gelb", 5), ("blau", 2), ("gruen", 3), ("orange", 6), ("lila", 1)]
TAKEN = 3
LOST = tuple(i for i, (_colour, pips) in enumerate(ROLL) if pips < ROLL[TAKEN][1])
KEPT = [d for i, d in enumerate(ROLL) if i != TAKEN and i not in LOST]
AGAIN = [(colour, pips) for (colour, _old), pips in zip(KEPT, (2, 6, 4), strict=True)]


def step_roll() -> str:
    return figure(200, 130, [_slate(ROLL)])


def step_take() -> str:
    return figure(200, 130, [_slate(ROLL, TAKEN, LOST)])


def step_again() -> str:
    inside = [rect(0, 0, 200, 130, 9, "var(--oak)"), rect(12, 10, 176, 50, 9, "var(--slate)")]
    inside += [die(colour, pips, 52 + 45 * i, 16) for i, (colour, pips) in enumerate(AGAIN)]
    inside += [use("plate", 16 + 58 * i, 66, 54) for i in range(3)]
    inside.append(die(*ROLL[TAKEN], 30, 78, 26))
    return figure(200, 130, inside)


def step_tray() -> str:
    inside = [rect(0, 0, 200, 130, 9, "var(--oak)"), use("tray", 8, 16, 184, 57)]
    lying = [ROLL[i] for i in LOST] + [AGAIN[0]]
    inside += [die(colour, pips, 48 + 36 * i, 29, 28) for i, (colour, pips) in enumerate(lying)]
    for place, colour in enumerate(("#e66546", "#4480cc", "#f8b83b")):
        x = 52 + 48 * place
        inside.append(
            f'<path transform="translate({x} 104) scale(.62)" d="{SOMEBODY}" fill="{colour}" stroke="#2e2218"'
            ' stroke-width="2.4" stroke-linejoin="round"/>'
        )
        inside.append(pen(f"M{x} 86v-9m-4 4 4-4 4 4", "#fff3dc", 2.4))
    return figure(200, 130, inside)


def _paper(wide: int, high: int) -> str:
    return rect(0, 0, wide, high, 10, "var(--paper)")


def _arrow(x: int, y: int) -> str:
    return pen(f"M{x} {y}h14m-5-5 5 5-5 5", "var(--wine)", 2.6)


def _ground(area: str, x: float, y: float, wide: float, high: float) -> str:
    """Begins a piece of an area; ``</g>`` ends it."""
    return f'<g data-area="{area}">{rect(x, y, wide, high, 9, "var(--a)")}'


def blue_sum() -> str:
    inside = [
        _paper(WIDE, 90),
        die("blau", 3, 40, 22, 46),
        words(111, 54, "+", "gr-big gr-print"),
        die("weiss", 4, 136, 22, 46),
    ]
    inside += [
        words(207, 54, "=", "gr-big gr-print"),
        _ground("blau", 232, 16, 130, 58),
    ]
    inside += [
        cell(240, 23, 52, 44, 7),
        use("pen-x-2", 250, 29, 32, colour="var(--pen)"),
        cell(302, 23, 52, 44, 8),
        "</g>",
    ]
    return figure(WIDE, 90, inside)


def chain() -> str:
    """The third row of yellow is full: a cross in green, there the fourth field, and with it a Nachschlag."""
    yellow, green = data.HAUS.areas[0], data.HAUS.areas[2]
    line = yellow.lines[2]
    inside = [
        _paper(WIDE, 96),
        _ground("gelb", 10, 20, 178, 56),
    ]
    for place, index in enumerate(line.fields):
        x = 16 + place * 42
        inside.append(cell(x, 28, 38, 40, "" if index in yellow.blank else yellow.numbers[index]))
        grey = index in yellow.blank
        inside.append(use(f"pen-x-{place % 3 + 1}", x + 5, 34, 28, colour="#a49c90" if grey else "var(--pen)"))
    assert line.bonus is not None and green.boni[3] is not None
    inside += ["</g>", _arrow(195, 48), token(line.bonus, 217, 33, 30), _arrow(255, 48)]
    inside += [_ground("gruen", 278, 20, 52, 56)]
    inside += [
        cell(284, 28, 40, 40, f"{AT_LEAST}{green.numbers[3]}"),
        use("pen-x-1", 290, 34, 28, colour="var(--pen)"),
        "</g>",
    ]
    inside += [_arrow(337, 48), token(green.boni[3], 360, 33, 30)]
    return figure(WIDE, 96, inside)


def bill() -> str:
    weakest = min(points for _area, points in EXAMPLE)
    inside = [_paper(WIDE, 100)]
    for place, (area, points) in enumerate(EXAMPLE):
        x = 16 + place * 76
        inside += [use(f"sign-{area}", x, 14, 26), words(x + 48, 34, points, "gr-big gr-print")]
        if points == weakest:
            inside.append(f'<path d="M{x - 2} 46h68" stroke="var(--wine)" stroke-width="3" stroke-linecap="round"/>')
    inside += [use("haube", 96 + 36 * i, 58, 32) for i in range(HAUBEN)]
    inside.append(
        words(96 + 36 * HAUBEN + 70, 82, f"{HAUBEN} {TIMES} {weakest} = {HAUBEN * weakest}", "gr-big gr-print")
    )
    return figure(WIDE, 100, inside)


def extras() -> str:
    """Silver 5 is chosen: its own cross, and one for each lower die that goes to the tray."""
    dice = [("silber", 5), ("gelb", 6), ("blau", 2), ("gruen", 4)]
    inside = [_paper(WIDE, 190)]
    for place, (colour, pips) in enumerate(dice):
        x = 40 + 88 * place
        if not place:
            inside.append(ring(x - 5, 7, 52, 55, "#c98a12"))
        inside.append(die(colour, pips, x, 12, 42))
        if 0 < pips < dice[0][1] and place:
            inside.append(use("to-tray", x + 28, 44, 32, 17))
    inside.append(_ground("silber", 10, 72, 384, 110))
    crossed = {("blau", 2): 1, ("gruen", 4): 2, ("gruen", 5): 3}
    for row_of, colour in enumerate(("gelb", "blau", "gruen")):
        y = 78 + row_of * 34
        inside.append(use(f"sign-{colour}", 22, y + 4, 24))
        for number in range(1, HALF + 1):
            x = 60 + (number - 1) * 55
            inside.append(cell(x, y, 50, 30, number))
            if (colour, number) in crossed:
                inside.append(use(f"pen-x-{crossed[colour, number]}", x + 12, y + 2, 26, colour="var(--pen)"))
    return figure(WIDE, 190, [*inside, "</g>"])


def tracks() -> str:
    inside = [_paper(WIDE, 122)]
    for line, (action, places) in enumerate(data.CHEF.tracks):
        y = 10 + line * 36
        inside += [use(f"act-{action}", 14 + 44 * i, y, 30) for i in range(places)]
        inside.append(use("haube", 14 + 44 * places, y - 1, 32))
    return figure(WIDE, 122, inside)


FIGURES: dict[str, Callable[[], str]] = {
    "step-roll": step_roll,
    "step-take": step_take,
    "step-again": step_again,
    "step-tray": step_tray,
    "sum": blue_sum,
    "chain": chain,
    "bill": bill,
    "extras": extras,
    "tracks": tracks,
    **{f"{menu.id}-{area.id}": partial(drawn, area) for menu in data.MENUS.values() for area in menu.areas},
}


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, draw in FIGURES.items():
        (TARGET / f"{name}.svg").write_text(draw())
    print(f"{len(FIGURES)} pictures in {TARGET}")


if __name__ == "__main__":
    main()
