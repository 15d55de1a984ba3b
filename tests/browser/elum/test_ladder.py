"""Auctions in Chromium: columns, sides, the ladder by buttons, keys and finger, lines, deals, the store."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from games.elum.actions import Walk
from games.elum.state import Book, Lot, State, Trade
from tests.browser.elum.conftest import Show
from tests.browser.elum.scene import ScenePage
from tests.games.elum.scenes import auction, market, scene, stock, trading


def part(page: ScenePage, seat: int) -> float:
    """Where a figure stands: 0 the bottom line, 1 the end of the scale."""
    return float(page.style(f".e-col[data-seat='{seat + 1}'] .e-runner", "p"))


def food(*sides: Any, seats: int = 2, **how: Any) -> tuple[State, int]:
    """An auction of Nahrung at the ladder: seat 0 has 1, seat 1 has 9, the store sells at 50 and buys at 15."""
    state = scene(seats, **how)
    stock(state, 0, food=1)
    stock(state, 1, food=9)
    return state, trading(state, "food", *(sides or ("buy", "sell")))


def test_a_column_shows_stock_use_spoilage_and_harvest_in_this_order(show: Show) -> None:
    """E-139, E-140: up to the old stock, down by use and spoilage, up by the harvest; the „Soll“ line at it."""
    state = scene(2)
    stock(state, 0, food=7)
    phase = market(state, "food")
    phase.books[0]["food"] = Book(old=9, used=3, rotten=3, stolen=0, made=4)
    page = show(state, now=0, motion=True)
    bar = page.find(".e-foot[data-seat='1'] .e-bar")
    seen = []
    for now in (1_200, 2_400, 3_600, 5_400):
        page.pass_to(now)
        seen.append(bar.locator(".e-unit").count())
    assert seen == [9, 6, 3, 7]
    expect(page.find(".e-steps .is-now")).to_have_text("Ernte")
    assert page.style(".e-foot[data-seat='1'] .e-bar__need", "need") == "3"
    expect(page.find(".e-foot[data-seat='1'] .e-foot__need")).to_contain_text("3 Soll")


def test_sides_are_chosen_by_up_down_and_button(show: Show) -> None:
    """E-146: ▲ is selling, ▼ buying, „Nicht dabei“ neither."""
    state = scene(2)
    stock(state, 0, food=1)
    stock(state, 1, food=9)
    phase = market(state, "food")
    page = show(state, now=phase.until)
    page.pass_to(phase.until)
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: phase.sides[0] == "sell")
    page.page.get_by_role("button", name="Preis tiefer").click()
    page.until(lambda: phase.sides[0] == "buy")
    page.page.get_by_role("button", name="Nicht dabei").click()
    page.until(lambda: phase.sides[0] == "out")
    expect(page.page.get_by_role("button", name="Nicht dabei")).to_have_attribute("aria-pressed", "true")


def test_in_the_trade_up_and_down_move_the_price_only(show: Show) -> None:
    """E-148, E-153: a tap is a step; held, it goes on and gets faster."""
    state, at = food()
    page = show(state, now=at, flows=True)
    assert isinstance(state.phase, Trade)
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: page.actions("walk") == [{"type": "walk", "price": 15}])
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: page.actions("walk")[-1] == {"type": "walk", "price": 16})
    assert state.phase.sides == ["buy", "sell"]
    page.page.get_by_role("button", name="Preis höher").hover()
    slow = len(page.actions("walk"))
    page.page.mouse.down()
    page.page.wait_for_timeout(650)
    first = page.actions("walk")[-1]["price"]
    page.page.wait_for_timeout(1_000)
    page.page.mouse.up()
    page.page.wait_for_timeout(250)
    last = page.actions("walk")[-1]["price"]
    assert 18 <= first <= 28 and last - first >= 6 and slow == 2  # 19 or 20 where nothing else runs
    assert len(page.actions("walk")) <= slow + 1_900 // 130 + 2


def test_a_figure_is_dragged(show: Show) -> None:
    """E-154: arrow keys (above) or dragging, by mouse and by finger."""
    state, at = food()
    page = show(state, now=at, flows=True)
    box = page.find(".e-cols").bounding_box()
    assert box is not None
    page.page.mouse.move(box["x"] + 60, box["y"] + box["height"] * 0.9)
    page.page.mouse.down()
    page.page.mouse.move(box["x"] + 60, box["y"] + box["height"] * 0.5, steps=4)
    page.page.mouse.up()
    page.page.wait_for_timeout(300)
    assert page.actions("walk")[-1]["price"] in (32, 33)


def test_everybody_has_a_column_and_walks_in_real_time(show: Show) -> None:
    """E-061, E-151: fixed columns; figures walk between the messages, own and others."""
    state, at = food(seats=4)
    page = show(state, now=at, seat=None, motion=True)
    assert page.find(".e-col").count() == 4
    page.act_as(1, Walk(40))
    places = []
    for now in (at, at + 250, at + 500):
        page.pass_to(now)
        places.append(part(page, 1))
    assert places[0] > places[1] > places[2] > 25 / 35
    assert abs((places[1] - places[2]) * 35 - 3) < 0.3  # twelve steps a second


def test_the_own_figure_answers_at_once_and_comes_softly_to_where_it_is(show: Show) -> None:
    """The issue: it moves before the server has answered."""
    state, at = food()
    page = show(state, now=at, motion=True, flows=True)
    page.pass_to(at)
    before = part(page, 0)
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowUp")
    page.page.wait_for_timeout(200)
    assert part(page, 0) > before
    expect(page.find(".e-price__val b")).to_have_text("16")


def test_lines_move_along_and_carry_their_value(show: Show) -> None:
    """E-156; E-157, E-158: the store at its two lines, bottom left and top right."""
    state, at = food(seats=4)
    page = show(state, now=at, seat=None)
    page.act_as(0, Walk(20))
    page.act_as(1, Walk(45))
    page.pass_to(at + 2_000)
    expect(page.find(".e-mark--buy")).to_contain_text("20")
    expect(page.find(".e-mark--sell")).to_contain_text("45")
    buying, selling = page.find(".e-mark--low .e-house"), page.find(".e-mark--top .e-house")
    expect(page.find(".e-mark--low")).to_contain_text("15")
    expect(page.find(".e-mark--top")).to_contain_text("50")
    low, top, field = buying.bounding_box(), selling.bounding_box(), page.find(".e-field").bounding_box()
    assert low is not None and top is not None and field is not None
    assert low["x"] < field["x"] + field["width"] / 4 < top["x"] and top["y"] < low["y"]


def test_at_the_same_height_two_lines_are_one(show: Show) -> None:
    """E-162: one line through and through, and who trades with whom at what price."""
    state, at = food(seats=4)
    page = show(state, now=at, seat=None)
    page.act_as(0, Walk(30))
    page.act_as(1, Walk(30))
    page.pass_to(at + 2_500)
    expect(page.find(".e-ladder")).to_have_attribute("data-state", "deal")
    assert page.style(".e-mark--buy", "p") == page.style(".e-mark--sell", "p")
    expect(page.find(".e-deal")).to_contain_text("Jonas verkauft an Mara")
    have = int(page.find(".e-foot[data-seat='2'] .e-foot__have b").inner_text())
    page.pass_to(at + 4_000)
    assert int(page.find(".e-foot[data-seat='2'] .e-foot__have b").inner_text()) < have
    assert page.find(".e-foot[data-seat='2'] .e-unit").count() < have  # E-150: the columns show the running stock
    expect(page.find(".e-deal")).to_contain_text("zu 30")


def test_an_empty_store_disappears_from_the_top(show: Show) -> None:
    """E-159: and the scale grows with the highest bid."""
    state = scene(2)
    stock(state, 0, food=1)
    stock(state, 1, food=9)
    state.store.goods["food"] = 0
    at = trading(state, "food", "buy", "out")
    page = show(state, now=at, seat=None)
    expect(page.find(".e-mark--top")).to_be_hidden()
    expect(page.find(".e-mark--low")).to_be_visible()
    page.act_as(0, Walk(15 + 45))
    page.pass_to(at + 5_000)
    assert int(page.find(".e-ladder").get_attribute("data-scale") or 0) == 45
    expect(page.find(".e-mark--buy")).to_contain_text("60")
    page.act_as(0, Walk(15 + 120))
    page.pass_to(at + 12_000)
    shown = page.page.eval_on_selector_all(".e-rung b", "all => all.map((b) => b.getBoundingClientRect())")
    prices = page.page.eval_on_selector_all(".e-rung b", "all => all.map((b) => Number(b.textContent))")
    assert prices == sorted(prices) and prices[-1] > 100 and all(price % 10 == 0 for price in prices)
    assert all(low["top"] - high["bottom"] > 1 for low, high in pairwise(shown))


def test_each_fifth_rung_of_glimmer_carries_its_price(show: Show) -> None:
    """Whatever the mother planet's whim: in steps of four no price need be round."""
    state = scene(2, level="turnier")
    state.store.prices["crystal"] = 53
    stock(state, 1, crystal=4)
    at = trading(state, "crystal", "buy", "sell")
    page = show(state, now=at, seat=None)
    assert page.page.locator(".e-rung b").all_inner_texts() == ["73", "93", "113", "133", "153", "173"]


