"""The choices of an option as cards: label, a short note, a picture, and who has taken what. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.kernel.contract import OptionField
from tables.render import said


@dataclass(frozen=True)
class PickCard:
    """One choice. ``picture`` is a static path or empty, ``taken_by`` the name of somebody else who has it."""

    value: str
    label: str
    note: str = ""
    picture: str = ""
    taken_by: str = ""


def option_cards(field: OptionField, taken: Mapping[str, str] | None = None) -> tuple[PickCard, ...]:
    """A card for each choice; ``taken``: value -> name of whoever has it."""
    taken = taken or {}
    return tuple(
        PickCard(c.value, said(c.label), said(c.note) if c.note else "", c.picture, taken.get(c.value, ""))
        for c in field.choices
    )


def pick_cards(field: OptionField, taken: Mapping[str, str] | None = None) -> tuple[PickCard, ...]:
    """The same for what a seat chooses for itself: first of all to leave it to the draw."""
    return PickCard("", _("Auslosen"), _("eines, das niemand hat")), *option_cards(field, taken)


def card_words(card: PickCard) -> str:
    """A card in one line, for a list that has no room for more."""
    return f"{card.label}: {card.note}" if card.note else card.label
