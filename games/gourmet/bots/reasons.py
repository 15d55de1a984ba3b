"""Why an entry is good: the first of these reasons that is true."""

from __future__ import annotations

from collections.abc import Callable

from games.gourmet.actions import Mark, Take
from games.gourmet.bots.hard import SHARE, Verdict
from games.gourmet.bots.says import bonus_name, quoted
from games.gourmet.data import AREA_INDEX, GRIDS, MENUS, ROLLS, Area, Bonus
from games.gourmet.rules.card import all_points, enter
from games.gourmet.state import Card
from games.gourmet.view import CardView, Observation, card_of
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

CLEARLY = 1.0
"""So many points of the others, by its share, make a choice one against them."""


class Scene:
    """An entry with what was there before it and what is there after it."""

    def __init__(self, observation: Observation, found: list[Verdict]) -> None:
        assert observation.own is not None
        action = found[0].option.action
        assert isinstance(action, Take | Mark)
        self.observation, self.found, self.best, self.action = observation, found, found[0], action
        self.menu = MENUS[observation.menu]
        index = AREA_INDEX[observation.menu][action.area]
        self.area: Area = self.menu.areas[index]
        self.before: CardView = observation.seats[observation.own].card
        self.after: Card = card_of(self.before)
        self.direct = list(enter(self.menu, self.after, (index, action.field, self.best.option.number)))
        self.marks = self.after.areas[index]
        self.kept = self.best.pool.bit_count() if observation.phase == "pass" and observation.roll < ROLLS else 0


def entry_why(observation: Observation, found: list[Verdict]) -> Text | None:
    """Why the first verdict, an entry, is the choice."""
    scene = Scene(observation, found)
    for reason in REASONS:
        said = reason(scene)
        if said is not None:
            return said
    return None


def _haube(scene: Scene) -> Text | None:
    """A Haube, and what it counts."""
    if not any(bonus.kind == "haube" for bonus in scene.best.option.boni):
        return None
    points = all_points(scene.menu, scene.best.card)
    weakest = min(range(len(points)), key=points.__getitem__)
    return Text(
        _("Jede Sternehaube zählt am Ende so viel wie dein schwächster Bereich, zurzeit {area} mit {count} Punkt."),
        {"area": quoted(scene.menu.areas[weakest])},
        plural=_(
            "Jede Sternehaube zählt am Ende so viel wie dein schwächster Bereich, zurzeit {area} mit {count} Punkten."
        ),
        count=points[weakest],
    )


def _chain(scene: Scene) -> Text | None:
    if len(scene.best.option.boni) > max(1, len(scene.direct)):
        return text(_("So löst ein Bonus gleich den nächsten aus."))
    return None


def _line(scene: Scene) -> Text | None:
    """A line of a grid is full."""
    if scene.area.kind not in GRIDS or scene.best.option.mark == 2:
        return None
    full = [
        line
        for line in scene.area.lines
        if scene.action.field in line.fields and all(scene.marks[f] for f in line.fields)
    ]
    if not full:
        return None
    if len(full) > 1:
        return text(_("Damit werden gleich mehrere Linien voll."))
    first, second = full[0].fields[:2]
    if second == first + 1:
        return text(_("Damit ist die Reihe voll."))
    if second == first + scene.area.columns:
        return text(_("Damit ist die Spalte voll."))
    return text(_("Damit ist die Linie voll."))


def _last(scene: Scene) -> Text | None:
    if scene.observation.phase == "seconds" and scene.observation.last_turn:
        return text(_("Es ist der letzte Zug: Nachschläge, die du jetzt nicht nutzt, verfallen."))
    return None


def _weakest(scene: Scene) -> Text | None:
    """The weakest area grows, and there are Hauben that count it."""
    points, hauben = scene.before.points, scene.before.hauben
    index = scene.menu.areas.index(scene.area)
    if not hauben or points[index] > min(points) or scene.best.option.gain <= 0:
        return None
    return Text(
        _("{area} ist dein schwächster Bereich, und den zählt deine Sternehaube noch einmal."),
        {"area": quoted(scene.area)},
        plural=_("{area} ist dein schwächster Bereich, und den zählen deine {count} Sternehauben jeweils noch einmal."),
        count=hauben,
    )


def _against(scene: Scene) -> Text | None:
    """Chosen for what it keeps from the others."""
    for other in scene.found[1:]:
        denied = SHARE * (other.given - scene.best.given)
        if other.points > scene.best.points and denied >= CLEARLY:
            return text(_("Für dich wäre anderes fast gleich gut, aber so bleibt den anderen weniger auf dem Tablett."))
    return None


def _nearly(scene: Scene) -> Text | None:
    """One field from a bonus."""
    bonus, area, after = _next_bonus(scene), scene.area, scene.action.field + 1
    if bonus is None:
        return None
    if area.minimums:
        minimum = area.minimums[after]
        return text(
            _("Dort bringt dann das nächste Feld ab einer {minimum} {bonus}."), minimum=minimum, bonus=bonus_name(bonus)
        )
    return text(_("Danach fehlt dort nur noch ein Feld, und du bekommst {bonus}."), bonus=bonus_name(bonus))


def _next_bonus(scene: Scene) -> Bonus | None:
    area, field = scene.area, scene.action.field
    if area.kind not in GRIDS:
        return area.boni[field + 1] if field + 1 < len(area.boni) else None
    if scene.best.option.mark == 2:
        return None
    for line in area.lines:
        if line.bonus is not None and field in line.fields and sum(not scene.marks[f] for f in line.fields) == 1:
            return line.bonus
    return None


def _keeps(scene: Scene) -> Text | None:
    """No die is lost by it, while an entry with more points would cost some."""
    if not scene.kept or scene.best.option.lost or not isinstance(scene.action, Take):
        return None
    if not any(other.option.lost and other.option.gain > scene.best.option.gain for other in scene.found):
        return None
    return Text(
        _("Kein Würfel geht dabei verloren, einer bleibt dir für den nächsten Wurf."),
        plural=_("Kein Würfel geht dabei verloren, {count} bleiben dir für den nächsten Wurf."),
        count=scene.kept,
    )


def _pays(scene: Scene) -> Text | None:
    """Dice are lost, and it is worth it."""
    lost = len(scene.best.option.lost)
    if lost < 2 or scene.observation.phase != "pass" or scene.observation.roll == ROLLS:
        return None
    return Text(
        _("Das ist den Würfel wert, der dafür aufs Tablett wandert."),
        plural=_("Das ist die {count} Würfel wert, die dafür aufs Tablett wandern."),
        count=lost,
    )


def _only(scene: Scene) -> Text | None:
    entries = {verdict.option.action for verdict in scene.found if isinstance(verdict.option.action, Take)}
    if scene.observation.phase in {"pass", "tray"} and len(entries) == 1:
        return text(_("Sonst passt nichts."))
    return None


def _tried(scene: Scene) -> Text | None:
    if scene.best.thrown:
        return text(_("Beim Durchspielen der nächsten Würfe kam das am besten heraus."))
    if scene.observation.phase == "seconds" and isinstance(scene.action, Take):
        return text(_("So gut trifft es ein Nachschlag später selten."))
    return text(_("Von allem, was jetzt passt, hilft das deiner Karte am meisten."))


REASONS: tuple[Callable[[Scene], Text | None], ...] = (
    _haube, _chain, _line, _last, _weakest, _only, _against, _keeps, _pays, _nearly, _tried,
)  # fmt: skip
