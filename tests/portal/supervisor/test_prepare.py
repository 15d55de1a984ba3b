from __future__ import annotations

import io
import os
import socket
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from django.contrib.staticfiles import finders
from pytest_django import Settings

from portal.supervisor import prepare, programs
from portal.supervisor.console import Console
from portal.supervisor.prepare import CannotServeError
from portal.supervisor.programs import Plan
from tests.support.live import ROOT, environment
from tests.support.programs import free_port


def test_a_port_in_use_is_said_in_one_line() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(CannotServeError, match=f"Port {port} on 127.0.0.1 is in use"):
            prepare.listening_socket("127.0.0.1", port)


def test_a_free_port_is_listened_on() -> None:
    port = free_port()
    with prepare.listening_socket("127.0.0.1", port), socket.create_connection(("127.0.0.1", port), 2):
        pass


def test_the_data_directory_is_held_by_one_server(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    fd = prepare.data_lock()
    with pytest.raises(CannotServeError, match=f"process {os.getpid()}"):
        prepare.data_lock()
    os.close(fd)
    os.close(prepare.data_lock())


def test_an_unwritable_data_directory_is_said_in_one_line(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings.DATA_DIR = tmp_path / "file" / "var"
    with pytest.raises(CannotServeError, match="Can't write to the data directory"):
        prepare.data_directory()


def test_the_socket_lies_in_a_private_directory(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path / "var"
    settings.REDIS_SOCKET = tmp_path / "own" / "redis.sock"
    prepare.data_directory()
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o700
    (tmp_path / "own").chmod(0o755)
    with pytest.raises(CannotServeError, match="not a private directory"):
        prepare.data_directory()


def forget_finders() -> None:
    """Django keeps finders with the folders that they were made for."""
    cast("Any", finders.get_finder).cache_clear()


def test_static_files_are_collected_only_when_one_changed(settings: Settings, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.css").write_text("a{}")
    settings.STATICFILES_DIRS = [source]
    settings.STATIC_ROOT = tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    forget_finders()
    try:
        out = io.StringIO()
        prepare.static_files(Console(out))
        assert (tmp_path / "collected" / "a.css").exists()
        assert "collecting" in out.getvalue()
        again = io.StringIO()
        prepare.static_files(Console(again))
        assert again.getvalue() == ""
        (source / "b.css").write_text("b{}")
        forget_finders()
        prepare.static_files(Console(again))
        assert (tmp_path / "collected" / "b.css").exists()
    finally:
        forget_finders()


def serve(data: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Try to start; for cases that end at once."""
    return subprocess.run(
        [sys.executable, "manage.py", "serve"],
        cwd=ROOT,
        env=environment(data, free_port(), env),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


PRODUCTION = {
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DATABASE_URL": "postgres://portal@127.0.0.1:1/portal",
    "ALLOWED_HOSTS": "localhost",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-0123456789-ABCDEFGH",
}


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"SECRET_KEY": ""}, "SECRET_KEY is missing or weak"),
        ({"SECRET_KEY": "x" * 60}, "SECRET_KEY is missing or weak"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is missing"),
        ({"DATABASE_URL": ""}, "DATABASE_URL is missing"),
        ({}, "Can't reach the database"),
    ],
)
def test_a_wrong_set_up_ends_with_one_clear_line(tmp_path: Path, change: dict[str, str], line: str) -> None:
    ended = serve(tmp_path, **{**PRODUCTION, **change})
    assert ended.returncode != 0
    assert line in ended.stderr
    assert "Traceback" not in ended.stderr + ended.stdout
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_file_in_the_place_of_the_data_directory_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ended = serve(tmp_path / "file" / "var")
    assert ended.returncode != 0
    assert "PORTAL_DATA has to be a directory" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_roles_say_what_runs_here() -> None:
    names = [program.name for program in programs.background(Plan(roles=("web", "bots"), bots=2))]
    assert names == ["bots-1", "bots-2"]
    names = [program.name for program in programs.background(Plan())]
    assert names == ["clock-1", "bots-1", "beat"]


def test_the_store_ends_last_and_players_first() -> None:
    stages = [programs.web(1, 3).stage, programs.clock(1).stage, programs.beat().stage, programs.valkey().stage]
    assert stages == sorted(stages)
    assert len(set(stages)) == 4
