"""The home page and its live part: own matches, open tables, running ones, today's challenges, the best of the week."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_safe

from accounts import ui
from accounts.http import PlayerRequest
from accounts.models import Player
from games import registry
from leaderboard import selectors as best
from leaderboard.periods import Period, Scope
from tables import selectors
from tables.rows import DailyToday, OpenTable, OpenTables, OwnMatch, RunningMatches

NUMBER_WORDS = (
    *(_("ein"), _("zwei"), _("drei"), _("vier"), _("fünf"), _("sechs")),
    *(_("sieben"), _("acht"), _("neun"), _("zehn"), _("elf"), _("zwölf")),
)
ROWS_SHOWN = 8
"""So many open tables, and so many running matches, before the rest hides behind „Alle“."""
ROWS_PER_PAGE = 25
"""So many when all are wanted: then a list has pages."""
BEST_SHOWN = 5


@dataclass(frozen=True)
class Filters:
    """What the visitor wants to see of the lobby. ``game``, ``stake`` None: everything.

    ``open_page``, ``running_page``: the page of a list that is shown as a whole; None: its first few rows.
    """

    game: str | None
    stake: bool | None
    open_page: int | None
    running_page: int | None

    @classmethod
    def of(cls, request: HttpRequest) -> Filters:
        """Out of the address; what we don't know is left out."""
        game = request.GET.get("spiel", "")
        stake = {"ohne": False, "mit": True}.get(request.GET.get("einsatz", ""))
        pages = (_page_of(request, "offen"), _page_of(request, "laufend"))
        return cls(game if game in registry.slugs() else None, stake, *pages)

    def query(self, **changes: int | None) -> str:
        """The part of the address behind the path, with its question mark, that shows this (with ``changes``) again."""
        shown = replace(self, **changes)  # type: ignore[arg-type]  # pages only
        stake = None if shown.stake is None else "mit" if shown.stake else "ohne"
        pairs = {"spiel": shown.game, "einsatz": stake, "offen": shown.open_page, "laufend": shown.running_page}
        query = urlencode({key: value for key, value in pairs.items() if value})
        return f"?{query}" if query else ""


@dataclass(frozen=True)
class Leaf:
    """Queries that leaf in a list; "" where there is nothing more.

    ``every``: from its first few rows to all; ``few``: back, None where only they are shown.
    """

    every: str = ""
    few: str | None = None
    before: str = ""
    after: str = ""

    @classmethod
    def of(cls, filters: Filters, name: str, rows: OpenTables | RunningMatches) -> Leaf:
        """``name``: the field of ``Filters`` with this list's page."""
        if getattr(filters, name) is None:
            return cls(every=filters.query(**{name: 1}) if rows.count_all > len(rows) else "")
        page = rows.start // ROWS_PER_PAGE + 1  # it may have grown shorter meanwhile
        return cls(
            few=filters.query(**{name: None}),
            before=filters.query(**{name: page - 1}) if page > 1 else "",
            after=filters.query(**{name: page + 1}) if rows.start + len(rows) < rows.count_all else "",
        )


@dataclass(frozen=True)
class Challenge:
    """One of today's challenges with how many have finished it."""

    today: DailyToday
    count: int

    @property
    def words(self) -> str:
        """The template of the game that names and explains it."""
        return f"games/{self.today.slug}/daily.html"


def greeting(at: datetime, name: str) -> str:
    """„Guten Abend, Mila.“ by the hour of ``at``; without a name for a stranger."""
    hour = at.hour
    hello = gettext("Guten Morgen") if 5 <= hour < 11 else gettext("Guten Tag") if 11 <= hour < 18 else ""
    hello = hello or gettext("Guten Abend")
    return f"{hello}, {name}." if name else f"{hello}."


def waiting_words(count: int) -> str:
    """How many tables wait for somebody, in a sentence with its small numbers spelt out."""
    if not count:
        return gettext("Gerade wartet kein Tisch. Spiel gleich gegen den Computer, oder eröffne selbst einen.")
    word = gettext(NUMBER_WORDS[count - 1]) if count <= len(NUMBER_WORDS) else ui.number(count)
    waiting = ngettext("{word} Tisch wartet noch auf jemanden.", "{word} Tische warten noch auf jemanden.", count)
    said = waiting.format(word=word)
    return f"{said[0].upper()}{said[1:]} " + gettext("Setz dich dazu oder fang gleich an.")


