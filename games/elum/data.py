"""Tables of Speed-E.L.U.M.: yields, prices, times, peoples, events (rules/elum.txt and its decisions)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from games.kernel.texts import gettext_noop as _

Good: TypeAlias = Literal["food", "energy", "ore", "crystal"]
GOODS: tuple[Good, ...] = ("food", "energy", "ore", "crystal")
AUCTIONS: tuple[Good, ...] = ("ore", "crystal", "food", "energy")
"""The order of the auctions (E-138)."""

Kind: TypeAlias = Literal["plain", "river", "mountain", "town"]
Tier: TypeAlias = Literal["einsteiger", "standard", "turnier"]
"""The level of a match; ``Level`` is the strength of a computer."""
Tempo: TypeAlias = Literal["normal", "schnell"]
Side: TypeAlias = Literal["buy", "sell", "out"]

GOOD_NAMES: dict[Good, str] = {"food": _("Nahrung"), "energy": _("Energie"), "ore": _("Erz"), "crystal": _("Glimmer")}
KIND_NAMES: dict[Kind, str] = {
    "plain": _("Steppenfeld"),
    "river": _("Flussfeld"),
    "mountain": _("Bergfeld"),
    "town": _("Stadt"),
}

# --- the map (E-038) -----------------------------------------------------------------------------

COLUMNS = "ABCDEFGHI"
ROWS = "12345"
TOWN = "E3"
PLOT_IDS: tuple[str, ...] = tuple(column + row for row in ROWS for column in COLUMNS)
"""From the top left, left to right, then the next row: the way of the cursor too."""
PEAKS_PER_ROW = 4
DEPOSIT_CENTRES = 4
CENTRE_LEVEL = 3
METEOR_LEVEL = 4

YIELDS: dict[Kind, dict[Good, int]] = {
    "plain": {"food": 2, "energy": 3, "ore": 1},
    "river": {"food": 4, "energy": 2},
    "mountain": {"food": 1, "energy": 1},
    "town": {},
}
"""Base yields per plot and round; a mountain's Erz is its peaks plus one, Glimmer its deposit's level."""
YIELD_MAX = 8

STEP_MS: dict[Kind, int] = {"plain": 350, "river": 500, "mountain": 700, "town": 350}
"""Walking: each plot entered."""
LEAVE_TOWN_MS = 500

# --- the start (E-017, E-021) --------------------------------------------------------------------

START_GOODS: dict[Tier, dict[Good, int]] = {
    "einsteiger": {"food": 8, "energy": 4, "ore": 0, "crystal": 0},
    "standard": {"food": 4, "energy": 2, "ore": 0, "crystal": 0},
    "turnier": {"food": 4, "energy": 2, "ore": 0, "crystal": 0},
}
STORE_GOODS: dict[Tier, dict[Good, int]] = {
    "einsteiger": {"food": 16, "energy": 16, "ore": 0, "crystal": 0},
    "standard": {"food": 8, "energy": 8, "ore": 0, "crystal": 0},
    "turnier": {"food": 8, "energy": 8, "ore": 0, "crystal": 0},
}
STORE_ELUMS = 14
"""At the start, and the most that the store keeps (E-186). Einsteiger: unlimited."""
BASE_PRICES: dict[Good, int] = {"food": 30, "energy": 25, "ore": 50, "crystal": 100}
ELUM_PRICE = 100
ORE_PER_ELUM = 2
OUTFITS: dict[Good, int] = {"food": 25, "energy": 50, "ore": 75, "crystal": 100}
ROBOTRON_MONEY: dict[Tier, int] = {"einsteiger": 1000, "standard": 1000, "turnier": 1200}


class People(Struct, frozen=True):
    """One of the eight peoples: what it starts with, and its full turn in ms by level (E-193 to E-198)."""

    name: str
    money: int
    turn_ms: dict[Tier, int]
    wampus_quarters: int
    """The Wampus comes so many quarters of the time later that was spent in the start window."""


_NORMAL: dict[Tier, int] = {"einsteiger": 61_000, "standard": 47_500, "turnier": 47_500}
PEOPLES: dict[str, People] = {
    "fluegler": People(
        _("Flügler"), 1600, {"einsteiger": 75_000, "standard": 61_000, "turnier": 61_000}, wampus_quarters=9
    ),
    "kugler": People(_("Kugler"), 1000, _NORMAL, 7),
    "stampfer": People(_("Stampfer"), 1000, _NORMAL, 7),
    "krabbler": People(_("Krabbler"), 1000, _NORMAL, 7),
    "schnauzer": People(_("Schnauzer"), 1000, _NORMAL, 7),
    "langbein": People(_("Langbein"), 1000, _NORMAL, 7),
    "siedler": People(
        _("Siedler"), 600, {"einsteiger": 47_500, "standard": 34_000, "turnier": 34_000}, wampus_quarters=5
    ),
    "robotron": People(_("Robotron"), 1000, _NORMAL, 7),
}
ROBOTRON = "robotron"
CHOSEN: tuple[str, ...] = tuple(people for people in PEOPLES if people != ROBOTRON)
"""What people may choose from, each once per table; Robotron is the computer's (A-38)."""

