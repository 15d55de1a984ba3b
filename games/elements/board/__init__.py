"""Observation -> fragments, statuses, Chronik and result: the ``Board`` of Elements (``games/kernel/board.py``).

``fragments`` and ``own`` say what the page shows, ``words`` what a move is called and brings, ``log`` tells
the Chronik.
"""

from __future__ import annotations

from games.elements.board.fragments import public_fragments
from games.elements.board.log import log_lines
from games.elements.board.own import seat_fragments, spectator_fragments
from games.elements.data import NAMES, ROWS
from games.elements.view import Observation
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
STYLES: tuple[str, ...] = ("games/elements/elements.css",)
SCRIPTS: tuple[str, ...] = ("games/elements/elements.js",)
REPLAY_SCRIPTS: tuple[str, ...] = ()


def headline(observation: Observation) -> Text:
    """Where the match stands: „Wurf 8“."""
    if observation.last_lap and observation.result is None:
        return text(_("Wurf {throw}, letzte Runde"), throw=observation.throw)
    return text(_("Wurf {throw}"), throw=observation.throw)


def seat_statuses(observation: Observation) -> tuple[SeatStatus, ...]:
    """One per seat: the sum of the numbers above the sliders, and what the seat does now."""
    return tuple([_status(observation, seat) for seat in range(len(observation.seats))])


def _status(observation: Observation, seat: int) -> SeatStatus:
    turn = observation.picker == seat
    return SeatStatus(
        points=observation.seats[seat].score,
        note=_note(observation, seat),
        turn=turn,
        deadline_ms=observation.deadline_ms if turn else None,
        expiry_ms=observation.expiry_ms if turn else None,
        step_ms=observation.step_ms if turn else None,
    )


PICKS, WAITS, PICKED = text(_("ist dran")), text(_("wartet")), text(_("hat gewählt"))


def _note(observation: Observation, seat: int) -> Text:
    if observation.result is not None:
        return text(_("Platz {place}"), place=observation.result.places[seat])
    if observation.picker == seat:
        return PICKS
    return WAITS if seat in observation.order[observation.pick :] else PICKED


def result(observation: Observation, outcome: Outcome) -> ResultTable:
    """The number above the slider of each row, then the sum (L-047)."""
    columns = (*(Text(NAMES[row]) for row in ROWS), text(_("Summe")))
    rows = tuple((*(row.value for row in seat.rows), seat.score) for seat in observation.seats)
    return ResultTable(columns, rows)
