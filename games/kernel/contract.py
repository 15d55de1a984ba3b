"""The contract between a game and everything around it.

Time, seats and chance are arguments: ``now`` is whole milliseconds since the match began, seats are
0-based numbers, chance comes from the ``Dice`` inside the state. Nothing here knows of Django, clocks
on the wall or sockets. ``games/kernel/conformance/`` checks the laws named below for any game.
"""

from __future__ import annotations

import enum
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from games.kernel.dice import Dice
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

Level: TypeAlias = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
LEVEL_NAMES: dict[Level, str] = {"easy": _("leicht"), "normal": _("normal"), "hard": _("stark")}
"""What players read (msgids)."""
Viewer: TypeAlias = "int | None"
"""A seat, or None for a spectator."""


class Rejection(Exception):
    """An action is refused; nothing has changed. ``code`` is for programs, ``text`` for the player."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


class Choice(Struct, frozen=True):
    """One value of an option with what the player reads.

    ``note`` says in a few words what it means („1600 Taler, mehr Zugzeit“). ``picture`` is a static path, shown beside
    the label.
    """

    value: str
    label: Text
    note: Text | None = None
    picture: str = ""


class OptionField(Struct, frozen=True):
    """One option of a table: rendered as a picker, checked strictly.

    ``key`` is the field of the game's options Struct; ``choices`` name every legal value (booleans are
    ``"true"`` and ``"false"``, numbers their digits).
    """

    key: str
    label: Text
    choices: tuple[Choice, ...]
    default: str
    help: Text | None = None


class Pace(enum.Enum):
    """How time runs: step by step, or all the time."""

    TURNS = "turns"
    REALTIME = "realtime"


class Daily(Struct, frozen=True):
    """A daily challenge: the same start for all, against normal computers, without a clock; the player begins.

    ``variant`` is its word in addresses and in the stored key ``<slug>/<variant>``: it never changes. ``options`` are
    the key and value of each that differs from the game's defaults. ``seats`` 0: as many as the game has. ``name``
    tells it from the game's other ones where only a word has room.
    """

    variant: str
    options: tuple[tuple[str, str], ...] = ()
    seats: int = 0
    name: Text = text(_("Tagesaufgabe"))


class Info(Struct, frozen=True):
    """What a game is, before anybody plays it.

    ``clock_choices`` are thinking times in seconds, 0 is none. ``traits`` are words generic code reads:
    ``"advice"`` (gives Rat when alone), ``"daily"``, ``"hidden"`` (events differ by viewer),
    ``"representative"`` (where the space is continuous, ``actions`` lists some of it), ``"losses"`` (a bad place costs
    leaderboard points), ``"untimed_alone"`` (a single human has no thinking time, whatever the table says).
    ``seat_field`` is what
    every human may choose for the own seat, each value at most once a table; its ``default`` is not read, no choice is
    ``""``. ``minutes`` is how long a usual match takes; ``Game.minutes`` says what the options make of it.
    """

    slug: str
    title: str
    rules_version: int
    seats_min: int
    seats_max: int
    pace: Pace
    minutes: int
    options: tuple[OptionField, ...] = ()
    clock_choices: tuple[int, ...] = (0, 30, 60, 90, 120)
    clock_default_s: int = 60
    traits: frozenset[str] = frozenset()
    dailies: tuple[Daily, ...] = ()
    seat_field: OptionField | None = None
    computer: str = "Computer"
    """What its computers are called at the table (a msgid)."""
    fill_default: Level | Literal[""] = ""
    """Computers of this strength take the seats that are free at the start, until somebody chooses otherwise."""
    score: str = "Punkte"
    """What a seat's score counts (a msgid), where it stands below or above the number."""
    quick_seats: int = 0
    """Seats of a „Schnelle Partie“; 0: as many as chosen last."""

    def daily(self, variant: str) -> Daily | None:
        """The game's challenge of that word, if it has one."""
        return next((daily for daily in self.dailies if daily.variant == variant), None)


class SeatSpec(Struct, frozen=True):
    """Who sits there when a match begins: a human (``bot`` is None) or a computer of a level.

    ``pick`` is the seat's value of ``Info.seat_field``; empty: the game draws one that nobody has.
    """

    bot: Level | None = None
    pick: str = ""


class Setup(Struct, frozen=True):
    """What a table fixes beside the game's own options.

    ``step_ms`` is the thinking time in ms, None: no clock. ``first`` is the seat that begins where the table says so (a
    daily: the player); None: the game decides. Games in which seat 0 begins, or nobody does, need not read it.
    """

    step_ms: int | None = None
    first: int | None = None


class Pending(Struct, frozen=True):
    """A seat whose decision the match waits for. ``decision`` counts up per seat and stays while others act."""

    seat: int
    decision: int


class Presence(Struct, frozen=True):
    """The host's word on a seat: ``offline`` and ``back`` (real time only), ``bot`` (given to ``level``)."""

    change: Literal["offline", "back", "bot"]
    level: Level | None = None