# --- times of the phases, ms (Timeline) ----------------------------------------------------------

LANDING_MS = 8_000
CURSOR_MS: dict[Tier, int] = {"einsteiger": 800, "standard": 650, "turnier": 550}
HOLD_STEPS = 4
TIE_MS = 150
PRESS_GRACE_MS = 250
GRANT_COUNTDOWN_MS = 4_000
GRANT_OUTRO_MS = 3_500
LAND_BLINK_MS = 4_000
LAND_OPEN_MS = 2_000
LAND_RESULT_MS = 3_000
WINDOW_MS = 17_000
WINDOW_BOT_MS = 2_000
SLOT_MS = 3_000
EVENT_MS = 5_000
BLOCK_MS = 200
BLOCKS_MAX_MS = 12_000
BLOCKS_REST_MS = 1_500
MOUNTAIN_MS = 3_000
COLUMNS_MS = 6_000
SIDES_MS = 5_000
FROZEN_MS = 2_500
RESULT_MS = 4_000
WALK_IN_MS = 6_000
BALANCE_WAIT_MS = 30_000
SUMMARY_WAIT_MS = 60_000

# --- the ladder (section 8) ----------------------------------------------------------------------

BEATS = 130
LATE_BEATS = 5
STEPS_PER_S = 12
DEAL_MS = 1_100
UNIT_MS = 400
GOOD_STEP: dict[Good, int] = {"food": 1, "energy": 1, "ore": 1, "crystal": 4}
SCALE_STEPS = 35
STORE_SPREAD = 35
STORE_BELOW: dict[Good, int] = {"food": 15, "energy": 15, "ore": 0, "crystal": 0}
LAND_STEP = 10
LAND_STEPS = 14
LAND_FIRST = 160
LAND_LESS = 60
LAND_UNSOLD = 52

BEAT_MS = 1_000
IDLE_BEATS: tuple[tuple[int, int], ...] = ((3_000, 1_000), (6_000, 666), (9_000, 500), (12_000, 333))
"""A beat's length by the time since anything moved: below the first number, the second; else ``FAST_BEAT_MS``."""
FAST_BEAT_MS = 250

# --- a turn (section 5) --------------------------------------------------------------------------

FOOD_NEED: tuple[tuple[int, int], ...] = ((9, 5), (5, 4), (1, 3))
"""From that round on, so much food (E-084)."""
FEW_ELUMS = 7
OUTFIT_MS = 1_000
ASSAY_MS = 2_500
PUB_BASE = (50, 100, 150, 200)
PUB_MAX = 250
PUB_TIME = 200
WAMPUS_PAYS = (100, 200, 300, 400)
WAMPUS_SEEN_MS = (467, 1_867)
WAMPUS_SEEN_LEAST_MS: dict[Tier, int] = {"einsteiger": 1_200, "standard": 800, "turnier": 467}
WAMPUS_STAYS_MS = (1_867, 3_267)
WAMPUS_MOVES_MS = 933
WAMPUS_GRACE_MS = 300
LAPSE_MS = (4_000, 8_000)
"""A Robotron's turn in time lapse: at least and at most (E-103)."""
IDLE_TURNS = 2

# --- chance (hundred-thousandths) ----------------------------------------------------------------

