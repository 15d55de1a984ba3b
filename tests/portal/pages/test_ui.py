"""Numbers as we print them, and the drawings that templates ask for."""

from __future__ import annotations

import re

import pytest
from django import forms
from django.template import Context, Template
from django.template.loader import render_to_string

from accounts import ui
from portal.templatetags import portal_ui
from tests.support.live import ROOT

SPRITE = (ROOT / "static" / "img" / "signs.svg").read_text()
SYMBOLS = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE))
ASKED = {
    ".html": re.compile(r"\{%\s*icon\s+\"([\w-]+)\""),
    ".jinja": re.compile(r"\bicon\(\s*[\"']([\w-]+)[\"']"),
}


@pytest.mark.parametrize(
    ("value", "shown"), [(0, "0"), (7, "7"), (-7, "−7"), (1240, "1.240"), (-1234567, "−1.234.567")]
)
def test_number(value: int, shown: str) -> None:
    assert ui.number(value) == shown


@pytest.mark.parametrize(
    ("tenths", "shown"), [(0, "0"), (33, "3,3"), (30, "3"), (-100, "−10"), (-5, "−0,5"), (12345, "1.234,5")]
)
def test_points(tenths: int, shown: str) -> None:
    assert ui.points(tenths) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (-3, "0 s"),
        (59, "59 s"),
        (60, "1 Min."),
        (3599, "59 Min."),
        (3600, "1 Std."),
        (4 * 3600 + 12 * 60, "4 Std. 12 Min."),
        (47 * 3600, "47 Std."),
        (48 * 3600, "2 Tage"),
    ],
)
def test_duration(seconds: int, shown: str) -> None:
    assert ui.duration(seconds) == shown


@pytest.mark.parametrize(("seconds", "shown"), [(0, "ohne Uhr"), (30, "30 s"), (90, "90 s"), (120, "2 Min.")])
def test_clock_words(seconds: int, shown: str) -> None:
    assert ui.clock_words(seconds) == shown


def test_templates_ask_only_for_drawings_that_the_sprite_has() -> None:
    asked = {
        name
        for path in (ROOT / "templates").rglob("*")
        if path.suffix in ASKED
        for name in ASKED[path.suffix].findall(path.read_text())
    }
    assert len(asked) > 15
    assert {name for name in asked if f"icon-{name}" not in SYMBOLS} == set()


def test_sprite_has_all_signs_and_figures_without_titles() -> None:
    assert {f"sign-{n}" for n in range(1, 7)} | {f"figure-{f}" for f in ui.FIGURES} | {"coin"} <= SYMBOLS
    assert "<title" not in SPRITE


def test_icon_is_decoration_unless_it_has_a_name() -> None:
    assert 'aria-hidden="true"' in ui.icon("eye")
    named = ui.icon("eye", '"Zuschauer"')
    assert 'role="img"' in named and "aria-hidden" not in named
    assert "&quot;Zuschauer&quot;" in named


def test_token_and_avatar_carry_colour_sign_and_its_name() -> None:
    assert 'data-seat="4"' in ui.token(4) and 'title="Stern"' in ui.token(4)
    own = ui.avatar("guest", 2, 5)
    assert 'data-seat="2"' in own and 'title="Raute"' in own and "#figure-guest" in own
    assert "token" not in ui.avatar("user", 2, 0)
    with pytest.raises(ValueError):
        ui.avatar("robot", 1)


def test_a_scene_twice_on_a_page_has_ids_of_its_own() -> None:
    page = Template('{% load portal_ui %}{% scene "elements" %}{% scene "elements" %}').render(Context())
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids)) > 2
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)


class Example(forms.Form):
    name = forms.CharField(label="Name", help_text="So sehen dich die anderen.")
    email = forms.EmailField(label="E-Mail", required=False)
    level = forms.ChoiceField(label="Computer", choices=[("a", "leicht"), ("b", "stark")], widget=forms.RadioSelect)
    sound = forms.BooleanField(label="Ton", required=False)


def test_form_fields_have_labels_hints_and_errors_tied_to_them() -> None:
    page = render_to_string("portal/form.html", {"form": Example({"name": "", "email": "x", "level": "a"})})
    assert '<label for="id_name">' in page and 'class="input"' in page
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'id="id_name_error"' in page and '<div class="field__hint" id="id_name_helptext"' in page
    assert page.count('aria-invalid="true"') == 2
    assert "freiwillig" in page
    assert '<fieldset class="picker"' in page and '<legend class="legend">Computer</legend>' in page
    assert '<label class="check" for="id_sound">' in page


def test_a_script_comes_with_all_that_it_imports() -> None:
    html = portal_ui.modules("js/live.js")
    early = re.findall(r'<link rel="modulepreload" href="/static/(js/\w+\.js)">', html)
    assert early[0] == "js/live.js" and len(early) == len(set(early))
    wanted, waiting = set(), ["live.js"]
    while waiting:
        name = waiting.pop()
        wanted.add(f"js/{name}")
        source = (ROOT / "static" / "js" / name).read_text()
        waiting += [one for one in re.findall(r'from "\./(\w+\.js)"', source) if f"js/{one}" not in wanted]
    assert set(early) == wanted and len(wanted) > 15
    assert html.endswith('<script type="module" src="/static/js/live.js"></script>')
    assert "js/motion.js" in portal_ui.modules("games/elements/elements.js")
