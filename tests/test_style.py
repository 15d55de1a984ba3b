"""What a program can check of the habits in CONTRIBUTING.md: who writes, thin edges, small modules, pure games."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.registry import slugs
from tests.support.live import ROOT

APPS = ("accounts", "games", "leaderboard", "portal", "tables")

WRITERS = {
    "accounts/ledger.py",
    "accounts/models.py",  # the manager's create_user, which allauth and Django call
    "tables/journal.py",
    "tables/matchtime.py",
    "tables/presence.py",
}
"""Modules that write beside the services: each the only writer of its own rows."""

MODEL_WRITES = {"save", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create", "delete"}
QUERY_READS = {"objects", "filter", "exclude", "all", "select_for_update", "order_by"}

SHAPE = {
    "__init__",
    "game",
    "options",
    "state",
    "actions",
    "events",
    "rules",
    "scoring",
    "bots",
    "data",
    "view",
    "board",
}
IMPURE = {"datetime", "logging", "os", "secrets", "socket", "subprocess", "threading", "time", "uuid"}


TOOLS = ("games/kernel/conformance/", "games/kernel/simulate.py")
"""They run games (and measure thinking time, start interpreters); no rule is in them."""


def modules(*apps: str) -> Iterator[Path]:
    """Python files of the product without migrations."""
    for app in apps or APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts and "__pycache__" not in path.parts:
                yield path


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def is_edge(path: Path) -> bool:
    """Whether a module holds views or consumers."""
    parts = path.relative_to(ROOT).parts
    return path.stem in {"views", "consumers", "health"} or "views" in parts or parts[:2] in EDGE_FOLDERS


EDGE_FOLDERS = {("portal", "pages"), ("portal", "konto")}


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """(name, lines) of each function and method, decorators left out."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def chain(node: ast.expr) -> set[str]:
    """All attribute names on the way to a called method: ``Match.objects.filter(..).update`` -> objects, filter, .."""
    found: set[str] = set()
    while True:
        if isinstance(node, ast.Attribute):
            found.add(node.attr)
            node = node.value
        elif isinstance(node, ast.Call):
            node = node.func
        else:
            return found


def writes(path: Path) -> Iterator[int]:
    """Lines that change rows through the ORM."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        method, way = node.func.attr, chain(node.func.value)
        queried = bool(way & QUERY_READS)
        if (method in MODEL_WRITES and (queried or method == "save")) or (method in {"update", "delete"} and queried):
            yield node.lineno


def may_write(path: Path) -> bool:
    return name(path) in WRITERS or path.stem == "services" or "services" in path.parts


def test_rows_are_written_by_services_only() -> None:
    found = [f"{name(path)}:{line}" for path in modules() if not may_write(path) for line in writes(path)]
    assert found == []


def test_the_search_for_writes_finds_them() -> None:
    services = [path for path in modules() if may_write(path)]
    assert sum(1 for path in services for _ in writes(path)) > 20


def test_views_and_consumers_are_thin() -> None:
    edges = [path for path in modules() if is_edge(path)]
    sizes = {f"{name(path)}:{what}": lines for path in edges for what, lines in functions(path)}
    assert len(sizes) > 20
    assert {what: lines for what, lines in sizes.items() if lines > 25} == {}
    assert statistics.median(sizes.values()) <= 10


def test_modules_are_small() -> None:
    sizes = {name(path): len(path.read_text().splitlines()) for path in modules() if path.stem != "data"}
    assert {what: lines for what, lines in sizes.items() if lines > 500} == {}
    assert statistics.median(lines for lines in sizes.values() if lines) <= 120


@pytest.mark.parametrize("slug", slugs())
def test_games_have_one_shape(slug: str) -> None:
    folder = ROOT / "games" / slug
    found = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert found == SHAPE


@pytest.mark.parametrize("slug", [*slugs(), "kernel"])
def test_games_import_without_django(slug: str) -> None:
    names = [f"games.{slug}.{path.stem}" for path in (ROOT / "games" / slug).glob("*.py") if path.stem != "board"]
    code = (
        f"import importlib, sys\nfor m in {names!r}: importlib.import_module(m)\n"
        "print([m for m in ('django', 'channels', 'redis', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={"PATH": ""}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_games_know_no_clock_no_chance_of_their_own_and_no_machine() -> None:
    found = []
    for path in modules("games"):
        if path.stem == "board" or path.parent.name == "games":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                found += [f"{name(path)}: {a.name}" for a in node.names if a.name.split(".")[0] in IMPURE]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in IMPURE:
                found.append(f"{name(path)}: {node.module}")
            elif (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "random"
                and node.attr != "Random"
            ):
                found.append(f"{name(path)}: random.{node.attr}")
    assert [line for line in found if not line.startswith(TOOLS)] == []
