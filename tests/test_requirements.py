"""Every requirement of ``docs/requirements/<slug>.md`` is named by a test.

A test names the ids that it proves in its docstring or a comment beside it (``L-020``). This file is not looked at.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
LISTS = sorted((TESTS.parent / "docs" / "requirements").glob("*.md"))
ID = re.compile(r"\b[A-Z]{1,3}-\d{3}\b")


def required(path: Path) -> list[str]:
    """The ids of a checklist, in its order: one at the begin of each item."""
    return re.findall(r"^- ([A-Z]{1,3}-\d{3}) ", path.read_text(), re.MULTILINE)


@cache
def named() -> set[str]:
    """All ids in the sources of the tests."""
    sources = (path for path in TESTS.rglob("*.py") if path != Path(__file__))
    return {found for path in sources for found in ID.findall(path.read_text())}


def test_there_are_lists() -> None:
    assert [path.stem for path in LISTS] and all(required(path) for path in LISTS)


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_ids_stand_once_and_are_all_found(path: Path) -> None:
    ids = required(path)
    assert len(ids) == len(set(ids))
    assert len(ids) == sum(line.startswith("- ") for line in path.read_text().splitlines())


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_requirement_is_named_by_a_test(path: Path) -> None:
    missing = [wanted for wanted in required(path) if wanted not in named()]
    assert not missing, f"{path.name}: no test names {', '.join(missing)}"