NOISE_ONE: tuple[tuple[int, int], ...] = ((67_600, 0), (16_200, 1), (16_200, -1))
NOISE_TWO: tuple[tuple[int, int], ...] = (
    (37_748, 0),
    (24_303, 1),
    (24_303, -1),
    (6_248, 2),
    (6_248, -2),
    (575, 3),
    (575, -3),
)
NOISE_ORE: tuple[tuple[int, int], ...] = (
    *NOISE_TWO[:5],
    (562, 3),
    (562, -3),
    (13, 4),
    (13, -4),
)
LAND_COUNT: dict[Tier, tuple[tuple[int, int], ...]] = {
    "einsteiger": ((100_000, 0),),
    "standard": ((16_200, 0), (67_600, 1), (16_200, 2)),
    "turnier": ((31_126, 0), (37_748, 1), (24_303, 2), (6_248, 3), (562, 4), (13, 5)),
}
HARVEST_NOISE: dict[Tier, tuple[tuple[int, int], ...]] = {
    "einsteiger": ((100_000, 0),),
    "standard": NOISE_ONE,
    "turnier": NOISE_TWO,
}

# --- player events (section 6) -------------------------------------------------------------------

EVENT_PER_MILLE = 275


class Fate(Struct, frozen=True):
    """One of the 22. ``factor`` times m Taler, with ``per`` for each such ELUM; ``text`` for the player, ``one`` where
    it counts a single ELUM."""

    good: bool
    text: str
    factor: int = 0
    per: tuple[Good, ...] = ()
    elums: bool = False
    one: str = ""


FATES: dict[str, Fate] = {
    "E1": Fate(True, _("Ein Versorgungsballon deiner Sippe landet im Vorgarten: 3 Nahrung, 2 Energie.")),
    "E2": Fate(True, _("Eine gestrandete Frachterpilotin bezahlt ihr Nachtlager mit 2 Barren Erz.")),
    "E3": Fate(
        True, _("Dein ELUM trägt auf der Tahari-Schau die schönste Lackierung: {b} Taler Preisgeld."), 2, elums=True
    ),
    "E4": Fate(True, _("Dein ELUM steppt auf dem Marktfest alle an die Wand: {b} Taler."), 4, elums=True),
    "E5": Fate(
        True,
        _("Die Gartenkammer fördert jedes deiner {n} Nahrungsfelder, zusammen {b} Taler."),
        2,
        ("food",),
        one=_("Die Gartenkammer fördert dein Nahrungsfeld mit {b} Talern."),
    ),
    "E6": Fate(True, _("Du stoppst die Staubmilben, bevor sie die Stadt erreichen. Belohnung: {b} Taler."), 4),
    "E7": Fate(True, _("Das Heimatmuseum kauft deinen uralten Bordrechner für {b} Taler."), 8),
    "E8": Fate(True, _("Sieg im Schlammnudel-Wettessen. Dir ist flau, aber du hast {b} Taler."), 2),
    "E9": Fate(True, _("Ein Hilfsverein vom Heimatplaneten hat Mitleid und schickt {b} Taler."), 3),
    "E10": Fate(True, _("Deine Anteile an einer Fabrik für ratlose Roboter werfen {b} Taler ab."), 6),
    "E11": Fate(True, _("Eine Großtante vermacht dir ein Schloss. Nach Abzug der Gebühren bleiben {b} Taler."), 4),
    "E12": Fate(True, _("Du findest den abgeworfenen Panzer einer Dünenratte: {b} Taler beim Händler."), 2),
    "E13": Fate(True, _("Das Landamt verschenkt ein Feld, um die Besiedlung zu beleben: {feld}.")),
    "E14": Fate(False, _("Nachts waren Eiskobolde in der Speisekammer. Die Hälfte der Nahrung ist weg.")),
    "E15": Fate(False, _("Einem deiner ELUMs fällt mitten im Feld ein Bein ab: {b} Taler Reparatur."), -3, elums=True),
    "E16": Fate(
        False,
        _("Der Bergstaub frisst die Bohrer deiner {n} Gruben-ELUMs: {b} Taler."),
        -2,
        ("ore", "crystal"),
        one=_("Der Bergstaub frisst den Bohrer deines Gruben-ELUMs: {b} Taler."),
    ),
    "E17": Fate(
        False,
        _("Deine {n} Sonnensegel sind blind vor Sand. Das Putzen kostet {b} Taler."),
        -1,
        ("energy",),
        one=_("Dein Sonnensegel ist blind vor Sand. Das Putzen kostet {b} Taler."),
    ),
    "E18": Fate(False, _("Deine Verwandtschaft war in der Stadt zu Besuch. Aufräumen: {b} Taler."), -6),
    "E19": Fate(False, _("Flattermotten haben dein Dach gefressen: {b} Taler."), -4),
    "E20": Fate(False, _("Dein Favorit beim Stelzvogelrennen lief in die falsche Richtung: {b} Taler verwettet."), -4),
    "E21": Fate(
        False, _("Dein Jüngster wollte eine Segelechse streicheln. Die Krankenstation verlangt {b} Taler."), -4
    ),
    "E22": Fate(False, _("Das Landamt findet deinen Anspruch auf das {feld} nicht mehr. Das Feld ist wieder frei.")),
}
FATE_MONEY = 25
"""m is so much per quarter of the match."""

