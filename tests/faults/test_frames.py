"""Hostile frames over a real socket: a coded refusal or a closed socket, never an exception in the log."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.client import Caller, Seat, flood, match_of, play
from tests.support.live import Portal


@pytest.fixture
def seats(portal: Portal) -> Iterator[list[Seat]]:
    """Two people in a match; afterwards the log is clean and the match still goes on."""
    start = len(portal.lines)
    found = match_of(portal, people=2)
    yield found
    count = sum(len(seat.acked) for seat in found)
    for seat in found:
        seat.sent = None
    play(found, lambda: sum(len(seat.acked) for seat in found) >= count + 2, 30)
    for seat in found:
        if seat.line is not None:
            seat.line.close()
    assert [line for line in portal.lines[start:] if "Traceback" in line or re.search(r"\bERROR\b", line)] == []


def mover(seats: list[Seat]) -> tuple[Seat, Seat]:
    """Whose turn it is, and the other one."""
    for seat in seats:
        seat.hear_all()
    first = next(seat for seat in seats if seat.turn)
    return first, next(seat for seat in seats if seat is not first)


def answers(seat: Seat, text: str | bytes) -> list[dict[str, object]]:
    """Send one frame; the refusals that came back."""
    known = len(seat.refused)
    seat.raw(text)
    seat.hear_all()
    return list(seat.refused[known:])


def act(decision: object, action: object, client_id: object = "") -> str:
    return json.dumps({"t": "act", "id": client_id or str(uuid.uuid4()), "d": decision, "a": action})


def test_sent_twice_acts_once(portal: Portal, seats: list[Seat]) -> None:
    first, _ = mover(seats)
    frame = act(first.decision, first.actions[0], "aaaaaaaa-double")
    for _ in range(3):
        first.raw(frame)
    first.hear_all()
    assert first.acked.count("aaaaaaaa-double") == 3
    assert portal.query("SELECT COUNT(*) FROM tables_record WHERE client_id = 'aaaaaaaa-double'") == [(1,)]


def test_a_stale_or_future_decision_is_refused(seats: list[Seat]) -> None:
    first, _ = mover(seats)
    assert first.decision is not None
    for decision in (first.decision - 1, first.decision + 1, 2**31 - 1):
        found = answers(first, act(max(decision, 0), first.actions[0]))
        assert len(found) == 1
        assert found[0]["code"]
        assert found[0]["text"]


def test_a_seat_acts_for_itself_only(seats: list[Seat]) -> None:
    """The other one's decision, a seat named in the frame, and a spectator: refused, nothing happens."""
    first, other = mover(seats)
    assert answers(other, act(first.decision, first.actions[0]))
    forged = json.loads(act(first.decision, first.actions[0]))
    for key in ("seat", "player", "s", "p", "match"):
        assert answers(other, json.dumps({**forged, key: 0}))
    stranger = Seat(Caller(first.caller.portal), first.path)
    stranger.connect()
    stranger.hear_whole()
    assert answers(stranger, act(first.decision, first.actions[0]))
    assert stranger.acked == other.acked == []
    assert mover(seats)[0] is first


MALFORMED = [
    "", " ",
    "{", "}", "[]", "null", "true", "123", '"act"', "NaN", '{"t":', '{"t":null}', '{"t":"nope"}', '{"t":7}', "{}",
    '{"t":"act"}', '{"t":"act","id":"x","d":1,"a":{}}', '{"t":"act","id":"aaaaaaaa","d":"1","a":{}}',
    '{"t":"act","id":"aaaaaaaa","d":1.5,"a":{}}', '{"t":"act","id":"aaaaaaaa","d":-1,"a":{}}',
    '{"t":"act","id":"aaaaaaaa","d":99999999999999999999,"a":{}}', '{"t":"act","id":null,"d":1,"a":{}}',
    '{"t":"act","id":"aaaaaaaa","d":1}', '{"t":"act","id":"aaaaaaaa","d":NaN,"a":{}}',
    '{"t":"act","id":"\\u0000aaaaaaa","d":1,"a":{}}', '{"t":"act","id":"' + "a" * 5000 + '","d":1,"a":{}}',
    '{"t":"beat","at":"now"}', '{"t":"beat"}', '{"t":"sync","all":true}', "\ud7ff\u0000", "[" * 8000, '{"a":' * 3000,
]  # fmt: skip

