"""Journeys to a table and through a match."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.support.browser import play_on


def test_two_players_for_a_stake_to_the_end(come: Come) -> None:
    """Register, open a table with a stake, a second user joins, play to the end, points and Taler."""
    anna, ben = come().register(), come().register()
    path = anna.open_table(stake="50", seats_count="2", clock_s="0")
    ben.sit(path).ready()
    anna.ready().start()
    ben.at_board()
    play_on([anna, ben])
    expect(anna.page.get_by_role("button", name="Revanche")).to_be_visible()
    total = anna.taler + ben.taler
    assert total in {2000, 1999}  # a tie leaves an odd Taler to the house
    assert {anna.taler, ben.taler} in ({1050, 950}, {1000})
    anna.page.goto("/bestenliste/?spiel=elements")
    expect(anna.page.locator("main")).to_contain_text(anna.name)
