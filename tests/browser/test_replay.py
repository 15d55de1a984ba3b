"""An ended match in the browser: steps by buttons, keys, slider and Chronik, playing by itself, and the proof."""

from __future__ import annotations

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.support.live import ROOT, Portal, environment

PLAYED = """
import django
django.setup()
from tests.support.names import new_name
from tests.tables.replay.support import Play, match_begun, user
print(Play(match_begun(user(new_name()), "normal", clock_s=60), seed=3).out(slow=0.02).code)
"""


@pytest.fixture(scope="module")
def path(portal: Portal) -> str:
    """The page of a match that has been played to its end."""
    env = {**environment(portal.data, portal.port, portal.env), "DJANGO_SETTINGS_MODULE": "portal.settings"}
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True
    )
    return f"/partien/{ran.stdout.split()[-1]}/"


@pytest.fixture
def page(come: Come, path: str) -> Page:
    page = come().page
    page.goto(f"{path}?schritt=20")
    shows(page, 20)
    return page


def shows(page: Page, step: int) -> None:
    """The page stands at the step, everywhere where that is told."""
    expect(page.locator("#steps-now")).to_have_attribute("data-step", str(step))
    expect(page.locator("#steps-range")).to_have_value(str(step))
    expect(page).to_have_url(f"{page.url.partition('?')[0]}?schritt={step}")
    expect(page.locator(".chron__line[aria-current]")).to_have_count(1)


def test_buttons_keep_the_focus(page: Page) -> None:
    forward = page.get_by_role("link", name="Schritt vor")
    forward.focus()
    for step in (21, 22):
        page.keyboard.press("Enter")
        shows(page, step)
        expect(forward).to_be_focused()
    page.get_by_role("link", name="Schritt zurück").click()
    shows(page, 21)


def test_keys_without_a_focus(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    shows(page, 21)
    page.keyboard.press("ArrowLeft")
    shows(page, 20)
    page.keyboard.press("Home")
    expect(page.locator("#steps-now")).to_have_attribute("data-step", "0")
    page.keyboard.press("End")
    last = page.locator("#steps-range").get_attribute("max")
    assert last is not None
    shows(page, int(last))


def test_the_slider_and_the_chronik(page: Page) -> None:
    slider = page.get_by_role("slider", name="Schritt")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    shows(page, 25)
    expect(slider).to_be_focused()
    line = page.locator(".chron__line[data-step='7']").first
    line.get_by_role("link").click()
    shows(page, 7)
    expect(line).to_have_attribute("aria-current", "step")


def test_it_plays_by_itself_until_somebody_takes_over(page: Page) -> None:
    page.get_by_role("button", name="Abspielen").click()
    expect(page.locator("#steps-now")).to_have_attribute("data-step", "22")
    pause = page.get_by_role("button", name="Anhalten")
    expect(pause).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Abspielen")).to_be_visible()
    stands = page.locator("#steps-now").get_attribute("data-step")
    page.wait_for_timeout(2500)
    expect(page.locator("#steps-now")).to_have_attribute("data-step", str(stands))


def test_the_server_proves_its_dice(page: Page) -> None:
    page.get_by_role("button", name="Prüfen").click()
    expect(page.get_by_text("Alles stimmt.")).to_be_visible()
    expect(page.locator(".checks li")).to_have_count(7)


def test_nothing_of_it_needs_javascript(come: Come, path: str) -> None:
    page = come(java_script_enabled=False).page
    page.goto(path)
    page.get_by_role("link", name="Zum Anfang").click()
    expect(page.get_by_text("Der Anfang", exact=True)).to_be_visible()
    page.get_by_role("link", name="Schritt vor").click()
    expect(page.locator("#steps-now")).to_have_attribute("data-step", "1")


def test_it_fits_a_phone(come: Come, path: str) -> None:
    page = come(width=390, height=844).page
    page.goto(f"{path}?schritt=20")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.get_by_role("link", name="Schritt vor")).to_be_in_viewport()
