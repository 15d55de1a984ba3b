"""Work of the best lists in the background."""

from __future__ import annotations

from datetime import date

from celery import shared_task

from leaderboard.overall import ListKey, overall_make
from leaderboard.periods import Period, Scope


@shared_task(ignore_result=True)
def overall_refresh(period: str, begins: str, scope: str) -> None:
    """Compute a long overall list anew; any number of runs gives the same list."""
    overall_make(ListKey(Period(period), date.fromisoformat(begins), Scope(scope)))
