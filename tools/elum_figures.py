"""Draw the pictures of Speed-E.L.U.M.'s rules page from the game's sprites and tables.

    python tools/elum_figures.py

writes ``templates/games/elum/rules/*.svg``; a test holds the files against what this draws, so that a picture never
shows a number that the game does not have. Words stand in the page, not in pictures. ``sprites.svg`` holds, once, the
shapes that pictures and page use; the scene stays dusk in the light and in the dark theme.
Over 500 lines since most of it is coordinates.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from games.elum import data
from games.elum.rules.market import store_lines
from games.elum.rules.yields import clamp

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "templates" / "games" / "elum" / "rules.html"
TARGET = PAGE.parent / "rules"
SHEET = ROOT / "static" / "games" / "elum" / "sprites-modern.svg"

SEATS = {  # --seat, --seat-2, --seat-on as scene.css has them for the modern skin
    1: ("#ec7459", "#963a34", "#2a0500"),
    2: ("#4f8fe0", "#2f5597", "#00132e"),
    3: ("#f2ae3a", "#9a5f18", "#2e1c00"),
    4: ("#2c7d3c", "#17472a", "#ffffff"),
}
INK, INK_2, GOLD, NIGHT, PLUM = "#fff3e4", "#d8cadc", "#ffe08f", "#241c3c", "#33203a"
RADIUS = ' rx="9"'
BUY, SELL = "#86d4e6", "#ffa682"
LINES = {good: store_lines(good, data.BASE_PRICES[good]) for good in data.GOODS}


# --- shapes of the sheet ---------------------------------------------------------------------------


@cache
def _sheet() -> tuple[dict[str, tuple[str, str]], dict[str, str]]:
    """Symbols (attributes, shapes) and gradients of the modern skin."""
    source = SHEET.read_text(encoding="utf-8")
    symbols = re.findall(r'<symbol id="([^"]+)" (viewBox="[^"]+"[^>]*)>(.*?)</symbol>', source, re.DOTALL)
    gradients = re.findall(r'(<(?:linear|radial)Gradient id="([^"]+)".*?</(?:linear|radial)Gradient>)', source)
    return {name: (box, body) for name, box, body in symbols}, {name: whole for whole, name in gradients}


def _split(name: str) -> tuple[str, int]:
    """``elum-food-1-s2`` is ``elum-food-1`` in the colours of seat 2; without one, those of seat 1."""
    match = re.fullmatch(r"(.+)-s([1-4])", name)
    return (match.group(1), int(match.group(2))) if match else (name, 1)


def _symbol(name: str) -> str:
    base, seat = _split(name)
    attributes, body = _sheet()[0][base]
    for variable, colour in zip(("seat", "seat-2", "seat-on"), SEATS[seat], strict=True):
        body = re.sub(rf"var\(--{variable}(,[^)]*)?\)", colour, body)
    suffix = f"-s{seat}" if base != name else ""
    body = re.sub(r'href="#([^"]+)"', lambda m: f'href="#er-{m.group(1)}{suffix}"', body)
    body = re.sub(r"url\(#([^)]+)\)", r"url(#er-\1)", body)
    return f'<symbol id="er-{name}" {attributes}>{body}</symbol>'


def sprites(texts: Iterable[str]) -> str:
    """All shapes that ``texts`` use, and what those use."""
    wanted = sorted({name for text in texts for name in re.findall(r'href="#er-([\w-]+)"', text)})
    symbols: dict[str, str] = {}
    while wanted:
        name = wanted.pop()
        if name not in symbols:
            symbols[name] = _symbol(name)
            wanted += re.findall(r'href="#er-([\w-]+)"', symbols[name])
    body = "\n".join(symbols[name] for name in sorted(symbols))
    used = sorted(set(re.findall(r"url\(#er-(m-[\w-]+)\)", body)))
    gradients = "\n".join(_sheet()[1][name].replace(f'id="{name}"', f'id="er-{name}"') for name in used)
    head = '<svg class="vh" width="1" height="1" aria-hidden="true" focusable="false">'
    return f"{head}<defs>\n{gradients}\n</defs>\n{body}\n</svg>\n"


# --- pens ------------------------------------------------------------------------------------------


def use(name: str, x: float, y: float, width: float, height: float, seat: int = 0, more: str = "") -> str:
    suffix = f"-s{seat}" if seat else ""
    return f'<use href="#er-{name}{suffix}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"{more}/>'


def rect(x: float, y: float, width: float, height: float, fill: str, more: str = "") -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{more}/>'


def line(d: str, colour: str, width: float = 2, more: str = "") -> str:
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"{more}/>'


def write(text: object, x: float, y: float, fill: str = INK, scale: float = 1) -> str:
    """Centred on x; the page's sheet makes it 14 units high."""
    return f'<text transform="translate({x:g} {y:g}) scale({scale:g})" fill="{fill}">{text}</text>'


