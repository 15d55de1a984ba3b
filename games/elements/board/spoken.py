"""The fragments' words in the page's language, each put together once.

A pick renders the same labels again and again, and looking them up costs more than the whole template. What can be
said is finite (rows, columns, faces), so it is kept by the language that is active (``language`` of each function).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from django.utils.translation import gettext, ngettext
from msgspec import Struct

from games.elements.board import words
from games.elements.data import DieId, Face, RowId
from games.elements.view import Preview
from games.kernel.texts import Text

Language: TypeAlias = "str | None"


class OptionWords(Struct, frozen=True):
    """One option: names of its two buttons, what it does, what it brings."""

    name: str
    go: str
    say: str
    note: str


class Fixed(Struct, frozen=True):
    """Words that stand in every tray or tableau."""

    points: str
    late: str
    order: str


def said(message: Text) -> str:
    """``message`` in the language that is active, its values filled in."""
    values = {key: said(value) if isinstance(value, Text) else value for key, value in message.values.items()}
    if message.plural:
        return ngettext(message.msgid, message.plural, message.count).format(count=message.count, **values)
    return gettext(message.msgid).format(**values)


@cache
def row_label(language: Language, row: RowId, column: int, frozen: bool) -> str:
    """How a row is read out."""
    return said(words.row_label(row, column, frozen=frozen))


@cache
def die_lying(language: Language, die: DieId, face: Face) -> str:
    """How a die in the tray is read out."""
    return said(words.die_lying(die, face))


@lru_cache(maxsize=4096)
def die_gone(language: Language, face: Face, name: str) -> str:
    """What is read out in the place of a die that ``name`` has taken."""
    return said(words.die_gone(face, name))


def option_words(option: Preview, face: Face) -> OptionWords:
    """The words of a take with a die that shows ``face``; its caller keeps them."""
    return OptionWords(
        said(words.take_name(face)),
        said(words.field_name(option)),
        said(words.option_say(option, face)),
        said(words.option_note(option)),
    )


@cache
def fixed(language: Language) -> Fixed:
    """The words of public fragments that are always the same."""
    return Fixed(gettext("Punkte"), gettext("Zeit um"), gettext("Reihenfolge in diesem Wurf"))
