"""The laws of the contract, checked for any game by random play.

``LAWS`` holds one function a law; each raises Violation with what went wrong. A game's tests run every law on every
case of ``randomplay.cases``. What is hidden beside the dice (hands, stacks) is a matter for the game's own tests.
"""

from __future__ import annotations

import base64
import os
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

from games.kernel.contract import LEVELS, AnyGame, Outcome, Pace, Rejection
from games.kernel.dice import Dice
from games.kernel.options import options_raw
from games.kernel.randomplay import Case, Record, copy_of, digest, fresh, make, replay, walk

Law: TypeAlias = Callable[[AnyGame, Case], None]

EVERY = 7
"""Laws that cost much look at one state in so many."""
OTHER_SEED = bytes(range(32))


class Violation(AssertionError):
    """A game breaks a law of the contract."""


def require(holds: object, law: str) -> None:
    """Raise Violation(law) unless it holds."""
    if not holds:
        raise Violation(law)


def options_law(game: AnyGame, case: Case) -> None:
    """Every choice of every option decodes and comes back as the same string; anything else is refused."""
    for option in game.info.options:
        for choice in option.choices:
            decoded = game.decode_options({option.key: choice.value})
            require(options_raw(decoded)[option.key] == choice.value, f"option {option.key}={choice.value}")
        require(_refuses_option(game, option.key, "\x00no such value"), f"option {option.key} takes anything")
        require(option.default in {choice.value for choice in option.choices}, f"default of {option.key}")
    require(_refuses_option(game, "no-such-option", "1"), "an unknown option is taken")


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


def waiting_law(game: AnyGame, case: Case) -> None:
    """A running match waits for a seat or a wake; an ended one for nothing."""
    state = fresh(game, case)
    for step in walk(game, case):
        state = step.state
        if game.outcome(state) is None:
            require(game.to_act(state) or game.wake_at(state) is not None, "running, but nothing is waited for")
    require(game.outcome(state) is not None, f"no end after {case.steps} steps of random play")
    require(not game.to_act(state) and game.wake_at(state) is None, "over, but something is waited for")
    before = game.encode_state(state)
    require(game.advance(state, 10**12) == [] and game.encode_state(state) == before, "time changes an ended match")


def actions_law(game: AnyGame, case: Case) -> None:
    """Each legal action applies; seats that are not asked have none, and none of theirs applies."""
    for number, step in enumerate(walk(game, case)):
        asked = {pending.seat for pending in game.to_act(step.state)}
        for seat in range(len(case.seats)):
            actions = game.actions(step.state, seat)
            require(bool(actions) == (seat in asked), f"seat {seat} has actions without being asked, or none")
            require(len(actions) == len({game.encode_action(a) for a in actions}), "an action is listed twice")
        if number % EVERY:
            continue
        for seat in sorted(asked):
            actions = game.actions(step.state, seat)
            for action in actions:
                game.apply(copy_of(game, step.state), seat, action, step.record.now)
            for other in set(range(len(case.seats))) - asked:
                _require_refused(game, step.state, other, actions[0], step.record.now)


def rejection_law(game: AnyGame, case: Case, *, complete: bool = True) -> None:
    """An illegal action raises Rejection with code and text and changes nothing.

    Tried are the actions legal in other states. ``complete``: the game lists all its legal actions, so that an
    action apart from the list must be refused (False where a game lists a representative set).
    """
    known = {
        step.record.payload: game.decode_action(step.record.payload.encode())
        for step in walk(game, case)
        if step.record.kind == "action"
    }
    pool = [known[payload] for payload in sorted(known)]
    rng = random.Random(1)
    state = fresh(game, case)
    for step in walk(game, case):
        state = step.state
        for pending in game.to_act(state):
            legal = {game.encode_action(action) for action in game.actions(state, pending.seat)}
            for action in rng.sample(pool, min(5, len(pool))):
                if game.encode_action(action) not in legal and complete:
                    _require_refused(game, state, pending.seat, action, step.record.now)
    for action in pool[:20]:
        _require_refused(game, state, 0, action, 10**12)