class Outcome(Struct, frozen=True):
    """The end of a match, every list by seat. Places begin at 1, ties share the better one.

    ``points_tenths`` are leaderboard points in tenths, before the host takes off for leaving. The flag ``short``: too
    short to count, nobody gets or loses points (also who left), and stakes go back.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    points_tenths: tuple[int, ...]
    flags: frozenset[str] = frozenset()


class Advice(Struct, frozen=True):
    """A recommended action with its reason, as JSON-ready action bytes are made by the caller."""

    action: Any
    reason: Text


S = TypeVar("S", bound=Struct)  # State
A = TypeVar("A")  # Action: a tagged union of Structs
E = TypeVar("E")  # Event: a tagged union of Structs
V = TypeVar("V", bound=Struct)  # Observation
O = TypeVar("O", bound=Struct)  # Options  # noqa: E741


class Bot(ABC, Generic[V, A]):
    """A computer player. It sees the observation only, and bounds its effort by counted steps."""

    @abstractmethod
    def choose(self, observation: V, actions: list[A], rng: random.Random) -> A:
        """One of ``actions``; the same arguments give the same choice."""


class Game(ABC, Generic[O, S, A, E, V]):
    """One game. All methods are pure but for the state that they are given to change."""

    info: ClassVar[Info]
    options_type: ClassVar[Any]
    state_type: ClassVar[Any]
    action_type: ClassVar[Any]
    event_type: ClassVar[Any]
    observation_type: ClassVar[Any]

    @abstractmethod
    def new(self, options: O, setup: Setup, seats: tuple[SeatSpec, ...], dice: Dice) -> S:
        """The first state, with the dice in it. Same inputs, same state."""

    @abstractmethod
    def to_act(self, state: S) -> tuple[Pending, ...]:
        """Seats whose decision the match waits for, in seat order. A running match has one or a wake."""

    @abstractmethod
    def actions(self, state: S, seat: int) -> list[A]:
        """All legal actions of ``seat`` (representative where continuous); empty when it has no decision."""

    @abstractmethod
    def apply(self, state: S, seat: int, action: A, now: int) -> list[E]:
        """Make the action. Raises Rejection and changes nothing when it is illegal."""

    @abstractmethod
    def presence(self, state: S, seat: int, change: Presence, now: int) -> list[E]:
        """The host's word on a seat; stored and replayed like an action.

        Said again it brings no event and changes nothing; the host then stores nothing.
        """

    @abstractmethod
    def wake_at(self, state: S) -> int | None:
        """When time alone changes something next (ms of the match); before it ``advance`` changes nothing."""

    @abstractmethod
    def advance(self, state: S, now: int) -> list[E]:
        """Let time pass. Advancing to t2 equals advancing to t1, then t2, in state and events."""

    @abstractmethod
    def observe(self, state: S, viewer: Viewer) -> V:
        """What the viewer may know, built by allow-list; never changes with hidden facts alone."""

    def observe_all(self, state: S, viewers: Iterable[Viewer]) -> dict[Viewer, V]:
        """``observe`` for each of ``viewers``. A game whose viewers share most of it builds that part once."""
        return {viewer: self.observe(state, viewer) for viewer in viewers}

    @abstractmethod
    def redact(self, event: E, viewer: Viewer) -> E | None:
        """The event as the viewer may see it, or None."""

    def redeal(self, state: S, viewer: Viewer, rng: random.Random) -> None:
        """Change in place what is hidden from the viewer (hands, stacks) to anything it might be as well.

        No match calls it: the laws and ``tests/hidden`` compare what the viewer is told before and after. A game with
        the trait ``hidden`` says here what it hides; elsewhere only draws to come are hidden, and they come from the
        dice.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """None while it runs; else the ranking of every seat."""

    @abstractmethod
    def standing(self, state: S, now: int | None = None) -> Outcome:
        """The ranking if the match ended as it stands: when the last human there ends it, at ``now`` (None: at the
        last change)."""

    @abstractmethod
    def bot(self, level: Level) -> Bot[V, A]:
        """The computer of that strength."""

    def advise(self, observation: V, actions: list[A], rng: random.Random) -> Advice | None:
        """A recommended action and why, from the same observation; None where the game gives none."""
        return None

    def minutes(self, options: O, humans: int, step_ms: int | None) -> tuple[int, int]:
        """How long such a match takes, from and to, in whole minutes; both the same: about so long."""
        return self.info.minutes, self.info.minutes

    # --- coding: the same for every game -------------------------------------------------------

    def decode_options(self, raw: dict[str, str]) -> O:
        """Options from a form's or command line's strings. Raises Rejection("options", ...) with the field."""
        from games.kernel.options import options_decode

        options: O = options_decode(self.info, self.options_type, raw)
        return options

    def encode_state(self, state: S) -> bytes:
        return msgspec.msgpack.encode(state)

    def decode_state(self, data: bytes) -> S:
        state: S = msgspec.msgpack.decode(data, type=self.state_type)
        return state

    def encode_action(self, action: A) -> bytes:
        return msgspec.json.encode(action)

    def decode_action(self, data: bytes) -> A:
        """A client's or a record's JSON, strictly. Raises msgspec.ValidationError or RecursionError."""
        action: A = msgspec.json.decode(data, type=self.action_type, strict=True)
        return action


AnyGame: TypeAlias = "Game[Any, Any, Any, Any, Any]"
