"""The real ``manage.py serve``: starts in order, ends in order, leaves nothing behind."""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.support import live
from tests.support.portals import production_portal

pytestmark = pytest.mark.live


def gone(pid: int) -> bool:
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


def wait_gone(pids: list[int], seconds: float = 10) -> None:
    until = time.monotonic() + seconds
    while not all(gone(pid) for pid in pids):
        assert time.monotonic() < until, f"still there: {[pid for pid in pids if not gone(pid)]}"
        time.sleep(0.05)


def test_it_starts_serves_and_ends_in_order(tmp_path: Path) -> None:
    with live.portal("--processes", "2", data=tmp_path / "var") as portal:
        portal.wait_healthy(60)
        status, body = portal.get("/")
        assert status == 200
        assert b"Speedgamez" in body
        assert len(portal.pids("asgi")) == 2
        everybody = [pid for name in ("asgi", "clock", "bots", "beat", "valkey") for pid in portal.pids(name)]
        assert len(everybody) >= 6
        port = portal.port
        assert live.stop(portal.process) == 0
        wait_gone(everybody, 1)
        digest = hashlib.sha256(str(tmp_path / "var").encode()).hexdigest()[:12]
        assert list(Path(tempfile.gettempdir()).glob(f"speedgamez-*-{digest}")) == []
        assert portal.lines[-1].endswith("| ended")
        assert portal.tracebacks() == []
    begun = time.monotonic()
    with live.portal(data=tmp_path / "var", port=port) as again:
        assert again.get("/")[0] == 200
        took = time.monotonic() - begun
        assert "collecting static files" not in again.log
        assert "bringing the database up to date" not in again.log
        # 5 s is the promise on a quiet machine; CI runs two databases and a browser beside it.
        assert took < (5 if os.environ.get("CI") is None and os.getloadavg()[0] < 1 else 20), f"{took:.1f} s"


def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path) -> None:
    second = live.portal(data=tmp_path / "var")
    with live.portal(data=tmp_path / "var"), pytest.raises(AssertionError, match="Another server"):
        second.__enter__()


def test_two_signals_end_it_at_once(tmp_path: Path) -> None:
    with live.portal(data=tmp_path / "var") as portal:
        everybody = [pid for name in ("asgi", "clock", "bots", "beat", "valkey") for pid in portal.pids(name)]
        portal.process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        portal.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        portal.process.wait(10)
        assert time.monotonic() - begun < 5
        wait_gone(everybody, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's word on a dead parent is Linux's")
def test_nothing_outlives_a_killed_supervisor(tmp_path: Path) -> None:
    with live.portal(data=tmp_path / "var") as portal:
        portal.wait_healthy(60)
        everybody = [pid for name in ("asgi", "clock", "bots", "beat", "valkey") for pid in portal.pids(name)]
        assert len(everybody) >= 5
        portal.process.kill()
        wait_gone(everybody)


def test_production_starts_on_postgresql_and_redis_and_warns_of_missing_data() -> None:
    with production_portal(env={"OPERATOR_EMAIL": ""}) as portal:
        portal.wait_healthy(60)
        assert "WARNING: OPERATOR_EMAIL missing. (portal.W001)" in portal.log
        assert portal.pids("valkey") == []
        assert portal.get("/")[0] == 200
        assert live.stop(portal.process) == 0
        assert portal.tracebacks() == []
