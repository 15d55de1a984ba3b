"""Sentences of the account pages that need counting."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def guest_left(name: str, seats: int) -> str:
    """What became of the guest that somebody was before logging in. ``seats``: how many were given up."""
    if not seats:
        return gettext("Der Gast %(name)s hat sich verabschiedet. Du spielst jetzt mit deinem Konto.") % {"name": name}
    text = ngettext(
        "Der Gast %(name)s hat sich verabschiedet, sein Platz ist wieder frei. Setz dich mit deinem Konto neu dazu.",
        "Der Gast %(name)s hat sich verabschiedet, seine %(seats)d Plätze sind wieder frei. "
        "Setz dich mit deinem Konto neu dazu.",
        seats,
    )
    return text % {"name": name, "seats": seats}
