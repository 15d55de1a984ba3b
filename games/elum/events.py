"""What happened, in order. Public but for an assay's result and a grab that missed (``redact`` in game.py).

What only moves figures is no event: their walks are data of the observation.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.elum.data import Good, Side
from games.elum.state import Bonus, Book, ColonyEvent, Crop, Happened
from games.kernel.contract import Level


class _Event(Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Every event is tagged by ``type``."""


class Landed(_Event, frozen=True, tag="landed"):
    """The colony ship is down, the settlers are out."""


class RoundBegun(_Event, frozen=True, tag="round"):
    """A round begins with this ranking, best first."""

    round: int
    rank: tuple[int, ...]


class GrantBegun(_Event, frozen=True, tag="grant"):
    """The cursor will run over so many free plots."""

    plots: int


class CursorStarted(_Event, frozen=True, tag="cursor"):
    """The cursor runs (again)."""

    plot: str


class Grabbed(_Event, frozen=True, tag="grabbed"):
    """Somebody pressed: the plot goes to the worst placed of all who press within the tie window."""

    seat: int
    plot: str


class GrabMissed(_Event, frozen=True, tag="grab_missed"):
    """A grab of a plot that the cursor wasn't on; told to that seat only."""

    seat: int
    plot: str


class Granted(_Event, frozen=True, tag="granted"):
    """The plot is ``seat``'s; ``others`` had grabbed it too."""

    seat: int
    plot: str
    others: tuple[int, ...] = ()


class GrantOver(_Event, frozen=True, tag="grant_over"):
    """The pass is over for this round."""

    empty: tuple[int, ...] = ()


class LotCalled(_Event, frozen=True, tag="lot"):
    """A plot blinks; its auction starts at ``start``. ``seller`` None: the Landamt."""

    plot: str
    seller: int | None
    start: int


class OfficeOpened(_Event, frozen=True, tag="office"):
    """The Landamt opens for the plot."""

    plot: str


class LadderOpened(_Event, frozen=True, tag="ladder"):
    """The price ladder runs. ``good`` None: land."""

    good: Good | None = None


class Beats(_Event, frozen=True, tag="beats"):
    """The clock of a calm ladder: so many beats are left."""

    left: int


class Halted(_Event, frozen=True, tag="halted"):
    """A figure came up against another and stands; ``no_money``: it is back at its start place."""

    seat: int
    no_money: bool = False


class Stepped(_Event, frozen=True, tag="stepped"):
    """A computer's figure sets out for ``price`` (None: its start place)."""

    seat: int
    price: int | None


class SideChosen(_Event, frozen=True, tag="side"):
    """A seat buys, sells or stays out. ``forced``: it had no units left to sell."""

    seat: int
    side: Side
    forced: bool = False


class DealMade(_Event, frozen=True, tag="deal"):
    """Two stand at the same price (None: the store); the first unit passes soon."""

    buyer: int | None
    seller: int | None
    price: int


class DealBroken(_Event, frozen=True, tag="deal_broken"):
    """They don't stand together any more, after so many units."""

    units: int


class UnitPassed(_Event, frozen=True, tag="unit"):
    """A unit changed hands (None: the store)."""

    good: Good
    buyer: int | None
    seller: int | None
    price: int


class LotSold(_Event, frozen=True, tag="sold"):
    """The highest on the ladder got the plot (None: nobody wanted it). ``seller`` None: the Landamt."""

    plot: str
    winner: int | None
    price: int
    seller: int | None = None


class TurnOpened(_Event, frozen=True, tag="turn"):
    """The start window of a turn, with what happened to the settler; ``reversed``: the last begin in this round."""

    seat: int
    happened: Happened | None = None
    reversed: bool = False
    stand_in: bool = False


class TurnBegun(_Event, frozen=True, tag="turn_begun"):
    """The turn clock runs with ``total`` of ``full`` ms."""

    seat: int
    total: int
    full: int


class ElumBought(_Event, frozen=True, tag="bought"):
    """An ELUM is in hand."""

    seat: int
    price: int


class ElumReturned(_Event, frozen=True, tag="returned"):
    """The store took it back."""

    seat: int
    price: int


class Started(_Event, frozen=True, tag="started"):
    """The settler outfits, assays or walks (``kind``) until ``until``."""

    seat: int
    kind: str
    until: int
    plot: str | None = None
    good: Good | None = None


class Outfitted(_Event, frozen=True, tag="outfitted"):
    """The ELUM in hand is outfitted."""

    seat: int
    good: Good


class Placed(_Event, frozen=True, tag="placed"):
    """The ELUM stands on the plot; ``taken`` is the one that came off it into the hand."""

    seat: int
    plot: str
    good: Good
    taken: Good | None = None