# --- colony events (section 7) -------------------------------------------------------------------

ColonyKind: TypeAlias = Literal["rain", "sun", "pest", "quake", "pirates", "meteor", "radiation", "fire"]
COLONY_POOL: dict[ColonyKind, int] = {
    "rain": 3,
    "sun": 3,
    "pest": 3,
    "quake": 3,
    "pirates": 2,
    "meteor": 2,
    "radiation": 2,
    "fire": 2,
}
COLONY_EARLY: tuple[ColonyKind, ...] = ("rain", "sun", "pirates", "fire")
"""What rounds 1 and 2 draw from (A-43)."""
COLONY_EARLY_ROUNDS = 2
COLONY_NAMES: dict[ColonyKind, str] = {
    "rain": _("Saurer Regen"),
    "sun": _("Sonnensturm"),
    "pest": _("Plage"),
    "quake": _("Beben"),
    "pirates": _("Piraten"),
    "meteor": _("Meteorit"),
    "radiation": _("Strahlung"),
    "fire": _("Ladenbrand"),
}

# --- harvest and refinement ----------------------------------------------------------------------

BONUS_TOP = 10
BONUS_MANY = (20, 200)
BONUS_EACH = 400
BONUS_CRYSTAL = 500
REFINED_ONE = 24
REFINED_ALL = 36
KEPT_MINERALS = 50

# --- prices and scoring --------------------------------------------------------------------------

PRICE_FLOOR: dict[Good, int] = {"food": 30, "energy": 25, "ore": 50, "crystal": 50}
ORE_FLOOR_NOISY = 20
PRICE_MAX = 230
CRYSTAL_PRICES = (50, 149)
ORE_NOISE = 7
ORE_DEMAND_MAX = 8
PLOT_WORTH = 500
ELUM_WORTH = 35
COLONY_STEP = 20_000
COLONY_LEVELS = 7
SUCCESS_LEVEL = 3
PLACE_POINTS: dict[int, tuple[int, ...]] = {4: (100, 50, -50, -100), 3: (100, 0, -100), 2: (100, -100)}
"""Tenths for the best list by humans and place (E-212)."""
LAST_HUMAN_TENTHS = 100
COUNTS_FROM_MS = 120_000

VERDICTS: tuple[str, ...] = (
    _("Die Kolonie ist gescheitert. Das Schiff nimmt euch nur als Fracht mit."),
    _("Gescheitert. Weitere Schiffe wird es nicht geben."),
    _("Gerade so überlebt. Ihr wohnt weiter im Zelt."),
    _("Erfolg! Tahari darf sich Kolonie nennen."),
    _("Schöner Erfolg. Es gibt feste Häuser und warmes Wasser."),
    _("Glanzvoll. Die Nachbarplaneten werden neidisch."),
    _("Überragend. Tahari wird Reiseziel."),
)

# --- how long it takes, in seconds per round (measured: docs/performance.md) ----------------------

ROUND_S: dict[Tier, dict[bool, int]] = {
    "einsteiger": {False: 270, True: 226},
    "standard": {False: 294, True: 238},
    "turnier": {False: 345, True: 275},
}
"""Four computers, by level and whether the tempo is schnell."""
PERSON_S: dict[bool, tuple[int, int]] = {False: (24, 60), True: (16, 40)}
"""What each person's turn takes more than a computer's: at least, at most."""
WAITS_S = (24, 54)
"""Reading the balance and the ranking before „Weiter“."""
TRADE_FACTOR = (4, 5)
"""People trade longer than computers: up to a quarter more of all."""
