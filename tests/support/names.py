"""Names for people in tests."""

from __future__ import annotations

import secrets


def new_name(start: str = "Test") -> str:
    """A name nobody has: letters that the folding keeps apart."""
    return start + "".join(secrets.choice("abcdefghkmnprstuvwxyz") for _ in range(8))