def test_a_board_tells_what_was_traded_and_the_new_price(show: Show) -> None:
    """E-172."""
    state, at = food(seats=2, tempo="schnell")
    page = show(state, now=at, seat=None)
    page.act_as(0, Walk(30))
    page.act_as(1, Walk(30))
    assert isinstance(state.phase, Trade)
    while state.phase.stage == "ladder":
        page.pass_by(10_000)
        assert isinstance(state.phase, Trade)
    call = page.find(".e-call")
    expect(call).to_contain_text("9 gehandelt")
    expect(call).to_contain_text("Grundpreis 30 → 30")


def test_the_clock_runs_faster_while_nobody_moves(show: Show) -> None:
    """The idle speed-up is to be seen, and reset by a move (E-169, E-170 in the engine's tests)."""
    state, at = food(seats=2)
    page = show(state, now=at, seat=None)
    page.pass_to(at + 14_000)
    expect(page.find(".e-fast")).to_have_text("×4")
    page.act_as(0, Walk(20))
    page.pass_by(100)
    expect(page.find(".e-fast")).to_be_hidden()


def test_no_bid_goes_beyond_the_highest_base_price(show: Show) -> None:
    """E-160: the figure turns where the engine would stop it, and the page says why."""
    state = scene(2)
    state.store.goods["food"], state.settlers[0].money = 0, 5_000
    stock(state, 1, food=9)
    at = trading(state, "food", "buy", "out")
    page = show(state, now=at, flows=True)
    told = page.page.locator("#refusals .toast")
    page.act_as(0, Walk(229))
    page.pass_to(at + 30_000)
    page.page.keyboard.press("ArrowUp")
    expect(page.find(".e-mark--buy")).to_contain_text("230")
    expect(told).to_have_count(0)
    page.page.keyboard.press("ArrowUp")
    expect(told).to_have_text(["Höher geht es nicht: Über 230 bietet hier niemand."])


