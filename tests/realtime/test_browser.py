"""In Chromium: choosing for the own seat with others at the table, how long it takes, and a match that stands."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support import browser as browsers
from tests.support.browser import Person
from tests.support.live import Portal
from tests.support.portals import any_portal

pytestmark = [pytest.mark.browser, pytest.mark.live]
PICTURES = os.environ.get("PICTURES", "")
"""A folder for screenshots, for somebody who wants to look."""


@pytest.fixture(scope="module")
def portal() -> Iterator[Portal]:
    found = {"DJANGO_SETTINGS_MODULE": "tests.realtime.settings", "TRUSTED_PROXIES": "1"}
    with any_portal(env=found) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsers.chromium() as running:
        yield running


Come = Callable[..., Person]


@pytest.fixture
def come(browser: Browser, portal: Portal) -> Iterator[Come]:
    people: list[Person] = []

    def new(**options: object) -> Person:
        address = {"X-Forwarded-For": f"10.9.{len(portal.lines) % 250}.{len(people) + 1}"}
        people.append(Person(browser, portal, extra_http_headers=address, **options))  # type: ignore[arg-type]
        return people[-1]

    yield new
    # The home page may be asking for its lists just when somebody leaves it.
    gone = ("htmx:afterRequest", "htmx:sendAbort")
    problems = [said for person in people for said in person.problems if not any(word in said for word in gone)]
    for person in people:
        person.close()
    assert problems == []


def shot(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def opened(person: Person) -> str:
    page = person.page
    page.goto("/spiele/race/tisch/")
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.wait_for_url("**/tische/*/")
    return page.url


def test_two_choose_for_their_seats_live_and_what_one_has_the_other_cannot_take(come: Come) -> None:
    anton, berta = come().be_guest(), come(width=390, height=844).be_guest()
    url = opened(anton)
    berta.page.goto(url)
    berta.page.get_by_role("button", name="Beitreten").click()
    group = anton.page.get_by_role("group", name="Dein Platz: Auto")
    expect(group.get_by_role("radio", name="Auslosen")).to_be_checked()
    group.get_by_role("radio", name="Roter Renner").check()
    theirs = berta.page.get_by_role("group", name="Dein Platz: Auto")
    expect(theirs.get_by_role("radio", name="Roter Renner")).to_be_disabled()
    expect(theirs.get_by_text(f"hat {anton.name}")).to_be_visible()
    expect(anton.page.locator(".chair[data-me] .chair__pick")).to_have_text("Roter Renner")
    theirs.get_by_role("radio", name="Auslosen").focus()
    berta.page.keyboard.press("ArrowDown")
    expect(theirs.get_by_role("radio", name="Blauer Blitz")).to_be_checked()
    expect(theirs.get_by_role("radio", name="Blauer Blitz")).to_be_focused()
    berta.page.keyboard.press("ArrowDown")
    expect(theirs.get_by_role("radio", name="Gelbe Gefahr")).to_be_checked()
    expect(anton.page.get_by_text(f"hat {berta.name}")).to_be_visible()
    heights = berta.page.locator(".pick__card").evaluate_all(
        "cards => cards.map((c) => c.getBoundingClientRect().height)"
    )
    assert len(heights) == 9
    assert min(heights) >= 44
    assert fits(berta.page)
    shot(anton.page, "room-1280")
    shot(berta.page, "room-390")


def test_the_quick_match_and_a_new_table_ask_at_any_width_and_in_the_dark(come: Come) -> None:
    for width, scheme in ((390, "dark"), (1280, "light")):
        person = come(width=width, height=844, color_scheme=scheme).be_guest()
        page = person.page
        for path in ("/", "/spiele/", "/spiele/race/", "/spiele/race/tisch/"):
            page.goto(path)
            assert fits(page), path
            shot(page, f"{path.strip('/').replace('/', '-') or 'home'}-{width}-{scheme}")
        page.get_by_role("radio", name="Minze").check()
        page.get_by_role("button", name="Tisch eröffnen").click()
        page.wait_for_url("**/tische/*/")
        expect(page.get_by_role("radio", name="Minze")).to_be_checked()
        shot(page, f"room-{width}-{scheme}")
        page.goto("/spiele/race/")
        choice = page.get_by_label("Auto")
        expect(choice).to_have_value("mint")
        box = choice.bounding_box()
        assert box is not None and box["height"] >= 44
        choice.select_option("gelb")
        page.get_by_role("button", name="Schnelle Partie").click()
        page.wait_for_url("**/tische/*/")
        expect(page.locator('[data-car][data-colour="gelb"]')).to_be_visible()


def test_a_form_says_how_long_it_takes_as_it_is_filled_in(come: Come) -> None:
    page = come().be_guest().page
    page.goto("/spiele/race/tisch/")
    expect(page.locator("#dauer")).to_contain_text("10–25 Min.")
    page.get_by_role("group", name="Runden").get_by_role("radio", name="60 Runden").check()
    expect(page.locator("#dauer")).to_contain_text("60–75 Min.")
    page.get_by_role("group", name="Plätze").get_by_role("radio", name="2", exact=True).check()
    expect(page.locator("#dauer")).to_contain_text("60–65 Min.")
    assert page.url.endswith("/spiele/race/tisch/")
    page.get_by_role("button", name="Tisch eröffnen").click()
    page.wait_for_url("**/tische/*/")
    page.get_by_text("Einstellungen ändern", exact=True).click()
    expect(page.locator("#dauer")).to_contain_text("60–65 Min.")
    page.get_by_role("group", name="Runden").get_by_role("radio", name="1 Runden", exact=True).check()
    expect(page.locator("#dauer")).to_contain_text("etwa 1 Min.")
    page.get_by_role("button", name="So spielen").click()
    expect(page.locator(".opts .facts")).to_contain_text("etwa 1 Min.")


def test_who_watches_reads_for_whom_a_match_waits_and_its_clock_stands(come: Come) -> None:
    anton, watcher = come().be_guest(), come(width=390, height=844)
    anton.page.goto("/spiele/race/")
    anton.page.get_by_role("button", name="Schnelle Partie").click()
    anton.page.wait_for_url("**/tische/*/")
    url = anton.page.url
    watcher.page.goto(url)
    expect(watcher.page.locator("#pause")).to_be_hidden()
    anton.page.goto("/")
    expect(watcher.page.locator("#pause")).to_have_text(f"Pausiert, bis {anton.name} wieder da ist.")
    shot(watcher.page, "paused-390")
    assert fits(watcher.page)
    anton.page.reload()
    expect(anton.page.locator("#weiter")).to_contain_text("Pausiert")
    shot(anton.page, "home-paused")
    anton.page.get_by_role("link", name="Weiterspielen").click()
    expect(watcher.page.locator("#pause")).to_be_hidden()
    ways = watcher.page.locator("[data-car]")  # Anton's own may have rolled to a stop while he left
    before = ways.all_inner_texts()
    expect(ways).not_to_have_text(before)
