"""The games' own pages and the pictures in them."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest
from django.test import Client
from django.utils import timezone

from games import registry
from games.kernel.contract import Choice, Info, OptionField, Pace
from games.kernel.texts import text
from leaderboard.services import MatchResult, ResultRow, results_book
from portal.pages.games import options_shown
from tests.accounts.people import Person
from tests.support.live import ROOT
from tests.tables.lobby.support import table_of, user

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("elements_figures", ROOT / "tools" / "elements_figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_all_games_have_a_box_and_a_page(visitor: Client) -> None:
    shelf = visitor.get("/spiele/").content.decode()
    for game in registry.all_games():
        assert f'href="/spiele/{game.info.slug}/"' in shelf
        page = visitor.get(f"/spiele/{game.info.slug}/")
        assert page.status_code == 200 and game.info.title in page.content.decode()


def test_a_game_that_is_not_installed_has_no_page(visitor: Client) -> None:
    assert visitor.get("/spiele/schach/").status_code == 404


def test_page_starts_and_opens_and_counts_waiting_tables(visitor: Client) -> None:
    table_of(user("Jonas"))
    html = visitor.get("/spiele/elements/").content.decode()
    assert 'action="/spiele/elements/schnell/"' in html and 'href="/spiele/elements/tisch/"' in html
    assert "<b>1 Tisch</b> wartet" in html


def test_page_has_the_games_best_list(owner: Person) -> None:
    assert "Noch hat niemand Punkte" in owner.client.get("/spiele/elements/").content.decode()
    rows = (ResultRow(owner.player.pk, 333, 1, 33),)
    results_book(result=MatchResult("b" * 12, "elements", timezone.now(), True, rows))
    assert "33,3" in owner.client.get("/spiele/elements/").content.decode()


def test_options_are_explained_with_their_usual_value() -> None:
    choices = (Choice("a", text("klein")), Choice("b", text("groß {n}", n=2)))
    field = OptionField("size", text("Größe"), choices, "b", text("Wie viel Platz ist."))
    (shown,) = options_shown(Info("x", "X", 1, 2, 4, Pace.TURNS, 10, options=(field,)))
    assert (shown.label, shown.choices, shown.default) == ("Größe", ("klein", "groß 2"), "groß 2")
    assert shown.help == "Wie viel Platz ist."


def test_pictures_are_drawn_from_the_games_tables(figures: ModuleType) -> None:
    for name, draw in figures.FIGURES.items():
        assert (figures.TARGET / f"{name}.svg").read_text() == draw(), f"run tools/elements_figures.py for {name}"
    assert {path.stem for path in figures.TARGET.glob("*.svg")} == set(figures.FIGURES)


def test_the_example_in_the_rules_adds_up(figures: ModuleType, visitor: Client) -> None:
    values = figures.example_values()
    sentence = " + ".join(map(str, values)) + f" = {sum(values)}"
    assert sentence in visitor.get("/spiele/elements/").content.decode()


def test_links_inside_the_rules_lead_somewhere(visitor: Client) -> None:
    html = visitor.get("/spiele/elements/").content.decode()
    assert set(re.findall(r'href="#([\w-]+)"', html)) <= set(re.findall(r'id="([\w-]+)"', html))


def test_the_rules_of_elements_say_when_there_is_no_rat_and_what_leaving_costs(visitor: Client) -> None:
    """L-017, L-045, L-054, L-056"""
    html = visitor.get("/spiele/elements/").content.decode()
    for words in ("nur bei den Tageswürfen nicht", "10 Punkte abgezogen", "nach einem ganzen Wurf", "ausgelost"):
        assert words in html
