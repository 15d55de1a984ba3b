"""What a game's ``board.py`` gives the page: fragments and facts, as comparable data.

Equal facts mean no rendering, so everything here is frozen or plain and compares by value. Boards know no names:
they say ``name_mark(seat)``, and the host puts the names in when it sends. So what one match shows is the same text
in all others, rendered once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from games.kernel.contract import Outcome
from games.kernel.texts import Text


def name_mark(seat: int) -> str:
    """Stands for the name of whoever sits there, wherever a board would say it; no name and no text holds it."""
    return f"\x02{seat}\x03"


class Fragment(Struct, frozen=True, cache_hash=True):
    """A named piece of the board.

    ``name`` is the DOM id of its root element, ``template`` a Jinja2 file (``elements/tray.jinja`` below
    ``templates/games/``). ``facts`` decide: while they are equal, nothing is rendered. They are the template's
    variables themselves (a dict of plain values), or what ``make`` makes them of: then nearly nothing is computed
    for a fragment that hasn't changed. ``shared``: many matches show just this, so that it is rendered once for all
    of them and kept; ``facts`` are hashable then. ``group``: on the page, fragments of one group stand together in
    their order, as ``{{ f.<group> }}``; alone a fragment is ``{{ f.<name> }}`` (with ``_`` for ``-``). ``base``: a
    shared fragment whose HTML is this one's, with ``facts`` in the place of ``HOLE``: a number or two as bytes, or
    a tuple of shared fragments, one after the other.
    """

    name: str
    template: str
    facts: Any
    make: Callable[[Any], dict[str, Any]] | None = None
    shared: bool = False
    group: str = ""
    base: Fragment | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The template's variables."""
        data: dict[str, Any] = self.facts if self.make is None else self.make(self.facts)
        return data


HOLE = "\x04"
"""Where ``facts`` go in the HTML of a ``base``."""


def filled(base: Fragment, facts: bytes | tuple[Fragment, ...]) -> Fragment:
    """``base`` with ``facts`` in its hole."""
    return Fragment(base.name, "", facts, None, False, base.group, base)


Fragments: TypeAlias = "tuple[Fragment | Fragments, ...]"
"""Fragments in their order. A tuple among them stands for its own: given again as the same object, it is not even
looked into, so a board keeps what one player's part is made of (``lru_cache``) and a move costs its own part only."""


def flat(fragments: Fragments) -> Iterator[Fragment]:
    """Each fragment of ``fragments``."""
    for item in fragments:
        if isinstance(item, Fragment):
            yield item
        else:
            yield from flat(item)


def shared(name: str, template: str, group: str = "", /, **data: Any) -> Fragment:
    """A ``shared`` fragment of a few hashable values, which are the template's variables."""
    return Fragment(name, template, tuple(data.items()), dict, True, group)


class SeatCard(Struct, frozen=True):
    """How a player sits at the table, for signs and colours in fragments (index = seat)."""

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


class LogLine(Struct, frozen=True, cache_hash=True):
    """A line of the Chronik. ``heading`` opens a group („Wurf 8“); ``seat`` None: told by the table.

    Kept as HTML by value, so a board that gives the same object for the same words saves comparing them.
    """

    text: Text | None
    seat: int | None = None
    heading: Text | None = None


class ResultTable(Struct, frozen=True):
    """The item-by-item scoring: a head and one row of whole numbers per seat, the sum last."""

    columns: tuple[Text, ...]
    rows: tuple[tuple[int, ...], ...]


class Board(Protocol):
    """The module ``games.<slug>.board``. ``observation`` is that of the viewer concerned."""

    FULL: bool
    """The board is the whole page of a match: place cards, Chronik and menu lie over it when asked for. It brings the
    four taps that every match has (sound, rules, connection, menu), and ``templates/games/<slug>/menu.html``."""
    STYLES: tuple[str, ...]
    SCRIPTS: tuple[str, ...]
    REPLAY_SCRIPTS: tuple[str, ...]
    """Those of its modules that the page of an ended match needs: there is no line and nothing to choose."""

    def public_fragments(self, observation: Any, context: BoardContext) -> Fragments:
        """From the spectator's observation; the same for everybody."""

    def seat_fragments(self, observation: Any, seat: int, context: BoardContext) -> Fragments:
        """From that seat's observation; seen by that seat only. Same names in every phase."""

    def spectator_fragments(self, observation: Any, context: BoardContext) -> Fragments:
        """What stands in the seat fragments' place for those who only watch: the same names."""

    def seat_statuses(self, observation: Any) -> tuple[SeatStatus, ...]:
        """From the spectator's observation, one per seat."""

    def headline(self, observation: Any) -> Text:
        """Where the match stands („Wurf 8“), from the spectator's observation."""

    def log_lines(self, event: Any, context: BoardContext) -> tuple[LogLine, ...]:
        """The Chronik's lines for a redacted event."""

    def result(self, observation: Any, outcome: Outcome) -> ResultTable:
        """The result board, counted up item by item."""
