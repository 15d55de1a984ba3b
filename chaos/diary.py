"""What all players of a town together have seen: the list that the journal is held against."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Diary:
    """Client ids by what became of them, and whatever no player should ever see."""

    sent: dict[str, int] = field(default_factory=dict)
    """Every id that was sent at all -> the seat's player."""
    acked: set[str] = field(default_factory=set)
    refused: Counter[str] = field(default_factory=Counter)
    unknown: int = 0
    """Sent, the line broke, and the decision was gone afterwards: nobody said whether it was this action."""
    asked_again: int = 0
    """Acknowledged actions that were sent once more, on the same line or on the next one."""
    wrong: list[str] = field(default_factory=list)
    """What breaks a promise, in words."""
    closes: Counter[int | None] = field(default_factory=Counter)
    ack_s: list[float] = field(default_factory=list)
    """From sending to the acknowledgement, of actions that were sent once."""
    seen_s: list[float] = field(default_factory=list)
    """From sending to the last of the others at the table having the message."""
    measuring: bool = False
