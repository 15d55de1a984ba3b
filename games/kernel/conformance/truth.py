"""Laws of truth: same inputs, time, hidden facts, codecs, replays, computers, other processes."""

from __future__ import annotations

import base64
import os
import random
import subprocess
import sys
from typing import Any

import msgspec

from games.kernel.conformance.common import EVERY, Violation, looks_at, require, shortened, twin
from games.kernel.contract import LEVELS, AnyGame, Daily, Pace, Rejection, SeatSpec, Setup
from games.kernel.dice import Dice
from games.kernel.options import options_raw
from games.kernel.randomplay import Case, Record, copy_of, digest, fresh, replay, walk

FAR_MS = (0, 1, 5_000, 200_000, 900_000)
NEAR_MS = (0, 1, 5_000, 20_000, 90_000)
"""How far the law of time looks: in real time a match may be over by then."""

ELSEWHERE = """
import sys
from games import registry
from games.kernel.conformance import digest_main
digest_main(registry.get(sys.argv[1]), sys.argv[2])
"""


def options_law(game: AnyGame, case: Case) -> None:
    """Every choice of every option decodes and comes back as the same string; anything else is refused."""
    for option in game.info.options:
        for choice in option.choices:
            decoded = game.decode_options({option.key: choice.value})
            require(options_raw(decoded)[option.key] == choice.value, f"option {option.key}={choice.value}")
        require(_refuses_option(game, option.key, "\x00no such value"), f"option {option.key} takes anything")
        require(option.default in {choice.value for choice in option.choices}, f"default of {option.key}")
    require(_refuses_option(game, "no-such-option", "1"), "an unknown option is taken")
    if game.info.seat_field is not None:
        values = [choice.value for choice in game.info.seat_field.choices]
        require(all(values) and len(set(values)) == len(values), "a seat's choices have no names, or the same")
        require(len(values) >= game.info.seats_max, "there are fewer choices than seats")
    variants = [daily.variant for daily in game.info.dailies]
    require(len(set(variants)) == len(variants), "two dailies have the same word")
    for daily in game.info.dailies:
        _daily_law(game, daily, case)
    shortest, longest = game.minutes(case.options, sum(seat.bot is None for seat in case.seats), case.setup.step_ms)
    require(0 < shortest <= longest, "a match takes no time, or less at most than at least")


def _daily_law(game: AnyGame, daily: Daily, case: Case) -> None:
    """A daily has options and seats that the game knows, and its player begins whatever the dice are."""
    usual = {option.key: option.default for option in game.info.options}
    options = game.decode_options({**usual, **dict(daily.options)})
    count = daily.seats or game.info.seats_max
    require(game.info.seats_min <= count <= game.info.seats_max, f"daily {daily.variant} has {count} seats")
    seats = (SeatSpec(), *[SeatSpec("normal")] * (count - 1))
    state = game.new(options, Setup(first=0), seats, Dice(case.seed))
    if game.info.pace is Pace.TURNS:
        require(0 in {pending.seat for pending in game.to_act(state)}, f"daily {daily.variant}: another seat begins")


def _refuses_option(game: AnyGame, key: str, value: str) -> bool:
    try:
        game.decode_options({key: value})
    except Rejection:
        return True
    return False


def new_law(game: AnyGame, case: Case) -> None:
    """Same inputs, same state; the state carries the rules version of the game."""
    first, second = fresh(game, case), fresh(game, case)
    require(game.encode_state(first) == game.encode_state(second), "new() differs for the same inputs")
    require(first.rules_version == game.info.rules_version, "the state has another rules version than the game")


def reading_law(game: AnyGame, case: Case) -> None:
    """Asking changes nothing: to_act, actions, wake_at, observe, redact, outcome and standing."""
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number):
            continue
        before = game.encode_state(step.state)
        viewers = (None, *range(len(case.seats)))
        seen = {viewer: game.observe(step.state, viewer) for viewer in viewers}
        require(game.observe_all(step.state, viewers) == seen, "observe_all says something else than observe")
        for viewer in viewers:
            for event in step.events:
                game.redact(event, viewer)
        for seat in range(len(case.seats)):
            game.actions(step.state, seat)
        game.to_act(step.state), game.wake_at(step.state), game.outcome(step.state), game.standing(step.state)
        require(game.encode_state(step.state) == before, "a question changes the state")


def time_law(game: AnyGame, case: Case) -> None:
    """Before the wake time changes nothing; advancing to t2 equals advancing to t1, then t2, in state and events."""
    rng = random.Random(2)
    for number, step in enumerate(walk(game, shortened(game, case))):
        wake = game.wake_at(step.state)
        if wake is None or not looks_at(game, number):
            continue
        now = step.record.now
        if wake - 1 >= now:
            _require_still(game, step.state, wake - 1)
        if looks_at(game, number, EVERY):
            late = max(now, wake) + rng.choice(FAR_MS if game.info.pace is Pace.TURNS else NEAR_MS)
            early = rng.randint(now, late)
            _require_split(game, step.state, early, late)


def _require_still(game: AnyGame, state: Any, now: int) -> None:
    before = game.encode_state(state)
    events = game.advance(state, now)
    require(not events and game.encode_state(state) == before, "time changes something before the wake")


def _require_split(game: AnyGame, state: Any, early: int, late: int) -> None:
    whole, parts = copy_of(game, state), copy_of(game, state)
    at_once = game.advance(whole, late)
    split = [*game.advance(parts, early), *game.advance(parts, late)]
    require(at_once, "a wake that brings no event")
    require(at_once == split, "split time brings other events")
    require(game.encode_state(whole) == game.encode_state(parts), "split time leads to another state")
    require(game.advance(whole, late) == [], "the same time brings something twice")


