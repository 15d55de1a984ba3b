"""Path converters."""

from __future__ import annotations

from datetime import date


class DayConverter:
    """A day of this century in an address: ``2026-11-29``. The last day of all has no next morning."""

    regex = r"20[0-9]{2}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError (so: 404) for a day that there is not."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