def day_left_s(now: datetime) -> int:
    """Seconds until a challenge of today can no longer be begun."""
    midnight = datetime.combine(now.date() + timedelta(days=1), time(), tzinfo=now.tzinfo)
    return int((midnight - now).total_seconds())


def lobby_context(request: PlayerRequest) -> dict[str, Any]:
    """Everything on the home page that changes while it stands open."""
    player, filters = request.player, Filters.of(request)
    tables = selectors.open_tables(game=filters.game, stake=filters.stake, viewer=player, **_part(filters.open_page))
    own = _own(player)
    mine = [row.table_code for row in own if isinstance(row, OwnMatch)]
    running = selectors.running_matches(game=filters.game, without=mine, **_part(filters.running_page))
    narrowed = filters.game is not None or filters.stake is not None
    everything = selectors.open_tables(viewer=player, limit=0) if narrowed else tables
    return {
        "filters": filters,
        "open_tables": tables,
        "open_leaf": Leaf.of(filters, "open_page", tables),
        "running": running,
        "running_leaf": Leaf.of(filters, "running_page", running),
        "narrowed": narrowed,
        "resume": own[0] if own else None,
        "own_more": own[1:],
        "lead": waiting_words(everything.joinable),
    }


@require_safe
def home(request: PlayerRequest) -> HttpResponse:
    """The start page."""
    now, player = timezone.localtime(), request.player
    context = lobby_context(request) | {
        "greeting": greeting(now, player.display_name if player else ""),
        "now": now,
        "day_left_s": day_left_s(now),
        "challenges": _challenges(player),
        **_best(player),
    }
    return render(request, "portal/home.html", context)


@require_safe
def lobby_tables(request: PlayerRequest) -> HttpResponse:
    """The live part alone, for htmx; opened as a page of its own it leads to the home page."""
    if not getattr(request, "htmx", False):
        response = HttpResponse(status=302)
        response["Location"] = reverse("home") + Filters.of(request).query()
        return response
    response = render(request, "portal/lobby_tables.html", lobby_context(request) | {"oob": True})
    response["HX-Replace-Url"] = reverse("home") + Filters.of(request).query()
    return response


def _own(player: Player | None) -> list[OwnMatch | OpenTable]:
    """What waits for the player: own matches with the own turn first, then tables where a seat is held."""
    if player is None:
        return []
    matches = sorted(selectors.own_matches(player), key=lambda match: not match.my_turn)
    return [*matches, *selectors.own_tables(player)]


def _page_of(request: HttpRequest, key: str) -> int | None:
    """A page's number out of the address, from 1; None for none or nonsense."""
    value = request.GET.get(key, "")
    return max(1, int(value)) if value.isascii() and value.isdigit() and len(value) < 6 else None


def _part(page: int | None) -> dict[str, int]:
    """Which rows of a list to read."""
    return {"limit": ROWS_SHOWN} if page is None else {"start": (page - 1) * ROWS_PER_PAGE, "limit": ROWS_PER_PAGE}


def _challenges(player: Player | None) -> list[Challenge]:
    """Today's challenges with how many have played them."""
    dailies = selectors.dailies_today(player)
    counts = best.daily_counts_of(dailies[0].on) if dailies else {}
    return [Challenge(daily, counts.get(f"{daily.slug}/{daily.variant}", 0)) for daily in dailies]


def _best(player: Player | None) -> dict[str, Any]:
    """The first of this week, and the player's own line when it is not among them."""
    slugs = registry.slugs()
    game = slugs[0] if len(slugs) == 1 else None
    rows = best.top(game, Period.WEEK, Scope.PEOPLE, BEST_SHOWN)
    own = best.own_place(game, player, Period.WEEK, Scope.PEOPLE) if player is not None and player.is_user else None
    shown = own is not None and any(row.player.pk == own.player.pk for row in rows)
    return {"best_rows": rows, "best_own": None if shown else own, "best_game": game}
