"""What a game's ``board.py`` gives the page: fragments and facts, as comparable data.

Equal data means no rendering, so everything here is frozen or plain and compares by value.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from games.kernel.contract import Outcome
from games.kernel.texts import Text


class Fragment(Struct, frozen=True):
    """A named piece of the board.

    ``name`` is the DOM id of its root element, ``template`` a Jinja2 file (``elements/tray.jinja`` below
    ``templates/games/``), ``data`` a dict of plain values (the template's variables).
    """

    name: str
    template: str
    data: dict[str, Any]


class SeatCard(Struct, frozen=True):
    """How a player sits at the table, for names, signs and colours in fragments (index = seat)."""

    name: str
    figure: str = "user"
    level: str = ""
    left: bool = False


class BoardContext(Struct, frozen=True):
    """What a board may know beside the observation. ``advice``: Rat is allowed here (alone, no daily)."""

    seats: tuple[SeatCard, ...]
    advice: bool = False
    over: bool = False


class SeatStatus(Struct, frozen=True):
    """What the shell shows on a place card. Clock times are ms of the match; None without a clock."""

    points: int | None
    note: Text
    turn: bool = False
    deadline_ms: int | None = None
    expiry_ms: int | None = None
    step_ms: int | None = None


class LogLine(Struct, frozen=True):
    """A line of the Chronik. ``heading`` opens a group („Wurf 8“); ``seat`` None: told by the table."""

    text: Text | None
    seat: int | None = None
    heading: Text | None = None


class ResultTable(Struct, frozen=True):
    """The item-by-item scoring: a head and one row of whole numbers per seat, the sum last."""

    columns: tuple[Text, ...]
    rows: tuple[tuple[int, ...], ...]


class Board(Protocol):
    """The module ``games.<slug>.board``. ``observation`` is that of the viewer concerned."""

    STYLES: tuple[str, ...]
    SCRIPTS: tuple[str, ...]

    def public_fragments(self, observation: Any, context: BoardContext) -> tuple[Fragment, ...]:
        """From the spectator's observation; the same for everybody."""

    def seat_fragments(self, observation: Any, seat: int, context: BoardContext) -> tuple[Fragment, ...]:
        """From that seat's observation; seen by that seat only. Same names in every phase."""

    def spectator_fragments(self, observation: Any, context: BoardContext) -> tuple[Fragment, ...]:
        """What stands in the seat fragments' place for those who only watch: the same names."""

    def seat_statuses(self, observation: Any) -> tuple[SeatStatus, ...]:
        """From the spectator's observation, one per seat."""

    def headline(self, observation: Any) -> Text:
        """Where the match stands („Wurf 8“), from the spectator's observation."""

    def log_lines(self, event: Any, context: BoardContext) -> tuple[LogLine, ...]:
        """The Chronik's lines for a redacted event."""

    def result(self, observation: Any, outcome: Outcome) -> ResultTable:
        """The result board, counted up item by item."""
