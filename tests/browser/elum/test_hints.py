"""The hints of the first match: each phase is explained once, never over a control."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.live import ROOT

ADDRESS = "http://hints.test/"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'"
DRIVE = 'import * as hints from "/static/games/elum/hints.js"; hints.start(); window.hints = hints;'
PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Hinweise</title>
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/components.css">
<link rel="stylesheet" href="/static/games/elum/scene.css"><script type="module" src="/drive.js"></script></head><body>
<div class="elum" data-skin="modern" data-me="{me}"><header class="e-top">
<button type="button" data-elum-hints id="again">Hinweise wieder zeigen</button></header>
<div class="e-scene"><div class="e-do"><button class="e-btn" id="own" type="button">Weiter</button></div></div></div>
<dialog id="ask"><button type="button">Nein</button></dialog></body></html>"""

PHASES: dict[str, dict[str, Any]] = {
    "landing": {"phase": "landing"},
    "grant": {"phase": "grant", "stage": "run"},
    "office": {"phase": "office", "stage": "blink"},
    "window": {"phase": "turn", "stage": "window", "seat": 0},
    "turn": {"phase": "turn", "stage": "run", "seat": 0, "hand": None, "wampus": None, "caught": False},
    "hand": {"phase": "turn", "stage": "run", "seat": 0, "hand": {"good": None}, "wampus": None, "caught": False},
    "harvest": {"phase": "harvest", "stage": "blocks"},
    "balance": {"phase": "harvest", "stage": "balance"},
    "columns": {"phase": "trade", "stage": "columns"},
    "sides": {"phase": "trade", "stage": "sides"},
    "ladder": {"phase": "trade", "stage": "ladder"},
    "summary": {"phase": "summary"},
}
WAMPUS = {**PHASES["turn"], "wampus": {"plot": "B1", "peak": 0, "until": 9}}
NOTHING = {"phase": "turn", "stage": "run", "seat": 2, "hand": None, "wampus": None, "caught": False}


class Scene:
    """A scene with nothing in it but the hints and one button; the test says what happens."""

    def __init__(self, browser: Browser, me: str = "1") -> None:
        self.me = me
        self.context = browser.new_context(viewport={"width": 1000, "height": 700}, reduced_motion="reduce")
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        self.page.route("**/*", self._serve)
        self.open()

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS.rstrip("/")).split("?")[0]
        if path.startswith("/static/"):
            route.fulfill(path=ROOT / path[1:], content_type=mimetypes.guess_type(path)[0] or "text/plain")
        elif path == "/drive.js":
            route.fulfill(body=DRIVE, content_type="text/javascript")
        elif path == "/favicon.ico":
            route.fulfill(status=204)
        else:
            headers = {"Content-Security-Policy": POLICY}
            route.fulfill(body=PAGE.format(me=self.me), headers=headers, content_type="text/html")

    def open(self) -> None:
        self.page.goto(ADDRESS)
        self.page.wait_for_function("window.hints")

    def show(self, phase: dict[str, Any]) -> str | None:
        """The phase comes; which hint is seen."""
        self.page.evaluate(f"window.hints.changed({{phase: {json.dumps(phase)}}}, null, document.body)")
        return self.seen

    def frame(self) -> str | None:
        """Some time later."""
        self.page.wait_for_timeout(300)
        self.page.evaluate("window.hints.frame({}, 0, document.body)")
        return self.seen

    @property
    def seen(self) -> str | None:
        key: str | None = self.page.evaluate("document.querySelector('.e-tip:not([hidden])')?.dataset.hint ?? null")
        return key

    def press(self, name: str) -> None:
        self.page.locator(".e-tip").get_by_role("button", name=name).click()


@pytest.fixture
def scene(browser: Browser) -> Iterator[Scene]:
    made = Scene(browser)
    yield made
    made.context.close()
    assert made.problems == []


def test_each_phase_is_explained_when_it_first_comes_and_never_again(scene: Scene) -> None:
    for key, phase in PHASES.items():
        assert scene.show(phase) == key
        tip = scene.page.locator(".e-tip")
        expect(tip.locator("h2")).not_to_be_empty()
        assert 1 <= tip.locator("p").inner_text().count(".") <= 4
        scene.press("Verstanden")
        assert scene.seen is None
    for phase in PHASES.values():
        assert scene.show(phase) is None
    scene.open()
    for phase in PHASES.values():
        assert scene.show(phase) is None, "remembered in this browser"


