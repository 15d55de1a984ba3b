"""The table's socket against a running host: identity, fan-out, numbers, refusals, closing with a reason."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError

from accounts.models import Player
from accounts.selectors import player_id_by_session
from accounts.services import player_rename
from accounts.services.guests import SESSION_GUEST
from portal.asgi import application
from tables import bounds, notices
from tables.host import runtime
from tables.host.live import Live
from tables.models import Match, Record
from tests.tables.host import support
from tests.tables.host.support import ELEMENTS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

HOST = b"127.0.0.1"


def _session(player: Player) -> str:
    session = SessionStore()
    session[SESSION_GUEST] = player.pk
    session.create()
    return session.session_key or ""


def _people(*names: str) -> tuple[Match, list[str]]:
    players = [support.guest(name) for name in names]
    return support.match(*players), [_session(p) for p in players]


class Client:
    """One browser's socket."""

    def __init__(
        self,
        path: str,
        session: str = "",
        origin: bytes = b"http://127.0.0.1",
        cookies: bytes = b"",
        address: bytes = b"",
    ) -> None:
        headers = [(b"host", HOST), (b"cookie", cookies + f"sessionid={session}".encode())]
        if address:
            headers.append((b"x-forwarded-for", address))
        if origin:
            headers.append((b"origin", origin))
        self.socket = WebsocketCommunicator(application, path, headers=headers)
        self.full = ""

    async def open(self) -> Client:
        connected, code = await self.socket.connect(timeout=5)
        assert connected, code
        return self

    async def message(self) -> str:
        text: str = await self.socket.receive_from(timeout=5)
        return text

    async def html(self, part: str = "") -> str:
        while True:
            text = await self.message()
            if text.startswith("<") and part in text:
                return text

    async def json(self, kind: str) -> dict[str, Any]:
        while True:
            text = await self.message()
            if text.startswith("{") and json.loads(text)["t"] == kind:
                found: dict[str, Any] = json.loads(text)
                return found

    async def send(self, frame: dict[str, Any] | str) -> None:
        await self.socket.send_to(text_data=frame if isinstance(frame, str) else json.dumps(frame))

    async def closed(self) -> int:
        while True:
            event = await self.socket.receive_output(timeout=5)
            if event["type"] == "websocket.close":
                return int(event["code"])

    async def leave(self) -> int | None:
        """Close after all is answered; the code if the server closed before."""
        await self.send({"t": "beat", "at": 1})
        while True:
            event = await self.socket.receive_output(timeout=5)
            if event["type"] == "websocket.close":
                return int(event["code"])
            if event["text"].startswith('{"t":"beat"'):
                await self.socket.disconnect()
                return None


def _frame(match: Match, client_id: str = "client-0001", seat: int = 0) -> dict[str, Any]:
    now = support.live(match.pk)
    pending = next(p for p in now.game.to_act(now.state) if p.seat == seat)
    action = now.game.actions(now.state, seat)[0]
    return {"t": "act", "id": client_id, "d": pending.decision, "a": json.loads(ELEMENTS.encode_action(action))}


async def test_an_action_is_acknowledged_and_seen_by_all_and_stored_first(server: runtime.Runtime) -> None:
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{(await sync_to_async(lambda: match.table.code)())}/"
    anton, berta, watcher = [await Client(path, s).open() for s in (first, second, "")]
    assert 'data-turn="1"' in await anton.html('data-full="1"')
    assert 'data-turn="0"' in await berta.html('data-full="1"')
    assert 'data-decision=""' in await watcher.html('data-full="1"')
    await anton.send(await sync_to_async(_frame)(match))
    assert (await anton.json("ack"))["id"] == "client-0001"
    assert await sync_to_async(Record.objects.filter(match=match).count)() == 1
    for other in (berta, watcher):
        assert "taken" in (await other.html("&quot;type&quot;")).lower()


