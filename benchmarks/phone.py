"""How soon a modest phone has a table: readable, playable, and there again after sleep or another network.

    nice -n 15 python -m benchmarks.phone --runs 5
    python -m benchmarks.phone --cpu 4 --down 1600 --up 750 --latency 150 --json

Chromium with its processor ``--cpu`` times slower, through a line of so many kbit/s with so many ms there and back
(``tests/support/relay.py``: pages, files and sockets alike; a new connection takes one way there and back first). Each
opening is a new context, so nothing is cached. „readable“: the board stands painted in its own style (its letters may
still be the device's).
„tapped“: a tap has done something (seat: a die was taken and the server has said so; spectator: the menu is open).
After sleep, from waking: „current“ when the page shows what others have played meanwhile, „played“ when its own move
was taken. Exit code 1 when a worst value is over its goal.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser

from benchmarks.live import running
from tests.support.browser import chromium
from tests.support.client import Caller, Seat, match_of
from tests.support.live import Portal
from tests.support.programs import free_port
from tests.support.relay import Relay, relay
from tests.support.sleeper import Sleeper, play_ahead

GOALS_S = {"readable": 3.0, "tapped": 5.0, "current": 2.0, "played": 2.0}
# The board is there, nothing still changes how it looks, and it has been painted: ms since the navigation began.
READABLE = """() => {
  const board = document.querySelector(".board");
  if (!board || !board.querySelector(".el-tab")) return null;
  if ([...document.querySelectorAll("link[rel=stylesheet]")].some((link) => !link.sheet)) return null;
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return paint ? Math.max(paint.startTime, window.readableAt ??= performance.now()) : null;
}"""
MENU = """() => {
  const button = document.querySelector("[popovertarget]");
  if (!button || !(Number(document.querySelector("#live-msg")?.dataset.n) > 0)) return false;
  button.click();
  return document.getElementById(button.getAttribute("popovertarget")).matches(":popover-open");
}"""


def main() -> int:
    options = _options()
    figures: dict[str, list[float]] = {}
    with (
        tempfile.TemporaryDirectory(prefix="speedgamez-phone-") as folder,
        running(options.profile, 1, free_port(), Path(folder)) as (portal, _env),
        chromium() as browser,
        relay(portal.port, delay_s=options.latency / 2000, down=options.down * 125, up=options.up * 125) as line,
    ):
        portal.wait_healthy()
        for _number in range(options.runs):
            for name, measure in MEASURES.items():
                for what, seconds in measure(browser, portal, line, options.cpu).items():
                    figures.setdefault(f"{name}: {what}", []).append(seconds)
    shown = {name: _summary(name, values) for name, values in figures.items()}
    print(json.dumps(shown) if options.json else "\n".join(f"{name:<28} {one}" for name, one in shown.items()))
    return 0 if all(one["worst"] <= one["goal"] for one in shown.values()) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=("embedded", "production"), default="production")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cpu", type=float, default=4, help="times slower")
    parser.add_argument("--down", type=float, default=1600, help="kbit/s")
    parser.add_argument("--up", type=float, default=750, help="kbit/s")
    parser.add_argument("--latency", type=float, default=150, help="ms there and back")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def _summary(name: str, values: list[float]) -> dict[str, float]:
    ordered = sorted(values)
    middle = ordered[len(ordered) // 2]
    return {"p50": round(middle, 2), "worst": round(ordered[-1], 2), "goal": GOALS_S[name.rpartition(" ")[2]]}


def _phone(browser: Browser, line: Relay, caller: Caller | None, path: str, cpu: float) -> Sleeper:
    phone = Sleeper(browser, line, caller, path)
    phone.cdp.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    return phone


def _opened(phone: Sleeper, tap: Callable[[Sleeper], bool]) -> dict[str, float]:
    """A cold opening: the link is followed, nothing is known."""
    begun = time.monotonic()
    phone.page.goto(phone.path, wait_until="commit")
    readable = phone.page.wait_for_function(READABLE, polling=50, timeout=60_000).json_value() / 1000
    while not tap(phone):
        phone.page.wait_for_timeout(25)
    return {"readable": readable, "tapped": time.monotonic() - begun}


def _seat_tap(phone: Sleeper) -> bool:
    """Presses once the line is up: before, the page would say that it isn't."""
    before = phone.decision()
    return bool(before) and phone.is_up() and phone.picked(before)


def _match(portal: Portal) -> list[Seat]:
    """A match of two in which the first one has to move."""
    seats = match_of(portal)
    while not seats[0].turn:
        seats[1].step()
        seats[0].hear(0.01)
    return seats


def _seated(browser: Browser, portal: Portal, line: Relay, cpu: float) -> dict[str, float]:
    seats = _match(portal)
    phone = _phone(browser, line, seats[0].caller, seats[0].path, cpu)
    found = _opened(phone, _seat_tap)
    phone.context.close()
    return found


def _spectator(browser: Browser, portal: Portal, line: Relay, cpu: float) -> dict[str, float]:
    phone = _phone(browser, line, None, _match(portal)[0].path, cpu)
    found = _opened(phone, lambda shown: bool(shown.page.evaluate(MENU)))
    phone.context.close()
    return found


def _frozen(browser: Browser, portal: Portal, line: Relay, cpu: float) -> dict[str, float]:
    seats = _match(portal)
    phone = _phone(browser, line, seats[0].caller, seats[0].path, cpu)
    phone.open()
    phone.freeze()
    line.lose()
    wanted = play_ahead(*seats)
    begun = phone.wake()
    found = {"current": phone.until_decision(wanted, begun), "played": phone.until_played(begun)}
    phone.context.close()
    return found


def _moved(browser: Browser, portal: Portal, line: Relay, cpu: float) -> dict[str, float]:
    seats = _match(portal)
    phone = _phone(browser, line, seats[0].caller, seats[0].path, cpu)
    phone.open()
    phone.move_away()
    wanted = play_ahead(*seats)
    begun = phone.arrive()
    found = {"current": phone.until_decision(wanted, begun), "played": phone.until_played(begun)}
    phone.context.close()
    return found


MEASURES: dict[str, Callable[[Browser, Portal, Relay, float], dict[str, Any]]] = {
    "seat": _seated,
    "spectator": _spectator,
    "frozen for ten minutes": _frozen,
    "another network": _moved,
}


if __name__ == "__main__":
    sys.exit(main())
