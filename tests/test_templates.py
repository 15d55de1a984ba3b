"""The strict CSP and the promise of no third parties, as far as templates can break them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.live import ROOT

FORBIDDEN = {
    "inline script": r"<script(?![^>]*\bsrc=)",
    "style element": r"<style\b",
    "style attribute": r"\sstyle\s*=",
    "event attribute": r"\son(click|change|submit|load|input|key\w+|error)\s*=",
    "hx-on": r"\bhx-on\b|\bhx-on:",
    "js: value": r"=[\"']js:|=[\"']javascript:",
    "foreign address": r"(src|href|action)=[\"'](https?:)?//",
}


def templates() -> Iterator[tuple[str, str]]:
    for folder in ("templates", "games", "tables", "portal", "accounts", "leaderboard"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".html", ".jinja"}:
                text = re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.DOTALL)
                yield path.relative_to(ROOT).as_posix(), text


@pytest.mark.parametrize("what", FORBIDDEN)
def test_templates_keep_the_content_security_policy(what: str) -> None:
    hits = [f"{name}: {match.group(0)!r}" for name, text in templates() for match in re.finditer(FORBIDDEN[what], text)]
    assert hits == []


def test_there_are_templates_to_look_at() -> None:
    assert len(list(templates())) > 20


def test_scripts_neither_evaluate_text_nor_speak_to_strangers() -> None:
    bad = re.compile(r"\beval\(|new Function\(|https?://(?!www\.w3\.org/)|innerHTML\s*=")
    hits = [
        f"{path.relative_to(ROOT)}: {match.group(0)}"
        for path in sorted((ROOT / "static").rglob("*.js"))
        for match in bad.finditer(re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL))
    ]
    assert hits == []
