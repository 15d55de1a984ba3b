"""The step clock of turn games: thinking time, then grace, then the game's own expiry rule.

All of it is data in the state; ``advance`` of a game asks ``expired`` and acts. Times are ms of the match.
"""

from __future__ import annotations

from msgspec import Struct

GRACE_MS = 10_000


class StepClock(Struct):
    """One running step, or none. ``step_ms`` None: this match has no clock."""

    step_ms: int | None = None
    grace_ms: int = GRACE_MS
    started_ms: int | None = None

    def start(self, now: int) -> None:
        """A new step begins now."""
        self.started_ms = now

    def stop(self) -> None:
        """Nobody is thinking."""
        self.started_ms = None

    @property
    def deadline_ms(self) -> int | None:
        """When the thinking time ends and the grace begins."""
        if self.step_ms is None or self.started_ms is None:
            return None
        return self.started_ms + self.step_ms

    @property
    def expiry_ms(self) -> int | None:
        """When the grace ends and the expiry rule acts: the wake of a turn game."""
        deadline = self.deadline_ms
        return None if deadline is None else deadline + self.grace_ms

    def expired(self, now: int) -> bool:
        """Whether the expiry rule is due at ``now``."""
        expiry = self.expiry_ms
        return expiry is not None and now >= expiry
