"""The Elements board in Chromium: choosing by mouse, touch and keys, and what is seen at which width.

No server runs: the page is made of real fragments under the product's security policy, and what would be sent is
read off the elements that were pressed.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, Route, expect

from games.elements import board
from games.elements.data import ROWS
from games.elements.game import game
from games.elements.state import State
from games.kernel.board import BoardContext, Fragment, SeatCard, flat
from tables.render import fragment_bytes, names_html, with_names
from tables.shell import on_page
from tests.games.elements.table import PAST, legal, opening, position, take_any, turn
from tests.support.browser import chromium
from tests.support.live import ROOT

pytestmark = pytest.mark.browser

POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"
PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Elements</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="/static/img/favicon.svg">
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/components.css">
<link rel="stylesheet" href="/static/css/table.css"><link rel="stylesheet" href="/static/games/elements/elements.css">
<script type="module" src="/static/js/press.js"></script>
<script type="module" src="/static/games/elements/elements.js"></script></head>
<body class="at-table" data-game="elements"><header class="bar on-felt"></header>
<main class="match on-felt" data-live="match" data-role="{role}"><section class="seats"></section>
<section class="board">{board}</section><div class="desk">{action}</div><aside class="rail"></aside>{glow}</main>
</body></html>"""
WATCH = """() => {
  window.sent = [];
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-action]:not(:disabled)");
    if (pressed) window.sent.push(JSON.parse(pressed.dataset.action));
  });
}"""

FIRE = "(element, name) => element.dispatchEvent(new CustomEvent(name, {bubbles: true}))"
AROUND = """(field) => {
  const box = field.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
  const points = [[-21, 0], [21, 0], [0, -21], [0, 15]];
  return points.every(([dx, dy]) => document.elementFromPoint(x + dx, y + dy) === field);
}"""
MOVING = "document.getAnimations().filter((a) => !(a instanceof CSSAnimation || a instanceof CSSTransition))"

Show = Callable[..., Page]


def fragments(state: State, viewer: int | None, *, advice: bool = False) -> list[tuple[Fragment, bytes]]:
    context = BoardContext((SeatCard(),) * len(state.seats), advice=advice)
    names = names_html(["Mila-Robo_Katharina", "Jonas", "Ayşe", "Rita"])
    found = board.public_fragments(game.observe(state, None), context)
    seen = game.observe(state, viewer)
    own = board.spectator_fragments if viewer is None else lambda o, c: board.seat_fragments(o, viewer, c)
    return [(f, with_names(fragment_bytes("elements", f), names)) for f in flat((*found, *own(seen, context)))]


