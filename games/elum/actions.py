"""What a seat can do. Actions say what is wanted and name things; in an auction one decision takes many of them."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from games.elum.data import Good, Side


class _Action(Struct, frozen=True, cache_hash=True, tag_field="type", forbid_unknown_fields=True):
    """Every action is tagged by ``type`` and refuses fields that it doesn't know."""


class Ready(_Action, frozen=True, tag="ready"):
    """„Weiter“: landing, balance, round's end."""


class Grab(_Action, frozen=True, tag="grab"):
    """„Greifen“: ``plot`` is where the player saw the cursor (E-042)."""

    plot: str


class Choose(_Action, frozen=True, tag="side"):
    """Buy, sell or stay out (E-146, E-149)."""

    side: Side


class Walk(_Action, frozen=True, tag="walk"):
    """Walk to this price of the ladder; None is the start place."""

    price: int | None


class Stop(_Action, frozen=True, tag="stop"):
    """Stand where the figure is."""


class Begin(_Action, frozen=True, tag="begin"):
    """„Zug beginnen“ (E-074)."""


class Buy(_Action, frozen=True, tag="buy"):
    """Buy an ELUM (E-086)."""


class Outfit(_Action, frozen=True, tag="outfit"):
    """Outfit the ELUM in hand (E-088)."""

    good: Good


class GiveBack(_Action, frozen=True, tag="give_back"):
    """Return an ELUM bought in this turn, at its price (A-25)."""


class Place(_Action, frozen=True, tag="place"):
    """Walk with the ELUM to an own plot; ``instead`` names the one of two there to take off (E-089, E-136)."""

    plot: str
    instead: Good | None = None


class Fetch(_Action, frozen=True, tag="fetch"):
    """Walk to an own plot and take its ELUM for ``good`` in hand (E-092)."""

    plot: str
    good: Good


class Assay(_Action, frozen=True, tag="assay"):
    """Assay an own plot (E-095)."""

    plot: str


class PutUp(_Action, frozen=True, tag="put_up"):
    """Put an own plot up for sale (E-097)."""

    plot: str


class Withdraw(_Action, frozen=True, tag="withdraw"):
    """Take this turn's offer back (A-24)."""


class Pub(_Action, frozen=True, tag="pub"):
    """Bet in the pub: ends the turn (E-099). ``leave``: the ELUM in hand may run away."""

    leave: bool = False


class Catch(_Action, frozen=True, tag="catch"):
    """A click on the Wampus at that peak, made at the instant ``at`` as the player's page counts (E-080)."""

    plot: str
    peak: int
    at: int


Action: TypeAlias = (
    Ready
    | Grab
    | Choose
    | Walk
    | Stop
    | Begin
    | Buy
    | Outfit
    | GiveBack
    | Place
    | Fetch
    | Assay
    | PutUp
    | Withdraw
    | Pub
    | Catch
)
