"""Journeys to a table and through a match with people."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.support.browser import Person, play_on, play_out, until


def pair(come: Come, motion: str = "reduce", **fields: str) -> tuple[Person, Person, str]:
    """Two users at the board of a running match, and the table's path."""
    anna, ben = [come(reduced_motion=motion).register() for _ in range(2)]
    path = anna.open_table(**{"seats_count": "2", "clock_s": "0", **fields})
    ben.sit(path).ready()
    anna.ready().start()
    ben.at_board()
    return anna, ben, path


def mover(*people: Person) -> Person:
    """Whose turn it is."""
    until(lambda: any(person.my_turn() for person in people), page=people[0].page)
    return next(person for person in people if person.my_turn())


def boards(person: Person) -> str:
    """All boards and dice as text and positions, for comparing; not the faces that a rolling die shows on its way."""
    text: str = person.page.evaluate(
        """() => [...document.querySelectorAll(".el-lane, #tray .el-die, #tray .el-gone")].map(
            (e) => [e.dataset.row, e.dataset.at, e.dataset.die, e.ariaLabel].join(",")).join(" ")"""
    )
    return text


def test_a_match_for_a_stake_to_its_end_and_a_rematch(come: Come) -> None:
    """Register, open a table with a stake, a second user joins, play to the end, points, Taler, Revanche."""
    anna, ben, path = pair(come, motion="no-preference", stake="50")
    play_out((anna, ben))
    for person in (anna, ben):
        person.page.get_by_role("button", name="Revanche").or_(person.page.get_by_role("link", name="Revanche")).click()
        person.page.wait_for_url(lambda url: path not in url)
    assert anna.page.url == ben.page.url
    expect(anna.page.get_by_text("Beim Start zahlst du 50 Taler ein.")).to_be_visible()
    total = anna.taler + ben.taler
    assert total in {2000, 1999}  # a tie may leave an odd Taler
    anna.page.goto("/bestenliste/?spiel=elements")
    expect(anna.page.locator("main")).to_contain_text(anna.name)


def test_a_pick_by_mouse_is_seen_by_the_other(come: Come) -> None:
    anna, ben, _ = pair(come)
    first = mover(anna, ben)
    other = ben if first is anna else anna
    first.pick_by_mouse()
    until(lambda: boards(first) == boards(other), page=other.page)
    expect(other.page.locator("#chronik li").first).to_be_visible()


def test_reload_and_second_tab_show_the_same_board(come: Come) -> None:
    anna, ben, path = pair(come, clock_s="120")
    for _ in range(3):
        mover(anna, ben).pick_by_mouse()
    first = mover(anna, ben)
    board, decision = boards(first), first.decision()
    first.page.reload()
    first.at_board()
    assert (boards(first), first.decision()) == (board, decision)
    second = first.tab()
    second.goto(path)
    first.at_board(second)
    assert second.locator("#live-msg").get_attribute("data-decision") == decision
    first.pick_by_mouse()
    until(lambda: second.locator("#live-msg").get_attribute("data-decision") != decision, page=second)


def test_a_spectator_sees_moves_and_can_do_nothing(come: Come) -> None:
    anna, ben, path = pair(come)
    watcher = come()
    watcher.page.goto("/")
    watcher.page.get_by_role("link", name="Zuschauen").first.wait_for()
    watcher.page.goto(path)
    watcher.at_board()
    expect(watcher.page.get_by_text("Du schaust zu.").first).to_be_visible()
    assert watcher.page.locator(".el-tap, #el-take, [data-action]").count() == 0
    before = boards(watcher)
    mover(anna, ben).pick_by_mouse()
    until(lambda: boards(watcher) != before, page=watcher.page)
    assert boards(watcher) == boards(anna)


def test_ten_seconds_without_a_line(come: Come) -> None:
    """The player is told, the others go on, and once the line is back the new board is there and can be played."""
    anna, ben, _ = pair(come)
    first = mover(anna, ben)
    other = ben if first is anna else anna
    other.context.set_offline(True)
    expect(other.page.locator("#line-state")).to_be_visible()
    first.pick_by_mouse()
    board = boards(first)
    other.page.wait_for_timeout(10_000)
    assert boards(other) != board
    other.context.set_offline(False)
    until(lambda: boards(other) == board, 10, page=other.page)  # 2 s on a machine that does nothing else
    expect(other.page.locator("#line-state")).to_be_hidden()
    mover(anna, ben).pick_by_mouse()
    until(lambda: boards(anna) == boards(ben), page=anna.page)
    # htmx writes the cut line's error events to the console.
    other.problems = [problem for problem in other.problems if "[object Event]" not in problem]


def test_the_clock_runs_out(come: Come) -> None:
    """30 s to think and 10 s of grace, then the computer makes the one step; the match goes on."""
    anna, ben, _ = pair(come, clock_s="30")
    first = mover(anna, ben)
    decision = first.decision()
    expect(first.page.locator(".el-late").first).to_be_visible(timeout=60_000)
    expect(first.page.locator("#chronik")).to_contain_text("Zeit um")
    assert first.decision() != decision
    mover(anna, ben).pick_by_mouse()


def test_leaving_names_its_cost_and_the_last_one_takes_the_pot(come: Come) -> None:
    anna, ben, _ = pair(come, stake="100")
    ben.page.get_by_role("button", name="Menü dieser Partie").click()
    ben.page.get_by_role("button", name="Partie verlassen").first.click()
    dialog = ben.page.get_by_role("dialog", name="Partie verlassen?")
    expect(dialog).to_contain_text("10 Punkte in der Bestenliste")
    expect(dialog).to_contain_text("100 Taler")
    dialog.get_by_role("button", name="Weiterspielen").click()
    expect(dialog).to_be_hidden()
    ben.page.get_by_role("button", name="Menü dieser Partie").click()
    ben.page.get_by_role("button", name="Partie verlassen").first.click()
    dialog.get_by_role("button", name="Partie verlassen").click()
    ben.page.wait_for_url(lambda url: "verlassen" not in url)

    anna.page.get_by_role("button", name="Menü dieser Partie").click()
    anna.page.get_by_role("button", name="Partie beenden").first.click()
    anna.page.get_by_role("dialog", name="Partie beenden?").get_by_role("button", name="Partie beenden").click()
    until(anna.over, page=anna.page)
    assert (anna.taler, ben.taler) == (1100, 900)


def test_closing_the_page_is_not_leaving(come: Come) -> None:
    anna, ben, path = pair(come)
    ben.page.goto("/")
    expect(ben.page.get_by_role("link", name="Weiterspielen").first).to_be_visible()
    ben.page.goto(path)
    ben.at_board()
    play_on((anna, ben), lambda: anna.page.locator("#chronik li").count() > 12)
    assert re.search(r"data-role=.seat", ben.page.content())
