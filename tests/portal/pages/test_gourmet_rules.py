"""The rules page of Speedgourmet says and shows what stands on the two menu cards."""

from __future__ import annotations

import html
import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.gourmet import data
from games.gourmet.data import Area, Bonus
from tests.support.live import ROOT
from tools import gourmet_figures as figures

pytestmark = pytest.mark.django_db
AREAS = [(menu, area) for menu in data.MENUS.values() for area in menu.areas]
NAMED = [pytest.param(menu, area, id=f"{menu.id}-{area.id}") for menu, area in AREAS]


@pytest.fixture
def page() -> str:
    return html.unescape(Client().get("/spiele/gourmet/").content.decode())


def said(bonus: Bonus) -> str:
    """A bonus as the page names it."""
    if bonus.kind == "haube":
        return "Sternehaube"
    if bonus.kind in ("neu", "nach", "kueche"):
        return data.ACTION_NAMES[bonus.kind]
    (area,) = bonus.areas
    what = {"cross": "Kreuz", "number": str(bonus.number), "free": "?"}[bonus.kind]
    return f"{what} in {data.COLOURS[area]}"


def part_of(page: str, menu: data.Menu, area: Area) -> str:
    """What the page says of one area."""
    whole = page.split(f'<h3 id="{menu.id}">')[1].split("<h3 ")[0]
    return re.sub(r"\s+", " ", whole.split(f"<h4>{data.COLOURS[area.id]}: {area.name}</h4>")[1].split("<h4>")[0])


def test_pictures_are_drawn_from_the_games_tables() -> None:
    for name, draw in figures.FIGURES.items():
        assert (figures.TARGET / f"{name}.svg").read_text() == draw(), f"run tools/gourmet_figures.py for {name}"
    assert {path.stem for path in figures.TARGET.glob("*.svg")} == set(figures.FIGURES)


def test_pictures_use_drawings_that_the_sprite_has() -> None:
    sprite = (ROOT / "static" / "games" / "gourmet" / "sprites.svg").read_text()
    source = (ROOT / "templates" / "games" / "gourmet" / "rules.html").read_text()
    used = set(re.findall(r"\{\{ gr \}\}#([\w-]+)", source + "".join(draw() for draw in figures.FIGURES.values())))
    assert used and used <= set(re.findall(r'id="([\w-]+)"', sprite))


@pytest.mark.parametrize(("menu", "area"), NAMED)
def test_a_picture_shows_each_bonus_of_its_area(menu: data.Menu, area: Area) -> None:
    drawn = figures.FIGURES[f"{menu.id}-{area.id}"]()
    boni = [bonus for bonus in (*area.boni, *(line.bonus for line in area.lines)) if bonus is not None]
    for bonus in set(boni):
        mark = figures.token(bonus, 0, 0).rsplit("#", 1)[1].split('"')[0]
        assert drawn.count(f'#{mark}"') >= 1
    pictured = len(re.findall(r'#(?:act-\w+|haube|m-\w+)"', drawn))
    assert pictured == len(boni)


@pytest.mark.parametrize(("menu", "area"), NAMED)
def test_the_words_name_each_bonus_and_the_points(menu: data.Menu, area: Area, page: str) -> None:
    told = part_of(page, menu, area)
    for index, bonus in enumerate(area.boni):
        least = f" ab {area.minimums[index]}" if area.minimums else ""
        assert bonus is None or f"<li>Feld {index + 1}{least}: {said(bonus)}</li>" in told
    assert told.count("<li>Feld ") == sum(bonus is not None for bonus in area.boni)
    rows = [line.bonus for line in area.lines if line.fields[1] - line.fields[0] == 1]
    if area.kind == "silver":
        told = re.sub(r"bei \w+ ", "", told)
    assert not rows or ", ".join(said(bonus) for bonus in rows if bonus) + "." in told
    columns = [line for line in area.lines if line.fields[1] - line.fields[0] > 1]
    paid = [line.bonus for line in columns if line.bonus is not None and line.fields[1] - line.fields[0] <= 6]
    if area.id == "gelb" and menu.id == "haus":
        assert "10, 14, 16 und 20" in told and [line.points for line in columns][:4] == [10, 14, 16, 20]
        assert "Diagonale:</b> Nachschlag" in told
    else:
        assert ", ".join(said(bonus) for bonus in paid) in told
    assert ", ".join(map(str, area.points[1:])) in told


def test_rounds_tracks_and_the_example_are_the_games(page: str) -> None:
    for seats, rounds in data.ROUNDS_BY_SEATS.items():
        assert f'<tr><th scope="row">{seats}</th><td>{rounds}</td></tr>' in page
    total = sum(points for _area, points in figures.EXAMPLE)
    weakest = min(points for _area, points in figures.EXAMPLE)
    assert " + ".join(str(points) for _area, points in figures.EXAMPLE) + f" = {total} Punkte" in page
    assert f"{figures.HAUBEN} × {weakest} = {figures.HAUBEN * weakest} dazu" in page
    assert f"zusammen {total + figures.HAUBEN * weakest}." in page
    assert [places for _action, places in data.CHEF.tracks] == [6, 6, 5]
    assert "sechs Plätze für Neu anrichten, sechs für Nachschlag, fünf für Zurück in die Küche" in page
    assert [places for _action, places in data.HAUS.tracks] == [7, 7] and "mit je sieben Plätzen" in page


def test_links_inside_the_rules_lead_somewhere(page: str) -> None:
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= set(re.findall(r'id="([\w-]+)"', page))


def test_the_daily_menus_are_told_apart() -> None:
    for variant, name in (("haus", "Tagesmenü: Hausmenü"), ("chef", "Tagesmenü: Chefmenü")):
        assert name in render_to_string("games/gourmet/daily.html", {"variant": variant})
