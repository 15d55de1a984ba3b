"""What is chosen for a table: the game's own options, thinking time, stake, seats, computers, who may come.

One value object goes from a form into a table, from a table into its rematch, and from the last choice of a player
into the next form. Everything is checked here, whatever it came from.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Player
from games import registry
from games.kernel.contract import LEVELS, Daily, Info, Rejection
from tables.models import LastChoice, Table
from tables.services.refusals import TableRefused

STAKE_MAX = 500
"""Taler each human puts in (DESIGN.md, section 5)."""
QUICK_LEVEL = "normal"
"""Computers of a quick match until the player has chosen others."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class TableChoice:
    """``fill_level`` empty: nobody takes the seats that are free at the start. ``clock_s`` 0: no clock."""

    options: dict[str, str]
    clock_s: int
    seats_count: int
    stake: int = 0
    public: bool = True
    fill_level: str = ""
    fast_bots: bool = False


def choice_default(info: Info) -> TableChoice:
    """A new table of somebody who has never opened one: everything as the game proposes."""
    return TableChoice(
        options={field.key: field.default for field in info.options},
        clock_s=info.clock_default_s,
        seats_count=info.seats_max,
        fill_level=info.fill_default,
    )


def choice_of(table: Table) -> TableChoice:
    return TableChoice(
        options=dict(table.options),
        clock_s=table.clock_s,
        seats_count=table.seats_count,
        stake=table.stake,
        public=table.public,
        fill_level=table.fill_level,
        fast_bots=table.fast_bots,
    )


def choice_fields(choice: TableChoice) -> dict[str, Any]:
    """The columns of ``Table`` that the choice fills."""
    return dataclasses.asdict(choice)


def choice_check(*, game: str, choice: TableChoice) -> None:
    """Raises TableRefused("options") for anything that the game or the portal doesn't know."""
    info = registry.get(game).info
    try:
        registry.get(game).decode_options(choice.options)
    except Rejection as rejection:
        raise TableRefused("options", _("Diese Einstellungen passen nicht zum Spiel.")) from rejection
    if choice.clock_s not in info.clock_choices:
        raise TableRefused("options", _("Diese Bedenkzeit gibt es nicht."))
    if not info.seats_min <= choice.seats_count <= info.seats_max:
        raise TableRefused("options", _("So viele Plätze hat das Spiel nicht."))
    if not 0 <= choice.stake <= STAKE_MAX:
        raise TableRefused("options", _("Der Einsatz geht von 0 bis 500 Taler."))
    if choice.fill_level not in ("", *LEVELS):
        raise TableRefused("options", _("Diese Stärke gibt es nicht."))


def choice_terms(choice: TableChoice) -> str:
    """A short word for exactly these settings: a form names those it saw, so that nobody agrees to others."""
    text = json.dumps(choice_fields(choice), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def choice_last(*, player: Player | None, info: Info) -> TableChoice | None:
    """What the player chose last for this game, as far as the game still knows it; None: never chosen."""
    if player is None:
        return None
    stored = LastChoice.objects.filter(player=player, game=info.slug).values_list("choice", flat=True).first()
    return choice_known(info=info, stored=stored)


def choices_last(player: Player | None) -> dict[str, LastChoice]:
    """By game, what the player chose last, as it is stored."""
    return {} if player is None else {row.game: row for row in LastChoice.objects.filter(player=player)}


def choice_known(*, info: Info, stored: dict[str, Any] | None) -> TableChoice | None:
    """A stored choice as far as the game still knows it; None: there is none."""
    if not stored:
        return None
    known = {field.name for field in dataclasses.fields(TableChoice)}
    kept = {key: value for key, value in stored.items() if key in known}
    keys = {field.key for field in info.options}
    base = choice_default(info)
    options = {key: str(value) for key, value in kept.pop("options", {}).items() if key in keys}
    choice = dataclasses.replace(base, **kept, options={**base.options, **options})
    try:
        choice_check(game=info.slug, choice=choice)
    except TableRefused:  # chosen before the game changed
        return base
    return choice


def choice_remember(*, player: Player, game: str, choice: TableChoice) -> None:
    """The next form and „Schnelle Partie“ of this player begin with it. The stake is agreed anew each time."""
    stored = choice_fields(dataclasses.replace(choice, stake=0))
    LastChoice.objects.update_or_create(player=player, game=game, defaults={"choice": stored})


def choices_forget(*, player: Player) -> None:
    """Who goes for good chooses nothing any more."""
    LastChoice.objects.filter(player=player).delete()


def choice_quick(*, player: Player, info: Info) -> TableChoice:
    """Alone against computers: the options chosen last, every other seat a computer.

    Who has never chosen meets a full table of normal computers and has no clock: the first match is for looking.
    """
    return choice_quick_of(info=info, last=choice_last(player=player, info=info))


def choice_quick_of(*, info: Info, last: TableChoice | None) -> TableChoice:
    """The same by what was chosen last."""
    if last is None:
        return dataclasses.replace(choice_default(info), clock_s=_no_clock(info), fill_level=QUICK_LEVEL)
    seats = info.quick_seats or last.seats_count
    return dataclasses.replace(last, stake=0, fill_level=last.fill_level or QUICK_LEVEL, seats_count=seats)


def choice_daily(info: Info, daily: Daily) -> TableChoice:
    """A daily challenge: its own options and seats, normal computers on the others, no clock, for nobody's eyes."""
    usual = choice_default(info)
    return dataclasses.replace(
        usual,
        options={**usual.options, **dict(daily.options)},
        clock_s=_no_clock(info),
        seats_count=daily.seats or usual.seats_count,
        public=False,
        fill_level=QUICK_LEVEL,
    )


def step_ms_of(*, info: Info, clock_s: int, humans: int) -> int | None:
    """The thinking time that a match gets which begins with so many people; None: no clock."""
    if humans == 1 and "untimed_alone" in info.traits:
        return None
    return clock_s * 1000 or None


def _no_clock(info: Info) -> int:
    return 0 if 0 in info.clock_choices else info.clock_default_s
