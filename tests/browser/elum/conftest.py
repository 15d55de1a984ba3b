from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.elum.state import State
from tests.browser.elum.scene import ScenePage

Show = Callable[..., ScenePage]


@pytest.fixture
def show(browser: Browser) -> Iterator[Show]:
    """Opens pages on states; afterwards nobody's console may have complained."""
    pages: list[ScenePage] = []

    def new(state: State, **how: Any) -> ScenePage:
        page = ScenePage(browser, state, **how).open()
        pages.append(page)
        return page

    yield new
    for page in pages:
        page.close()
