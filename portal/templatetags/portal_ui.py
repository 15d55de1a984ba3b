"""Template tags for what ``accounts.ui`` draws, and the scenes of the games' boxes."""

from __future__ import annotations

import posixpath
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from django import forms, template
from django.conf import settings
from django.contrib.staticfiles import finders
from django.forms import BoundField
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from accounts import ui
from games.kernel.contract import Info
from tables import minutes
from tables.forms import Cards
from tables.picks import PickCard, card_words, pick_cards
from tables.render import said
from tables.services.picks import pick_known_or_none

KEPT = 4096
register = template.Library()

# A list shows dozens of them, mostly the same ones.
token = lru_cache(KEPT)(ui.token)
token_free = cache(ui.token_free)
token_bot = cache(ui.token_bot)
taler = lru_cache(KEPT)(ui.taler)
emblem = cache(ui.emblem)

register.simple_tag(ui.icon, name="icon")
register.simple_tag(token, name="token")
register.simple_tag(token_free, name="token_free")
register.simple_tag(token_bot, name="token_bot")
register.simple_tag(cache(ui.coin), name="coin")
register.simple_tag(taler, name="taler")
register.simple_tag(emblem, name="emblem")
register.filter("said", said)
register.filter("number", ui.number)
register.filter("points", ui.points)
register.filter("duration", ui.duration)
register.filter("clock_words", ui.clock_words)


@register.simple_tag
def avatar(colour: int, sign: int | None = None, figure: str = "user", ring: bool = False) -> SafeString:
    """``{% avatar colour sign figure %}``: the figure in its colour, with the token of its sign (0: without)."""
    return ui.avatar(figure, colour, sign, ring)


@cache
def _scene(slug: str) -> str:
    """The drawing's source. Raises FileNotFoundError for a game without one: an installed game has a scene."""
    return (Path(settings.BASE_DIR) / "static" / "img" / "scenes" / f"{slug}.svg").read_text(encoding="utf-8")


@register.simple_tag(takes_context=True)
def scene(context: template.Context, slug: str) -> SafeString:
    """A game's scene inline. Its ids get a number, as the same scene may stand twice on a page."""
    render: Any = context.render_context  # kept for one rendering; a dict that the stubs don't know as one
    count = render.get("scenes", 0) + 1
    render["scenes"] = count
    source = re.sub(rf'(id="|url\(#|href="#)({slug}-[\w-]+)', rf"\1\2-{count}", _scene(slug))
    return mark_safe(source)  # our own file


IMPORT = re.compile(r"""\bfrom\s*["'](\.{1,2}/[^"']+)["']""")


def _imports(path: str, seen: dict[str, None]) -> None:
    """Adds what a script of ours imports, and what that imports, to ``seen``, in the order of need."""
    found = finders.find(path)
    source = Path(str(found)).read_text(encoding="utf-8") if found else ""
    for name in IMPORT.findall(source):
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        if wanted not in seen:
            seen[wanted] = None
            _imports(wanted, seen)


@register.simple_tag
@cache
def modules(*paths: str) -> SafeString:
    """``{% modules "js/live.js" %}``: the scripts, and all they import asked for at once.

    Else a browser learns of each import only from the file before it: a phone waits its latency for each step.
    """
    seen: dict[str, None] = dict.fromkeys(paths)
    for path in paths:
        _imports(path, seen)
    early = format_html_join("", '<link rel="modulepreload" href="{}">', ((static(p),) for p in seen))
    return early + format_html_join("", '<script type="module" src="{}"></script>', ((static(p),) for p in paths))


@register.filter
def seat_no(index: int) -> int:
    """A 0-based seat index as the number that ``data-seat`` and ``{% token %}`` take."""
    return index + 1


# --- form fields -----------------------------------------------------------------------------------

KINDS = ((Cards, "cards"), (forms.RadioSelect, "radio"), (forms.CheckboxInput, "check"), (forms.HiddenInput, "hidden"))


@register.filter
def field_kind(field: BoundField) -> str:
    """Which shape ``portal/field.html`` gives a field: ``cards``, ``radio``, ``check``, ``hidden`` or ``text``."""
    return next((kind for widget, kind in KINDS if isinstance(field.field.widget, widget)), "text")


@register.filter
def field_input(field: BoundField) -> SafeString:
    """The field's widget with our class; Django itself ties it to its hint and error."""
    attrs: dict[str, str | bool] = {}
    if field_kind(field) == "text":
        attrs["class"] = f"input {field.field.widget.attrs.get('class', '')}".strip()
    return SafeString(field.as_widget(attrs=attrs))


# --- what a seat chooses ---------------------------------------------------------------------------


@register.simple_tag(takes_context=True)
def last_pick(context: template.Context, slug: str) -> str:
    """What the visitor chose last for a seat of that game."""
    row = context["last_choices"]().get(slug)
    return pick_known_or_none(game=slug, pick=row.pick if row else "")


@register.simple_tag(takes_context=True)
def quick_minutes(context: template.Context, info: Info) -> str:
    """How long „Schnelle Partie“ takes, by what the visitor chose last."""
    return minutes.quick_minutes(info, context["last_choices"]().get(info.slug))


register.filter("box_minutes", minutes.box_minutes)


@register.filter
def seat_cards(info: Info) -> tuple[PickCard, ...]:
    """What a seat of the game may choose, the draw first; nothing where there is no choice."""
    return pick_cards(info.seat_field) if info.seat_field is not None else ()


register.filter("card_words", card_words)


# --- people ----------------------------------------------------------------------------------------


@register.simple_tag
def names(seats: Any, without: str = "") -> str:
    """The holders of some seats (``SeatMark``) in words: „Mila, Jonas und Robo Rita“; ``without`` a player's code."""
    known = [seat.name for seat in seats if seat.name and not (without and seat.code == without)]
    if len(known) < 2:
        return "".join(known)
    return gettext("{first} und {last}").format(first=", ".join(known[:-1]), last=known[-1])


@register.simple_tag
def others(seats: Any, player: Any) -> str:
    """With whom a player plays: „mit Jonas und Ayşe“."""
    return gettext("mit {names}").format(names=names(seats, player.code if player else ""))


@register.filter
def blurb(info: Any) -> str:
    """The template with a game's one sentence."""
    return f"games/{info.slug}/blurb.html"


# --- long lists ------------------------------------------------------------------------------------


@cache
def _environment() -> Environment:
    """For the pages' own ``*.jinja``; the boards have one of theirs (``tables/render.py``)."""
    env = Environment(
        loader=FileSystemLoader(settings.BASE_DIR / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    env.globals.update(
        emblem=emblem,
        gettext=gettext,
        icon=ui.icon,
        names=names,
        ngettext=ngettext,
        taler=taler,
        token=token,
        token_bot=token_bot,
        token_free=token_free,
    )
    return env


@register.simple_tag(takes_context=True)
def jinja(context: template.Context, name: str, **values: Any) -> SafeString:
    """``{% jinja "….jinja" rows=rows %}``: a template with many rows in Jinja2, which takes a fifth of the time."""
    template_ = _environment().get_template(name)
    return mark_safe(template_.render(csrf_token=context.get("csrf_token"), **values))  # it escapes by itself