def _require_refused(game: AnyGame, state: Any, seat: int, action: Any, now: int) -> None:
    before = game.encode_state(state)
    try:
        game.apply(state, seat, action, now)
    except Rejection as refused:
        require(refused.code and refused.text.msgid, "a rejection without code or text")
        require(game.encode_state(state) == before, f"refused ({refused.code}), but the state has changed: {action}")
    else:
        raise Violation(f"an illegal action is taken: seat {seat}, {action}")


def reading_law(game: AnyGame, case: Case) -> None:
    """Asking changes nothing: to_act, actions, wake_at, observe, redact, outcome and standing."""
    for step in walk(game, case):
        before = game.encode_state(step.state)
        for viewer in (None, *range(len(case.seats))):
            game.observe(step.state, viewer)
            for event in step.events:
                game.redact(event, viewer)
        for seat in range(len(case.seats)):
            game.actions(step.state, seat)
        game.to_act(step.state), game.wake_at(step.state), game.outcome(step.state), game.standing(step.state)
        require(game.encode_state(step.state) == before, "a question changes the state")


def time_law(game: AnyGame, case: Case) -> None:
    """Before the wake time changes nothing; advancing to t2 equals advancing to t1, then t2, in state and events."""
    rng = random.Random(2)
    for number, step in enumerate(walk(game, case)):
        wake = game.wake_at(step.state)
        if wake is None:
            continue
        now = step.record.now
        if wake - 1 >= now:
            _require_still(game, step.state, wake - 1)
        if number % EVERY == 0:
            late = max(now, wake) + rng.choice((0, 1, 5_000, 200_000, 900_000))
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
    """Observations and redacted events don't change with the seed alone, and never hold it."""
    for step in walk(game, case):
        other = copy_of(game, step.state)
        require(reseed(other, OTHER_SEED) > 0, "no dice in the state")
        for viewer in (None, *range(len(case.seats))):
            seen = msgspec.json.encode(game.observe(step.state, viewer))
            require(seen == msgspec.json.encode(game.observe(other, viewer)), f"viewer {viewer} sees the seed")
            told = msgspec.json.encode([game.redact(event, viewer) for event in step.events])
            for form in (case.seed.hex().encode(), base64.b64encode(case.seed)):
                require(form not in seen and form not in told, f"viewer {viewer} is told the seed")


