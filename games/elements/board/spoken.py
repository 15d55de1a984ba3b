"""The fragments' words, each put together once, in the portal's language as all that is shown to many.

A pick renders the same labels again and again, and looking them up costs more than the whole template. What can be
said is finite (rows, columns, faces), so it is kept.
"""

from __future__ import annotations

from functools import cache, lru_cache

from django.conf import settings
from django.utils.translation import gettext, ngettext, override
from msgspec import Struct
from msgspec.structs import replace

from games.elements.actions import Freeze
from games.elements.board import words
from games.elements.data import NAMES, DieId, Face, RowId
from games.elements.view import Preview
from games.kernel.texts import Text


class OptionWords(Struct, frozen=True, cache_hash=True):
    """One option: names of its two buttons, what it does, what it brings."""

    name: str
    go: str
    say: str
    note: str


def said(message: Text) -> str:
    """``message`` in the portal's language, its values filled in."""
    with override(settings.LANGUAGE_CODE):
        return _said(message)


def _said(message: Text) -> str:
    values = {key: _said(value) if isinstance(value, Text) else value for key, value in message.values.items()}
    if message.plural:
        return ngettext(message.msgid, message.plural, message.count).format(count=message.count, **values)
    return gettext(message.msgid).format(**values)


@cache
def face_name(face: Face) -> str:
    """What a face is called."""
    return said(Text(words.FACE_NAMES[face]))


@cache
def row_name(row: RowId) -> str:
    """What a row is called."""
    return said(Text(NAMES[row]))


@lru_cache(maxsize=4096)
def faces(thrown: tuple[Face, ...]) -> str:
    """What a throw shows."""
    shown = words.thrown(thrown)
    return said(shown) if isinstance(shown, Text) else str(shown)


@cache
def row_label(row: RowId, column: int, frozen: bool) -> str:
    """How a row is read out."""
    return said(words.row_label(row, column, frozen=frozen))


@cache
def die_lying(die: DieId, face: Face) -> str:
    """How a die in the tray is read out."""
    return said(words.die_lying(die, face))


def die_gone(face: Face, name: str) -> str:
    """What is read out in the place of a die that ``name`` has taken."""
    return _gone(face).format(name=name)


@cache
def _gone(face: Face) -> str:
    return said(words.die_gone(face, "{name}"))


def option_words(option: Preview, face: Face) -> OptionWords:
    """The words of a take with a die that shows ``face``, whichever die it is."""
    return _option_words(replace(option, action=Freeze()), face)


@lru_cache(maxsize=8192)
def _option_words(option: Preview, face: Face) -> OptionWords:
    with override(settings.LANGUAGE_CODE):
        return OptionWords(
            _said(words.take_name(face)),
            _said(words.field_name(option)),
            _said(words.option_say(option, face)),
            _said(words.option_note(option)),
        )
