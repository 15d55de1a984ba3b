"""The ship comes down and the settlers get out; the Landamt opens its door."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.elum.board.shows.cast import NAME, Cast, cast, settler
from games.elum.data import Kind
from games.elum.rules.maps import plot_name
from games.elum.view import LandingView, Observation, OfficeView
from games.kernel.board import Fragment, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

GROUND: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((130, 170), (196, 170)),
    3: ((122, 166), (183, 174), (203, 166)),
    4: ((118, 166), (139, 174), (183, 174), (203, 166)),
}
"""Where the settlers stand, in units of the ship's picture, by how many they are. The ramp ends at 170."""
RAMP_X = 160


class Down(Struct, frozen=True, cache_hash=True):
    """Who lands, with how much money, for how many rounds."""

    cast: Cast
    money: tuple[int, ...]
    rounds: int


def landing(observation: Observation, phase: LandingView) -> Fragment:
    """The ship comes down; all of it is one fragment, which ``ship.js`` moves by match time."""
    money = tuple([settler.money for settler in observation.settlers])
    facts = Down(cast(observation), money, observation.options.rounds)
    return Fragment(NAME, "elum/show_landing.jinja", facts, landing_data, shared=True)


def landing_data(facts: Down) -> dict[str, Any]:
    """The crew."""
    crew = [{**who, "money": money} for who, money in zip(crew_data(facts.cast), facts.money, strict=True)]
    return {"crew": crew, "title": text(_("Tahari")), "words": _greeting(facts)}


def _greeting(facts: Down) -> Text:
    return text(
        _("{rounds} Runden, {settlers} Siedler und ein Schiff, das euch hier absetzt."),
        rounds=facts.rounds,
        settlers=len(facts.cast),
    )


def crew_data(everybody: Cast) -> list[dict[str, Any]]:
    """The settlers in front of the ship: where each stands, in which order they get out, which way they go."""
    places = GROUND[len(everybody)]
    return [
        {**settler(everybody, seat), "x": x, "y": y, "i": seat, "left": x < RAMP_X}
        for seat, (x, y) in enumerate(places)
    ]


class Opening(Struct, frozen=True, cache_hash=True):
    """The plot that comes under the hammer, from whom (None: the Landamt) and at which price."""

    kind: Kind
    plot: str
    seller: int | None
    start: int


def office(observation: Observation, phase: OfficeView) -> Fragment:
    """The Landamt opens."""
    facts = Opening(observation.plots[phase.plot].kind, phase.plot, phase.seller, phase.start)
    return Fragment(NAME, "elum/show_office.jinja", facts, office_data, shared=True)


def office_data(facts: Opening) -> dict[str, Any]:
    """What is called out."""
    field = plot_name(facts.kind, facts.plot)
    said = text(_("{field}, Startpreis {price} T"), field=field, price=facts.start)
    if facts.seller is not None:
        said = text(
            _("{field} von {name}, Startpreis {price} T"),
            field=field, name=name_mark(facts.seller), price=facts.start,
        )  # fmt: skip
    return {"said": said}
