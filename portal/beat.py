"""Celery's beat for a host whose clock may be set back."""

from __future__ import annotations

from typing import Any

from celery.beat import PersistentScheduler


class Beat(PersistentScheduler):
    """Regular work goes on at its pace whatever the clock on the wall does.

    Celery compares wall times: set back by an hour, what runs every second would rest for an hour (a restart does not
    help, the last runs are stored). Here a run that lies in the future counts as one of just now.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at is not None and entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            self._heap = None  # what is due when is computed anew
        seconds: float = super().tick(*args, **kwargs)
        return seconds
