"""How long a match takes with the settings that are chosen, in words: „etwa 20 Min.“, „85–130 Min.“ Reads only."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games import registry
from games.kernel.contract import Info, Rejection
from tables.forms import OPTION, TableForm
from tables.models import LastChoice
from tables.services.choices import TableChoice, choice_default, choice_known, choice_quick_of, step_ms_of


def minutes_words(minutes: tuple[int, int]) -> str:
    low, high = minutes
    return _("etwa {count} Min.").format(count=low) if low == high else f"{low}–{high} " + _("Min.")


def choice_minutes(*, game: str, choice: TableChoice, humans: int) -> str:
    """For a table with these settings and so many people; empty when its options are none of the game's any more."""
    played = registry.get(game)
    try:
        options = played.decode_options(choice.options)
    except Rejection:
        return ""
    people = max(1, humans)
    step_ms = step_ms_of(info=played.info, clock_s=choice.clock_s, humans=people)
    return minutes_words(played.minutes(options, people, step_ms))


def box_minutes(info: Info) -> str:
    """As the game proposes it, with people on all seats."""
    return choice_minutes(game=info.slug, choice=choice_default(info), humans=info.seats_max)


def quick_minutes(info: Info, last: LastChoice | None) -> str:
    """„Schnelle Partie“: alone, by what was chosen last."""
    choice = choice_quick_of(info=info, last=choice_known(info=info, stored=last.choice if last else None))
    return choice_minutes(game=info.slug, choice=choice, humans=1)


def asked_minutes(info: Info, asked: Mapping[str, str], *, computers: int = 0) -> str:
    """As a form says it that is still being filled in; whatever it says wrong or not at all is as the game proposes."""
    usual = choice_default(info)
    options = dict(usual.options)
    for field in info.options:
        value = asked.get(OPTION + field.key, "")
        if value in {choice.value for choice in field.choices}:
            options[field.key] = value
    clocks = {str(clock): clock for clock in info.clock_choices}
    seats = {str(count): count for count in range(info.seats_min, info.seats_max + 1)}
    choice = TableChoice(
        options=options,
        clock_s=clocks.get(asked.get("clock_s", ""), usual.clock_s),
        seats_count=seats.get(asked.get("seats_count", ""), usual.seats_count),
    )
    return choice_minutes(game=info.slug, choice=choice, humans=choice.seats_count - computers)


def form_minutes(form: TableForm, *, computers: int = 0) -> str:
    """As a form stands: as it is saved, or as it was sent and refused."""
    if form.is_bound:
        return asked_minutes(form.info, form.data, computers=computers)
    return choice_minutes(game=form.info.slug, choice=form.shown, humans=form.shown.seats_count - computers)
