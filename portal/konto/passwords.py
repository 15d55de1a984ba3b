"""What a password may not be, beside Django's own rules (8 characters, not among 20,000 that breaches have shown)."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from games import registry

OWN_WORDS = ("speedgamez", "speedgames", "brettspiel", "spielen", "spiel", "taler", "passwort", "kennwort", "geheim")
"""The first words that somebody tries here, beside the games' names; docs/security.md refers to them."""
LEFT = 5
"""So many letters have to be left when these words are taken out: digits and signs around them are guessed, too."""


class OwnWordsValidator:
    """„Speedgamez2026!“ is what everybody tries first."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError for a password that is made of the portal's own words."""
        rest = password.casefold()
        words = (*OWN_WORDS, *registry.slugs(), *(game.info.title.casefold() for game in registry.all_games()))
        found = False
        for word in sorted(words, key=len, reverse=True):
            found = found or word in rest
            rest = rest.replace(word, "")
        if found and sum(letter.isalpha() for letter in rest) < LEFT:
            raise ValidationError(
                _("Das errät man hier zuerst. Nimm ein Passwort, das nichts mit dem Portal zu tun hat."),
                code="own_words",
            )

    def get_help_text(self) -> str:
        return _("Nimm kein Wort, das mit dem Portal zu tun hat.")
