from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support import browser as browsers
from tests.support.browser import Person
from tests.support.live import Portal
from tests.support.portals import any_portal


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.live)


@pytest.fixture(scope="package")
def portal() -> Iterator[Portal]:
    """One portal for all journeys; each uses people and tables of its own."""
    with any_portal(env={"TRUSTED_PROXIES": "1"}) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A module each: Playwright's loop must not outlive it, or asyncio's tests can't start theirs."""
    with browsers.chromium() as running:
        yield running


Come = Callable[..., Person]


@pytest.fixture
def come(browser: Browser, portal: Portal) -> Iterator[Come]:
    """Makes people, each with an address of their own; afterwards nobody's console may have complained."""
    people: list[Person] = []
    start = len(portal.lines)

    def new(**options: Any) -> Person:
        address = {"X-Forwarded-For": f"10.1.{len(portal.lines) % 250}.{len(people) + 1}"}
        person = Person(browser, portal, extra_http_headers=address, **options)
        people.append(person)
        return person

    yield new
    problems = [problem for person in people for problem in person.problems]
    for person in people:
        person.close()
    wrong = [line for line in portal.lines[start:] if "Traceback" in line or " ERROR " in line]
    assert not (problems or wrong), "\n".join([*problems, *(portal.lines[start:] if wrong else [])])