def mark(number: int, x: float, y: float, scale: float = 1) -> str:
    """A numbered spot that the list below explains."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})"><circle r="11" fill="{INK}" stroke="{PLUM}" '
        f'stroke-width="2"/><text y="5" fill="{PLUM}">{number}</text></g>'
    )


def tag(text: object, x: float, y: float, width: float, fill: str, ink: str = PLUM) -> str:
    """A label with a ground of its own, centred on x, y."""
    return rect(x - width / 2, y - 10, width, 20, fill, ' rx="5"') + write(text, x, y + 5, ink)


def figure(width: int, height: int, *parts: str, ground: str = NIGHT) -> str:
    """A picture; ``ground`` shows where nothing lies on it."""
    head = f'<svg class="fig" viewBox="0 0 {width} {height}" aria-hidden="true" focusable="false">'
    clip = f'<clipPath id="er-clip">{rect(0, 0, width, height, ground, RADIUS)}</clipPath>'
    inner = f"{rect(0, 0, width, height, ground)}{''.join(parts)}"
    return f'{head}{clip}<g clip-path="url(#er-clip)">{inner}</g></svg>\n'


def sky(width: int, height: int) -> str:
    """The dusk behind a town or a ladder."""
    return use("backdrop", 0, 0, width, height, more=' preserveAspectRatio="xMidYMax slice"')


def plot(
    kind: str, x: float, y: float, size: float, *, seat: int = 0, elums: tuple[str, ...] = (), **more: bool
) -> str:
    """A field: ``plain-1``, ``river-1``, ``mountain-2`` …, its owner's frame and flag, and what stands on it."""
    unit = size / 32
    out = use("plain-2" if kind.startswith("mountain") else kind, x, y, size, size)
    if kind.startswith("mountain"):
        out += use(kind, x, y, size, size)
    if seat:
        out += use("own-frame", x, y, size, size, seat)
    places = ((11, 9), (3, 15)) if len(elums) > 1 else ((6, 14),)
    for good, (left, top) in zip(elums, places, strict=False):
        out += use(f"elum-{good}-1", x + left * unit, y + top * unit, 18 * unit, 15 * unit, seat)
    if seat:
        out += use(f"flag-{seat}", x + 21 * unit, y - unit, 12 * unit, 12 * unit, seat)
    if more.get("badge"):
        out += use("badge", x - unit, y - unit, 12 * unit, 12 * unit)
    return out