@pytest.mark.parametrize("strange", [b'seen={"a": [1]}; ', b"bad[name]=x; ", b'"q"=1; ', "x=ä; ".encode("latin-1")])
async def test_a_strange_cookie_beside_it_does_not_hide_the_session(server: runtime.Runtime, strange: bytes) -> None:
    """Pages of Django are read that way; a socket that is stricter only watches while its page says „du“."""
    match, (first, _second) = await sync_to_async(_people)("Anton", "Berta")
    anton = await Client(f"/ws/tische/{match.table.code}/", first, cookies=strange).open()
    assert 'data-turn="1"' in await anton.html('data-full="1"')


async def test_a_cookie_that_no_session_has_is_nobodys(server: runtime.Runtime) -> None:
    match, _sessions = await sync_to_async(_people)("Anton", "Berta")
    stranger = await Client(f"/ws/tische/{match.table.code}/", '"\\000aaaaaaaaaaa"').open()
    assert 'data-decision=""' in await stranger.html('data-full="1"')


async def test_messages_count_up_by_one_and_sync_gives_everything(server: runtime.Runtime) -> None:
    match, (first, _second) = await sync_to_async(_people)("Anton", "Berta")
    anton = await Client(f"/ws/tische/{match.table.code}/", first).open()
    numbers: list[int] = []
    page = ""
    await anton.send(await sync_to_async(_frame)(match))
    await anton.send({"t": "sync"})
    while 'data-full="1"' not in page or len(numbers) < 3:
        page = await anton.html()
        numbers.append(_number(page))
    assert numbers == list(range(1, len(numbers) + 1))


def _number(text: str) -> int:
    return int(text.split('data-n="')[1].split('"')[0])


async def test_double_sent_acts_once(server: runtime.Runtime) -> None:
    match, (first, _second) = await sync_to_async(_people)("Anton", "Berta")
    one = await Client(f"/ws/tische/{match.table.code}/", first).open()
    two = await Client(f"/ws/tische/{match.table.code}/", first).open()
    frame = await sync_to_async(_frame)(match)
    await one.send(frame)
    await one.send(frame)
    await two.send(frame)
    for client in (one, one, two):
        assert (await client.json("ack"))["id"] == "client-0001"
    assert await sync_to_async(Record.objects.filter(match=match).count)() == 1


async def test_spectators_and_strangers_act_for_nobody(server: runtime.Runtime) -> None:
    match, _sessions = await sync_to_async(_people)("Anton", "Berta")
    watcher = await Client(f"/ws/tische/{match.table.code}/").open()
    await watcher.send(await sync_to_async(_frame)(match))
    assert (await watcher.json("no"))["code"] == "no_seat"
    stranger = await Client(f"/ws/tische/{match.table.code}/", "made-up-session").open()
    await stranger.send({**await sync_to_async(_frame)(match), "seat": 0})
    assert (await stranger.json("no"))["code"] == "malformed"
    assert not await sync_to_async(Record.objects.filter(match=match).exists)()


@pytest.mark.parametrize(
    "frame",
    [
        " ",
        "null",
        "[]",
        "{",
        '{"t":"act"}',
        '{"t":"nonsense"}',
        '{"t":"act","id":"client-0001","d":-1,"a":{}}',
        '{"t":"act","id":"client-0001","d":1e99,"a":{}}',
        '{"t":"act","id":"client-0001","d":0,"a":{},"seat":0}',
        '{"t":"beat","at":"soon"}',
        '{"t":"beat","at":NaN}',
        "[" * 15_000,
        '{"t":"act","id":"client-0001","d":0,"a":' + "[" * 8_000 + "}",
        '{"t":"act","id":"client-0001","d":0,"a":' + '{"a":' * 3_000 + "1" + "}" * 3_001,
        "x" * 17_000,
    ],
)
async def test_malformed_frames_are_refused_with_a_code(
    server: runtime.Runtime, frame: str, caplog: pytest.LogCaptureFixture
) -> None:
    match, (first, _second) = await sync_to_async(_people)("Anton", "Berta")
    anton = await Client(f"/ws/tische/{match.table.code}/", first).open()
    await anton.send(frame)
    assert (await anton.json("no"))["code"] in {"malformed", "stale"}
    assert not [r for r in caplog.records if r.exc_info]


