"""Collected files have names by content, and our modules import each other by those names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

IMPORT = re.compile(r'\bfrom "(\.{1,2}/[^"]+)"')
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "portal.storage.StaticStorage"}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return tmp_path


def test_modules_import_by_hashed_names_that_exist(collected: Path) -> None:
    modules = [
        path for folder in ("js", "games") for path in (collected / folder).rglob("*.js") if HASHED.search(path.name)
    ]
    found = [(path, url) for path in modules for url in IMPORT.findall(path.read_text())]
    assert len(found) > 20
    for path, url in found:
        assert HASHED.search(url), (path.name, url)
        assert (path.parent / url).is_file()
