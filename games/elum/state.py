"""The whole truth of a match. All times are ms of the match, all money whole Taler."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from games.elum.data import ColonyKind, Good, Kind, Side
from games.elum.options import Options
from games.kernel.contract import Level
from games.kernel.dice import Dice

RULES_VERSION = 1


class Plot(Struct):
    """A field of the map. ``deposit`` is hidden but for the seats in ``known``, or for all when ``shown``.

    ``gained`` counts up with each acquisition of the match, so that the newest plot of a settler is known;
    ``made`` are the units it has yielded in the match, whoever owned it (A-27).
    """

    kind: Kind
    peaks: int = 0
    owner: int | None = None
    elums: list[Good] = field(default_factory=list)
    deposit: int = 0
    known: list[int] = field(default_factory=list)
    shown: bool = False
    badge: bool = False
    gained: int = 0
    made: dict[Good, int] = field(default_factory=dict)


class Settler(Struct):
    """A seat. ``level`` None is a human; ``human`` stays True for one whose seat was given to a computer.

    ``idle`` are turns in a row without any action, ``stand_in`` says that the computer acts until they do anything.
    ``tie`` orders equal worth (drawn once). ``decision`` is the number of the last decision asked of this seat.
    """

    people: str
    money: int
    goods: dict[Good, int]
    tie: int
    level: Level | None = None
    human: bool = True
    away: bool = False
    idle: int = 0
    stand_in: bool = False
    decision: int = 0

    @property
    def robot(self) -> Level | None:
        """The strength of the computer that acts here now, None while a human does."""
        return self.level or ("normal" if self.stand_in else None)


class Store(Struct):
    """What the store holds and charges. ``elums`` None: unlimited (Einsteiger)."""

    goods: dict[Good, int]
    prices: dict[Good, int]
    elums: int | None
    elum_price: int


class Offer(Struct, frozen=True):
    """A plot that its owner put up for sale."""

    seat: int
    plot: str


# --- the ladder ----------------------------------------------------------------------------------


class Figure(Struct):
    """A settler on the ladder: at step ``at`` at the instant ``since``, walking to step ``to``.

    Steps count from the bottom line (0); ``at`` None is the start place outside the scale, where nobody bids.
    """

    side: Side
    at: int | None = None
    since: int = 0
    to: int | None = None


class Beat(Struct):
    """The ladder's clock: ``left`` beats, the running one began at ``began`` and lasts ``length`` unless something
    moves in it, ``moved`` is the instant of the last step or unit."""

    left: int
    began: int
    length: int
    moved: int


class Deal(Struct):
    """Two who stand at the same height (None: the store) and when their next unit passes."""

    buyer: int | None
    seller: int | None
    at: int
    next: int
    units: int = 0


class Intent(Struct, frozen=True):
    """What a computer will do next, and when: known to the engine alone."""

    at: int
    seat: int
    side: Side | None
    to: int | None


class Ladder(Struct):
    """A price ladder: step n costs ``low + n * step``.

    ``end`` is the step where the scale ends (the store's selling line while ``selling``), ``top`` where it has grown
    to; no bid stands above ``most`` (None: money alone bounds it). ``best``: the highest bid stood on so far (land).
    ``now`` is the instant of clock and scale. What happens next by itself is ``what`` at ``due``, with ``who`` and a
    computer's ``intent``; ``react``: when each seat's computer looks next. These are the engine's, nobody sees them.
    """

    low: int
    step: int
    end: int
    top: int
    selling: bool
    buying: bool
    figures: list[Figure]
    beat: Beat
    now: int
    deal: Deal | None = None
    best: int = -1
    count: int = 0
    react: list[int | None] = field(default_factory=list)
    most: int | None = None
    due: int = 0
    what: str = ""
    who: int = -1
    intent: Intent | None = None


# --- phases --------------------------------------------------------------------------------------


class Landing(Struct, tag_field="phase", tag="landing"):
    """The ship lands. ``ready`` seats have pressed „Weiter“."""

    began: int
    until: int
    ready: list[int] = field(default_factory=list)


class Press(Struct):
    """Who grabbed ``plot`` within the tie window, which ends at ``until``."""

    plot: str
    until: int
    seats: list[int]


class Aim(Struct, frozen=True):
    """Which plot a computer wants and when it presses."""

    plot: str
    at: int


class Grant(Struct, tag_field="phase", tag="grant"):
    """The cursor runs over ``path``: it entered ``path[index]`` at ``since``. ``presses`` for the plot that it stands
    on, and for one just left or just entered; ``won`` by seat. ``stage``: countdown, run, press, hold, outro."""

    stage: Literal["countdown", "run", "press", "hold", "outro"]
    began: int
    until: int
    path: list[str]
    index: int = 0
    since: int = 0
    presses: list[Press] = field(default_factory=list)
    won: dict[int, str] = field(default_factory=dict)
    aims: dict[int, Aim] = field(default_factory=dict)


class Lot(Struct, frozen=True):
    """A plot to be auctioned; ``seller`` None is the Landamt."""

    plot: str
    seller: int | None


class Office(Struct, tag_field="phase", tag="office"):
    """A land auction. ``lots`` are still to come after ``lot``; ``prices`` those of the running series so far."""

    stage: Literal["blink", "open", "ladder", "result"]
    began: int
    until: int
    lot: Lot
    lots: list[Lot]
    start: int
    prices: list[int] = field(default_factory=list)
    ladder: Ladder | None = None
    winner: int | None = None
    price: int | None = None


class Happened(Struct, frozen=True):
    """A player event as it struck: ``money`` won or lost, ``count`` of ELUMs concerned, ``plot``, goods."""

    id: str
    money: int = 0
    count: int = 0
    plot: str | None = None
    goods: dict[Good, int] = {}


class Hand(Struct, frozen=True):
    """The ELUM in hand. ``good`` None: not outfitted; ``paid``: its price if bought this turn, else None."""

    good: Good | None = None
    paid: int | None = None


class Doing(Struct, frozen=True):
    """What keeps the settler busy from ``began`` to ``until``."""

    kind: Literal["outfit", "assay", "place", "fetch"]
    began: int
    until: int
    plot: str | None = None
    good: Good | None = None
    path: tuple[str, ...] = ()


class Wampus(Struct):
    """``site``: plot and number of the peak where it is or will be next, ``up`` while it shows; the last showing
    (``seen_…``) is kept for clicks on their way. ``next`` is when it comes or goes."""

    plot: str
    peak: int
    up: bool
    next: int
    seen_plot: str | None = None
    seen_peak: int = 0
    seen_from: int = 0
    seen_until: int = 0


class Turn(Struct, tag_field="phase", tag="turn"):
    """The turn of ``seat``; ``order`` are those still to come after it.

    ``full`` is the people's time, ``total`` what hunger leaves of it, on the settler's own clock, which stood at
    ``spent`` at the instant ``began``. A computer's runs in time lapse: ``lapse`` of its own ms pass in
    ``LAPSE_MS[1]`` of the match (0: as fast as match time). ``acts`` counts the settler's own actions.
    """

    stage: Literal["window", "run", "slot", "end"]
    seat: int
    order: list[int]
    opened: int
    until: int
    happened: Happened | None = None
    full: int = 0
    total: int = 0
    began: int = 0
    spent: int = 0
    lapse: int = 0
    hand: Hand | None = None
    doing: Doing | None = None
    offered: str | None = None
    wampus: Wampus | None = None
    caught: bool = False
    winnings: int | None = None
    acts: int = 0
    think: int | None = None
    built: int = 0
    ran_away: bool = False


class ColonyEvent(Struct, frozen=True):
    """What befell the colony: ``row`` of rain, ``plot`` and ``seat`` concerned, ``to`` where a mountain went."""

    kind: ColonyKind
    row: str | None = None
    plot: str | None = None
    seat: int | None = None
    good: Good | None = None
    to: str | None = None


class Crop(Struct, frozen=True):
    """What one ELUM yields: ``units`` credited. ``idle``: it had no energy; ``spoilt``: an event took the harvest."""

    plot: str
    seat: int
    good: Good
    units: int
    idle: bool = False
    spoilt: bool = False


class Book(Struct, frozen=True):
    """A settler's account of one good in this round (E-140): old − used − rotten − stolen + made."""

    old: int
    used: int
    rotten: int
    stolen: int
    made: int

    @property
    def new(self) -> int:
        """What is in stock before the auction."""
        return self.old - self.used - self.rotten - self.stolen + self.made


class Bonus(Struct, frozen=True):
    """Taler of a settler for the harvest: ``top`` producer, ``many`` units, one of ``each``, first ``crystal``."""

    top: int = 0
    many: int = 0
    each: int = 0
    crystal: int = 0

    @property
    def total(self) -> int:
        """All of it."""
        return self.top + self.many + self.each + self.crystal


class Harvest(Struct, tag_field="phase", tag="harvest"):
    """Event picture, blocks, wandering mountain, balance. ``crops`` in the order of the show, ``block_ms`` apart;
    ``refined`` plots got their badge in this harvest."""

    stage: Literal["event", "blocks", "mountain", "balance"]
    began: int
    until: int | None
    event: ColonyEvent | None = None
    crops: list[Crop] = field(default_factory=list)
    block_ms: int = 0
    books: list[dict[Good, Book]] = field(default_factory=list)
    bonuses: list[Bonus] = field(default_factory=list)
    refined: list[str] = field(default_factory=list)
    first: str | None = None
    ready: list[int] = field(default_factory=list)


class Trade(Struct, tag_field="phase", tag="trade"):
    """The auction of ``good``; ``goods`` are still to come. ``volume`` units passed for ``turnover`` Taler;
    ``before`` is the old base price."""

    stage: Literal["columns", "sides", "frozen", "ladder", "result"]
    good: Good
    goods: list[Good]
    began: int
    until: int
    books: list[dict[Good, Book]]
    target: list[int]
    sides: list[Side]
    before: int
    ladder: Ladder | None = None
    volume: int = 0
    turnover: int = 0


class Shortage(Struct, frozen=True):
    """What the ticker says of a good: what the next round needs, and what is there."""

    need: int
    stock: int
    short: bool


class Summary(Struct, tag_field="phase", tag="summary"):
    """The settlers walk in. ``before`` prices of the auctions, ``built`` ELUMs; ``until`` None: nobody pressed yet."""

    began: int
    until: int | None
    worth: list[tuple[int, int, int, int]]
    before: dict[Good, int]
    built: int
    ready: list[int] = field(default_factory=list)


class Over(Struct, tag_field="phase", tag="over"):
    """The end: final prices are the store's. ``collapsed``: food or energy had run out for good."""

    at: int
    worth: list[tuple[int, int, int, int]]
    collapsed: bool = False


Phase: TypeAlias = Landing | Grant | Office | Turn | Harvest | Trade | Summary | Over


class State(Struct):
    """A match. ``rank`` are the seats, best first, fixed for the round; ``now`` is the instant of the last change.

    ``series_average`` is that of the last series of land auctions, ``offers`` plots for the next round's first.
    ``fates`` and ``colony`` say which events have happened; ``crystal_found``: the first Glimmer block was paid.
    """

    rules_version: int
    dice: Dice
    options: Options
    settlers: list[Settler]
    plots: dict[str, Plot]
    store: Store
    rank: list[int]
    phase: Phase
    now: int = 0
    round: int = 0
    gains: int = 0
    series_average: int | None = None
    offers: list[Offer] = field(default_factory=list)
    fates: list[str] = field(default_factory=list)
    colony: dict[ColonyKind, int] = field(default_factory=dict)
    crystal_found: bool = False
