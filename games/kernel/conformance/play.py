"""Laws of play: whose turn it is, what is legal, decisions, presence and the end."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from games.kernel.conformance.common import EVERY, Violation, looks_at, require, require_refused, shortened
from games.kernel.contract import AnyGame, Outcome, Pace, Presence
from games.kernel.randomplay import Case, Record, copy_of, fresh, make, walk


def waiting_law(game: AnyGame, case: Case) -> None:
    """A running match waits for a seat or a wake; an ended one for nothing, and takes no action."""
    state, payloads = fresh(game, case), set[str]()
    for step in walk(game, case):
        state = step.state
        if step.record.kind == "action":
            payloads.add(step.record.payload)
        if game.outcome(state) is None:
            require(game.to_act(state) or game.wake_at(state) is not None, "running, but nothing is waited for")
    require(game.outcome(state) is not None, f"no end after {case.steps} steps of random play")
    require(not game.to_act(state) and game.wake_at(state) is None, "over, but something is waited for")
    before = game.encode_state(state)
    require(game.advance(state, 10**12) == [] and game.encode_state(state) == before, "time changes an ended match")
    for payload in sorted(payloads)[:20]:
        require_refused(game, state, 0, game.decode_action(payload.encode()), 10**12)


def actions_law(game: AnyGame, case: Case) -> None:
    """Each legal action applies; seats that are not asked have none, and none of theirs applies."""
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number):
            continue
        asked = {pending.seat for pending in game.to_act(step.state)}
        for seat in range(len(case.seats)):
            actions = game.actions(step.state, seat)
            require(bool(actions) == (seat in asked), f"seat {seat} has actions without being asked, or none")
            require(len(actions) == len({game.encode_action(a) for a in actions}), "an action is listed twice")
        if not looks_at(game, number, EVERY):
            continue
        for seat in sorted(asked):
            actions = game.actions(step.state, seat)
            for action in actions:
                game.apply(copy_of(game, step.state), seat, action, step.record.now)
            for other in set(range(len(case.seats))) - asked:
                require_refused(game, step.state, other, actions[0], step.record.now)


def rejection_law(game: AnyGame, case: Case) -> None:
    """An illegal action raises Rejection with code and text and changes nothing.

    Tried are the actions legal in other states. A game without the trait ``representative`` lists all its legal
    actions, so that an action apart from the list must be refused.
    """
    complete = "representative" not in game.info.traits
    known = {
        step.record.payload: game.decode_action(step.record.payload.encode())
        for step in walk(game, shortened(game, case))
        if step.record.kind == "action"
    }
    pool = [known[payload] for payload in sorted(known)]
    rng = random.Random(1)
    for number, step in enumerate(walk(game, shortened(game, case))):
        state = step.state
        if not looks_at(game, number):
            continue
        for pending in game.to_act(state):
            legal = {game.encode_action(action) for action in game.actions(state, pending.seat)}
            for action in rng.sample(pool, min(5, len(pool))):
                if game.encode_action(action) not in legal and complete:
                    require_refused(game, state, pending.seat, action, step.record.now)


def decision_law(game: AnyGame, case: Case) -> None:
    """Decision ids never fall, stay while others act, and move on with one's own pick in games of turns."""
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number):
            continue
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
    for step in walk(game, shortened(game, case)):
        if step.record.kind == "action":
            before = {p.seat: p.decision for p in game.to_act(game.decode_state(step.before))}
            answer = step.record.seat, before.get(step.record.seat, -1)
            require(answer not in answered, f"decision {answer} is asked twice")
            answered.add(answer)


def presence_law(game: AnyGame, case: Case) -> None:
    """A seat given to a computer stays ranked, the match goes on, and saying any change again changes nothing more.

    Real time: so does a match of which somebody's line is gone, or back, whatever was said before.
    """
    for number, step in enumerate(walk(game, shortened(game, case))):
        if not looks_at(game, number, EVERY) or game.outcome(step.state) is not None:
            continue
        seat, now = number % len(case.seats), step.record.now
        _require_once(game, copy_of(game, step.state), seat, Presence("bot", "hard"), now)
        if game.info.pace is Pace.REALTIME and case.seats[seat].bot is None:
            _require_once(game, copy_of(game, step.state), seat, Presence("back"), now)
            state = copy_of(game, step.state)
            for change in (Presence("offline"), Presence("back"), Presence("offline")):
                _require_once(game, state, seat, change, now)


def _require_once(game: AnyGame, state: Any, seat: int, change: Presence, now: int) -> None:
    record = Record("presence", now, seat, msgspec.json.encode(change).decode())
    make(game, state, record)
    said = game.encode_state(state)
    again = make(game, state, record)
    require(again == [] and game.encode_state(state) == said, f"{change.change} said twice, changed twice")
    waits = game.to_act(state) or game.wake_at(state) is not None or game.outcome(state) is not None
    require(waits, f"a seat that is {change.change} stops the match")


def outcome_law(game: AnyGame, case: Case) -> None:
    """Standing and outcome rank every seat, best first and ties alike; the end is the last standing."""
    state, losses = fresh(game, case), "losses" in game.info.traits
    _require_ranking(game.standing(state), len(case.seats), losses=losses)
    for step in walk(game, case):
        state = step.state
        _require_ranking(game.standing(state), len(case.seats), losses=losses)
    outcome = game.outcome(state)
    if outcome is None:
        raise Violation(f"no outcome after {case.steps} steps")
    _require_ranking(outcome, len(case.seats), losses=losses)


def _require_ranking(outcome: Outcome, seats: int, *, losses: bool) -> None:
    lists = (outcome.places, outcome.scores, outcome.points_tenths)
    require(all(len(values) == seats for values in lists), "an outcome leaves out seats")
    expected = tuple(1 + sum(other < place for other in outcome.places) for place in outcome.places)
    require(outcome.places == expected, f"places {outcome.places} have gaps or begin wrongly")
    require(losses or all(points >= 0 for points in outcome.points_tenths), "leaderboard points below 0")