def test_the_side_where_one_stands_is_no_mistake(show: Show) -> None:
    """E-146: pressed again it says and sends nothing."""
    state, at = food(seats=2)
    page = show(state, now=at, flows=True)
    page.find(".e-side-btn[data-side='buy']").click()
    page.pass_by(300)
    expect(page.page.locator("#refusals .toast")).to_have_count(0)


def test_too_little_money_is_told(show: Show) -> None:
    """E-089's rule on the ladder: by key, by button, by finger; holding it down says it once."""
    state = scene(2)
    state.settlers[0].money = 100
    at = auction(state, Lot("C2", None))
    page = show(state, now=at, flows=True)
    told = page.page.locator("#refusals .toast")
    page.page.keyboard.press("ArrowUp")
    expect(told).to_have_text(["Dafür reicht dein Geld nicht."])
    box = page.find(".e-field").bounding_box()
    assert box
    page.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(told).to_have_text(["Dafür reicht dein Geld nicht."])
    assert page.actions("walk") == []


def test_who_is_out_reads_it(show: Show) -> None:
    """E-149: and why an arrow does nothing."""
    state, at = food("out", "sell")
    page = show(state, now=at, flows=True)
    expect(page.find(".e-price__val")).to_contain_text("nicht dabei")
    page.page.keyboard.press("ArrowUp")
    expect(page.page.locator("#refusals")).to_contain_text("Du bist nicht dabei. Wähle erst eine Seite.")


