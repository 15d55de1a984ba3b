"""``docs/cases.md`` names tests that are there, at least one for each case."""

from __future__ import annotations

import re

from tests.support.live import ROOT

ROWS = re.findall(r"^\| (\d+) \|(.*)$", (ROOT / "docs/cases.md").read_text(), re.MULTILINE)
NAMED = [(number, *found) for number, row in ROWS for found in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", row)]


def test_every_case_has_a_test() -> None:
    assert [int(number) for number, _row in ROWS] == [1, 5, 6, 8, 9, 11, 12, 13, 14, 15, 17, 19, 21, 24, 25]
    assert {number for number, _path, _test in NAMED} == {number for number, _row in ROWS}


def test_every_named_test_is_there() -> None:
    gone = [
        f"{path}::{test}"
        for _number, path, test in NAMED
        if not (ROOT / path).exists() or not re.search(rf"^ *(async )?def {test}\(", (ROOT / path).read_text(), re.M)
    ]
    assert gone == []
