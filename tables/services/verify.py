"""Whether a match was honest: it is played again from its seed and records, and compared with what is stored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.core.cache import cache
from msgspec import Struct

from games import registry
from games.kernel.contract import AnyGame, Outcome, SeatSpec
from games.kernel.dice import Dice, fingerprint
from games.kernel.texts import Text, plain, text
from games.kernel.texts import gettext_noop as _
from tables.host.live import events_decode, level_of
from tables.models import Match, MatchSeat, Record, Snapshot
from tables.replay import UNFIT, Walked, records_of, walk
from tables.services.matches import setup_of

RESULT_KEEP_S = 24 * 3600
ASKED_S = 120


class Check(Struct, frozen=True):
    """One thing that was compared. ``detail`` is English, for the command line: what does not fit, or what was seen."""

    key: str
    text: Text
    ok: bool
    detail: str = ""


class Verification(Struct, frozen=True):
    """What a replay of the match showed. ``replayed`` is False under rules that the game no longer has."""

    code: str
    checks: tuple[Check, ...]
    records: int = 0
    draws: int = 0
    snapshots: int = 0
    replayed: bool = True

    @property
    def ok(self) -> bool:
        return all(check.ok for check in self.checks)


class Replayed(Struct):
    """What the walk collected: the state at its end, every event, and the first thing that did not fit."""

    state: Any
    events: list[Any]
    wrong_record: str = ""
    wrong_state: str = ""
    compared: int = 0


def match_verify(match: Match) -> Verification:
    """Replay ``match``, compare everything stored, and remember the result for its page."""
    found = _verified(match)
    cache.set(_key(match), msgspec.msgpack.encode(found), RESULT_KEEP_S)
    return found


def verdict_store(*, match_code: str) -> None:
    """What the worker does: verify the match of that code, if there is one."""
    match = Match.objects.filter(code=match_code).first()
    if match is not None:
        match_verify(match)
        cache.delete(_asked(match))


def verification_known(match: Match) -> Verification | None:
    """The last result for the match as it is now, while it is remembered."""
    kept = cache.get(_key(match))
    return None if kept is None else msgspec.msgpack.decode(kept, type=Verification)


def verification_begin(match: Match) -> bool:
    """Whether the caller has to queue the task: nobody has asked in the last two minutes."""
    return bool(cache.add(_asked(match), 1, ASKED_S))


def verification_running(match: Match) -> bool:
    """Whether a worker is thought to be at it."""
    return cache.get(_asked(match)) is not None


def verification_drop(match: Match) -> None:
    """The task could not be queued: the next one may ask again."""
    cache.delete(_asked(match))


def _asked(match: Match) -> str:
    return f"{_key(match)}:asked"


def _key(match: Match) -> str:
    return f"verify:{match.code}:{match.version}:{match.status}"


def _verified(match: Match) -> Verification:
    game = registry.get(match.game)
    seed = _check_seed(match)
    if match.rules_version != game.info.rules_version:
        return Verification(match.code, (seed,), replayed=False)
    seats = list(MatchSeat.objects.filter(match=match))
    snapshots = list(Snapshot.objects.filter(match=match).order_by("version"))
    records = records_of(match)
    state = first_state(match, game, seats)
    start = _check_start(game, state, snapshots)
    done = _walked(match, game, state, records, snapshots)
    checks = (
        seed,
        start,
        _check_records(records, done),
        _check_states(done),
        _check_chronik(game, snapshots, done),
        _check_outcome(match, game, seats, done),
        _check_draws(match, done),
    )
    return Verification(match.code, checks, len(records), _draws(done.state), done.compared + 1)


def first_state(match: Match, game: AnyGame, seats: Sequence[MatchSeat]) -> Any:
    """The first state as it follows from options, seats and seed."""
    specs = tuple(SeatSpec(level_of(s.bot) if s.player_id is None else None, s.pick) for s in seats)
    options = game.decode_options(match.options)
    return game.new(options, setup_of(match), specs, Dice(seed=bytes(match.seed)))


# --- the walk ------------------------------------------------------------------------------------


def _walked(
    match: Match, game: AnyGame, state: Any, records: Sequence[Record], snapshots: Sequence[Snapshot]
) -> Replayed:
    """Play the match again. A state stored with a record that is gone (time alone) must meet one of the wakes there."""
    done = Replayed(state, [])
    waiting = [row for row in snapshots if row.version > 0]
    try:
        for walked in _judged(match, game, state, records, done):
            done.events += walked.events
            version = None if walked.record is None else walked.record.version
            while waiting and _settled(game, state, waiting[0], version, done):
                waiting.pop(0)
    except UNFIT as error:
        done.wrong_record = done.wrong_record or f"{type(error).__name__}: {error}"
    if waiting and not done.wrong_state:
        done.wrong_state = f"the state stored at version {waiting[0].version} is not met by the replay"
    return done


def _judged(match: Match, game: AnyGame, state: Any, records: Sequence[Record], done: Replayed) -> Iterator[Walked]:
    """The walk, with every action's decision compared before it is made."""
    asked = {p.seat: p.decision for p in game.to_act(state)}
    yield Walked(0, None, [])
    for walked in walk(game, state, records, match.advanced_to_ms):
        record = walked.record
        wrong = (
            record is not None and record.kind == Record.Kind.ACTION and asked.get(record.seat or 0) != record.decision
        )
        if wrong and record is not None and not done.wrong_record:
            done.wrong_record = (
                f"version {record.version}: decision {record.decision} was not asked of seat {record.seat}"
            )
        asked = {p.seat: p.decision for p in game.to_act(state)}
        yield walked


