"""A player without a browser: forms over HTTP, frames over a real socket. Fast, and free to send nonsense."""

from __future__ import annotations

import contextlib
import html
import http.cookiejar
import json
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from tests.support.live import Portal
from tests.support.names import new_name

ATTRIBUTE = re.compile(r'data-(full|turn|decision|n)="([^"]*)"')
TAKE = re.compile(r'data-take="([^"]*)"')


class Caller:
    """One session: cookies, forms, sockets."""

    def __init__(self, portal: Portal) -> None:
        self.portal = portal
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.address = (
            f"10.{'.'.join(str(secrets.randbelow(250)) for _ in range(3))}"  # counts where a proxy is trusted
        )
        self.name = ""

    def ask(self, path: str, form: Mapping[str, str] | None = None) -> tuple[int, str, str]:
        """Status, text and final path of a page; with ``form`` it is a POST with the session's token."""
        url = urllib.parse.urljoin(self.portal.url, path)
        data = None if form is None else urllib.parse.urlencode(form).encode()
        headers = {"X-Forwarded-For": self.address}
        if data is not None:
            headers["X-CSRFToken"] = self.cookie("csrftoken")
        request = urllib.request.Request(url, data, headers)
        try:
            with self._opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode(), urllib.parse.urlsplit(answer.url).path
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode(), urllib.parse.urlsplit(error.url).path

    def cookie(self, name: str) -> str:
        return next((cookie.value or "" for cookie in self.jar if cookie.name == name), "")

    def be_guest(self) -> Caller:
        self.name = new_name("Gast")
        self.ask("/konto/gast/")
        status, text, _ = self.ask("/konto/gast/", {"gast-name": self.name})
        assert status == 200
        assert f"Konto: {self.name}" in text, text
        return self

    def open_table(self, *, game: str = "elements", **fields: str) -> str:
        """Open a table; returns its path."""
        whole = {"clock_s": "0", "seats_count": "2", "fill_level": "", "fast_bots": "1", "public": "1", **fields}
        self.ask(f"/spiele/{game}/tisch/")
        _, text, path = self.ask(f"/spiele/{game}/tisch/", whole)
        assert path.startswith("/tische/"), text
        return path

    def sit(self, path: str) -> None:
        self.ask(path)
        self.ask(f"{path}setzen/", {})

    def ready(self, path: str) -> None:
        _, text, _ = self.ask(path)
        terms = re.search(r'name="terms" value="([^"]*)"', text)
        assert terms, text
        self.ask(f"{path}bereit/", {"ready": "1", "terms": terms.group(1)})

    def start(self, path: str) -> None:
        _, text, _ = self.ask(path)
        revision = re.search(r'name="revision" value="(\d+)"', text)
        assert revision, text
        self.ask(f"{path}start/", {"revision": revision.group(1)})

    def socket(self, path: str, *, origin: str | None = "", **options: Any) -> ClientConnection:
        """A connection to the table's socket; ``origin`` None: without that header."""
        headers = {"Cookie": f"sessionid={self.cookie('sessionid')}", "X-Forwarded-For": self.address}
        if origin is not None:
            headers["Origin"] = origin or self.portal.url
        line: ClientConnection = connect(
            f"{self.portal.ws_url}/ws{path}",
            additional_headers=headers,
            compression=None,
            max_size=None,
            legacy=True,
            **options,
        )
        return line


