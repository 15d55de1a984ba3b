"""Beginning a match: seats are drawn, the seed is fixed, the first state is stored."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from accounts.models import Player
from games import registry
from games.kernel.contract import SeatSpec, Setup
from games.kernel.dice import SEED_BYTES, Dice, fingerprint
from games.kernel.options import pick_known
from tables import matchtime
from tables.host.live import level_of, live_at
from tables.models import Match, MatchSeat, Snapshot, Table
from tables.services.choices import step_ms_of


@dataclass(frozen=True)
class Holder:
    """Who is to play: a player, or a computer of a level (``easy``, ``normal``, ``hard``); what a player has chosen."""

    player: Player | None
    bot: str = ""
    pick: str = ""


def match_create(
    *, table: Table, holders: Sequence[Holder], seed: bytes | None = None, draw_seats: bool = True
) -> Match:
    """Begin the table's match, inside the caller's transaction (which holds the stakes).

    The seat order is drawn from the system's chance, except where
    ``draw_seats`` is False (a daily: you sit on seat 0 and begin). ``seed`` is given for a daily only.
    Raises Rejection("options") when the table's options don't fit the game.
    """
    game = registry.get(table.game)
    seed = seed or secrets.token_bytes(SEED_BYTES)
    order = list(holders)
    if draw_seats:
        secrets.SystemRandom().shuffle(order)
    options = game.decode_options(table.options)
    humans = sum(h.player is not None for h in holders)
    step_ms = step_ms_of(info=game.info, clock_s=table.clock_s, humans=humans)
    picks = [h.pick if h.player is not None and pick_known(game.info, h.pick) else "" for h in order]
    specs = tuple(SeatSpec(level_of(h.bot) if h.bot else None, pick) for h, pick in zip(order, picks, strict=True))
    match = Match(
        table=table,
        game=table.game,
        rules_version=game.info.rules_version,
        options=table.options,
        step_ms=step_ms,
        stake=table.stake,
        seed=seed,
        seed_hash=fingerprint(seed),
        origin_ms=matchtime.now_ms(),
        solo=humans == 1,
        daily_key=table.daily_key,
        daily_on=table.daily_on,
        public=table.public,
        fast_bots=table.fast_bots,
    )
    state = game.new(options, setup_of(match), specs, Dice(seed=seed))
    match.save()
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, index=i, player=h.player, bot=h.bot, pick=picks[i]) for i, h in enumerate(order)
    )
    Snapshot.objects.create(
        match=match, version=0, state=game.encode_state(state), events=msgspec.msgpack.encode((0, []))
    )
    _wakes_set(match, state)
    return match


def setup_of(match: Match) -> Setup:
    """What the table fixed, told to the game again whenever the first state is made: in a daily the player begins."""
    return Setup(step_ms=match.step_ms, first=0 if match.daily_key else None)


def _wakes_set(match: Match, state: object) -> None:
    """Store when time or a computer moves first."""
    live = live_at(match, state, 0)
    match.wake_at_ms = live.wake_at_ms()
    match.bot_at_ms = live.bots_plan(0)
    match.turn_mask = live.turn_mask()
    match.save(update_fields=["wake_at_ms", "bot_at_ms", "turn_mask"])
