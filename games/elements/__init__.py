"""Elements: dice with the four elements and „Das Dunkle“, six sliders each, two to four players."""

from __future__ import annotations

from games.elements.game import game

__all__ = ["game"]
