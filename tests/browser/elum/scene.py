"""The page of a match of Speed-E.L.U.M. with the real engine behind it and no server.

The state lives in the test, match time is the test's: ``pass_to`` lets it pass, what the page sends is judged by the
engine at once. The page itself (templates, styles, modules, security policy) is the product's. So a scene that takes
ten minutes to come to is there at once, and every instant can be looked at.
"""

from __future__ import annotations

import json
import mimetypes
from typing import Any

import msgspec
from django.template.loader import render_to_string
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Route, WebSocketRoute

from games import registry
from games.elum import game
from games.elum.state import State
from games.kernel.board import BoardContext, Fragment, SeatCard, flat
from games.kernel.contract import Rejection
from games.kernel.texts import plain
from tables.render import fragment_bytes, names_html, with_names
from tables.shell import log_html, on_page
from tests.browser.live_page import PACKAGE, POLICY
from tests.support.live import ROOT

ADDRESS = "http://elum.test/tische/abc/"
NAMES = ("Mara", "Jonas", "Ayşe", "Robo Emil")

STILL = """{
  let at = 1000 + %d;
  performance.now = () => at;
  globalThis.tick = (now) => (at = 1000 + now);
}"""
"""The page's clock stands between two instants of the test, however slow the machine is."""
HEAD = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Speed-E.L.U.M. – Speedgamez</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="htmx-config" content='{"allowEval":false,"allowScriptTags":false,"includeIndicatorStyles":false}'>
<link rel="icon" id="favicon" href="/static/img/favicon.svg">"""


CARD = '<li class="seat" data-seat="{seat}"><span class="seat__name">{name}</span></li>'
PAGE = """{head}<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/components.css"><link rel="stylesheet" href="/static/css/table.css">{sheets}
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script src="/static/django_htmx/ext/hx-ws-2.min.js" defer></script>
<script type="module" src="/static/js/live.js"></script><script type="module" src="/static/{script}"></script></head>
<body class="at-table" data-game="elum"><main class="full" data-live="match" data-role="{role}" data-me="{me}"
 data-pace="realtime" data-title="Speed-E.L.U.M.">{inner}<p id="line-state" role="status" hidden></p>
