"""What a live page does beside acting: whose turn it is, the Chronik, sound, motion, dialogs, touch."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.live_page import TAKE, board
from tests.browser.test_live_actions import Open, live

__all__ = ["live"]


def group(heading: str, *lines: str) -> str:
    head = f'<h3 class="chron__head">{heading}</h3>' if heading else ""
    more = "" if heading else " data-more"
    inner = "".join(f'<li class="chron__line"><span>{line}</span></li>' for line in lines)
    return f'<li class="chron__group"{more}>{head}<ul>{inner}</ul></li>'


def added(*groups: str) -> str:
    return f'<ol id="chronik" hx-swap-oob="afterbegin">{"".join(groups)}</ol>'


PLAY = "(name) => document.dispatchEvent(new CustomEvent('sound:play', {detail: {name}}))"


# --- turn --------------------------------------------------------------------------------------------


def test_the_own_turn_is_in_the_title_the_icon_and_on_the_page(live: Open) -> None:
    page = live()
    expect(page.page).to_have_title("● Du bist dran – Elements")
    assert (page.page.locator("#favicon").get_attribute("href") or "").startswith("data:image/svg+xml")
    page.decision = None
    page.show()
    expect(page.page).to_have_title("Elements – Speedgamez")
    expect(page.page.locator("#turn")).to_be_hidden()
    assert (page.page.locator("#favicon").get_attribute("href") or "").endswith("favicon.svg")
    page.decision = 2
    page.show()
    expect(page.page.locator("#turn")).not_to_have_attribute("hidden", "")
    expect(page.page.locator("#news")).to_contain_text("Du bist dran.")


# --- Chronik -----------------------------------------------------------------------------------------


def test_new_lines_join_the_group_they_belong_to_and_are_read_out(live: Open) -> None:
    page = live()
    page.show(added(group("Wurf 1", "a")))
    page.show(added(group("", "b")))
    page.show(added(group("Wurf 2", "d"), group("", "c")))
    log = page.page.locator("#chronik")
    expect(log.locator(".chron__head")).to_have_text(["Wurf 2", "Wurf 1"])
    expect(log.locator(".chron__line")).to_have_text(["d", "a", "b", "c"])
    expect(page.page.locator("#news")).to_contain_text("c")


def test_the_newest_line_comes_into_sight_unless_somebody_reads_there(live: Open) -> None:
    """Newest group first, its lines in order: in a long group the newest line would be far below."""
    page = live()
    page.page.evaluate("""() => { const wrap = document.createElement("div"), log = document.getElementById("chronik");
        wrap.className = "chron__wrap"; wrap.tabIndex = 0; wrap.style.height = "120px";
        log.replaceWith(wrap); wrap.append(log); }""")
    wrap, log = page.page.locator(".chron__wrap"), page.page.locator("#chronik")

    def in_sight(text: str) -> bool:
        line = log.get_by_text(text, exact=True).bounding_box()
        box = wrap.bounding_box()
        assert line and box
        return box["y"] - 1 <= line["y"] and line["y"] + line["height"] <= box["y"] + box["height"] + 1

    page.show(added(group("Runde 1", "a0")))
    for number in range(1, 15):
        page.show(added(group("", f"a{number}")))
    expect(log.locator(".chron__line")).to_have_count(15)
    assert in_sight("a14") and not in_sight("a0")
    wrap.focus()
    page.show(added(group("Runde 2", "b0")))
    expect(log.locator(".chron__line")).to_have_count(16)
    assert not in_sight("b0")
    page.page.evaluate("document.activeElement.blur()")
    page.show(added(group("", "b1")))
    expect(log.locator(".chron__line")).to_have_count(17)
    assert in_sight("b1") and in_sight("b0")


# --- sound -------------------------------------------------------------------------------------------


def test_sound_is_one_tap_away_and_remembered_on_the_device(live: Open) -> None:
    page = live()
    button = page.page.locator("[data-sound-toggle]")
    expect(button).to_have_attribute("aria-label", "Ton ausschalten")
    button.click()
    expect(button).to_have_attribute("aria-label", "Ton einschalten")
    page.page.reload()
    expect(button).to_have_attribute("aria-label", "Ton einschalten")


def test_the_players_setting_counts_until_the_device_says_otherwise(live: Open) -> None:
    page = live(html=' data-sounds="off"')
    expect(page.page.locator("[data-sound-toggle]")).to_have_attribute("aria-label", "Ton einschalten")


def test_every_sound_is_made_on_the_spot_and_none_when_it_is_off(live: Open) -> None:
    page = live()
    page.page.evaluate(
        """() => { window.made = 0; for (const name of ['OscillatorNode', 'AudioBufferSourceNode']) {
            const Real = window[name];
            window[name] = class extends Real { constructor(...all) { super(...all); window.made += 1; } }; } }"""
    )
    page.page.mouse.click(900, 600)
    names = ["dice", "slide", "take", "freeze", "turn", "tick", "no", "sit", "start", "win", "end", "count"]
    silent = []
    for name in names:
        before = page.page.evaluate("window.made")
        page.page.evaluate(PLAY, name)
        if page.page.evaluate("window.made") == before:
            silent.append(name)
    assert silent == []
    page.page.locator("[data-sound-toggle]").click()
    before = page.page.evaluate("window.made")
    page.page.evaluate(PLAY, "turn")
    assert page.page.evaluate("window.made") == before


# --- motion (case 15) --------------------------------------------------------------------------------

STONE = '<div data-key="stone" id="stone" class="btn">Stein</div>'
MOVING = "document.getElementById('stone').getAnimations().length"
WATCH = f"document.addEventListener('live:events', () => (window.moving = {MOVING}))"


def move(page_inner: str) -> str:
    return board(f"<p>davor</p><p>und noch etwas davor</p>{page_inner}")


def test_what_has_moved_glides_there_and_a_press_ends_it(live: Open) -> None:
    page = live(inner=STONE)
    page.page.evaluate(WATCH)
    page.show(move(STONE))
    page.until(lambda: page.page.evaluate("window.moving") == 1)
    page.show(board(STONE))
    page.page.mouse.click(900, 600)
    page.until(lambda: page.page.evaluate(MOVING) == 0)


def test_with_reduced_motion_nothing_moves(live: Open) -> None:
    page = live(inner=STONE, reduced_motion="reduce")
    page.page.evaluate(WATCH)
    page.show(move(STONE))
    page.until(lambda: page.page.evaluate("window.moving") == 0)


def test_the_players_own_setting_stops_motion_too(live: Open) -> None:
    page = live(inner=STONE, html=' data-motion="off"')
    page.page.evaluate(WATCH)
    page.show(move(STONE))
    page.until(lambda: page.page.evaluate("window.moving") == 0)


def test_everything_sent_at_once_is_shown_at_once(live: Open) -> None:
    page = live(inner=STONE)
    page.page.evaluate(WATCH)
    page.show(move(STONE), full=True)
    page.until(lambda: page.page.evaluate("window.moving") == 0)


# --- touch -------------------------------------------------------------------------------------------

HOLD = TAKE.replace("data-action", "data-hold data-action")


def test_a_long_press_shows_and_does_not_act(live: Open) -> None:
    page = live(inner=HOLD, has_touch=True)
    page.page.evaluate(
        "for (const n of ['live:hold', 'live:holdend']) document.addEventListener(n, () => (window.last = n))"
    )
    touch = """(kind) => { const e = document.getElementById('take'); const at = {bubbles: true, pointerType: 'touch',
        clientX: 20, clientY: 20, detail: 1}; e.dispatchEvent(new PointerEvent(kind, at)); }"""
    page.page.evaluate(touch, "pointerdown")
    page.until(lambda: page.page.evaluate("window.last") == "live:hold")
    page.page.evaluate(touch, "pointerup")
    assert page.page.evaluate("window.last") == "live:holdend"
    page.page.evaluate(
        """document.getElementById('take').dispatchEvent(
            new MouseEvent('click', {bubbles: true, cancelable: true, detail: 1}))"""
    )
    page.page.wait_for_timeout(150)
    assert not page.frames("act")


def test_a_tap_acts(live: Open) -> None:
    page = live(inner=HOLD, has_touch=True)
    page.page.locator("#take").tap()
    page.until(lambda: len(page.frames("act")) == 1)


# --- the end -----------------------------------------------------------------------------------------


def test_when_the_match_is_over_the_page_goes_on_to_the_result(live: Open) -> None:
    page = live()
    page.say({"t": "room"})
    page.page.wait_for_timeout(2000)
    assert len(page.lines) == 1, "the table has changed, the match goes on"
    page.decision = None
    page.show(over=True)
    page.say({"t": "room"})
    page.until(lambda: len(page.lines) == 2)


def test_a_page_without_a_board_takes_no_board(live: Open) -> None:
    page = live(kind="result")
    page.show(board("Brett"))
    page.page.wait_for_timeout(150)
    expect(page.page.locator("#board")).not_to_have_text(re.compile("Brett"))
