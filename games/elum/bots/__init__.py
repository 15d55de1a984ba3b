"""Computer players: leicht, normal, stark. ``drive`` is how the rules ask them inside ``advance``."""

from __future__ import annotations

from games.elum.bots.policy import BOTS

__all__ = ["BOTS"]
