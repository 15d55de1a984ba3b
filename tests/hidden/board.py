"""What the cards look like: the ``Board`` of ``tests/hidden/cards.py``."""

from __future__ import annotations

from games.kernel.board import BoardContext, Fragment, LogLine, ResultTable, SeatStatus, name_mark
from games.kernel.contract import Outcome
from games.kernel.texts import Text, text
from tests.hidden.cards import Event, Observation, Played

FULL = False
STYLES: tuple[str, ...] = ()
SCRIPTS: tuple[str, ...] = ()
REPLAY_SCRIPTS: tuple[str, ...] = ()


def public_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    data = {"counts": observation.counts, "played": observation.played, "words": observation.words}
    return (Fragment("piles", "cards/piles.jinja", data),)


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> tuple[Fragment, ...]:
    return _own(observation)


def spectator_fragments(observation: Observation, context: BoardContext) -> tuple[Fragment, ...]:
    return _own(observation)


def _own(observation: Observation) -> tuple[Fragment, ...]:
    return tuple(Fragment(name, "cards/hand.jinja", {"hand": observation.hand}) for name in ("action", "glow"))


def seat_statuses(observation: Observation) -> tuple[SeatStatus, ...]:
    return tuple(SeatStatus(sum(pile), text("spielt")) for pile in observation.played)


def headline(observation: Observation) -> Text:
    return text("Karten")


def log_lines(event: Event, context: BoardContext) -> tuple[LogLine, ...]:
    name = name_mark(event.seat)
    if isinstance(event, Played):
        return (LogLine(text("{name} spielt {card}", name=name, card=event.card), seat=event.seat),)
    words = text("{name} tauscht {card}", name=name, card="eine Karte" if event.drawn is None else event.drawn)
    return (LogLine(words, seat=event.seat),)


def result(observation: Observation, outcome: Outcome) -> ResultTable:
    return ResultTable((text("Summe"),), tuple((score,) for score in outcome.scores))
