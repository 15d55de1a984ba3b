from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.support.live import ROOT, environment


def names_in_code() -> set[str]:
    found: set[str] = set()
    for file in ("portal/settings.py", "portal/management/commands/serve.py"):
        text = (ROOT / file).read_text()
        found |= set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text))
        found |= set(re.findall(r'os\.environ\.get\("([A-Z_]+)"', text))
    return found


def test_every_variable_is_documented_and_no_other() -> None:
    documented = set(re.findall(r"^#?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert documented == names_in_code()
    assert len(documented) > 15


def test_an_empty_variable_is_like_none() -> None:
    """``PORTAL_DATA=`` once put the data, and the collected static files, into the repository itself."""
    code = "from django.conf import settings; print(settings.DATA_DIR, settings.STATIC_ROOT)"
    env = {**environment(Path(), 1, {}), "PORTAL_DATA": "", "STATIC_ROOT": ""}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == [str(ROOT / "var"), str(ROOT / "var" / "static")]


def test_make_leaves_the_environment_alone() -> None:
    """Without PORTAL_DATA none is handed on (GNU make exports an undefined variable as an empty one)."""
    done = subprocess.run(
        ["make", "-f", "-", "show"],
        input=(ROOT / "Makefile").read_text() + "\nshow:\n\t@env\n",
        env={"PATH": environment(Path(), 1, {})["PATH"]},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert not re.search("^PORTAL_DATA=", done.stdout, re.MULTILINE)
