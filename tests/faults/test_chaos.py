"""The short form of `make chaos`: each process killed once, SIGTERM once, some hundred hostile frames."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.support.live import ROOT
from tests.support.programs import find
from tests.support.services import POSTGRES_PLACES

SHORT = ("--kills", "1", "--tables", "5", "--frames", "800", "--down", "2", "--json")
LOOSE = ("--seconds-bound", "10", "--latency-bound", "200")
"""CI's machine does other things as well, kills of whole portals among them: only a stall is found here (quiet p95 is
some 5 ms), what times are worth is measured by the long form."""


def test_nothing_acknowledged_is_lost_whatever_dies() -> None:
    find("postgres", places=POSTGRES_PLACES)
    find("redis-server", "valkey-server")
    command = [sys.executable, "-m", "chaos", *SHORT, *LOOSE]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=300, check=False)
    parts = json.loads(done.stdout)
    assert [part["violations"] for part in parts] == [[]] * 4, parts
    assert done.returncode == 0
    frames, sigterm, kills, replay = parts
    assert frames["hostile things sent"] >= 800
    assert sigterm["running clocks at the stop"] > 0
    assert [row["times"] for row in kills["victims"]] == [1] * 6
    assert kills["actions acknowledged"] > 0
    assert kills["sent again after the ack"] > 0
    assert replay["matches replayed"] >= 15
