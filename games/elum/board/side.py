"""``e-side``: beside the map the ranking with who does what; in the own turn purse, stock, hand and store."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from games.elum.board import words
from games.elum.data import GOODS, PEOPLES, Good
from games.elum.rules.base import food_need
from games.elum.scoring import total_worth
from games.elum.view import Observation, TurnView
from games.kernel.board import Fragment, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


class Row(Struct, frozen=True, cache_hash=True):
    """A settler in the ranking."""

    seat: int
    people: str
    place: int
    fields: int
    worth: int
    money: int
    away: bool
    stand_in: bool
    turn: bool


class Mine(Struct, frozen=True, cache_hash=True):
    """What the seat in turn has. ``hand``: ``None``, ``""`` (not outfitted) or a good; ``short``: too little food."""

    seat: int
    people: str
    place: int
    money: int
    goods: tuple[int, ...]
    need: int
    hand: str | None
    returnable: bool
    walking: bool
    elums: int | None
    elum_price: int
    ore: int
    crystal: bool


def own(observation: Observation, seat: int) -> Fragment:
    """The seat's own: its turn's panels while it is in turn, else the ranking."""
    phase = observation.phase
    if isinstance(phase, TurnView) and phase.seat == seat and phase.stage in ("window", "run", "slot"):
        return _mine(_facts(observation, phase, seat))
    return watching(observation)


def purse(observation: Observation, seat: int) -> int:
    """What the seat has; what the slot machine pays is told when its reels have stopped."""
    phase, money = observation.phase, observation.settlers[seat].money
    if isinstance(phase, TurnView) and phase.seat == seat and phase.stage == "slot":
        return money - (phase.winnings or 0)
    return money


def _facts(observation: Observation, phase: TurnView, seat: int) -> Mine:
    settler, hand, store = observation.settlers[seat], phase.hand, observation.store
    return Mine(
        seat,
        settler.people,
        observation.rank.index(seat) + 1,
        purse(observation, seat),
        tuple([settler.goods[good] for good in GOODS]),
        food_need(observation.round),
        None if hand is None else (hand.good or ""),
        hand is not None and hand.paid is not None and phase.doing is None,
        phase.doing is not None and phase.doing.kind in ("place", "fetch"),
        store.elums,
        store.elum_price,
        store.goods["ore"],
        observation.options.level == "turnier",
    )


@lru_cache(maxsize=2048)
def _mine(facts: Mine) -> Fragment:
    return Fragment("e-side", "elum/mine.jinja", facts, mine_data, shared=True)


def mine_data(facts: Mine) -> dict[str, Any]:
    """The panels' variables."""
    goods: tuple[Good, ...] = GOODS if facts.crystal else GOODS[:3]
    return {
        "me": facts,
        "seat": facts.seat + 1,
        "name": name_mark(facts.seat),
        "sign": words.SIGNS[facts.seat],
        "people": text(PEOPLES[facts.people].name),
        "goods": [(good, words.good(good), units) for good, units in zip(goods, facts.goods, strict=False)],
        "food": _food(facts.goods[0], facts.need),
        "enough": facts.goods[0] >= facts.need,
        "hand": words.good(facts.hand) if facts.hand else None,  # type: ignore[arg-type]
    }


def _food(stock: int, need: int) -> Text:
    if stock >= need:
        return text(_("Nahrung reicht: volle Zeit"))
    return text(_("Nahrung {stock} von {need}: weniger Zeit"), stock=stock, need=need)


def watching(observation: Observation) -> Fragment:
    """The ranking of this round."""
    phase = observation.phase
    turn = phase.seat if isinstance(phase, TurnView) else None
    rows = []
    for place, seat in enumerate(observation.rank):
        settler, money = observation.settlers[seat], purse(observation, seat)
        rows.append(
            Row(
                seat,
                settler.people,
                place + 1,
                sum(plot.owner == seat for plot in observation.plots.values()),
                total_worth(observation.plots, seat, money, settler.goods, observation.store.prices),
                money,
                settler.away,
                settler.stand_in,
                seat == turn,
            )
        )
    return _standings(tuple(rows))


@lru_cache(maxsize=2048)
def _standings(rows: tuple[Row, ...]) -> Fragment:
    return Fragment("e-side", "elum/standings.jinja", rows, standings_data, shared=True)


def standings_data(rows: tuple[Row, ...]) -> dict[str, Any]:
    """The cards' variables."""
    return {"rows": [{"row": row, "name": name_mark(row.seat), "sign": words.SIGNS[row.seat]} for row in rows]}
