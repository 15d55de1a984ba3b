"""A page that was frozen for ten minutes, or moved to another network, is current and can be played within 2 s."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.client import Seat, match_of
from tests.support.live import Portal
from tests.support.relay import Relay, relay
from tests.support.sleeper import Sleeper, play_ahead

LIMIT_S = 2.0


@pytest.fixture
def line(portal: Portal) -> Iterator[Relay]:
    with relay(portal.port) as running:
        yield running


@pytest.fixture
def seats(portal: Portal) -> list[Seat]:
    return match_of(portal)


@pytest.fixture
def sleeper(browser: Browser, line: Relay, seats: list[Seat]) -> Iterator[Sleeper]:
    one = Sleeper(browser, line, seats[0].caller, seats[0].path)
    one.open()
    yield one
    one.context.close()


def test_a_page_that_was_frozen_for_ten_minutes(sleeper: Sleeper, seats: list[Seat]) -> None:
    sleeper.freeze()
    sleeper.line.lose()
    wanted = play_ahead(*seats)
    begun = sleeper.wake()
    assert sleeper.until_decision(wanted, begun) < LIMIT_S
    assert sleeper.until_played(begun) < LIMIT_S


def test_a_page_that_has_moved_to_another_network(sleeper: Sleeper, seats: list[Seat]) -> None:
    sleeper.move_away()
    wanted = play_ahead(*seats)
    begun = sleeper.arrive()
    assert sleeper.until_decision(wanted, begun) < LIMIT_S
    assert sleeper.until_played(begun) < LIMIT_S


def test_a_line_that_was_lost_while_the_page_was_out_of_sight_for_a_moment(sleeper: Sleeper, seats: list[Seat]) -> None:
    """Too short to begin anew on suspicion: the line is asked first."""
    sleeper.page.evaluate("Object.defineProperty(document, 'visibilityState', {value: 'visible', configurable: true})")
    sleeper.line.lose()
    wanted = play_ahead(*seats)
    begun = sleeper.arrive()
    sleeper.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert sleeper.until_decision(wanted, begun) < LIMIT_S
