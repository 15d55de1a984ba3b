"""Speed-E.L.U.M.: two to four settlers build a colony on Tahari, in real time."""

from __future__ import annotations

from games.elum.game import game

__all__ = ["game"]