def markup(state: State, viewer: int | None, **kw: Any) -> str:
    f = on_page(fragments(state, viewer, **kw))
    seat_no = "" if viewer is None else viewer + 1
    layout = render_to_string("games/elements/board.html", {"f": f, "seat_no": seat_no})
    return PAGE.format(board=layout, action=f["action"], glow=f["glow"], role="watch" if viewer is None else "seat")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Opens a page on a state; afterwards nothing may have been complained about."""
    problems: list[str] = []
    contexts = []

    def new(
        state: State, viewer: int | None = 0, *, advice: bool = False, size: tuple[int, int] = (1440, 900), **kw: Any
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **kw)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: problems.append(said.text) if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        source = markup(state, viewer, advice=advice)

        def serve(route: Route) -> None:
            path = route.request.url.removeprefix("http://board.test/")
            if path.startswith("static/"):
                route.fulfill(path=ROOT / path, content_type=mimetypes.guess_type(path)[0] or "text/plain")
            else:
                route.fulfill(body=source, content_type="text/html", headers={"Content-Security-Policy": POLICY})

        page.route("**/*", serve)
        page.goto("http://board.test/")
        page.evaluate(WATCH)
        return page

    yield new
    for context in contexts:
        context.close()
    assert problems == []


def swap(page: Page, state: State, viewer: int | None = 0, *events: dict[str, Any]) -> None:
    """What htmx and the live modules do when a message comes."""
    page.evaluate(
        """([parts, events]) => {
          const read = new DOMParser();
          for (const [name, html] of Object.entries(parts))
            document.getElementById(name).replaceWith(read.parseFromString(html, "text/html").body.firstElementChild);
          document.dispatchEvent(new CustomEvent("live:events", {detail: {events, full: false}}));
        }""",
        [{fragment.name: markup.decode() for fragment, markup in fragments(state, viewer)}, list(events)],
    )


def sent(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.sent")
    return found


def two_rows() -> State:
    """Dice Erde, Feuer, Dunkel for seat 0: Erde fits Feuer, Wasser and Erde; Feuer and Dunkel fit nothing or one."""
    board_of_0 = {"feuer": 3, "wasser": 4, "erde": 0, "luft": 3, "dunkel": 0}
    return position(["erde", "feuer", "dunkel"], board_of_0, {}, {})  # type: ignore[arg-type]


# --- choosing --------------------------------------------------------------------------------


def test_a_die_with_one_way_is_chosen_and_confirmed(show: Show) -> None:
    page = show(two_rows())
    take = page.get_by_role("button", name="Würfel nehmen", exact=True)
    expect(take).to_be_disabled()
    page.get_by_role("button", name="Würfel Dunkel nehmen").click()
    expect(page.locator("#el-say")).to_contain_text("Das Dunkle rückt auf −4.")
    expect(page.get_by_role("button", name="Würfel Dunkel nehmen")).to_have_attribute("aria-pressed", "true")
    take.click()
    assert sent(page) == [{"type": "take", "die": "gelb", "row": "dunkel"}]


def test_the_glowing_field_confirms_too(show: Show) -> None:
    page = show(two_rows())
    page.get_by_role("button", name="Würfel Dunkel nehmen").click()
    page.get_by_role("button", name="Schieber Das Dunkle auf −4 rücken").click()
    assert sent(page) == [{"type": "take", "die": "gelb", "row": "dunkel"}]


def test_a_die_with_several_rows_asks_for_the_field(show: Show) -> None:
    """L-021."""
    page = show(two_rows())
    page.get_by_role("button", name="Würfel Erde nehmen").click()
    expect(page.locator("#el-take")).to_be_disabled()
    expect(page.locator("#el-say")).to_contain_text("Welcher Schieber?")
    assert page.locator(".el-go.is-shown").count() == 3
    page.get_by_role("button", name="Schieber Wasser auf 0 rücken").click()
    assert sent(page) == [{"type": "take", "die": "blau", "row": "wasser"}]


def test_a_field_pressed_first_chooses_its_die(show: Show) -> None:
    page = show(two_rows())
    page.get_by_role("button", name="Schieber Feuer auf −2 rücken").click()
    assert sent(page) == []
    expect(page.locator("#el-say")).to_contain_text("Erde bringt Feuer auf −2.")
    page.locator("#el-take").click()
    assert sent(page) == [{"type": "take", "die": "blau", "row": "feuer"}]


def test_hovering_shows_where_a_die_leads_and_what_it_brings(show: Show) -> None:
    page = show(two_rows())
    page.get_by_role("button", name="Würfel Dunkel nehmen").hover()
    expect(page.locator("#el-say")).to_contain_text("Das bringt 2 Punkte.")
    expect(page.locator("#el-go-dunkel")).to_have_class("el-go can is-shown")
    page.mouse.move(5, 5)
    expect(page.locator("#el-say")).to_contain_text("Wähle einen Würfel.")
    assert page.locator(".is-picked").count() == 0


def test_a_long_press_shows_and_chooses_nothing(show: Show) -> None:
    page = show(two_rows(), size=(390, 844), has_touch=True, is_mobile=True)
    page.locator("#el-tap-gelb").evaluate(FIRE, "live:hold")
    expect(page.locator("#el-say")).to_contain_text("Das Dunkle rückt auf −4.")
    page.locator("#el-tap-gelb").evaluate(FIRE, "live:holdend")
    expect(page.locator("#el-say")).to_contain_text("Wähle einen Würfel.")
    page.locator("#el-tap-gelb").tap()
    expect(page.locator("#el-tap-gelb")).to_have_attribute("aria-pressed", "true")
    page.locator("#el-back").tap()
    expect(page.locator("#el-say")).to_contain_text("Wähle einen Würfel.")


def test_by_keyboard_alone(show: Show) -> None:
    """1–5 choose the die by its place, arrows the field, Enter confirms, Escape drops what isn't sent."""
    page = show(two_rows())
    page.keyboard.press("1")  # gone
    page.keyboard.press("5")  # no such die with three players
    assert page.locator(".is-picked").count() == 0
    page.keyboard.press("4")
    expect(page.locator("#el-tap-gelb")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#el-say")).to_contain_text("Wähle einen Würfel.")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#el-go-wasser")).to_be_focused()
    expect(page.locator("#el-say")).to_contain_text("Erde bringt Wasser auf 0.")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "take", "die": "blau", "row": "wasser"}]


