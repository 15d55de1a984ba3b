"""People in Chromium: each has a browser context of their own, and plays by what the page offers."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, expect, sync_playwright

from tests.support.live import Portal
from tests.support.names import new_name
from tests.support.programs import find

CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)
PASSWORD = "ein gutes Passwort 7"
WAIT_MS = 30_000

ALLOWED_ON_CONSOLE = (
    "WebSocket connection to",  # the browser's own word on a line that a test has cut
    "net::ERR_INTERNET_DISCONNECTED",
)

PICK = """() => {
  const tap = document.querySelector(".el-tap");
  if (!tap) return "no die";
  const take = document.getElementById("el-take");
  if (take.ariaBusy) return "on its way";
  if (take.disabled) tap.click();
  if (take.disabled) {
    const field = document.querySelector(".el-go.is-shown:not(:disabled)");
    const none = document.getElementById("el-none");
    if (field) field.click();
    else if (none && !none.hidden) none.click();
    return "chosen by field";
  }
  take.click();
  return "taken";
}"""


expect.set_options(timeout=WAIT_MS)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium under Playwright, without its windows where that is installed: a fifth faster. Playwright never
    downloads one."""
    program = find("chromium-headless-shell", "chromium", "chromium-browser", places=("/usr/bin",))
    profile = tempfile.mkdtemp(prefix="speedgamez-chromium-")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=str(program), headless=True, args=list(CHROMIUM_ARGS), env={"HOME": profile}
            )
            yield browser
            browser.close()
    finally:
        shutil.rmtree(profile, ignore_errors=True)


