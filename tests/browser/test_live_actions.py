"""From a press to the server's answer: each action once, for the decision that it meant (cases 5, 11, 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.live_page import TAKE, LivePage, board

Open = Callable[..., LivePage]


@pytest.fixture
def live(browser: Browser) -> Iterator[Open]:
    pages: list[LivePage] = []

    def new(**options: Any) -> LivePage:
        pages.append(LivePage(browser, **options))
        return pages[-1].open()

    yield new
    problems = [problem for page in pages for problem in page.problems]
    for page in pages:
        page.context.close()
    assert not problems


def press(live: LivePage, name: str = "#take") -> None:
    live.page.locator(name).click()


def settle(live: LivePage) -> None:
    """Long enough for a frame to arrive, had there been one."""
    live.page.wait_for_timeout(150)


def test_a_press_sends_the_action_with_its_decision_and_an_id(live: Open) -> None:
    page = live()
    press(page)
    page.until(lambda: bool(page.frames("act")))
    (frame,) = page.frames("act")
    assert frame == {"t": "act", "id": frame["id"], "d": 1, "a": {"type": "take", "die": "rot"}}
    assert len(frame["id"]) == 36


def test_a_double_click_acts_once_before_and_after_the_answer(live: Open) -> None:
    page = live()
    page.page.locator("#take").dblclick()
    settle(page)
    (frame,) = page.frames("act")
    page.say({"t": "ack", "id": frame["id"]})
    settle(page)
    press(page)
    settle(page)
    assert len(page.frames("act")) == 1


def test_without_an_answer_the_next_press_asks_the_same_once_more(live: Open) -> None:
    page = live()
    press(page)
    page.page.wait_for_timeout(1500)
    press(page)
    settle(page)
    assert len(page.frames("act")) == 1
    page.page.wait_for_timeout(1800)
    press(page)
    page.until(lambda: len(page.frames("act")) == 2)
    first, second = page.frames("act")
    assert first == second


def test_after_a_refusal_the_player_may_try_again(live: Open) -> None:
    page = live()
    press(page)
    page.until(lambda: bool(page.frames("act")))
    page.say({"t": "no", "id": page.frames("act")[0]["id"], "code": "illegal", "text": "Der Würfel passt nicht."})
    expect(page.page.get_by_role("alert")).to_have_text("Der Würfel passt nicht.")
    page.page.wait_for_timeout(450)
    press(page)
    page.until(lambda: len(page.frames("act")) == 2)
    first, second = page.frames("act")
    assert first["id"] != second["id"]


def test_in_real_time_one_decision_takes_many_different_actions(live: Open) -> None:
    two = TAKE + """<button type="button" id="more" data-action='{"type":"bid","to":85}'>85</button>"""
    page = live(pace="realtime", inner=two)
    press(page)
    press(page, "#more")
    page.until(lambda: len(page.frames("act")) == 2)
    press(page, "#more")
    settle(page)
    assert len(page.frames("act")) == 2


def test_without_a_decision_nothing_is_sent_and_the_player_is_told(live: Open) -> None:
    page = live()
    page.decision = None
    page.show()
    page.until(lambda: page.shown("decision") == "")
    press(page)
    expect(page.page.get_by_role("alert")).to_have_text("Du bist gerade nicht dran.")
    assert not page.frames("act")


def test_a_finger_that_was_down_already_does_not_hit_what_has_come(live: Open) -> None:
    page = live()
    box = page.page.locator("#take").bounding_box()
    assert box is not None
    page.page.mouse.move(box["x"] + 5, box["y"] + 5)
    page.page.mouse.down()
    page.decision = 2
    page.show()
    page.until(lambda: page.shown("decision") == "2")
    page.page.mouse.up()
    settle(page)
    assert not page.frames("act")


def test_what_is_no_move_may_be_pressed_while_the_turn_goes_on(live: Open) -> None:
    page = live()
    button = page.page.locator("[data-sound-toggle]")
    button.hover()
    page.page.mouse.down()
    page.decision = 2
    page.show()
    page.until(lambda: page.shown("decision") == "2")
    page.page.mouse.up()
    expect(button).to_have_attribute("aria-label", "Ton einschalten")


def test_the_second_tap_of_a_double_tap_does_not_hit_the_next_thing(live: Open) -> None:
    """For the page its clock stands between the two, however slow this machine is."""
    page = live()
    page.page.evaluate("() => { const at = performance.now(); performance.now = () => at; }")
    press(page)
    page.until(lambda: bool(page.frames("act")))
    page.decision = 2
    page.show()
    page.until(lambda: page.shown("decision") == "2")
    press(page)
    settle(page)
    assert len(page.frames("act")) == 1
    page.page.evaluate("() => { const at = performance.now() + 450; performance.now = () => at; }")
    press(page)
    page.until(lambda: len(page.frames("act")) == 2)
    assert page.frames("act")[1]["d"] == 2


def test_a_held_key_acts_once(live: Open) -> None:
    page = live()
    page.page.locator("#take").focus()
    page.page.keyboard.down("Enter")
    page.page.keyboard.down("Enter")  # the second is a repeat
    page.page.keyboard.up("Enter")
    settle(page)
    assert len(page.frames("act")) == 1


def test_enter_and_space_act_on_what_is_no_button(live: Open) -> None:
    page = live(inner="""<span tabindex="0" role="button" id="take" data-action='{"type":"x"}'>Feld</span>""")
    page.page.locator("#take").focus()
    page.page.keyboard.press("Enter")
    page.until(lambda: len(page.frames("act")) == 1)


def test_what_is_disabled_does_not_act(live: Open) -> None:
    page = live(inner=TAKE.replace("data-action", 'aria-disabled="true" data-action'))
    page.page.locator("#take").click(force=True)
    settle(page)
    assert not page.frames("act")


def test_a_game_may_act_by_an_event(live: Open) -> None:
    page = live()
    page.page.evaluate("document.dispatchEvent(new CustomEvent('game:act', {detail: {a: {type: 'freeze'}}}))")
    page.until(lambda: bool(page.frames("act")))
    assert page.frames("act")[0]["a"] == {"type": "freeze"}


def test_advice_is_asked_for_and_shown(live: Open) -> None:
    page = live(inner=TAKE + '<button type="button" data-advice id="rat">Rat</button>')
    press(page, "#rat")
    page.until(lambda: bool(page.frames("advice")))
    page.say({"t": "advice", "d": 1, "a": {"type": "take"}, "text": "Nimm Feuer: Es bringt zwei Punkte."})
    expect(page.page.locator("#refusals")).to_contain_text("Nimm Feuer")
    page.decision = 2
    page.show()
    expect(page.page.locator("#refusals")).to_be_empty()


# --- over a break of the line ------------------------------------------------------------------------


def test_an_unanswered_action_is_sent_again_with_the_same_id(live: Open) -> None:
    page = live()
    press(page)
    page.until(lambda: bool(page.frames("act")))
    page.lines[-1].close(code=1012)
    page.until(lambda: len(page.frames("act")) == 2)
    first, second = page.frames("act")
    assert first == second


def test_it_is_not_sent_again_when_the_decision_has_changed(live: Open) -> None:
    page = live()
    press(page)
    page.until(lambda: bool(page.frames("act")))
    page.decision = 2
    page.lines[-1].close(code=1012)
    page.until(lambda: len(page.lines) == 2 and page.shown("decision") == "2")
    settle(page)
    assert len(page.frames("act")) == 1


def test_an_answered_action_is_not_sent_again(live: Open) -> None:
    page = live()
    press(page)
    page.until(lambda: bool(page.frames("act")))
    page.say({"t": "ack", "id": page.frames("act")[0]["id"]})
    settle(page)
    page.lines[-1].close(code=1012)
    page.until(lambda: len(page.lines) == 2 and len(page.frames("beat")) >= 2)
    settle(page)
    assert len(page.frames("act")) == 1


def test_while_the_line_is_down_nothing_is_queued_and_the_player_is_told(live: Open) -> None:
    page = live()
    page.page.evaluate("htmx.config.wsReconnectDelay = () => 1500")
    page.lines[-1].close(code=1012)
    settle(page)
    press(page)
    expect(page.page.get_by_role("alert")).to_contain_text("Die Verbindung ist weg.")
    page.until(lambda: len(page.lines) == 2 and page.shown("full") == "1")
    settle(page)
    assert not page.frames("act")


# --- what a swap leaves ------------------------------------------------------------------------------


@pytest.mark.parametrize("mark", ['id="here"', 'data-key="here"'])
def test_focus_comes_back_after_a_swap(live: Open, mark: str) -> None:
    inner = f"<button>davor</button><button {mark}>hier</button>"
    page = live(inner=inner)
    page.page.get_by_role("button", name="hier").focus()
    page.show(board(inner.replace("davor", "neu davor")))
    expect(page.page.get_by_role("button", name="neu davor")).to_be_visible()
    expect(page.page.get_by_role("button", name="hier")).to_be_focused()


def test_focus_of_what_is_gone_goes_to_what_was_round_it(live: Open) -> None:
    page = live(inner='<div id="bar" tabindex="-1"><button id="gone">weg</button></div>')
    page.page.locator("#gone").focus()
    page.show(board('<div id="bar" tabindex="-1"><button id="other">da</button></div>'))
    expect(page.page.locator("#bar")).to_be_focused()