def _settled(game: AnyGame, state: Any, row: Snapshot, version: int | None, done: Replayed) -> bool:
    """Whether the stored state is compared now: met, or its record has gone by with another one."""
    stored = game.decode_state(bytes(row.state))
    met = _same(game, state, stored) and (version is None or version <= row.version)
    if met:
        done.compared += 1
        return True
    if version is not None and version >= row.version and not done.wrong_state:
        done.wrong_state = f"the state stored at version {row.version} differs from the replay"
    return bool(version is not None and version >= row.version)


def _same(game: AnyGame, state: Any, stored: Any) -> bool:
    """Equal as values: stored Structs may have gained fields, so bytes may differ."""
    return bool(game.decode_state(game.encode_state(state)) == stored)


def _draws(state: Any) -> int:
    dice = getattr(state, "dice", None)
    return sum(dice.drawn.values()) if isinstance(dice, Dice) else 0


# --- what is compared ------------------------------------------------------------------------------


def _check_seed(match: Match) -> Check:
    found = fingerprint(bytes(match.seed))
    ok = found == match.seed_hash
    detail = f"SHA-256 of the seed is {found}" + ("" if ok else f", shown was {match.seed_hash}")
    return Check("seed", text(_("Der Startwert ergibt die Prüfsumme, die seit Beginn am Tisch stand.")), ok, detail)


def _check_start(game: AnyGame, state: Any, snapshots: Sequence[Snapshot]) -> Check:
    stored = snapshots[0] if snapshots and snapshots[0].version == 0 else None
    ok = stored is not None and _same(game, state, game.decode_state(bytes(stored.state)))
    detail = "the stored first state follows from seed, options and seats" if ok else "the stored first state differs"
    return Check("start", text(_("Der Anfang folgt aus Startwert, Einstellungen und Plätzen.")), ok, detail)


def _check_records(records: Sequence[Record], done: Replayed) -> Check:
    detail = done.wrong_record or f"{len(records)} records, each legal and in answer to its decision"
    told = Text(
        _("Die eine gespeicherte Aktion war erlaubt und an der Reihe."),
        plural=_("Alle {count} gespeicherten Aktionen waren erlaubt und an der Reihe."),
        count=len(records),
    )
    return Check("records", told, not done.wrong_record, detail)


def _check_states(done: Replayed) -> Check:
    detail = done.wrong_state or f"{done.compared} stored states equal the replay"
    told = text(_("Jeder gespeicherte Spielstand, auch der letzte, kommt beim Nachspielen heraus."))
    return Check("states", told, not done.wrong_state, detail)


def _check_chronik(game: AnyGame, snapshots: Sequence[Snapshot], done: Replayed) -> Check:
    """The events stored with the snapshots, as far as they join from the start, begin the replay's."""
    stored: list[Any] = []
    reached = 0
    for row in snapshots[1:]:
        start, events = events_decode(game, bytes(row.events))
        if start != reached:
            break
        stored += events
        reached = row.version
    made: list[Any] = msgspec.msgpack.decode(
        msgspec.msgpack.encode(done.events[: len(stored)]),
        type=list[game.event_type],  # type: ignore[name-defined]
    )
    ok = made == stored
    detail = f"{len(stored)} stored events equal the replay" if ok else "the stored events differ from the replay"
    return Check("events", text(_("Die Chronik erzählt genau das, was beim Nachspielen geschieht.")), ok, detail)


def _check_outcome(match: Match, game: AnyGame, seats: Sequence[MatchSeat], done: Replayed) -> Check:
    told = text(_("Plätze und Punkte folgen aus dem letzten Stand."))
    outcome: Outcome | None = game.outcome(done.state)
    if match.status == Match.Status.RUNNING:
        ok = outcome is None
        return Check(
            "outcome", text(_("Die Partie läuft noch.")), ok, "running" if ok else "over, but stored as running"
        )
    if match.status == Match.Status.ABANDONED:
        ok = all(seat.place is None for seat in seats)
        return Check("outcome", text(_("Die Partie endete ohne Wertung.")), ok, "ended without a ranking")
    wrong = _outcome_wrong(seats, outcome or game.standing(done.state, match.advanced_to_ms))
    return Check("outcome", told, not wrong, wrong or "places, scores and points follow from the last state")


def _outcome_wrong(seats: Sequence[MatchSeat], outcome: Outcome) -> str:
    for seat in seats:
        if (seat.place, seat.score) != (outcome.places[seat.index], outcome.scores[seat.index]):
            found = f"place {outcome.places[seat.index]} with {outcome.scores[seat.index]}"
            return f"seat {seat.index}: stored place {seat.place} with {seat.score}, replayed {found}"
        booked = seat.points_tenths
        if booked is not None and not seat.left and booked != outcome.points_tenths[seat.index]:
            return f"seat {seat.index}: stored {booked} tenths, replayed {outcome.points_tenths[seat.index]}"
    return ""


def _check_draws(match: Match, done: Replayed) -> Check:
    """Every draw is a function of seed, label and number: the replay made them all from this seed alone."""
    dice = getattr(done.state, "dice", None)
    ok = not done.wrong_record and not done.wrong_state and (dice is None or dice.seed == bytes(match.seed))
    told = Text(
        _("Die eine Ziehung folgt aus dem Startwert."),
        plural=_("Alle {count} Ziehungen folgen aus dem Startwert."),
        count=_draws(done.state),
    )
    return Check(
        "draws", told, ok, f"{_draws(done.state)} draws follow from the seed" if ok else "draws can't be confirmed"
    )


def report(found: Verification) -> list[str]:
    """The result in English lines, for a terminal."""
    lines = [
        f"{'ok  ' if check.ok else 'FAIL'} {check.key}: {check.detail or plain(check.text)}" for check in found.checks
    ]
    if not found.replayed:
        lines.append("skip replay: the game no longer has the rules version of this match")
    return lines
