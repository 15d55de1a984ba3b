"""Rat: what hard would do, and why, in a way that a player learns from."""

from __future__ import annotations

import random

from games.elements.actions import Action, Take
from games.elements.bots.hard import verdicts
from games.elements.data import ARROWS, DARK, ELEMENTS, END, NAMES, NEEDS, ROW_INDEX, X_COLUMN, Face
from games.elements.view import Observation, Preview, SeatView
from games.kernel.contract import Advice
from games.kernel.texts import Text, Value, text
from games.kernel.texts import gettext_noop as _


def advise(observation: Observation, actions: list[Action], rng: random.Random) -> Advice | None:
    """The choice of hard with its reason; None when it is not the viewer's pick."""
    if not observation.options:
        return None
    best = verdicts(observation, rng)[0].option
    return Advice(best.action, reason(observation, best))


def reason(observation: Observation, option: Preview) -> Text:
    """What ``option`` brings, then why it is good: two sentences at most."""
    what = _what(observation, option)
    why = _why(observation, option)
    return what if why is None else text("{what} {why}", what=what, why=why)


def signed(value: int) -> str:
    """A number as on the board: „+5“, „0“, „−2“."""
    return f"+{value}" if value > 0 else str(value).replace("-", "−")


def _what(observation: Observation, option: Preview) -> Text:
    if option.kind == "freeze":
        return text(_("Friere „Das Dunkle“ ein: Die +5 kann dir dann niemand mehr nehmen."))
    face = Text(NAMES[_face(observation, option)])
    if option.row is None:
        return text(_lapse(_steps(observation)), face=face)
    values: dict[str, Value] = {
        "row": Text(NAMES[option.row]),
        "before": signed(option.value_before),
        "after": signed(option.value_after),
        "face": face,
    }
    if option.kind == "misthrow":
        return Text(_("Kein Würfel passt. Nimm {face}: „{row}“ rückt von {before} auf {after}."), values)
    if option.kind == "free":
        return Text(
            _("Freier Schritt mit {face}: „{row}“ rückt von {before} auf {after}, die Farbe zählt nicht."), values
        )
    return Text(_("{face} passt: „{row}“ rückt von {before} auf {after}."), values)


def _steps(observation: Observation) -> list[Preview]:
    """What would move a slider."""
    return [option for option in observation.options if option.row is not None and option.kind != "freeze"]


def _lapse(steps: list[Preview]) -> str:
    """Why to let a die lapse: because one has to, because each step costs, or (with ``_why``) in spite of a gain."""
    if not steps:
        return _("Nimm {face}: Kein Schieber kann mehr rücken.")
    if all(step.gain < 0 for step in steps):
        return _("Nimm {face} und lass alle Schieber stehen: Jeder Schritt würde nur kosten.")
    return _("Nimm {face} und lass alle Schieber stehen.")


def _why(observation: Observation, option: Preview) -> Text | None:
    assert observation.picker is not None
    seat = observation.seats[observation.picker]
    if option.kind == "freeze":
        return text(_("Sonst könnte dich ein dunkler Würfel auf −1 zwingen."))
    if option.row is None:
        return _tried() if any(step.gain >= 0 for step in _steps(observation)) else None
    if option.row == "hell":
        return _denial(observation, option) or _light(option)
    if option.column_after == END:
        return text(_("Damit ist diese Reihe fertig."))
    if option.row == "dunkel":
        return _dark(observation, seat, option)
    return _element(observation, seat, option)


def _denial(observation: Observation, option: Preview) -> Text | None:
    """In a misthrow any die may be taken, so take the one that the next seat wants."""
    if observation.pick + 1 >= len(observation.order):
        return None
    following = observation.order[observation.pick + 1]
    face = _face(observation, option)
    wanted = {row.needs for row in observation.seats[following].rows}
    if following == observation.picker or face not in wanted or _lies_there_twice(observation, face):
        return None
    return text(_("Dieses Element fehlt dann dem Platz, der nach dir wählt."))


def _light(option: Preview) -> Text | None:
    if option.column_after < 4:
        return text(_("Ab dem vierten Schritt steht diese Reihe im Plus."))
    return None


def _dark(observation: Observation, seat: SeatView, option: Preview) -> Text | None:
    if option.gain < 0:
        better = any(other.gain > option.gain for other in observation.options)
        return _tried() if better else text(_("Etwas anderes passt gerade nicht."))
    far = _missing([row.column for row in seat.rows])
    if option.column_after == X_COLUMN:
        if far == 0:
            return text(_("Dort ist das X: Bei deinem nächsten Zug kannst du einfrieren."))
        return Text(
            _("Dort ist das X. Zum Einfrieren fehlt über ihm nur noch {count} Schritt."),
            plural=_("Dort ist das X. Zum Einfrieren fehlen über ihm noch {count} Schritte."),
            count=far,
        )
    return text(_("Bis zum X bringt diese Reihe nur Plus."))


def _element(observation: Observation, seat: SeatView, option: Preview) -> Text | None:
    """Why this step of an element slider: arrows, colours, then how hard the middle is."""
    assert option.row is not None
    row = ROW_INDEX[option.row]
    columns = [slider.column for slider in seat.rows]
    after = [*columns[:row], option.column_after, *columns[row + 1 :]]
    dark_open = not seat.frozen and columns[DARK] <= X_COLUMN
    if dark_open and _missing(columns) > 0 and _missing(after) == 0:
        return text(_("Damit sind alle Pfeile erreicht: Steht „Das Dunkle“ auf dem X, kannst du es einfrieren."))
    colours = _colours(after)
    if colours > _colours(columns):
        return text(
            _("Danach brauchen deine Schieber {colours} verschiedene Elemente, so passt öfter ein Würfel."),
            colours=colours,
        )
    if dark_open and option.column_after == ARROWS[row]:
        return text(_("Damit ist der Pfeil erreicht, den du zum Einfrieren brauchst."))
    if 4 <= option.column_after <= 6:
        return text(_("Die mittleren Felder sind am schwersten zu treffen, also nimm sie mit."))
    if sum(other.kind == "fit" for other in observation.options) == 1:
        return text(_("Sonst passt kein Würfel."))
    if colours == len(ELEMENTS):
        return text(_("Deine Schieber brauchen danach weiter vier verschiedene Elemente, da passt fast jeder Wurf."))
    return _tried()


def _tried() -> Text:
    return text(_("Beim Durchspielen der nächsten Würfe kam das am besten heraus."))


def _face(observation: Observation, option: Preview) -> Face:
    assert isinstance(option.action, Take)
    die = option.action.die
    return next(shown.face for shown in observation.dice if shown.id == die)


def _lies_there_twice(observation: Observation, face: Face) -> bool:
    return sum(die.by is None and die.face == face for die in observation.dice) > 1


def _missing(columns: list[int]) -> int:
    """Steps that the element sliders lack to their arrows."""
    return sum(max(0, arrow - column) for arrow, column in zip(ARROWS, columns, strict=False))


def _colours(columns: list[int]) -> int:
    """Different elements that the four element sliders need next."""
    return len({NEEDS[row][columns[row]] for row in range(DARK)} - {None})
