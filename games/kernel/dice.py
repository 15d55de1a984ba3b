"""Verifiable chance: every draw follows from a secret seed, a label and a counter.

Labels say what is drawn (``throw/3/red``), so that no choice and no bot shifts another draw. The SHA-256
of the seed is shown from the start, the seed itself at the end.
"""

from __future__ import annotations

import hashlib

from msgspec import Struct, field

SEED_BYTES = 32


class Dice(Struct):
    """A match's source of chance; lives in the state. ``drawn`` counts the draws made of each label."""

    seed: bytes
    drawn: dict[str, int] = field(default_factory=dict)

    def below(self, label: str, n: int) -> int:
        """The next draw of ``label``, uniform in ``range(n)``, 1 <= n <= 2**32."""
        count = self.drawn.get(label, 0)
        self.drawn[label] = count + 1
        return draw(self.seed, label, count, n)

    def shuffled(self, label: str, n: int) -> list[int]:
        """A uniform order of ``range(n)`` (Fisher-Yates; each swap is a draw of ``label``)."""
        order = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(label, i + 1)
            order[i], order[j] = order[j], order[i]
        return order


def draw(seed: bytes, label: str, count: int, n: int) -> int:
    """Draw number ``count`` of ``label``, uniform in ``range(n)`` by rejection: no value is favoured.

    Raises ValueError for a seed that is not 32 bytes or n out of 1..2**32.
    """
    if len(seed) != SEED_BYTES or not 1 <= n <= 2**32:
        raise ValueError("a seed of 32 bytes and 1 <= n <= 2**32")
    limit = 2**64 - 2**64 % n
    attempt = 0
    while True:
        message = f"{label}\x00{count}\x00{attempt}".encode()
        value = int.from_bytes(hashlib.blake2b(message, key=seed, digest_size=8).digest(), "big")
        if value < limit:
            return value % n
        attempt += 1


def fingerprint(seed: bytes) -> str:
    """What the table shows from the start: the SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()
