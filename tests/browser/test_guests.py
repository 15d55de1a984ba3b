"""What guests may, and what they are refused: by page, by link, by socket."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.support.browser import Person
from tests.support.names import new_name

KNOCK = """(path) => new Promise((done) => {
  const socket = new WebSocket(`ws://${location.host}/ws${path}`);
  socket.onopen = () => socket.send(JSON.stringify(
    {t: "act", id: "11111111-1111-4111-8111-111111111111", d: 1, a: {type: "freeze"}, seat: 0}));
  const strict = () => socket.send(JSON.stringify(
    {t: "act", id: "22222222-2222-4222-8222-222222222222", d: 1, a: {type: "freeze"}}));
  const heard = [];
  socket.onmessage = ({data}) => {
    if (!data.startsWith('{"t":"no"')) return;
    heard.push(JSON.parse(data));
    if (heard.length === 1) strict();
    else done(heard);
  };
  socket.onclose = ({code}) => done([...heard, {code}]);
})"""


def test_a_guest_joins_a_free_table_by_its_link(come: Come) -> None:
    """The link seats nobody; „Beitreten“ asks for one prefilled name and goes straight on."""
    anna, guest = come().register(), come()
    path = anna.open_table(seats_count="2", clock_s="0")
    guest.page.goto(path)
    expect(anna.page.get_by_text("Freier Platz")).to_be_visible()
    guest.page.get_by_role("button", name="Beitreten").click()
    name = guest.page.get_by_label("Name", exact=True)
    expect(name).not_to_have_value("")
    guest.page.get_by_role("button", name="Als Gast spielen").click()
    guest.page.wait_for_url(f"**{path}")
    guest.ready()
    anna.ready().start()
    guest.at_board()


def test_back_from_the_match_is_no_question_to_send_a_form_again(come: Come) -> None:
    """The answer to a form stood in the history; going back to it was the browser's own error page."""
    guest = come()
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Schnelle Partie: Elements").click()
    name = guest.page.get_by_label("Name", exact=True)
    name.fill("x")
    guest.page.get_by_role("button", name="Als Gast spielen").click()
    expect(guest.page.get_by_text("3 bis 20 Zeichen")).to_be_visible()
    name.fill(new_name("Gast"))
    guest.page.get_by_role("button", name="Als Gast spielen").click()
    guest.at_board()
    guest.problems.clear()  # the refused name
    for _ in range(2):
        guest.page.go_back()
        expect(guest.page.get_by_role("heading", name=re.compile("^Guten"))).to_be_visible()


def test_a_guest_is_refused_at_a_stake_table(come: Come) -> None:
    anna, ben, guest = come().register(), come().register(), come().be_guest()
    path = anna.open_table(seats_count="2", clock_s="0", stake="20")

    guest.page.goto(path)  # by link
    expect(guest.page.get_by_text("Dafür brauchst du ein Konto")).to_be_visible()
    assert guest.page.get_by_role("button", name="Beitreten").count() == 0

    status, text = post(guest, f"{path}setzen/")  # by page
    assert "Konto" in text
    assert status < 500
    expect(anna.page.get_by_text("Freier Platz")).to_be_visible()

    ben.sit(path).ready()
    anna.ready().start()
    guest.at_board()  # the page that watches goes there by itself
    heard: list[dict[str, Any]] = guest.page.evaluate(KNOCK, path)
    assert [found.get("t") for found in heard] == ["no", "no"]
    assert heard[1]["text"]


def post(person: Person, path: str) -> tuple[int, str]:
    """Send a form that the page doesn't offer, with the page's own token."""
    answer: list[Any] = person.page.evaluate(
        """async (path) => {
          const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
          const answer = await fetch(path, {method: "POST", headers: {"X-CSRFToken": token}});
          return [answer.status, await answer.text()];
        }""",
        path,
    )
    person.problems = [problem for problem in person.problems if "status of 4" not in problem]
    return answer[0], answer[1]


def test_a_guest_who_registers_keeps_the_seat(come: Come) -> None:
    guest = come().be_guest()
    path = guest.open_table(seats_count="2", clock_s="0")
    guest.register(guest.name)
    guest.page.goto(path)
    expect(guest.page.get_by_text("du, führst den Tisch")).to_be_visible()
