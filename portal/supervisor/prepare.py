"""What has to be right before anything starts; each failure is one clear line."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import socket
import stat
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connections
from django.db.migrations.executor import MigrationExecutor

from portal.supervisor.console import Console

BACKLOG = 2048


class CannotServeError(Exception):
    """The portal can't start; the message is for the operator, in one line."""


def listening_socket(host: str, port: int) -> socket.socket:
    """The bound socket that all ASGI processes share; connections wait in it while a process starts again."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise CannotServeError(
                f"Port {port} on {host} is in use: choose another one with PORT or --port."
            ) from error
        raise CannotServeError(f"Can't listen on {host}, port {port}: {error.strerror}.") from error
    sock.set_inheritable(True)
    return sock


def data_directory() -> None:
    """Make the data directory and the embedded server's private ones; raises CannotServeError."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        if settings.EMBEDDED:
            (settings.DATA_DIR / "valkey").mkdir(exist_ok=True)
        probe = settings.DATA_DIR / f".writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise CannotServeError(f"Can't write to the data directory {settings.DATA_DIR}: {error.strerror}.") from error
    if settings.EMBEDDED:
        _private_directory(settings.REDIS_SOCKET.parent)


def _private_directory(path: Path) -> None:
    """A directory that nobody else can enter (it lies in the shared temporary folder)."""
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        info = path.lstat()
    except OSError as error:
        raise CannotServeError(f"Can't make the directory {path}: {error.strerror}.") from error
    if not stat.S_ISDIR(info.st_mode) or info.st_uid != os.getuid() or stat.S_IMODE(info.st_mode) & 0o077:
        raise CannotServeError(f"{path} is not a private directory of this user: remove it.")


def data_lock() -> int:
    """Hold the data directory until the process ends: two servers on one SQLite file and socket would fight."""
    path = settings.DATA_DIR / "serve.lock"
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(fd, 20).decode(errors="replace").strip() or "unknown"
        os.close(fd)
        raise CannotServeError(
            f"Another server (process {holder}) uses {settings.DATA_DIR}: end it, or choose another PORTAL_DATA."
        ) from error
    os.ftruncate(fd, 0)
    os.pwrite(fd, str(os.getpid()).encode(), 0)
    return fd


def migrations(console: Console) -> None:
    """Embedded: bring the database up to date. Production: refuse to start with an old one."""
    connection = connections["default"]
    try:
        executor = MigrationExecutor(connection)
        missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        raise CannotServeError(f"Can't reach the database: {reason}") from error
    if missing and not settings.EMBEDDED:
        raise CannotServeError(f"{len(missing)} migrations are missing: run `manage.py migrate` first.")
    if missing:
        console.line("serve", f"bringing the database up to date ({len(missing)} migrations)")
        call_command("migrate", interactive=False, verbosity=0)
    connections.close_all()


def static_files(console: Console) -> None:
    """Collect static files if one has changed since the last time."""
    mark = Path(settings.STATIC_ROOT) / ".collected-from"
    wanted = _static_fingerprint()
    if mark.exists() and mark.read_text() == wanted:
        return
    console.line("serve", "collecting static files")
    try:
        call_command("collectstatic", interactive=False, verbosity=0)
        mark.write_text(wanted)
    except OSError as error:
        raise CannotServeError(f"Can't write static files to {settings.STATIC_ROOT}: {error.strerror}.") from error
    except ValueError as error:  # a file refers to one that is missing
        raise CannotServeError(f"Can't collect static files: {error}") from error


def warnings(console: Console) -> None:
    """What an operator should change before strangers come, a line each; nothing in the embedded profile."""
    if not settings.PRODUCTION:
        return
    if os.getuid() == 0:
        console.line("serve", "WARNING: running as root; give the portal an account of its own")
    for message in run_checks(include_deployment_checks=True):
        console.line("serve", f"WARNING: {message.msg} ({message.id})")


def _static_fingerprint() -> str:
    digest = hashlib.sha256(settings.STORAGES["staticfiles"]["BACKEND"].encode())
    for finder in get_finders():
        for name, storage in sorted(finder.list(None), key=lambda found: found[0]):
            info = os.stat(storage.path(name))
            digest.update(f"{name}\0{info.st_size}\0{info.st_mtime_ns}\n".encode())
    return digest.hexdigest()
