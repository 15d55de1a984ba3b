"""The waiting room and the list of tables, fetched anew when the server says so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.live_page import LivePage
from tests.browser.test_live_actions import Open, live

__all__ = ["live"]

ROOM, READY = "/tische/abc/raum/", "/tische/abc/bereit/"
FORM = f'<form method="post" action="{READY}" hx-boost="true"><button id="ready">Bereit</button></form>'


def room(*names: str, phase: str = "open", inner: str = FORM) -> str:
    people = "".join(f"<li data-sitting>{name}</li>" for name in names)
    return f'<div id="raum" data-phase="{phase}" data-url="{ROOM}" hx-target="#raum"><ul>{people}</ul>{inner}</div>'


def at_room(live: Open, *names: str) -> LivePage:
    return live(kind="room", inner=room(*names))


def people(page: LivePage) -> list[str]:
    return page.page.locator("[data-sitting]").all_inner_texts()


def test_somebody_who_sits_down_is_shown_and_told(live: Open) -> None:
    page = at_room(live, "Mila")
    page.pages[ROOM] = room("Mila", "Jonas")
    page.say({"t": "room"})
    page.until(lambda: people(page) == ["Mila", "Jonas"])
    expect(page.page.locator("#news")).to_contain_text("Jemand hat sich gesetzt.")


def test_somebody_who_gets_up_is_no_news(live: Open) -> None:
    page = at_room(live, "Mila", "Jonas")
    page.pages[ROOM] = room("Mila")
    page.say({"t": "room"})
    page.until(lambda: people(page) == ["Mila"])
    expect(page.page.locator("#news")).to_be_empty()


def test_when_it_starts_the_page_goes_to_the_match(live: Open) -> None:
    page = at_room(live, "Mila")
    page.pages[ROOM] = room(phase="playing")
    page.say({"t": "room"})
    page.until(lambda: len(page.lines) == 2)


def test_many_words_at_once_are_one_fetch(live: Open) -> None:
    page = at_room(live, "Mila")
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url) if request.url.endswith(ROOM) else None)
    page.pages[ROOM] = room("Mila")
    for _ in range(5):
        page.say({"t": "room"})
    page.page.wait_for_timeout(600)
    assert len(asked) == 1


def test_a_form_under_way_gets_its_answer_before_the_room_is_fetched(live: Open) -> None:
    """The room used to be swapped away under the form, whose answer then had nowhere to go."""
    page = at_room(live, "Mila")
    page.held[READY] = None
    page.pages[ROOM] = room("Mila", "Jonas")
    page.page.locator("#ready").click()
    page.until(lambda: page.held[READY] is not None)
    page.say({"t": "room"})
    page.page.wait_for_timeout(400)
    assert people(page) == ["Mila"]
    page.release(READY, room("Mila, bereit"), HX_Retarget="#raum", HX_Reswap="outerHTML", HX_Push_Url="false")
    page.until(lambda: people(page) == ["Mila", "Jonas"])


def test_a_room_under_way_does_not_sweep_a_form_away_that_was_sent_meanwhile(live: Open) -> None:
    page = at_room(live, "Mila")
    page.held[ROOM] = page.held[READY] = None
    page.say({"t": "room"})
    page.until(lambda: page.held[ROOM] is not None)
    page.page.locator("#ready").click()
    page.until(lambda: page.held[READY] is not None)
    old = page.held.pop(ROOM)
    assert old is not None
    page.pages[ROOM] = room("Mila, bereit", "Jonas")
    old.fulfill(body=room("Mila"), content_type="text/html")
    page.page.wait_for_timeout(300)
    page.release(READY, room("Mila, bereit"), HX_Retarget="#raum", HX_Reswap="outerHTML", HX_Push_Url="false")
    page.until(lambda: people(page) == ["Mila, bereit", "Jonas"])


@pytest.mark.parametrize("fetched", ["before", "while"])
def test_a_press_is_not_lost_when_the_room_changes_under_it(live: Open, fetched: str) -> None:
    """„Bereit“ was lost when the room was swapped between press and release: the click hit nothing."""
    page = at_room(live, "Mila")
    page.held[READY] = page.held[ROOM] = None
    mouse = page.page.mouse
    button = page.page.locator("#ready").bounding_box()
    assert button
    mouse.move(button["x"] + 9, button["y"] + 9)
    if fetched == "before":
        page.say({"t": "room"})
        page.until(lambda: page.held[ROOM] is not None)
        mouse.down()
        old = page.held.pop(ROOM)
        assert old is not None
        old.fulfill(body=room("Mila", "Jonas"), content_type="text/html")
    else:
        del page.held[ROOM]
        page.pages[ROOM] = room("Mila", "Jonas")
        mouse.down()
        page.say({"t": "room"})
    page.page.wait_for_timeout(400)
    mouse.up()
    page.until(lambda: page.held[READY] is not None)
    page.pages[ROOM] = room("Mila, bereit", "Jonas")
    page.release(READY, room("Mila, bereit"), HX_Retarget="#raum", HX_Reswap="outerHTML", HX_Push_Url="false")
    page.until(lambda: people(page) == ["Mila, bereit", "Jonas"])


def test_a_press_beside_everything_only_puts_the_room_off(live: Open) -> None:
    page = at_room(live, "Mila")
    page.pages[ROOM] = room("Mila", "Jonas")
    list_box = page.page.locator("#raum ul").bounding_box()
    assert list_box
    page.page.mouse.move(list_box["x"] + 1, list_box["y"] + 1)
    page.page.mouse.down()
    page.say({"t": "room"})
    page.page.wait_for_timeout(400)
    assert people(page) == ["Mila"]
    page.page.mouse.up()
    page.until(lambda: people(page) == ["Mila", "Jonas"])


def test_the_list_of_tables_is_fetched_with_its_filter_and_not_by_all_at_once(live: Open) -> None:
    filter_form = '<form id="filter"><input name="einsatz" value="ohne"></form>'
    inner = f'{filter_form}<div id="lobby" hx-get="/start/tische/" hx-trigger="lobby" hx-include="#filter">alt</div>'
    page = live(kind="home", inner=inner)
    asked: list[str] = []
    page.page.on("request", lambda request: asked.append(request.url) if "/start/" in request.url else None)
    page.pages["/start/tische/"] = "neu"
    for _ in range(3):
        page.say({"t": "lobby"})
    page.until(lambda: page.page.locator("#lobby").inner_text() == "neu")
    assert [url.partition("?")[2] for url in asked] == ["einsatz=ohne"]
