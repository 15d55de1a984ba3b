"""Alone against computers, by keyboard only, and again."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.support.browser import Person, until


def tab_to(person: Person, words: str, most: int = 60) -> None:
    """Press Tab until the focused element carries these words; the focus must be visible."""
    for _ in range(most):
        person.page.keyboard.press("Tab")
        said: str = person.page.evaluate(
            """() => { const e = document.activeElement;
              return (e?.getAttribute("aria-label") || e?.innerText || "").trim(); }"""
        )
        if said.startswith(words):
            seen = person.page.evaluate(
                """() => { const s = getComputedStyle(document.activeElement);
                  return s.outlineStyle !== 'none' && s.outlineWidth !== '0px' || s.boxShadow !== 'none'; }"""
            )
            assert seen, f"the focus on {words!r} can't be seen"
            return
    raise AssertionError(f"{words!r} can't be reached with Tab")


def pick_by_keys(person: Person) -> None:
    """1 to 5 chooses a die, arrows a field if there is a choice, Enter takes it."""
    before = person.decision()
    for key in "12345":
        person.page.keyboard.press(key)
        if person.page.locator(".el-tap[aria-pressed=true]").count():
            break
    if person.page.locator("#el-take").is_disabled():
        person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    until(lambda: person.over() or not person.my_turn() or person.decision() != before, page=person.page)


def test_a_whole_match_by_keyboard_and_again(come: Come) -> None:
    """From the home page to the result and into the next match without a mouse."""
    guest = come().be_guest()
    guest.open_table(seats_count="2", clock_s="0", fast_bots="1", fill_level="easy")  # what Schnelle Partie repeats
    guest.page.goto("/")
    tab_to(guest, "Schnelle Partie: Elements")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url("**/tische/*/")
    guest.at_board()
    first = guest.page.url
    end = time.monotonic() + 240
    while not guest.over():
        assert time.monotonic() < end, guest.page.inner_text("main")[:1000]
        if guest.my_turn():
            pick_by_keys(guest)
        else:
            guest.page.wait_for_timeout(40)
    tab_to(guest, "Nochmal spielen")
    guest.page.keyboard.press("Enter")
    guest.page.wait_for_url(lambda url: url != first)
    guest.at_board()


def test_advice_and_escape(come: Come) -> None:
    guest = come().be_guest()
    guest.open_table(seats_count="2", clock_s="0", fast_bots="1", fill_level="easy")
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Schnelle Partie: Elements").click()
    guest.at_board()
    until(guest.my_turn, page=guest.page)
    expect(guest.page.locator(".el-tap").first).to_be_visible()  # the board's module listens
    guest.page.keyboard.press("r")
    expect(guest.page.locator("#refusals")).not_to_be_empty()
    if guest.page.locator(".el-tap").count() > 1:
        guest.page.keyboard.press(guest.page.locator(".el-tap").first.get_attribute("aria-keyshortcuts") or "1")
        expect(guest.page.locator(".el-tap[aria-pressed=true]")).to_have_count(1)
        guest.page.keyboard.press("Escape")
        expect(guest.page.locator(".el-tap[aria-pressed=true]")).to_have_count(0)


def test_without_javascript_tables_still_work(come: Come) -> None:
    """Forms and links are enough to the start of a match; the board then says what it needs."""
    anna = come(java_script_enabled=False).register()
    anna.open_table(seats_count="2", clock_s="0", fill_level="easy")
    anna.page.get_by_role("button", name="Bereit", exact=True).click()
    anna.page.get_by_role("button", name="Starten").click()
    expect(anna.page.locator("main[data-live=match]")).to_be_visible()
    assert "Zum Spielen braucht diese Seite JavaScript" in anna.page.content()
