"""Speedgourmet: a star kitchen with six dice and a menu card of five areas, two to four seats."""

from __future__ import annotations

from games.gourmet.game import game

__all__ = ["game"]