def test_enter_on_the_chosen_die_confirms(show: Show) -> None:
    page = show(two_rows())
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "take", "die": "gelb", "row": "dunkel"}]


def test_a_misthrow_needs_a_die_before_its_field(show: Show) -> None:
    """L-023: which die is the player's choice."""
    page = show(position(["feuer", "wasser"], {"feuer": 10, "wasser": 10, "luft": 1}, {}))
    field = page.get_by_role("button", name="Schieber Das Helle auf −6 rücken")
    expect(field).to_be_disabled()
    page.get_by_role("button", name="Würfel Wasser nehmen").click()
    expect(page.locator("#el-say")).to_contain_text("Fehlwurf: Das Helle rückt auf −6.")
    field.click()
    assert sent(page) == [{"type": "take", "die": "gelb", "row": "hell"}]


def test_a_free_step_may_be_left_out(show: Show) -> None:
    """L-026: any slider, or none."""
    page = show(position(["feuer"], {"feuer": 10, "hell": 10}, {}))
    expect(page.locator("#el-none")).to_be_hidden()
    page.get_by_role("button", name="Würfel Feuer nehmen").click()
    assert page.locator(".el-go:enabled").count() == 4
    page.get_by_role("button", name="Nichts bewegen").click()
    assert sent(page) == [{"type": "take", "die": "gelb", "row": None}]


def test_the_only_choice_is_made_already(show: Show) -> None:
    page = show(position(["feuer"], {"wasser": 10}, {}))
    expect(page.locator("#el-take")).to_be_enabled()
    expect(page.locator("#el-back")).to_be_hidden()
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "take", "die": "gelb", "row": "feuer"}]


def test_freezing_is_a_press_of_its_own(show: Show) -> None:
    page = show(position(["feuer", "erde"], {**PAST, "dunkel": 5}, {}))
    page.get_by_role("button", name="Das Dunkle einfrieren").click()
    assert sent(page) == [{"type": "freeze"}]


def test_dice_that_do_not_fit_are_no_buttons(show: Show) -> None:
    page = show(position(["feuer", "erde"], {"erde": 10}, {}))
    assert page.locator(".el-tap").count() == 1
    assert page.locator(".el-slot.is-off").count() == 1


def test_who_waits_or_watches_presses_nothing(show: Show) -> None:
    for viewer in (1, None):
        page = show(opening(3), viewer)
        assert page.locator(".board button").count() == 0
        page.keyboard.press("1")
        assert page.locator(".is-picked").count() == 0


def test_advice_marks_die_and_field(show: Show) -> None:
    page = show(two_rows(), advice=True)
    page.evaluate(
        """() => document.dispatchEvent(new CustomEvent("live:advice",
          {detail: {d: 1, a: {type: "take", die: "blau", row: "wasser"}, text: "…"}}))"""
    )
    expect(page.locator(".el-slot.is-advised")).to_have_attribute("data-die", "blau")
    expect(page.locator(".el-go.is-advised")).to_have_attribute("data-go", "wasser")


def test_r_asks_for_advice_only_where_it_is_given(show: Show) -> None:
    """L-056."""
    for advice, asked in ((True, 1), (False, 0)):
        page = show(two_rows(), advice=advice)
        page.evaluate("""() => { window.asked = 0; document.addEventListener("game:advice", () => window.asked++); }""")
        page.keyboard.press("r")
        assert page.evaluate("window.asked") == asked


# --- after a swap ----------------------------------------------------------------------------


def test_a_swap_takes_the_choice_back_and_lays_the_new_one(show: Show) -> None:
    state = opening(2)
    page = show(state)
    page.keyboard.press("1")
    taken = take_any(state)
    swap(page, state, 0)
    assert page.locator(".el-tap, .el-go, .is-picked").count() == 0
    while turn(state) != 0:
        take_any(state)
    swap(page, state, 0)
    assert page.locator(".el-tap").count() == len({action.die for action in legal(state) if hasattr(action, "die")})
    assert page.locator(f'.el-tap[data-tap="{taken.die}"]').count() == 0


