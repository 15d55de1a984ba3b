"""What a visitor wants to see of the best lists, out of the address and back into it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import QueryDict
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games import registry
from leaderboard.periods import Period, Scope

PERIOD_WORDS = {
    Period.DAY: _("Heute"),
    Period.WEEK: _("Woche"),
    Period.MONTH: _("Monat"),
    Period.ALL: _("Immer"),
}
SCOPE_WORDS = {Scope.PEOPLE: _("Mit Menschen"), Scope.ALONE: _("Allein")}
OVERALL = "gesamt"


@dataclass(frozen=True)
class Choice:
    """A link that changes one thing of what is shown."""

    key: str
    label: str
    url: str
    current: bool


@dataclass(frozen=True)
class Filters:
    """Which list and which page of it; ``game`` None is the overall one."""

    game: str | None
    period: Period = Period.WEEK
    scope: Scope = Scope.PEOPLE
    page: int = 1

    @classmethod
    def of(cls, query: QueryDict) -> Filters:
        """Out of the address; what we don't know falls back to what is shown first."""
        game = query.get("spiel", "")
        period = next((p for p in Period if p.value == query.get("zeit")), Period.WEEK)
        scope = next((s for s in Scope if s.value == query.get("mit")), Scope.PEOPLE)
        page = query.get("seite", "")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 9 else 1
        return cls(game if game in registry.slugs() else _first_game(game), period, scope, number)

    def url(self) -> str:
        """The address that shows this."""
        pairs = {
            "spiel": self.game or OVERALL,
            "zeit": self.period.value,
            "mit": self.scope.value,
            "seite": None if self.page == 1 else self.page,
        }
        return f"{reverse('leaderboard')}?{urlencode({k: v for k, v in pairs.items() if v is not None})}"

    def at(self, page: int) -> str:
        return replace(self, page=page).url()

    def games(self) -> list[Choice]:
        """The overall list and each installed game's; nothing to choose while there is one game only."""
        if len(registry.slugs()) < 2:
            return []
        named: list[tuple[str | None, str]] = [(None, gettext("Alle Spiele"))]
        named += [(game.info.slug, game.info.title) for game in registry.all_games()]
        return [
            Choice(slug or OVERALL, label, replace(self, game=slug, page=1).url(), slug == self.game)
            for slug, label in named
        ]

    def periods(self) -> list[Choice]:
        return [
            Choice(p.value, gettext(PERIOD_WORDS[p]), replace(self, period=p, page=1).url(), p is self.period)
            for p in Period
        ]

    def scopes(self) -> list[Choice]:
        return [
            Choice(s.value, gettext(SCOPE_WORDS[s]), replace(self, scope=s, page=1).url(), s is self.scope)
            for s in Scope
        ]


def _first_game(asked: str) -> str | None:
    """What is shown first: the overall list, or the only game's own one, which says the same in points."""
    slugs = registry.slugs()
    return slugs[0] if len(slugs) == 1 and asked != OVERALL else None


def pages_shown(number: int, pages: int) -> list[int | None]:
    """Numbers for the pager: first, last, and those round ``number``; None is a gap."""
    near = {1, pages, *range(max(1, number - 1), min(pages, number + 1) + 1)}
    shown: list[int | None] = []
    for page in sorted(near):
        before = shown[-1] if shown else None
        if before is not None and page - before == 2:
            shown.append(page - 1)
        elif before is not None and page - before > 2:
            shown.append(None)
        shown.append(page)
    return shown
