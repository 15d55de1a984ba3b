"""What a run did and found: a table for people, JSON for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

KEEP = 3
"""So many violations of each sort are told in full."""


@dataclass
class Part:
    """One part of the run. ``rows`` are its figures by name, ``violations`` what broke a promise."""

    name: str
    rows: dict[str, Any] = field(default_factory=dict)
    violations: list[str] = field(default_factory=list)

    def require(self, holds: bool, what: str) -> None:
        """Note ``what`` as a violation unless it holds."""
        if not holds:
            self.violations.append(what)

    def told(self) -> list[str]:
        """The first violations of each sort: what differs in names and numbers only is one."""
        sorts: dict[str, list[str]] = {}
        for line in self.violations:
            sorts.setdefault(" ".join(word for word in line.split() if word.isalpha()), []).append(line)
        return [line for lines in sorts.values() for line in lines[:KEEP]]

    def as_json(self) -> dict[str, Any]:
        """The part for programs."""
        return {
            "part": self.name,
            "ok": not self.violations,
            **self.rows,
            "violations": self.told(),
            "count": len(self.violations),
        }

    def as_text(self) -> str:
        """The part for people."""
        lines = [f"{self.name}: {'ok' if not self.violations else f'{len(self.violations)} VIOLATIONS'}"]
        for key, value in self.rows.items():
            if isinstance(value, list) and value and isinstance(value[0], dict):
                lines += [f"  {key}", *_table(value)]
            else:
                lines.append(f"  {key:<34} {value}")
        lines += [f"  VIOLATION {line}" for line in self.told()]
        return "\n".join(lines)


def _table(rows: list[dict[str, Any]]) -> list[str]:
    heads = list(rows[0])
    widths = [max(len(str(head)), *(len(str(row[head])) for row in rows)) for head in heads]
    lines = [heads, *([row[head] for head in heads] for row in rows)]
    return [
        "    " + "  ".join(f"{cell!s:>{width}}" for cell, width in zip(line, widths, strict=True)) for line in lines
    ]


def percentile(values: list[float], part: int) -> float:
    """The ``part``th percentile, 0 of nothing."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * part // 100)] if ordered else 0.0