def blocks(good: str, count: int, x: float, y: float, size: float, columns: int = 4) -> str:
    """Harvest: blocks in rows from below."""
    return "".join(
        use(f"block-{good}", x + (n % columns) * size, y - (n // columns) * size, size, size) for n in range(count)
    )


# --- in two minutes --------------------------------------------------------------------------------


def step_grab() -> str:
    fields = (("plain-1", "river-1", "plain-3"), ("mountain-2", "river-2", "plain-4"))
    parts = [plot(kind, -5 + 70 * c, -5 + 70 * r, 70) for r, row in enumerate(fields) for c, kind in enumerate(row)]
    parts += [
        line("M8 30h44m-10-9 10 9-10 9", GOLD, 4),
        use("cursor", 65, -5, 70, 70),
        rect(46, 98, 108, 26, PLUM, ' rx="7"'),
        rect(46, 94, 108, 26, INK, ' rx="7"'),
        line("M74 104v7h52v-7", PLUM, 3),
    ]
    return figure(200, 130, *parts)


def step_place() -> str:
    fields = (("plain-3", "plain-1", "mountain-1"), ("town", "plain-2", "river-1"))
    parts = [plot(kind, -5 + 70 * c, -5 + 70 * r, 70) for r, row in enumerate(fields) for c, kind in enumerate(row)]
    parts += [
        use("own-frame", 135, 65, 65, 60, 1),
        use("flag-1", 176, 62, 24, 24, 1),
        line("M40 108h100", GOLD, 3, ' stroke-dasharray="1 8"'),
        use("elum-food-1", 76, 78, 42, 35, 1),
        use("folk-kugler-1", 112, 78, 28, 35, 1),
    ]
    return figure(200, 130, *parts)


def step_harvest() -> str:
    units = data.YIELDS["river"]["food"]
    parts = [
        plot("plain-1", -45, -5, 70),
        plot("plain-3", -45, 65, 70),
        plot("plain-4", 160, -5, 70),
        plot("mountain-3", 160, 65, 70),
        plot("river-1", 25, -3, 136, seat=1, elums=("food",)),
        blocks("food", units, 47, 92, 24, 2),
    ]
    return figure(200, 130, *parts)


def step_trade() -> str:
    rungs = "".join(line(f"M20 {y}h160", INK_2, 1, ' stroke-opacity=".3"') for y in range(14, 120, 13))
    parts = [
        sky(200, 130),
        rungs,
        line("M14 92h172", GOLD, 4),
        use("folk-kugler-1", 36, 42, 40, 50, 1),
        use("flag-1", 70, 76, 16, 16, 1),
        use("folk-langbein-1", 124, 42, 40, 50, 2),
        use("flag-2", 158, 76, 16, 16, 2),
        use("block-food", 92, 50, 20, 20),
        line("M118 36q-18-16-36 0m2-10-2 10 10 2", INK, 3),
        use("coin", 92, 98, 18, 18),
        line("M82 118q18 10 36 0m-10-2 10 2-2 9", INK, 3),
    ]
    return figure(200, 130, *parts)


# --- the map ---------------------------------------------------------------------------------------

MOUNTAINS = {"B1": 2, "H1": 2, "D2": 1, "G2": 3, "A3": 3, "I3": 1, "C4": 2, "F4": 2, "B5": 1, "I5": 3}
OWNED = {"D2": 1, "D3": 1, "E2": 1, "F3": 2, "F2": 2, "C4": 4, "E4": 4, "F4": 3, "G4": 3}
STANDING = {"D3": ("energy",), "E2": ("food",), "F3": ("energy",), "E4": ("food",), "G4": ("energy", "food")}


def colony_map() -> str:
    size = 44
    parts = []
    for n, name in enumerate(data.PLOT_IDS):
        x, y = n % 9 * size, n // 9 * size
        kind = f"plain-{n * 7 % 5 + 1}"
        if name == data.TOWN:
            kind = "town"
        elif name[0] == "E":
            kind = "river-1"
        elif name in MOUNTAINS:
            kind = f"mountain-{MOUNTAINS[name]}"
        parts.append((name, kind, x, y))
    ground = [plot(kind, x, y, size) for name, kind, x, y in parts]
    owned = [
        plot(kind, x, y, size, seat=OWNED[name], elums=STANDING.get(name, ()), badge=name == "G4")
        for name, kind, x, y in parts
        if name in OWNED
    ]
    spots = (("E3", 22, 23), ("E1", 22, 22), ("H3", 22, 22), ("H1", 22, 30), ("D2", 12, 31), ("G4", 8, 34))
    marks = [
        mark(number, data.COLUMNS.index(name[0]) * size + dx, (int(name[1]) - 1) * size + dy, 0.9)
        for number, (name, dx, dy) in enumerate(spots, 1)
    ]
    light = use("map-light", 0, 0, 396, 220)
    return figure(396, 220, *ground, light, *owned, *marks)


# --- a round ---------------------------------------------------------------------------------------


def course() -> str:
    """Six stations in a row, and back to the first."""
    x = [60 + 96 * n for n in range(6)]
    pictures = [
        use("plain-1", x[0] - 30, 22, 60, 60) + use("cursor", x[0] - 30, 22, 60, 60),
        use("auction-sign", x[1] - 26, 22, 52, 60) + use("gavel-1", x[1] - 2, 46, 38, 38),
        use("shop-store", x[2] - 36, 22, 72, 60) + use("elum-food-1", x[2] - 6, 50, 42, 35, 1),
        "".join(blocks(good, 3, x[3] - 36 + 24 * n, 62, 22, 1) for n, good in enumerate(("food", "energy", "ore"))),
        line(f"M{x[4] - 34} 62h68", GOLD, 4) + use("folk-kugler-1", x[4] - 32, 20, 34, 42, 1)
        + use("folk-langbein-1", x[4] - 2, 20, 34, 42, 2),
        use("podium-1", x[5] - 28, 46, 56, 40, 1) + use("trophy", x[5] - 20, 12, 40, 40),
    ]  # fmt: skip
    arrows = [line(f"M{x[n] + 41} 52h12m-6-6 6 6-6 6", GOLD, 3) for n in range(5)]
    back = line(f"M{x[5]} 106v12q0 8-8 8H{x[0] + 8}q-8 0-8-8v-10m-6 7 6-7 6 7", INK_2, 2.5, ' stroke-dasharray="2 6"')
    marks = [mark(n + 1, x[n], 96) for n in range(6)]
    return figure(600, 140, *pictures, *arrows, back, *marks)


# --- land ------------------------------------------------------------------------------------------


def grant_run() -> str:
    parts = [
        plot(kind, 64 * n, 0, 64) for n, kind in enumerate(("plain-1", "mountain-2", "plain-3", "plain-4", "river-1"))
    ]
    parts.append(use("own-frame", 64, 0, 64, 64, 2) + use("flag-2", 108, -2, 22, 22, 2))
    parts.append(use("cursor", 192, 0, 64, 64))
    ticks = [line(f"M{x} 82h{w}", GOLD, 3) for x, w in ((32, 0), (160, 0), (224, 0), (288, 0))]
    hops = [line("M40 82h112m-8-6 8 6-8 6", GOLD, 3), line("M168 82h48m-8-6 8 6-8 6", GOLD, 3)]
    hops.append(line("M232 82h48m-8-6 8 6-8 6", INK_2, 3, ' stroke-dasharray="3 7"'))
    return figure(320, 98, *parts, *ticks, *hops)


def grant_hold() -> str:
    parts = [
        plot(kind, 64 * n, 0, 64) for n, kind in enumerate(("plain-1", "plain-2", "plain-3", "plain-4", "river-1"))
    ]
    parts.append(
        use("own-frame", 192, 0, 64, 64, 1) + use("cursor", 192, 0, 64, 64) + use("flag-1", 236, -2, 22, 22, 1)
    )
    parts += [use("folk-kugler-1", 118, 66, 24, 30, 1)]
    beats = [
        f'<circle cx="{164 + 24 * n}" cy="82" r="7" fill="{fill}" stroke="{GOLD}" stroke-width="2.5"/>'
        for n, fill in enumerate((GOLD, GOLD, "none", "none")[: data.HOLD_STEPS])
    ]
    return figure(320, 98, *parts, *beats)


def office() -> str:
    """Four on the land's ladder: the third offers it and stands aside."""
    top = [data.LAND_FIRST + data.LAND_STEP * n for n in range(6)]
    rows = {price: 132 - 20 * n for n, price in enumerate(top)}
    rungs = [
        line(f"M70 {y}h240", INK_2, 1.5, ' stroke-opacity=".4"') + write(price, 40, y + 5, INK_2)
        for price, y in rows.items()
    ]

    def settler(folk: str, seat: int, x: float, y: float) -> str:
        return use(f"folk-{folk}-1", x, y - 40, 32, 40, seat) + use(f"flag-{seat}", x + 28, y - 15, 15, 15, seat)

    best = rows[top[3]]
    parts = [
        sky(360, 172),
        *rungs,
        line(f"M70 {best}h240", BUY, 4),
        tag(top[3], 330, best, 44, BUY),
        settler("langbein", 2, 92, rows[top[1]]),
        settler("kugler", 1, 160, best),
        settler("schnauzer", 3, 226, rows[top[0]] + 20),
        use("auction-sign", 300, 116, 40, 46),
        line(f"M70 {rows[top[0]]}h240", INK, 3),
    ]
    return figure(360, 172, *parts)


# --- the turn --------------------------------------------------------------------------------------


def _price(value: object, x: float, y: float) -> str:
    return (
        rect(x - 34, y - 13, 68, 26, PLUM, ' rx="8"')
        + use("coin", x - 28, y - 9, 18, 18)
        + write(value, x + 10, y + 5, GOLD)
    )


def step_buy() -> str:
    return figure(
        200, 130, sky(200, 130), use("shop-store", 66, 12, 124, 103), use("elum-1", 48, 76, 50, 42, 1),
        use("folk-kugler-1", 6, 74, 34, 43, 1), _price(data.ELUM_PRICE, 40, 54),
    )  # fmt: skip


def step_outfit() -> str:
    shops = [use(f"shop-{good}", 38 + 40 * n, 12, 38, 32) for n, good in enumerate(data.GOODS)]
    prices = [write(data.OUTFITS[good], 57 + 40 * n, 60, GOLD) for n, good in enumerate(data.GOODS)]
    return figure(200, 130, sky(200, 130), *shops, rect(0, 45, 200, 21, PLUM, ' opacity=".75"'), *prices,
                  use("elum-ore-1", 64, 70, 66, 55, 1))  # fmt: skip


def step_walk() -> str:
    parts = [
        plot("plain-1", -5, -3, 68),
        plot("mountain-3", 64, 0, 66, seat=1),
        plot("river-1", 133, 0, 66, seat=1),
        plot("plain-3", -5, 65, 68),
        plot("plain-2", 64, 66, 68),
        plot("town", 133, 66, 68),
        line("M152 104H97V66", GOLD, 3, ' stroke-dasharray="1 8"'),
        use("elum-ore-1", 74, 26, 46, 38, 1),
        use("no", 152, 14, 30, 35),
    ]
    return figure(200, 130, *parts)


def step_pub() -> str:
    reels = [
        f'<svg x="{108 + 88 / 72 * (15 + 12 * n):.1f}" y="{24 + 98 / 80 * 28:.1f}" width="12.2" height="17.2" '
        f'viewBox="1 1 10 14">{use(f"reel-{what}", 0, 0, 12, 16)}</svg>'
        for n, what in enumerate(("elum", "coin", "wampus"))
    ]
    return figure(
        200, 130, sky(200, 130), use("shop-pub", 6, 30, 104, 87), use("slot-body", 108, 24, 88, 98), *reels,
        use("slot-lever-1", 108 + 88 / 72 * 56, 24 + 98 / 80 * 22, 88 / 72 * 12, 98 / 80 * 44),
    )  # fmt: skip


SHOPS = ("store", "food", "energy", "ore", "crystal", "land", "assay", "pub")


def town() -> str:
    parts = [
        sky(400, 190),
        rect(0, 88, 400, 12, NIGHT, ' opacity=".45"'),
        rect(0, 178, 400, 12, NIGHT, ' opacity=".45"'),
    ]
    numbers = {"store": 1, "food": 2, "energy": 2, "ore": 2, "crystal": 2, "land": 3, "assay": 4, "pub": 5}
    for n, shop in enumerate(SHOPS):
        x, y = 10 + 98 * (n % 4), 12 + 92 * (n // 4)
        parts.append(use(f"shop-{shop}", x, y, 86, 72))
        parts.append(mark(numbers[shop], x + 43, y + 76))
    return figure(400, 190, *parts)


def wampus() -> str:
    size = 66
    row = ("plain-1", "mountain-2", "plain-3", "mountain-3", "plain-5")
    unit = size / 32
    x, y = 3 * size + 16 * unit, 44 + 3 * unit
    parts = [sky(330, 110)]
    parts += [use("plain-2" if kind.startswith("m") else kind, size * n, 44, size, size) for n, kind in enumerate(row)]
    parts.append(use("wampus-peep", x - 6 * unit * 1.4, y - 8 * unit * 1.4, 12 * unit * 1.4, 12 * unit * 1.4))
    parts += [use(kind, size * n, 44, size, size) for n, kind in enumerate(row) if kind.startswith("m")]
    for n in range(3):
        parts.append(line(f"M{x + 24 + 11 * n} {y - 18 - 5 * n}q{8 + 3 * n} {12 + 3 * n} 0 {24 + 10 * n}", GOLD, 3))
    parts.append(_price(f"{data.WAMPUS_PAYS[0]}+", 60, 26))
    return figure(330, 110, *parts)


def order() -> str:
    """Before the store: the richest first."""
    parts = [sky(330, 110), use("shop-store", 222, 8, 108, 90)]
    for place, (folk, seat, coins) in enumerate(
        (("langbein", 2, 4), ("kugler", 1, 3), ("robotron", 4, 2), ("schnauzer", 3, 1))
    ):
        x = 174 - 54 * place
        parts.append(use(f"folk-{folk}-1", x, 46, 42, 52, seat))
        parts += [use("coin", x + 12, 30 - 9 * n, 18, 18) for n in range(coins)]
    return figure(330, 110, *parts)


# --- harvest ---------------------------------------------------------------------------------------

ALONE = clamp(data.YIELDS["plain"]["energy"] + 1)
"""An energy ELUM on the plain with two more elsewhere; one of the three has no neighbour."""
SIDE_BY_SIDE = clamp(ALONE + 1)


def harvest() -> str:
    size, y = 78, 8
    parts = [plot(f"plain-{n + 1}", 4 + size * n, y, size) for n in range(4)]
    for n, units in ((0, SIDE_BY_SIDE), (1, SIDE_BY_SIDE), (3, ALONE)):
        parts.append(plot(f"plain-{n + 1}", 4 + size * n, y, size, seat=1, elums=("energy",)))
        parts.append(blocks("energy", units, 12 + size * n, 92, 13, 5))
    parts.append(line("M46 116v5h78v-5", GOLD, 3))
    return figure(320, 128, *parts)


def refined() -> str:
    """A refined river field: food and energy side by side."""
    food, energy = data.YIELDS["river"]["food"], data.YIELDS["river"]["energy"]
    parts = [
        plot("plain-1", -32, 0, 128), plot("plain-3", 224, 0, 128), plot("river-1", 96, 0, 128),
        plot("river-1", 99, 4, 122, seat=1, elums=("energy", "food"), badge=True),
        blocks("food", food, 112, 96, 20, 1), blocks("energy", energy, 188, 96, 20, 1),
    ]  # fmt: skip
    return figure(320, 128, *parts)


# --- auctions --------------------------------------------------------------------------------------

OLD, EATEN, CROP = 8, 3, 4
REST = OLD - EATEN
SPOILT = REST // 2
NOW = REST - SPOILT + CROP
"""The example of the columns: Nahrung in round 1, whose need is ``EATEN``."""


def columns() -> str:
    need = data.FOOD_NEED[-1][1]
    parts = [sky(400, 170)]
    stages = ((OLD, 0, 0), (REST, EATEN, 0), (REST - SPOILT, SPOILT, 0), (NOW - CROP, 0, CROP))
    for n, (full, gone, new) in enumerate(stages):
        x = 22 + 98 * n
        parts.append(rect(x, 14, 62, 8 * 15 + 4, NIGHT, ' rx="5" opacity=".7"'))
        for k in range(full + gone + new):
            y = 121 - 15 * k
            lost, fresh = full <= k < full + gone, k >= full + gone
            fill = "none" if lost else SEATS[2][0]
            more = (
                f' rx="3" stroke="{SEATS[2][0]}" stroke-dasharray="3 3"'
                if lost
                else f' rx="3" stroke="{GOLD if fresh else SEATS[2][1]}" stroke-width="{2 if fresh else 1}"'
            )
            parts.append(rect(x + 3, y, 56, 13, fill, more))
            if not lost:
                parts.append(use("good-food", x + 25, y, 12, 13))
        y = 136 - 15 * need
        parts.append(line(f"M{x - 7} {y}h76", GOLD, 3, ' stroke-dasharray="6 5"'))
        parts.append(mark(n + 1, x + 31, 154, 0.9))
        if n < 3:
            parts.append(line(f"M{x + 74} 76h10m-5-5 5 5-5 5", INK, 3))
    return figure(400, 170, *parts)


FIELD_TOP, FIELD_LOW = 58, 236


def _level(price: float) -> float:
    """Where a price of the Nahrung ladder lies in the picture."""
    low, high = LINES["food"]
    return FIELD_LOW - (price - low) / (high - low) * (FIELD_LOW - FIELD_TOP)


def _runner(folk: str, seat: int, x: float, price: float) -> str:
    y = _level(price)
    return use(f"folk-{folk}-1", x, y - 45, 36, 45, seat) + use(f"flag-{seat}", x + 32, y - 16, 16, 16, seat)


def _bar(seat: int, x: float, count: int, need: int) -> str:
    parts = [rect(x, 266, 48, 62, NIGHT, ' rx="4" opacity=".75"')]
    parts += [rect(x + 2, 317 - 10 * k, 44, 8.5, SEATS[seat][0], ' rx="2"') for k in range(count)]
    parts.append(line(f"M{x - 5} {327 - 10 * need}h58", GOLD, 2.5, ' stroke-dasharray="5 4"'))
    return "".join(parts)


BID, ASK = 27, 37
STOCKS = ((1, 1), (2, 6), (3, 2), (4, 5))


def ladder() -> str:
    """The whole ladder of Nahrung at its first base price, before a deal."""
    low, high = LINES["food"]
    need = data.FOOD_NEED[-1][1]
    rungs = [
        line(f"M96 {_level(price):.1f}h236", INK_2, 1, ' stroke-opacity=".35"')
        + write(price, 80, _level(price) + 5, INK_2)
        for price in range(low + 5, high, 5)
        if abs(price - BID) > 2 and abs(price - ASK) > 2
    ]
    parts = [
        sky(440, 340),
        rect(0, 0, 440, 9, "#43335c"), rect(0, 0, 300, 9, GOLD),
        *rungs,
        line(f"M0 {_level(high)}h440", INK, 3.5), line(f"M0 {_level(low)}h440", INK, 3.5),
        use("shop-store", 368, _level(high) - 48, 58, 48), write(high, 402, _level(high) + 18),
        use("shop-store", 8, _level(low) - 48, 58, 48), write(low, 32, _level(low) + 18),
        line(f"M60 {_level(BID):.1f}h320", BUY, 3, ' stroke-dasharray="8 6"'), tag(BID, 34, _level(BID), 44, BUY),
        line(f"M60 {_level(ASK):.1f}h320", SELL, 3, ' stroke-dasharray="8 6"'), tag(ASK, 404, _level(ASK), 44, SELL),
        _runner("kugler", 1, 108, BID), _runner("langbein", 2, 168, ASK), _runner("schnauzer", 3, 226, 22),
        _runner("robotron", 4, 282, 45),
        *(_bar(seat, 44 + 60 * seat, count, need) for seat, count in STOCKS),
        mark(1, 74, _level(low) + 14), mark(2, 362, _level(high) + 14),
        mark(3, 98, _level(BID) - 34), mark(4, 160, _level(ASK) - 34),
        mark(5, 392, _level(BID)), mark(6, 46, _level(ASK)),
        mark(7, 76, 297), mark(8, 318, 18),
    ]  # fmt: skip
    return figure(440, 340, *parts)


def deal() -> str:
    price = (BID + ASK) // 2
    parts = [
        sky(320, 128),
        *(line(f"M60 {y}h200", INK_2, 1, ' stroke-opacity=".3"') for y in (22, 42, 62, 102)),
        line("M40 84h240", GOLD, 4), tag(price, 28, 84, 42, GOLD), tag(price, 292, 84, 42, GOLD),
        use("folk-kugler-1", 84, 34, 40, 50, 1), use("flag-1", 118, 68, 16, 16, 1),
        use("folk-langbein-1", 196, 34, 40, 50, 2), use("flag-2", 230, 68, 16, 16, 2),
        use("block-food", 150, 34, 20, 20), line("M178 62h-36m9-7-9 7 9 7", INK, 3),
        use("coin", 151, 90, 17, 17), line("M142 115h36m-9-6 9 6-9 6", INK, 3),
    ]  # fmt: skip
    return figure(320, 128, *parts)


def clock() -> str:
    """Beats while nobody moves come closer, then one of a whole second again."""
    unit = 52
    parts = [sky(320, 128), line("M16 84h288", INK_2, 2)]
    x = 20.0
    lengths = [
        1.0,
        1.0,
        *(length / data.BEAT_MS for _, length in data.IDLE_BEATS[1:]),
        data.FAST_BEAT_MS / data.BEAT_MS,
        data.FAST_BEAT_MS / data.BEAT_MS,
    ]
    for length in lengths:
        parts.append(f'<circle cx="{x:.1f}" cy="84" r="5" fill="{GOLD}"/>')
        x += unit * length
    parts.append(f'<circle cx="{x:.1f}" cy="84" r="8" fill="{INK}"/>')
    parts.append(use("folk-kugler-1", x - 16, 34, 32, 40, 1) + use("arrow", x + 16, 40, 18, 18))
    return figure(320, 128, *parts)


FIGURES: dict[str, Callable[[], str]] = {
    "step-grab": step_grab,
    "step-place": step_place,
    "step-harvest": step_harvest,
    "step-trade": step_trade,
    "map": colony_map,
    "course": course,
    "grant-run": grant_run,
    "grant-hold": grant_hold,
    "office": office,
    "step-buy": step_buy,
    "step-outfit": step_outfit,
    "step-walk": step_walk,
    "step-pub": step_pub,
    "town": town,
    "wampus": wampus,
    "order": order,
    "harvest": harvest,
    "refined": refined,
    "columns": columns,
    "ladder": ladder,
    "deal": deal,
    "clock": clock,
}


def drawn() -> dict[str, str]:
    """Every picture by the name of its file, the shapes last."""
    pictures = {name: draw().replace("er-clip", f"er-clip-{name}") for name, draw in FIGURES.items()}
    return {**pictures, "sprites": sprites([PAGE.read_text(encoding="utf-8"), *pictures.values()])}


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, picture in drawn().items():
        (TARGET / f"{name}.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
