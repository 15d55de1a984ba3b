"""``manage.py serve``: the whole portal under one supervisor."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from portal.supervisor.prepare import CannotServeError
from portal.supervisor.programs import ROLES, Plan
from portal.supervisor.supervise import serve


def _roles(text: str) -> tuple[str, ...]:
    wanted = tuple(text.split(","))
    if unknown := [role for role in wanted if role not in ROLES]:
        raise ArgumentTypeError(f"unknown: {', '.join(unknown)} (there are {', '.join(ROLES)})")
    return wanted


class Command(BaseCommand):
    help = "Runs the portal: ASGI server, workers, beat, and in the embedded profile the Redis-compatible server."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        cores = os.cpu_count() or 1
        parser.add_argument("--host", default=os.environ.get("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT", "8000")))
        parser.add_argument("--processes", type=int, default=1, help="ASGI processes on the same port")
        parser.add_argument("--clocks", type=int, default=1, help="workers for deadlines")
        parser.add_argument("--bots", type=int, default=max(1, cores - 1), help="workers for computers' moves")
        parser.add_argument("--roles", type=_roles, default=ROLES, help=f"what to run here, of {','.join(ROLES)}")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("host", "port", "processes", "clocks", "bots", "roles")
        try:
            serve(Plan(**{name: options[name] for name in names}))
        except CannotServeError as error:
            raise CommandError(str(error)) from error
