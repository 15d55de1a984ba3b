"""The small shows in Chromium: functions of match time, so that who comes late joins in the middle."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.elum.state import Bonus, ColonyEvent, Crop, Happened, Harvest, Over, State, Summary, Turn
from tests.browser.elum.conftest import Show
from tests.browser.elum.scene import ScenePage
from tests.games.elum.scenes import ground, opening, own, scene


def at(page: ScenePage, now: int) -> ScenePage:
    page.pass_to(now)
    return page


def reaping(stage: Any = "blocks", **how: Any) -> State:
    """A refined plot with two ELUMs, one that stands still; the blocks come 200 ms apart from 1000 on."""
    state = scene()
    own(state, 0, "A1", elums=("food", "energy"))
    state.plots["A1"].badge = True
    own(state, 1, "B2", elums=("ore",))
    crops = [Crop("A1", 0, "food", 2), Crop("A1", 0, "energy", 2), Crop("B2", 1, "ore", 0, idle=True)]
    state.phase = Harvest(stage, 1_000, 60_000, crops=crops, block_ms=200, bonuses=[Bonus()] * 4, **how)
    return state


def test_the_ship_comes_down_and_the_settlers_get_out(show: Show) -> None:
    """E-035, also for who comes in the middle."""
    page = show(opening(), now=500, motion=True)
    at(page, 500)
    high = float(page.style(".e-ship__fly", "y"))
    expect(page.find(".e-caption")).to_be_visible()
    at(page, 2_000)
    assert high < float(page.style(".e-ship__fly", "y")) < 0
    at(page, 7_500)
    expect(page.find(".e-ship")).to_have_class(re.compile("is-down"))
    expect(page.find(".e-cast")).to_be_visible()
    late = show(opening(), now=7_500, motion=True)
    at(late, 7_500)
    for settler in range(4):
        expect(late.find(".e-settler").nth(settler)).not_to_have_class(re.compile("is-inside|is-walking"))


def test_others_read_the_post_and_the_own_window_is_no_card(show: Show) -> None:
    """E-068."""
    state = scene()
    state.phase = Turn("window", 1, [2], 0, 17_000, happened=Happened("E8", money=50))
    page = show(state)
    expect(page.find(".e-getready")).to_contain_text("Post für Jonas: „Sieg im Schlammnudel-Wettessen.")
    expect(page.find("#e-underway")).to_contain_text("Danach ist Ayşe dran.")
    own_page = show(state, seat=1)
    expect(own_page.find(".e-getready")).to_be_hidden()


def test_the_reels_halt_before_the_winnings_count_up(show: Show) -> None:
    """E-100."""
    state = scene()
    state.phase = Turn("slot", 1, [2], 0, 17_000, winnings=187)
    page = show(state, now=14_200, motion=True)
    at(page, 14_200)
    expect(page.find(".e-slot")).to_have_attribute("data-state", "roll")
    expect(page.find(".e-win b")).to_have_text("0")
    at(page, 16_900)
    expect(page.find(".e-slot")).to_have_attribute("data-state", "won")
    expect(page.find(".e-win b")).to_have_text("187")


def test_blocks_come_up_one_by_one_in_two_columns(show: Show) -> None:
    """E-109, E-135: a column for each good of a refined plot."""
    page = show(reaping(), now=1_000, motion=True)
    shown = page.find(".e-blocks .e-block")
    for now, count in ((1_010, 1), (1_210, 2), (1_700, 4)):
        at(page, now)
        expect(shown).to_have_count(count)
        expect(page.find("[data-tally='1']")).to_have_text(str(count))
    boxes = page.page.evaluate(
        "[...document.querySelectorAll('.e-block use')].map((u) => [u.getAttribute('href'), u.getAttribute('x')])"
    )
    assert boxes == [["#block-food", "6"]] * 2 + [["#block-energy", "16"]] * 2
    expect(page.find(".e-noyield--idle")).to_have_count(0)
    at(page, 1_810)
    expect(page.find(".e-noyield--idle")).to_have_count(1)
    expect(page.find("#p-A1 use[href='#elum-food-1']")).to_be_hidden()
    late = show(reaping(), now=1_450, motion=True)
    at(late, 1_450)
    expect(late.find(".e-blocks .e-block")).to_have_count(3)


def test_the_picture_comes_before_the_yields(show: Show) -> None:
    """E-112."""
    page = show(reaping("event", event=ColonyEvent("sun")), now=1_500)
    expect(page.find(".e-struck")).to_contain_text("Sonnensturm")
    expect(page.find(".e-block")).to_have_count(0)


def test_a_mountain_walks_to_its_new_place(show: Show) -> None:
    state = reaping("mountain", event=ColonyEvent("quake", plot="H1", to="G1"))
    ground(state, "H1", "plain")
    ground(state, "G1", "mountain", peaks=2)
    assert isinstance(state.phase, Harvest)
    state.phase.until = 4_000
    page = show(state, now=2_500, motion=True)
    at(page, 2_500)
    assert 6 * 32 < float(page.style(".e-walker--mountain", "x")) < 7 * 32
    expect(page.find("#e-peaks use.is-gone")).to_have_count(1)
    at(page, 3_999)
    state.phase.stage, state.phase.until = "balance", None
    page.push([])
    page.frame()
    expect(page.find("#e-peaks use.is-gone")).to_have_count(0)
    expect(page.find(".e-board")).to_be_visible()
    expect(page.find(".e-blocks .e-block")).to_have_count(4)


def test_the_figures_count_up_when_the_settlers_have_walked_in(show: Show) -> None:
    """E-177, E-185."""
    state = scene(round_=4)
    state.phase = Summary(1_000, None, [(1_200, 500, 300, 2_000)] * 4, dict(state.store.prices), 0)
    page = show(state, now=1_000, motion=True)
    money = page.find("td[data-seat='1'][data-item='0']")
    at(page, 1_500)
    expect(money).to_have_css("color", "rgba(0, 0, 0, 0)")  # not a nought that would be read as one
    at(page, 7_000)
    expect(money).to_have_text("1.200")
    expect(money).not_to_have_css("color", "rgba(0, 0, 0, 0)")
    expect(page.find("td[data-seat='1'][data-item='3']")).to_have_text("2.000")


def over() -> State:
    state = scene(round_=12)
    state.rank = [1, 0, 2, 3]
    state.phase = Over(
        1_000, [(20_000, 0, 0, 20_000), (30_000, 0, 0, 30_000), (9_000, 0, 0, 9_000), (8_000, 0, 0, 8_000)]
    )
    return state


@pytest.mark.parametrize("motion", [True, False])
def test_the_end_is_stepped_through_at_one_s_own_pace(show: Show, motion: bool) -> None:
    """E-036: walk-in, lift-off, verdict; no action is sent, and the portal's word of the end waits."""
    page = show(over(), motion=motion)
    expect(page.find(".e-pod")).to_have_count(4)
    page.page.evaluate("window.same = true")
    page.say({"t": "room"})
    page.page.wait_for_timeout(2_000)
    assert page.page.evaluate("window.same") is True
    page.find("[data-ending-next]:visible").click()
    expect(page.find(".e-liftoff")).to_be_visible()
    expect(page.find("[data-ending-next]:visible")).to_be_focused()
    page.page.keyboard.press("Enter")
    expect(page.find(".e-verdict")).to_contain_text("Erster Gründer")
    page.push([], full=True)  # the line was down: the step stays
    page.frame()
    expect(page.find(".e-verdict")).to_be_visible()
    assert page.actions() == []
    with page.page.expect_navigation():
        page.find(".e-final a").click()


def test_any_step_has_the_way_to_the_result(show: Show) -> None:
    page = show(over())
    with page.page.expect_navigation():
        page.find(
            "a:visible",
        ).filter(has_text="Zum Ergebnis").click()


@pytest.mark.parametrize("skin", ["retro", "modern"])
def test_nothing_is_wider_than_the_screen_or_below_its_foot(show: Show, skin: str) -> None:
    low = "(() => { const s = document.querySelector('.e-scene'); return s.scrollHeight - s.clientHeight; })()"
    for state in (opening(), reaping(), reaping("balance"), over()):
        page = show(state, skin=skin, now=state.now)
        for width, height in ((1440, 900), (844, 390), (390, 844)):
            page.page.set_viewport_size({"width": width, "height": height})
            page.frame()
            assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
            assert page.page.evaluate(low) <= 1, (width, height)
