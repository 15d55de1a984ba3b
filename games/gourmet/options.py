"""Table options (G-002)."""

from __future__ import annotations

from msgspec import Struct

from games.gourmet.data import MENU_NAMES, MenuId
from games.kernel.contract import Choice, OptionField
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Which menu is cooked."""

    menu: MenuId = "haus"


OPTION_FIELDS: tuple[OptionField, ...] = (
    OptionField(
        "menu",
        text(_("Menü")),
        (
            Choice("haus", text(MENU_NAMES["haus"]), text(_("zum Einstieg: ankreuzen und eintragen"))),
            Choice("chef", text(MENU_NAMES["chef"]), text(_("mit Silberbesteck und „Zurück in die Küche“"))),
        ),
        "haus",
    ),
)

MINUTES: dict[int, tuple[int, int]] = {1: (10, 20), 2: (20, 35), 3: (25, 40), 4: (25, 45)}
"""How long a match takes by the number of people, from and to."""
