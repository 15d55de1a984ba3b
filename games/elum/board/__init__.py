"""Observation -> fragments, statuses, Chronik and result: the ``Board`` of Speed-E.L.U.M.

The page is one scene: the map stays, what a phase shows beside or over it is ``e-show``, what a seat has and can do are
``e-side`` and ``action``. What moves is drawn by the page's modules from ``e-now``.
"""

from __future__ import annotations

from games.elum.board import controls, head, info, land, now, scene, side
from games.elum.board.head import headline, seat_statuses
from games.elum.board.log import log_lines
from games.elum.view import Observation
from games.kernel.board import BoardContext, Fragments, ResultTable
from games.kernel.contract import Outcome
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text

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

FULL = True
STYLES: tuple[str, ...] = tuple(
    f"games/elum/{sheet}.css" for sheet in ("scene", "map", "ladder", "shows", "page", "shows-page")
)
SCRIPTS: tuple[str, ...] = ("games/elum/elum.js",)
REPLAY_SCRIPTS = SCRIPTS


def public_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """``e-now``, ``e-head``, the map and ``e-show``, the same for everybody."""
    return now.fragment(observation), head.fragment(observation), land.fragments(observation), scene.show(observation)


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> Fragments:
    """``e-side``, ``action``, ``glow`` (what may be done on the map) and what each field means for that seat."""
    return (
        side.own(observation, seat),
        controls.own(observation, seat),
        controls.glow(observation, seat),
        info.fragments(observation, seat),
    )


def spectator_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """The same names for those who watch."""
    return (
        side.watching(observation),
        controls.watching(observation),
        controls.glow(observation, None),
        info.fragments(observation, None),
    )


def result(observation: Observation, outcome: Outcome) -> ResultTable:
    """Money, land, goods, then the sum."""
    columns = (text(_("Geld")), text(_("Land")), text(_("Rohstoffe")), text(_("Gesamtvermögen")))
    worth = getattr(observation.phase, "worth", None)
    if worth is None:  # ended before its last round
        worth = tuple((0, 0, 0, score) for score in outcome.scores)
    return ResultTable(columns, tuple(worth))