def hidden_law(game: AnyGame, case: Case) -> None:
    """What a viewer sees and may do doesn't change with facts hidden from it alone; no word of it holds the seed.

    Without the trait ``hidden`` everybody is told the same events: the host encodes them once for all.
    """
    rng = random.Random(4)
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number):
            continue
        if "hidden" not in game.info.traits:
            for event in step.events:
                told_to = [game.redact(event, viewer) for viewer in (None, *range(len(case.seats)))]
                require(all(told == told_to[0] for told in told_to), "viewers are told different events")
        for viewer in (None, *range(len(case.seats))):
            other = twin(game, step.state, viewer, rng)
            seen = msgspec.json.encode(game.observe(step.state, viewer))
            require(seen == msgspec.json.encode(game.observe(other, viewer)), f"viewer {viewer} sees what is hidden")
            if viewer is not None:
                same = game.actions(step.state, viewer) == game.actions(other, viewer)
                require(same, f"what seat {viewer} may do tells of what is hidden")
            told = msgspec.json.encode([game.redact(event, viewer) for event in step.events])
            for form in (case.seed.hex().encode(), base64.b64encode(case.seed)):
                require(form not in seen and form not in told, f"viewer {viewer} is told the seed")


def codec_law(game: AnyGame, case: Case) -> None:
    """State, actions, events and observations come back from their bytes as they were; junk is refused."""
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number):
            continue
        data = game.encode_state(step.state)
        require(game.encode_state(game.decode_state(data)) == data, "the state's bytes change on the way")
        events = msgspec.msgpack.encode(step.events)
        require(msgspec.msgpack.decode(events, type=list[game.event_type]) == step.events, "events change")  # type: ignore[name-defined]
        for pending in game.to_act(step.state):
            for action in game.actions(step.state, pending.seat):
                require(game.decode_action(game.encode_action(action)) == action, f"{action} changes on the way")
            seen = game.observe(step.state, pending.seat)
            again = msgspec.json.decode(msgspec.json.encode(seen), type=game.observation_type)
            require(again == seen, "an observation changes on the way")
    for junk in (b"", b"null", b"[]", b"{}", b'"x"', b'{"type":"no such action"}', b"\xff", b"[" * 100_000):
        try:
            game.decode_action(junk)
        except (msgspec.DecodeError, RecursionError):
            continue
        raise Violation(f"junk is an action: {junk[:40]!r}")


def replay_law(game: AnyGame, case: Case) -> None:
    """The same records lead to the same state and events, also when wakes without an action are dropped."""
    records: list[Record] = []
    events: list[Any] = []
    state = fresh(game, case)
    case = shortened(game, case)
    for step in walk(game, case):
        records.append(step.record)
        events += step.events
        state = step.state
    for kept in (records, [record for record in records if record.kind != "wake"]):
        again, told = replay(game, case, kept)
        told += game.advance(again, records[-1].now if records else 0)
        require(told == events, "a replay tells other events")
        require(game.encode_state(again) == game.encode_state(state), "a replay leads to another state")


def bots_law(game: AnyGame, case: Case) -> None:
    """Computers and Rat choose legal actions from the observation alone, the same for the same chance."""
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number, 3 * EVERY):
            continue
        for pending in game.to_act(step.state):
            actions = game.actions(step.state, pending.seat)
            seen = game.observe(step.state, pending.seat)
            copy = msgspec.json.decode(msgspec.json.encode(seen), type=game.observation_type)
            for level in LEVELS:
                first = game.bot(level).choose(seen, list(actions), random.Random(number))
                require(first in actions, f"{level} chooses an illegal action: {first}")
                again = game.bot(level).choose(copy, list(actions), random.Random(number))
                require(first == again, f"{level} chooses differently for the same chance")
            advice = game.advise(seen, list(actions), random.Random(number))
            require((advice is not None) == ("advice" in game.info.traits), "Rat and the trait advice disagree")
            require(advice is None or advice.action in actions, "Rat is an illegal action")
            require(copy == seen, "a computer changes what it sees")


def hash_law(game: AnyGame, case: Case) -> None:
    """A match is the same under other hash seeds: no order comes from a set."""
    case = shortened(game, case)
    own = digest(game, case)
    for hash_seed in ("0", "4242"):
        found = subprocess.run(
            [sys.executable, "-c", ELSEWHERE, game.info.slug, msgspec.json.encode(_plain(case)).decode()],
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            check=False,
        )
        require(found.returncode == 0, f"PYTHONHASHSEED={hash_seed}: {found.stderr[-500:]}")
        require(found.stdout.strip() == own, f"another match under PYTHONHASHSEED={hash_seed}")


def _plain(case: Case) -> dict[str, Any]:
    return {
        "options": options_raw(case.options),
        "setup": case.setup,
        "seats": case.seats,
        "seed": case.seed.hex(),
        "play": case.play,
        "steps": case.steps,
    }


def digest_main(game: AnyGame, case_json: str) -> None:
    """Print the digest of a walk: the other end of ``hash_law``, in a process of its own."""
    raw = msgspec.json.decode(case_json)
    options = game.decode_options(raw.pop("options"))
    seed = bytes.fromhex(raw.pop("seed"))
    print(digest(game, msgspec.convert({**raw, "options": options, "seed": seed}, type=Case)))