class Fetched(_Event, frozen=True, tag="fetched"):
    """An ELUM was taken off the plot into the hand."""

    seat: int
    plot: str
    good: Good


class Assayed(_Event, frozen=True, tag="assayed"):
    """The plot was assayed; ``level`` of Glimmer 0–4 is for the seat alone."""

    seat: int
    plot: str
    level: int | None = None


class Offered(_Event, frozen=True, tag="offered"):
    """The plot is up for sale."""

    seat: int
    plot: str


class Withdrawn(_Event, frozen=True, tag="withdrawn"):
    """The offer is taken back."""

    seat: int
    plot: str


class WampusUp(_Event, frozen=True, tag="wampus"):
    """The Wampus looks over that peak."""

    plot: str
    peak: int


class WampusGone(_Event, frozen=True, tag="wampus_gone"):
    """It has ducked."""


class WampusCaught(_Event, frozen=True, tag="caught"):
    """The settler caught it."""

    seat: int
    money: int


class RanAway(_Event, frozen=True, tag="ran_away"):
    """An ELUM ran away: in hand at the turn's end, or on a plot without owner (``plot``)."""

    seat: int | None
    plot: str | None = None


class PubWon(_Event, frozen=True, tag="pub"):
    """The slot machine rolls out the winnings."""

    seat: int
    money: int


class TurnOver(_Event, frozen=True, tag="turn_over"):
    """The turn is over; ``idle``: nothing was done in it; ``offered``: the plot that stands for sale."""

    seat: int
    idle: bool = False
    offered: str | None = None


class StandIn(_Event, frozen=True, tag="stand_in"):
    """The computer acts for the seat until its player does anything (``on``), or no longer."""

    seat: int
    on: bool


class ColonyStruck(_Event, frozen=True, tag="colony"):
    """The colony event of the round, as a picture."""

    event: ColonyEvent


class Harvested(_Event, frozen=True, tag="harvest"):
    """The yields, in the order of the show; who had too little energy is told by idle crops."""

    crops: tuple[Crop, ...]
    block_ms: int


class MountainMoved(_Event, frozen=True, tag="mountain"):
    """A mountain wandered to the neighbour plot."""

    plot: str
    to: str


class Balance(_Event, frozen=True, tag="balance"):
    """The balance: bonuses by seat, plots refined in this harvest."""

    bonuses: tuple[Bonus, ...]
    units: tuple[int, ...]
    refined: tuple[str, ...] = ()


class IsReady(_Event, frozen=True, tag="ready"):
    """Somebody pressed „Weiter“; the others have until ``until``."""

    seat: int
    until: int | None = None


class AuctionOpened(_Event, frozen=True, tag="auction"):
    """The columns of this good rise and fall."""

    good: Good
    books: tuple[Book, ...]


class SidesOpen(_Event, frozen=True, tag="sides"):
    """The choice of sides, as they stand by stock."""

    sides: tuple[Side, ...]


class SidesFixed(_Event, frozen=True, tag="sides_fixed"):
    """The sides stand."""


class AuctionOver(_Event, frozen=True, tag="auction_over"):
    """The short board: units, old and new base price."""

    good: Good
    volume: int
    before: int
    price: int


class RoundOver(_Event, frozen=True, tag="round_over"):
    """The settlers walk in: worth by seat as money, land, goods, total; the store has built and set prices."""

    round: int
    worth: tuple[tuple[int, int, int, int], ...]
    built: int
    prices: dict[Good, int]
    elum_price: int


class Away(_Event, frozen=True, tag="away"):
    """A settler is offline, or back."""

    seat: int
    away: bool


class SeatGiven(_Event, frozen=True, tag="seat_given"):
    """The seat plays on as a computer of ``level``."""

    seat: int
    level: Level


class Ended(_Event, frozen=True, tag="ended"):
    """The match is over; places and worth by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    collapsed: bool = False


Event: TypeAlias = (
    Landed
    | RoundBegun
    | GrantBegun
    | CursorStarted
    | Grabbed
    | GrabMissed
    | Granted
    | GrantOver
    | LotCalled
    | OfficeOpened
    | LadderOpened
    | Beats
    | Halted
    | Stepped
    | SideChosen
    | DealMade
    | DealBroken
    | UnitPassed
    | LotSold
    | TurnOpened
    | TurnBegun
    | ElumBought
    | ElumReturned
    | Started
    | Outfitted
    | Placed
    | Fetched
    | Assayed
    | Offered
    | Withdrawn
    | WampusUp
    | WampusGone
    | WampusCaught
    | RanAway
    | PubWon
    | TurnOver
    | StandIn
    | ColonyStruck
    | Harvested
    | MountainMoved
    | Balance
    | IsReady
    | AuctionOpened
    | SidesOpen
    | SidesFixed
    | AuctionOver
    | RoundOver
    | Away
    | SeatGiven
    | Ended
)
