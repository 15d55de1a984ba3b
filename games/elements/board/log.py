"""The Chronik: every event in a line of our own words."""

from __future__ import annotations

from functools import lru_cache

from games.elements.board import spoken
from games.elements.board.words import signed
from games.elements.data import DARK, ROW_INDEX, VALUES, X_COLUMN, Face, RowId
from games.elements.events import Ended, EndReached, Event, Expired, Frozen, SeatGiven, Taken, Thrown
from games.kernel.board import BoardContext, LogLine, name_mark
from games.kernel.contract import LEVEL_NAMES
from games.kernel.texts import Text, joined, text
from games.kernel.texts import gettext_noop as _


def log_lines(event: Event, context: BoardContext) -> tuple[LogLine, ...]:
    """The lines that tell ``event``; a throw opens a group of its own."""
    if isinstance(event, Taken):
        return _taken(event.seat, event.face, event.row, event.before, event.after, event.misthrow, event.free)
    if isinstance(event, Thrown):
        heading = text(_("Wurf {throw}"), throw=event.throw)
        return (LogLine(_thrown(event), event.seat, heading),)
    if isinstance(event, EndReached):
        return (LogLine(_end_reached(event)),)
    if isinstance(event, Ended):
        return (LogLine(_ended(event)),)
    return (LogLine(_of_a_seat(event, name_mark(event.seat)), event.seat),)


def _of_a_seat(event: Frozen | Expired | SeatGiven, name: str) -> Text:
    if isinstance(event, Frozen):
        value = signed(VALUES[DARK][X_COLUMN])
        return text(_("{name} friert Das Dunkle bei {value} ein."), name=name, value=value)
    if isinstance(event, Expired):
        return text(_("{name}: Zeit um, der Computer wählt diesen Würfel."), name=name)
    level = Text(LEVEL_NAMES[event.level])
    return text(_("{name} spielt nicht mehr, der Computer ({level}) übernimmt."), name=name, level=level)


def _thrown(event: Thrown) -> Text:
    name = name_mark(event.seat)
    return text(_("{name} würfelt {faces}."), name=name, faces=spoken.faces(tuple(sorted(event.faces.values()))))


@lru_cache(maxsize=8192)
def _taken(
    seat: int, shown: Face, row_id: RowId | None, left: int, reached: int, misthrow: bool, free: bool
) -> tuple[LogLine, ...]:
    """A take in words, from column ``left`` to ``reached``."""
    name, face = name_mark(seat), spoken.face_name(shown)
    if row_id is None:
        return (LogLine(text(_("{name} nimmt {face}, kein Schieber rückt."), name=name, face=face), seat),)
    values = VALUES[ROW_INDEX[row_id]]
    row, before, after = spoken.row_name(row_id), signed(values[left]), signed(values[reached])
    if free:
        msgid = _("{name} nimmt {face} und rückt frei: {row} geht von {before} auf {after}.")
    elif misthrow:
        msgid = _("{name} hat keinen passenden Würfel und nimmt {face}. {row} rückt von {before} auf {after}.")
    elif row_id == shown:
        msgid = _("{name} nimmt {face} und rückt dort von {before} auf {after}.")
    else:
        msgid = _("{name} nimmt {face}: {row} rückt von {before} auf {after}.")
    return (LogLine(text(msgid, name=name, face=face, row=row, before=before, after=after), seat),)


def _end_reached(event: EndReached) -> Text:
    who = joined([name_mark(seat) for seat in event.seats])
    if not event.throws_left:
        return text(_("Genug Reihen sind am Ende ({who}). Damit ist die Partie aus."), who=who)
    one = _("Genug Reihen sind am Ende ({who}). Es folgt noch {count} Wurf.")
    many = _("Genug Reihen sind am Ende ({who}). Es folgen noch {count} Würfe.")
    return Text(one, {"who": who}, plural=many, count=event.throws_left)


def _ended(event: Ended) -> Text:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    who = joined([name_mark(seat) for seat in winners])
    best = event.scores[winners[0]]
    one, many = _("{who} gewinnt mit {score} Punkten."), _("{who} teilen sich den Sieg mit {score} Punkten.")
    score = f"{best}" if best >= 0 else signed(best)
    if len(winners) == 1 and best == 1:
        return text(_("{who} gewinnt mit einem Punkt."), who=who)
    return Text(one, {"who": who, "score": score}, plural=many, count=len(winners))