def reseed(value: Any, seed: bytes) -> int:
    """Give every Dice inside ``value`` another seed; returns how many there were."""
    if isinstance(value, Dice):
        value.seed = seed
        return 1
    if isinstance(value, msgspec.Struct):
        return sum(reseed(getattr(value, name), seed) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return sum(reseed(part, seed) for part in value.values())
    if isinstance(value, list | tuple):
        return sum(reseed(part, seed) for part in value)
    return 0


def codec_law(game: AnyGame, case: Case) -> None:
    """State, actions, events and observations come back from their bytes as they were; junk is refused."""
    for step in walk(game, case):
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
    for step in walk(game, case):
        records.append(step.record)
        events += step.events
        state = step.state
    for kept in (records, [record for record in records if record.kind != "wake"]):
        again, told = replay(game, case, kept)
        told += game.advance(again, records[-1].now if records else 0)
        require(told == events, "a replay tells other events")
        require(game.encode_state(again) == game.encode_state(state), "a replay leads to another state")


def decision_law(game: AnyGame, case: Case) -> None:
    """Decision ids never fall, stay while others act, and move on with one's own pick in games of turns."""
    for step in walk(game, case):
        before = {p.seat: p.decision for p in game.to_act(game.decode_state(step.before))}
        after = {p.seat: p.decision for p in game.to_act(step.state)}
        require(list(after) == sorted(after), "to_act is not in seat order")
        for seat in before.keys() & after.keys():
            require(after[seat] >= before[seat], f"the decision of seat {seat} goes back")
            if step.record.kind == "action" and game.info.pace is Pace.TURNS:
                own = seat == step.record.seat
                require((after[seat] > before[seat]) == own, f"the decision of seat {seat} is not its own")
    _require_fresh_ids(game, case)


def _require_fresh_ids(game: AnyGame, case: Case) -> None:
    """In games of turns no decision id is used twice by a seat."""
    if game.info.pace is not Pace.TURNS:
        return
    answered: set[tuple[int, int]] = set()
    for step in walk(game, case):
        if step.record.kind == "action":
            before = {p.seat: p.decision for p in game.to_act(game.decode_state(step.before))}
            answer = step.record.seat, before.get(step.record.seat, -1)
            require(answer not in answered, f"decision {answer} is asked twice")
            answered.add(answer)


def presence_law(game: AnyGame, case: Case) -> None:
    """A seat given to a computer stays ranked, the match goes on, and doing it again changes nothing more."""
    for number, step in enumerate(walk(game, case)):
        if number % EVERY or game.outcome(step.state) is not None:
            continue
        state, now = copy_of(game, step.state), step.record.now
        record = Record("presence", now, number % len(case.seats), '{"change":"bot","level":"hard"}')
        make(game, state, record)
        given = game.encode_state(state)
        require(make(game, state, record) == [] and game.encode_state(state) == given, "given twice, changed twice")
        waits = game.to_act(state) or game.wake_at(state) is not None or game.outcome(state) is not None
        require(waits, "a given seat stops the match")


def outcome_law(game: AnyGame, case: Case) -> None:
    """Standing and outcome rank every seat, best first and ties alike; the end is the last standing."""
    state = fresh(game, case)
    _require_ranking(game.standing(state), len(case.seats))
    for step in walk(game, case):
        state = step.state
        _require_ranking(game.standing(state), len(case.seats))
    outcome = game.outcome(state)
    if outcome is None:
        raise Violation(f"no outcome after {case.steps} steps")
    _require_ranking(outcome, len(case.seats))


def _require_ranking(outcome: Outcome, seats: int) -> None:
    lists = (outcome.places, outcome.scores, outcome.points_tenths)
    require(all(len(values) == seats for values in lists), "an outcome leaves out seats")
    expected = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    require(outcome.places == expected, f"places {outcome.places} have gaps or begin wrongly")
    require(all(points >= 0 for points in outcome.points_tenths), "leaderboard points below 0")


def bots_law(game: AnyGame, case: Case) -> None:
    """Computers and Rat choose legal actions from the observation alone, the same for the same chance."""
    for number, step in enumerate(walk(game, case)):
        if number % (3 * EVERY):
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
    own = digest(game, case)
    script = "import sys; from games.kernel.conformance import digest_main; digest_main(sys.argv[1], sys.argv[2])"
    for hash_seed in ("0", "4242"):
        found = subprocess.run(
            [sys.executable, "-c", script, game.info.slug, msgspec.json.encode(_plain(case)).decode()],
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


def digest_main(slug: str, case_json: str) -> None:
    """Print the digest of a walk: the other end of ``hash_law``, in a process of its own."""
    from games import registry

    game = registry.get(slug)
    raw = msgspec.json.decode(case_json)
    options = game.decode_options(raw.pop("options"))
    seed = bytes.fromhex(raw.pop("seed"))
    print(digest(game, msgspec.convert({**raw, "options": options, "seed": seed}, type=Case)))


LAWS: dict[str, Law] = {
    "options": options_law,
    "new": new_law,
    "waiting": waiting_law,
    "actions": actions_law,
    "rejection": rejection_law,
    "reading": reading_law,
    "time": time_law,
    "hidden": hidden_law,
    "codec": codec_law,
    "replay": replay_law,
    "decision": decision_law,
    "presence": presence_law,
    "outcome": outcome_law,
    "bots": bots_law,
    "hash": hash_law,
}
