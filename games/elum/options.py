"""Table options (E-002, E-005, E-128)."""

from __future__ import annotations

from msgspec import Struct

from games.elum.data import CHOSEN, PEOPLES, PERSON_S, ROUND_S, TRADE_FACTOR, WAITS_S, Tempo, Tier
from games.kernel.contract import Choice, OptionField
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """``rounds`` 12 or 6; ``tempo`` schnell halves the turn clock and the ladder clocks."""

    rounds: int = 12
    level: Tier = "standard"
    tempo: Tempo = "normal"
    refinement: bool = True

    @property
    def fast(self) -> bool:
        """Half the thinking time, half the auction time."""
        return self.tempo == "schnell"


OPTION_FIELDS: tuple[OptionField, ...] = (
    OptionField(
        "rounds",
        text(_("Runden")),
        (Choice("12", text(_("12 Runden"))), Choice("6", text(_("6 Runden")))),
        "12",
    ),
    OptionField(
        "level",
        text(_("Stufe")),
        (
            Choice("einsteiger", text(_("Einsteiger"))),
            Choice("standard", text(_("Standard"))),
            Choice("turnier", text(_("Turnier"))),
        ),
        "standard",
        text(
            _(
                "Einsteiger: mehr Vorräte, ELUMs ohne Ende, keine Landauktionen, gleichmäßige Ernten. "
                "Turnier: mit Glimmer."
            )
        ),
    ),
    OptionField(
        "tempo",
        text(_("Tempo")),
        (Choice("normal", text(_("normal"))), Choice("schnell", text(_("schnell")))),
        "normal",
        text(_("Schnell: halbe Zeit für Züge und Auktionen.")),
    ),
    OptionField(
        "refinement",
        text(_("Veredelung")),
        (Choice("true", text(_("an"))), Choice("false", text(_("aus")))),
        "true",
        text(_("Ertragreiche Felder dürfen einen zweiten ELUM tragen.")),
    ),
)

_NOTES: dict[str, str] = {
    "fluegler": _("1600 Taler, mehr Zugzeit: für Einsteiger"),
    "siedler": _("600 Taler, weniger Zugzeit: schwer"),
}
SEAT_FIELD = OptionField(
    "people",
    text(_("Volk")),
    tuple(
        Choice(
            people,
            text(PEOPLES[people].name),
            text(_NOTES.get(people, _("1000 Taler"))),
            f"games/elum/folk-{people}.svg",
        )
        for people in CHOSEN
    ),
    "",
)
"""Seven peoples to choose from, each once a table; the eighth, Robotron, is the computers' (E-193, A-38)."""


def minutes(options: Options, humans: int) -> tuple[int, int]:
    """How long a match takes, from and to, rounded to five minutes."""
    base, fast = ROUND_S[options.level][options.fast], options.fast
    low = base + WAITS_S[0] + humans * PERSON_S[fast][0]
    high = base * TRADE_FACTOR[1] // TRADE_FACTOR[0] + WAITS_S[1] + humans * PERSON_S[fast][1]
    return _fives(options.rounds * low), _fives(options.rounds * high)


def _fives(seconds: int) -> int:
    return max(5, 5 * round(seconds / 300))
