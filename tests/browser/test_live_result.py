"""The result counts itself up once, may be skipped, and shows the rematch as soon as there is one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.live_page import LivePage
from tests.browser.test_live_actions import Open, live

__all__ = ["live"]


def pod(seat: int, score: str) -> str:
    return (
        f'<li class="pod pod--{seat}" data-seat="{seat}"><div class="pod__block">'
        f'<span class="pod__place">{seat}</span><span class="pod__pts">{score}</span></div></li>'
    )


RESULT = f"""<section class="final" id="final"><h1>Mila gewinnt.</h1><p id="count-item" hidden></p>
<ol class="podium">{pod(1, "12")}{pod(2, "−3")}</ol>
<div id="go-on" data-url="/tische/abc/ergebnis"><button>Revanche</button></div></section>
<table id="score"><thead><tr><th>Name</th><th data-item>Feuer</th><th data-item>Wasser</th><th>Summe</th></tr></thead>
<tbody>
<tr data-seat="1"><th>Mila</th><td data-item="8">8</td><td data-item="4">4</td><td data-sum="12">12</td></tr>
<tr data-seat="2"><th>Jonas</th><td data-item="-10">−10</td><td data-item="7">7</td><td data-sum="-3">−3</td></tr>
</tbody></table>"""
WATCH_LABEL = """window.labels = []; document.addEventListener('DOMContentLoaded', () => {
    const label = document.getElementById('count-item');
    const note = () => { const hidden = document.querySelectorAll('[data-unsaid]').length;
        const text = `${label.textContent} (noch verdeckt: ${hidden})`;
        if (!label.hidden && window.labels.at(-1) !== text) window.labels.push(text); };
    note(); new MutationObserver(note).observe(label, {childList: true}); })"""
REVANCHE = '<div id="go-on"><a class="btn btn--main" href="/tische/neu/">Zur Revanche</a></div>'


def at_result(live: Open, **options: str) -> LivePage:
    return live(kind="result", inner=RESULT, **options)


def numbers(page: LivePage) -> list[str]:
    return page.page.locator(".pod__pts, [data-sum]").all_inner_texts()


def test_items_are_counted_up_one_after_the_other_and_then_the_winner_is_told(live: Open) -> None:
    page = at_result(live)
    page.page.add_init_script(WATCH_LABEL)
    page.page.evaluate("sessionStorage.clear()")
    page.page.reload()
    page.until(lambda: page.page.get_by_role("heading").is_visible())
    assert page.page.evaluate("window.labels") == ["Feuer (noch verdeckt: 2)", "Wasser (noch verdeckt: 0)"]
    assert numbers(page) == ["12", "−3", "12", "−3"]


def test_any_press_ends_the_counting(live: Open) -> None:
    page = at_result(live)
    expect(page.page.locator("#count-item")).to_be_visible()
    page.page.mouse.click(900, 600)
    assert page.page.get_by_role("heading").is_visible()
    assert numbers(page) == ["12", "−3", "12", "−3"]


def test_it_counts_once_only(live: Open) -> None:
    page = at_result(live)
    page.page.mouse.click(900, 600)
    page.page.reload()
    page.until(lambda: len(page.lines) == 2)
    assert page.page.get_by_role("heading").is_visible()


def test_with_reduced_motion_the_result_stands_there_at_once(live: Open) -> None:
    page = at_result(live, reduced_motion="reduce")
    assert page.page.get_by_role("heading").is_visible()
    assert numbers(page) == ["12", "−3", "12", "−3"]


def test_the_rematch_appears_when_somebody_opens_it(live: Open) -> None:
    page = at_result(live, reduced_motion="reduce")
    page.pages["/tische/abc/ergebnis"] = REVANCHE
    page.say({"t": "room"})
    expect(page.page.get_by_role("link", name="Zur Revanche")).to_be_visible()
    expect(page.page.locator("#meldungen")).to_contain_text("Die Revanche ist eröffnet.")
    page.say({"t": "room"})
    page.page.wait_for_timeout(300)
    assert page.page.locator("#meldungen .toast").count() == 1


def test_where_there_is_no_rematch_none_is_announced(live: Open) -> None:
    """A daily challenge goes on to the best list; that somebody comes or goes changes nothing."""
    link = '<a class="btn btn--main" href="/bestenliste/?spiel=x">Liste</a>'
    on = f'<div id="go-on" data-url="/tische/abc/ergebnis">{link}</div>'
    there = RESULT[RESULT.index('<div id="go-on"') : RESULT.index("</section>")]
    page = live(kind="result", inner=RESULT.replace(there, on), reduced_motion="reduce")
    page.pages["/tische/abc/ergebnis"] = on
    with page.page.expect_response("**/tische/abc/ergebnis"):
        page.say({"t": "room"})
    page.page.wait_for_timeout(300)
    assert page.page.locator("#meldungen .toast").count() == 0