@dataclass
class Seat:
    """Somebody at a running match over a socket, who comes back whenever the line breaks."""

    caller: Caller
    path: str
    line: ClientConnection | None = None
    turn: bool = False
    decision: int | None = None
    actions: list[Any] = field(default_factory=list)
    acked: list[str] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    sent: dict[str, Any] | None = None
    sent_at: float = 0.0
    over: bool = False
    whole: bool = False
    beats: int = 0
    messages: int = 0

    def connect(self, seconds: float = 15) -> None:
        """Get a line, as often as it takes."""
        until = time.monotonic() + seconds
        while True:
            try:
                self.line = self.caller.socket(self.path, open_timeout=5)
                return
            except (OSError, InvalidHandshake, TimeoutError):
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def step(self) -> None:
        """Hear what came, and act when it is this seat's turn. A broken line is made anew, the same id sent again."""
        if self.line is None:
            self.connect()
            again = self.sent
            self.hear(0.5)
            if again is not None and self.sent is again and self.decision == again["d"]:
                self.send(again)
        self.hear(0.01)
        if self.sent is not None and time.monotonic() - self.sent_at > 5:
            self.send(self.sent)
        if self.turn and self.sent is None and self.actions and self.decision is not None:
            self.send({"t": "act", "id": str(uuid.uuid4()), "d": self.decision, "a": self.actions[0]})

    def send(self, frame: dict[str, Any]) -> None:
        self.sent, self.sent_at = frame, time.monotonic()
        self.raw(json.dumps(frame))

    def raw(self, data: str | bytes) -> None:
        """Send anything at all."""
        try:
            if self.line is not None:
                self.line.send(data)
        except (ConnectionClosed, OSError):
            self.line = None

    def hear(self, seconds: float) -> None:
        """Take in all messages until none comes for ``seconds``."""
        while self.line is not None:
            try:
                message = self.line.recv(timeout=seconds)
            except TimeoutError:
                return
            except (ConnectionClosed, OSError):
                self.line = None
                return
            self.messages += 1
            self.take_in(message if isinstance(message, str) else message.decode())

    def hear_whole(self) -> None:
        """Take in all up to the whole view that a new line begins with; raises TimeoutError when none comes."""
        self.whole = False
        while not self.whole:
            self.next()

    def hear_all(self) -> None:
        """Take in the answers to all that was sent up to now: a socket answers in order, a beat too."""
        beats = self.beats
        self.raw('{"t":"beat","at":1}')
        while self.beats == beats:
            self.next()

    def next(self) -> None:
        """Take in one message; raises TimeoutError when none comes."""
        assert self.line is not None, "the line is down"
        message = self.line.recv(timeout=30)
        self.messages += 1
        self.take_in(message if isinstance(message, str) else message.decode())

    def take_in(self, message: str) -> None:
        if not message.startswith("{"):
            self.see(message)
            return
        frame = json.loads(message)
        if frame["t"] == "ack":
            self.acked.append(frame["id"])
            self.sent = None
        elif frame["t"] == "no":
            self.refused.append(frame)
            self.sent = None
        elif frame["t"] == "beat":
            self.beats += 1
        elif frame["t"] == "room":
            self.over = 'data-live="result"' in self.caller.ask(self.path)[1]

    def see(self, markup: str) -> None:
        found = dict(ATTRIBUTE.findall(markup.split(">", 1)[0]))
        self.whole = self.whole or found.get("full") == "1"
        self.turn = found.get("turn") == "1"
        self.decision = int(found["decision"]) if found.get("decision") else None
        if 'id="glow"' in markup:
            glow = markup.split('id="glow"', 1)[1]
            self.actions = [json.loads(html.unescape(raw)) for raw in TAKE.findall(glow)]
        if self.sent is not None and self.decision != self.sent["d"]:
            self.sent = None  # it has been decided; the answer may have gone with the line


def flood(line: ClientConnection) -> int | None:
    """Send far more than a hand could; returns the code that the line was closed with."""
    with contextlib.suppress(ConnectionClosed):
        for _ in range(400):
            line.send('{"t":"beat","at":1}')
        for _ in range(500):
            line.recv(timeout=5)
    return line.close_code


def play(seats: Sequence[Seat], enough: Callable[[], bool], seconds: float) -> float:
    """Play on until it is enough; returns how many seconds that took. Raises AssertionError when it takes too long."""
    begun = time.monotonic()
    while not enough():
        took = time.monotonic() - begun
        assert took < seconds, f"not after {took:.1f} s; refused: {[seat.refused[-3:] for seat in seats]}"
        for seat in seats:
            seat.step()
    return time.monotonic() - begun


def match_of(portal: Portal, *, people: int = 2, **fields: str) -> list[Seat]:
    """Guests at a match that has just begun, one socket each; further seats are computers if ``fields`` say so."""
    guests = portal.guests
    while len(guests) < people:  # the same few all over: entering as a guest is limited by address
        guests.append(Caller(portal).be_guest())
    callers: list[Caller] = guests[:people]
    path = callers[0].open_table(**fields)
    for caller in callers[1:]:
        caller.sit(path)
    for caller in callers:
        caller.ready(path)
    callers[0].start(path)
    seats = [Seat(caller, path) for caller in callers]
    for seat in seats:
        seat.connect()
        seat.hear_whole()
    return seats
