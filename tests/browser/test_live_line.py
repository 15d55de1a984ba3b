"""The line to the server: gaps, silence, reasons to close, and the clock that hangs on it (cases 6, 8, 9, 14)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.live_page import board
from tests.browser.test_live_actions import Open, live

__all__ = ["live"]

SEAT = (
    '<ol><li class="seat" id="seat" data-seat="1" data-turn'
    ' data-deadline="60000" data-expiry="70000" data-step="60000">'
    '<span class="avatar"><svg class="ring"><circle class="ring__left" stroke-dasharray="100 100"/></svg></span>'
    '<span class="seat__clock"></span></li></ol>'
)


def test_a_gap_asks_for_everything(live: Open) -> None:
    page = live()
    page.show(board("<p>zwei</p>"))
    page.page.wait_for_timeout(100)
    assert not page.frames("sync")
    page.show(board("<p>vier</p>"), skip=1)
    page.until(lambda: len(page.frames("sync")) == 1)


def test_a_beat_tells_of_a_last_message_that_was_lost(live: Open) -> None:
    page = live()
    page.say({"t": "beat", "at": 0, "now": 5000, "n": page.number + 1})
    page.until(lambda: len(page.frames("sync")) == 1)


def test_json_is_never_swapped_in(live: Open) -> None:
    page = live()
    page.say({"t": "no", "id": "x", "code": "x", "text": '<div id="board" hx-swap-oob="true">böse</div>'})
    expect(page.page.get_by_role("alert")).to_contain_text("<div")
    expect(page.page.locator("#board")).not_to_contain_text("böse")


@pytest.mark.parametrize("code", [1012, 1013, 1011, 1001, 1000])
def test_after_a_restart_it_is_back_within_two_seconds(live: Open, code: int) -> None:
    page = live()
    page.lines[-1].close(code=code)
    page.until(lambda: len(page.lines) == 2, seconds=4)
    page.until(lambda: page.shown("n") == "1")
    page.page.wait_for_timeout(2500)
    assert len(page.lines) == 2, "one new line, not two"


def test_an_ended_session_reloads_the_page_once_and_then_says_so(live: Open) -> None:
    """The session's key changes with a password change in another tab: a fresh page knows who is there."""
    page = live()
    page.lines[-1].close(code=4401)
    page.until(lambda: len(page.lines) == 2, seconds=6)
    page.until(lambda: page.shown("n") == "1")
    page.lines[-1].close(code=4401)
    expect(page.page.get_by_role("alert")).to_contain_text("Du bist nicht mehr angemeldet.")
    page.page.wait_for_timeout(1500)
    assert len(page.lines) == 2, "no third try"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (4403, "Dieser Tisch ist für dich nicht offen."),
        (4404, "Diesen Tisch gibt es nicht mehr."),
        (4429, "zu viele Fenster offen"),
        (1008, "zu viele Nachrichten"),
    ],
)
def test_where_there_is_no_way_back_the_player_reads_why(live: Open, code: int, words: str) -> None:
    page = live()
    page.lines[-1].close(code=code)
    expect(page.page.get_by_role("alert")).to_contain_text(words)
    expect(page.page.get_by_role("alert").get_by_role("link")).to_be_visible()
    page.page.wait_for_timeout(2500)
    assert len(page.lines) == 1, "no endless tries"


def test_a_dead_line_is_noticed_by_the_beat_that_does_not_come_back(live: Open) -> None:
    page = live()
    page.page.clock.install()
    page.page.reload()
    page.until(lambda: len(page.lines) == 2)
    page.until(lambda: page.shown("n") == "1")
    page.answers = False
    page.page.clock.run_for(5100)
    page.until(lambda: len(page.frames("beat")) >= 3)
    page.page.clock.run_for(4100)
    page.until(lambda: len(page.lines) == 3)


def test_waking_up_tries_the_line_at_once(live: Open) -> None:
    page = live()
    beats = len(page.frames("beat"))
    page.answers = False
    page.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.until(lambda: len(page.frames("beat")) == beats + 1)
    page.until(lambda: len(page.lines) == 2, seconds=4)
    page.answers = True
    page.lines[0].close(code=1012)  # the old line's own end, late: nobody listens to it any more
    page.page.wait_for_timeout(2500)
    assert len(page.lines) == 2