def test_a_hint_goes_with_its_phase(scene: Scene) -> None:
    assert scene.show(PHASES["columns"]) == "columns"
    assert scene.show(PHASES["sides"]) == "sides"
    assert scene.show({"phase": "trade", "stage": "result"}) is None
    assert scene.show(PHASES["columns"]) is None


def test_the_wampus_waits_its_turn_and_stays_when_it_has_ducked(scene: Scene) -> None:
    assert scene.show(PHASES["turn"]) == "turn"
    assert scene.show(WAMPUS) == "turn", "one at a time"
    assert scene.show(PHASES["turn"]) == "turn"
    scene.press("Verstanden")
    assert scene.seen == "wampus"
    assert scene.show(PHASES["hand"]) == "hand", "with an ELUM it doesn't show"


def test_no_more_hints_means_none_and_the_menu_brings_them_back(scene: Scene) -> None:
    scene.show(PHASES["landing"])
    scene.press("Keine Hinweise mehr")
    assert scene.show(PHASES["grant"]) is None
    scene.open()
    assert scene.show(PHASES["grant"]) is None
    scene.page.locator("#again").click()
    assert scene.seen == "grant"


def test_who_has_finished_a_match_here_sees_none(scene: Scene) -> None:
    scene.show({"phase": "over"})
    scene.open()
    assert [scene.show(phase) for phase in PHASES.values()] == [None] * len(PHASES)


def test_spectators_see_none_and_others_turns_have_none(browser: Browser, scene: Scene) -> None:
    assert scene.show(NOTHING) is None
    watching = Scene(browser, me="")
    assert [watching.show(phase) for phase in PHASES.values()] == [None] * len(PHASES)
    watching.show({"phase": "over"})
    assert watching.page.evaluate("localStorage.length") == 0
    watching.context.close()


def test_not_while_a_dialog_is_open(scene: Scene) -> None:
    scene.page.evaluate("document.getElementById('ask').showModal()")
    assert scene.show(PHASES["landing"]) is None
    scene.page.evaluate("document.getElementById('ask').close()")
    assert scene.frame() == "landing"
    scene.page.evaluate("document.getElementById('ask').showModal()")
    assert scene.frame() is None


def test_it_takes_no_focus_and_gives_it_back(scene: Scene) -> None:
    own = scene.page.locator("#own")
    own.focus()
    scene.show(PHASES["landing"])
    expect(own).to_be_focused()
    expect(scene.page.get_by_role("status")).to_contain_text("Willkommen auf Tahari")
    scene.page.keyboard.press("Tab")
    expect(scene.page.locator(".e-tip").get_by_role("button", name="Verstanden")).to_be_focused()
    scene.page.evaluate("addEventListener('keydown', (event) => (window.heard = event.key))")
    scene.page.keyboard.press(" ")
    assert scene.seen is None
    expect(own).to_be_focused()
    assert scene.page.evaluate("window.heard ?? null") is None, "the space bar meant the card, it doesn't grab"


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844), (844, 390)])
def test_it_moves_out_of_the_way_of_controls(scene: Scene, width: int, height: int) -> None:
    scene.page.set_viewport_size({"width": width, "height": height})
    scene.show(PHASES["ladder"])
    for place in ("left: 0; bottom: 0", "left: 0; top: 0", "right: 0; bottom: 0"):
        scene.page.evaluate(
            f"document.getElementById('own').style.cssText = 'position: absolute; width: 45%; height: 30%; {place}'"
        )
        assert scene.frame() == "ladder"
        apart: bool = scene.page.evaluate(
            """() => {
              const [a, b] = ['.e-tip', '#own'].map((one) => document.querySelector(one).getBoundingClientRect());
              const inside = a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
              return inside && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
            }"""
        )
        assert apart, place


def test_where_there_is_no_room_it_waits(scene: Scene) -> None:
    full = "document.getElementById('own').style.cssText = 'position: absolute; inset: 0'"
    scene.page.evaluate(full)
    assert scene.show(PHASES["summary"]) is None
    scene.page.evaluate("document.getElementById('own').style.cssText = ''")
    assert scene.frame() == "summary"
