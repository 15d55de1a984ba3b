"""Path converters."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """A day in an address: ``2026-11-29``."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError (so: 404) for a day that there is not."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