def test_the_last_unit_sold_is_told(show: Show) -> None:
    """Forced out: the figure goes, and a sentence says why."""
    state = scene(2)
    stock(state, 0, ore=1)
    stock(state, 1, ore=5)
    at = trading(state, "ore", "sell", "sell")
    page = show(state, now=at)
    page.act_as(0, Walk(50))
    page.pass_to(at + 6_000)
    expect(page.page.locator("#refusals")).to_contain_text("nichts mehr zu verkaufen")
    expect(page.find(".e-price__val")).to_contain_text("nicht dabei")


def test_at_the_same_height_the_worse_placed_leads(show: Show) -> None:
    """E-063: whom the line names gets the plot. Who has not moved bids nothing."""
    state = scene(4)
    state.rank = [0, 1, 2, 3]
    at = auction(state, Lot("C2", None))
    page = show(state, now=at, seat=None)
    for seat in (0, 3):
        page.act_as(seat, Walk(160))
    page.pass_to(at + 2_000)
    expect(page.find(".e-mark--buy")).to_contain_text("Robo Emil")
    roles = page.find(".e-foot__role").all_inner_texts()
    assert roles == ["bietet", "bietet nicht", "bietet nicht", "bietet"]


def test_the_arrows_work_by_enter_too(show: Show) -> None:
    """E-153 by keyboard: the buttons are buttons."""
    state, at = food()
    page = show(state, now=at, flows=True)
    page.page.get_by_role("button", name="Preis höher").focus()
    page.page.keyboard.press("Enter")
    page.until(lambda: page.actions("walk") == [{"type": "walk", "price": 15}])


def test_land_climbs_in_tens_and_shows_who_leads(show: Show) -> None:
    """E-061, E-062 on the page."""
    state = scene(4)
    at = auction(state, Lot("C2", None))
    page = show(state, now=at, flows=True)
    page.page.keyboard.press("ArrowUp")
    page.page.keyboard.press("ArrowUp")
    page.until(lambda: page.actions("walk")[-1:] == [{"type": "walk", "price": 170}])
    page.pass_by(1_000)
    expect(page.find(".e-mark--buy")).to_contain_text("170")
    expect(page.find(".e-mark--buy")).to_contain_text("Mara")
    expect(page.find(".e-price__val b")).to_have_text("170")


@pytest.mark.parametrize("skin", ["retro", "modern"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 800), (844, 390), (390, 844)])
def test_the_steps_of_the_columns_cover_nobody(show: Show, skin: str, size: tuple[int, int]) -> None:
    """E-139: what the columns show stands at them, not over who waits above; long names stay in their place."""
    state = scene(4)
    for seat, units in enumerate((1, 9, 9, 9)):
        stock(state, seat, food=units)
    market(state, "food")
    page = show(state, now=0, skin=skin, width=size[0], height=size[1])
    steps = page.find(".e-steps").bounding_box()
    assert steps is not None
    for runner in page.find(".e-runner .e-fig").all():
        box = runner.bounding_box()
        assert box is not None and box["y"] + box["height"] <= steps["y"]
    feet = page.find(".e-foot[data-seat]")
    assert not any(feet.evaluate_all("all => all.map((e) => e.scrollWidth > e.clientWidth + 1)"))
