"""At the real portal: two browsers, one of them behind a slow line; a reload in every phase; a guest's first match."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.elum.stage import SCENES, stage
from tests.support.browser import Person, until
from tests.support.live import Portal
from tests.support.relay import relay

SLOW_S = 0.075
"""One way: 150 ms there and back."""


def at_scene(person: Person, path: str) -> Page:
    person.page.goto(path)
    person.at_board()
    person.page.locator("#elum-sheet symbol").first.wait_for(state="attached")
    return person.page


def state(page: Page) -> str:
    return page.locator(".elum").get_attribute("data-state") or ""


STATES = """() => { const ladder = document.querySelector(".e-ladder"); window.states = [ladder.dataset.state];
    new MutationObserver(() => window.states.push(ladder.dataset.state))
      .observe(ladder, {attributeFilter: ["data-state"]}); }"""
"""Notes each state of the ladder from now on: one that a busy machine looks for too late counts as well."""


def have(page: Page, seat: int) -> int:
    return int(page.locator(f".e-foot[data-seat='{seat}'] .e-foot__have b").inner_text())


def test_two_trade_at_one_price_though_one_line_is_slow(come: Come, portal: Portal) -> None:
    """The issue's proof: the trade happens at the same price on both screens, 150 ms or not."""
    with relay(portal.port, delay_s=SLOW_S) as far:
        anna = come(reduced_motion="no-preference").register()
        ben = come(reduced_motion="no-preference").register()
        path = stage(portal, "trade", anna.name, ben.name)
        near, slow = at_scene(anna, path), at_scene(ben, far.url + path)
        for page in (near, slow):
            until(lambda page=page: state(page) in ("apart", "ladder"), page=page)  # type: ignore[misc]
        expect(near.locator(".e-foot[data-seat='1'] .e-foot__role")).to_have_text("Käufer")
        towards, away = {near: "ArrowUp", slow: "ArrowDown"}, {near: "ArrowDown", slow: "ArrowUp"}
        for page, key in towards.items():
            page.evaluate(STATES)
            page.keyboard.down(key)
        for page in (near, slow):
            until(lambda page=page: "deal" in page.evaluate("window.states"), page=page)  # type: ignore[misc]
        until(lambda: have(near, 1) >= 3 and have(slow, 1) >= 3, page=near)
        for page, key in away.items():
            page.keyboard.up(towards[page])
            page.keyboard.press(key)
        expect(near.locator(".e-ladder")).to_have_attribute("data-state", "apart")
        prices = [re.findall(r"zu (\d+)", page.locator(".e-deal").text_content() or "") for page in (near, slow)]
        assert prices[0] and prices[0] == prices[1]
        until(lambda: [have(near, 1), have(near, 2)] == [have(slow, 1), have(slow, 2)], page=near)


@pytest.mark.parametrize("scene", SCENES)
def test_a_reload_resumes_every_phase(come: Come, portal: Portal, scene: str) -> None:
    """The issue's proof: same seat, same scene, same clock; the console stays quiet."""
    anna = come().register()
    page = at_scene(anna, stage(portal, scene, anna.name))
    before = clock(page)
    page.reload()
    anna.at_board()
    after = clock(page)
    assert after["phase"] == before["phase"] and after["me"] == before["me"] == "1"
    if before["left"] is not None and after["stage"] == before["stage"]:
        assert after["left"] <= before["left"] + 0.3
    expect(page.locator(".e-phase")).not_to_be_empty()


def clock(page: Page) -> dict[str, Any]:
    """What the page knows of phase and time."""
    page.wait_for_timeout(300)
    found = page.evaluate(
        """() => { const p = JSON.parse(document.getElementById("e-now").dataset.phase);
            const now = Number(document.getElementById("live-msg").dataset.now);
            return {phase: p.phase, stage: p.stage, me: document.querySelector(".elum").dataset.me,
                    left: p.until ? (p.until - now) / 1000 : null}; }"""
    )
    return cast("dict[str, Any]", found)


def test_a_guests_first_match_begins_with_a_hint(come: Come) -> None:
    anna = come(width=1280, height=800).be_guest()
    anna.page.goto("/spiele/elum/")
    anna.page.get_by_role("button", name="Schnelle Partie").click()
    tip = anna.page.locator(".e-tip")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("Tahari")
    tip.get_by_role("button", name="Keine Hinweise mehr").click()
    expect(tip).to_have_count(0)
    anna.page.reload()
    until(lambda: anna.page.locator("#e-now").count() == 1, page=anna.page)
    expect(tip).to_have_count(0)
    anna.page.get_by_role("button", name="Menü dieser Partie").click()
    anna.page.get_by_role("button", name="Hinweise wieder zeigen").click()
    expect(tip).to_be_visible()
