"""Engines are pure: they import in a bare interpreter, without Django, and know nothing of each other."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from games import registry

ROOT = Path(__file__).resolve().parents[2]
PURE = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if not (path.name == "board.py" and path.parent.name != "kernel") and "board" not in path.parent.parts
]

# Blocks everything but the standard library, msgspec and the games themselves.
GUARD = """
import importlib, sys
sys.path[:0] = {paths!r}

class Guard:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in sys.stdlib_module_names or top in ("games", "msgspec"):
            return None
        raise ImportError("not for engines: " + name)

sys.meta_path.insert(0, Guard())
for name in {names!r}:
    importlib.import_module(name)
print(sorted({{name.split(".")[1] for name in sys.modules if name.startswith("games.") and name.count(".") > 1}}))
"""


def bare(names: list[str]) -> subprocess.CompletedProcess[str]:
    """Import ``names`` in an isolated interpreter without site-packages."""
    paths = [str(ROOT), str(Path(msgspec.__file__).parents[1])]
    script = GUARD.format(paths=paths, names=names)
    return subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False)


def modules(folder: str) -> list[str]:
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in PURE
        if path.relative_to(ROOT).parts[1] == folder
    ]


@pytest.mark.parametrize("folder", ["kernel", *registry.slugs()])
def test_a_game_imports_in_a_bare_interpreter(folder: str) -> None:
    found = bare(modules(folder))
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_game_knows_no_other_game(slug: str) -> None:
    found = bare(modules(slug))
    assert found.stdout.strip() == str(sorted({slug, "kernel"})), found.stderr


def test_the_guard_stops_django() -> None:
    found = bare(["django.conf"])
    assert found.returncode != 0 and "not for engines" in found.stderr


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_clock_no_global_chance_no_input_or_output(path: Path) -> None:
    """Time, chance and files are arguments. The subprocess of the hash law is the only window."""
    source = path.read_text()
    for word in ("import time", "import datetime", "import logging", "import socket", "open(", "random.random()"):
        assert word not in source, word
    if path.parent.name != "conformance":
        assert "import subprocess" not in source and "import os" not in source
