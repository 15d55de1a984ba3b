"""The private fragments: a seat's own card, what it is asked, and what glows for it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from games.gourmet.actions import Done, Fetch, Hold, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.board import cards, say, words
from games.gourmet.board.say import Button
from games.gourmet.data import AREA_INDEX, GRIDS, MENUS, AreaId, DieId, MenuId
from games.gourmet.rules.card import enter
from games.gourmet.rules.legal import NACH
from games.gourmet.view import CardView, Observation, Preview, card_of
from games.kernel.board import BoardContext, Fragment, Fragments
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

NAMES = ("head", "bill")


class Tap(Struct, frozen=True, cache_hash=True):
    """Something that may be tapped: a field for a die (or for a bonus: no die), or a die on the tray.

    ``digits`` and ``pen`` are what would stand in the field; ``tokens`` the boni there that it would bring, as
    ``<area>-<field>`` or ``<area>-l<line>``.
    """

    action: str
    die: DieId | None
    area: AreaId | None
    field: int
    drawn: str
    digits: tuple[str, ...]
    gain: str
    tokens: tuple[str, ...]
    lost: tuple[DieId, ...]
    name: Text
    say: Text
    note: Text | None
    go: Text


class Bar(Struct, frozen=True, cache_hash=True):
    """What the action panel says and offers beside the taps. ``late``: the clock made the computer take a step of this
    seat in this turn; in the step of several nobody else is told yet, so the Chronik can't say it."""

    say: Text
    note: Text | None = None
    late: bool = False
    turn: bool = False
    buttons: tuple[Button, ...] = ()
    main: Text | None = None
    advice: bool = False
    kept: bool = False
    keep: str = ""
    deadline_ms: int | None = None
    expiry_ms: int | None = None
    step_ms: int | None = None
    seat: int = 0


def seat_fragments(observation: Observation, seat: int, context: BoardContext) -> Fragments:
    """``action``, ``glow`` and the own card (``own-head`` …)."""
    view = observation.seats[seat]
    rounds = cards.rounds_of(observation)
    own = cards.card_fragments("own", observation.menu, view.card, rounds)
    if not observation.options:
        note = text(_("Deine Nachschläge bleiben aufgehoben.")) if observation.kept and not context.over else None
        return _action(Bar(say.waiting(observation, seat), note, late=view.expired)), _glow(seat, ()), own
    taps = tuple([_tap(observation, view.card, option) for option in observation.options if _tappable(option)])
    return _action(_bar(observation, seat, context, taps)), _glow(seat, taps), own


def spectator_fragments(observation: Observation, context: BoardContext) -> Fragments:
    """The same names for those who watch: nothing to do, nothing glows, no own card."""
    names = (*NAMES, *(area.id for area in MENUS[observation.menu].areas))
    own = tuple([Fragment(f"own-{name}", "gourmet/none.jinja", (), dict, shared=True, group="own") for name in names])
    return _action(Bar(say.watching(observation))), _glow(None, ()), own


# --- what may be tapped ------------------------------------------------------------------------


def _tappable(option: Preview) -> bool:
    return isinstance(option.action, Take | Mark | Fetch)


def _tap(observation: Observation, card: CardView, option: Preview) -> Tap:
    action = option.action
    data = msgspec.json.encode(action).decode()
    die = getattr(action, "die", None)
    shown = next((one for one in observation.dice if one.id == die), None)
    if isinstance(action, Fetch):
        assert shown is not None
        asked = say.fetch(shown.id, shown.value)
        return Tap(data, die, None, 0, "", (), "", (), (), asked.name, asked.say, asked.note, asked.go)
    assert isinstance(action, Take | Mark)
    menu = MENUS[observation.menu]
    area = words.area_of(menu, action.area)
    told = say.entry(observation, option, area, action.field, None if shown is None else (shown.id, shown.value))
    drawn = "circle" if area.kind == "rings" and option.mark == 1 else "cross"
    digits: tuple[str, ...] = ()
    if area.kind not in GRIDS and area.kind != "ladder":
        drawn, digits = "number", tuple("minus" if c == "-" else c for c in str(option.number))
    return Tap(
        action=data,
        die=die,
        area=area.id,
        field=action.field,
        drawn=drawn,
        digits=digits,
        gain=say.gained(option.gain),
        tokens=_tokens(observation.menu, card, area.id, action.field, option.number),
        lost=option.lost,
        name=told.name,
        say=told.say,
        note=told.note,
        go=told.go,
    )


@lru_cache(maxsize=16384)
def _tokens(menu_id: MenuId, card: CardView, area_id: AreaId, field: int, number: int) -> tuple[str, ...]:
    """The tokens of the area that this entry earns."""
    menu, index = MENUS[menu_id], AREA_INDEX[menu_id][area_id]
    area, tried = menu.areas[index], card_of(card)
    before = list(tried.areas[index])
    brought = enter(menu, tried, (index, field, number))
    if not brought:
        return ()
    if not area.columns:
        return (f"{area_id}-{field}",)
    marks = tried.areas[index]
    return tuple(
        [
            f"{area_id}-l{number}"
            for number, line in enumerate(area.lines)
            if line.bonus is not None and all(marks[f] for f in line.fields) and not all(before[f] for f in line.fields)
        ]
    )


def _glow(seat: int | None, taps: tuple[Tap, ...]) -> Fragment:
    return Fragment("glow", "gourmet/glow.jinja", (seat, taps), glow_data, shared=True)


def glow_data(facts: tuple[int | None, tuple[Tap, ...]]) -> dict[str, Any]:
    seat, taps = facts
    return {"me": seat, "taps": taps}


# --- the action panel --------------------------------------------------------------------------


def _bar(observation: Observation, seat: int, context: BoardContext, taps: tuple[Tap, ...]) -> Bar:
    view = observation.seats[seat]
    asked = say.asked(observation, seat, fits=bool(taps))
    buttons = [
        say.button(observation, view.card, option.action, fits=bool(taps))
        for option in observation.options
        if isinstance(option.action, Reroll | Lapse | Nothing | Done | Roll)
    ]
    hold = next((option.action for option in observation.options if isinstance(option.action, Hold)), None)
    wanted = view.card.earned[NACH] > view.card.used[NACH] and not observation.last_turn
    return Bar(
        say=asked[0],
        note=asked[1],
        late=view.expired,
        turn=True,
        buttons=tuple(buttons),
        main=say.main(observation, taps=len(taps)),
        advice=context.advice,
        kept=observation.kept,
        keep=msgspec.json.encode(hold).decode() if hold and (wanted or observation.kept) else "",
        deadline_ms=view.deadline_ms,
        expiry_ms=view.expiry_ms,
        step_ms=observation.step_ms,
        seat=seat + 1,
    )


@lru_cache(maxsize=4096)
def _action(bar: Bar) -> Fragment:
    return Fragment("action", "gourmet/action.jinja", bar, action_data, shared=True)


def action_data(bar: Bar) -> dict[str, Any]:
    return {"bar": bar}
