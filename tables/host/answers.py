"""What a match answers to an action."""

from __future__ import annotations

from msgspec import Struct

from games.kernel.texts import Text, gettext_noop, text

_ = gettext_noop


class Ack(Struct, frozen=True):
    """The action is stored: version ``version`` of the match."""

    version: int


class Refused(Struct, frozen=True):
    """The action is not taken; nothing has changed. ``stale``: the client needs a fresh view."""

    code: str
    text: Text
    stale: bool = False


Answer = Ack | Refused

GONE = Refused("over", text(_("Diese Partie ist zu Ende.")), stale=True)
NOT_YOU = Refused("not_your_turn", text(_("Du bist gerade nicht dran.")), stale=True)
STALE = Refused("stale", text(_("Stand veraltet: Inzwischen ist etwas anderes passiert.")), stale=True)
PAUSED = Refused("paused", text(_("Die Partie ist angehalten. Gleich geht es weiter.")), stale=True)
NO_SEAT = Refused("no_seat", text(_("Du schaust hier nur zu.")))
MALFORMED = Refused("malformed", text(_("Diese Eingabe hat der Tisch nicht verstanden.")))
TOO_FAST = Refused("too_fast", text(_("Das war sehr oft hintereinander. Warte einen Augenblick.")))
BUSY = Refused("busy", text(_("Der Tisch ist gerade nicht erreichbar. Versuch es gleich noch einmal.")), stale=True)
