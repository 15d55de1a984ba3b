from __future__ import annotations

import re

from tests.support.live import ROOT


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
