"""What a move is called and what it brings, in short German sentences with their values apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.elements.data import (
    ARROWS,
    DARK,
    END,
    FACES,
    FIELDS,
    NAMES,
    NEEDS,
    ROW_INDEX,
    VALUES,
    X_COLUMN,
    DieId,
    Face,
    RowId,
)
from games.elements.view import Preview
from games.kernel.texts import Text, Value, joined, text
from games.kernel.texts import gettext_noop as _

FACE_NAMES: dict[Face, str] = {
    "feuer": NAMES["feuer"],
    "wasser": NAMES["wasser"],
    "erde": NAMES["erde"],
    "luft": NAMES["luft"],
    "dunkel": _("Dunkel"),
}
DOUBLED: dict[DieId, str] = {
    "rot": _("Feuer doppelt"),
    "blau": _("Wasser doppelt"),
    "gruen": _("Erde doppelt"),
    "gelb": _("Luft doppelt"),
    "grau": _("Erde doppelt, nur zu viert"),
}

MINUS = "\N{MINUS SIGN}"


def signed(value: int) -> str:
    """A number as it stands on the board: ``−4``, ``0``, ``+2``."""
    return f"{MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"


def thrown(faces: Sequence[Face]) -> Value:
    """What a throw shows: „zweimal Feuer, Erde und Luft“. ``faces`` is not empty."""
    counts = Counter(faces)
    return joined([_times(Text(FACE_NAMES[face]), counts[face]) for face in FACES if counts[face]])


def _times(face: Text, count: int) -> Text:
    if count == 1:
        return face
    if count == 2:
        return text(_("zweimal {face}"), face=face)
    if count == 3:
        return text(_("dreimal {face}"), face=face)
    return text(_("{times}-mal {face}"), times=count, face=face)


def row_label(row: RowId, column: int, *, frozen: bool) -> Text:
    """How a screen reader names a row: „Feuer: Schieber auf −2, nächstes Feld Luft“."""
    index = ROW_INDEX[row]
    name, value = Text(NAMES[row]), signed(VALUES[index][column])
    if frozen:
        return text(_("{row}: Schieber bei {value} eingefroren"), row=name, value=value)
    if column == END:
        return text(_("{row}: Schieber auf {value}, am Ende"), row=name, value=value)
    need = NEEDS[index][column]
    if need is None:
        return text(_("{row}: Schieber auf {value}, rückt bei einem Fehlwurf"), row=name, value=value)
    face = Text(FACE_NAMES[need])
    if row == "dunkel" and column == X_COLUMN:
        return text(_("{row}: Schieber auf {value}, dem X, nächstes Feld {face}"), row=name, value=value, face=face)
    if index < DARK and column >= ARROWS[index]:
        label = _("{row}: Schieber auf {value}, Pfeil erreicht, nächstes Feld {face}")
        return text(label, row=name, value=value, face=face)
    return text(_("{row}: Schieber auf {value}, nächstes Feld {face}"), row=name, value=value, face=face)


def die_lying(die: DieId, face: Face) -> Text:
    """A die in the tray: what it shows, and what it shows twice."""
    return text(_("{face} ({die})"), face=Text(FACE_NAMES[face]), die=Text(DOUBLED[die]))


def die_gone(face: Face, name: str) -> Text:
    """The place of a die that was taken."""
    return text(_("{face}, genommen von {name}"), face=Text(FACE_NAMES[face]), name=name)


# --- one option of the seat in turn ----------------------------------------------------------


def take_name(face: Face) -> Text:
    """The accessible name of a die's button."""
    return text(_("Würfel {face} nehmen"), face=Text(FACE_NAMES[face]))


def field_name(option: Preview) -> Text:
    """The accessible name of a target field's button."""
    if option.row is None:
        return text(_("Nichts bewegen"))
    value = signed(option.value_after)
    return text(_("Schieber {row} auf {value} rücken"), row=Text(NAMES[option.row]), value=value)


def option_say(option: Preview, face: Face) -> Text:
    """What the action does, in one sentence."""
    if option.row is None:
        return text(_("Der Würfel geht weg, kein Schieber rückt."))
    row, value = Text(NAMES[option.row]), signed(option.value_after)
    if option.kind == "misthrow":
        return text(_("Fehlwurf: {row} rückt auf {value}."), row=row, value=value)
    if option.row == "dunkel" and option.gain < 0:
        before = signed(option.value_before)
        return text(_("{row} rutscht von {before} auf {value}."), row=row, before=before, value=value)
    if option.kind == "free" or option.row == face or option.row == "dunkel":
        return text(_("{row} rückt auf {value}."), row=row, value=value)
    return text(_("{face} bringt {row} auf {value}."), face=Text(FACE_NAMES[face]), row=row, value=value)


def option_note(option: Preview) -> Text:
    """What it brings or costs, and what the slider stands at or needs then."""
    if option.row is None:
        return text(_("Deine Punkte bleiben, wie sie sind."))
    gain = _gain(option.gain)
    return text(_("{gain} {then}"), gain=gain, then=_then(option.row, option.column_after))


def _gain(gain: int) -> Text:
    if gain < 0:
        return Text(_("Das kostet {count} Punkt."), plural=_("Das kostet {count} Punkte."), count=-gain)
    return Text(_("Das bringt {count} Punkt."), plural=_("Das bringt {count} Punkte."), count=gain)


def _then(row: RowId, column: int) -> Text:
    index = ROW_INDEX[row]
    if column == END:
        return text(_("Die Reihe ist dann am Ende."))
    if row == "hell":
        return text(_("Das Feld danach zählt {value}."), value=signed(VALUES[index][column + 1]))
    if row == "dunkel":
        if column == X_COLUMN:
            return text(_("Dort ist das X: Danach geht es ins Minus."))
        return text(_("Das Feld danach zählt {value}."), value=signed(VALUES[index][column + 1]))
    need = FIELDS[index][column + 1]
    assert need is not None, "element rows have a colour in every field but the first"
    face = Text(FACE_NAMES[need])
    if column == ARROWS[index]:
        return text(_("Der Pfeil ist dann erreicht, danach braucht die Reihe {face}."), face=face)
    return text(_("Danach braucht die Reihe {face}."), face=face)
