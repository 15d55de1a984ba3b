"""How the computers of Speed-E.L.U.M. play among themselves: worth, collapses, trade with each other, their turns.

    python -m benchmarks.elum_bots --seats normal,normal,normal,normal --matches 100 --seed 7
    python -m benchmarks.elum_bots --seats hard,hard,normal,normal --matches 200 --options rounds=6 --json

An auction counts as „could" when at its start somebody has less than their target line and the money for a unit while
somebody else has more, and as „did" when a unit then passed between two settlers.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

from msgspec import Struct, convert, field

from games.elum import events as e
from games.elum.data import GOODS
from games.elum.game import game
from games.elum.options import Options
from games.elum.state import Over, State, Trade, Turn
from games.kernel.contract import Level, SeatSpec, Setup
from games.kernel.dice import Dice
from games.kernel.simulate import match_seed, rotated, win_parts


class Tally(Struct):
    """What was counted, summed over matches; lists hold one number per match, auction or turn."""

    worth: list[int] = field(default_factory=list)
    collapsed: list[int] = field(default_factory=list)
    wins: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    scores: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    steps_goods: list[int] = field(default_factory=list)
    steps_land: list[int] = field(default_factory=list)
    goods_ms: list[int] = field(default_factory=list)
    land_ms: list[int] = field(default_factory=list)
    turn_ms: list[int] = field(default_factory=list)
    land_prices: list[int] = field(default_factory=list)
    records: list[int] = field(default_factory=list)
    prices: dict[int, list[list[int]]] = field(default_factory=dict)
    stocks: dict[int, list[list[int]]] = field(default_factory=dict)


class Watch:
    """One match, watched from outside."""

    def __init__(self, tally: Tally, levels: Sequence[Level]) -> None:
        self.tally, self.levels = tally, levels
        self.steps, self.opened, self.could, self.did = 0, 0, False, False
        self.turn_from = 0

    def see(self, state: State, event: e.Event) -> None:
        """Count one event; the state is that after it."""
        counts = self.tally.counts
        name = type(event).__name__
        match event:
            case e.LadderOpened():
                self.steps, self.opened, self.did = 0, state.now, False
                self.could = isinstance(state.phase, Trade) and need_meets_surplus(state, state.phase)
            case e.Stepped():
                self.steps += 1
            case e.UnitPassed(buyer=buyer, seller=seller):
                between = buyer is not None and seller is not None
                self.did = self.did or between
                counts["units_between" if between else "units_store"] += 1
            case e.AuctionOver():
                self.tally.steps_goods.append(self.steps)
                self.tally.goods_ms.append(state.now - self.opened)
                counts["could"] += self.could
                counts["did"] += self.could and self.did
            case e.LotSold(winner=winner, price=price):
                self.tally.steps_land.append(self.steps)
                self.tally.land_ms.append(state.now - self.opened)
                counts["lots"] += 1
                if winner is not None:
                    counts[f"lots/{self.levels[winner]}"] += 1
                    self.tally.land_prices.append(price)
            case e.TurnOpened():
                self.turn_from = state.now
            case e.TurnOver(seat=seat):
                counts[f"turns/{self.levels[seat]}"] += 1
                assert isinstance(state.phase, Turn)
                self.tally.turn_ms.append(state.phase.until - self.turn_from)
            case (
                e.Assayed(seat=seat)
                | e.Fetched(seat=seat)
                | e.WampusCaught(seat=seat)
                | e.PubWon(seat=seat)
                | e.Placed(seat=seat)
                | e.ElumReturned(seat=seat)
                | e.Granted(seat=seat)
            ):
                counts[f"{name}/{self.levels[seat]}"] += 1
            case e.RanAway(seat=int(seat)):
                counts[f"RanAway/{self.levels[seat]}"] += 1
            case e.GrantOver(empty=empty):
                counts["grant_empty"] += len(empty)
            case e.Balance(bonuses=bonuses):
                for bonus in bonuses:
                    counts["bonus_each"] += bonus.each > 0
                    counts["bonus_many"] += bonus.many > 0
            case e.RoundOver(round=number):
                self.tally.prices.setdefault(number, []).append([state.store.prices[good] for good in GOODS])
                self.tally.stocks.setdefault(number, []).append(
                    [state.store.goods[g] + sum(s.goods[g] for s in state.settlers) for g in GOODS]
                    + [state.store.elums or 0, sum(s.money for s in state.settlers) // len(state.settlers)]
                )


def need_meets_surplus(state: State, trade: Trade) -> bool:
    """Whether somebody lacks what somebody else has too much of."""
    ladder = trade.ladder
    assert ladder is not None
    units = [settler.goods[trade.good] for settler in state.settlers]
    lack = any(
        have < line and settler.money >= ladder.low
        for have, line, settler in zip(units, trade.target, state.settlers, strict=True)
    )
    return lack and any(have > line for have, line in zip(units, trade.target, strict=True))


def watch(tally: Tally, options: Options, levels: Sequence[Level], seed: bytes) -> State:
    """Play one match to its end and count."""
    state = game.new(options, Setup(), tuple(SeatSpec(level) for level in levels), Dice(seed))
    seen = Watch(tally, levels)
    records = 0
    while not isinstance(state.phase, Over):
        at = game.wake_at(state)
        assert at is not None
        records += 1
        for event in game.advance(state, at):
            seen.see(state, event)
    outcome = game.standing(state)
    tally.records.append(records)
    tally.worth.append(sum(outcome.scores))
    if state.phase.collapsed:
        tally.collapsed.append(state.round)
    for level, part, score in zip(levels, win_parts(outcome), outcome.scores, strict=True):
        tally.wins[level] += part  # type: ignore[assignment]
        tally.seats[level] += 1
        tally.scores[level] += score
    return state


def measure(options: Options, levels: Sequence[Level], matches: int, seed: int) -> dict[str, Any]:
    """Play so many matches, everybody one seat further with each."""
    tally, started = Tally(), time.process_time()
    for number in range(matches):
        watch(tally, options, rotated(levels, number), match_seed("elum", seed, number))
    return {"cpu_s_a_match": round((time.process_time() - started) / matches, 3), **summary(tally, matches)}


def mean(values: Sequence[float]) -> float:
    """0 of nothing."""
    return round(sum(values) / len(values), 2) if values else 0.0


def summary(tally: Tally, matches: int) -> dict[str, Any]:
    """What a person wants to read."""
    counts = tally.counts
    turns = sorted(tally.turn_ms)
    return {
        "matches": matches,
        "worth_sum_mean": mean(tally.worth),
        "worth_sum_range": [min(tally.worth), max(tally.worth)],
        "collapsed_in_round": tally.collapsed,
        "win_share": {level: round(wins / matches, 3) for level, wins in sorted(tally.wins.items())},
        "score_mean": {level: tally.scores[level] // seats for level, seats in sorted(tally.seats.items())},
        "traded_of_could": [counts["did"], counts["could"]],
        "trade_share": round(counts["did"] / counts["could"], 3) if counts["could"] else None,
        "steps_a_goods_auction": [mean(tally.steps_goods), max(tally.steps_goods, default=0)],
        "steps_a_land_auction": [mean(tally.steps_land), max(tally.steps_land, default=0)],
        "seconds_a_ladder": [mean(tally.goods_ms) / 1000, mean(tally.land_ms) / 1000],
        "land_price": [mean(tally.land_prices), max(tally.land_prices, default=0)],
        "turn_ms": {share: turns[len(turns) * share // 101] for share in (0, 5, 50, 95, 100)} if turns else {},
        "records_a_match": mean(tally.records),
        "counts_a_match": {name: round(count / matches, 2) for name, count in sorted(counts.items())},
        "food_energy_ore_crystal_price_by_round": {
            n: [*map(mean, zip(*r, strict=True))] for n, r in tally.prices.items()
        },
        "stock_and_elums_and_money_by_round": {n: [*map(mean, zip(*r, strict=True))] for n, r in tally.stocks.items()},
    }


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", default="normal,normal,normal,normal")
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--options", nargs="*", default=[], help="rounds=6 level=turnier")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    levels: list[Level] = given.seats.split(",")
    if not set(levels) <= set(get_args(Level)):
        parser.error(f"seats are levels of {get_args(Level)}")
    raw = dict(pair.split("=", 1) for pair in given.options)
    found = measure(convert(raw, Options, strict=False), levels, given.matches, given.seed)
    if given.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        if isinstance(value, dict):
            print(f"{name}:")
            for key, inner in value.items():
                print(f"    {key}: {inner}")
        else:
            print(f"{name}: {value}")


if __name__ == "__main__":
    main()
