"""docs/security.md tells the truth: no requirement is missing, every test exists; and nothing dangerous is called."""

from __future__ import annotations

import ast
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from portal import logs
from tests.support.live import ROOT, environment

DOCUMENT = ROOT / "docs" / "security.md"
OURS = ("accounts", "games", "leaderboard", "portal", "tables")
LEVELS_1_AND_2 = {
    "1.1": range(1, 3),
    "1.2": range(1, 10),
    "1.3": range(1, 12),
    "1.4": range(1, 4),
    "1.5": range(1, 3),
    "2.1": range(1, 4),
    "2.2": range(1, 4),
    "2.3": range(1, 5),
    "2.4": range(1, 2),
    "3.2": range(1, 3),
    "3.3": range(1, 5),
    "3.4": range(1, 7),
    "3.5": range(1, 6),
    "3.7": range(1, 3),
    "4.4": range(1, 5),
    "5.1": range(1, 2),
    "5.2": range(1, 4),
    "5.3": range(1, 3),
    "5.4": range(1, 4),
    "6.1": range(1, 4),
    "6.2": range(1, 13),
    "6.3": range(1, 5),
    "6.4": range(1, 5),
    "6.5": range(1, 6),
    "6.6": range(1, 4),
    "6.8": range(1, 5),
    "7.1": range(1, 4),
    "7.2": range(1, 5),
    "7.3": range(1, 3),
    "7.4": range(1, 6),
    "7.5": range(1, 3),
    "7.6": range(1, 3),
    "8.1": range(1, 3),
    "8.2": range(1, 4),
    "8.3": range(1, 2),
    "8.4": range(1, 2),
    "13.1": range(1, 2),
    "13.2": range(1, 6),
    "13.3": range(1, 3),
    "13.4": range(1, 6),
    "16.1": range(1, 2),
    "16.2": range(1, 6),
    "16.3": range(1, 5),
    "16.4": range(1, 4),
    "16.5": range(1, 4),
}
"""Sections of ASVS 5.0.0 with the requirements of levels 1 and 2 (in each the first ones), for the chapters named."""


def lines() -> dict[str, str]:
    """What the document says about each requirement."""
    return dict(re.findall(r"^\| (\d+\.\d+\.\d+) \|([^\n]*)\|$", DOCUMENT.read_text(), re.MULTILINE))


def test_every_requirement_has_its_line() -> None:
    wanted = {f"{section}.{number}" for section, numbers in LEVELS_1_AND_2.items() for number in numbers}
    assert set(lines()) == wanted


def test_every_line_has_a_test_or_a_reason() -> None:
    marks = ("`tests/", "n/a: ", "above: ", "**open**", "the operator's", "the proxy's", "nothing to test")
    assert [number for number, text in lines().items() if not any(mark in text for mark in marks)] == []


def functions(path: Path) -> set[str]:
    """Tests of a file, as pytest names them."""
    found = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return found


def test_every_test_that_it_names_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::([\w:]+)`", DOCUMENT.read_text())
    assert len(named) > 100
    gone = [f"{path}::{name}" for path, name in named if name not in functions(ROOT / path)]
    assert gone == []


# --- the source ------------------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call in our packages: file, dotted name, node."""
    for package in OURS:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call):
                    yield path.relative_to(ROOT).as_posix(), ast.unparse(node.func), node


DANGEROUS = re.compile(
    r"(^|\.)(eval|exec|compile|__import__|system|popen|RawSQL|extra|raw|from_string|Template|pickle|loads|yaml)$"
)
HARMLESS = {"re.compile", "json.loads"}


def test_nothing_dangerous_is_called() -> None:
    """No code, command, query, pattern, template or format out of text that somebody sent."""
    hits = [f"{file}: {name}" for file, name, _node in calls() if DANGEROUS.search(name) and name not in HARMLESS]
    built = (ast.JoinedStr, ast.BinOp)
    hits += [
        f"{file}: a pattern is built"
        for file, name, node in calls()
        if name == "re.compile" and isinstance(node.args[0], built)
    ]
    hits += [
        f"{file}: text from outside is a format"
        for file, name, node in calls()
        if name.endswith(".format") and re.search(r"request|POST|GET|cleaned_data", name)
    ]
    hits += [f"{file}: a shell" for file, _name, node in calls() if any(word.arg == "shell" for word in node.keywords)]
    assert hits == []


def test_what_counts_as_safe_is_known() -> None:
    """Each place that vouches for markup; a new one has to be looked at."""
    known = {
        "accounts/ui.py": 1,
        "portal/templatetags/portal_ui.py": 2,
        "tables/replay_page.py": 1,
        "tables/shell.py": 1,
    }
    found: dict[str, int] = {}
    for file, name, _node in calls():
        if name.endswith("mark_safe"):
            found[file] = found.get(file, 0) + 1
    assert found == known


def test_the_portal_calls_nobody() -> None:
    imported = {
        ".".join(name.split(".")[: 2 if name.startswith("websockets") else 1])
        for package in OURS
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert not imported & {
        "requests",
        "httpx",
        "aiohttp",
        "urllib3",
        "http",
        "ftplib",
        "websockets.sync",
        "websockets.asyncio",
        "paramiko",
    }


def test_no_secret_lies_in_the_source() -> None:
    text = "\n".join(path.read_text() for package in OURS for path in (ROOT / package).rglob("*.py"))
    assert not re.search(r"""(?i)(secret|password|token)\w*\s*=\s*["'][^"'\s]{12,}["']""", text.replace("portal.", ""))
    kept = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    assert not {".env", "var/secret_key"} & set(kept)


def test_the_embedded_secret_is_its_owners_alone(tmp_path: Path) -> None:
    code = "from django.conf import settings; print(len(settings.SECRET_KEY))"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(tmp_path, 1, {}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ran.stdout) > 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_there_is_one_log() -> None:
    assert list(logs.config("INFO")["handlers"]) == ["console"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/.git/config", "/.env", "/static/", "/static/css/", "/static/../.env", "/var/", "/portal/settings.py"]
)
def test_nothing_of_the_source_is_served(path: str) -> None:
    assert Client().get(path).status_code == 404
