"""``manage.py verify_match <code> …``: replays stored matches and compares every stored state and the outcome."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables.models import Match
from tables.services.verify import Verification, match_verify, report


class Command(BaseCommand):
    help = "Replay matches from seed and records; exit 0 if all is as stored, 1 if not, 2 if there is no such match."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="+", metavar="CODE", help="the match's code, as in /partien/<code>/")
        parser.add_argument("--json", action="store_true", help="one JSON object per match and line")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = {match.code: match for match in Match.objects.filter(code__in=options["codes"])}
        missing = [code for code in options["codes"] if code not in matches]
        if missing:
            raise CommandError(f"no such match: {', '.join(missing)}", returncode=2)
        results = [match_verify(matches[code]) for code in options["codes"]]
        for found in results:
            self._print(found, as_json=options["json"])
        if not all(found.ok for found in results):
            sys.exit(1)

    def _print(self, found: Verification, *, as_json: bool) -> None:
        if as_json:
            checks = {check.key: {"ok": check.ok, "detail": check.detail} for check in found.checks}
            self.stdout.write(json.dumps({"match": found.code, "ok": found.ok, "checks": checks}))
            return
        self.stdout.write(f"Match {found.code}")
        for line in report(found):
            self.stdout.write(f"  {line}")
        self.stdout.write(self.style.SUCCESS("  verified") if found.ok else self.style.ERROR("  NOT verified"))
