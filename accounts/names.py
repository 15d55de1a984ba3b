"""Names: their form, the folded key that keeps look-alikes apart, the refusal list, and proposals for guests."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.errors import NameRefused

NAME_MIN = 3
NAME_MAX = 20

# Letters that NFKD doesn't take apart, and the pairs that look alike in print.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ı": "i",
        "ĸ": "k",
        "ł": "l",
        "þ": "th",
        "ŋ": "n",
        "ŧ": "t",
    }
)
_LOOKALIKES = str.maketrans({"0": "o", "1": "l", "i": "l", "-": "", "_": ""})

# Folded before use. Whole names: what would pass for the portal, a computer or nobody.
_RESERVED = """
    admin administrator administration moderator moderation mod root system support hilfe team betreiber speedgamez
    speedgames elements speedterra speeddom gast gäste computer bot rechner zuschauer niemand jemand anonym alle haus
    gelöscht geloescht deleted null none undefined konto test spieler user ich du
    roborita robokarl robolotte roboemil robohanne robooskar
"""
# Anywhere in a name: words that no harmless German or English word contains.
_INSULTS = """
    hitler nazi adolf arschloch wichser fotze hurensohn schlampe missgeburt nigger neger kanake schwuchtel
    faggot fuck fick motherf vergas auschwitz siegheil whitepower
"""


def name_fold(name: str) -> str:
    """The key under which a name is taken: NFKC, case, accents, 0/O, 1/l/I and ``-_`` make no difference."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(_LETTERS)
    bare = "".join(ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    return bare.translate(_LOOKALIKES)


RESERVED = frozenset(name_fold(word) for word in _RESERVED.split())
INSULTS = tuple(name_fold(word) for word in _INSULTS.split())


def name_clean(name: str) -> str:
    """The name as it is stored, in NFKC; raises ``NameRefused`` for its form or the refusal list, knows no database."""
    name = unicodedata.normalize("NFKC", name).strip()
    if not NAME_MIN <= len(name) <= NAME_MAX:
        raise NameRefused("name_length", _("Nimm einen Namen mit 3 bis 20 Zeichen."))
    if not all(_allowed(ch) for ch in name):
        raise NameRefused("name_characters", _("Nimm nur Buchstaben, Ziffern, „-“ und „_“, ohne Leerzeichen."))
    key = name_fold(name)
    if len(key) < 2:
        raise NameRefused("name_empty", _("Nimm mindestens zwei Buchstaben oder Ziffern."))
    if key in RESERVED or any(word in key for word in INSULTS):
        raise NameRefused("name_refused", _("Diesen Namen vergeben wir nicht. Nimm einen anderen."))
    return name


def _allowed(ch: str) -> bool:
    """ASCII digits, ``-_``, Latin letters up to U+017F: what our fonts draw, and no Cyrillic twin of a Latin name."""
    return ch in "-_0123456789" or (ch.isalpha() and ch <= "\u017f" and ch not in "ªº")


_FIRST = """
    Abend Beeren Bernstein Birken Blitz Brombeer Donner Dünen Farn Feder Flocken Flüster Frost Funkel Glimmer Glut
    Herbst Honig Kiesel Knister Kupfer Mond Moos Morgen Nebel Regen Salz Schnee Silber Sommer Sonnen Stern Tau Wald
    Wiesen Wind Wolken Zimt
"""
_SECOND = """
    amsel bär biber dachs eule falke falter fuchs hase hirsch hummel igel käfer kranich krähe lachs luchs marder
    meise milan molch otter reh robbe schwan spatz specht star storch wal wiesel wolf
"""


def proposals(rng: random.Random | random.SystemRandom) -> Iterator[str]:
    """Pretty guest names without end („Mondfuchs“, later „Mondfuchs27“), to be tried until one is free."""
    first, second = _FIRST.split(), _SECOND.split()
    for _round in range(12):
        yield rng.choice(first) + rng.choice(second)
    while True:
        yield f"{rng.choice(first)}{rng.choice(second)}{rng.randint(2, 999)}"
