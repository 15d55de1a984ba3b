"""What views need of the match host, as plain calls from threads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from accounts.errors import ApplicationError
from accounts.models import Player
from games import registry
from games.kernel.board import ResultTable
from games.kernel.contract import Outcome
from games.kernel.texts import Text, gettext_noop, text
from tables import presence
from tables.host import runtime, screen
from tables.host.answers import GONE, NO_SEAT, Refused
from tables.host.database import in_database
from tables.host.judge import Host
from tables.host.live import Live
from tables.host.screen import Room
from tables.hub import Hub
from tables.models import Match
from tables.render import said
from tables.shell import on_page

_ = gettext_noop


@dataclass(frozen=True)
class MatchPage:
    """A match page's content as one viewer sees it now.

    ``fragments`` by name or group (``tables/shell.py``), ``message`` is the ``live-msg`` div.
    """

    fragments: dict[str, SafeString]
    log: str
    message: str
    now_ms: int
    decision: int | None
    seat: int | None


@dataclass(frozen=True)
class FinalView:
    """An ended match, all open: the last observation and the scoring."""

    observation: Any
    outcome: Outcome
    result: ResultTable
    events: list[Any]


def page(match: Match, player: Player | None) -> MatchPage:
    """The running match for ``player`` (their seat, or as a spectator)."""

    async def work(hub: Hub) -> MatchPage:
        assert hub.host is not None
        room = hub.rooms.get(match.table_id)
        shown_room = room.room if room else Room()
        if room is None:
            there = await in_database(presence.attendance, match.table_id)
            shown_room = Room(there.online | ({player.pk} if player else set()), there.givable, there.watchers)
        async with hub.host.match(match.pk) as live:
            assert live is not None
            return await _page(hub, hub.host, live, shown_room, player)

    return runtime.call_hub(work)


async def _page(hub: Hub, host: Host, live: Live, room: Room, player: Player | None) -> MatchPage:
    seat = live.seat_of(player.pk if player else None)
    hub.refresh(live)
    shown = screen.of(live)
    shown.changes(live, room, (seat,))
    decision = screen.decisions(live).get(seat)
    message = screen.message_number(0) + screen.message_tail(
        live, live.now(), full=True, decision=decision, events="[]"
    )
    return MatchPage(
        fragments=on_page(shown.everything(live, seat)),
        log=shown.chronik(live, await host.history(live)).decode(),
        message=message,
        now_ms=live.now(),
        decision=decision,
        seat=seat,
    )


def final(match: Match) -> FinalView:
    """The end of a match for its result page: the spectator's last observation, scoring and all events."""

    async def work(host: Host) -> FinalView:
        async with host.match(match.pk) as live:
            assert live is not None
            outcome = live.outcome() or live.game.standing(live.state)
            observation = live.game.observe(live.state, None)
            result = registry.board(live.slug).result(observation, outcome)
            return FinalView(observation, outcome, result, await host.history(live))

    return runtime.call(work)


def leave(match: Match, player: Player) -> None:
    """The player leaves for good. Raises ApplicationError when they hold no seat or the match is over."""
    _with_seat(match, player, lambda host, seat: host.leave(match.pk, seat))


def end_match(match: Match, by: Player) -> None:
    """The last human ends the match as it stands. Raises ApplicationError when others are still there."""
    _with_seat(match, by, lambda host, seat: host.end_as_it_stands(match.pk, seat))


def give_seat(match: Match, index: int, by: Player) -> None:
    """The others give the seat of somebody long absent to a computer, which counts as leaving.

    Raises ApplicationError when it is not absent for long enough or ``by`` holds no seat.
    """
    there = presence.attendance(match.table_id)
    holder = match.seats.filter(index=index, left=False).values_list("player_id", flat=True).first()
    if holder is None or holder not in there.givable:
        _raise(Refused("not_absent", text(_("Der Platz ist noch nicht lange genug verlassen."))))
    _with_seat(match, by, lambda host, _seat: host.leave(match.pk, index))


def _with_seat(match: Match, player: Player, work: Any) -> None:
    async def run(host: Host) -> Refused | None:
        async with host.match(match.pk) as live:
            if live is None or live.over:
                return GONE
            seat = live.seat_of(player.pk)
        if seat is None:
            return NO_SEAT
        answer: Refused | None = await work(host, seat)
        return answer

    refused = runtime.call(run)
    if refused is not None:
        _raise(refused)


def _raise(refused: Refused) -> None:
    raise ApplicationError(refused.code, said(refused.text))


def text_said(message: Text) -> str:
    """A game's text in German, for views."""
    return said(message)
