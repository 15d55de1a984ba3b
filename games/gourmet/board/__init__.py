"""Observation -> fragments, statuses, Chronik and result: the ``Board`` of Speedgourmet (``games/kernel/board.py``).

``fragments`` says what everybody sees, ``own`` what one seat sees, ``cards`` draws the menu cards, ``words`` and
``say`` put it into sentences, ``log`` tells the Chronik.
"""

from __future__ import annotations

from games.gourmet.board.fragments import public_fragments
from games.gourmet.board.log import log_lines
from games.gourmet.board.own import seat_fragments, spectator_fragments
from games.gourmet.data import MENU_NAMES, MENUS
from games.gourmet.state import TOGETHER
from games.gourmet.view import Observation
from games.kernel.board import ResultTable, SeatStatus
from games.kernel.contract import Outcome
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

__all__ = [
    "FULL",
    "REPLAY_SCRIPTS",
    "SCRIPTS",
    "STYLES",
    "headline",
    "log_lines",
    "public_fragments",
    "result",
    "seat_fragments",
    "seat_statuses",
    "spectator_fragments",
]

FULL = False
STYLES: tuple[str, ...] = ("games/gourmet/kitchen.css", "games/gourmet/card.css")
SCRIPTS: tuple[str, ...] = ("games/gourmet/watch.js", "games/gourmet/gourmet.js")
REPLAY_SCRIPTS: tuple[str, ...] = ("games/gourmet/watch.js",)


def headline(observation: Observation) -> Text:
    """Where the match stands: „Runde 3 von 6 · Hausmenü“."""
    return text(
        _("Runde {round} von {rounds} · {menu}"),
        menu=Text(MENU_NAMES[observation.menu]),
        round=observation.round,
        rounds=observation.rounds,
    )


def seat_statuses(observation: Observation) -> tuple[SeatStatus, ...]:
    """One per seat: the card's sum, and what the seat does now."""
    return tuple([_status(observation, seat) for seat in range(len(observation.seats))])


def _status(observation: Observation, seat: int) -> SeatStatus:
    view = observation.seats[seat]
    return SeatStatus(
        points=view.card.total,
        note=_note(observation, seat),
        turn=view.asked,
        deadline_ms=view.deadline_ms if view.asked else None,
        expiry_ms=view.expiry_ms if view.asked else None,
        step_ms=observation.step_ms if view.asked else None,
    )


LATE = text(_("Zeit um"))
AT_PASS, CHOOSES, DONE, WAITS = text(_("am Pass")), text(_("wählt noch")), text(_("fertig")), text(_("wartet"))


def _note(observation: Observation, seat: int) -> Text:
    view = observation.seats[seat]
    if observation.result is not None:
        return text(_("Platz {place}"), place=observation.result.places[seat])
    if view.expired and not view.asked:
        return LATE
    if observation.phase in TOGETHER:
        if view.asked:
            return CHOOSES
        return AT_PASS if observation.phase == "tray" and seat == observation.active else DONE
    if seat == observation.active:
        return AT_PASS
    return WAITS


def result(observation: Observation, outcome: Outcome) -> ResultTable:
    """Each area, the Sternehauben, then the sum."""
    menu = MENUS[observation.menu]
    columns = (*(Text(area.name) for area in menu.areas), text(_("Sternehauben")), text(_("Summe")))
    rows = tuple(
        (*view.card.points, view.card.hauben * min(view.card.points), view.card.total) for view in observation.seats
    )
    return ResultTable(columns, rows)