<div class="desk__say full__say" id="refusals"></div><p id="turn" hidden></p>
<section id="table-people" popover><ol class="seats__list">{cards}</ol>
<ol class="chron" id="chronik">{log}</ol></section>
<nav id="table-menu" popover><ul>{menu}</ul></nav>{message}{glow}
<div id="line" hx-ext="ws" ws-connect="/ws/tische/abc/"></div><p class="vh" id="news" aria-live="polite"></p>
</main></body></html>"""

REPLAY = """() => {
  const sheet = document.createElement("link");
  Object.assign(sheet, { rel: "stylesheet", href: "/static/css/replay.css" });
  const after = [...document.querySelectorAll('link[href^="/static/games"]')][0];
  const loaded = new Promise((done) => (sheet.onload = done));
  after.before(sheet);
  document.body.classList.add("at-replay");
  const [table, board] = ["match match--full", "board"].map((name) => {
    const node = document.createElement("div");
    node.className = name;
    return node;
  });
  const rail = document.createElement("aside");
  rail.className = "rail";
  document.querySelector(".elum").replaceWith(table);
  table.append(board, rail);
  board.append(globalThis.scene);
  return loaded;
}"""
"""Puts the scene where ``templates/tables/replay.html`` has it: between a head and steps, beside the Chronik."""


class ScenePage:
    """A browser at seat ``seat`` (None: a spectator) of a match in ``state``, at match time ``now``.

    Time stands between two calls of ``pass_to``, unless it ``flows``.
    """

    def __init__(
        self, browser: Browser, state: State, *, seat: int | None = 0, now: int | None = None,
        width: int = 1440, height: int = 900, skin: str = "modern", motion: bool = False, hints: bool = False,
        flows: bool = False, **options: Any,
    ) -> None:  # fmt: skip
        self.flows = flows
        self.state, self.seat = state, seat
        self.now = state.now if now is None else now
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        self.page: Page = self.context.new_page()
        stored = {"speedgamez.elum-skin": skin, **({} if hints else {"speedgamez.elum-hints": "off"})}
        self.context.add_init_script(
            "".join(f"localStorage.getItem({k!r}) ?? localStorage.setItem({k!r}, {v!r});" for k, v in stored.items())
        )
        if not flows:
            self.context.add_init_script(STILL % self.now)
        self.problems: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.refused: list[str] = []
        self.lines: list[WebSocketRoute] = []
        self.number = 0
        self.lag_ms = 0
        self._shown: dict[str, bytes] = {}
        self._log: list[Any] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.route("**/*", self._serve)
        self.page.route_web_socket("**/ws/**", self._connect)

    def _heard(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"}:
            self.problems.append(said.text)

    def open(self) -> ScenePage:
        self.page.goto(ADDRESS)
        self.until(lambda: bool(self.lines) and any(frame["t"] == "beat" for frame in self.sent))
        self.page.locator("#elum-sheet symbol").first.wait_for(state="attached")
        return self

    def close(self) -> None:
        self.context.close()
        assert self.problems == []

    # --- what the server would do ----------------------------------------------------------------

    def _pairs(self) -> list[tuple[Fragment, bytes]]:
        """All that the viewer sees: fragments with their HTML."""
        board = registry.board("elum")
        seen = game.observe_all(self.state, (None, self.seat))
        count = len(self.state.settlers)
        context = BoardContext(tuple(SeatCard() for _seat in range(count)))
        own = (
            board.spectator_fragments(seen[None], context)
            if self.seat is None
            else board.seat_fragments(seen[self.seat], self.seat, context)
        )
        names = names_html(NAMES[:count])
        shown = [*flat(board.public_fragments(seen[None], context)), *flat(own)]
        return [(f, with_names(fragment_bytes("elum", f), names)) for f in shown]

    def _markup(self) -> str:
        board, pairs = registry.board("elum"), self._pairs()
        self._shown = {f.name: html for f, html in pairs}
        page = on_page(pairs)
        me = "" if self.seat is None else str(self.seat + 1)
        seats = range(len(self.state.settlers))
        return PAGE.format(
            head=HEAD,
            sheets="".join(f'<link rel="stylesheet" href="/static/{path}">' for path in board.STYLES),
            script=board.SCRIPTS[0],
            role="seat" if me else "watch",
            me=me,
            inner=render_to_string("games/elum/board.html", {"f": page, "seat_no": me or None}),
            menu=render_to_string("games/elum/menu.html", {}),
            cards="".join(CARD.format(seat=seat + 1, name=NAMES[seat]) for seat in seats),
            log=self._chronik(),
            message=self._message(0, full=True),
            glow=page.get("glow", ""),
        )

    def _chronik(self) -> str:
        names = names_html(NAMES[: len(self.state.settlers)])
        return with_names(log_html(self._log).encode(), names).decode()

    def _message(self, number: int, *, full: bool, events: list[Any] | None = None) -> str:
        decision = next((p.decision for p in game.to_act(self.state) if p.seat == self.seat), None)
        told = [seen for event in events or [] if (seen := game.redact(event, self.seat)) is not None]
        said = msgspec.json.encode(told).decode().replace("&", "&amp;").replace('"', "&quot;")
        over = int(game.outcome(self.state) is not None)
        return (
            f'<div id="live-msg" hx-swap-oob="true" hidden data-n="{number}" data-now="{self.now}"'
            f' data-full="{int(full)}" data-turn="{int(decision is not None)}"'
            f' data-decision="{"" if decision is None else decision}" data-over="{over}" data-events="{said}"></div>'
        )

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://elum.test").split("?")[0]
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            place = PACKAGE if name.startswith("django_htmx") else ROOT / "static"
            route.fulfill(path=place / name, content_type=mimetypes.guess_type(name)[0] or "text/plain")
        else:
            headers = {"Content-Security-Policy": POLICY}
            route.fulfill(body=self._markup(), headers=headers, content_type="text/html; charset=utf-8")

    def _connect(self, line: WebSocketRoute) -> None:
        self.lines.append(line)
        self.number = 0
        line.on_message(self._got)
        self.push([], full=True)

    def _got(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.sent.append(frame)
        if frame["t"] == "beat":
            self.say({"t": "beat", "at": frame["at"], "now": self.now, "n": self.number})
        elif frame["t"] == "act":
            self._judge(frame)

    def _judge(self, frame: dict[str, Any]) -> None:
        """At match time ``now``, as the host does: time first, then seat, then the rules."""
        assert self.seat is not None
        events = list(game.advance(self.state, self.now))
        try:
            action = game.decode_action(json.dumps(frame["a"]).encode())
            events += game.apply(self.state, self.seat, action, self.now)
        except Rejection as refused:
            self.refused.append(refused.code)
            self.say({"t": "no", "id": frame["id"], "code": refused.code, "text": plain(refused.text)})
            return
        self.say({"t": "ack", "id": frame["id"]})
        self.push(events)

    # --- the test's hands ------------------------------------------------------------------------

    def say(self, frame: dict[str, Any]) -> None:
        self.lines[-1].send(json.dumps(frame))

    def push(self, events: list[Any], *, full: bool = False) -> None:
        """Send what has changed."""
        self.number += 1
        context = BoardContext(tuple(SeatCard() for _seat in self.state.settlers))
        lines_of = registry.board("elum").log_lines
        new = [line for e in events if (seen := game.redact(e, None)) for line in lines_of(seen, context)]
        self._log += new
        now = {f.name: html for f, html in self._pairs()}
        changed = [html.decode() for name, html in now.items() if full or self._shown.get(name) != html]
        self._shown = now
        log = f'<ol id="chronik" class="chron" hx-swap-oob="true">{self._chronik()}</ol>' if new or full else ""
        self.lines[-1].send(self._message(self.number, full=full, events=events) + "".join(changed) + log)

    def pass_to(self, now: int) -> list[Any]:
        """Let match time be ``now``: what is due happens, and the page knows what time it is."""
        self.now = now
        events = game.advance(self.state, now)
        if events:
            self.push(events)
        sent = self.page.evaluate("(now) => globalThis.tick?.(now) ?? performance.now()", now)
        self.say({"t": "beat", "at": sent, "now": now, "n": self.number})
        self.frame()
        return events

    def pass_by(self, ms: int) -> list[Any]:
        return self.pass_to(self.now + ms)

    def act_as(self, seat: int, action: Any) -> None:
        """Somebody else does something, at the time that it is."""
        events = [*game.advance(self.state, self.now), *game.apply(self.state, seat, action, self.now)]
        self.push(events)
        self.frame()

    def frame(self) -> None:
        """Until the page has drawn what it knows."""
        self.page.evaluate("() => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)))")

    def actions(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What the page has asked for so far."""
        asked = [frame["a"] for frame in self.sent if frame["t"] == "act"]
        return [action for action in asked if kind is None or action["type"] == kind]

    def find(self, selector: str) -> Locator:
        return self.page.locator(f".elum {selector}")

    def style(self, selector: str, name: str) -> str:
        """A custom property of the first such element."""
        found: str = self.page.evaluate(
            "([s, n]) => document.querySelector(s).style.getPropertyValue(n).trim()", [f".elum {selector}", f"--{name}"]
        )
        return found

    def until(self, condition: Any, seconds: float = 10) -> None:
        for _ in range(int(seconds / 0.02)):
            if condition():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it never came; sent: {self.sent[-5:]}, problems: {self.problems}")
