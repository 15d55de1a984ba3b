"""The Chronik: what is worth a line, round by round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.elum import events as e
from games.elum.board import words
from games.elum.rules.maps import place_words
from games.kernel.board import BoardContext, LogLine
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


def log_lines(event: Any, context: BoardContext) -> tuple[LogLine, ...]:
    """The lines of an event; most have none."""
    tell = _TELL.get(type(event))
    return () if tell is None else tell(event)


def _line(words_: Text, seat: int | None = None) -> tuple[LogLine, ...]:
    return (LogLine(words_, seat),)


def _where(plot: str) -> Text:
    """„das Feld im Nordwesten (B2)“: events know no kinds."""
    return text(_("das Feld {place} ({plot})"), place=text(place_words(plot)), plot=plot)


def _round(event: e.RoundBegun) -> tuple[LogLine, ...]:
    return (LogLine(None, heading=text(_("Runde {round}"), round=event.round)),)


def _granted(event: e.Granted) -> tuple[LogLine, ...]:
    if event.others:
        return _line(text(_("bekommt {field}: Wer hinten steht, geht vor"), field=_where(event.plot)), event.seat)
    return _line(text(_("bekommt {field}"), field=_where(event.plot)), event.seat)


def _sold(event: e.LotSold) -> tuple[LogLine, ...]:
    if event.winner is None:
        return _line(text(_("Niemand bietet auf {field}"), field=_where(event.plot)))
    said = text(_("ersteigert {field} für {price} Taler"), field=_where(event.plot), price=event.price)
    return _line(said, event.winner)


def _turn(event: e.TurnOpened) -> tuple[LogLine, ...]:
    lines: list[LogLine] = []
    if event.reversed:
        lines.append(LogLine(text(_("Wenige ELUMs im Laden: Die Letzten beginnen"))))
    if event.happened is not None:
        at = event.happened.plot
        where = None if at is None else text(_("Feld {place} ({plot})"), place=text(place_words(at)), plot=at)
        lines.append(LogLine(text(_("bekommt Post: {letter}"), letter=words.letter(event.happened, where)), event.seat))
    return tuple(lines)


def _placed(event: e.Placed) -> tuple[LogLine, ...]:
    return _line(
        text(_("stellt einen ELUM für {good} auf {field}"), good=words.good(event.good), field=_where(event.plot)),
        event.seat,
    )


def _ran(event: e.RanAway) -> tuple[LogLine, ...]:
    if event.seat is None:
        return _line(text(_("Ein ELUM ohne Herrn läuft weg")))
    return _line(text(_("verliert einen ELUM: Er läuft weg")), event.seat)


def _turn_over(event: e.TurnOver) -> tuple[LogLine, ...]:
    """An offer is told when it stands: until then it can be taken back, and put up again, as often as anybody likes."""
    if event.offered is None:
        return ()
    return _line(text(_("bietet {field} an"), field=_where(event.offered)), event.seat)


def _stand_in(event: e.StandIn) -> tuple[LogLine, ...]:
    said = _("tut nichts: Der Computer springt ein") if event.on else _("ist wieder dabei")
    return _line(text(said), event.seat)


def _away(event: e.Away) -> tuple[LogLine, ...]:
    return _line(text(_("ist nicht da") if event.away else _("ist wieder da")), event.seat)


def _balance(event: e.Balance) -> tuple[LogLine, ...]:
    lines = []
    for seat, bonus in enumerate(event.bonuses):
        if bonus.top:
            said = text(_("ist Topproduzent: {money} Taler"), money=bonus.top)
            lines.append(LogLine(said, seat))
        rest = bonus.total - bonus.top
        if rest:
            lines.append(LogLine(text(_("bekommt {money} Taler Produktionsbonus"), money=rest), seat))
    lines += [LogLine(text(_("Veredelt: {field}"), field=_where(plot))) for plot in event.refined]
    return tuple(lines)


def _auction(event: e.AuctionOver) -> tuple[LogLine, ...]:
    good = words.good(event.good)
    if not event.volume:
        return _line(text(_("Auktion {good}: kein Handel"), good=good))
    said = _("Auktion {good}: {volume} gehandelt, Grundpreis {before} → {price}")
    return _line(text(said, good=good, volume=event.volume, before=event.before, price=event.price))


def _round_over(event: e.RoundOver) -> tuple[LogLine, ...]:
    if not event.built:
        return ()
    return _line(Text(_("Der Laden baut {count} ELUM"), plural=_("Der Laden baut {count} ELUMs"), count=event.built))


_TELL: dict[type, Callable[[Any], tuple[LogLine, ...]]] = {
    e.Landed: lambda event: _line(text(_("Das Schiff ist gelandet"))),
    e.RoundBegun: _round,
    e.Granted: _granted,
    e.LotSold: _sold,
    e.TurnOpened: _turn,
    e.Placed: _placed,
    e.RanAway: _ran,
    e.Assayed: lambda event: _line(text(_("prüft {field}"), field=_where(event.plot)), event.seat),
    e.WampusCaught: lambda event: _line(text(_("fängt den Wampus: {money} Taler"), money=event.money), event.seat),
    e.PubWon: lambda event: _line(text(_("gewinnt {money} Taler in der Kneipe"), money=event.money), event.seat),
    e.TurnOver: _turn_over,
    e.StandIn: _stand_in,
    e.Away: _away,
    e.SeatGiven: lambda event: _line(text(_("wird jetzt vom Computer gespielt")), event.seat),
    e.ColonyStruck: lambda event: _line(text(_("Kolonie-Ereignis: {event}"), event=words.colony(event.event.kind))),
    e.MountainMoved: lambda event: _line(text(_("Ein Berg wandert auf {field}"), field=_where(event.to))),
    e.Balance: _balance,
    e.AuctionOver: _auction,
    e.RoundOver: _round_over,
    e.Ended: lambda event: _line(text(_("Die Partie ist zu Ende"))),
}
