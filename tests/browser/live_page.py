"""A page with nothing but the live modules on it, and a line whose other end the test holds.

No server runs: static files come from disk, the page from here, under the product's own security policy. So the
modules meet what a real server sends rarely: gaps, silence, reasons to close, answers that come late.
"""

from __future__ import annotations

import json
import mimetypes
from pathlib import Path
from typing import Any

import django_htmx
from playwright.sync_api import Browser, ConsoleMessage, Route, WebSocketRoute

from tests.support.live import ROOT

ADDRESS = "http://live.test/tische/abc/"
POLICY = "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:"
PACKAGE = Path(django_htmx.__file__).parent / "static"

PAGE = """<!doctype html><html lang="de"{html}><head><meta charset="utf-8"><title>Elements – Speedgamez</title>
<meta name="htmx-config" content='{{"allowEval":false,"allowScriptTags":false,"includeIndicatorStyles":false}}'>
<link rel="icon" id="favicon" href="/static/img/favicon.svg">
<link rel="stylesheet" href="/static/css/tokens.css"><link rel="stylesheet" href="/static/css/components.css">
<link rel="stylesheet" href="/static/css/table.css">
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script src="/static/django_htmx/ext/hx-ws-2.min.js" defer></script>
<script type="module" src="/static/js/live.js"></script></head>
<body class="at-table"><button data-sound-toggle aria-label="Ton ausschalten">Ton</button>
<p id="line-state" role="status" hidden></p><div id="meldungen"></div>
<main data-live="{kind}" data-role="seat" data-me="1" data-pace="{pace}" data-title="Elements">
<p class="turn" id="turn" hidden>Du bist dran</p>
{message}
<div id="board">{board}</div>
<div class="desk"><div class="desk__say" id="refusals"></div></div>
<ol class="chron" id="chronik"></ol>
<div id="line" hx-ext="ws" ws-connect="/ws/tische/abc/"></div>
<p class="vh" id="news" aria-live="polite"></p></main></body></html>"""

TAKE = """<button type="button" id="take" data-action='{"type":"take","die":"rot"}'>Nehmen</button>"""


def message(
    number: int,
    *,
    decision: int | None = 1,
    full: bool = False,
    now: int = 1000,
    over: bool = False,
    events: tuple[dict[str, Any], ...] = (),
) -> str:
    """The element that every HTML message begins with."""
    said = json.dumps(list(events)).replace('"', "&quot;")
    return (
        f'<div id="live-msg" hx-swap-oob="true" hidden data-n="{number}" data-now="{now}" data-full="{int(full)}"'
        f' data-turn="{int(decision is not None)}" data-decision="{"" if decision is None else decision}"'
        f' data-over="{int(over)}" data-events="{said}"></div>'
    )


def board(inner: str) -> str:
    return f'<div id="board" hx-swap-oob="true">{inner}</div>'


class LivePage:
    """The page, its frames in ``sent`` and its lines in ``lines`` (the last one is in use)."""

    def __init__(
        self,
        browser: Browser,
        *,
        inner: str = TAKE,
        kind: str = "match",
        pace: str = "turns",
        html: str = "",
        answers: bool = True,
        **options: Any,
    ) -> None:
        self.context = browser.new_context(viewport={"width": 1000, "height": 700}, **options)
        self.page = self.context.new_page()
        self.problems: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.lines: list[WebSocketRoute] = []
        self.answers = answers
        self.pages: dict[str, str] = {}
        """What other addresses give."""
        self.held: dict[str, Route | None] = {}
        """Addresses whose answer the test keeps back, and the request once it is there."""
        self.now = 5000
        """Match time in ms that this end answers beats with; it stands still until ``at_time`` sets it."""
        self.decision: int | None = 1
        self.number = 0
        self._markup = PAGE.format(kind=kind, pace=pace, html=html, message=message(0), board=inner)
        self._inner = inner
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.route("**/*", self._serve)
        self.page.route_web_socket("**/ws/**", self._connect)

    def open(self) -> LivePage:
        self.page.goto(ADDRESS)
        self.until(lambda: bool(self.lines) and bool(self.frames("beat")))
        return self

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"} and "WebSocket" not in said.text:
            self.problems.append(said.text)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://live.test").split("?")[0]
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            place = PACKAGE if name.startswith("django_htmx") else ROOT / "static"
            kind = mimetypes.guess_type(name)[0] or "text/plain"
            route.fulfill(path=place / name, content_type=kind)
        elif path in self.held:
            self.held[path] = route
        elif path in self.pages:
            route.fulfill(body=self.pages[path], content_type="text/html")
        else:
            route.fulfill(body=self._markup, headers={"Content-Security-Policy": POLICY}, content_type="text/html")

    # --- the other end -------------------------------------------------------------------------

    def _connect(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        line.on_message(self._got)
        self.number = 0
        if self.answers:
            self.show(full=True)

    def _got(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.sent.append(frame)
        if frame["t"] == "beat" and self.answers:
            self.say({"t": "beat", "at": frame["at"], "now": self.now, "n": self.number})

    def say(self, frame: dict[str, Any]) -> None:
        """Send JSON."""
        self.lines[-1].send(json.dumps(frame))

    def at_time(self, now: int, *, trip: int = 0) -> None:
        """From here on it is ``now`` (ms of the match), told by a beat that was ``trip`` ms under way."""
        self.now = now
        sent = self.page.evaluate("Math.round(performance.now())") - trip
        self.say({"t": "beat", "at": sent, "now": now, "n": self.number})

    def show(self, html: str = "", *, skip: int = 0, full: bool = False, **more: Any) -> None:
        """Send HTML; ``skip`` messages before it were lost."""
        self.number += 1 + skip
        said = message(self.number, decision=self.decision, full=full, **more)
        self.lines[-1].send(said + (html or board(self._inner) if full else html))

    def release(self, path: str, body: str, **headers: str) -> None:
        """Answer a request that was held back."""
        route = self.held[path]
        assert route is not None
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        route.fulfill(body=body, content_type="text/html", headers=names)

    def frames(self, kind: str) -> list[dict[str, Any]]:
        return [frame for frame in self.sent if frame["t"] == kind]

    # --- waiting -------------------------------------------------------------------------------

    def until(self, condition: Any, seconds: float = 15) -> None:
        """Let the page work until the condition holds."""
        for _ in range(int(seconds / 0.02)):
            if condition():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it never came; sent: {self.sent}")

    def shown(self, name: str) -> str:
        """An attribute of the last message on the page."""
        return self.page.locator("#live-msg").get_attribute(f"data-{name}") or ""
