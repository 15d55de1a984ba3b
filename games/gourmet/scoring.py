"""Points, places, ties (rules/gourmet.txt, Punkte; E1)."""

from __future__ import annotations

from collections.abc import Sequence

from games.gourmet.data import MENUS, PLACE_BONUS
from games.gourmet.rules.card import all_points, total
from games.gourmet.state import State
from games.kernel.contract import Outcome


def ranking(scores: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Places from 1 by (sum, highest single area): equal ones share the better place, the next is skipped (G-121)."""
    return tuple(1 + sum(other > own for other in scores) for own in scores)


def points_tenths(score: int, place: int) -> int:
    """Leaderboard points in tenths: the card's sum and the bonus for the place (G-120)."""
    return 10 * (score + PLACE_BONUS[place - 1])


def standing(state: State) -> Outcome:
    """The ranking of the cards as everybody sees them: an entry that is still hidden doesn't count yet."""
    menu = MENUS[state.menu]
    cards = [seat.shown or seat.card for seat in state.seats]
    scores = tuple(total(menu, card) for card in cards)
    best = [max(all_points(menu, card)) for card in cards]
    places = ranking(list(zip(scores, best, strict=True)))
    return Outcome(places, scores, tuple(points_tenths(s, p) for s, p in zip(scores, places, strict=True)))
