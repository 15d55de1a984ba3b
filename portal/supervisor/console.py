"""One log for all processes: each line with the time and the name of the process in front."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import TextIO

COLOURS = {"serve": 37, "valkey": 35, "asgi": 36, "clock": 33, "bots": 32, "beat": 34}
NAME_WIDTH = 7
LINE_LIMIT = 16_384


def wants_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal, unless NO_COLOR or FORCE_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


class Console:
    """Writes lines of many processes to one stream; never raises when that stream is gone."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stdout
        self.colour = wants_colour(self.stream)
        # Somebody who watches knows the day; a file needs it, and the offset from UTC.
        self.stamp = "%H:%M:%S" if self.stream.isatty() else "%Y-%m-%dT%H:%M:%S%z"

    def line(self, name: str, text: str) -> None:
        stamp = time.strftime(self.stamp)
        label = name.ljust(NAME_WIDTH)
        if self.colour:
            stamp = f"\033[2m{stamp}\033[0m"
            label = f"\033[{COLOURS.get(name.partition('-')[0], 37)}m{label}\033[0m"
        try:
            self.stream.write(f"{stamp} {label} | {text}\n")
            self.stream.flush()
        except (OSError, ValueError):
            pass  # nobody reads any more; the processes go on

    async def pump(self, name: str, reader: asyncio.StreamReader, mute: tuple[str, ...] = ()) -> None:
        """Copy a process's output line by line until it ends; a line without end is cut at ``LINE_LIMIT`` bytes."""
        rest = b""
        while chunk := await reader.read(LINE_LIMIT):
            *lines, rest = (rest + chunk).split(b"\n")
            if len(rest) >= LINE_LIMIT:
                lines, rest = [*lines, rest], b""
            for line in lines:
                self._copy(name, line, mute)
        if rest:
            self._copy(name, rest, mute)

    def _copy(self, name: str, line: bytes, mute: tuple[str, ...]) -> None:
        text = line.decode(errors="replace").rstrip("\r")
        if not any(part in text for part in mute):
            self.line(name, text)
