"""Names for people in tests."""

from __future__ import annotations

import secrets


def new_name(start: str = "Test") -> str:
    """A name nobody has: letters that the folding keeps apart, and no vowels, which make words that are refused."""
    return start + "".join(secrets.choice("bcdghkmnprstvwxz") for _ in range(8))