class Person:
    """Somebody at a browser. ``problems`` gathers what the console and the server complained about.

    Without motion unless ``reduced_motion`` is ``no-preference``: what glows is drawn by the processor here, and two
    boards that glow leave nothing of it.
    """

    def __init__(
        self, browser: Browser, portal: Portal, *, width: int = 1280, height: int = 800, **options: Any
    ) -> None:
        self.portal = portal
        options.setdefault("reduced_motion", "reduce")
        self.context = browser.new_context(
            base_url=portal.url, locale="de-DE", viewport={"width": width, "height": height}, **options
        )
        self.context.set_default_timeout(WAIT_MS)
        self.problems: list[str] = []
        self.name = ""
        self.page = self.tab()

    def tab(self) -> Page:
        """One more tab of the same person."""
        page = self.context.new_page()
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        page.on("response", self._answered)
        return page

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(part in message.text for part in ALLOWED_ON_CONSOLE):
            self.problems.append(f"console {message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 500:
            self.problems.append(f"{response.status} {response.url}")

    def close(self) -> None:
        self.context.close()

    # --- accounts ------------------------------------------------------------------------------

    def register(self, name: str = "") -> Person:
        """Make an account by the form."""
        self.name = name or new_name()
        self.page.goto("/konto/registrieren/")
        form = self.page.locator("main form.stack")
        form.get_by_label("Name", exact=True).fill(self.name)
        passwords = form.locator("input[type=password]")
        for index in range(passwords.count()):
            passwords.nth(index).fill(PASSWORD)
        form.get_by_role("button", name="Registrieren").click()
        expect(self.page.get_by_role("button", name=f"Konto: {self.name}")).to_be_visible()
        return self

    def be_guest(self, name: str = "") -> Person:
        """Enter as a guest by the form."""
        self.name = name or new_name("Gast")
        self.page.goto("/konto/gast/")
        self.page.get_by_label("Name", exact=True).fill(self.name)
        self.page.get_by_role("button", name="Als Gast spielen").click()
        expect(self.page.get_by_role("button", name=f"Konto: {self.name}")).to_be_visible()
        return self

    @property
    def taler(self) -> int:
        """What the purse in the page's head shows, after a visit to the statement."""
        self.page.goto("/konto/taler/")
        return int(re.sub(r"\D", "", self.page.locator(".purse").inner_text()))

    # --- tables --------------------------------------------------------------------------------

    def open_table(self, game: str = "elements", **fields: str) -> str:
        """Open a table of the game with these form fields; returns its path."""
        self.page.goto(f"/spiele/{game}/tisch/")
        for name, value in fields.items():
            field = self.page.locator(f"[name={name}]")
            if field.count() > 1:
                self.page.locator(f"[name={name}][value='{value}']").check(force=True)
            else:
                field.fill(value)
        self.page.locator("main").get_by_role("button", name="Tisch eröffnen").click()
        self.page.wait_for_url("**/tische/*/")
        return self.page.url.removeprefix(self.portal.url)

    def sit(self, path: str) -> Person:
        """Go to the table and take a seat."""
        self.page.goto(path)
        self.page.get_by_role("button", name="Beitreten").click()
        expect(self.page.get_by_role("button", name="Bereit", exact=True)).to_be_visible()
        return self

    def ready(self) -> Person:
        """Say „Bereit“."""
        self.page.get_by_role("button", name="Bereit", exact=True).click()
        expect(self.page.get_by_text("Du bist bereit")).to_be_visible()
        return self

    def start(self) -> Person:
        """Press „Starten“, and once more if the room refuses as somebody sat down or was ready a moment ago."""
        button = self.page.get_by_role("button", name="Starten")
        board, changed = self.page.locator("main[data-live=match]"), self.page.get_by_text("hat sich gerade etwas")
        button.click()
        expect(board.or_(changed).first).to_be_visible()
        if changed.is_visible():
            button.click()
        self.at_board()
        return self

    def at_board(self, page: Page | None = None) -> None:
        """Wait until the match's board is there and its line is up."""
        page = page or self.page
        expect(page.locator("main[data-live=match]")).to_be_visible()
        expect(page.locator("#live-msg")).to_have_attribute("data-full", re.compile("[01]"))

    # --- playing -------------------------------------------------------------------------------

    def my_turn(self) -> bool:
        return self.page.locator("#live-msg[data-turn='1']").count() > 0

    def decision(self) -> str:
        return self.page.locator("#live-msg").get_attribute("data-decision") or ""

    def over(self) -> bool:
        return self.page.locator("main.result").count() > 0

    def pick(self) -> None:
        """Take a die, as fast as the page can: choose it, its field if there is a choice, and confirm."""
        try:
            self.page.evaluate(PICK)
        except Error as error:
            # The match has just ended, and the page is on its way to the result.
            if "context was destroyed" not in error.message:
                raise

    def pick_by_mouse(self) -> None:
        """The same as a person does it, with real presses."""
        before = self.decision()
        take = self.page.locator("#el-take")
        if take.is_disabled():
            self.page.locator(".el-tap").first.click()
        if take.is_disabled():
            self.page.locator(".el-go.is-shown:enabled").first.click()
        if self.decision() == before and take.is_enabled():
            take.click()
        until(lambda: self.over() or self.decision() != before, page=self.page)


def until(condition: Callable[[], bool], seconds: float = 30, *, page: Page) -> None:
    """Wait until the condition holds, letting the page work meanwhile."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"it never came; the page is {page.url}: {page.inner_text('body')[:2000]}")
        page.wait_for_timeout(25)


def play_out(people: Sequence[Person], *, step: str = PICK, seconds: float = 240) -> None:
    """To the result as fast as the pages can: they press by themselves. ``step`` is one press, in JavaScript."""
    asked = 'document.getElementById("live-msg")?.dataset.turn === "1"'
    for person in people:
        person.page.evaluate(f"() => {{ const press = {step}; setInterval(() => {asked} && press(), 25); }}")
    end = time.monotonic() + seconds
    while not all(person.over() for person in people):
        for person in people:
            assert not person.problems, person.problems
        if time.monotonic() > end:
            raise AssertionError(f"no end after {seconds} s: {people[0].page.inner_text('main')[:1500]}")
        people[0].page.wait_for_timeout(100)


def play_on(people: Sequence[Person], enough: Callable[[], bool], *, seconds: float = 240) -> None:
    """Everybody picks whenever it is their turn, until ``enough`` says so (or the result stands)."""
    end = time.monotonic() + seconds
    while not all(person.over() for person in people) and not enough():
        for person in people:
            assert not person.problems, person.problems
        if time.monotonic() > end:
            raise AssertionError(f"it never came within {seconds} s: {people[0].page.inner_text('main')[:1500]}")
        moved = False
        for person in people:
            if not person.over() and person.my_turn():
                person.pick()
                moved = True
        people[0].page.wait_for_timeout(5 if moved else 40)
