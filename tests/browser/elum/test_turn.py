"""The development turn in Chromium: window, orders, walking, the Wampus, what is refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from games.elum.actions import Buy
from games.elum.state import Happened, Wampus
from tests.browser.elum.conftest import Show
from tests.games.elum.scenes import hold, own, scene, stock, turn


def test_a_turn_begins_with_a_window_that_tells_its_event(show: Show) -> None:
    """E-068: the window stands until „Zug beginnen“; the event stands in it."""
    state = scene(2, round_=2)
    phase = turn(state, 0, begin=False)
    phase.happened = Happened("E4", money=200)
    page = show(state)
    window = page.page.get_by_role("dialog")
    expect(window).to_contain_text("Mara ist am Zug")
    expect(window).to_contain_text("Dein ELUM steppt auf dem Marktfest alle an die Wand: 200 Taler.")
    expect(window).to_contain_text("noch 0:17")
    page.pass_to(3_000)
    page.page.get_by_role("button", name=re.compile("Zug beginnen")).click()
    page.until(lambda: phase.stage == "run")
    expect(window).to_have_count(0)
    page.pass_by(10_000)
    expect(page.find(".e-clock__num")).to_have_text("0:38")


def test_an_elum_is_bought_outfitted_and_walked_to_its_plot(show: Show) -> None:
    """E-091: while placing, the figure walks with the ELUM from the town to the plot."""
    state = scene(2)
    own(state, 0, "C3")
    own(state, 1, "G3")
    turn(state, 0)
    page = show(state)
    page.page.get_by_role("button", name=re.compile("Laden")).click()
    expect(page.find(".e-hand")).to_contain_text("Noch ohne Ausrüstung")
    page.page.get_by_role("button", name=re.compile("^Energie")).click()
    page.pass_by(1_000)
    expect(page.find(".e-hand")).to_contain_text("ELUM für Energie")
    expect(page.find(".e-plot.is-can")).to_have_count(1)
    page.find("#p-C3").click()
    places = []
    for _step in range(3):
        page.pass_by(300)
        places.append(float(page.style(".e-walker", "x")))
    assert 144 > places[0] > places[1] > places[2] > 64
    expect(page.find(".e-walker use[href='#elum-energy-1']")).to_have_count(1)
    expect(page.find(".e-walker use[href='#folk-kugler-1']")).to_have_count(1)
    page.pass_by(1_000)
    assert state.plots["C3"].elums == ["energy"]
    expect(page.find("#p-C3 use[href='#elum-energy-1']")).to_have_count(1)
    expect(page.find(".e-walker")).to_have_count(0)


def test_every_refused_click_says_why(show: Show) -> None:
    """The issue: every refused click says why."""
    state = scene(2)
    own(state, 0, "E2")
    own(state, 1, "G3")
    turn(state, 0)
    hold(state, "ore")
    page = show(state)
    page.find("#p-E2").click()
    expect(page.page.locator("#refusals")).to_contain_text("Am Fluss gibt es weder Erz noch Glimmer.")
    page.find("#p-G3").click()
    expect(page.page.locator("#refusals")).to_contain_text("Dieses Feld gehört dir nicht.")
    page.page.get_by_role("button", name=re.compile("Laden")).click()
    expect(page.page.locator("#refusals")).to_contain_text("Du führst schon einen ELUM.")
    assert page.refused == ["river", "not_yours", "hand_full"]


def test_plots_with_two_elums_say_why_too(show: Show) -> None:
    """E-089, A-28: nothing is asked where nothing can be replaced."""
    state = scene(2)
    for plot, seat in (("E2", 0), ("C3", 0), ("G3", 1)):
        own(state, seat, plot, elums=["food", "energy"])
        state.plots[plot].badge = True
    turn(state, 0)
    hold(state, "ore")
    page = show(state)
    for plot in ("E2", "G3"):
        page.find(f"#p-{plot}").click()
        expect(page.page.get_by_role("dialog")).to_have_count(0)
    hold(state, "food")
    again = show(state)
    again.find("#p-C3").click()
    again.until(lambda: again.refused == ["same"])
    assert page.refused == ["river", "not_yours"]


def test_another_order_is_another_intention(show: Show) -> None:
    """Selling or assaying that was chosen before something else no longer waits for the next plot; so does Esc, and a
    tap beside."""
    state = scene(2)
    own(state, 0, "C3")
    turn(state, 0)
    page = show(state)
    office = page.page.get_by_role("button", name=re.compile("^Landamt"))
    for away in ("buy", "Escape", "beside"):
        office.click()
        expect(office).to_have_attribute("aria-pressed", "true")
        if away == "buy":
            page.page.get_by_role("button", name=re.compile("^Laden")).click()
            page.until(lambda: len(page.actions("buy")) == 1)
        elif away == "Escape":
            page.page.keyboard.press("Escape")
        else:
            page.find(".e-side h2").first.click()
        expect(office).to_have_attribute("aria-pressed", "false")
    page.page.get_by_role("button", name=re.compile("^Energie")).click()
    page.pass_by(1_000)
    page.find("#p-C3").click()
    page.until(lambda: page.actions("place") == [{"type": "place", "plot": "C3", "instead": None}])
    assert page.actions("put_up") == []


def test_the_pub_asks_before_an_elum_runs_away(show: Show) -> None:
    """elum.md 5: with an ELUM in hand the page asks first."""
    state = scene(2)
    phase = turn(state, 0)
    hold(state, "food")
    page = show(state)
    page.page.get_by_role("button", name=re.compile("Kneipe")).click()
    expect(page.page.get_by_role("dialog")).to_contain_text("läuft dir dabei weg")
    assert page.actions("pub") == []
    page.page.get_by_role("button", name="Trotzdem hingehen").click()
    page.until(lambda: page.actions("pub") == [{"type": "pub", "leave": True}])
    assert phase.winnings is not None and phase.hand is None


def test_where_two_stand_the_game_asks_which(show: Show) -> None:
    """E-136: and offers only what leaves two different goods."""
    state = scene(2)
    own(state, 0, "C3", elums=["food", "energy"])
    state.plots["C3"].badge = True
    turn(state, 0)
    hold(state, "ore")
    page = show(state)
    page.find("#p-C3").click()
    dialog = page.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Welchen ELUM ersetzen?")
    dialog.get_by_role("button", name=re.compile("Energie")).click()
    page.until(lambda: page.actions("place") == [{"type": "place", "plot": "C3", "instead": "energy"}])
    page.pass_by(3_000)
    assert sorted(state.plots["C3"].elums) == ["food", "ore"]
    expect(page.find(".e-hand")).to_contain_text("ELUM für Energie")
    page.find("#p-C3").click()
    expect(dialog.get_by_role("button", name=re.compile("Nahrung"))).to_be_enabled()
    page.find(".e-ask").click(position={"x": 4, "y": 4})
    expect(dialog).to_have_count(0)


def test_an_elum_of_two_is_fetched_by_choice(show: Show) -> None:
    """E-136: which one to fetch."""
    state = scene(2)
    own(state, 0, "C3", elums=["food", "energy"])
    state.plots["C3"].badge = True
    turn(state, 0)
    page = show(state)
    page.find("#p-C3").click()
    page.page.get_by_role("dialog").get_by_role("button", name=re.compile("Nahrung")).click()
    page.until(lambda: page.actions("fetch") == [{"type": "fetch", "plot": "C3", "good": "food"}])


def test_what_the_elum_in_hand_would_bring(show: Show) -> None:
    """E-236."""
    state = scene(2)
    own(state, 0, "B3", elums=["energy"])
    own(state, 0, "C3", "E2")
    turn(state, 0)
    hold(state, "energy")
    page = show(state)
    page.find("#p-C3").hover()
    expect(page.find(".e-info")).to_contain_text("Der ELUM aus deiner Hand bringt hier 4 Energie.")
    page.find("#p-B3").hover()
    expect(page.find(".e-info")).to_contain_text("Hier steht schon ein ELUM für Energie.")


def test_the_wampus_is_less_conspicuous_the_higher_the_level(show: Show) -> None:
    """E-078: seen at the peak, caught by a press there; on the highest level it is faint."""
    faint = {}
    for level in ("einsteiger", "turnier"):
        state = scene(2, level=level)
        phase = turn(state, 0)
        phase.wampus = Wampus("H2", 0, up=True, next=60_000, seen_plot="H2", seen_peak=0)
        page = show(state)
        wampus = page.find(".e-wampus")
        expect(wampus).to_have_class(re.compile("is-up"))
        faint[level] = "is-faint" in (wampus.get_attribute("class") or "")
        box = page.page.get_by_role("button", name="Wampus fangen").bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 44
        page.page.get_by_role("button", name="Wampus fangen").click()
        page.until(lambda page=page: [a["plot"] for a in page.actions("catch")] == ["H2"])
        assert phase.caught
    assert faint == {"einsteiger": False, "turnier": True}


def test_nobody_else_can_catch_it(show: Show) -> None:
    """It is the turn's settler's alone."""
    state = scene(2)
    phase = turn(state, 1)
    phase.wampus = Wampus("H2", 0, up=True, next=60_000, seen_plot="H2", seen_peak=0)
    page = show(state)
    expect(page.find(".e-wampus")).to_have_class(re.compile("is-up"))
    expect(page.page.get_by_role("button", name="Wampus fangen")).to_have_count(0)


def test_a_plot_is_offered_and_the_offer_taken_back(show: Show) -> None:
    """E-097 on the page: the Landamt, then the plot; the sign stands there; once more takes it back."""
    state = scene(2, round_=2)
    own(state, 0, "C3")
    phase = turn(state, 0)
    page = show(state)
    page.page.get_by_role("button", name=re.compile("Landamt")).click()
    expect(page.find(".e-plot.is-can")).to_have_count(1)
    page.find("#p-C3").click()
    page.until(lambda: phase.offered == "C3")
    expect(page.find("#p-C3 use[href='#for-sale']")).to_have_count(1)
    page.page.get_by_role("button", name=re.compile("Landamt")).click()
    page.until(lambda: phase.offered is None)


def test_all_of_it_by_keyboard(show: Show) -> None:
    """The issue: keyboard only. One stop in the map, arrows go from plot to plot."""
    state = scene(2)
    own(state, 0, "D2")
    turn(state, 0)
    page = show(state)
    page.find(".e-plot[tabindex='0']").focus()
    page.page.keyboard.press("ArrowUp")
    focused = page.page.evaluate("document.activeElement.dataset.plot")
    assert focused == "D2"
    expect(page.find(".e-info")).to_contain_text("Steppenfeld im Nordwesten")
    page.page.keyboard.press("Enter")
    expect(page.page.locator("#refusals")).to_contain_text("Auf diesem Feld steht kein ELUM.")


def test_an_assay_is_seen_by_its_settler_alone(show: Show) -> None:
    """E-096, E-034 on the page: the level in the info window."""
    state = scene(2, level="turnier")
    own(state, 0, "C3")
    state.plots["C3"].deposit = 3
    turn(state, 0)
    page = show(state)
    page.page.get_by_role("button", name=re.compile("Prüfamt")).click()
    page.find("#p-C3").click()
    page.until(lambda: page.actions("assay") == [{"type": "assay", "plot": "C3"}])
    page.pass_by(2_500)
    page.page.mouse.move(5, 5)
    page.find("#p-C3").hover()
    expect(page.find(".e-info .e-info__yield tbody td")).to_have_text(["2", "3", "1", "3"])
    expect(page.page.locator("#refusals")).to_contain_text("Glimmer der Stufe 3")
    expect(page.find(".e-marks [data-plot='C3'][data-level='3']")).to_have_count(1)
    watching = show(state, seat=None, now=page.now)
    watching.find("#p-C3").hover()
    expect(watching.find(".e-info .e-info__yield tbody td")).to_have_text(["2", "3", "1"])
    expect(watching.find(".e-marks > *")).to_have_count(0)


def test_where_a_meteorite_fell_everybody_sees(show: Show) -> None:
    """E-119: a crater and the level, until the end."""
    state = scene(2, level="turnier")
    state.plots["C3"].deposit, state.plots["C3"].shown = 4, True
    turn(state, 0)
    page = show(state, seat=None)
    expect(page.find(".e-marks [data-plot='C3'][data-level='4']")).to_have_count(1)
    expect(page.find(".e-scars use[href='#crater']")).to_have_count(1)


@pytest.mark.parametrize("skin", ["retro", "modern"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (1100, 720)])
def test_the_shops_stay_where_they_are(show: Show, skin: str, size: tuple[int, int]) -> None:
    """E-087: what comes into the hand moves nothing under the mouse, not beside a warning of two lines either."""
    state = scene(2)
    own(state, 0, "A1")
    stock(state, 0, food=1)
    turn(state, 0)
    page = show(state, skin=skin, width=size[0], height=size[1])
    before = page.find(".e-shop").first.bounding_box()
    page.act_as(0, Buy())
    expect(page.find(".e-hand")).to_contain_text("Noch ohne Ausrüstung")
    assert page.find(".e-shop").first.bounding_box() == before
