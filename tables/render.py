"""Rendering fragments by Jinja2: an environment apart from Django's engines, autoescaping, compiled once.

A public fragment is rendered once for everybody who looks, so all of them speak the portal's language, whatever a
page's own: translations and small drawings are looked up once per process (they were two thirds of a render).
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, lru_cache
from typing import Any

import jinja2
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import gettext, ngettext, override
from markupsafe import Markup

from accounts import ui
from games.kernel.board import Fragment
from games.kernel.texts import Text


@cache
def _words(msgid: str) -> str:
    with override(settings.LANGUAGE_CODE):
        return gettext(msgid)


@cache
def _counted(msgid: str, plural: str, count: int) -> str:
    with override(settings.LANGUAGE_CODE):
        return ngettext(msgid, plural, count)


def said(message: Text | str) -> str:
    """A game's text in the portal's language, its values filled in. Plain strings pass."""
    if isinstance(message, str):
        return message
    msgid = _counted(message.msgid, message.plural, message.count) if message.plural else _words(message.msgid)
    if not message.values and not message.plural:
        return msgid if "{" not in msgid else msgid.format()
    values = {k: said(v) if isinstance(v, Text) else v for k, v in message.values.items()}
    return msgid.format(count=message.count, **values)


@lru_cache(maxsize=8192)
def _seat_card(seat: Hashable) -> Markup:
    """A place card; a move changes one or two of a table's."""
    return Markup(_template("shell/seat.jinja").render(seat=seat))


@cache
def environment() -> jinja2.Environment:
    """The boards' environment; its globals are what DESIGN and docs/adding-a-game.md promise templates."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(settings.BASE_DIR / "templates" / "games"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    env.globals.update(
        icon=ui.icon,
        token=cache(ui.token),
        avatar=cache(ui.avatar),
        coin=cache(ui.coin),
        taler=ui.taler,
        number=ui.number,
        points=ui.points,
        t=said,
        seat_card=_seat_card,
        static=cache(static),
        gettext=_words,
        ngettext=_counted,
    )
    return env


@cache
def _template(name: str) -> jinja2.Template:
    """The compiled template. Its globals are flattened: a ChainMap is walked anew for every render."""
    template = environment().get_template(name)
    template.globals = dict(template.globals)
    return template


def render_fragment(slug: str, fragment: Fragment) -> str:
    """The fragment's HTML: one root element with its name as id, ready for an out-of-band swap."""
    template = environment().get_template(fragment.template) if settings.DEBUG else _template(fragment.template)
    context: dict[str, Any] = {"fragment": fragment.name, "slug": slug, **fragment.data}
    return template.render(context)
