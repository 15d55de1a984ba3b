"""Documents name what is there: paths, variables of make, records of decisions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.live import ROOT

DOCUMENTS = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    ROOT.glob("docs/**/*.md")
)
TOP = "accounts|benchmarks|chaos|docs|games|leaderboard|portal|static|tables|templates|tests|tools|.ci"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_paths_that_a_document_names_exist(document: Path) -> None:
    text = document.read_text()
    named = set(re.findall(rf"`((?:{TOP})/[\w./-]*)`", text))
    gone = [path for path in sorted(named) if not (ROOT / path).exists()]
    assert gone == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    gone = [target for target in targets if not (document.parent / target).exists()]
    assert gone == []


def test_every_decision_is_in_the_list() -> None:
    listed = (ROOT / "docs/adr/README.md").read_text()
    missing = [path.name for path in (ROOT / "docs/adr").glob("0*.md") if path.name not in listed]
    assert missing == []


def test_every_target_of_make_that_a_document_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text()
    named = {target for path in DOCUMENTS for target in re.findall(r"`make ([a-z-]+)", path.read_text())}
    assert [target for target in sorted(named) if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
