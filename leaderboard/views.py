"""The pages of the best lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts import ui
from accounts.http import PlayerRequest
from accounts.models import Player
from games import registry
from games.kernel.contract import Daily, Info
from leaderboard import selectors
from leaderboard.filters import Choice, Filters, pages_shown
from leaderboard.listing import Rank
from leaderboard.periods import berlin_date, daily_opens_at
from leaderboard.selectors import Page

PODIUM = (1, 0, 2)
"""Left to right: second, first, third line."""
DAILY_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A line in words. They are most of the page, so the template only puts them in."""

    place: str
    name: str
    avatar: SafeString
    url: str
    me: bool
    deleted: bool
    matches: str
    wins: str
    points: str


@dataclass(frozen=True, slots=True)
class DailyShown:
    """A daily challenge beside the best list: the newest day whose list is open, the template that explains it."""

    daily: Daily
    on: date | None
    words: str


@require_safe
def leaderboard(request: PlayerRequest) -> HttpResponse:
    """One list by game, period and scope, with the own place on every page."""
    filters = Filters.of(request.GET)
    page = selectors.page(filters.game, filters.period, filters.scope, filters.page, player=_ranked(request))
    info = registry.get(filters.game).info if filters.game else None
    rows = _rows(page.rows, request.player)
    context = {
        "filters": filters,
        "info": info,
        "page": page,
        "rows": rows,
        "own": _rows([page.own], request.player)[0] if page.own is not None else None,
        "podium": [(i + 1, rows[i]) for i in PODIUM if i < len(rows)] if page.number == 1 else [],
        "pager": _pager(filters, page),
        "previous_url": filters.at(page.number - 1) if page.number > 1 else "",
        "next_url": filters.at(page.number + 1) if page.number < page.pages else "",
        "own_url": filters.at(page.own_page) if page.own_page and not page.own_here else "",
        "records": selectors.records(filters.game, limit=5) if filters.game else [],
        "dailies": _dailies(info) if info else [],
    }
    return render(request, "leaderboard/list.html", context)


@require_safe
def daily_list(request: PlayerRequest, slug: str, variant: str, on: date | None = None) -> HttpResponse:
    """A day's list of a daily challenge: the newest open one, or that of ``on``. Closed until 02:00 next morning."""
    info = _info(slug)
    daily = info.daily(variant)
    if daily is None:
        raise Http404
    key = f"{slug}/{variant}"
    day = on or selectors.daily_newest_open(key) or berlin_date(timezone.now())
    player = _ranked(request)
    before, after = selectors.daily_neighbours(key, day)
    context = {
        "info": info,
        "daily": daily,
        "variant": variant,
        "words": f"games/{slug}/daily.html",
        "day": day,
        "rows": selectors.daily_best(key, day, limit=DAILY_SHOWN),
        "own": selectors.daily_own(player, key, day) if player is not None else None,
        "count": selectors.daily_count(key, day),
        "opens_at": daily_opens_at(day),
        "before": before,
        "after": after,
    }
    return render(request, "leaderboard/daily.html", context)


def _ranked(request: PlayerRequest) -> Player | None:
    """The visitor, if lists can hold a line of theirs: guests are not ranked."""
    return request.player if request.player is not None and request.player.is_user else None


def _rows(ranks: Sequence[Rank], player: Player | None) -> list[Row]:
    me = None if player is None else player.pk
    return [_row(rank, rank.player, me) for rank in ranks]


def _row(rank: Rank, who: Player, me: int | None) -> Row:
    return Row(
        place=ui.number(rank.place),
        name=who.display_name,
        avatar=_avatar(who.figure, who.colour, who.sign, get_language()),
        url=reverse("profile", args=(who.code,)),
        me=who.pk == me,
        deleted=who.deleted_at is not None,
        matches=ui.number(rank.matches),
        wins=ui.number(rank.wins),
        points=ui.points(rank.points_tenths),
    )


@cache
def _avatar(figure: str, colour: int, sign: int, _language: str | None) -> SafeString:
    """There are 108 of them in a language; its words name the signs."""
    return ui.avatar(figure, colour, sign)


def _info(slug: str) -> Info:
    try:
        return registry.get(slug).info
    except LookupError as error:
        raise Http404 from error


def _pager(filters: Filters, page: Page) -> list[Choice | None]:
    if page.pages == 1:
        return []
    return [
        None if n is None else Choice(str(n), str(n), filters.at(n), n == page.number)
        for n in pages_shown(page.number, page.pages)
    ]


def _dailies(info: Info) -> list[DailyShown]:
    words = f"games/{info.slug}/daily.html"
    return [DailyShown(d, selectors.daily_newest_open(f"{info.slug}/{d.variant}"), words) for d in info.dailies]
