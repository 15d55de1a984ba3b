"""What the race looks like: the ``Board`` of ``tests/realtime/race.py``."""

from __future__ import annotations

from games.kernel.board import BoardContext, Fragment, LogLine, ResultTable, SeatStatus, name_mark
from games.kernel.contract import Outcome
from games.kernel.texts import Text, text
from tests.realtime.race import Event, Given, Honked, Line, Observation, Speed

FULL = False
STYLES: tuple[str, ...] = ()
SCRIPTS: tuple[str, ...] = ()
REPLAY_SCRIPTS: tuple[str, ...] = ()


def public_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    return (Fragment("track", "race/track.jinja", {"cars": observation.cars, "done": observation.done}),)


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> tuple[Fragment, ...]:
    own = {"speed": observation.cars[seat][1]}
    return tuple(Fragment(name, "race/own.jinja", own) for name in ("action", "glow"))


def spectator_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    return tuple(Fragment(name, "race/own.jinja", {"speed": -1}) for name in ("action", "glow"))


def seat_statuses(observation: Observation) -> tuple[SeatStatus, ...]:
    return tuple(SeatStatus(way, text("fährt {n}", n=speed)) for _colour, speed, way, _honks, _away in observation.cars)


def headline(observation: Observation) -> Text:
    return text("Rennen")


def log_lines(event: Event, context: BoardContext) -> tuple[LogLine, ...]:
    if not isinstance(event, Speed | Honked | Line | Given):
        return ()
    return (LogLine(text("{name}: {what}", name=name_mark(event.seat), what=type(event).__name__), seat=event.seat),)


def result(observation: Observation, outcome: Outcome) -> ResultTable:
    return ResultTable((text("Weg"),), tuple((score,) for score in outcome.scores))