def test_a_choice_outlives_a_swap_that_does_not_touch_it(show: Show) -> None:
    state = position(["feuer", "erde"], {**PAST, "dunkel": 5}, {})
    page = show(state)
    page.get_by_role("button", name="Würfel Feuer nehmen").click()
    game.apply(state, 0, legal(state)[-1], 0)  # frozen meanwhile, from another tab
    swap(page, state, 0)
    expect(page.get_by_role("button", name="Würfel Feuer nehmen")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#el-take")).to_be_enabled()


def test_the_throw_ends_on_its_faces_and_reduced_motion_has_none(show: Show) -> None:
    for motion in ("no-preference", "reduce"):
        state = opening(2)
        page = show(state, reduced_motion=motion)
        swap(page, state, 0, {"type": "thrown", "throw": 2})
        moving = page.evaluate(f"{MOVING}.length")
        assert (moving > 0) == (motion == "no-preference")
        page.evaluate(f"Promise.all({MOVING}.map((a) => a.finished)).then(() => null)")
        page.wait_for_timeout(120)
        shown = page.locator("#tray .el-die").evaluate_all("(dice) => dice.map((die) => die.dataset.f)")
        assert shown == [die.face for die in state.tray]


def test_reduced_motion_changes_colours_at_once(show: Show) -> None:
    """A tiny transition on everything made a change of theme creep down the tree, a frame for each level."""
    page = show(opening(2), reduced_motion="reduce")
    running = page.evaluate(
        """() => {
          document.documentElement.dataset.theme = "dark";
          document.body.getBoundingClientRect();
          return document.getAnimations().filter((a) => a instanceof CSSTransition).length;
        }"""
    )
    assert running == 0


# --- at every width --------------------------------------------------------------------------


SCREENS = [(1920, 1080), (1440, 900), (1280, 800), (1366, 768), (1280, 720), (1024, 768)]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("viewer", [2, None], ids=["seat", "watch"])
def test_all_four_boards_are_seen_at_once_on_a_desktop(show: Show, size: tuple[int, int], viewer: int | None) -> None:
    """L-002: the own one largest; for who watches all are equal."""
    page = show(opening(4), viewer, size=size)
    boxes = [page.locator(f'.el-tab[data-seat="{seat}"]').bounding_box() for seat in (1, 2, 3, 4)]
    desk = page.locator(".desk").bounding_box()
    assert desk and all(box and box["y"] > 0 and box["y"] + box["height"] <= desk["y"] for box in boxes)
    assert desk["y"] + desk["height"] <= size[1]
    widths = [round(box["width"]) for box in boxes if box]
    assert (widths.index(max(widths)) == 2) if viewer == 2 else (len(set(widths)) == 1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    board, order = page.locator(".board").bounding_box(), page.locator(".el-order li").last.bounding_box()
    assert board and order and order["x"] + order["width"] <= board["x"] + board["width"]


@pytest.mark.parametrize("width", [360, 390, 768, 832])
def test_the_own_board_comes_first_on_a_phone(show: Show, width: int) -> None:
    page = show(opening(4), 3, size=(width, 844))
    tops = [
        page.locator(f'.el-tab[data-seat="{seat}"]').evaluate("(e) => e.getBoundingClientRect().top")
        for seat in (1, 2, 3, 4)
    ]
    assert tops.index(min(tops)) == 3
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_what_may_be_tapped_is_large_enough_for_a_finger(show: Show) -> None:
    page = show(opening(4), 0, size=(390, 844))
    for box in page.locator(".el-tap").evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().toJSON())"):
        assert box["width"] >= 44 and box["height"] >= 44
    assert page.locator(".el-go").first.evaluate(AROUND)


@pytest.mark.parametrize("viewer", [0, None])
def test_the_slider_points_up_to_the_number_that_counts(show: Show, viewer: int | None) -> None:
    """L-012, L-014: the number stands above the slider, over its own column."""
    page = show(two_rows(), viewer)
    for row in ROWS:
        lane = f'.el-tab[data-seat="1"] .el-lanes [data-row="{row}"]'
        slider = page.locator(f"{lane} .el-slider").bounding_box()
        number = page.locator(f"{lane} .el-slider b").bounding_box()
        assert slider and number and number["y"] + number["height"] <= slider["y"] + 3
        assert abs((number["x"] + number["width"] / 2) - (slider["x"] + slider["width"] / 2)) < 1
        at = int(page.locator(lane).get_attribute("data-at") or "")
        field = page.locator(f'.el-tab[data-seat="1"] .el-wood [data-row="{row}"] i').nth(at).bounding_box()
        assert field and field["x"] <= slider["x"] + slider["width"] / 2 <= field["x"] + field["width"]