def test_an_answered_trial_leaves_the_line_alone(live: Open) -> None:
    page = live()
    page.page.evaluate("window.dispatchEvent(new Event('online'))")
    page.page.wait_for_timeout(2500)
    assert len(page.lines) == 1


def test_the_state_of_the_line_is_told_and_taken_back(live: Open) -> None:
    page = live()
    page.page.evaluate("htmx.config.wsReconnectDelay = () => 1800")
    page.lines[-1].close(code=1012)
    expect(page.page.locator("#line-state")).to_have_text("Verbindung weg – ich versuche es wieder")
    expect(page.page.locator("#line-state")).to_be_hidden()


def test_the_extensions_queue_is_emptied_after_a_break(live: Open) -> None:
    """What a form of the extension would send late, for a board that isn't there any more."""
    page = live()
    page.page.evaluate(
        """() => { htmx.config.wsReconnectDelay = () => 600;
        let line;
        document.addEventListener('htmx:wsBeforeMessage', (event) => (line = event.detail.socketWrapper));
        document.addEventListener('live:down', () => {
            line.send('{"t":"late"}', document.body); window.queued = line.queue.length; }); }"""
    )
    page.show(board("<p>zwei</p>"))
    page.until(lambda: page.shown("n") == "2")
    page.lines[-1].close(code=1012)
    page.until(lambda: len(page.lines) == 2 and page.shown("n") == "1")
    page.page.wait_for_timeout(200)
    assert page.page.evaluate("window.queued") > 0
    assert not page.frames("late")


def test_the_server_may_send_us_on_but_not_away(live: Open) -> None:
    page = live()
    page.say({"t": "go", "url": "https://elsewhere.example/"})
    page.page.wait_for_timeout(200)
    assert page.page.url.endswith("/tische/abc/")
    page.say({"t": "go", "url": "/tische/neu/"})
    page.page.wait_for_url("**/tische/neu/")


# --- the clock ---------------------------------------------------------------------------------------


def clock(page_shown: str) -> int:
    minutes, seconds = page_shown.split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_clock_shows_what_is_left_by_the_servers_time(live: Open) -> None:
    page = live(inner=SEAT)
    shown = page.page.locator(".seat__clock")
    expect(shown).to_have_text(re.compile(r"0:5[345]"))  # beats say 5000 of 60000
    ring = page.page.locator(".ring__left").get_attribute("stroke-dasharray") or ""
    assert 88 <= float(ring.split()[0]) <= 92


def test_a_wrong_clock_on_the_wall_does_no_harm(live: Open) -> None:
    page = live(inner=SEAT)
    page.page.evaluate("const real = Date.now; Date.now = () => real() + 90_000")
    page.page.wait_for_timeout(300)
    assert clock(page.page.locator(".seat__clock").inner_text()) in range(52, 56)


def test_a_late_answer_moves_the_clock_by_half_its_trip_only(live: Open) -> None:
    page = live(inner=SEAT)
    page.at_time(20_000, trip=800)
    page.page.wait_for_timeout(50)
    assert clock(page.page.locator(".seat__clock").inner_text()) in {39, 40}


def test_the_grace_has_a_word_dashes_and_its_own_countdown_never_below_zero(live: Open) -> None:
    page = live(inner=SEAT)
    seat, shown = page.page.locator("#seat"), page.page.locator(".seat__clock")
    page.page.evaluate("window.ticks = 0; document.addEventListener('sound:play', () => (window.ticks += 1))")
    page.at_time(63_000)
    expect(seat).to_have_attribute("data-clock", "grace")
    assert clock(shown.inner_text()) in {6, 7}
    dashes = page.page.locator(".ring__left").get_attribute("stroke-dasharray") or ""
    assert dashes.count("3 2") >= 12
    page.until(lambda: page.page.evaluate("window.ticks") >= 1)
    page.at_time(95_000)
    expect(shown).to_have_text("0:00")


def test_match_time_that_stood_still_is_given_back(live: Open) -> None:
    """The server was down: its time has not moved, so the shown time goes back up."""
    page = live(inner=SEAT)
    page.at_time(50_000)
    expect(page.page.locator(".seat__clock")).to_have_text(re.compile(r"0:(10|09)"))
    page.at_time(30_000)
    expect(page.page.locator(".seat__clock")).to_have_text(re.compile(r"0:(30|29)"))
