"""Kernel texts as the page's language says them, for Django templates and forms."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.kernel.texts import Text


def text_shown(text: Text) -> str:
    """The translated sentence with its values filled in."""
    values = {key: text_shown(value) if isinstance(value, Text) else value for key, value in text.values.items()}
    said = ngettext(text.msgid, text.plural, text.count) if text.plural else gettext(text.msgid)
    return said.format(count=text.count, **values)
