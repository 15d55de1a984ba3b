"""A seated guest's page on a phone that sleeps or moves to another network, and how soon it is there again."""

from __future__ import annotations

import time
import uuid
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from tests.support.browser import PICK
from tests.support.client import Caller, Seat
from tests.support.relay import Relay

TEN_MINUTES_MS = 600_000
PATIENCE_S = 4.0
"""Nobody presses again before so long (static/js/actions.js: its own 3 s)."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
    "reduced_motion": "reduce",
    "locale": "de-DE",
}
# The clock of a device goes on while a page is frozen; here it is seconds, so it jumps when the page wakes.
CLOCK = f"""(() => {{
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  document.addEventListener("resume", () => (ahead += {TEN_MINUTES_MS}), true);
}})()"""


class Sleeper:
    """The page of a seated caller, reached through ``line``."""

    def __init__(self, browser: Browser, line: Relay, caller: Caller | None, path: str) -> None:
        self.line, self.path = line, path
        self.context = browser.new_context(base_url=line.url, **PHONE)
        if caller is not None:
            key = caller.cookie("sessionid")
            self.context.add_cookies([{"name": "sessionid", "value": key, "url": line.url}])
        self.context.add_init_script(CLOCK)
        self.page: Page = self.context.new_page()
        self.cdp: CDPSession = self.context.new_cdp_session(self.page)

    def open(self) -> None:
        self.page.goto(self.path)
        self.page.wait_for_function("() => Number(document.querySelector('#live-msg')?.dataset.n) > 0")

    def freeze(self) -> None:
        """Nothing of the page runs any more. (CDP's ``setWebLifecycleState`` stops no timer of a headless page.)"""
        stopped: list[Any] = []
        self.cdp.on("Debugger.paused", lambda event: stopped.append(event))
        self.cdp.send("Debugger.enable")
        self.page.evaluate("void setTimeout(() => { debugger; })")
        while not stopped:
            self.page.wait_for_timeout(10)

    def wake(self) -> float:
        """Returns when it was woken; the page is told as a browser does."""
        begun = time.monotonic()
        self.cdp.send("Debugger.resume")
        self.cdp.send("Debugger.disable")
        self.page.evaluate("document.dispatchEvent(new Event('resume'))")
        return begun

    def move_away(self) -> None:
        """The old network is gone; what was under way is lost."""
        self.context.set_offline(True)
        self.line.lose()

    def arrive(self) -> float:
        """In the new network; returns when."""
        begun = time.monotonic()
        self.context.set_offline(False)
        return begun

    def decision(self) -> str:
        return self.page.locator("#live-msg").get_attribute("data-decision") or ""

    def is_up(self) -> bool:
        """Whether anything has come over the line; the page itself begins with message 0."""
        return int(self.page.locator("#live-msg").get_attribute("data-n") or "0") > 0

    def until_decision(self, wanted: int, begun: float, seconds: float = 30) -> float:
        """How many seconds after ``begun`` the page shows this decision as its own."""
        self.page.wait_for_function(
            "wanted => document.querySelector('#live-msg')?.dataset.decision === wanted",
            arg=str(wanted),
            timeout=seconds * 1000,
            polling=20,
        )
        return time.monotonic() - begun

    def until_played(self, begun: float, seconds: float = 30) -> float:
        """How many seconds after ``begun`` the server has taken a move of this page's."""
        before = self.decision()
        while not self.picked(before):
            if time.monotonic() - begun > seconds:
                raise AssertionError(f"no move was taken: {self.page.inner_text('main')[:500]}")
        return time.monotonic() - begun

    def picked(self, before: str) -> bool:
        """Press once, as far as the page lets one; True when the server's answer has come: another decision."""
        taken = self.page.evaluate(PICK) == "taken"
        asked = time.monotonic()
        while taken and self.decision() == before and time.monotonic() - asked < PATIENCE_S:
            self.page.wait_for_timeout(20)
        self.page.wait_for_timeout(20)
        return self.decision() != before


def play_ahead(mine: Seat, other: Seat) -> int:
    """Others play, and the sleeper on another device, until he has a decision that his page doesn't know: which."""
    before = mine.decision
    until = time.monotonic() + 30
    while not mine.turn or mine.decision in {before, None}:
        assert time.monotonic() < until, "nobody plays"
        other.step()
        if mine.turn and mine.decision == before and mine.sent is None and mine.actions:
            mine.send({"t": "act", "id": str(uuid.uuid4()), "d": before, "a": mine.actions[0]})
        mine.hear(0.01)
    assert mine.decision is not None
    return mine.decision
