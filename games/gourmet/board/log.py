"""The Chronik: every event in a line of our own words."""

from __future__ import annotations

from games.gourmet.board import words
from games.gourmet.data import ACTION_NAMES, COLOURS
from games.gourmet.events import (
    Declined,
    Earned,
    Ended,
    Entered,
    Event,
    Expired,
    Fetched,
    Lapsed,
    Rolled,
    RoundBegan,
    SeatGiven,
    Served,
)
from games.kernel.board import BoardContext, LogLine, name_mark
from games.kernel.contract import LEVEL_NAMES
from games.kernel.texts import Text, Value, joined, text
from games.kernel.texts import gettext_noop as _


def log_lines(event: Event, context: BoardContext) -> tuple[LogLine, ...]:
    """The lines that tell ``event``; a round opens a group of its own."""
    if isinstance(event, RoundBegan):
        heading = text(_("Runde {round}"), round=event.round)
        opener = text(_("{name} beginnt am Pass."), name=name_mark(event.opener))
        if event.bonus is not None:
            bonus = words.bonus_name(event.bonus)
            opener = text(_("{name} beginnt am Pass. Rundenbonus: {bonus}."), name=name_mark(event.opener), bonus=bonus)
        return (LogLine(opener, event.opener, heading),)
    if isinstance(event, Ended):
        return (LogLine(_ended(event)),)
    line = _line(event)
    return () if line is None else (LogLine(line, event.seat),)


def _line(event: Event) -> Text | None:
    if isinstance(event, Rolled):
        return _rolled(event)
    if isinstance(event, Entered):
        return _entered(event)
    if isinstance(event, Earned):
        return None if event.round else _earned(event)
    name = name_mark(event.seat)  # type: ignore[union-attr]
    if isinstance(event, Lapsed):
        return text(_("{name} lässt Wurf {roll} verfallen."), name=name, roll=event.roll)
    if isinstance(event, Fetched):
        return text(_("{name} holt {die} zurück in die Küche."), name=name, die=words.colour(event.die))
    if isinstance(event, Served):
        return _served(event)
    if isinstance(event, Declined):
        return text(_("{name} nimmt nichts vom Tablett."), name=name)
    if isinstance(event, Expired):
        return text(_("{name}: Zeit um, der Computer macht diesen Schritt."), name=name)
    if isinstance(event, SeatGiven):
        level = Text(LEVEL_NAMES[event.level])
        return text(_("{name} spielt nicht mehr, der Computer ({level}) übernimmt."), name=name, level=level)
    return None


def _rolled(event: Rolled) -> Text:
    dice = words.dice_names(list(event.values.items()))
    if event.again:
        return text(_("{name} richtet neu an: {dice}."), name=name_mark(event.seat), dice=dice)
    return text(_("{name}, Wurf {roll}: {dice}."), name=name_mark(event.seat), roll=event.roll, dice=dice)


def _served(event: Served) -> Text:
    if not event.rest:
        return text(_("{name} ist am Pass fertig."), name=name_mark(event.seat))
    dice = joined([Text(COLOURS[die]) for die in event.rest])
    one, many = (
        _("{name} ist am Pass fertig. {dice} kommt aufs Tablett."),
        _("{name} ist am Pass fertig. {dice} kommen aufs Tablett."),
    )
    return Text(one, {"name": name_mark(event.seat), "dice": dice}, plural=many, count=len(event.rest))


def _entered(event: Entered) -> Text:
    values: dict[str, Value] = {"name": name_mark(event.seat), "what": _what(event)}
    if event.die is not None:
        values["die"] = words.die_name(event.die, event.value)
    if event.how == "pass" and event.lost:
        dice = joined([Text(COLOURS[die]) for die in event.lost])
        values["lost"] = dice
        one, many = (
            _("{name} nimmt {die}: {what}. {lost} geht aufs Tablett."),
            _("{name} nimmt {die}: {what}. {lost} gehen aufs Tablett."),
        )
        return Text(one, values, plural=many, count=len(event.lost))
    msgid = {
        "pass": _("{name} nimmt {die}: {what}."),
        "extra": _("{name} kreuzt dazu {die} an: {what}."),
        "tray": _("{name} nimmt {die} vom Tablett: {what}."),
        "plate": _("{name} nimmt {die} vom Teller: {what}."),
        "again": _("{name} nimmt Nachschlag mit {die}: {what}."),
        "bonus": _("{name}, Bonus: {what}."),
    }[event.how]
    return Text(msgid, values)


def _what(event: Entered) -> Text:
    """What the pen drew: „10 in Orange“, „Kreuz bei 5 in Gelb“."""
    area = Text(COLOURS[event.area])
    msgid = {
        "cross": _("Kreuz bei {number} in {area}"),
        "circle": _("Kreis um {number} in {area}"),
        "tick": _("Kreuz in {area}"),
        "number": _("{number} in {area}"),
    }[event.drawn]
    return text(msgid, number=words.signed(event.number), area=area)


def _earned(event: Earned) -> Text:
    name = name_mark(event.seat)
    if event.bonus.kind == "haube":
        if event.track:
            return text(
                _("{name} füllt die Leiste „{action}“: eine Sternehaube."),
                name=name,
                action=Text(ACTION_NAMES[event.track]),
            )
        return text(_("{name} bekommt eine Sternehaube."), name=name)
    return text(_("{name} bekommt „{action}“."), name=name, action=Text(ACTION_NAMES[event.bonus.kind]))  # type: ignore[index]


def _ended(event: Ended) -> Text:
    winners = [seat for seat, place in enumerate(event.places) if place == 1]
    who = joined([name_mark(seat) for seat in winners])
    score = words.signed(event.scores[winners[0]])
    one, many = _("{who} gewinnt mit {score} Punkten."), _("{who} teilen sich den Sieg mit {score} Punkten.")
    return Text(one, {"who": who, "score": score}, plural=many, count=len(winners))
