"""The one error base of the portal: what a person did can't be done, and one German sentence says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

if TYPE_CHECKING:
    from accounts.models import Player


class ApplicationError(Exception):
    """A refusal. ``code`` is for programs, ``text`` for the person; views answer ``status`` with the text in place."""

    status = 409

    def __init__(self, code: str, text: str | Promise) -> None:
        super().__init__(code)
        self.code = code
        self._text = text

    @property
    def text(self) -> str:
        return str(self._text)

    def __str__(self) -> str:
        return self.text


class NameRefused(ApplicationError):
    """The name can't be had: its form, the refusal list, or somebody has it (``code`` says which)."""

    status = 400


class AccountNeeded(ApplicationError):
    """Guests can't do this."""

    status = 403

    def __init__(self) -> None:
        super().__init__("account_needed", gettext_lazy("Dafür brauchst du ein Konto. Registrieren dauert nur kurz."))


class TooManyTries(ApplicationError):
    """A rate limit of the client's address was reached."""

    status = 429

    def __init__(self) -> None:
        super().__init__(
            "too_many_tries", gettext_lazy("Das waren zu viele Versuche. Warte kurz, dann geht es wieder.")
        )


class NotEnoughTaler(ApplicationError):
    """Somebody can't pay a stake; ``players`` names everybody who can't. Nothing was held."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = list(players)
        names = [player.display_name for player in self.players]
        listed = gettext(" und ").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
        text = ngettext(
            "Für diesen Einsatz hat %(names)s nicht genug Taler.",
            "Für diesen Einsatz haben %(names)s nicht genug Taler.",
            len(names),
        )
        super().__init__("not_enough_taler", text % {"names": listed})