async def test_binary_and_floods_close_the_socket_with_a_reason(server: runtime.Runtime, settings: Any) -> None:
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    anton = await Client(path, first).open()
    await anton.socket.send_to(bytes_data=b"\x00\x01")
    assert await anton.closed() == 1003
    settings.SOCKET_ACTIONS_BURST = 5
    berta = await Client(path, second).open()
    for _i in range(7):
        await berta.send({"t": "beat", "at": 1})
    assert await berta.closed() == 1008


async def test_whole_views_and_advice_have_a_bound_of_their_own(server: runtime.Runtime) -> None:
    """Each costs a hundred times what an action does, and no hand asks for so many."""
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    for _i in range(bounds.DEAR_BURST + 1):
        await anton.send({"t": "advice"})
    assert [(await anton.json("no"))["code"] for _i in range(bounds.DEAR_BURST + 1)][-1] == "too_fast"
    await anton.send(await sync_to_async(_frame)(match))
    await anton.json("ack")
    for _i in range(bounds.DEAR_BURST + 1):
        await berta.send({"t": "sync"})
    assert await berta.closed() == 1008


async def test_who_comes_again_and_again_has_no_more_whole_views_and_waits_at_the_door(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """A line that is closed and opened again is not a new bucket of what is dear."""
    monkeypatch.setattr(bounds, "ARRIVALS_PER_S", 20.0)
    settings.SOCKETS_PER_PLAYER = 2
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    codes = []
    began = asyncio.get_running_loop().time()
    for _line in range(4):
        anton = await Client(path, first).open()
        for _i in range(3):
            await anton.send({"t": "sync"})
        codes.append(await anton.leave())
    assert asyncio.get_running_loop().time() - began >= 0.1, "the third waited for 1/20 s, the fourth for another"
    assert codes == [None, None, 1008, 1008], "eight whole views in all, then the bucket is empty"
    berta = await Client(path, second).open()
    await berta.send({"t": "sync"})
    assert await berta.leave() is None, "somebody else has a bucket of their own"
    monkeypatch.setattr(bounds, "LONGEST_WAIT_S", 0.0)
    assert await (await Client(path, first).open()).leave() == 1008, "nobody waits for ever"


async def test_a_new_name_is_seen_at_the_table_at_once(server: runtime.Runtime) -> None:
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    berta = await Client(f"/ws/tische/{match.table.code}/", second).open()
    await berta.html("Anton")
    anton = await sync_to_async(lambda: Player.objects.get(pk=player_id_by_session(first) or 0))()
    await sync_to_async(player_rename)(player=anton, name="Antonius")
    await berta.html("Antonius")


async def test_people_without_a_name_share_what_an_address_may_hold(server: runtime.Runtime, settings: Any) -> None:
    """Whoever has a name is not counted among them: nobody shuts the players behind one address out."""
    settings.SOCKETS_PER_ADDRESS, settings.TRUSTED_PROXIES = 2, 1
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    school, elsewhere = b"203.0.113.9", b"203.0.113.10"
    one, two = [await Client(path, address=school).open() for _i in range(2)]
    for watcher in (one, two):
        await watcher.html('data-full="1"')
    assert await (await Client("/ws/start/", address=school).open()).closed() == 4429
    for session, address in ((first, school), (second, school), ("", elsewhere)):
        await (await Client(path, session, address=address).open()).html('data-full="1"')
    await one.socket.disconnect()
    await (await Client(path, address=school).open()).html('data-full="1"')


async def test_one_player_holds_so_many_sockets_and_no_more(server: runtime.Runtime, settings: Any) -> None:
    settings.SOCKETS_PER_PLAYER = 2
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    one, two = await Client(path, first).open(), await Client("/ws/start/", first).open()
    await one.html('data-full="1"')
    await two.send({"t": "beat", "at": 1})
    await two.json("beat")
    too_many = await Client(path, first).open()
    assert await too_many.closed() == 4429
    await too_many.socket.disconnect()
    await (await Client(path, second).open()).html('data-full="1"')
    await two.socket.disconnect()
    await (await Client(path, first).open()).html('data-full="1"')
    await one.send(await sync_to_async(_frame)(match))
    await one.json("ack")


async def test_foreign_and_missing_origins_are_refused(server: runtime.Runtime) -> None:
    match, _sessions = await sync_to_async(_people)("Anton", "Berta")
    for origin in (b"", b"http://evil.example", b"null", b"http://127.0.0.1.evil.example", b"http://["):
        socket = Client(f"/ws/tische/{match.table.code}/", origin=origin).socket
        connected, _code = await socket.connect(timeout=5)
        assert not connected, origin


async def test_unknown_tables_and_addresses(server: runtime.Runtime) -> None:
    assert await (await Client("/ws/tische/gibtsnicht23/").open()).closed() == 4404
    connected, _code = await Client("/ws/anderswo/").socket.connect(timeout=5)
    assert not connected


async def test_an_ended_session_closes_its_sockets_and_a_new_identity_comes_back(server: runtime.Runtime) -> None:
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    anton, berta = await Client(path, first).open(), await Client(path, second).open()
    await anton.html('data-full="1"')
    await berta.html('data-full="1"')
    await sync_to_async(lambda: SessionStore(first).delete())()
    players = await sync_to_async(lambda: [s.player_id or 0 for s in match.seats.all()])()
    await sync_to_async(notices.sessions_changed)(players[0])
    await sync_to_async(notices.sessions_changed)(players[1])
    assert await anton.closed() == 4401
    await berta.send({"t": "beat", "at": 5})
    assert (await berta.json("beat"))["at"] == 5
    await sync_to_async(notices.identity_changed)(players[1])
    assert await berta.closed() == 1012


async def test_a_session_that_ended_without_a_word_is_found(server: runtime.Runtime) -> None:
    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    anton, berta, watcher = [await Client(path, *session).open() for session in ((first,), (second,), ())]
    for socket in (anton, berta, watcher):
        await socket.html('data-full="1"')
    await sync_to_async(lambda: SessionStore(first).delete())()
    await server._recheck_all()
    assert await anton.closed() == 4401
    for socket in (berta, watcher):
        await socket.send({"t": "beat", "at": 5})
        assert (await socket.json("beat"))["at"] == 5


async def test_presence_of_seats_is_shown_and_stored(server: runtime.Runtime) -> None:
    from tables import presence

    match, (first, second) = await sync_to_async(_people)("Anton", "Berta")
    path = f"/ws/tische/{match.table.code}/"
    anton = await Client(path, first).open()
    berta = await Client(path, second).open()
    await anton.html('data-full="1"')
    await berta.html('data-full="1"')
    table_id = match.table_id
    while len((await sync_to_async(presence.attendance)(table_id)).online) < 2:
        await asyncio.sleep(0.05)
    await berta.socket.disconnect()
    await anton.html("data-away")
    assert len((await sync_to_async(presence.attendance)(table_id)).online) == 1


async def test_an_action_that_another_process_stored_is_acknowledged_again(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one has heard nothing of it, and of the one before; so for all that it knows the player isn't in turn."""
    match, (_first, second) = await sync_to_async(_people)("Anton", "Berta")
    berta = await Client(f"/ws/tische/{match.table.code}/", second).open()
    await berta.html('data-full="1"')

    def elsewhere() -> dict[str, Any]:
        current, runtime._current = runtime._current, None
        try:
            for seat, name in enumerate(("anton-0001", "berta-0001")):
                frame = _frame(match, name, seat)
                support.accepted(support.submit(match.pk, seat, frame["d"], name, json.dumps(frame["a"]).encode()))
            return frame
        finally:
            runtime._current = current

    with monkeypatch.context() as patch:
        patch.setattr(notices, "send", lambda *said: None)
        frame = await asyncio.to_thread(elsewhere)
    await berta.send(frame)
    assert (await berta.json("ack"))["id"] == "berta-0001"
    assert await sync_to_async(Record.objects.filter(match=match).count)() == 2


async def test_who_could_not_be_shown_the_match_comes_back_for_it(
    server: runtime.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, (first, _second) = await sync_to_async(_people)("Anton", "Berta")
    anton = await Client(f"/ws/tische/{match.table.code}/", first).open()
    await anton.html('data-full="1"')

    async def away(live: Live) -> list[Any]:
        raise OperationalError("away")

    monkeypatch.setattr(server.host, "history", away)
    live = server.host.cached(match.pk)
    assert live is not None
    server.hub.reload(live)
    assert await anton.closed() == 1012


async def test_records_of_another_process_reach_the_sockets(server: runtime.Runtime) -> None:
    """What a worker commits arrives by its notice; a lost notice is found by comparing versions."""
    match, (_first, second) = await sync_to_async(_people)("Anton", "Berta")
    berta = await Client(f"/ws/tische/{match.table.code}/", second).open()
    await berta.html('data-full="1"')

    def elsewhere() -> None:
        frame = _frame(match)
        current, runtime._current = runtime._current, None
        try:
            support.accepted(support.submit(match.pk, 0, frame["d"], "client-0001", json.dumps(frame["a"]).encode()))
        finally:
            runtime._current = current

    await asyncio.to_thread(elsewhere)
    assert "taken" in (await berta.html("&quot;type&quot;")).lower()


async def test_where_something_is_hidden_who_sees_no_change_is_sent_nothing(server: runtime.Runtime) -> None:
    """Else the messages would count what others choose while it is hidden (docs/adr/0025-together.md)."""
    match, sessions = await sync_to_async(_three_cooks)()
    people = [await Client(f"/ws/tische/{match.table.code}/", session).open() for session in sessions]
    for number in range(3):  # whoever stands at the Pass lets all rolls lapse: the others choose at the tray
        (pending,) = (await sync_to_async(_asked)(match)).items()
        await _act(people[pending[0]], pending, f"lapse-000{number}", {"type": "lapse"})
    asked = await sync_to_async(_asked)(match)
    seat, other = sorted(asked)
    numbers = [await _sent(people[other])]
    actions: list[dict[str, Any]] = [{"type": "hold", "on": True}, {"type": "hold", "on": False}, {"type": "nothing"}]
    for number, action in enumerate(actions):
        decision = (await sync_to_async(_asked)(match))[seat]
        await _act(people[seat], (seat, decision), f"client-000{number}", action)
        numbers.append(await _sent(people[other]))
    assert numbers[0] == numbers[1] == numbers[2], "a choice that nobody may know of is counted"
    assert numbers[3] == numbers[2] + 1, "that somebody is done is for all to see"
    for person in people:
        await person.leave()


def _three_cooks() -> tuple[Match, list[str]]:
    """A match of Speedgourmet for three, and their sessions by seat."""
    players = [support.guest(name) for name in ("Anna", "Berta", "Clara")]
    return support.match(*players, game="gourmet"), [_session(player) for player in players]


def _asked(match: Match) -> dict[int, int]:
    """The decision by seat that is asked."""
    now = support.live(match.pk)
    return {pending.seat: pending.decision for pending in now.game.to_act(now.state)}


async def _act(client: Client, pending: tuple[int, int], client_id: str, action: dict[str, Any]) -> None:
    await client.send({"t": "act", "id": client_id, "d": pending[1], "a": action})
    assert (await client.json("ack"))["id"] == client_id


async def _sent(client: Client) -> int:
    """How many messages its page has been sent."""
    await client.send({"t": "beat", "at": 1})
    return int((await client.json("beat"))["n"])
