"""The map in Chromium: land grant, the plot under the hammer, info windows, skins."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.elum.actions import Begin, Grab
from games.elum.state import Grant, Lot
from tests.browser.elum.conftest import Show
from tests.browser.elum.scene import REPLAY
from tests.games.elum.scenes import auction, grant, own, scene, turn


def test_the_cursor_runs_and_space_grabs_what_the_player_sees(show: Show) -> None:
    """E-037 (time bar), E-043: the space bar does what „Greifen“ does."""
    state = scene(2)
    begun = grant(state, free=("A1", "B1", "C1", "D1"))
    page = show(state, now=begun)
    page.pass_to(begun + 700)
    assert (page.style(".e-cursor", "x"), page.style(".e-cursor", "y")) == ("32", "0")
    expect(page.find("#e-underway h3")).to_have_text("Steppenfeld im Nordwesten")
    shares = []
    for now in (begun + 800, begun + 1_200):
        page.pass_to(now)
        shares.append(float(page.style(".e-timebar i", "t")))
    assert shares[0] > shares[1] > 0
    expect(page.page.get_by_role("button", name=re.compile("Greifen"))).to_be_enabled()
    page.page.keyboard.press("Space")
    page.until(lambda: page.actions("grab") == [{"type": "grab", "plot": "B1"}])
    page.pass_by(150)
    assert state.plots["B1"].owner == 0


def test_the_time_of_the_pass_stands_while_the_cursor_does(show: Show) -> None:
    """E-037: the bar neither jumps back nor on when somebody grabs."""
    state = scene(2)
    begun = grant(state)
    page = show(state, now=begun, seat=1)

    def share() -> float:
        return float(page.style(".e-timebar i", "t"))

    page.pass_to(begun + 6_000)
    before = share()
    assert isinstance(state.phase, Grant)
    page.act_as(0, Grab(state.phase.path[6_000 // 650]))
    during = [share()]
    for ms in (200, 1_000, 1_300):
        page.pass_by(ms)
        during.append(share())
    assert all(before - 0.03 <= part <= before for part in during), (before, during)
    page.pass_by(600)
    assert before - 0.06 <= share() <= before


def test_who_got_a_plot_stands_there_for_four_beats(show: Show) -> None:
    """E-047: during the hold the plot shows who got it."""
    state = scene(2)
    begun = grant(state, free=("A1", "B1", "C1"))
    page = show(state, now=begun)
    page.pass_to(begun + 100)
    page.act_as(1, Grab("A1"))
    page.pass_by(150)
    expect(page.find(".e-plate .e-name")).to_have_text("Jonas")
    expect(page.find(".e-plate")).to_have_attribute("data-seat", "2")
    assert page.find(".e-beats").get_attribute("data-left") == "4"
    page.pass_by(650 * 3)
    expect(page.find(".e-beats")).to_have_attribute("data-left", "1")
    expect(page.find("#p-A1")).to_have_attribute("data-seat", "2")
    expect(page.page.get_by_role("button", name=re.compile("Greifen"))).to_be_disabled()


def test_the_plot_blinks_before_the_office_opens(show: Show) -> None:
    """E-060: first the plot blinks on the map, then the Landamt opens."""
    state = scene(2)
    begun = auction(state, Lot("C2", None), to_ladder=False)
    page = show(state, now=begun, motion=True)
    page.pass_to(begun + 500)
    assert (page.style(".e-cursor", "x"), page.style(".e-cursor", "y")) == ("64", "32")
    blinking = "getComputedStyle(document.querySelector('.e-cursor > *')).animationName"
    assert page.page.evaluate(blinking) == "e-blink"
    expect(page.find(".e-plate")).to_contain_text("Startpreis 160")
    page.pass_to(begun + 4_000)
    expect(page.find(".e-stage")).to_be_hidden()
    expect(page.find(".e-show--office")).to_be_visible()


def test_plots_are_named_by_kind_and_place(show: Show) -> None:
    """E-050."""
    state = scene(2)
    grant(state)
    page = show(state)
    for plot, name in (
        ("H2", "Bergfeld im Nordosten"),
        ("E2", "Flussfeld nördlich der Stadt"),
        ("I3", "Steppenfeld am Ostrand"),
        ("A1", "Steppenfeld in der Nordwestecke"),
    ):
        expect(page.find(f"#p-{plot}")).to_have_attribute("aria-label", f"{name}, frei")


def test_the_mouse_opens_what_a_plot_is_and_what_it_means(show: Show) -> None:
    """E-231, E-232, E-233, E-234, E-235, E-137, E-237: picture, kind, owner, yields, ELUMs, my units, how far."""
    state = scene(2, level="turnier")
    own(state, 0, "A1", "B1", elums=["energy"])
    own(state, 1, "H1", elums=["ore"])
    state.plots["A1"].made = {"energy": 12}
    grant(state)
    page = show(state)
    page.find("#p-A1").hover()
    info = page.find(".e-info")
    expect(info).to_contain_text("Steppenfeld in der Nordwestecke")
    expect(info).to_contain_text("Mara")
    expect(info.locator("svg.e-info__pic use[href='#elum-energy-1']")).to_have_count(1)
    expect(info.locator(".e-info__yield tbody td")).to_have_text(["2", "3", "1"])
    expect(info).to_contain_text("ELUM für Energie")
    expect(info).to_contain_text("Dein ELUM bringt hier 4 Energie: Grund 3, Verbund +1, Erfahrung +0.")
    expect(info).to_contain_text("12 von 24 von einem Gut oder 12 von 36 insgesamt")
    state.plots["A1"].known.append(0)
    state.plots["A1"].deposit = 3
    page.push([])
    expect(info.locator(".e-info__yield tbody td")).to_have_text(["2", "3", "1", "3"])
    page.find("#p-H1").hover()
    expect(page.find(".e-info")).to_contain_text("Jonas")
    expect(page.find(".e-info")).not_to_contain_text("Dein ELUM")


def test_what_comes_to_lie_under_a_mouse_that_rests_is_not_looked_at(show: Show) -> None:
    """E-104: a click goes through the window of a field to what lies under it; only a mouse that moves opens one."""
    state = scene(2)
    own(state, 0, "E4")
    turn(state, 0, begin=False)
    page = show(state, now=0, flows=True)
    page.find(".e-dialog button").hover()
    page.act_as(0, Begin())
    page.pass_by(300)
    expect(page.find(".e-dialog")).to_have_count(0)
    expect(page.find(".e-info")).to_have_count(0)
    page.find("#p-E4").hover()
    expect(page.find(".e-info")).to_be_visible()
    assert page.page.evaluate("getComputedStyle(document.querySelector('.e-info')).pointerEvents") == "none"
    page.page.mouse.move(5, 5)
    expect(page.find(".e-info")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1100, 800), (390, 844)])
@pytest.mark.parametrize("skin", ["retro", "modern"])
def test_a_match_looked_at_again_shows_the_whole_map(show: Show, skin: str, width: int, height: int) -> None:
    """The scene stands beside the Chronik there, in less room than the window has; nothing is cut off."""
    state = scene(4)
    begins = grant(state)
    page = show(state, now=begins, seat=None, width=width, height=height, skin=skin)
    page.page.evaluate("globalThis.scene = document.querySelector('.elum')")
    page.page.evaluate(REPLAY)
    boxes = page.page.evaluate(
        """() => [".elum", ".e-map", ".e-standings"].map((what) => {
          const { left, right, top, bottom } = document.querySelector(what).getBoundingClientRect();
          return { left, right, top, bottom };
        })"""
    )
    whole = boxes[0]
    for part in boxes[1:]:
        assert whole["left"] <= part["left"] and part["right"] <= whole["right"] + 1, (whole, part)
        assert part["bottom"] <= whole["bottom"] + 1, (whole, part)
    assert whole["bottom"] - whole["top"] <= height


def test_a_long_press_opens_it_on_a_phone(show: Show) -> None:
    """E-238."""
    state = scene(2)
    grant(state)
    page = show(state, width=390, height=844, has_touch=True, is_mobile=True)
    box = page.find("#p-B2").bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 43
    client = page.context.new_cdp_session(page.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.find(".e-info")).to_contain_text("Steppenfeld im Nordwesten")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.find(".e-info")).to_be_visible()
    assert page.actions() == []
    page.find(".e-info__close").tap()
    expect(page.find(".e-info")).to_have_count(0)


def test_everyone_chooses_a_view_and_the_browser_remembers(show: Show) -> None:
    """E-228, E-230: Retro or Modern, one scene, at once, and after a reload."""
    state = scene(2)
    grant(state)
    page = show(state, skin="retro")
    scene_now = page.find("use").count()
    assert page.page.locator("#elum-sheet symbol#folk-kugler-1").count() == 1
    font = "getComputedStyle(document.querySelector('.e-phase')).fontFamily"
    assert "Elum Pixel" in page.page.evaluate(font)
    page.page.get_by_role("button", name="Modern").click()
    expect(page.page.locator(".elum")).to_have_attribute("data-skin", "modern")
    expect(page.page.locator("#elum-sheet [id^=m-]").first).to_be_attached()
    assert "Elum Pixel" not in page.page.evaluate(font) and page.find("use").count() >= scene_now
    page.page.reload()
    expect(page.page.locator(".elum")).to_have_attribute("data-skin", "modern")
    page.page.get_by_role("button", name="Retro").click()
    page.page.reload()
    expect(page.page.locator(".elum")).to_have_attribute("data-skin", "retro")


def test_eight_peoples_look_different(show: Show) -> None:
    """E-193: each has a figure and a face of its own, in both views."""
    state = scene(2)
    grant(state)
    page = show(state)
    for skin in ("Retro", "Modern"):
        page.page.get_by_role("button", name=skin, exact=True).click()
        page.page.wait_for_timeout(300)
        for part in ("folk", "face"):
            drawn = page.page.evaluate(
                f"[...document.querySelectorAll('#elum-sheet symbol[id^={part}-]')].filter((s) => !s.id.endsWith('-2'))"
                ".map((s) => s.innerHTML)"
            )
            assert len(drawn) == 8 == len(set(drawn))
