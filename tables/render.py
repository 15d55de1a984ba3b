"""Rendering fragments by Jinja2: an environment apart from Django's engines, autoescaping, compiled once.

A public fragment is rendered once for everybody who looks, so all of them speak the portal's language, whatever a
page's own: translations and small drawings are looked up once per process (they were two thirds of a render).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from html import escape as escape_html
from typing import Any

import jinja2
from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import gettext, ngettext, override
from markupsafe import Markup, escape

from accounts import ui
from games.kernel.board import HOLE, Fragment, name_mark
from games.kernel.texts import Text


@cache
def _words(msgid: str) -> str:
    with override(settings.LANGUAGE_CODE):
        return gettext(msgid)


@cache
def _counted(count: int, msgid: str, plural: str) -> str:
    with override(settings.LANGUAGE_CODE):
        return ngettext(msgid, plural, count)


def said(message: Text | str) -> str:
    """A game's text in the portal's language, its values filled in. Plain strings pass."""
    if isinstance(message, str):
        return message
    if message.plural:
        msgid = _counted(message.count, message.msgid, message.plural)
        return msgid.format(count=message.count, **_said_values(message))
    msgid = _words(message.msgid)
    return msgid.format(**_said_values(message)) if "{" in msgid else msgid


def _said_values(message: Text) -> dict[str, Any]:
    values = message.values
    for value in values.values():
        if isinstance(value, Text):
            return {k: said(v) if isinstance(v, Text) else v for k, v in values.items()}
    return values


def _drawn(function: Callable[..., str]) -> Callable[..., Markup]:
    """A drawing as a filter: made once, and of a type that Jinja2 may write into the compiled template."""

    @cache
    def drawing(*args: Any) -> Markup:
        return Markup(function(*args))

    return drawing


@cache
def environment() -> jinja2.Environment:
    """The boards' environment; its filters are what DESIGN and docs/adding-a-game.md promise templates.

    Filters and not functions: Jinja2 works out ``"flag"|icon`` when it compiles the template, a call at every render.
    """
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(settings.BASE_DIR / "templates" / "games"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    env.filters.update(
        icon=_drawn(ui.icon),
        token=_drawn(ui.token),
        avatar=_drawn(ui.avatar),
        coin=_drawn(ui.coin),
        taler=ui.taler,
        number=ui.number,
        points=ui.points,
        t=said,
        static=cache(static),
        gettext=_words,
        ngettext=_counted,
    )
    return env


def _escaped(value: Any) -> str:
    """``markupsafe.escape`` for output that is joined at once, without the new ``Markup`` that it wraps all in."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is int or (kind is str and value.isalnum()):
        return str(value)
    return escape(value)


class Renderer:
    """A compiled template with one context, used again for every render.

    Jinja2 makes a context anew each time, for templates that wait or call themselves. Ours do neither, and that was
    a third of what a small fragment costs; ``escape`` as compiled templates find it was another.
    """

    def __init__(self, name: str) -> None:
        self._template = environment().get_template(name)
        self._template.root_render_func.__globals__["escape"] = _escaped
        self._context = self._template.new_context()
        self._globals = dict(self._context.parent)

    def render(self, variables: dict[str, Any]) -> str:
        self._context.parent = {**self._globals, **variables}
        return "".join(self._template.root_render_func(self._context))


@cache
def _kept(name: str) -> Renderer:
    return Renderer(name)


def _renderer(name: str) -> Renderer:
    return Renderer(name) if environment().auto_reload else _kept(name)


@lru_cache(maxsize=16384)
def _shared(slug: str, fragment: Fragment) -> bytes:
    return _render(slug, fragment).encode()


_HOLE = HOLE.encode()


def _render(slug: str, fragment: Fragment) -> str:
    return _renderer(fragment.template).render({"fragment": fragment.name, "slug": slug, **fragment.data})


def fragment_bytes(slug: str, fragment: Fragment) -> bytes:
    """The fragment's HTML: one root element with its name as id, ready for an out-of-band swap, but for names.

    Encoded: with umlauts and minus signs, encoding a whole message costs as much as making it.
    """
    if fragment.base is not None:
        facts = fragment.facts
        inside = facts if isinstance(facts, bytes) else b"".join([_shared(slug, part) for part in facts])
        return _shared(slug, fragment.base).replace(_HOLE, inside)
    return _shared(slug, fragment) if fragment.shared else _render(slug, fragment).encode()


# --- names ---------------------------------------------------------------------------------------

Names = tuple[bytes, ...]
"""The names of those at a table by seat, as they stand in HTML."""

_MARK, _ZERO, _MARK_LENGTH = b"\x02", ord("0"), 3


def named(words: str, names: Sequence[str]) -> str:
    """Plain ``words`` with the names in the place of their marks."""
    for seat, name in enumerate(names):
        words = words.replace(name_mark(seat), name)
    return words


def names_html(names: Iterable[str]) -> Names:
    """``names`` by seat for ``with_names``."""
    return tuple([escape_html(name).encode() for name in names])


def with_names(html: bytes, names: Names) -> bytes:
    """``html`` with the names in the place of their marks."""
    first, *rest = html.split(_MARK)  # one pass: replacing a name after the other took six times as long
    if not rest:
        return html
    parts = [first]
    for part in rest:
        parts += (names[part[0] - _ZERO], part[_MARK_LENGTH - 1 :])
    return b"".join(parts)
