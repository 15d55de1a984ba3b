"""Pieces of markup that every page and every board shares: icons, tokens, figures, coins, numbers.

Pure functions that give ``SafeString``; Django templates reach them by ``portal_ui``, the boards' Jinja2
environment as globals. Drawings come out of one sprite, ``static/img/signs.svg``; names go with the page's
language. Nothing here reads the database.
"""

from __future__ import annotations

from functools import cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

MINUS = "\N{MINUS SIGN}"
SEAT_COLOURS = (_("Zinnober"), _("Waidblau"), _("Ocker"), _("Moosgrün"), _("Pflaume"), _("Kreide"))
SIGNS = (_("Kreuz"), _("Dreieck"), _("Kreis"), _("Stern"), _("Raute"), _("Mond"))
FIGURES = ("user", "bot", "guest")
_RING = mark_safe(  # constant markup
    '<svg class="ring" viewBox="0 0 56 56" aria-hidden="true">'
    '<circle class="ring__track" cx="28" cy="28" r="25.5" pathLength="100"/>'
    '<circle class="ring__left" cx="28" cy="28" r="25.5" pathLength="100" stroke-dasharray="100 100"/></svg>'
)


@cache
def _sprite() -> str:
    """Address of the sprite; looked up once per process, as a board shows dozens of its drawings."""
    return static("img/signs.svg")


@cache
def use(symbol: str) -> SafeString:
    """The ``<use>`` of a drawing in the sprite, to be put into an ``<svg>``."""
    return format_html('<use href="{}#{}"/>', _sprite(), symbol)


@cache
def icon(name: str, label: str = "", modifier: str = "") -> SafeString:
    """The line drawing ``icon-<name>``; decoration unless ``label`` names it. ``modifier`` as in ``icon--solid``."""
    classes = f"icon icon--{modifier}" if modifier else "icon"
    if label:
        return format_html('<svg class="{}" role="img" aria-label="{}">{}</svg>', classes, label, use(f"icon-{name}"))
    return format_html('<svg class="{}" aria-hidden="true">{}</svg>', classes, use(f"icon-{name}"))


def token(seat: int, size: str = "", sign: int | None = None, title: str = "") -> SafeString:
    """A seat's round token, ``seat`` from 1 to 6 (its index + 1). ``size`` is "", "s" or "l"; ``sign`` if another.

    A pointer shows ``title``, mostly a name; the sign's name without one.
    """
    sign = sign or seat
    classes = f"token token--{size}" if size else "token"
    return format_html(
        '<span class="{}" data-seat="{}" title="{}"><svg aria-hidden="true">{}</svg></span>',
        classes,
        seat,
        title or gettext(SIGNS[sign - 1]),
        use(f"sign-{sign}"),
    )


def token_free(size: str = "") -> SafeString:
    """The dashed ring of a free seat."""
    return format_html('<span class="token token--free{}"></span>', f" token--{size}" if size else "")


def token_bot(title: str = "") -> SafeString:
    """A computer's token where no seat has a colour yet."""
    return format_html('<span class="token token--bot" title="{}">{}</span>', title, icon("robot"))


def avatar(figure: str, colour: int, sign: int | None = None, ring: bool = False) -> SafeString:
    """A wooden figure on its disc. At a table ``colour`` is the seat (1–6) and ``sign`` stays None: the same.

    ``figure`` is "user", "bot" or "guest". ``sign`` 0 leaves the token out; ``ring`` puts the clock's ring round it
    (its ``stroke-dasharray="63 100"`` is the share that is left).
    """
    if figure not in FIGURES:
        raise ValueError(figure)
    mark = SafeString("") if sign == 0 else token(colour, sign=sign)
    return format_html(
        '<span class="avatar" data-seat="{}">{}<span class="avatar__disc">'
        '<svg viewBox="0 0 48 48" aria-hidden="true">{}</svg></span>{}</span>',
        colour,
        _RING if ring else "",
        use(f"figure-{figure}"),
        mark,
    )


def coin() -> SafeString:
    """The Taler's coin, decoration."""
    return format_html('<svg class="coin" aria-hidden="true">{}</svg>', use("coin"))


def taler(amount: int) -> SafeString:
    """Coin, amount and (for a screen reader) the word: ``1.240 Taler``."""
    shown = number(amount)
    return format_html('<span class="taler">{}{}<span class="vh"> {}</span></span>', coin(), shown, gettext("Taler"))


def emblem(slug: str) -> SafeString:
    """A game's emblem on a piece of its lid, decoration."""
    return format_html(
        '<span class="emblem" data-game="{}"><svg aria-hidden="true">{}</svg></span>', slug, use(f"emblem-{slug}")
    )


def number(value: int) -> str:
    """A whole number as we print it: ``1.240``, ``−7``."""
    digits = f"{abs(value):,}".replace(",", ".")
    return f"{MINUS}{digits}" if value < 0 else digits


def points(tenths: int) -> str:
    """Points kept in tenths: ``3,3``, ``−10``, ``12``."""
    whole, rest = divmod(abs(tenths), 10)
    shown = number(whole) + (f",{rest}" if rest else "")
    return f"{MINUS}{shown}" if tenths < 0 else shown


def duration(seconds: int) -> str:
    """A length of time in seconds, in at most two units: ``45 s``, ``25 Min.``, ``4 Std. 12 Min.``, ``3 Tage``."""
    if seconds < 60:
        return gettext("{count} s").format(count=max(0, seconds))
    minutes = seconds // 60
    if minutes < 60:
        return gettext("{count} Min.").format(count=minutes)
    hours, minutes = divmod(minutes, 60)
    if hours < 48:
        shown = gettext("{count} Std.").format(count=hours)
        return f"{shown} " + gettext("{count} Min.").format(count=minutes) if minutes else shown
    return ngettext("{count} Tag", "{count} Tage", hours // 24).format(count=hours // 24)


def clock_words(seconds: int) -> str:
    """Thinking time as an option shows it: ``60 s``, ``2 Min.``, ``ohne Uhr``."""
    if not seconds:
        return gettext("ohne Uhr")
    return duration(seconds) if seconds >= 120 else gettext("{count} s").format(count=seconds)
