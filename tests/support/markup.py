"""What a reader sees of a page: its words without tags, attributes and repeated white space."""

from __future__ import annotations

import re


def words(markup: str) -> str:
    """The visible text of ``markup``; codes, tokens and machine-readable times in attributes are gone."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", markup))
