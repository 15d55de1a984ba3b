"""A kernel text as the page's language says it, under the name that pages outside the boards use."""

from __future__ import annotations

from tables.render import said as text_shown

__all__ = ["text_shown"]