ACTIONS: list[object] = [
    None, 1, "take", [], {}, {"type": "nope"}, {"type": "take"}, {"type": "take", "die": "rot"},
    {"type": "take", "die": "lila", "row": "feuer"}, {"type": "take", "die": 0, "row": 0},
    {"type": "take", "die": "rot", "row": "feuer", "more": 1}, {"type": "take", "die": ["rot"], "row": None},
    {"type": "freeze", "seat": 1}, {"type": "take", "die": "rot" * 3000, "row": None},
]  # fmt: skip


@pytest.mark.parametrize("start", range(0, len(MALFORMED), 8))
def test_malformed_frames_are_refused_with_a_code(seats: list[Seat], start: int) -> None:
    first, _ = mover(seats)
    for text in MALFORMED[start : start + 8]:
        found = answers(first, text)
        assert [refusal["code"] for refusal in found] == ["malformed"], text[:80]


def test_who_sends_only_nonsense_is_sent_away(seats: list[Seat]) -> None:
    first, _ = mover(seats)
    assert first.line is not None
    line = first.line
    with pytest.raises(ConnectionClosed):
        for _ in range(30):
            line.send("{")
            line.recv(timeout=2)
    assert line.close_code == 1008
    first.line = None


@pytest.mark.parametrize("start", range(0, len(ACTIONS), 8))
def test_actions_that_are_none_are_refused_with_a_code(seats: list[Seat], start: int) -> None:
    first, _ = mover(seats)
    decision = first.decision
    for action in ACTIONS[start : start + 8]:
        found = answers(first, act(decision, action))
        assert len(found) == 1, action
        assert found[0]["code"]
        assert found[0]["text"]
    assert first.decision == decision


def test_a_deeply_nested_action_is_refused(seats: list[Seat]) -> None:
    first, _ = mover(seats)
    frame = f'{{"t":"act","id":"aaaaaaaa-deep","d":{first.decision},"a":{"[" * 7000}{"]" * 7000}}}'
    assert answers(first, frame)


@pytest.mark.parametrize(("data", "code"), [("x" * 20_000, 1009), (b"\x00\x01", 1003), (b"{}", 1003)])
def test_oversized_and_binary_frames_close_the_socket(seats: list[Seat], data: str | bytes, code: int) -> None:
    first, other = mover(seats)
    assert first.line is not None
    first.line.send(data)
    with pytest.raises(ConnectionClosed):
        for _ in range(50):
            first.line.recv(timeout=5)
    assert first.line.close_code == code
    first.line = None
    other.raw('{"t":"sync"}')
    other.hear_whole()  # the neighbour's line goes on


def test_a_flood_closes_the_flooding_socket_only(seats: list[Seat]) -> None:
    first, other = mover(seats)
    assert first.line is not None
    assert flood(first.line) == 1008
    first.line = None
    other.hear_all()


@pytest.mark.parametrize("origin", [None, "http://boese.example", "http://127.0.0.1", "null", "file://"])
@pytest.mark.parametrize("path", ["table", "/start/"])
def test_foreign_and_missing_origins_are_refused(seats: list[Seat], origin: str | None, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        seats[0].caller.socket(seats[0].path if path == "table" else path, origin=origin)
    assert refused.value.response.status_code == 403


def test_an_unknown_table_and_an_unknown_address(portal: Portal, seats: list[Seat]) -> None:
    caller = seats[0].caller
    with caller.socket("/tische/gibtesnicht/") as line, pytest.raises(ConnectionClosed):
        for _ in range(5):
            line.recv(timeout=5)
    assert line.close_code == 4404
    with pytest.raises(InvalidStatus):
        caller.socket("/irgendwas/")


def test_a_made_up_session_is_a_spectator(portal: Portal, seats: list[Seat]) -> None:
    stranger = Seat(Caller(portal), seats[0].path)
    stranger.caller.jar.clear()
    stranger.connect()
    stranger.hear_whole()
    assert not stranger.turn
    assert stranger.messages > 0
    assert answers(stranger, '{"t":"advice"}')
