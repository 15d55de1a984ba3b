"""``manage.py sessions_end <name>`` or ``--all``: ends sessions, and with them their sockets."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.selectors import player_by_name
from portal.konto import services


class Command(BaseCommand):
    help = "Ends all sessions of one user, or of everybody: after a theft, or when an account was locked."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("name", nargs="?", default="")
        which.add_argument("--all", action="store_true", dest="everybody")

    def handle(self, *args: Any, name: str, everybody: bool, **options: Any) -> None:
        player = None if everybody else player_by_name(name)
        if player is None and not everybody:
            raise CommandError(f"Nobody is called {name!r}.")
        self.stdout.write(f"{services.sessions_end(player=player)} sessions ended.")
