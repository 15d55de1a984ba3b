"""The Chronik: every event in a line of our own words."""

from __future__ import annotations

from games.elements.board import spoken
from games.elements.board.words import joined, signed
from games.elements.data import DARK, ROW_INDEX, VALUES, X_COLUMN
from games.elements.events import Ended, EndReached, Event, Expired, Frozen, SeatGiven, Taken, Thrown
from games.kernel.board import BoardContext, LogLine
from games.kernel.contract import Level
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

LEVEL_NAMES: dict[Level, str] = {"easy": _("leicht"), "normal": _("normal"), "hard": _("stark")}


def log_lines(event: Event, context: BoardContext) -> tuple[LogLine, ...]:
    """The lines that tell ``event``; a throw opens a group of its own."""
    names = [card.name for card in context.seats]
    if isinstance(event, Thrown):
        heading = text(_("Wurf {throw}"), throw=event.throw)
        return (LogLine(_thrown(event, names[event.seat]), event.seat, heading),)
    if isinstance(event, Taken):
        return (LogLine(_taken(event, names[event.seat]), event.seat),)
    if isinstance(event, EndReached):
        return (LogLine(_end_reached(event, names)),)
    if isinstance(event, Ended):
        return (LogLine(_ended(event, names)),)
    return (LogLine(_of_a_seat(event, names[event.seat]), event.seat),)


def _of_a_seat(event: Frozen | Expired | SeatGiven, name: str) -> Text:
    if isinstance(event, Frozen):
        value = signed(VALUES[DARK][X_COLUMN])
        return text(_("{name} friert Das Dunkle bei {value} ein."), name=name, value=value)
    if isinstance(event, Expired):
        return text(_("{name}: Zeit um, der Computer wählt diesen Würfel."), name=name)
    level = Text(LEVEL_NAMES[event.level])
    return text(_("{name} spielt nicht mehr, der Computer ({level}) übernimmt."), name=name, level=level)


def _thrown(event: Thrown, name: str) -> Text:
    return text(_("{name} würfelt {faces}."), name=name, faces=spoken.faces(tuple(sorted(event.faces.values()))))


def _taken(event: Taken, name: str) -> Text:
    face = spoken.face_name(event.face)
    if event.row is None:
        return text(_("{name} nimmt {face}, kein Schieber rückt."), name=name, face=face)
    values = VALUES[ROW_INDEX[event.row]]
    row, before, after = spoken.row_name(event.row), signed(values[event.before]), signed(values[event.after])
    if event.free:
        msgid = _("{name} nimmt {face} und rückt frei: {row} geht von {before} auf {after}.")
    elif event.misthrow:
        msgid = _("{name} hat keinen passenden Würfel und nimmt {face}. {row} rückt von {before} auf {after}.")
    elif event.row == event.face:
        msgid = _("{name} nimmt {face} und rückt dort von {before} auf {after}.")
    else:
        msgid = _("{name} nimmt {face}: {row} rückt von {before} auf {after}.")
    return text(msgid, name=name, face=face, row=row, before=before, after=after)


def _end_reached(event: EndReached, names: list[str]) -> Text:
    who = joined([names[seat] for seat in event.seats])
    if not event.throws_left:
        return text(_("Genug Reihen sind am Ende ({who}). Damit ist die Partie aus."), who=who)
    one = _("Genug Reihen sind am Ende ({who}). Es folgt noch {count} Wurf.")
    many = _("Genug Reihen sind am Ende ({who}). Es folgen noch {count} Würfe.")
    return Text(one, {"who": who}, plural=many, count=event.throws_left)


def _ended(event: Ended, names: list[str]) -> Text:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    who = joined([names[seat] for seat in winners])
    best = event.scores[winners[0]]
    one, many = _("{who} gewinnt mit {score} Punkten."), _("{who} teilen sich den Sieg mit {score} Punkten.")
    score = f"{best}" if best >= 0 else signed(best)
    if len(winners) == 1 and best == 1:
        return text(_("{who} gewinnt mit einem Punkt."), who=who)
    return Text(one, {"who": who, "score": score}, plural=many, count=len(winners))
