"""Case 15: who wants no motion gets none on any page. Nothing waits for it: ``tests/browser/test_live_page.py``."""

from __future__ import annotations

import re

import pytest

from tests.support.live import ROOT

SHEETS = sorted((ROOT / "static").rglob("*.css"))
STILL = "animation-duration: .01ms !important; animation-iteration-count: 1 !important; transition: none !important;"
ALL = "*, *::before, *::after"
OFF = ", ".join(f'[data-motion="off"] {part}' for part in ALL.split(", "))
PLAYED = {"elum.js"}
"""In real time where figures stand is the match itself: without it nobody could play. Their legs and all shows ask."""
EVERYTHING = {
    "the system's wish": f"@media (prefers-reduced-motion: reduce) {{ {ALL} {{ {STILL} }} }}",
    "the player's setting": f"{OFF} {{ {STILL} }}",
}


@pytest.mark.parametrize("rule", EVERYTHING)
def test_one_rule_stops_everything_that_a_sheet_moves(rule: str) -> None:
    assert EVERYTHING[rule] in (ROOT / "static/css/components.css").read_text()


def test_no_sheet_outdoes_that_rule() -> None:
    loud = re.compile(r"(animation|transition)[\w-]*:[^;}]*!important")
    found = {path.name: [m.group() for m in loud.finditer(path.read_text())] for path in SHEETS}
    assert {name for name, rules in found.items() if rules} == {"components.css"}
    assert len(found["components.css"]) == 6


def test_every_page_has_the_sheet_with_that_rule() -> None:
    """A page of its own (no base) may do without if none of its sheets moves anything."""
    moving = {path.name for path in SHEETS if re.search(r"\b(animation|transition)\b", path.read_text())}
    for page in ROOT.glob("templates/**/*.html"):
        text = page.read_text()
        sheets = set(re.findall(r"css/(\w+\.css)", text))
        if "<html" in text and sheets & moving:
            assert "components.css" in sheets, page.name


def test_scripts_and_drawings_move_by_the_one_way_that_asks() -> None:
    """``animate`` of ``static/js/motion.js`` asks first; SVG's own animation would ask nobody."""
    scripts = [path for path in (ROOT / "static").rglob("*.js") if re.search(r"\.animate\(", path.read_text())]
    assert [path.name for path in scripts] == ["motion.js"]
    counting = [path for path in (ROOT / "static").rglob("*.js") if "requestAnimationFrame" in path.read_text()]
    assert {path.name for path in counting if "motionOn" not in path.read_text()} == PLAYED
    drawn = [*(ROOT / "static").rglob("*.svg"), *(ROOT / "templates").rglob("*.*")]
    assert [path.name for path in drawn if re.search(r"<(animate|set)\b", path.read_text())] == []
